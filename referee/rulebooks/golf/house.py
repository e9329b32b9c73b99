"""The house rules of Golf: every point on which tables differ, the default first."""

from __future__ import annotations

from typing import Final

from referee.judging.rulebook import HouseRule

_RULE_TEXT = "rule text"
_CUSTOM = "how people who play it settled it"

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "first_knock", ("allowed", "barred"), "Knocking",
        "A player may knock on the first turn of a hand (allowed), or only from the second one "
        "on (barred).",
        _CUSTOM,
        title="Knocking on the first turn", said=("allowed", "not allowed"),
    ),
    HouseRule(
        "knock_penalty", ("none", "plus_ten", "double"), "Points",
        "A player who knocked although somebody else has fewer points pays nothing for it "
        "(none), ten points (plus_ten), or their points once more (double).",
        _CUSTOM,
        title="Knocking with more points than another",
        said=("costs nothing", "costs ten points", "doubles the points"),
    ),
    HouseRule(
        "pairs", ("count", "cancel"), "Points",
        "Two cards of one rank in a column count like any others (count), or nothing (cancel).",
        _CUSTOM,
        title="A pair in a column", said=("counts like other cards", "counts nothing"),
    ),
    HouseRule(
        "last_card", ("turn", "at_once"), "The end of a hand",
        "The hand ends with the turn in which the last card of the deck is drawn (turn), or as "
        "soon as it is drawn (at_once).",
        f"{_RULE_TEXT}: the hand immediately ends",
        title="The end when the deck runs out", said=("after that turn", "at once"),
    ),
    HouseRule(
        "tie", ("shared", "last_hole"), "Points",
        "Players with the same lowest total share the win (shared), or it goes to the one who "
        "had fewer points in the last hand, or the hand before (last_hole).",
        _CUSTOM,
        title="The same lowest total", said=("shares the win", "the last hole decides"),
    ),
)  # fmt: skip

CAMBIO_CABO: Final = {"knock_penalty": "plus_ten"}
"""What Cambio, or Cabo, chooses: who calls in vain pays ten points."""
