"""A hand of Dimes told: who was out, and what the others counted."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judging.rulebook import HandAccount
from referee.judging.telling import Told, points, went_out
from referee.wording.language import N_
from referee.wording.sentences import Sentence


def account(hand: Told) -> HandAccount:
    """The hand in words."""
    heading = Sentence("Hand {hand}: {dealer} deals", hand)
    out = went_out(hand, N_("{player} is out."), N_("{player} is out with {melds}."))
    return HandAccount(heading, (out, *points(hand), *_dimes(hand)), ())


def _dimes(hand: Told) -> Iterator[Sentence]:
    if not hand["pot"]:
        return
    taken = [f"{name} {net:+}" for name, net in hand["net"].items() if net]
    if taken:
        yield Sentence("Dimes: {taken}.", {"taken": taken})
    yield Sentence("In the pot: {carried}.", hand)
