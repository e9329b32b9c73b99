"""``referee games`` and ``show``: what lies in the record book."""

from __future__ import annotations

from typing import Any

import click
from rich import box
from rich.table import Table

from cli.book import book_for_reading, json_option
from cli.logs import db_option
from cli.output import card_spelling, console, print_json
from cli.scribe import live_game, plain, tell_lines, tell_noticed
from cli.table import tell_table
from referee.store import Kept, RecordBook
from referee.wording.language import _


@click.command()
@json_option
@db_option
def games(as_json: bool, db: str | None) -> None:
    """List the games in the record book."""
    with book_for_reading(db, as_json) as book:
        listed = [_about(book, kept) for kept in book.games()]
    if as_json:
        print_json(listed)
        return
    if not listed:
        click.echo(_("The record book is empty: referee new begins a game."))
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(_("game"), no_wrap=True, min_width=max(len(one["name"]) for one in listed))
    table.add_column(_("opened"))
    table.add_column(_("players"))
    table.add_column(_("events"), justify="right")
    for one in listed:
        table.add_row(
            one["name"], one["opened"][:10], ", ".join(one["players"]), str(one["events"])
        )
    console().print(table)


def _about(book: RecordBook, kept: Kept) -> dict[str, Any]:
    opening = next(book.read(kept.name)).event(kept.format)
    return {
        "name": kept.name,
        "game": opening["game"],
        "players": opening["players"],
        "title": opening.get("title"),
        "opened": kept.opened_at,
        "events": kept.head.seq,
        "head": kept.head.on_paper(),
    }


@click.command()
@click.argument("game")
@click.option("--last", type=click.IntRange(min=1), help="Show only so many of the last lines.")
@json_option
@db_option
def show(game: str, last: int | None, as_json: bool, db: str | None) -> None:
    """Show GAME: its lines with their numbers, the table as it stands, and the head."""
    with book_for_reading(db, as_json) as book:
        live = live_game(book, game)
        head = book.game(game).head.on_paper()
    first = max(len(live.lines) - last + 1, 1) if last else 1
    noticed = live.notices.on_call()
    if as_json:
        print_json(
            {
                "game": game,
                "head": head,
                "first": first,
                "lines": live.lines[first - 1 :],
                "table": live.replay.view(),
                "noticed": plain(noticed),
            }
        )
        return
    out, spell = console(), card_spelling()
    tell_lines(out, live, first, spell)
    out.print()
    tell_table(out, live.replay.view(), spell)
    tell_noticed(out, noticed, spell)
    out.print()
    out.print(_("Head, to write down elsewhere: {head}").format(head=head))
