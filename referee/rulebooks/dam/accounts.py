"""A hand of That Dam Game told: who went out, and what the others had left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.findings import InOrder, Sentence
from referee.rulebooks.base import HandAccount

Told = Mapping[str, Any]
"""A hand of a report."""


def account(hand: Told) -> HandAccount:
    """The hand in words."""
    return HandAccount(
        Sentence("Hand {hand}: {dealer} deals", hand), (*_ending(hand), *_points(hand)), ()
    )


def _ending(hand: Told) -> Iterator[Sentence]:
    outcome = hand["outcome"]
    facts = {
        "player": outcome["winner"],
        "melds": [InOrder(meld) for meld in outcome["melds"]],
    }
    match outcome["kind"]:
        case "out" if outcome["melds"]:
            yield Sentence("{player} has no cards left. On the table: {melds}.", facts)
        case "out":
            yield Sentence("{player} has no cards left.", facts)
        case "open":
            yield Sentence("The hand is not over.", facts)
        case _:
            yield Sentence("The hand was not played to its end.", facts)


def _points(hand: Told) -> Iterator[Sentence]:
    known = [f"{name} {points}" for name, points in hand["scores"].items() if points is not None]
    if known:
        yield Sentence("Points: {points}.", {"points": known})
    open_ = [name for name, points in hand["scores"].items() if points is None]
    if open_:
        yield Sentence("Not known: the points of {players}.", {"players": open_})
