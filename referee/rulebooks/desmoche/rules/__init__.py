"""The rules of Desmoche, section by section in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from referee.judging.rulebook import Rule
from referee.rulebooks.desmoche.rules import (
    automatic,
    betting,
    cambio,
    claims,
    ending,
    enforcing,
    forcing,
    melding,
    money,
    payments,
    record,
    references,
    seating,
    side_games,
    turns,
    withdrawing,
)

RULES: Final[tuple[Rule, ...]] = tuple(
    rule
    for topic in (
        seating, betting, cambio, automatic, turns, claims, payments, melding, forcing,
        withdrawing, ending, side_games, money, enforcing, record, references,
    )
    for rule in topic.shelf.rules
)  # fmt: skip
