"""A hand of the phone app's Desmoche told: who won it, and with which melds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.judging.rulebook import HandAccount
from referee.wording.sentences import InOrder, Sentence


def account(hand: Mapping[str, Any]) -> HandAccount:
    """The hand in words."""
    heading = Sentence("Hand {hand}: {dealer} deals", hand)
    return HandAccount(heading, (_ending(hand["outcome"]),), ())


def _ending(outcome: Mapping[str, Any]) -> Sentence:
    melds = [InOrder(meld) for meld in outcome["melds"]]
    facts = {"player": outcome["winner"], "melds": melds}
    if outcome["kind"] == "open":
        return Sentence("The hand is not over.", facts)
    if outcome["winner"] is None:
        return Sentence("The hand was not played to its end, and nobody has won it.", facts)
    if not melds:
        return Sentence("{player} wins.", facts)
    return Sentence("{player} wins with ten cards: {melds}.", facts)
