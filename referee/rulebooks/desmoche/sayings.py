"""The events of Desmoche as sentences, for whoever asks what a line says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cards import BITS, UNRECORDED
from referee.findings import Cards, InOrder
from referee.rulebooks.base import Event
from referee.rulebooks.desmoche import wins
from referee.rulebooks.desmoche.side_games import title_of

SAYINGS: Mapping[str, str] = {
    "game": "The table is opened by {players}.",
    "house": "The table changes its house rules: {house}.",
    "join": "{player} sits down after {after}.",
    "leave": "{player} gets up.",
    "hand": "{dealer} opens a hand; the bet is {bet}.",
    "side_bet": "{players} put {amount} each into {side_game}.",
    "cut": "{player} cuts the deck.",
    "deal": "The cards are dealt.",
    "announce": "{player} announces {side_game}.",
    "cambio": "{player} passes {card}.",
    "declare": "{player} declares {win}.",
    "draw": "{player} draws {card}.",
    "discard": "{player} lays {card} on the pile.",
    "pass": "{player} knocks.",
    "claim": "{player} asks for the card on offer.",
    "meld": "{player} melds {cards}.",
    "pay": "{player} pays {card}.",
    "force": "{by} forces the card on offer onto a meld of {player}.",
    "withdraw": "{player} withdraws.",
    "win": "{player} calls the win.",
    "show": "{player} shows {cards}.",
    "offence": "An offence of {player} is told: {kind}.",
    "disqualify": "The table disqualifies {player}.",
    "forgive": "The table forgives what was flagged at event {event}.",
    "end": "The hand is over.",
    "payment": "{from} pays {to} {amount}.",
    "correct": "Event {event} was written down wrongly.",
    "insert": "Something forgotten before event {before} is written down.",
    "dispute": "{by} contests event {event}.",
    "ruling": "The table rules on the dispute at event {dispute}: {decision}.",
    "gap": "Something was not written down here.",
    "note": "A remark.",
}
"""What each event says."""

OFFENCES: Mapping[str, str] = {
    "hid_draw": "a drawn card was put among the cards of the hand",
    "searched_pile": "cards in the discard pile were moved",
    "misdeal": "the count of the deal was wrong",
    "meld_order": "a meld was laid in the wrong order",
    "other": "something against good order",
}


def saying(event: Event) -> tuple[str, dict[str, Any]]:
    """A sentence for the event, and the facts in it."""
    facts = {key: _fact(key, value) for key, value in event.items()}
    if event["type"] == "side_bet" and "players" not in event:
        facts["players"] = "All"
    return SAYINGS[event["type"]], facts


def _fact(key: str, value: Any) -> Any:
    match key:
        case "card":
            return Cards(BITS[value]) if value != UNRECORDED else "a card that nobody recorded"
        case "cards":
            return InOrder(value)
        case "side_game":
            return title_of(value)
        case "win":
            return wins.NAMES[value]
        case "kind":
            return OFFENCES[value]
        case "house":
            return [f"{name} {_chosen(option)}" for name, option in value.items()]
        case "to" | "from" if value == "pot":
            return "the pot"
    return value


def _chosen(option: Any) -> str:
    return option if isinstance(option, str) else ", ".join(option) or "none"
