"""A hand told in the words that several games have for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.wording.sentences import InOrder, Sentence

Told = Mapping[str, Any]
"""A hand of a report."""


def unfinished(hand: Told) -> Sentence:
    """A hand that no card has ended.

    >>> unfinished({"outcome": {"kind": "open"}}).told()
    'The hand is not over.'
    """
    if hand["outcome"]["kind"] == "open":
        return Sentence("The hand is not over.", {})
    return Sentence("The hand was not played to its end.", {})


def went_out(hand: Told, out: str, with_melds: str) -> Sentence:
    """How a hand ended that is over as soon as somebody is out, in these words: with the melds that
    they laid down, where these are known.

    >>> hand = {"outcome": {"kind": "out", "winner": "Ana", "melds": []}}
    >>> went_out(hand, "{player} is out.", "{player} is out with {melds}.").told()
    'Ana is out.'
    """
    outcome = hand["outcome"]
    if outcome["kind"] != "out":
        return unfinished(hand)
    melds = [InOrder(meld) for meld in outcome["melds"]]
    text = with_melds if melds else out
    return Sentence(text, {"player": outcome["winner"], "melds": melds})


def points(hand: Told) -> Iterator[Sentence]:
    """Yield the points that are known, and whose are unknown.

    >>> [one.told() for one in points({"scores": {"Ana": 5, "Beto": None}})]
    ['Points: Ana 5.', 'Not known: the points of Beto.']
    """
    counted = [f"{name} {count}" for name, count in hand["scores"].items() if count is not None]
    if counted:
        yield Sentence("Points: {points}.", {"points": counted})
    unknown = [name for name, count in hand["scores"].items() if count is None]
    if unknown:
        yield Sentence("Not known: the points of {players}.", {"players": unknown})
