"""Evenings with other house rules or other events."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from referee.judging.corrections import correction
from referee.judging.replay import judge, replayed
from referee.rulings.whatif import NotPossible, supposing, what_if
from tests.depth import seeds
from tests.rulings.lines import ANA_WINS, lines
from tests.simulation import lawful_session

EVENING = lines("table Ana Beto" + ANA_WINS)


def told(difference: Any) -> list[str]:
    return [sentence.render() for sentence in difference.sentences()]


def found(findings: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(finding["event"], finding["rule"]) for finding in findings]


def test_with_bonuses_the_loser_pays_for_the_mico_and_for_never_having_melded() -> None:
    difference = what_if(EVENING, {"play_everything": "on"})
    assert difference.moves == {"Ana": 10, "Beto": -10}
    assert difference.hands[0].outcomes is None
    assert told(difference) == [
        "Hand 1: Ana 10 more and Beto 10 less.",
        "In the whole evening: Ana 10 more and Beto 10 less.",
    ]


def test_a_house_rule_that_decides_nothing_makes_no_difference() -> None:
    difference = what_if(EVENING, {"knock": "free", "carry_bet": "free"})
    assert not difference
    assert told(difference) == ["Nothing would be different."]


def test_without_the_event_its_finding_is_gone_and_no_number_changes() -> None:
    evening = lines("table Ana Beto Carla") + lines(
        """
        draw Ana 7h
        draw Carla 9h
        """
    )
    difference = what_if(evening, without=[6])
    assert found(difference.findings_new) == [(7, "cambio.one")]
    difference = what_if(evening, without=[8])
    assert found(difference.findings_gone) == [(8, "turn.order")]
    assert found(difference.findings_new) == []


def test_without_the_last_meld_nobody_wins() -> None:
    difference = what_if(EVENING, without=[len(EVENING)])
    assert told(difference)[0] == "Hand 1: nobody would win, instead of Ana."
    assert difference.middle == 10


def test_another_event_in_its_place() -> None:
    nine = {"type": "meld", "player": "Ana", "cards": ["5c", "5d", "5h"]}
    difference = what_if(EVENING, instead={len(EVENING): nine})
    assert difference.hands[0].to_dict()["would_be"]["outcome"]["kind"] == "open"
    assert difference.moves == {"Ana": -10}


def test_an_event_put_in_the_place_of_an_inserted_one_stands_where_that_stood() -> None:
    evening = lines(
        """
        table Ana Beto
        draw Ana 7h
        draw Beto 9h
        insert 7: draw Ana Kd
        """
    )
    draw = {"type": "draw", "player": "Beto", "card": "Kd"}
    difference = what_if(evening, instead={8: draw})
    assert found(difference.findings_new) == [(8, "turn.order")]
    assert found(what_if(evening, without=[8]).findings_new) == [(7, "turn.order")]


def test_a_correction_can_be_left_out() -> None:
    evening = lines(
        """
        table Ana Beto
        draw Beto 7h
        correct 6: draw Ana 7h
        """
    )
    assert found(what_if(evening, without=[7]).findings_new) == [(6, "turn.order")]


def test_what_the_table_agreed_on_later_is_overridden_too() -> None:
    evening = EVENING + lines(
        """
        house play_everything=on knock=free
        hand Ana 5
        deal
        """
    )
    second = [{**event, "player": _other(event["player"])} for event in lines(ANA_WINS)]
    evening += [*lines("cambio Beto ??\ncambio Ana ??"), *second]
    always_off = what_if(evening, {"play_everything": "off"})
    assert [hand.number for hand in always_off.hands] == [2]
    always_on = what_if(evening, {"play_everything": "on"})
    assert [hand.number for hand in always_on.hands] == [1]


def _other(player: str) -> str:
    return "Beto" if player == "Ana" else "Ana"


def test_a_hand_that_would_not_be_there() -> None:
    evening = [*EVENING, *lines("hand Ana 5")]
    difference = what_if(evening, without=[len(evening)])
    assert told(difference)[0] == "There would be no hand 2."


def test_side_games_are_chosen_as_a_list() -> None:
    evening = lines("players Ana Beto\nhand Beto 5\nside oro 2")
    assert what_if(evening, {"side_games": ["flor"]}).middle == -4


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"house": {"jokers": "wild"}}, "no house rule jokers"),
        ({"house": {"knock": "maybe"}}, "binding, free"),
        ({"house": {"side_games": "oro"}}, "the options oro"),
        ({"without": [99]}, "none with number 99"),
        ({"without": [0]}, "none with number 0"),
        ({"without": [1]}, "opens the game"),
        ({"instead": {2: EVENING[0]}}, "opens the game"),
        ({"without": [3], "instead": {3: EVENING[2]}}, "both leave out event"),
    ],
)
def test_what_cannot_be_asked_for(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        what_if(EVENING, **asked)


def test_the_plain_form_is_json() -> None:
    plain = what_if(EVENING, {"play_everything": "on"}, without=[6]).to_dict()
    assert json.loads(json.dumps(plain)) == plain


@pytest.mark.parametrize("seed", seeds(60, 6))
def test_what_would_be_is_judged_as_if_it_had_been_written_so(seed: int) -> None:
    rng = Random(seed)
    log, _ = lawful_session(rng, hands=4)
    replay, left_out = replayed(log), rng.randrange(2, len(log) + 1)
    as_it_was = replay.report()
    would_be = supposing(replay, without=[left_out])
    line = correction(left_out, log[left_out - 1], None, "what if")
    assert would_be == judge([*log, line]) | {"events": len(log)}
    assert replay.report() == as_it_was
    assert supposing(replay) == as_it_was
