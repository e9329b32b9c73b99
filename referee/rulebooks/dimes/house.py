"""The house rules of Dimes: every point on which tables differ, the default first."""

from __future__ import annotations

from referee.judging.rulebook import HouseRule

_R = "rule text"
_CUSTOM = "how people who play it settled it"

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule(
        "wild_in_place", ("wild", "natural"), "Melds",
        "A two, or a card of the round's rank, is wild wherever it lies (wild), or natural where "
        "it stands for itself (natural).",
        f"{_R}, Wild Cards",
        title="A wild card that lies as what it is", said=("is wild", "is natural"),
    ),
    HouseRule(
        "first_take", ("allowed", "barred"), "Turns",
        "The player who begins may take the card that was turned up (allowed), or must draw from "
        "the deck (barred).",
        _CUSTOM,
        title="Taking the card that was turned up", said=("allowed", "not allowed"),
    ),
    HouseRule(
        "penalty", ("as_declared", "best_arrangement"), "Points",
        "A player counts what they declared, even if another arrangement had left them less "
        "(as_declared), or always the least that their cards allow (best_arrangement).",
        f"{_R}, Scoring",
        title="The points of a hand", said=("as declared", "the least that is possible"),
    ),
    HouseRule(
        "dimes", ("on", "off"), "The pot of dimes",
        "Five dimes each are played for (on), or only points (off).",
        f"{_R}, Introduction",
        title="The pot of dimes", said=("played", "not played"),
    ),
)  # fmt: skip
