"""Evenings of High Card: lawful ones as the shipped players play any declared game, and slips."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from referee.simulating.declared import evening
from referee.simulating.pen import with_cards_unseen
from tests.table_talk import Case, cases

Event = dict[str, Any]


def slips() -> list[Case]:
    """Return every way to slip, with what must be found; the example has to be installed."""
    return list(cases(Path(__file__).with_name("high_card.txt"), "high_card"))


def lawful(rng: Random) -> list[Event]:
    """Return a lawful evening, of which some cards may not be written down."""
    log = evening("high_card", rng, rng.randint(2, 5))
    return list(with_cards_unseen(log, rng.choice((0, 0, 0.1, 0.5)), rng))


def faulty(rng: Random) -> list[Event]:
    """Return an evening with one slip."""
    return [dict(event) for event in rng.choice(slips()).events]
