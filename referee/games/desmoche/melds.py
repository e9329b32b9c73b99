"""Melds as a table plays them: whether the ace also stands above the king is a house rule.

It is looked up only where it decides something, so that an evening without kings and aces side by
side does not hang on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.cards import melds
from referee.cards.deck import DECK
from referee.cards.melds import ACE_HIGH_RUNS, EXTENDING, MELDS
from referee.judging.rulebook import House


def is_meld(cards: int, house: House) -> bool:
    """Return whether the cards are a run or a set at this table; with unrecorded cards, whether
    they may be one.

    >>> from referee.cards.deck import cards_of
    >>> queen_king_ace = cards_of(["Qh", "Kh", "Ah"])
    >>> is_meld(queen_king_ace, {"ace_runs": "low"}), is_meld(queen_king_ace, {"ace_runs": "both"})
    (False, True)
    """
    if cards in MELDS or melds.is_meld(cards):
        return True
    return melds.may_end_in_the_ace(cards) and _both_ways(house)


def extensions(lying: Sequence[int], house: House) -> int:
    """All cards that can be laid onto one of these melds at this table.

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
    """Return whether this one card can be laid onto one of these melds at this table; what is no
    card, or none that was recorded, cannot.

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
    """Return whether a card extends one of these melds, whatever their unrecorded cards are."""
    return any(
        extends(card, (whole,), house)
        for one in lying
        for whole in (melds_with(one & DECK, one.bit_count(), house) if one > DECK else (one,))
    )


def pieces(lying: int, taken: int, house: House) -> list[int]:
    """Return what is left of a meld when cards are taken from it: the pieces that still lie
    together. What was no meld stays as it lies."""
    rest = lying & ~taken
    if lying not in MELDS:
        if melds.may_end_in_the_ace(lying) and _both_ways(house):
            return melds.parts_with_the_ace_high(rest)
        if not melds.is_meld(lying):
            return [rest]
    return melds.parts(rest)


def melds_with(named: int, size: int, house: House) -> Iterator[int]:
    """All melds of so many cards that have these among them."""
    yield from melds.melds_with(named, size)
    high = melds.ace_high_runs_with(named, size)
    if high and _both_ways(house):
        yield from high


def melds_among(cards: int, house: House) -> list[int]:
    """All melds that can be made of these cards."""
    found = [meld for meld in MELDS if not meld & ~cards]
    high = [run for run in ACE_HIGH_RUNS if not run & ~cards]
    return found + high if high and _both_ways(house) else found


def _both_ways(house: House) -> bool:
    return bool(house["ace_runs"] == "both")
