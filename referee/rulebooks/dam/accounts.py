"""A hand of That Dam Game told: who went out, and what the others had left."""

from __future__ import annotations

from referee.judging.rulebook import HandAccount
from referee.judging.telling import Told, points, went_out
from referee.wording.language import N_
from referee.wording.sentences import Sentence


def account(hand: Told) -> HandAccount:
    """The hand in words."""
    heading = Sentence("Hand {hand}: {dealer} deals", hand)
    out = went_out(
        hand,
        N_("{player} has no cards left."),
        N_("{player} has no cards left. On the table: {melds}."),
    )
    return HandAccount(heading, (out, *points(hand)), ())
