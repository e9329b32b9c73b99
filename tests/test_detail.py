"""Evenings recorded in less detail: totals, points or results, the end of each hand."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Final

import pytest

from benchmarks import pages
from referee.judging.registry import find
from referee.judging.replay import judge
from referee.simulating.many import PLAYED, evenings
from tests.depth import only_deep, seeds
from tests.evenings import Event, Log
from tests.table_talk import say

Told = dict[str, Any]
"""A hand of a report."""

OPENS: Final = frozenset({"game", "hand", "house", "side_bet", "join", "leave", "withdraw"})
AFTERWARDS: Final = frozenset({"show", "meld", "lay_off", "payment"})


def opened(lines: Log) -> Log:
    return [event for event in lines if event["type"] in OPENS]


def afterwards(lines: Log, hand: Told) -> Log:
    """Return the cards shown and laid down after the hand."""
    numbers = range(hand["first_event"], hand["last_event"] + 1)
    events = [event for event in lines if event["type"] != "house"]
    ended = hand["outcome"]["event"]
    later = [one for seq, one in zip(numbers, events, strict=False) if ended and seq > ended]
    return [one for one in later if one["type"] in AFTERWARDS]


def result(hand: Told) -> Event:
    """Return the result of a hand, with every bonus and side game."""
    outcome = hand["outcome"]
    told: Event = {"type": "result", "winner": outcome["winner"]}
    if outcome["winner"] is not None:
        loser = next(one for one in hand["net"] if one != outcome["winner"])
        names = [one["bonus"] for one in hand["bonuses"] if one["from"] == loser]
        told["by"] = outcome["win"] or outcome["kind"]
        told["bonuses"] = {name: names.count(name) for name in {*names} - {"arriba_del_palo"}}
        told["up_the_tree"] = [
            one["from"] for one in hand["bonuses"] if one["bonus"] == "arriba_del_palo"
        ]
    won = {one["side_game"]: one["winners"] for one in hand["side_games"]}
    told["side_games"] = {game: names or None for game, names in won.items()}
    return told


Level = Callable[[Log, Told, Event], Log]
"""Returns less of the events of a hand, given its report and the totals after it."""

LEVELS: Final[dict[str, Level]] = {
    "totals": lambda lines, _hand, so_far: [
        *opened(lines), {"type": "score", "totals": so_far},
    ],
    "points": lambda lines, hand, _so_far: [
        *opened(lines), {"type": "score", "points": hand["scores"]},
    ],
    "both": lambda lines, hand, so_far: [
        *opened(lines), *afterwards(lines, hand),
        {"type": "score", "points": hand["scores"], "totals": so_far},
    ],
    "end": lambda lines, hand, _so_far: [*opened(lines), *afterwards(lines, hand)],
    "nothing": lambda lines, _hand, _so_far: opened(lines),
    "whole": lambda lines, _hand, _so_far: lines,
    "result": lambda lines, hand, _so_far: [*opened(lines), result(hand)],
    "every act and the result": lambda lines, hand, _so_far: [*lines, result(hand)],
    "winner": lambda lines, hand, _so_far: [
        *opened(lines), {"type": "result", "winner": hand["outcome"]["winner"]},
    ],
}  # fmt: skip

FOR_POINTS: Final = ("totals", "points", "both", "end", "nothing", "whole")
FOR_MONEY: Final = ("result", "every act and the result", "winner", "nothing")


def reduced(log: Log, report: Told, levels: Sequence[str]) -> Log:
    """Return an evening with each hand recorded at one of these levels in turn."""
    (before, *played), hands = pages.hands_of(log), report["hands"]
    found = [*before]
    sums = accumulate((one.get("scores", {}) for one in hands), _added)
    for at, (lines, hand, so_far) in enumerate(zip(played, hands, sums, strict=True)):
        scores = hand.get("scores", {"": 0})
        counts = scores and None not in scores.values()  # a given-up hand stays as it is
        known = {name: total for name, total in so_far.items() if total is not None}
        found += LEVELS[levels[at % len(levels)]](lines, hand, known) if counts else lines
    return found


def _added(sums: Event, more: Event) -> Event:
    return {
        name: None if None in (had := (sums.get(name, 0), more.get(name, 0))) else sum(had)
        for name in {**sums, **more}
    }


@pytest.mark.parametrize("seed", seeds(1, 1))
@pytest.mark.parametrize(
    "game", [only_deep(game) if game in ("desmoche_app", "dam") else game for game in PLAYED]
)
def test_written_in_less_detail_an_evening_comes_to_the_same(game: str, seed: int) -> None:
    kinds = FOR_POINTS if "score" in find(game).events else FOR_MONEY
    if game == "desmoche_app":
        kinds = ("winner", "nothing")  # it has no money either
    for log in evenings(game, 9, seed):
        report = judge(log)
        ways = [*((one,) for one in kinds), kinds, kinds[::-1]]
        for levels in ways:
            poorer = reduced(log, report, levels)
            told = judge(poorer)
            assert told["findings"] == [], (levels, told["findings"])
            agrees(report, told)


def agrees(report: Told, poorer: Told) -> None:
    """Check that the less detailed record agrees on points and money."""
    asked = {one["hand"] for one in poorer["undecided"]}
    for rich, poor in zip(report["hands"], poorer["hands"], strict=True):
        for name, points in poor.get("scores", {}).items():
            assert points in (None, rich["scores"][name])
        if poor["outcome"]["kind"] in ("undecided", "open") or poor["hand"] in asked:
            break  # the money in the middle afterwards is open, too
        assert poor["outcome"]["winner"] == rich["outcome"]["winner"]
        assert poor["net"] == rich["net"]


def test_nothing_is_said_of_ten_cards_or_a_side_game_that_were_not_written() -> None:
    lines = ("players Ana Beto side_games=oro", "hand Beto 5", "side_bet oro 1")
    won = ("meld Ana 7h8h9h", "win Ana")
    hand = judge([event for line in (*lines, *won) for event in say(line)])["hands"][0]
    assert [one.text for one in find("desmoche").account(hand).sentences] == [
        "{player} wins the pot of {pot}.",
        "Side game {side_game}: the pot of {carried} stays in the middle.",
    ]
