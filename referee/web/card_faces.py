"""Cards on a page: a rank and a suit sign, a colour, and a name in words."""

from functools import cache
from typing import Final, NamedTuple

from referee.cards.deck import JOKER, NAMES, SYMBOLS
from referee.wording.language import N_, _
from referee.wording.sentences import symbols

RANKS: Final = dict(zip("A23456789TJQK", (
    N_("ace"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"),
    N_("nine"), N_("ten"), N_("jack"), N_("queen"), N_("king"),
), strict=True))  # fmt: skip
SUITS: Final = {"c": N_("clubs"), "d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades")}
COLOURS: Final = {"c": "black", "d": "red", "h": "red", "s": "black"}


class Face(NamedTuple):
    """A card: its name in the log, its rank and sign, the letter of its suit, red or black."""

    name: str
    rank: str
    sign: str
    suit: str
    colour: str

    @property
    def words(self) -> str:
        """The card in words, for screen readers."""
        if self.name == JOKER:
            return _("a joker")
        if not self.suit:
            return _("an unrecorded card")
        rank, suit = _(RANKS[self.name[0]]), _(SUITS[self.suit])
        return _("{rank} of {suit}").format(rank=rank, suit=suit)


@cache
def face(card: str) -> Face:
    """Return the face of a card by its name in the log; ``??`` has only a back.

    >>> face("Th").sign, face("Th").rank, face("Th").colour, face("Th").words
    ('♥', '10', 'red', 'ten of hearts')
    """
    if card == JOKER:
        return Face(card, "★", "", "joker", "black")
    suit = card[1] if card[1] in SYMBOLS else ""
    if not suit:
        return Face(card, "?", "", "", "back")
    return Face(card, symbols(card)[:-1], SYMBOLS[suit], suit, COLOURS[suit])


SUIT_ROWS: Final = tuple(tuple(name for name in NAMES if name[1] == suit) for suit in "cdhs")
"""The deck as the pad shows it: one row for each suit, from the ace to the king."""
