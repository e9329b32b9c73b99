"""``referee replay``: the table after each event."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cli.check import read
from cli.output import card_spelling, console, print_json, tell_unreadable
from referee.findings import SpellCard
from referee.replay import Replay
from referee.report import UNREADABLE
from schemas.reading import Unreadable

INDENT = (0, 0, 0, 2)
NOT_TOLD = frozenset({"type", "at", "scribe", "seq", "id", "note"})


@click.command()
@click.argument("log")
@click.option("--step", type=click.IntRange(min=1), help="Show only the table after this line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line of the log.")
def replay(log: str, step: int | None, as_json: bool) -> None:
    """Show the table after each line of LOG: hands as far as known, melds, pile, offer, pots.

    The lines are replayed as they stand in the log: a correction shows from its own line on.
    """
    try:
        events = read(log)
    except Unreadable as problem:
        tell_unreadable(problem, as_json)
        sys.exit(UNREADABLE)
    if step is not None and step > len(events):
        raise click.BadParameter(f"the log has {len(events)} lines", param_hint="--step")
    playing, out, spell = Replay(), console(), card_spelling()
    for seq, event in enumerate(events, 1):
        playing.feed(event)
        if step in (None, seq):
            if as_json:
                print_json({"line": seq, "event": event, "table": playing.view()})
            else:
                _tell_step(out, seq, event, playing.view(), spell)


def _tell_step(
    out: Console, seq: int, event: Mapping[str, Any], table: Mapping[str, Any], spell: SpellCard
) -> None:
    out.print(Text(f"{seq}. {_told(event, spell)}", style="bold"))
    if event.get("note"):
        out.print(Padding(Text(event["note"], style="italic"), INDENT, expand=False))
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
