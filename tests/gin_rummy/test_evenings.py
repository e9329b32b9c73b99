"""Evenings of Gin Rummy are found lawful, and come to what is computed here from the page of the
game."""

from collections.abc import Mapping
from random import Random

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.evenings import Log, evening, hands_of, house_of, seen_in_part, total, until
from tests.gin_rummy.deadwood import best, left_against, worth


def points_of(hand: Log, players: list[str], house: Mapping[str, str]) -> dict[str, int]:
    """Return the points of a hand whose cards were all recorded, laid down to leave the fewest."""
    held, at = until(hand, lambda _, line: line["type"] == "knock")
    if at < 0:
        return dict.fromkeys(players, 0)
    knocker = hand[at]["player"]
    (other,) = {*players} - {knocker}
    cards = {name: [*held.hands[name].elements()] for name in players}
    own = worth(best(cards[knocker])[1])
    laid = [
        tuple(line["cards"])
        for line in hand[at:]
        if line["type"] == "meld" and line["player"] == knocker
    ]
    theirs = worth(left_against(cards[other], laid) if own else best(cards[other])[1])
    if not own:
        return {knocker: theirs + int(house["gin"]), other: 0}
    if theirs <= own:
        return {knocker: 0, other: own - theirs + int(house["undercut"])}
    return {knocker: theirs - own, other: 0}


def bonus_of(
    name: str, scores: list[dict[str, int]], winners: list[str], house: Mapping[str, str]
) -> int:
    """Return the points for hands won and for the game, once it is won."""
    won = sum(bool(hand[name]) for hand in scores)
    return bool(winners) * won * int(house["line"]) + (name in winners) * int(house["game"])


@pytest.mark.parametrize("seed", seeds(60, 2))
def test_lawful_games_are_found_lawful_and_counted_right(seed: int) -> None:
    log = evening("gin_rummy", seed, (12, 1, 2, 3)[seed % 4])
    house, players = house_of(log), log[0]["players"]
    scores = [points_of(hand, players, house) for hand in hands_of(log)]
    sums = total(scores)
    winners = [name for name in players if sums[name] >= 100]
    kinds, rng = ("deal", "turn_up", "draw", "take", "discard", "knock"), Random(seed)
    optional = ("cut", "deal", "turn_up", "pass", "score", "end")
    for told in (
        log,
        seen_in_part(log, rng, 0.5, kinds),
        seen_in_part(log, rng, 0, kinds, optional),
    ):
        report = judge(told)
        assert report["findings"] == []
        assert [hand["scores"] for hand in report["hands"]] == scores
        assert report["winners"] == winners
        assert report["scores"] == {
            name: sums[name] + bonus_of(name, scores, winners, house) for name in players
        }
