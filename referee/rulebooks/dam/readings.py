"""How a meld may be read: which cards its wild cards stand for.

A run of so many cards takes as many neighbouring places of one suit. Cards that are not wild lie
where they belong, and the wild ones fill the gaps; so a run has a reading exactly if its natural
cards are of one suit, differ, and lie within as many places as it has cards. All that is left to
choose is where the run begins, and whether a two stands as a two. The order in which the cards
were listed decides nothing, for "wild cards can be moved as desired, providing the run remains
intact" (seed 004); `in_order` has the readings that the order shows.

Points that the seed leaves open:

* Whether a two that stands as a two below the three of its suit is one of the wild cards that a
  run may have. ``two_in_place``: it is natural there (``natural``, the default), or counts as wild
  wherever it lies (``wild``).
* Whether a run that grows may have more wild cards than its contract allows. Whoever asks says so
  by ``most``; None, the default, sets no bound: the seed binds the run of the contract, and of a
  grown one it says only that it has no more than 13 cards and stays intact.
* A joker or a two of another suit may stand for the two as for any other card: it is one of the
  thirteen that a full run represents. Wild cards may lie side by side.

A card that nobody recorded may be any card: it fills a gap, and is not counted as wild.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Final, NamedTuple

from referee.cards.deck import JOKER, NAMES, SUITS, UNRECORDED
from referee.rulebooks.dam.cards import PLACES, TWO, WILD_CARDS, is_wild, rank_of
from referee.wording.language import Plural
from referee.wording.sentences import InOrder, Sentence

SET: Final = "set"
RUN: Final = "run"

NATURAL: Final = "natural"
WILD: Final = "wild"

EVERY_CARD: Final = (*NAMES, JOKER)
"""All cards of a pack by name."""

_PLACE: Final[Mapping[str, int]] = {
    name: 1 << PLACES.index(name[0]) for name in NAMES if name not in WILD_CARDS
}
"""The place in a run of each card that is not wild, as a bit."""

Meld = Sequence[str]
"""The cards of a meld by name, in any order."""


class Reading(NamedTuple):
    """One way to read a run: ``size`` places of a suit from ``low`` (0 for the two) up.

    ``filled`` has the bit of every place (bit 0 for the two) in which a wild or an unrecorded
    card stands for the card that belongs there. ``wilds`` is how many cards count as wild.
    """

    suit: str
    low: int
    size: int
    filled: int
    wilds: int

    def names(self) -> tuple[str, ...]:
        """The cards that the run represents, from the lowest up.

        >>> Reading("h", 10, 3, 0, 0).names()
        ('Qh', 'Kh', 'Ah')
        """
        return tuple(rank + self.suit for rank in PLACES[self.low : self.low + self.size])

    def stood_for(self) -> tuple[str, ...]:
        """The cards that others stand for, from the lowest up. Who lays one of them makes a wild
        card give way.

        >>> [reading.stood_for() for reading in readings(["5h", "Jk", "7h", "2c"])]
        [('4h', '6h'), ('6h', '8h')]
        """
        return tuple(name for name in self.names() if self.filled & 1 << PLACES.index(name[0]))

    def shown(self, cards: Meld) -> list[tuple[str, str]]:
        """The cards of the run as they lie in this reading, from the lowest up, each with the card
        that it stands for. Those that fill gaps are taken as they are listed, twos of the suit
        last.

        >>> readings(["Jk", "5h", "3h", "2h"])[0].shown(["Jk", "5h", "3h", "2h"])
        [('2h', '2h'), ('3h', '3h'), ('Jk', '4h'), ('5h', '5h')]
        """
        names, stood_for = self.names(), self.stood_for()
        fillers = list(cards)
        for name in set(names) - set(stood_for):
            fillers.remove(name)
        # a two that lay first would stand as a two, and the reading would be another one
        fillers.sort(key=(TWO + self.suit).__eq__)
        waiting = iter(fillers)
        return [(next(waiting) if name in stood_for else name, name) for name in names]


def readings(
    cards: Meld, most: int | None = None, two_in_place: str = NATURAL
) -> tuple[Reading, ...]:
    """Every reading of these cards as a run with at most so many wild cards, the lowest first;
    none if they are no run. Which of the wild cards fills which gap makes no difference.

    >>> [reading.names() for reading in readings(["Qh", "Jk", "Ah"])]
    [('Qh', 'Kh', 'Ah')]
    >>> [(reading.stood_for(), reading.wilds) for reading in readings(["2h", "3h", "5h", "Jk"])]
    [(('4h',), 1), (('2h', '4h'), 2), (('4h', '6h'), 2)]
    >>> len(readings(["2h", "3h", "5h", "Jk"], most=1)), readings(["Ah", "3h", "4h", "5h"])
    (1, ())
    """
    return tuple(
        reading
        for reading in _readings(cards, two_in_place)
        if most is None or reading.wilds <= most
    )


def _readings(cards: Meld, two_in_place: str) -> Iterator[Reading]:
    suits, lying, naturals, wilds = set(), 0, 0, 0
    for card in cards:
        if card in WILD_CARDS:
            wilds += 1
        elif card != UNRECORDED:
            suits.add(card[1])
            lying |= _PLACE[card]
            naturals += 1
    if len(suits) > 1 or lying.bit_count() < naturals:
        return
    size = len(cards)
    first, last = _stretch(lying, size)
    for suit in suits or SUITS:
        own_twos = cards.count(TWO + suit)
        loose = size - naturals - own_twos
        for low in range(first, last + 1):
            gaps = ((1 << size) - 1 << low) & ~lying
            # the place of the two is always a gap: no natural card belongs there
            if gaps & 1 and own_twos:
                yield Reading(suit, low, size, gaps & ~1, wilds - (two_in_place == NATURAL))
            if not gaps & 1 or loose:
                yield Reading(suit, low, size, gaps, wilds)


def _stretch(lying: int, size: int) -> tuple[int, int]:
    """The lowest and the highest place at which so many places can begin that hold all of these;
    there is none if the lowest is above the highest.

    >>> _stretch(0b111000, 4), _stretch(0b1000001, 4)
    ((2, 3), (3, 0))
    """
    if not lying:
        return 0, len(PLACES) - size
    lowest = (lying & -lying).bit_length() - 1
    return max(0, lying.bit_length() - size), min(lowest, len(PLACES) - size)


def in_order(
    cards: Meld, most: int | None = None, two_in_place: str = NATURAL
) -> tuple[Reading, ...]:
    """The readings that the order of the cards shows, where it ascends or descends without a break.
    None says that the wild cards were not laid where they belong, which is no fault.

    >>> [one.stood_for() for one in in_order(["Jk", "5h", "6h", "7h"])]
    [('4h',)]
    >>> [one.stood_for() for one in in_order(["Jk", "7h", "6h", "5h"])]
    [('8h',)]
    >>> in_order(["5h", "6h", "8h", "Jk"])
    ()
    """
    return tuple(
        reading
        for reading in readings(cards, most, two_in_place)
        if _lies(reading, cards) or _lies(reading, cards[::-1])
    )


def _lies(reading: Reading, cards: Meld) -> bool:
    fillers = reading.stood_for()
    return all(
        (is_wild(card) or card == UNRECORDED) and card != name if name in fillers else card == name
        for card, name in zip(cards, reading.names(), strict=True)
    )


def settled(found: Iterable[Reading]) -> frozenset[str]:
    """The cards that a wild card stands for in every one of these readings. The wild cards beyond
    them can be moved as the run lies; one of these moves only when the card itself comes.

    >>> sorted(settled(readings(["5h", "Jk", "7h", "2c"])))
    ['6h']
    """
    stood_for = [frozenset(reading.stood_for()) for reading in found]
    return reduce(frozenset.intersection, stood_for) if stood_for else frozenset()


def lay_offs(
    kind: str, cards: Meld, most: int | None = None, two_in_place: str = NATURAL
) -> list[str]:
    """The cards that can be laid onto a meld of this kind, one at a time: to a set more of its
    rank without end, to a run whatever leaves it a run of no more than 13.

    >>> lay_offs(SET, ["Kd", "Ks", "Kd"]), lay_offs(RUN, ["Jh", "Qh", "Jk"], most=1)
    (['Kc', 'Kd', 'Kh', 'Ks'], ['Ah', '9h', 'Th', 'Kh'])
    >>> lay_offs(RUN, ["Jh", "Qh", "Ah", "2h"])
    ['2c', '2d', '2h', 'Th', 'Kh', '2s', 'Jk']
    """
    return [
        card for card in EVERY_CARD if meld_fault(kind, [*cards, card], most, two_in_place) is None
    ]


def meld_fault(
    kind: str, cards: Meld, most: int | None = None, two_in_place: str = NATURAL
) -> Sentence | None:
    """What is wrong with these cards as a set or as a run, as a clause without a stop; None where
    there is a legal reading. A lay-off is judged by the meld as it lies afterwards.

    >>> meld_fault(SET, ["Kd", "Ks", "2c"]).told()
    '2c stands for no other card in a set'
    >>> meld_fault(RUN, ["Ah", "2h", "3h", "4h"]).told()
    'the ace stands above the king: from 3h to Ah a run has 12 cards, and these are 4'
    """
    return _fault(kind, tuple(cards), most, two_in_place)


@lru_cache(maxsize=1024)
def _fault(kind: str, cards: Meld, most: int | None, two_in_place: str) -> Sentence | None:
    return _set_fault(cards) if kind == SET else _run_fault(cards, most, two_in_place)


def _set_fault(cards: Meld) -> Sentence | None:
    ranks = {rank_of(card) for card in cards} - {UNRECORDED[0]}
    if len(ranks) < 2:
        return None
    wild = tuple(filter(is_wild, cards))
    if len(wild) < len(cards) and len({rank_of(card) for card in _naturals(cards)}) == 1:
        text = Plural(
            "{cards} stands for no other card in a set",
            "{cards} stand for no other cards in a set",
            len(wild),
        )
        return Sentence(text, {"cards": InOrder(wild)})
    return Sentence("{cards} are not of one rank", {"cards": InOrder(cards)})


def _run_fault(cards: Meld, most: int | None, two_in_place: str) -> Sentence | None:
    found = readings(cards, None, two_in_place)
    if not found:
        return _no_run(cards)
    fewest = min(reading.wilds for reading in found)
    if most is None or fewest <= most:
        return None
    text = "wild cards in {cards}: {count}; allowed: {most}"
    return Sentence(text, {"cards": InOrder(cards), "count": fewest, "most": most})


def _no_run(cards: Meld) -> Sentence:
    """Why there is no reading, whatever the wild cards stand for."""
    natural = _naturals(cards)
    if len(cards) > len(PLACES):
        return Sentence(
            "a run has 13 cards at the most, and these are {count}", {"count": len(cards)}
        )
    if len({card[1] for card in natural}) > 1:
        return Sentence("{cards} are not of one suit", {"cards": InOrder(natural)})
    twice = [card for card, count in Counter(natural).items() if count > 1]
    if twice:
        return Sentence("a run has {cards} only once", {"cards": InOrder(twice)})
    places = sorted(PLACES.index(card[0]) for card in natural)
    suit = natural[0][1]
    text = (
        "the ace stands above the king: from {low} to {high} a run has {places} cards, and these "
        "are {count}"
        if places[-1] == PLACES.index("A")
        else "from {low} to {high} a run has {places} cards, and these are {count}"
    )
    return Sentence(
        text,
        {
            "low": PLACES[places[0]] + suit,
            "high": PLACES[places[-1]] + suit,
            "places": places[-1] - places[0] + 1,
            "count": len(cards),
        },
    )


def _naturals(cards: Meld) -> list[str]:
    return [card for card in cards if not is_wild(card) and card != UNRECORDED]
