"""A hole told: how it ended, and what everybody had."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.findings import Sentence
from referee.rulebooks.base import HandAccount

Told = Mapping[str, Any]
"""A hand of a report."""


def account(hand: Told) -> HandAccount:
    """The hole in words."""
    heading = Sentence("Hole {hand}: {dealer} deals", hand)
    return HandAccount(heading, tuple(_course(hand)), ())


def _course(hand: Told) -> Iterator[Sentence]:
    match hand["outcome"]["kind"]:
        case "knock":
            yield Sentence("The hand ended after a knock.", {})
        case "stock_empty":
            yield Sentence("The hand ended with the last card of the deck.", {})
        case "none":
            yield Sentence("The hand was given up, and does not count.", {})
        case "open":
            yield Sentence("The hand is not over.", {})
        case _:
            yield Sentence("The hand was not played to its end.", {})
    if hand["outcome"]["winner"] is not None:
        facts = {"player": hand["outcome"]["winner"]}
        yield Sentence("{player} has the fewest points.", facts)
    counted = [f"{name} {count}" for name, count in hand["scores"].items() if count is not None]
    if counted:
        yield Sentence("Points: {points}.", {"points": counted})
    unknown = [name for name, count in hand["scores"].items() if count is None]
    if unknown:
        yield Sentence("Not known: {players}.", {"players": unknown})
