"""A hand of Dimes told: who was out, and what the others counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.findings import InOrder, Sentence
from referee.rulebooks.base import HandAccount

Told = Mapping[str, Any]
"""A hand of a report."""


def account(hand: Told) -> HandAccount:
    """The hand in words."""
    heading = Sentence("Hand {hand}: {dealer} deals", hand)
    return HandAccount(heading, (*_ending(hand), *_points(hand), *_dimes(hand)), ())


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
        case "open":
            yield Sentence("The hand is not over.", facts)
        case _:
            yield Sentence("The hand was not played to its end.", facts)


def _points(hand: Told) -> Iterator[Sentence]:
    known = [f"{name} {points}" for name, points in hand["scores"].items() if points is not None]
    if known:
        yield Sentence("Points: {points}.", {"points": known})
    unknown = [name for name, points in hand["scores"].items() if points is None]
    if unknown:
        yield Sentence("Not known: the points of {players}.", {"players": unknown})


def _dimes(hand: Told) -> Iterator[Sentence]:
    if not hand["pot"]:
        return
    taken = [f"{name} {net:+}" for name, net in hand["net"].items() if net]
    if taken:
        yield Sentence("Dimes: {taken}.", {"taken": taken})
    yield Sentence("In the pot: {carried}.", hand)
