"""``referee replay``: the table after each event."""

from __future__ import annotations

import click

from referee.judging.registry import find
from referee.judging.replay import Replay
from referee_cli.logs import db_option, read
from referee_cli.output import WrongUse, card_spelling, console, ends_where_unreadable, print_json
from referee_cli.table import tell_event, tell_table


@click.command()
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--event", "--step", "step", type=click.IntRange(min=1), metavar="N",
    help="Show only the table after this event.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line of the log.")
@db_option
def replay(log: str, step: int | None, as_json: bool, db: str | None) -> None:
    """Show the table after each line of LOG.

    Hands as far as known, melds, pile, offer, pots. The lines are replayed as they stand in the
    log: a correction shows from its own line on.

    \b
    Example: referee replay evening.jsonl --event 12
    """
    with ends_where_unreadable(as_json):
        events = read(log, db)
    if step is not None and step > len(events):
        raise WrongUse("the log has {number} events", "--event", number=len(events))
    playing, out, spell = Replay(), console(), card_spelling()
    sayings = find(events[0]["game"]).sayings
    for seq, event in enumerate(events, 1):
        playing.feed(event)
        if step in (None, seq):
            if as_json:
                print_json({"line": seq, "event": event, "table": playing.view()})
            else:
                tell_event(out, seq, event, sayings, spell)
                tell_table(out, playing.view(), spell)
