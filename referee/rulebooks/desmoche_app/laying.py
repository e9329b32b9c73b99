"""Melds on the table: what a line about them moves, and how they lie then. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.cards import BITS, UNRECORDED, cards_of, names
from referee.melds import blank, is_meld, parts

Meld = list[str]


def is_valid(cards: Sequence[str]) -> bool:
    """Whether the cards are a meld, or may be one with those that nobody recorded.

    >>> is_valid(["7h", "8h", "9h"]), is_valid(["7h", "??", "9h"]), is_valid(["7h", "8h", "Kh"])
    (True, True, False)
    """
    unseen = cards.count(UNRECORDED)
    return is_meld(cards_of(list(cards)) | sum(blank(number) for number in range(unseen)))


def in_order(meld: Sequence[str]) -> tuple[str, ...]:
    """A meld by suit and rank, as reports have it."""
    return (*names(cards_of(list(meld))), *[UNRECORDED] * meld.count(UNRECORDED))


def lifted(melds: Sequence[Meld], cards: Collection[str]) -> tuple[list[Meld], list[Meld]]:
    """The melds without these cards, and what that leaves of valid melds that is none.

    >>> lifted([["4h", "5h", "6h", "7h"]], ["4h"])
    ([['5h', '6h', '7h']], [])
    >>> lifted([["4h", "5h", "6h", "7h"]], ["5h"])
    ([['4h'], ['6h', '7h']], [['4h', '6h', '7h']])
    """
    left, torn = [], []
    for lying in melds:
        rest = [card for card in lying if card not in cards]
        if len(rest) == len(lying):
            left.append(lying)
        elif rest:
            pieces = _pieces(rest) if is_valid(lying) else [rest]
            left += pieces
            if is_valid(lying) and not all(map(is_valid, pieces)):
                torn.append(rest)
    return left, torn


def is_left_of(meld: Meld, rest: Meld) -> bool:
    """Whether these cards are what is still left, as no meld, of what an act left behind.

    >>> is_left_of(["8h", "9h"], ["7h", "8h", "9h"]), is_left_of(["8h", "8c"], ["8h", "9h"])
    (True, False)
    """
    return not is_valid(meld) and all(card in rest for card in meld)


def _pieces(rest: Meld) -> list[Meld]:
    if UNRECORDED in rest:
        return [rest]
    return [[card for card in rest if BITS[card] & part] for part in parts(cards_of(rest))]


@dataclass(frozen=True, slots=True)
class Laying:
    """What a ``meld`` does: the meld as it then lies, which of its cards come from the hand, from
    the other player's melds, and which were there before without a name; how all his melds lie
    then, and what is left of valid melds that is none."""

    meld: Meld
    from_hand: list[str]
    stolen: list[str]
    named_now: list[str]
    lies: list[Meld]
    torn: list[Meld]


def laying(own: Sequence[Meld], others: Collection[str], listed: Sequence[str]) -> Laying:
    """Read a ``meld`` that lists these cards against the melds on the table; ``others`` are the
    cards in the other player's melds.

    >>> laid = laying([["7h", "8h", "9h", "Th"]], [], ["7h", "7c", "7d"])
    >>> laid.from_hand, laid.lies
    (['7c', '7d'], [['8h', '9h', 'Th'], ['7h', '7c', '7d']])
    """
    named = [card for card in dict.fromkeys(listed) if card != UNRECORDED]
    unseen = listed.count(UNRECORDED)
    on_own = {card for lying in own for card in lying}
    stolen = [card for card in named if card in others]
    fresh = [card for card in named if card not in on_own and card not in others]
    # a meld that grows keeps its unrecorded cards, and some of them may be named now
    kept = sum(lying.count(UNRECORDED) for lying in _grown(own, named))
    still_unseen = min(kept, unseen)
    known_now = min(kept - still_unseen, len(fresh))
    from_hand = len(fresh) - known_now
    meld = [card for at, card in enumerate(listed) if card == UNRECORDED or card not in listed[:at]]
    grown = _grown(own, named) if kept else []
    lies, torn = lifted([lying for lying in own if lying not in grown], named)
    return Laying(
        meld=meld,
        from_hand=[*fresh[:from_hand], *[UNRECORDED] * (unseen - still_unseen)],
        stolen=stolen,
        named_now=fresh[from_hand:],
        lies=[*lies, meld],
        torn=torn,
    )


def _grown(own: Sequence[Meld], named: Collection[str]) -> list[Meld]:
    """The melds with unrecorded cards of which all named cards are listed."""
    return [
        lying
        for lying in own
        if UNRECORDED in lying
        and set(lying) != {UNRECORDED}
        and all(card in named for card in lying if card != UNRECORDED)
    ]
