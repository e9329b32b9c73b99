"""Two scribes' logs: where they contradict each other, and whether it matters."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from referee_cli.main import main

from referee.judging.replay import judge, replayed
from referee.rulings.compare import Comparison, Contradiction, DifferentGames, compare
from referee.rulings.compare.logs import ComparedLog
from tests.accepting import accept_event
from tests.depth import seeds
from tests.rulings.lines import ANA_WINS, lines
from tests.rulings.repair_rates import played
from tests.rulings.repair_slips import (
    REFERENCES,
    any_other,
    lines_that_stand,
    mistyped,
    numbered_anew,
    other_actor,
    referring,
    seated,
    swapped,
    unwritten,
)
from tests.simulation import lawful_session

Event = dict[str, Any]
Log = list[Event]

TABLE = "table Ana Beto"
EVENING = lines(TABLE + ANA_WINS)


def only(one: Log, other: Log) -> Contradiction:
    """The only difference between two logs, once it is sure that it mirrors."""
    found = mirrored(one, other)
    (difference,) = found.differences
    assert not found.agree
    return difference


def mirrored(one: Log, other: Log) -> Comparison:
    """Compare two logs both ways round, and see that both tell the same."""
    found, back = compare(one, other), compare(other, one)
    plain, turned = found.to_dict(), back.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert len(plain["differences"]) == len(turned["differences"])
    for this, that in zip(plain["differences"], turned["differences"], strict=True):
        assert (this["kind"], this["matters"]) == (that["kind"], that["matters"])
        assert (this["one"], this["other"]) == (that["other"], that["one"])
        assert {this["fits"], that["fits"]} in ({None}, {"one", "other"})
    sides = {"one": "other", "other": "one"}
    told = [(sides[each["log"]], each["event"], each["count"]) for each in turned["additions"]]
    assert sorted(told) == sorted((e["log"], e["event"], e["count"]) for e in plain["additions"])
    assert [(b, a) for a, b in back.hands] == found.hands
    return found


def instead(log: Log, number: int, written: str) -> Log:
    """The log with another line in the place of this one."""
    return [*log[: number - 1], *lines(written), *log[number:]]


def without(log: Log, number: int) -> Log:
    return [*log[: number - 1], *log[number:]]


def events(difference: Contradiction) -> tuple[tuple[int, ...], ...]:
    return tuple(reading.events for reading in difference.readings)


def question(difference: Contradiction) -> str:
    return difference.question.render()


def consequences(difference: Contradiction) -> list[str]:
    return [one.render() for one in difference.consequences()]


# each kind of difference


def test_an_answer_is_tried_on_the_log_as_it_is_and_not_on_an_earlier_trial() -> None:
    def evening(bet: int) -> Log:
        first = [{**event, "bet": bet} if event["type"] == "hand" else event for event in EVENING]
        return [
            *first,
            {"type": "hand", "dealer": "Ana", "bet": bet},
            {"type": "deal", "hands": {}},
        ]

    logs = evening(5), evening(10)
    found = compare(*logs).differences
    assert [one.hands for one in found] == [(1, 1), (2, 2)]
    for difference in found:
        for log, reading in zip(logs, difference.readings, strict=True):
            assert reading.apart is not None
            assert reading.apart.would_be == judge([*log, *(reading.corrections or ())])


def test_a_log_does_not_contradict_itself() -> None:
    found = mirrored(EVENING, EVENING)
    assert found.agree
    assert [one.render() for one in found.sentences()] == ["Both logs come to the same totals."]


def test_a_card_read_differently() -> None:
    difference = only(EVENING, instead(EVENING, 9, "draw Beto 9c"))
    assert question(difference) == (
        "A wrote at event 9: Beto draws 9s. B wrote at event 9: Beto draws 9c. Which is right?"
    )
    assert (difference.kind, difference.hands, events(difference)) == ("card", (1, 1), ((9,), (9,)))


def test_a_meld_with_another_card() -> None:
    difference = only(EVENING, instead(EVENING, 7, "meld Ana 3h3c3d"))
    assert question(difference) == (
        "A wrote at event 7: Ana melds Ah 2h 3h. B wrote at event 7: Ana melds 3h 3c 3d. "
        "Which is right?"
    )
    assert difference.kind == "card"


def test_another_player() -> None:
    difference = only(EVENING, instead(EVENING, 6, "draw Beto 3h"))
    assert question(difference) == (
        "A wrote at event 6: Ana draws 3h. B wrote at event 6: Beto draws 3h. Which is right?"
    )
    assert difference.kind == "player"
    assert not difference.matters
    assert "It does not change the result of any hand." in consequences(difference)


def test_a_line_that_only_one_has_and_who_wins_hangs_on_it() -> None:
    difference = only(EVENING, without(EVENING, 8))
    assert question(difference) == (
        "A wrote at event 8: Ana pays Kc. B has no such line between events 7 and 8. Did it happen?"
    )
    assert (difference.kind, events(difference)) == ("missing", ((8,), ()))
    assert difference.matters
    assert "Hand 1: nobody would win, instead of Ana." in consequences(difference)


def test_a_last_line_that_only_one_has() -> None:
    difference = only(without(EVENING, len(EVENING)), EVENING)
    assert question(difference).endswith("A has no such line after event 12. Did it happen?")
    assert [line["type"] for line in difference.readings[0].corrections or ()] == ["meld"]


def test_two_results_of_a_hand() -> None:
    opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    log = [opening, {"type": "hand", "dealer": "Beto", "bet": 5}]
    first = {"type": "result", "winner": "Ana", "side_games": {"oro": ["Ana", "Beto"]}}
    same = {**first, "side_games": {"oro": ["Beto", "Ana"]}}
    assert compare([*log, first], [*log, same]).differences == ()
    other = {**first, "winner": "Beto", "bonuses": {"mico": 1}, "up_the_tree": ["Ana"]}
    assert len(compare([*log, first], [*log, other]).differences) == 1


def test_two_lines_the_other_way_round() -> None:
    other = [*EVENING[:6], EVENING[7], EVENING[6], *EVENING[8:]]
    difference = only(EVENING, other)
    assert question(difference) == (
        "A wrote at events 7 and 8: Ana melds Ah 2h 3h. Ana pays Kc. B wrote them the other way "
        "round, at events 7 and 8. Which came first?"
    )
    assert (difference.kind, events(difference)) == ("order", ((7, 8), (7, 8)))


def test_a_line_that_stands_farther_down() -> None:
    knock = lines("pass Beto")
    difference = only([*EVENING[:6], *knock, *EVENING[6:]], [*EVENING[:8], *knock, *EVENING[8:]])
    assert question(difference) == (
        "Beto knocks. A wrote that at event 7, and B at event 9. When was it?"
    )
    assert difference.kind == "order"


def test_an_amount() -> None:
    difference = only(EVENING, instead(EVENING, 2, "hand Beto 10"))
    assert question(difference) == (
        "A wrote at event 2: Beto opens a hand; the bet is 5. "
        "B wrote at event 2: Beto opens a hand; the bet is 10. Which is right?"
    )
    assert difference.kind == "amount"
    moves = [reading.apart and reading.apart.moves for reading in difference.readings]
    assert moves == [{"Ana": 5, "Beto": -5}, {"Ana": -5, "Beto": 5}]


def test_money_that_changed_hands() -> None:
    one, other = ([*EVENING, *lines(f"payment Beto Ana {amount}")] for amount in (5, 6))
    assert question(only(one, other)) == (
        "A wrote at event 14: Beto pays Ana 5. B wrote at event 14: Beto pays Ana 6. "
        "Which is right?"
    )


def test_another_act() -> None:
    difference = only(instead(EVENING, 9, "pay Beto 9s"), EVENING)
    assert question(difference) == (
        "A wrote at event 9: Beto pays 9s. B wrote at event 9: Beto draws 9s. Which is right?"
    )
    assert difference.kind == "other"


def test_cards_and_counts_of_the_deal() -> None:
    one = instead(EVENING, 3, "deal Ana=Ac2c4c6c8cTcQcAd2d Beto=9")
    other = instead(EVENING, 3, "deal Ana=As2c4c6c8cTcQcAd2d Beto=8")
    card, count = mirrored(one, other).differences
    assert (card.kind, question(card)) == (
        "card",
        "Was Ana dealt Ac (as A wrote at event 3) or As (as B wrote at event 3)?",
    )
    assert (count.kind, question(count)) == (
        "amount",
        "Was Beto dealt 9 cards (as A wrote at event 3) or 8 cards (as B wrote at event 3)?",
    )


def test_a_card_passed_to_somebody_else() -> None:
    three = lines("table Ana Beto Carla")
    difference = only(three, instead(three, 4, "cambio Ana ?? Carla"))
    assert question(difference) == (
        "A wrote at event 4: Ana passes a card that nobody saw. B wrote at event 4: Ana passes a "
        "card that nobody saw. It goes to Carla. Which is right?"
    )


# what is no contradiction


@pytest.mark.parametrize(
    ("one", "other", "additions"),
    [
        (EVENING, instead(EVENING, 4, "cambio Ana ?? Beto"), 0),
        (EVENING, instead(EVENING, 4, "cambio Ana 4c"), 1),
        (EVENING, instead(EVENING, 3, "deal Ana=9 Beto=9"), 0),
        (EVENING, instead(EVENING, 3, "deal Ana=Ac2c4c6c8cTcQcAd2d"), 1),
        (EVENING, [*EVENING[:9], *lines("claim Ana"), *EVENING[9:]], 1),
        (EVENING, [*EVENING, *lines("win Ana")], 1),
        (EVENING, [*EVENING, *lines("note what a hand")], 0),
        (EVENING, [*EVENING, *lines("dispute Beto 9")], 0),
        (EVENING, instead(EVENING, 10, "meld Ana 9s7s8s"), 0),
        (EVENING, instead(EVENING, 9, "draw BETO 9s"), 0),
        (EVENING, [*EVENING[:8], *lines("draw Ana Kd"), *EVENING[9:],
                   *lines("correct 9: draw Beto 9s")], 0),
        (EVENING, [*without(EVENING, 8), *lines("insert 8: pay Ana Kc")], 0),
        (lines(TABLE) + lines("draw Ana 7h\ndiscard Ana 7h\ndraw Beto 8c"),
         lines(TABLE) + lines("draw Ana 7h\ndraw Beto 8c"), 1),
        (lines(TABLE) + lines("draw Ana 7h\ndraw Beto 8c\ndraw Ana Td\ndraw Beto 2c"),
         lines(TABLE) + lines("draw Ana 7h\ngap stock=31\ndraw Beto 2c"), 3),
        (lines(TABLE) + lines("draw Ana 7h\npass Beto\ndraw Beto 8c\npass Ana\ndraw Ana 9d\n"
                              "pass Beto\ndraw Beto 2c"),
         lines(TABLE) + lines("draw Ana 7h\ndraw Beto 8c\ndraw Ana 9d\ndraw Beto 2c"), 1),
    ],
)  # fmt: skip
def test_one_scribe_saw_more(one: Log, other: Log, additions: int) -> None:
    found = mirrored(one, other)
    assert [question(difference) for difference in found.differences] == []
    assert found.agree
    assert len(found.additions) == additions


def test_what_only_one_wrote_is_told() -> None:
    (found,) = compare(EVENING, [*EVENING, *lines("win Ana")]).additions
    told = [one.render() for one in found.sentences()]
    assert told == ["Only B wrote at event 14:", "Ana calls the win."]


def test_the_order_of_a_meld_counts_at_a_strict_table() -> None:
    strict = [{**EVENING[0], "house": {"meld_order": "strict"}}, *EVENING[1:]]
    assert only(strict, instead(strict, 10, "meld Ana 9s7s8s")).kind == "card"


# which fits, and the whole evening


def test_what_the_rest_of_the_record_contradicts() -> None:
    found = only(EVENING, instead(EVENING, 12, "draw Beto Kc"))
    assert found.fits == 0
    assert consequences(found)[-1] == (
        "What A wrote fits the rest of the record better, and what B wrote contradicts it; the "
        "table decides."
    )


def test_house_rules_and_seats() -> None:
    other = [{**EVENING[0], "house": {"play_everything": "on"}}, *EVENING[1:]]
    difference = only(EVENING, other)
    assert question(difference) == (
        "Did the table agree on off (as A wrote) or on (as B wrote) for the house rule "
        "play_everything?"
    )
    assert difference.matters
    turned = [{**EVENING[0], "players": ["Beto", "Ana"]}, *EVENING[1:]]
    assert only(EVENING, turned).kind == "player"
    strangers = lines("players Carla Dora")
    assert not mirrored(EVENING, strangers).same_players


def test_side_games_that_only_one_table_plays() -> None:
    other = [{**EVENING[0], "house": {"side_games": ["flor"]}}, *EVENING[1:]]
    assert "flor" in question(only(EVENING, other))


def three_hands() -> Log:
    second = [{**event, "player": _other(event["player"])} for event in lines(ANA_WINS)]
    cambio = lines("cambio Beto ??\ncambio Ana ??")
    return [
        *EVENING,
        *lines("hand Ana 5\ndeal"), *cambio, *second,
        *lines("hand Beto 5\ndeal\ncambio Ana ??\ncambio Beto ??\ndraw Ana Kd\ndraw Beto Kh"),
    ]  # fmt: skip


def _other(player: str) -> str:
    return "Beto" if player == "Ana" else "Ana"


def test_a_hand_that_one_log_does_not_have() -> None:
    evening = three_hands()
    start, stop = (at for at, event in enumerate(evening) if event["type"] == "hand" and at > 1)
    found = mirrored(evening, [*evening[:start], *evening[stop:]])
    assert found.hands == [(1, 1), (2, None), (3, 2)]
    assert (found.differences, found.agree) == ((), False)
    assert found.sentences()[0].render() == "B does not have hand 2 of A."


def test_what_the_table_forgave() -> None:
    evening = lines(TABLE) + lines("draw Beto 7h\ndraw Ana 8h\ndraw Ana 9h")
    found = only([*evening, *lines("forgive 6")], [*evening, *lines("forgive 8")])
    assert question(found) == (
        "A wrote at event 9: The table forgives what was found at event 6. "
        "B wrote at event 9: The table forgives what was found at event 8. Which is right?"
    )
    knocked = [*evening[:5], *lines("pass Ana"), *evening[5:], *lines("forgive 7")]
    assert mirrored([*evening, *lines("forgive 6")], knocked).differences == ()


# a lawful log against itself with one slip


def knocked(log: Log, standing: Sequence[int], rng: Random) -> tuple[int, Log, str] | None:
    place = rng.choice(standing)
    knock = {"type": "pass", "player": rng.choice(seated(log, place))}
    wrong = [*log[:place], knock, *referring(log[place:], place, 1)]
    return place, numbered_anew(wrong), f"{knock}"


SLIPS = {
    "card": lambda log, standing, rng: mistyped(log, standing, rng, any_other),
    "actor": other_actor,
    "swap": swapped,
    "dropped": unwritten,
    "knock": knocked,
}

NEED_NOT_BE_WRITTEN = ("discard", "claim", "win", "end", "cut", "deal", "pass", "show")


def lawful(rng: Random, hands: int | None = None) -> Log:
    written, _ = lawful_session(rng, hands=hands)
    return [event for line in written if (event := accept_event(line)) is not None]


def refers(log: Log, place: int) -> bool:
    """Return whether a line refers to one near this place, which then means something else."""
    near = range(place, place + 4)
    return any(event.get(key) in near for event in log for key in REFERENCES)


@pytest.mark.parametrize("kind", SLIPS)
@pytest.mark.parametrize("seed", seeds(40, 2))
def test_one_slip_is_one_difference(kind: str, seed: int) -> None:
    rng = Random(f"{kind}/{seed}")
    log = lawful(rng)
    made = SLIPS[kind](log, lines_that_stand(log), rng)
    if made is None or refers(log, made[0]):
        return
    place, wrong, what = made
    found = mirrored(log, wrong)
    told = [question(difference) for difference in found.differences]
    if not told:
        left_out = kind == "knock" or (
            kind == "dropped" and log[place]["type"] in NEED_NOT_BE_WRITTEN
        )
        # another hidden card of a hand of which only some were seen
        more = len(found.additions) == 2 and log[place]["type"] in ("deal", "show")
        aside = more or "dispute" in what or "ruling" in what
        assert left_out or aside or alike(played(log), played(wrong)), what
        return
    assert len(told) == 1, (what, told)
    (difference,) = found.differences
    near = {number for reading in difference.readings for number in reading.events}
    assert near & set(range(place - 1, place + 4)), (what, told)
    for reading, side in zip(difference.readings, (log, wrong), strict=True):
        assert reading.apart is not None
        mended = [*side, *(reading.corrections or ())]
        assert judge(mended) == reading.apart.would_be
    takes = found.differences[0].readings[1].corrections or ()
    assert not compare(log, [*wrong, *takes]).differences, (what, told)


def alike(one: Log, other: Log) -> bool:
    def plain(event: Event) -> str:
        return repr({k: sorted(v) if k == "cards" else v for k, v in sorted(event.items())})

    return [*map(plain, one)] == [*map(plain, other)]


def poorly_written(log: Log, rng: Random) -> Log:
    """The log of a scribe who leaves out much that they may leave out."""
    share = rng.choice((0.3, 0.6, 1.0))
    referred = {
        event[key] for event in log for key in REFERENCES if isinstance(event.get(key), int)
    }
    shown = {line.number for lines in ComparedLog(replayed(log), False).hands for line in lines
             if line.may_be_left_out}  # fmt: skip
    gone = {number for number in shown - referred if rng.random() < share}
    places = {}
    for number in range(1, len(log) + 2):
        places[number] = number - sum(other < number for other in gone)
    return numbered_anew(
        {
            key: places[value] if key in REFERENCES and isinstance(value, int) else value
            for key, value in event.items()
        }
        for number, event in enumerate(log, 1)
        if number not in gone
    )


def whole(rng: Random) -> Log:
    """A lawful log without lines about other lines."""
    while True:
        log = [
            event
            for line in lawful_session(rng, masked=False, mended=False)[0]
            if (event := accept_event(line)) is not None
        ]
        if not any(key in event for event in log for key in REFERENCES):
            return log


@pytest.mark.parametrize("seed", seeds(60, 8))
def test_what_may_be_left_out_is_asked_of_nobody(seed: int) -> None:
    rng = Random(f"left out/{seed}")
    log = whole(rng)
    poor = poorly_written(log, rng)
    assert compare(log, poor).differences == ()
    standing = [at for at in lines_that_stand(poor) if poor[at]["type"] in ("draw", "pay", "meld")]
    made = mistyped(poor, standing, rng, any_other)
    if made is None:
        return
    found = compare(log, made[1]).differences
    assert len(found) == 1, (made[2], [question(one) for one in found])
    assert found[0].readings[1].events == (made[0] + 1,)


def test_ten_slips_in_an_evening_of_twenty_hands_are_told_apart() -> None:
    rng = Random(20)
    log = lawful(rng, 20)
    wrong = log
    for _ in range(10):
        made = mistyped(wrong, lines_that_stand(wrong), rng, any_other)
        assert made
        wrong = made[1]
    assert len(compare(log, wrong).differences) in range(5, 11)


@pytest.mark.parametrize("seed", seeds(12, 1))
def test_logs_that_have_nothing_in_common_can_be_compared(seed: int) -> None:
    found = mirrored(lawful(Random(seed)), lawful(Random(seed + 100)))
    assert all(question(difference).endswith((".", "?")) for difference in found.differences)
    assert all(map(consequences, found.differences))
    assert all(one.sentences() for one in found.additions)


def test_the_command_tells_the_questions_and_exits_with_one(tmp_path: Path) -> None:
    paths = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    for path, log in zip(paths, (EVENING, instead(EVENING, 9, "draw Beto 9c")), strict=True):
        path.write_text("\n".join(map(json.dumps, log)), encoding="utf-8")
    run = CliRunner()
    told = run.invoke(main, ["compare", *map(str, paths)])
    assert told.exit_code == 1
    assert "1. A wrote at event 9: Beto draws 9♠. B wrote at event 9" in told.stdout
    plain = run.invoke(main, ["compare", *map(str, paths), "--json"])
    assert len(json.loads(plain.stdout)["differences"]) == 1
    assert run.invoke(main, ["compare", *[str(paths[0])] * 2]).exit_code == 0
    assert run.invoke(main, ["compare", str(paths[0]), str(tmp_path / "none.jsonl")]).exit_code == 3


@pytest.mark.parametrize("other", ["conquien", "dam-ten-hands", "dimes-level", "app-clean-evening"])
@pytest.mark.parametrize("as_json", [True, False])
def test_two_logs_of_different_games_are_refused_in_one_sentence(other: str, as_json: bool) -> None:
    samples = Path(__file__).parents[2] / "sample_games"
    logs = [str(samples / f"{name}.jsonl") for name in ("clean-evening", other)]
    for pair in (logs, logs[::-1]):
        done = CliRunner().invoke(main, ["compare", *pair, *["--json"] * as_json])
        assert done.exit_code == 2
        assert done.stderr.startswith("Error: A is a log of ")
        assert done.stderr.count(".") == done.stderr.count("\n") == 1
        told = json.loads(done.stdout)["error"]["message"] if as_json else done.stdout
        assert told == (done.stderr.strip().removeprefix("Error: ") if as_json else "")


def test_an_edition_of_a_game_is_the_same_game() -> None:
    opening = {"type": "game", "players": ["Ana", "Beto"]}
    assert compare([{**opening, "game": "desmoche"}], [{**opening, "game": "desmoche@1"}]).agree
    with pytest.raises(DifferentGames, match="A is a log of Desmoche and B is one of"):
        compare([{**opening, "game": "desmoche"}], [{**opening, "game": "golf"}])
