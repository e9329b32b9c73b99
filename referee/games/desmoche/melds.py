"""Melds by house rule: whether the ace also stands above the king.

The house rule is looked up only if it decides something, so that it affects only evenings with
kings and aces side by side.

A card counts as moved by a desmoche if its former meld goes on without it. Logs do not say which
meld goes on as which, so the interpretation counts that breaks the house rule least. The order of
lines, and a meld that is laid and taken up again in between, do not matter.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod
from typing import Final

from referee.cards import melds
from referee.cards.deck import DECK, RANK_CARDS
from referee.cards.melds import ACE_HIGH_RUNS, EXTENDING, MELDS, RUNS
from referee.judging.rulebook import House

Melds = Sequence[int]

NEW: Final = 0
"""Stands for the earlier meld of a new one, which has none."""

MOST_WAYS: Final = 10_000
"""The most interpretations of moved cards to compare. Ten cards never have more; a table with more
is not judged."""

MOST_REARRANGED: Final = 13
"""With more cards than this on a table, no possible desmoche is considered."""


def is_meld(cards: int, house: House) -> bool:
    """Return whether the cards are, or with unrecorded ones may be, a run or a set here.

    >>> from referee.cards.deck import cards_of
    >>> queen_king_ace = cards_of(["Qh", "Kh", "Ah"])
    >>> is_meld(queen_king_ace, {"ace_runs": "low"}), is_meld(queen_king_ace, {"ace_runs": "both"})
    (False, True)
    """
    return melds.is_meld(cards) or (melds.is_meld(cards, ACE_HIGH_RUNS) and _both_ways(house))


def extensions(lying: Sequence[int], house: House) -> int:
    """Return all cards that can be laid onto one of these melds at this table.

    >>> from referee.cards.deck import cards_of, names
    >>> jack_to_king = cards_of(["Jh", "Qh", "Kh"])
    >>> names(extensions([jack_to_king, cards_of(["8c", "8d", "8s"])], {"ace_runs": "low"}))
    ['8h', 'Th']
    >>> names(extensions([jack_to_king], {"ace_runs": "both"}))
    ['Ah', 'Th']
    """
    found = with_the_ace = 0
    for meld in lying:
        if meld in EXTENDING:
            cards, to_the_ace = EXTENDING[meld]
            found |= cards
            with_the_ace |= to_the_ace
    return found | with_the_ace if with_the_ace and _both_ways(house) else found


def extends(card: int, lying: Iterable[int], house: House) -> bool:
    """Return whether this card can be laid onto one of these melds; an unrecorded one cannot.

    >>> from referee.cards.deck import bit_of, cards_of
    >>> jack_to_king = cards_of(["Jh", "Qh", "Kh"])
    >>> extends(bit_of("Th"), [jack_to_king], {"ace_runs": "low"})
    True
    >>> [extends(bit_of("Ah"), [jack_to_king], {"ace_runs": one}) for one in ("low", "both")]
    [False, True]
    """
    for meld in lying:
        if meld in EXTENDING:
            cards, to_the_ace = EXTENDING[meld]
            if card & cards or (card & to_the_ace and _both_ways(house)):
                return True
    return False


def may_extend(card: int, lying: Iterable[int], house: House) -> bool:
    """Return whether a card may extend one of these melds, given their unrecorded cards."""
    return any(
        extends(card, (whole,), house)
        for meld in lying
        for whole in (melds_with(meld & DECK, meld.bit_count(), house) if meld > DECK else (meld,))
    )


def pieces(lying: int, taken: int, house: House) -> list[int]:
    """Return the pieces of a meld without some cards; cards that were no meld stay together."""
    rest = lying & ~taken
    if lying not in MELDS:
        if melds.is_meld(lying, ACE_HIGH_RUNS) and _both_ways(house):
            return melds.parts_with_the_ace_high(rest)
        if not melds.is_meld(lying):
            return [rest]
    return melds.parts(rest)


def melds_with(named: int, size: int, house: House) -> Iterator[int]:
    """Return all melds of ``size`` cards that contain these."""
    yield from melds.melds_with(named, size)
    high = melds.melds_with(named, size, ACE_HIGH_RUNS)
    if high and _both_ways(house):
        yield from high


def melds_among(cards: int, house: House) -> list[int]:
    """Return all melds that can be made of these cards."""
    found = [meld for meld in MELDS if not meld & ~cards]
    high = [run for run in ACE_HIGH_RUNS if not run & ~cards]
    return found + high if high and _both_ways(house) else found


def _both_ways(house: House) -> bool:
    return bool(house["ace_runs"] == "both")


# ---- desmoches


def moved_wrongly(before: Melds, after: Melds, option: str) -> int:
    """Return the cards that moved between melds against the house rule: all if only one card may
    move (``one_card``), otherwise those that did not come from a set of four.

    >>> from referee.cards.deck import cards_of, names
    >>> fives, run = cards_of(["5c", "5h", "5s"]), cards_of(["6h", "7h", "8h"])
    >>> after = [cards_of(["5c", "5s", "5d"]), run | cards_of(["5h"])]
    >>> moved_wrongly([fives, run], after, "one_card")
    0
    >>> names(moved_wrongly([run, cards_of(["9h", "Th", "Jh"])], [cards_of(
    ...     ["6h", "7h", "8h", "9h", "Th", "Jh"])], "one_card"))
    ['9h', 'Th', 'Jh']
    """
    if option == "free":
        return 0
    ways = [[*[old for old in before if old & new], NEW] for new in after]
    if prod(map(len, ways)) > MOST_WAYS:
        return 0
    likely = (goes_on for goes_on in product(*ways) if _can_be(after, goes_on))
    barred = (_barred(option, before, after, goes_on) for goes_on in likely)
    return min(barred, key=int.bit_count)


def extensions_after_a_desmoche(lying: Melds, house: House) -> int:
    """Return all cards that extend one of these melds now or after an allowed desmoche.

    >>> from referee.cards.deck import cards_of, names
    >>> lying = [cards_of(["4h", "5h", "6h", "7h"]), cards_of(["7c", "7d", "7s"])]
    >>> names(extensions_after_a_desmoche(lying, {"desmoche": "free"}))
    ['3h', '7h', '8h']
    """
    found = extensions(lying, house)
    table = sum(lying)
    if table > DECK or table.bit_count() > MOST_REARRANGED:
        return found
    within = melds_among(table, house)
    for after in shared_out(table, within):
        more = extensions(after, house) & ~found
        if more and not moved_wrongly(lying, after, house["desmoche"]):
            found |= more
    return found


def shared_out(cards: int, within: Melds) -> Iterator[list[int]]:
    """Yield every way to lay all of these cards as melds."""
    if not cards:
        yield []
        return
    first = cards & -cards
    for meld in within:
        if meld & first and meld & ~cards == 0:
            for others in shared_out(cards & ~meld, within):
                yield [meld, *others]


def _can_be(after: Melds, goes_on: Melds) -> bool:
    """Return whether each former meld goes on as one meld, or as pieces with cards missing between
    them: only a run falls apart, and only where a card has left it."""
    for (new, old), (other, also) in combinations(zip(after, goes_on, strict=True), 2):
        if old == also != NEW and _hang_together(old, old & new, old & other):
            return False
    return True


def _hang_together(old: int, piece: int, other: int) -> bool:
    if old in RUNS or old in ACE_HIGH_RUNS:
        above = piece << 1 | piece >> 1 | (piece << 12 | piece >> 12 if old in ACE_HIGH_RUNS else 0)
        return bool(above & other)
    return True


def _barred(option: str, before: Melds, after: Melds, goes_on: Melds) -> int:
    """Return the cards moved against the house rule, given the continuation of each meld."""
    lay, barred = sum(before), 0
    moved = sum(new & lay & ~old for new, old in zip(after, goes_on, strict=True))
    if option == "one_card":
        return moved if moved.bit_count() > 1 else 0
    for old in before:
        gone = old & moved
        becomes = [new for new, was in zip(after, goes_on, strict=True) if was == old] or [old]
        if gone and any(old | new in RANK_CARDS for new in becomes):
            gone &= gone - 1  # one card leaves a set of four
        barred |= gone
    return barred
