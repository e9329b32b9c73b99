"""Lawful evenings of which the scribe did not see every card.

Any card of such a log may be overwritten by ``??``. The true evening still fits the record, so
that a referee who guesses nothing has nothing to say against it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulation.table import Event

UNSEEN = "??"
DENSITIES = (0.03, 0.1, 0.25, 0.5, 0.8, 1.0)
KINDS = ("draw", "pay", "discard", "meld", "claim", "cambio", "deal", "show")

Unseen = Callable[[str], bool]
"""Whether the scribe missed one card of an event of this kind."""


def masked(log: list[Event], rng: Random) -> list[Event]:
    """The log with some cards overwritten, everywhere alike or of some kinds of events only."""
    share = rng.choice(DENSITIES)
    some = set(rng.sample(KINDS, rng.randint(1, len(KINDS)))) if rng.random() < 0.5 else set(KINDS)

    def unseen(kind: str) -> bool:
        return kind in some and rng.random() < share

    return [_masked(event, unseen, rng) for event in log]


def _masked(event: Event, unseen: Unseen, rng: Random) -> Event:
    kind, event = event["type"], dict(event)
    for inner in ("with", "event"):
        if isinstance(event.get(inner), dict):
            event[inner] = _masked(event[inner], unseen, rng)
    if kind == "claim" and "card" in event and unseen(kind):
        if rng.random() < 0.5:
            del event["card"]
        else:
            event["card"] = UNSEEN
    elif kind in ("draw", "pay", "discard", "cambio") and unseen(kind):
        event["card"] = UNSEEN
    elif kind in ("meld", "show") and "cards" in event:
        event["cards"] = [UNSEEN if unseen(kind) else card for card in event["cards"]]
    elif kind == "deal":
        event["hands"] = {name: _dealt(cards, unseen) for name, cards in event["hands"].items()}
    return event


def _dealt(cards: Any, unseen: Unseen) -> Any:
    if isinstance(cards, int):
        return cards
    return [UNSEEN if unseen("deal") else card for card in cards]
