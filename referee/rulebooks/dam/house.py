"""The house rules of That Dam Game: every point on which tables differ, the default first."""

from __future__ import annotations

from typing import Final

from referee.judging.rulebook import HouseRule

_TEXT: Final = "the players' rule text"
_OPEN: Final = "the rule text leaves it open"

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "decks", ("by_players", "four"), "Table and deal",
        "Two packs are used for three players, three for four or five, and four for six "
        "(by_players), or always four (four).",
        f"{_TEXT}, which asks whether always four would be easier",
        title="The number of packs", said=("by the number of players", "always four"),
    ),
    HouseRule(
        "begs", ("game", "hand"), "Taking and begging",
        "A player may beg three times in the whole game (game), or three times in every hand "
        "(hand).",
        f"{_TEXT}, Order of Play",
        title="Begging three times", said=("in the whole game", "in every hand"),
    ),
    HouseRule(
        "beggars", ("others", "all"), "Taking and begging",
        "Everybody but the next player and the discarder may beg (others), or the discarder may "
        "beg the card back, after all others (all).",
        f"{_TEXT}: any other player",
        title="Who may beg",
        said=("all but the next player and the discarder", "the discarder, too"),
    ),
    HouseRule(
        "two_in_place", ("natural", "wild"), "Melds",
        "A two that stands as the two of its own suit, below the three, is not wild there "
        "(natural), or is wild wherever it lies (wild).",
        f"{_TEXT}: a deuce can be played as a two",
        title="A two below the three of its suit", said=("is natural", "is wild"),
    ),
    HouseRule(
        "grown_runs", ("any_wilds", "contract"), "Melds",
        "A run that grows may get any number of wild cards (any_wilds), or never more than the "
        "contract of the hand allows (contract).",
        _OPEN,
        title="Wild cards in a run that grows", said=("any number", "as the contract allows"),
    ),
    HouseRule(
        "lay_off", ("next_turn", "at_once"), "Melds",
        "In the turn of the contract nothing else is laid (next_turn), or what is left may be laid "
        "off at once (at_once).",
        f"{_TEXT}: any extra cards must be held",
        title="Laying off what is left", said=("from the next turn on", "at once"),
    ),
    HouseRule(
        "last_discard", ("free", "required"), "The end of a hand",
        "The last card of a hand may be laid off (free), or must be discarded (required).",
        _OPEN,
        title="The last card of a hand", said=("may be laid off", "must be discarded"),
    ),
)  # fmt: skip
