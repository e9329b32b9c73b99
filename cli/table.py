"""The table and the lines of a log, as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from referee.findings import SpellCard
from referee.rulebooks.base import Event, Sayings

INDENT = (0, 0, 0, 2)
FEW = 5
"""So many cards of the pile are shown to who writes the game down: those that came last."""


def tell_event(out: Console, seq: int, event: Event, sayings: Sayings, spell: SpellCard) -> None:
    """Print one line of a log: its number, what happened, and the remark."""
    told = " ".join(one.told(spell) for one in sayings(event))
    out.print(Text(f"{seq}. {told}", style="bold"))
    if event["type"] != "note" and event.get("note"):
        out.print(Padding(Text(event["note"], style="italic"), INDENT, expand=False))


def tell_table(
    out: Console, table: Mapping[str, Any], spell: SpellCard, pile: int | None = None
) -> None:
    """Print what lies on the table: each player's melds and hand, then the middle. Of the pile so
    many of the last cards are shown, by default all."""
    hand = table["hand"]
    if hand is None:
        return
    for seat in hand["seats"]:
        out.print(Padding(Text(_seat(seat, spell)), INDENT, expand=False))
    if hand["winner"]:
        out.print(Padding(Text(f"{hand['winner']} has won the hand"), INDENT, expand=False))
        return
    middle = [f"pot {hand['pot']}"]
    middle += [f"{game.replace('_', ' ')} {pot}" for game, pot in hand["side_pots"].items()]
    if hand["deck"] is not None:
        middle.append(f"deck {hand['deck']}")
    if hand["offer"]:
        middle.append(_offer(hand["offer"], spell))
    if hand["pile"]:
        middle.append(f"pile {_pile(hand['pile'], spell, pile)}")
    if hand["owed_by"]:
        middle.append(f"waits for {hand['owed_by']} to pay")
    elif hand["draws_next"]:
        middle.append(f"next draws {' or '.join(dict.fromkeys(hand['draws_next']))}")
    out.print(Padding(Text("; ".join(middle), style="dim"), INDENT, expand=False))


def _cards(cards: list[str], spell: SpellCard) -> str:
    return " ".join(map(spell, cards))


def _pile(cards: list[str], spell: SpellCard, last: int | None) -> str:
    shown = cards if last is None else cards[-last:]
    return ("... " if len(shown) < len(cards) else "") + _cards(shown, spell)


def _offer(offer: Mapping[str, Any], spell: SpellCard) -> str:
    card = spell(offer["card"])
    return f"{offer['by']} drew {card}" if offer["held"] else f"{card} on offer from {offer['by']}"


def _seat(seat: Mapping[str, Any], spell: SpellCard) -> str:
    melds = " | ".join(_cards(meld, spell) for meld in seat["melds"]) or "no melds"
    hand = [_cards(seat["hand"], spell)] if seat["hand"] else []
    fewest, most = seat["surely_unknown"], seat["unknown"]
    if most:
        hand.append(f"{most} unknown" if fewest == most else f"{fewest} to {most} unknown")
    held = " and ".join(hand) or "no cards"
    out = "" if seat["standing"] == "in" else f" ({seat['standing']})"
    owes = "; owes a payment" if seat["owes"] else ""
    return f"{seat['player']}{out}: {melds}; in hand {held}{owes}"
