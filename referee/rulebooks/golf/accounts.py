"""A hole told: how it ended, and what everybody had."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judging.rulebook import HandAccount
from referee.rulebooks.common.accounts import Told, points, unfinished
from referee.wording.sentences import Sentence


def account(hand: Told) -> HandAccount:
    """The hole in words."""
    heading = Sentence("Hand {hand}: {dealer} deals", hand)
    return HandAccount(heading, tuple(_course(hand)), ())


def _course(hand: Told) -> Iterator[Sentence]:
    match hand["outcome"]["kind"]:
        case "knock":
            yield Sentence("The hand ended after a knock.", {})
        case "stock_empty":
            yield Sentence("The hand ended with the last card of the deck.", {})
        case "none":
            yield Sentence("The hand was given up, and does not count.", {})
        case _:
            yield unfinished(hand)
    if hand["outcome"]["winner"] is not None:
        facts = {"player": hand["outcome"]["winner"]}
        yield Sentence("{player} has the fewest points.", facts)
    yield from points(hand)
