"""A hand of That Dam Game told: who went out, and what the others had left."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judging.rulebook import HandAccount
from referee.rulebooks.common.accounts import Told, points, unfinished
from referee.wording.sentences import InOrder, Sentence


def account(hand: Told) -> HandAccount:
    """The hand in words."""
    return HandAccount(
        Sentence("Hand {hand}: {dealer} deals", hand), (*_ending(hand), *points(hand)), ()
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
        case _:
            yield unfinished(hand)
