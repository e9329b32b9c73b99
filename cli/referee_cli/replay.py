"""``referee replay``: the table after each event; ``knows``: what is proved about hidden cards."""

from typing import Any

import click

from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.registry import find
from referee.judging.replay import ReplayedLog, replayed
from referee.text.terminal import Terminal
from referee.wording.language import _, joined, ngettext
from referee.wording.sentences import SpellCard
from referee_cli import output
from referee_cli.logs import db_option, read
from referee_cli.table import tell_event, tell_table


def _read(log: str, event: int | None, as_json: bool, db: str | None) -> list[Event]:
    """Return the events of a log. Raises WrongUse if it has no event with this number."""
    with output.ends_where_unreadable(as_json):
        events = read(log, db)
    if event is not None and event > len(events):
        raise output.WrongUse("the log has {number} events", "--event", number=len(events))
    return events


@click.command()
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--event", "--step", "step", type=click.IntRange(min=1), metavar="N",
    help="Show only the table after this event.",
)  # fmt: skip
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object for each line of the log."
)
@db_option
def replay(log: str, step: int | None, as_json: bool, db: str | None) -> None:
    """Show the table after each line of LOG.

    You see the hands as far as they are known, the melds, the pile, the card on offer and the
    pots. A correction takes effect from its own line on.

    \b
    Example: referee replay evening.jsonl --event 12
    """
    events = _read(log, step, as_json, db)
    playing, out, spell = ReplayedLog(), output.console(), output.card_spelling()
    sayings = find(events[0]["game"]).sayings
    for seq, event in enumerate(events, 1):
        playing.feed(event)
        if step in (None, seq):
            if as_json:
                output.print_json({"line": seq, "event": event, "table": playing.view()})
            else:
                tell_event(out, seq, event, sayings, spell)
                tell_table(out, playing.view(), spell)


Known = dict[str, Any]


@click.command()
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--event", "--at", "at", type=click.IntRange(min=1), metavar="N",
    help="Show only the moment after this event.",
)  # fmt: skip
@click.option("--player", help="Show only this player's hand.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each moment.")
@db_option
def knows(log: str, at: int | None, player: str | None, as_json: bool, db: str | None) -> None:
    """Say what LOG proves about hidden cards.

    After every event you see which cards each player certainly held, and which they may have held.
    Later events count, too: a card that a player pays late was in their hand since the Cambio.

    \b
    Example: referee knows evening.jsonl --event 12 --player Ana
    """
    events = _read(log, at, as_json, db)
    game = replayed(events)
    before: list[Known] = []
    for event in [at] if at is not None else range(1, len(events) + 1):
        with output.working():
            hands = [known.to_dict() for known in game.knowledge(event)]
        hands = [
            known for known in hands if player is None or fold(known["player"]) == fold(player)
        ]
        if player is not None and at is not None and not hands:
            raise output.WrongUse("no player there is called {player}", "--player", player=player)
        if as_json:
            output.print_json({"event": event, "hands": hands})
        elif hands != before:
            _tell(output.console(), event, hands, output.card_spelling())
        before = hands


def _tell(out: Terminal, event: int, hands: list[Known], spell: SpellCard) -> None:
    out.print(_("After event {event}").format(event=event))
    for known in hands:
        out.print(f"  {known['player']}, {_count(*known['count'])}")
        if known["surely"]:
            surely = _("certainly: {cards}").format(cards=joined(map(spell, known["surely"]), " "))
            out.indented(surely, 4)
            for events, cards in _by_reason(known).items():
                out.print(f"      {' '.join(map(spell, cards))}: {_shown_by(events)}")
        if known["possibly"]:
            perhaps = _("perhaps: {cards}").format(cards=joined(map(spell, known["possibly"]), " "))
            out.indented(perhaps, 4)


def _count(fewest: int, most: int) -> str:
    if fewest == most:
        return ngettext("{number} card", "{number} cards", most)
    return _("{fewest} to {most} cards").format(fewest=fewest, most=most)


def _by_reason(known: Known) -> dict[tuple[int, ...], list[str]]:
    found: dict[tuple[int, ...], list[str]] = {}
    for card, events in known["because"].items():
        found.setdefault(tuple(events), []).append(card)
    return found


def _shown_by(events: tuple[int, ...]) -> str:
    if not events:
        return _("follows from what is known about the other cards")
    text = _("event {events}") if len(events) == 1 else _("events {events} together")
    return text.format(events=joined(events))
