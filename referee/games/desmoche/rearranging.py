"""The cards that a desmoche moves: a player's melds before an act, against the same melds after it.

A card has moved if the meld that it lay in goes on without it. Which meld goes on as which is not
written anywhere: of all ways to see it, the one counts that breaks the house rule least. So neither
the order of the lines nor a meld that was laid and taken up again in between makes a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod
from typing import Final

from referee.cards.deck import DECK, RANK_CARDS
from referee.cards.melds import ACE_HIGH_RUNS, RUNS
from referee.games.desmoche.melds import extensions, melds_among
from referee.judging.rulebook import House

Melds = Sequence[int]

NEW: Final = 0
"""The cards of a meld that goes on that was not there before."""

MOST_WAYS: Final = 10_000
"""A table with more ways to see what has moved is no table of ten cards: nothing is said of it."""

MOST_REARRANGED: Final = 13
"""More cards than this on one table are looked at as they lie."""


def moved_wrongly(before: Melds, after: Melds, option: str) -> int:
    """The cards that moved between melds though the house rule bars it: all that moved where one
    card alone may (``one_card``), or those that did not come from a set of four.

    >>> from referee.cards.deck import cards_of, names
    >>> fives, run = cards_of(["5c", "5h", "5s"]), cards_of(["6h", "7h", "8h"])
    >>> after = [cards_of(["5c", "5s", "5d"]), run | cards_of(["5h"])]
    >>> moved_wrongly([fives, run], after, "one_card")
    0
    >>> names(moved_wrongly([run, cards_of(["9h", "Th", "Jh"])], [cards_of(
    ...     ["6h", "7h", "8h", "9h", "Th", "Jh"])], "one_card"))
    ['9h', 'Th', 'Jh']
    """
    count = _BARRED.get(option)
    if count is None:
        return 0
    ways = [[*[old for old in before if old & new], NEW] for new in after]
    if prod(map(len, ways)) > MOST_WAYS:
        return 0
    barred = [
        count(before, after, goes_on) for goes_on in product(*ways) if _can_be(after, goes_on)
    ]
    return min(barred, key=int.bit_count)


def extensions_after_a_desmoche(melds: Melds, house: House) -> int:
    """All cards that extend one of these melds as they lie, or after the player has moved cards
    between them as the house rules allow.

    >>> from referee.cards.deck import cards_of, names
    >>> lying = [cards_of(["4h", "5h", "6h", "7h"]), cards_of(["7c", "7d", "7s"])]
    >>> names(extensions_after_a_desmoche(lying, {"desmoche": "free"}))
    ['3h', '7h', '8h']
    """
    found = extensions(melds, house)
    table = sum(melds)
    if table > DECK or table.bit_count() > MOST_REARRANGED:
        return found
    within = melds_among(table, house)
    for after in shared_out(table, within):
        more = extensions(after, house) & ~found
        if more and not moved_wrongly(melds, after, house["desmoche"]):
            found |= more
    return found


def shared_out(cards: int, within: Melds) -> Iterator[list[int]]:
    """Every way to lay these cards as melds, none left over."""
    if not cards:
        yield []
        return
    first = cards & -cards
    for meld in within:
        if meld & first and meld & ~cards == 0:
            for others in shared_out(cards & ~meld, within):
                yield [meld, *others]


def _can_be(after: Melds, goes_on: Melds) -> bool:
    """Return whether each meld of before goes on as one meld, or as pieces between which cards are
    gone: only a run falls apart, and only where a card has left it."""
    for (new, old), (other, also) in combinations(zip(after, goes_on, strict=True), 2):
        if old == also != NEW and _hang_together(old, old & new, old & other):
            return False
    return True


def _hang_together(old: int, piece: int, other: int) -> bool:
    if old in RUNS or old in ACE_HIGH_RUNS:
        above = piece << 1 | piece >> 1 | (piece << 12 | piece >> 12 if old in ACE_HIGH_RUNS else 0)
        return bool(above & other)
    return True


def _moved(before: Melds, after: Melds, goes_on: Melds) -> int:
    """The cards that lay in another meld than the one that theirs goes on from."""
    lay = sum(before)
    return sum(new & lay & ~old for new, old in zip(after, goes_on, strict=True))


def _more_than_one(before: Melds, after: Melds, goes_on: Melds) -> int:
    moved = _moved(before, after, goes_on)
    return moved if moved.bit_count() > 1 else 0


def _not_from_a_set_of_four(before: Melds, after: Melds, goes_on: Melds) -> int:
    moved, barred = _moved(before, after, goes_on), 0
    for old in before:
        gone = old & moved
        if gone and any(old | new in RANK_CARDS for new in _goes_on_as(old, after, goes_on)):
            gone &= gone - 1
        barred |= gone
    return barred


def _goes_on_as(old: int, after: Melds, goes_on: Melds) -> Iterable[int]:
    """Return what a meld goes on as; where it is gone, itself as it lay."""
    return [new for new, was in zip(after, goes_on, strict=True) if was == old] or [old]


_BARRED: Final[dict[str, Callable[[Melds, Melds, Melds], int]]] = {
    "one_card": _more_than_one,
    "sets_of_four": _not_from_a_set_of_four,
}
"""For each option that bars something, what it counts."""
