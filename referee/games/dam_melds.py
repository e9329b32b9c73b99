"""Sets, runs and contracts of That Dam Game. A meld may contain two equal cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from referee.cards.deck import JOKER, UNRECORDED
from referee.core.facts import NotKnown
from referee.wording.language import Plural
from referee.wording.sentences import InOrder, Sentence

PLACES: Final = "23456789TJQKA"
"""The places of a run from the lowest up: the ace is high, the two lies below the three."""

SET, RUN, SET_SIZE = "set", "run", 3
POINTS: Final = {JOKER: 50, "2": 20, "A": 15, **dict.fromkeys("TJQK", 10)}
dearest_first = lru_cache(lambda deck: sorted(map(worth, zip(deck.faces())), reverse=True))

Cards = Sequence[str]


def is_wild(card: str) -> bool:
    """Return whether a card may stand for another one in a run."""
    return card == JOKER or card[0] == "2"


def worth(cards: Iterable[str]) -> int:
    """Return the points of cards left in a hand."""
    return sum(POINTS.get(card) or POINTS.get(card[0], 5) for card in cards)


# ---- sets and runs


def naturals(cards: Cards) -> list[str]:
    """Return the cards that are not wild, in the order of a run."""
    own = [card for card in cards if not is_wild(card)]
    return sorted(own, key=lambda card: PLACES.index(card[0]))


def is_set(cards: Cards) -> bool:
    """Return whether cards are of one rank. Nothing is wild in a set."""
    return len({card if card == JOKER else card[0] for card in cards}) == 1


def wilds_in_run(cards: Cards, two_in_place: str) -> int | None:
    """Return the fewest wild cards in these cards as a run; None if they are not a run.

    Natural cards lie in their own places, wild ones fill the gaps. ``two_in_place`` says whether a
    two below the three of its suit is wild, too.
    """
    own = naturals(cards)
    suits, places = {card[1] for card in own}, {PLACES.index(card[0]) for card in own}
    too_wide = places and max(places) - min(places) >= len(cards)
    if len(suits) > 1 or len(places) < len(own) or too_wide or not 0 < len(cards) <= len(PLACES):
        return None
    twos = {card[1] for card in cards if card[0] == "2"}
    lies_lowest = max(places, default=0) < len(cards) and (suits & twos if suits else twos)
    return len(cards) - len(own) - bool(lies_lowest and two_in_place == "natural")


@lru_cache(maxsize=4096)
def kinds_of(cards: tuple[str, ...]) -> frozenset[str]:
    """Return the kinds of meld that cards may be. Raises `NotKnown` if one is unrecorded."""
    if UNRECORDED in cards:
        raise NotKnown("cards")
    return frozenset(kind for kind in (SET, RUN) if cards and not fault_of(kind, cards))


def fault_of(
    kind: str, cards: Cards, most: int | None = None, two_in_place: str = "natural"
) -> Sentence | None:
    """Return the fault of cards as a set, or as a run with ``most`` wild cards (None: any)."""
    if kind == SET:
        return None if is_set(cards) else _no_set(cards)
    wilds = wilds_in_run(cards, two_in_place)
    if wilds is None:
        return _no_run(cards)
    if most is None or wilds <= most:
        return None
    text = "wild cards in {cards}: {count}; allowed: {most}"
    return Sentence(text, {"cards": InOrder(cards), "count": wilds, "most": most})


def _no_set(cards: Cards) -> Sentence:
    wild = [card for card in cards if is_wild(card)]
    if wild and is_set(naturals(cards)):
        return Sentence("in a set {cards} cannot stand for another card", {"cards": InOrder(wild)})
    return Sentence("{cards} are not of one rank", {"cards": InOrder(cards)})


def _no_run(cards: Cards) -> Sentence:
    own, facts = naturals(cards), {"count": len(cards)}
    if len(cards) > len(PLACES):
        return Sentence("a run has 13 cards at the most, and these are {count}", facts)
    if len({card[1] for card in own}) > 1:
        return Sentence("{cards} are not of one suit", {"cards": InOrder(own)})
    if twice := [card for card, count in Counter(own).items() if count > 1]:
        return Sentence("a run has {cards} only once", {"cards": InOrder(twice)})
    low, high = own[0], own[-1]
    places = PLACES.index(high[0]) - PLACES.index(low[0]) + 1
    text = "from {low} up to {high} a run has {places} cards, and these are {count}"
    return Sentence(text, {"low": low, "high": high, "places": places, **facts})


def meld_fault(cards: Cards) -> Sentence | None:
    """Return why cards are neither a set nor a run, judged as the kind that they resemble."""
    return fault_of(SET if len(cards) <= SET_SIZE or is_set(naturals(cards)) else RUN, cards)


# ---- contracts


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds that a hand requires: a number of sets of three, and of runs with ``length`` cards
    each, of which at most ``wilds`` are wild."""

    sets: int
    runs: int = 0
    length: int = 0
    wilds: int = 0

    @property
    def cards(self) -> int:
        """The number of cards of the contract, also dealt to each player."""
        return self.sets * SET_SIZE + self.runs * self.length

    def size(self, kind: str) -> int:
        """Return the number of cards in a meld of this kind."""
        return SET_SIZE if kind == SET else self.length

    @property
    def pieces(self) -> list[Sentence]:
        """The sets and runs in words."""
        return _in_words(+Counter({(SET, SET_SIZE): self.sets, (RUN, self.length): self.runs}))


CONTRACTS: Final = (
    Contract(sets=2), Contract(1, 1, length=4, wilds=1), Contract(0, 2, length=4, wilds=1),
    Contract(sets=3), Contract(1, 1, length=7, wilds=3), Contract(2, 1, length=5, wilds=2),
    Contract(0, 3, length=4, wilds=1), Contract(1, 1, length=10, wilds=4),
    Contract(2, 2, length=4, wilds=1), Contract(0, 3, length=5, wilds=2),
)  # fmt: skip
"""The contracts of the ten hands."""


@lru_cache(maxsize=256)
def missing(contract: Contract, melds: tuple[tuple[str, ...], ...]) -> Sentence | None:
    """Return what these sets and runs lack for the contract; None if it is complete. Raises
    `NotKnown` if a card is unrecorded, or a meld is neither a set nor a run."""
    if not all(map(kinds_of, melds)):
        raise NotKnown("melds")
    kinds, sizes = [sorted(kinds_of(meld)) for meld in melds], [len(meld) for meld in melds]
    ways = [Counter(zip(way, sizes, strict=True)) for way in product(*kinds)]
    for way in ways:
        large = Counter(kind for kind, size in way.elements() if size >= contract.size(kind))
        if large[SET] >= contract.sets and large[RUN] >= contract.runs:
            return None
    facts = {"contract": contract.pieces, "laid": _in_words(ways[0])}
    return Sentence("the contract is {contract}; the player laid {laid}", facts)


def _in_words(pieces: Counter[tuple[str, int]]) -> list[Sentence]:
    def piece(kind: str, size: int, count: int) -> Sentence:
        text = Plural("one run of {size}", "{count} runs of {size}", count)
        if kind == SET:
            text = Plural("one set of {size}", "{count} sets of {size}", count)
        return Sentence(text, {"count": count, "size": size})

    return [piece(kind, size, count) for (kind, size), count in pieces.items()]


# ---- plans of simulated players


@lru_cache(maxsize=4096)
def plan(contract: Contract, hand: tuple[str, ...]) -> tuple[list[list[str]], int]:
    """Return the melds of a contract in a hand, runs first, and the number of missing cards."""
    free, melds = Counter(hand), []
    for _ in range(contract.runs):
        wilds = [card for card in free.elements() if is_wild(card)][: contract.wilds]
        held = {suit: [rank + suit in free for rank in PLACES] for suit in "cdhs"}
        _, suit, low = max(
            (sum(held[suit][low : low + contract.length]), suit, low)
            for suit in held for low in range(1, len(PLACES) - contract.length + 1)
        )  # fmt: skip
        cards = [rank + suit for rank in PLACES[low : low + contract.length]]
        run = [card if free[card] else wilds.pop() if wilds else "" for card in cards]
        melds.append([card for card in run if card])
        free -= Counter(melds[-1])
    for _ in range(contract.sets):
        ranks = Counter(card[0] for card in free.elements() if not is_wild(card))
        rank = max(ranks, key=lambda rank: ranks[rank], default="")
        cards = [card for card in free.elements() if not is_wild(card) and card[0] == rank]
        melds.append(cards[:SET_SIZE])
        free -= Counter(melds[-1])
    return melds, contract.cards - sum(map(len, melds))
