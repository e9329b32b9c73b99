"""The table and the lines of a log, as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from referee.findings import SpellCard

INDENT = (0, 0, 0, 2)
NOT_TOLD = frozenset({"type", "at", "scribe", "seq", "id", "note"})


def tell_event(out: Console, seq: int, event: Mapping[str, Any], spell: SpellCard) -> None:
    """Print one line of a log: its number, what happened, and the remark."""
    out.print(Text(f"{seq}. {_told(event, spell)}", style="bold"))
    if event.get("note"):
        out.print(Padding(Text(event["note"], style="italic"), INDENT, expand=False))


def tell_table(out: Console, table: Mapping[str, Any], spell: SpellCard) -> None:
    """Print what lies on the table: each player's melds and hand, then the middle."""
    hand = table["hand"]
    if hand is None:
        return
    for seat in hand["seats"]:
        out.print(Padding(Text(_seat(seat, spell)), INDENT, expand=False))
    middle = [f"pot {hand['pot']}"]
    middle += [f"{game.replace('_', ' ')} {pot}" for game, pot in hand["side_pots"].items()]
    if hand["deck"] is not None:
        middle.append(f"deck {hand['deck']}")
    if hand["offer"]:
        middle.append(_offer(hand["offer"], spell))
    if hand["pile"]:
        middle.append(f"pile {_cards(hand['pile'], spell)}")
    if hand["winner"]:
        middle.append(f"{hand['winner']} has won")
    elif hand["owed_by"]:
        middle.append(f"waits for {hand['owed_by']} to pay")
    elif hand["draws_next"]:
        middle.append(f"next draws {' or '.join(dict.fromkeys(hand['draws_next']))}")
    out.print(Padding(Text("; ".join(middle), style="dim"), INDENT, expand=False))


def _told(event: Mapping[str, Any], spell: SpellCard) -> str:
    words = [str(event["type"]).replace("_", " ")]
    for key, value in event.items():
        if key in NOT_TOLD or key.startswith("x_") or value is None:
            continue
        if key == "player":
            words.append(value)
        elif key == "card":
            words.append(spell(value))
        elif key == "cards":
            words.append(_cards(value, spell))
        elif key in ("with", "event") and isinstance(value, Mapping):
            words.append(f"[{_told(value, spell)}]")
        elif key == "players":
            words.append(", ".join(value))
        elif isinstance(value, str | int):
            words.append(f"{key}={value}")
    return " ".join(words)


def _cards(cards: list[str], spell: SpellCard) -> str:
    return " ".join(map(spell, cards))


def _offer(offer: Mapping[str, Any], spell: SpellCard) -> str:
    card = spell(offer["card"])
    return f"{offer['by']} drew {card}" if offer["held"] else f"{card} on offer from {offer['by']}"


def _seat(seat: Mapping[str, Any], spell: SpellCard) -> str:
    melds = " | ".join(_cards(meld, spell) for meld in seat["melds"]) or "no melds"
    hand = [_cards(seat["hand"], spell)] if seat["hand"] else []
    if seat["unknown"]:
        hand.append(f"{seat['unknown']} unknown")
    held = " and ".join(hand) or "no cards"
    out = "" if seat["standing"] == "in" else f" ({seat['standing']})"
    owes = "; owes a payment" if seat["owes"] else ""
    return f"{seat['player']}{out}: {melds}; in hand {held}{owes}"
