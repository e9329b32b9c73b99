"""Repairs: a slip in the record is found again, and what happened is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from referee import read_log
from referee.judging.replay import judge
from referee.rulings.repair import repairs
from tests.depth import count, one_in, only_deep
from tests.rulings.repair_rates import measured
from tests.rulings.repair_slips import SLIPS
from tests.table_talk import say

AT_LEAST = {"card": (70, 90), "any card": (60, 80), "swap": (90, 95), "actor": (90, 95),
            "payment": (90, 95), "meld": (85, 90), "last line": (75, 85), "twice": (90, 95),
            "draw": (85, 95), "any line": (75, 85)}  # fmt: skip
"""The least percentage of true repairs in the first place and among the first three. A card that
lies unused on the pile can have been any that was never seen, and into a side game anything can
have been put: no record tells that. A last line that is missing shows in nothing where the payments
of the hand are written, which are enough."""


@pytest.mark.parametrize("kind", one_in(3, list(SLIPS)[::2]))  # repair_rates has them all
def test_the_true_repair_comes_first(kind: str) -> None:
    first, three = AT_LEAST[kind]
    tally = measured(kind, count(20 if first >= 85 else 40, 2), "test")  # rare misses vary less
    assert tally.first >= first * tally.logs // 100, tally.told()
    assert tally.three >= three * tally.logs // 100, tally.told()
    proposed = [one for _, those in tally.missed for one in those]
    assert [one.others for one in proposed if len({*one.others}) < len(one.others)] == []


LOGS = {"golf": 20, "dimes": 40, "dam": 8, "desmoche_app": 4}
"""The number of evenings looked at; in the rummies a player has much to choose from."""

MELDS_AT_LEAST = {"dimes": (90, 97), "dam": (60, 60), "desmoche_app": (40, 40)}
"""The same of a forgotten meld where it comes from the hand. Cards laid onto the meld of another
player are not tried, and in the app most of these evenings only stop before somebody has won:
nothing in them is wrong."""


@pytest.mark.parametrize("game", ["golf", *map(only_deep, MELDS_AT_LEAST)])
def test_a_forgotten_act_of_a_turn_is_found_again(game: str) -> None:
    tally = measured("turn", count(LOGS[game], 1), "test", game)
    assert tally.first >= 80 * tally.logs // 100, tally.told()
    assert tally.three >= 95 * tally.logs // 100, tally.told()


@pytest.mark.parametrize("game", [only_deep(game) for game in MELDS_AT_LEAST])
def test_a_forgotten_meld_from_the_hand_is_found_again(game: str) -> None:
    tally = measured("meld", LOGS[game], "test", game)
    first, three = MELDS_AT_LEAST[game]
    assert tally.first >= first * tally.logs // 100, tally.told()
    assert tally.three >= three * tally.logs // 100, tally.told()


def told(*lines: str) -> list[dict[str, Any]]:
    return [event for line in lines for event in say(line)]


def best(*lines: str) -> tuple[str, list[dict[str, Any]]]:
    """The first repair of a log, once it is sure that it leaves nothing to be found."""
    events = told(*lines)
    first = repairs(events)[0]
    assert judge([*events, *first.corrections])["findings"] == []
    assert (first.left, first.new) == ((), ())
    return first.message(), list(first.corrections)


def test_a_turn_out_of_order_may_be_a_wrong_name() -> None:
    message, corrections = best(
        "table Ana Beto Carla",
        "draw Ana 7h", "discard Ana 7h", "draw Ana 8c", "discard Ana 8c",
        "draw Carla 2d", "discard Beto 2d", "draw Carla 9h", "discard Carla 9h",
    )  # fmt: skip
    assert message == "Event 11 should name Beto instead of Carla."
    assert corrections[0]["with"] == {"type": "draw", "player": "Beto", "card": "2d"}


def test_a_forgotten_payment_is_an_unrecorded_card() -> None:
    message, corrections = best(
        "table Ana Beto", "draw Ana 7h", "meld Ana 7h7c7d", "draw Beto 2c", "draw Ana 9d"
    )
    assert message.startswith("A line is missing before event 8: Ana paid an unrecorded card")
    assert corrections == [
        {
            "type": "insert",
            "before": 8,
            "event": {"type": "pay", "player": "Ana", "card": "??"},
            "why": "a line forgotten",
        }
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ("deal Ana=Kd2c5h5s7c9c9sJhQh Beto=Qs2d3h4d6s7h8c9hTh", "cambio Ana 2c",
             "cambio Beto 4d", "draw Ana 4s", "end abandoned", "show Ana Kd"),
            "A line is missing before event 5: Ana announced oro.",
        ),
        (
            ("deal", "announce Ana oro", "announce Ana flor", "cambio Ana 2c", "cambio Beto 3c",
             "draw Ana 7h"),
            "A line is missing before event 4: each put 2 into flor. "
            "By the record, it may also have been 1 3 4 5.",
        ),
        (
            ("deal Ana=Kd2c5h5s7c9c9sJhQh", "announce Ana oro", "cambio Ana 2c", "cambio Beto ??",
             "draw Ana 7h", "show Beto 3h", "end abandoned"),
            "The last line is missing: Ana showed an unrecorded card.",
        ),
        (
            ("deal Ana=2c4d6h8sTcQdAh3s5c", "announce Ana oro",
             "declare Ana peladilla 2c4d6h8sTcQdAh3s5c", "payment pot Ana 4"),
            "A line is missing before event 7: Ana got 10 from the middle.",
        ),
    ],
    ids=["an announcement", "a side bet", "a show", "a payment"],
)  # fmt: skip
def test_what_is_said_around_the_play_is_forgotten_too(
    lines: tuple[str, ...], message: str
) -> None:
    assert best("players Ana Beto", "hand Beto 5", "side oro 2", *lines)[0] == message


def test_who_is_passed_over_may_have_withdrawn() -> None:
    message, _ = best(
        "table Ana Beto Carla", "draw Ana 7h", "draw Ana 8c", "claim Carla",
        "meld Carla 8c8d8h", "pay Carla Kd", "draw Ana 2s", "draw Beto 4c", "draw Ana 5d",
        "draw Beto 6h", "draw Ana 9h",
    )  # fmt: skip
    assert message == (
        "A line is missing before event 14: Carla withdrew. It fits before event 12 and 13 as well."
    )


def test_a_card_that_was_used_and_never_drawn_was_drawn_just_before() -> None:
    message, _ = best(
        "table Ana Beto Carla", "draw Ana Jh", "meld Ana JsJhJd", "pay Ana 3s",
        "meld Beto QcQsQh", "pay Beto 2c", "draw Carla 9h",
    )  # fmt: skip
    assert message == (
        "A line is missing before event 10: Beto drew an unrecorded card. By the record, it may "
        "also have been Qc Qs Qh."
    )


def test_the_line_that_shows_another_card_than_was_announced_is_in_question() -> None:
    message, _ = best(
        "players Ana Beto", "hand Beto 5", "side oro 2", "deal Ana=Kd2c5h5s7c9c9sJhQh",
        "announce Ana oro", "cambio Ana 2c", "cambio Beto ??", "draw Ana 7h", "end abandoned",
        "note ya", "show Ana Kh",
    )  # fmt: skip
    assert message.startswith("Event 11 should say Kd instead of Kh.")


def test_who_was_paid_has_won() -> None:
    message, _ = best(
        "players Ana Beto Carla", "hand Carla 5", "deal", "cambio Ana ??", "cambio Beto ??",
        "cambio Carla ??", "payment Ana Beto 5", "payment Carla Beto 5", "hand Ana 5",
    )  # fmt: skip
    assert message == (
        "A line is missing before event 7: Beto declared peladilla. "
        "By the record, it may also have been cuatro cuerpos and color."
    )


def test_the_winning_meld_may_take_a_card_from_another_and_the_rest_from_the_hand() -> None:
    events = told(
        "table Ana Beto", "draw Ana 7h", "meld Ana 4h5h6h7h8h9hThJh", "pay Ana 2c", "draw Beto 7c",
        "discard Beto 7c", "payment Beto Ana 5", "hand Ana 5",
    )  # fmt: skip
    brought = [line["event"] for one in repairs(events) for line in one.corrections]
    assert {"type": "meld", "player": "Ana", "cards": ["7h", "7c", "??"]} in brought


def test_a_finding_may_be_about_a_card_that_nobody_recorded() -> None:
    forced = told(
        "table Ana Beto Carla forced_cards=off",
        "draw Ana 2d", "discard Ana 2d", "draw Ana 9c", "discard Ana 9c", "draw Beto 4s",
        "discard Beto 4s", "draw Carla 7h", "meld Carla 7h7c7d", "pay Carla ??", "force Beto Ana",
    )  # fmt: skip
    assert [one["rule"] for one in judge(forced)["findings"]] == ["force.off"]
    assert all(repair.corrections for repair in repairs(forced))


def test_where_two_lines_name_the_same_card_either_may_be_wrong() -> None:
    message, _ = best(
        "table Ana Beto Carla", "draw Ana 7h", "draw Ana 8c", "draw Beto 9d", "draw Carla 7h",
        "draw Ana 2c",
    )  # fmt: skip
    assert message.startswith("Event 7 should say 7c instead of 7h.")
    assert message.endswith("Or it is event 10 that should not say 7h.")


def test_a_side_bet_may_have_been_of_those_who_announced_it() -> None:
    message, _ = best(
        "players Ana Beto Carla", "hand Carla 5", "side oro 2 Ana Beto", "deal",
        "announce Ana oro", "announce Ana flor", "announce Beto flor", "cambio Ana 2c",
        "cambio Beto 3c", "cambio Carla 4c", "draw Ana 7h",
    )  # fmt: skip
    assert message.startswith("A line is missing before event 4: Ana and Beto put 2 each into flor")


def test_two_lines_swapped_are_two_corrections() -> None:
    message, corrections = best(
        "table Ana Beto", "draw Ana 7h", "pay Ana 2c", "meld Ana 7h7c7d", "draw Beto 3c"
    )
    assert message == "Events 7 and 8 stand in the wrong order."
    assert [(line["event"], line["with"]["type"]) for line in corrections] == [
        (7, "meld"),
        (8, "pay"),
    ]


def test_the_corrections_fit_a_log_that_was_corrected_before() -> None:
    events = told(
        "table Ana Beto", "draw Ana 7h", "discard Ana 7h", "draw Ana 8h", "draw Beto 9h",
        "insert 9: discard Ana 8s",
    )  # fmt: skip
    assert [one["rule"] for one in judge(events)["findings"]] == ["draw.hidden"]
    mended = [
        line
        for one in repairs(events)
        for line in one.corrections
        if line["type"] == "correct" and line["event"] == 10
    ]
    assert mended[0]["with"]["event"]["card"] == "8h"
    assert judge([*events, mended[0]])["findings"] == []


@pytest.mark.parametrize(
    "lines",
    [
        ("table Ana Beto", "draw Ana 7h", "draw Ana 8h", "draw Beto 2d"),
        ("table Ana Beto", "draw Ana 7h", "offence Ana searched_pile"),
    ],
    ids=["nothing found", "seen at the table"],
)
def test_what_no_slip_explains_is_left_alone(lines: tuple[str, ...]) -> None:
    assert repairs(told(*lines)) == []


def test_a_result_that_the_cards_belie_is_put_right() -> None:
    melds = "gap melds Ana =7h8h9hTh =AcAdAs =KcKdKs, Beto ()"
    log = read_log(f"conquien\nplayers Ana, Beto\nhand Beto bet 5\n{melds}\nresult Beto\n")
    repair = repairs(list(log))[0]
    assert repair.message() == "Event 4 should have the result as the cards give it."
    left = judge([*log, *repair.corrections])
    assert (left["findings"], left["hands"][0]["net"]) == ([], {"Ana": 5, "Beto": -5})


def first_of(*lines: str) -> tuple[str, str, list[str]]:
    """The first repair of a golf score: its kind, its words, and what it leaves to be found."""
    log = read_log("\n".join(["golf", "players Ana, Beto", *lines, ""]))
    repair = repairs(list(log))[0]
    left = judge([*log, *repair.corrections])["findings"]
    return repair.kind, repair.message(), [one["rule"] for one in left]


def test_a_total_that_was_written_the_wrong_way_round_is_found_again() -> None:
    first = ["hand Beto", "score Ana 12, Beto 7 totals Ana 12, Beto 7"]
    second = ["hand Ana", "score Ana 8, Beto 21 totals Ana 20, Beto 82"]
    third = ["hand Beto", "score Ana 3, Beto 9 totals Ana 23, Beto 37"]
    words = "Event 5 should say 28 for Beto instead of 82."
    assert first_of(*first, *second, *third) == ("mistyped_figure", words, [])


def test_points_that_the_cards_do_not_give_are_put_right_with_their_total() -> None:
    shown = ["hand Beto", "Ana *", "Beto +7h -7h", "show Ana AhJcQdKs", "show Beto 2h9cTd5s"]
    words = "Event 8 should say 21 for Ana instead of 31."
    scored = "score Ana 31, Beto 26 totals Ana 31, Beto 26"
    assert first_of(*shown, scored) == ("mistyped_figure", words, [])
