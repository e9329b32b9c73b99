"""Cards, and sets of cards as bits of one integer.

A card is one bit: bit ``13 * suit + rank`` with suits in the order clubs, diamonds, hearts, spades
and ranks from the ace (0) to the king (12). A set of cards is the bitwise or of its cards, so that
"are these nine cards all red" is one operation. An unrecorded card has no bit here; the log writes
it ``??``.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
UNRECORDED: Final = "??"
JOKER: Final = "Jk"  # a joker: a card without a suit; some games have several

NAMES: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 canonical names; the index is the number of the card's bit."""

BITS: Final[dict[str, int]] = {name: 1 << number for number, name in enumerate(NAMES)}
"""The bit of each canonical name."""

bit_of: Final = BITS.get
"""The bit of a name, or the second argument if it is not a card.

>>> bit_of("2c", 0), bit_of("??", 0)
(2, 0)
"""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a table: packs of 52, and jokers in total.

    >>> Deck(packs=2, jokers=4).size
    108
    """

    packs: int = 1
    jokers: int = 0

    @property
    def size(self) -> int:
        """The number of cards."""
        return 52 * self.packs + self.jokers

    def copies(self, face: str) -> int:
        """Return the number of cards with this face."""
        return self.jokers if face == JOKER else self.packs

    def faces(self) -> list[str]:
        """Return every card, in order."""
        return [*(NAMES * self.packs), *[JOKER] * self.jokers]


DECK: Final = (1 << 52) - 1
SUIT_CARDS: Final[tuple[int, ...]] = tuple(0x1FFF << 13 * suit for suit in range(4))
RANK_CARDS: Final[tuple[int, ...]] = tuple(
    sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13)
)
RED: Final = SUIT_CARDS[1] | SUIT_CARDS[2]
BLACK: Final = SUIT_CARDS[0] | SUIT_CARDS[3]


def _spellings() -> dict[str, str]:
    ranks = {rank: {rank, rank.lower()} for rank in RANKS}
    ranks["T"].add("10")
    hollow = {"c": "♧", "d": "♢", "h": "♡", "s": "♤"}
    suits = {
        suit: {suit, suit.upper(), hollow[suit], sign, sign + "\ufe0f", sign + "\ufe0e"}
        for suit, sign in SYMBOLS.items()
    }
    return {
        rank + suit: name + of
        for name, rank_forms in ranks.items()
        for of, suit_forms in suits.items()
        for rank in rank_forms
        for suit in suit_forms
    }


SPELLINGS: Final[dict[str, str]] = {**_spellings(), UNRECORDED: UNRECORDED}
"""Every accepted spelling of a card, with its canonical name.

>>> SPELLINGS["10H"], SPELLINGS["8♥"], SPELLINGS["qS"], SPELLINGS["??"]
('Th', '8h', 'Qs', '??')
"""

JOKER_SPELLINGS: Final[dict[str, str]] = dict.fromkeys((JOKER, "JK", "jk"), JOKER)
"""Every accepted spelling of a joker, in games that have them."""


def each(cards: int) -> Iterator[int]:
    """Yield the cards of a set one by one, lowest bit first.

    >>> [name(card) for card in each(cards_of(["Kc", "2c"]))]
    ['2c', 'Kc']
    """
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def cards_of(names: Iterable[str]) -> int:
    """Return the set of the named cards; ``??`` adds nothing.

    >>> cards_of(["Ac", "??"])
    1
    """
    found = 0
    for card in names:
        found |= bit_of(card, 0)
    return found


def name(card: int) -> str:
    """Return the canonical name of one card; ``??`` for an unrecorded card.

    >>> name(BITS["Td"]), name(0)
    ('Td', '??')
    """
    return NAMES[card.bit_length() - 1] if card and card <= DECK else UNRECORDED


def names(cards: int) -> list[str]:
    """Return the canonical names of a set, suit by suit from the ace up.

    >>> names(BITS["2h"] | BITS["Ah"] | BITS["Kc"])
    ['Kc', 'Ah', '2h']
    """
    return [name(card) for card in each(cards)]


def rank_of(card: int) -> int:
    """Return the rank of one card: 0 for the ace to 12 for the king.

    >>> rank_of(BITS["Kd"])
    12
    """
    return (card.bit_length() - 1) % 13
