"""The house rules that an evening hangs on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.rulings.crux import crux
from referee.rulings.whatif import what_if
from referee.rulings.whatif.choices import OptionChange, choices
from tests.depth import seeds
from tests.rulings.crux_brute_force import disagreement, random_log
from tests.rulings.lines import ANA_WINS, lines

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


def test_announcements_do_not_make_more_ways_to_play_a_hand() -> None:
    silent = [event for event in lines(SIDE_BETS) if event["type"] != "announce"]
    assert crux(lines(SIDE_BETS)).played == crux(silent).played


def test_a_changed_house_rule_has_what_was_chosen_first_as_an_alternative() -> None:
    houses = [{**find("desmoche").house(), "knock": option} for option in ("binding", "free")]
    knock = next(choice for choice in choices(find("desmoche"), houses) if choice.rule == "knock")
    assert knock == OptionChange(knock.house_rule, None, "binding", ("binding", "free"))


@pytest.mark.deep
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
