"""Melds as written: cards by name, possibly with unrecorded ones."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from referee.cards.deck import NAMES, UNRECORDED, cards_of, names
from referee.cards.melds import blank, is_meld, parts

Meld = tuple[str, ...]


def is_valid(meld: Sequence[str]) -> bool:
    """Return whether cards are a meld, or may be one if some are unrecorded.

    >>> is_valid(["7h", "??", "9h"]), is_valid(["7h", "8h", "Kh"])
    (True, False)
    """
    return is_meld(cards_of(meld) + sum(map(blank, range(meld.count(UNRECORDED)))))


@lru_cache(maxsize=4096)
def fitting(meld: Meld) -> frozenset[str]:
    """Return the cards that an unrecorded card of a meld may be.

    >>> sorted(fitting(("7h", "??", "8h")))
    ['6h', '9h']
    """
    if UNRECORDED not in meld:
        return frozenset()
    at = meld.index(UNRECORDED)
    rest = (*meld[:at], *meld[at + 1 :])
    return frozenset(card for card in NAMES if card not in rest and is_valid((*rest, card)))


def may_share(melds: Iterable[Meld], cards: Meld, fresh: Collection[str]) -> bool:
    """Return whether a meld of these cards may share a card with others, by name or through
    unrecorded cards of either. ``fresh`` are its cards whose place is unknown."""
    own, named = fitting(cards), {*fresh} - {UNRECORDED}
    theirs = [({*meld}, fitting(meld)) for meld in melds]
    return any(fits & (own | named) or (own | named) & meld for meld, fits in theirs)


def is_left(cards: Meld, rest: Meld) -> bool:
    """Return whether cards are the invalid remains of a meld that was torn apart."""
    return not is_valid(cards) and {*cards} <= {*rest}


class MeldReading(NamedTuple):
    """The effect of an act that names cards of melds. ``fresh`` are the cards that were in no meld
    before, ``left`` are the melds that remain without the named cards, and ``torn`` are the remains
    of melds that are no longer valid."""

    fresh: list[str]
    left: list[Meld]
    torn: list[Meld]


def read(
    own: Sequence[Meld], others: Sequence[Meld], cards: Meld, held: Collection[str], *, laid: bool
) -> MeldReading | None:
    """Return the effect of an act on a player's ``own`` melds; None if unrecorded cards leave it
    open, or cards of ``others`` are used. Cards that are ``laid`` stay together afterwards, so a
    meld with unrecorded cards may be listed again; ``held`` cards are known to be in the hand.

    >>> read([("7h", "8h", "9h", "Th")], [], ("7h", "7c", "7d"), [], laid=True)
    MeldReading(fresh=['7c', '7d'], left=[('8h', '9h', 'Th')], torn=[])
    """
    named, every = {*cards} - {UNRECORDED}, {*chain(*own, *others)}
    if UNRECORDED not in cards and UNRECORDED not in every and named.isdisjoint(every):
        return MeldReading([*cards], [*own], [])
    again = [meld for meld in own if laid and _is_listed_again(meld, cards)][:1]
    rest = [meld for meld in own if meld not in again]
    lying = named.intersection(chain(*own))
    fresh = [card for card in cards if card not in lying]
    unheld = [card for card in fresh if laid or card not in held]
    touched = [meld for meld in rest if named.intersection(meld)]
    is_open = any(UNRECORDED in meld for meld in touched) or named.intersection(chain(*others))
    if is_open or may_share([*others, *rest], cards, unheld):
        return None
    old = list(chain(*again)).count(UNRECORDED)
    ours = [card for card in fresh if card in held or not old]
    from_hand = [*ours, *[UNRECORDED] * (len(fresh) - old - len(ours))]
    left = [piece for meld in rest for piece in _pieces(meld, named)]
    torn = [
        tuple(card for card in meld if card not in named)
        for meld in touched
        if is_valid(meld) and not all(map(is_valid, _pieces(meld, named)))
    ]
    return MeldReading(from_hand, left, torn)


def _is_listed_again(meld: Meld, cards: Meld) -> bool:
    named = {*meld} - {UNRECORDED}
    return bool(named) and UNRECORDED in meld and named <= {*cards} and len(meld) <= len(cards)


def _pieces(meld: Meld, gone: Collection[str]) -> list[Meld]:
    """Return the remains of a meld without some cards: the parts of a run, or the rest."""
    rest = tuple(card for card in meld if card not in gone)
    if not rest or len(rest) == len(meld) or not is_valid(meld):
        return [rest] if rest else []
    return [tuple(names(part)) for part in parts(cards_of(rest))]
