"""The house rules that an evening hangs on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.rulings.crux import Crux, crux
from referee.rulings.whatif import what_if
from referee.rulings.whatif.choices import OptionChange, choices
from tests.depth import seeds
from tests.rulings.crux_brute_force import disagreement, random_log
from tests.rulings.lines import ANA_WINS, lines


def turning_points(found: Crux) -> dict[tuple[str, ...], dict[str, int]]:
    return {
        tuple(map(written, point.changes)): point.difference.moves for point in found.turning_points
    }


def written(change: OptionChange) -> str:
    if change.part is None:
        return f"{change.rule}={change.option}"
    return f"{change.rule} {'with' if change.option == 'on' else 'without'} {change.part}"


def told(found: Crux) -> list[str]:
    return [sentence.render() for sentence in found.sentences()]


def test_a_mico_and_an_unmelded_loser_hang_on_bonuses_alone() -> None:
    found = crux(lines("table Ana Beto" + ANA_WINS))
    assert turning_points(found) == {("play_everything=on",): {"Ana": 10, "Beto": -10}}
    assert list(found.matters) == ["play_everything"]
    assert told(found)[:2] == [
        "With “Play everything” (yes):",
        "In the whole evening: Ana 10 more and Beto 10 less.",
    ]


RED = """
    draw Ana 3h
    meld Ana 2h3h4h
    pay Ana Kc
    meld Beto KcKdKs
    pay Beto 9c
    draw Ana Qd
    meld Ana TdJdQd
    pay Ana 2c
    draw Beto 5d
    meld Ana 5d6d7d8d
"""
"""Ana wins with ten red cards, and Beto has melded."""


STAKED = """
    players Ana Beto
    hand Beto 5
    side oro 5
    side flor 5
    side escalera 5
    side par_rojo 5
    deal Ana=9 Beto=9
"""
"""Four side pots before the first draw."""


def test_for_a_stake_no_hand_is_played_without_its_side_game() -> None:
    found = crux([*lines(STAKED), *lines(ANA_WINS)])
    assert found.played < 2**4


def test_two_changes_that_count_only_together() -> None:
    found = crux(lines("table Ana Beto" + RED))
    together = ("play_everything=on", "color_bonus=same_color")
    assert turning_points(found) == {together: {"Ana": 5, "Beto": -5}}
    assert list(found.matters) == ["play_everything", "color_bonus"]


def test_a_rule_that_matters_only_once_another_is_changed() -> None:
    evening = lines(
        """
        table Ana Beto Carla
        draw Ana 3h
        meld Ana Ah2h3h
        pay Ana Kc
        offence Carla searched_pile
        disqualify Carla
        draw Beto 9s
        meld Ana 7s8s9s
        pay Ana Qd
        draw Beto 5d
        meld Ana 5c5d5h5s
        """
    )
    found = crux(evening)
    assert ("play_everything=on",) in turning_points(found)
    assert "disqualified_pays_bonuses" in found.matters
    assert "disqualified_pays_bonuses" not in str(turning_points(found))
    assert "Disqualified players pay bonuses" in told(found)[-2]


def test_who_is_the_last_one_left_may_have_won() -> None:
    found = crux(lines("table Ana Beto\ndraw Ana 7h\nwithdraw Ana"))
    assert turning_points(found) == {("last_standing=wins",): {"Beto": 10}}
    assert told(found)[:2] == [
        "With “The last player who is not out” (has won):",
        "Hand 1: Beto would win, where nobody did.",
    ]


SIDE_BETS = """
    players Ana Beto
    hand Beto 5
    side oro 2
    side flor 1
    deal
    announce Ana oro Kd
    cambio Ana ??
    cambio Beto ??
    draw Ana 7h
    show Ana Kd
"""


def test_every_side_game_is_a_choice_by_itself() -> None:
    evening = lines(SIDE_BETS) + lines("end abandoned")
    found = crux(evening)
    points = turning_points(found)
    assert points["side_games without oro",] == {"Ana": -2, "Beto": 2}
    assert points["side_games without flor",] == {"Ana": 1, "Beto": 1}
    assert points["side_empty=refund",] == {"Ana": 1, "Beto": 1}
    assert found.matters["side_games"] == ("oro", "flor")


def test_announcements_do_not_make_more_ways_to_play_a_hand() -> None:
    silent = [event for event in lines(SIDE_BETS) if event["type"] != "announce"]
    assert crux(lines(SIDE_BETS)).played == crux(silent).played


def test_who_wins_now_or_wins_it_later_has_the_same_in_the_end() -> None:
    evening = lines("table Ana Beto\ndraw Ana 7h\nwithdraw Ana\nhand Ana 5\ndeal") + lines(
        ANA_WINS.replace("Ana", "X").replace("Beto", "Ana").replace("X", "Beto")
    )
    found = crux(evening)
    assert turning_points(found)["last_standing=wins",] == {}
    assert "Hand 1: Beto would win, where nobody did." in told(found)


def test_choosing_otherwise_counts_for_the_whole_evening() -> None:
    evening = lines("table Ana Beto play_everything=on" + ANA_WINS)
    evening += lines("house play_everything=off\nhand Ana 5\ndeal\ncambio Beto ??\ncambio Ana ??")
    evening += lines(ANA_WINS.replace("Ana", "X").replace("Beto", "Ana").replace("X", "Beto"))
    points = turning_points(crux(evening))
    assert points["play_everything=off",] == {"Ana": -10, "Beto": 10}
    assert points["play_everything=on",] == {"Ana": -10, "Beto": 10}


def test_a_changed_house_rule_has_what_was_chosen_first_as_an_alternative() -> None:
    houses = [{**find("desmoche").house(), "knock": option} for option in ("binding", "free")]
    knock = next(choice for choice in choices(find("desmoche"), houses) if choice.rule == "knock")
    assert knock == OptionChange(knock.house_rule, None, "binding", ("binding", "free"))


def test_no_hand_no_crux() -> None:
    found = crux(lines("players Ana Beto"))
    assert found.turning_points == ()
    assert len(found.idle) == len(find("desmoche").house_rules)
    assert told(found) == ["Whatever the house rules, everybody would have won and lost the same."]


@pytest.mark.parametrize("seed", seeds(12, 1))
def test_the_crux_agrees_with_all_combinations(seed: int) -> None:
    assert not disagreement(seed, 7)


@pytest.mark.parametrize("seed", seeds(6, 2))
def test_every_turning_point_is_what_would_have_been(seed: int) -> None:
    events = random_log(seed)
    opening: dict[str, Any] = judge(events)["house"]
    for point in crux(events).turning_points:
        house = {change.rule: change.option for change in point.changes if change.part is None}
        dropped = {change.part for change in point.changes if change.option == "off"}
        added = [change.part for change in point.changes if change.part and change.option == "on"]
        if any(change.part for change in point.changes):
            games = [game for game in opening["side_games"] if game not in dropped]
            house["side_games"] = games + added
        if not any(event["type"] == "house" for event in events):
            difference = what_if(events, house)
            assert difference.hands
            assert difference.moves == point.difference.moves
            assert difference.middle == point.difference.middle


def test_the_plain_form_is_json() -> None:
    plain = crux(lines(SIDE_BETS)).to_dict()
    assert json.loads(json.dumps(plain)) == plain
