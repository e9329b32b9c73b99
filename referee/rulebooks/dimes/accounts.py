"""A hand of Dimes told: who was out, and what the others counted."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judging.rulebook import HandAccount
from referee.rulebooks.common.accounts import Told, points, unfinished
from referee.wording.sentences import InOrder, Sentence


def account(hand: Told) -> HandAccount:
    """The hand in words."""
    heading = Sentence("Hand {hand}: {dealer} deals", hand)
    return HandAccount(heading, (*_ending(hand), *points(hand), *_dimes(hand)), ())


def _ending(hand: Told) -> Iterator[Sentence]:
    outcome = hand["outcome"]
    facts = {
        "player": outcome["winner"],
        "melds": [InOrder(meld) for meld in outcome["melds"]],
    }
    match outcome["kind"]:
        case "out" if outcome["melds"]:
            yield Sentence("{player} is out with {melds}.", facts)
        case "out":
            yield Sentence("{player} is out.", facts)
        case _:
            yield unfinished(hand)


def _dimes(hand: Told) -> Iterator[Sentence]:
    if not hand["pot"]:
        return
    taken = [f"{name} {net:+}" for name, net in hand["net"].items() if net]
    if taken:
        yield Sentence("Dimes: {taken}.", {"taken": taken})
    yield Sentence("In the pot: {carried}.", hand)
