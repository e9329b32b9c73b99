"""The automatic wins: Peladilla, Cuatro Cuerpos and Color."""

from typing import Final

from referee.cards.deck import BLACK, RANK_CARDS, RED, SUIT_CARDS, each
from referee.games.desmoche.side_games import height
from referee.judging.rulebook import House
from referee.wording.language import N_, Word

RAREST_FIRST: Final = ("color", "cuatro_cuerpos", "peladilla")
NAMES: Final = {"color": "Color", "cuatro_cuerpos": "Cuatro Cuerpos", "peladilla": "Peladilla"}

_WITHOUT_A_CALL: Final = {"melds": N_("ten cards"), "last_standing": N_("all others are out")}

_ACES: Final = RANK_CARDS[0]
_COLOUR_GROUPS: Final = {"same_color": (RED, BLACK), "same_suit": SUIT_CARDS, "off": ()}


def way_in_words(way: str) -> str | Word:
    """Return the way of winning a hand in words: an automatic win, or another way.

    >>> way_in_words("peladilla"), way_in_words("melds")
    ('Peladilla', 'ten cards')
    """
    return NAMES.get(way) or Word(_WITHOUT_A_CALL[way])


def ranks_among(cards: int) -> int:
    """Return the ranks of a set of cards, as bits of one integer."""
    two_suits = cards | cards >> 26
    return (two_suits | two_suits >> 13) & SUIT_CARDS[0]


def is_played(win: str, house: House) -> bool:
    """Return whether this table plays that automatic win."""
    if house["automatic_wins"] == "off":
        return False
    return win != "color" or house["color_win"] != "off"


def may_be(win: str, cards: int, house: House, seen_elsewhere: int = 0) -> bool:
    """Return whether nine cards, with ``cards`` known, may be this win.

    With nine known cards the answer is certain. ``seen_elsewhere`` are cards known to be elsewhere.

    >>> from referee.cards.deck import cards_of
    >>> house = {"color_win": "same_color"}
    >>> may_be("peladilla", cards_of(["Ac", "3c", "Kc"]), house)
    True
    >>> may_be("peladilla", cards_of(["Ac", "2c", "Kc"]), house)
    False
    """
    size = cards.bit_count()
    unknown = 9 - size
    if unknown < 0:
        return False
    if win == "peladilla":
        return ranks_among(cards).bit_count() == size and not cards & ~_ACES & cards << 1
    if win == "cuatro_cuerpos":
        fours = [rank for rank in RANK_CARDS if not rank & seen_elsewhere]
        return any((rank & ~cards).bit_count() <= unknown for rank in fours)
    return any(cards & ~group == 0 for group in _COLOUR_GROUPS[house["color_win"]])


def held(cards: int, house: House) -> list[str]:
    """Return the automatic wins played here that these nine cards are, rarest first."""
    return [win for win in RAREST_FIRST if is_played(win, house) and may_be(win, cards, house)]


def strength(win: str, cards: int, order: str) -> tuple[int, ...]:
    """Return the rank of a declared win among others, higher is better; see ``automatic_order``.

    Aces are high. Cuatro Cuerpos counts by the rank of the four, the others by their cards from
    the highest down.
    """
    if win == "cuatro_cuerpos":
        fours = [rank for rank in RANK_CARDS if cards & rank == rank]
        heights = sorted((height(four & -four) for four in fours), reverse=True)[:1]
    else:
        heights = sorted(map(height, each(cards)), reverse=True)
    rarity = -RAREST_FIRST.index(win)
    if order == "highest_card":
        return (*heights[:1], rarity, *heights)
    return (rarity, *heights)
