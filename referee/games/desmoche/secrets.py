"""The cards that stay hidden of a hand until it is settled, besides cards dealt and passed: those
named when a side game is announced."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.judging.corrections import Event
from referee.judging.secrecy import Secrecy, is_the_same


def announced(event: Event, player: str | None) -> dict[str, Any]:
    """Return the cards of an announcement, which only their owner knows."""
    knows = "cards" in event and is_the_same(event["player"], player)
    return {"cards": event["cards"]} if knows else {}


def secrecy(declared: Secrecy) -> Secrecy:
    """Return who may see what of the events of a hand."""
    fields = {
        **declared.open_fields,
        "gap": frozenset({"melds", "stock"}),
        "position": frozenset({"turn", "offer", "melds", "stock", "out", "owes"}),
        "announce": frozenset({"player", "side_game"}),
        "disqualify": frozenset({"player", "event"}),
        "hand": frozenset({"dealer", "bet", "bets", "agreed_by"}),
    }
    return replace(
        declared,
        open_fields=fields,
        secrets={**declared.secrets, "announce": announced},
        beginning=frozenset({"hand", "side_bet", "cut", "deal", "cambio", "draw"}),
        closing=frozenset({"end", "result", "payment"}),
    )
