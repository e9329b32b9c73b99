"""Melds on the table: what a line about them moves, and how they lie then. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.cards.deck import BITS, NAMES, UNRECORDED, cards_of, names
from referee.cards.melds import blank, is_meld, melds_with, parts

Meld = list[str]


def is_valid(cards: Sequence[str]) -> bool:
    """Whether the cards are a meld, or may be one with those that nobody recorded.

    >>> is_valid(["7h", "8h", "9h"]), is_valid(["7h", "??", "9h"]), is_valid(["7h", "8h", "Kh"])
    (True, True, False)
    """
    named, unseen = cards_of(cards), cards.count(UNRECORDED)
    return is_meld(named | sum(map(blank, range(unseen))) if unseen else named)


def in_order(meld: Sequence[str]) -> tuple[str, ...]:
    """A meld by suit and rank, as reports have it."""
    return (*names(cards_of(meld)), *[UNRECORDED] * meld.count(UNRECORDED))


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
            # what it leaves is open where nobody recorded all of it
            known = UNRECORDED not in rest and is_valid(lying)
            if known and not all(map(is_valid, pieces)):
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
    the other player's melds, and which were there before without a name; how all melds of its
    player lie then, and what is left of valid melds that is none. ``open`` are cards of these
    melds of which one may be meant by a card that nobody recorded, or lie where one did."""

    meld: Meld
    from_hand: list[str]
    stolen: list[str]
    named_now: list[str]
    lies: list[Meld]
    torn: list[Meld]
    open: set[str]

    @property
    def surely_from_hand(self) -> list[str]:
        """The cards that come from the hand and can be none of those in the player's melds."""
        return [] if self.open else self.from_hand


def laying(
    own: Sequence[Meld],
    others: Collection[str],
    listed: Sequence[str],
    held: Collection[str] = (),
    surely: Sequence[Meld] | None = None,
) -> Laying:
    """Read a ``meld`` that lists these cards against the melds on the table; ``others`` are the
    cards in the other player's melds, ``held`` those that are known to be in the hand, ``surely``
    the own melds that lie there for certain (all where left out).

    >>> laid = laying([["7h", "8h", "9h", "Th"]], [], ["7h", "7c", "7d"])
    >>> laid.from_hand, laid.lies
    (['7c', '7d'], [['8h', '9h', 'Th'], ['7h', '7c', '7d']])
    """
    told = _told_twice(listed)
    listed = _kept_together(own if surely is None else surely, told)
    named = [card for card in dict.fromkeys(listed) if card != UNRECORDED]
    unseen = listed.count(UNRECORDED)
    on_own = {card for lying in own for card in lying}
    stolen = [card for card in named if card in others]
    fresh = [card for card in named if card not in on_own and card not in others]
    fresh.sort(key=lambda card: card not in held)
    # a meld that grows keeps its unrecorded cards, and some of them may be named now
    grown = _grown(own, listed)
    kept = sum(lying.count(UNRECORDED) for lying in grown)
    still_unseen = min(kept, unseen)
    known_now = min(kept - still_unseen, len(fresh))
    from_hand = len(fresh) - known_now
    played = [*fresh[:from_hand], *[UNRECORDED] * (unseen - still_unseen)]
    if still_unseen and fresh:
        # any of the cards named now may be one that lay there, and the one from the hand not
        from_hand, played = 0, [UNRECORDED] * len(played)
    meld = list(listed)
    others_own = [lying for lying in own if lying not in grown]
    lies, torn = lifted(others_own, named)
    return Laying(
        meld=meld,
        from_hand=played,
        stolen=stolen,
        named_now=fresh[from_hand:],
        lies=[*lies, meld] if meld else lies,
        torn=torn,
        open=_perhaps_moved(others_own, meld, played)
        | _perhaps_broken(others_own, named)
        | _perhaps_another(told, listed),
    )


def _told_twice(listed: Sequence[str]) -> Sequence[str]:
    """The list without the names that stand there twice; where the others are no meld, with
    another card that nobody recorded for each.

    >>> _told_twice(["7h", "8h", "9h", "9h"]), _told_twice(["7h", "8h", "8h"])
    (['7h', '8h', '9h'], ['7h', '8h', '??'])
    """
    if len({*listed}) == len(listed):
        return listed
    once = [card for at, card in enumerate(listed) if card == UNRECORDED or card not in listed[:at]]
    if len(once) == len(listed) or is_valid(once):
        return once
    return [*once, *[UNRECORDED] * (len(listed) - len(once))]


def _kept_together(own: Sequence[Meld], listed: Sequence[str]) -> Sequence[str]:
    """The list with the names of the cards that nobody recorded this time, but that lie in a meld
    of which all others are listed: alone they would be left as no meld.

    >>> _kept_together([["8c", "8h", "8s"]], ["8c", "??", "8d", "8s"])
    ['8c', '8h', '8d', '8s']
    """
    for lying in own:
        rest = [card for card in lying if card not in listed]
        if UNRECORDED in lying or len(rest) == len(lying) or all(map(is_valid, _pieces(rest))):
            continue
        names = iter(rest)
        full = [next(names, card) if card == UNRECORDED else card for card in listed]
        if next(names, None) is None and is_valid(full):
            listed = full
    return listed


def _perhaps_another(told: Sequence[str], kept: Sequence[str]) -> set[str]:
    """The cards of a meld that was read as one that lies there, where it may be another one: what
    that leaves may be mended in the same turn.

    >>> sorted(_perhaps_another(["7h", "??", "??"], ["7h", "8h", "9h"]))
    ['7h', '8h', '9h', '??']
    >>> _perhaps_another(["8c", "??", "8d", "8s"], ["8c", "8h", "8d", "8s"])
    set()
    """
    if told is kept or all(one == cards_of(kept) for one in melds_with(cards_of(told), len(told))):
        return set()
    return {*kept, UNRECORDED}


def fitting(own: Sequence[Meld], card: str) -> set[str]:
    """All cards of the melds in which this card may lie without a name.

    >>> sorted(fitting([["7h", "??", "9h"], ["2c", "3c", "4c"]], "8h"))
    ['7h', '9h', '??']
    """
    return {one for lying in own if _may_be(lying, card) for one in lying}


def _perhaps_moved(own: Sequence[Meld], meld: Meld, played: Sequence[str]) -> set[str]:
    """The cards of these melds that may be among those played, or with which one of them lay."""
    found = {one for card in played if card != UNRECORDED for one in fitting(own, card)}
    if UNRECORDED in played:
        fits = [card for card in NAMES if card not in meld and _may_be(meld, card)]
        found |= {card for lying in own for card in fits if card in lying or _may_be(lying, card)}
    return found | {UNRECORDED} if found else found


def _perhaps_broken(own: Sequence[Meld], taken: Collection[str]) -> set[str]:
    """The cards that are left of melds of which nobody recorded all cards, where some are taken."""
    return {
        card
        for lying in own
        if UNRECORDED in lying and any(card in taken for card in lying)
        for card in lying
        if card not in taken
    }


def _may_be(meld: Meld, card: str) -> bool:
    """Whether a card that nobody recorded in this meld may be this one."""
    if UNRECORDED not in meld:
        return False
    at = meld.index(UNRECORDED)
    return is_valid([*meld[:at], card, *meld[at + 1 :]])


def _grown(own: Sequence[Meld], listed: Sequence[str]) -> list[Meld]:
    """The melds with unrecorded cards that may be listed whole: all their named cards stand there,
    and there are no fewer cards."""
    return [
        lying
        for lying in own
        if UNRECORDED in lying
        and set(lying) != {UNRECORDED}
        and len(lying) <= len(listed)
        and all(card in listed for card in lying if card != UNRECORDED)
    ]
