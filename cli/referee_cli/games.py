"""``referee book list`` and ``show``: the games in the record book."""

from typing import Any, Final

import click
from rich import box
from rich.table import Table

from referee.judging.registry import INSTALLED
from referee.store import Kept, RecordBook
from referee.store.entries import FORMAT
from referee.store.record import page_of_games
from referee.wording.language import N_, _
from referee.wording.visible import visible
from referee_cli.book import book_for_reading
from referee_cli.hints import command
from referee_cli.logs import db_option
from referee_cli.output import card_spelling, console, json_option, print_json
from referee_cli.scribe import live_game, plain, tell_lines, tell_noticed
from referee_cli.table import tell_table

OTHER_COLUMNS: Final = 36  # the width of the table of games without the names

PROBLEMS: Final = {"damaged": N_("(damaged)"), "unknown": N_("(not known to this program)")}
"""Reasons why a game cannot be read here, in words."""


@click.command()
@click.option("--page", type=click.IntRange(min=1), help="Which page of the list (the first).")
@json_option
@db_option
def games(page: int | None, as_json: bool, db: str | None) -> None:
    """List the games in the record book.

    The newest games come first, a page at a time. With --json you get all, the oldest first.

    \b
    Example: referee book list --page 2
    """
    with book_for_reading(db, as_json) as book:
        if as_json and page is None:
            shown, older = book.games(), False
        else:
            shown, older = page_of_games(book, page or 1)
        listed = [_about(book, kept) for kept in shown]
        is_empty = not listed and not book.names()
    if as_json:
        print_json(listed)
    elif not is_empty:
        _tell_games(listed, (page or 1) + 1 if older else None)
    else:
        empty = _("The record book is empty. Open a game with: {command}")
        click.echo(empty.format(command=command("new")))


def _tell_games(listed: list[dict[str, Any]], older: int | None) -> None:
    """Print a page of games; ``older`` is the number of the page with older ones."""
    out, names = console(), [visible(game["name"]) for game in listed]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    longest = max(map(len, names), default=0)
    # show names in full for copying, unless there would be no room for the rest
    fits = longest + OTHER_COLUMNS <= out.width
    least = longest if fits else None
    table.add_column(_("game"), no_wrap=fits, min_width=least, overflow="fold")
    table.add_column(_("opened"), no_wrap=True)
    table.add_column(_("players"))
    table.add_column(_("events"), justify="right", no_wrap=True)
    for name, game in zip(names, listed, strict=True):
        players = visible(", ".join(game["players"]))
        who = _(PROBLEMS[game["problem"]]) if game["problem"] else players
        table.add_row(name, visible(game["opened"][:10]), who, str(game["events"]))
    out.print(table)
    if older:
        out.print(
            _("Older games: {command}").format(command=command("book", "list", "--page", older)),
            soft_wrap=True,
        )


def _about(book: RecordBook, kept: Kept) -> dict[str, Any]:
    opening = _opening(book, kept)
    game = opening.get("game", "")
    known = INSTALLED.called(game) is not None and kept.format <= FORMAT
    return {
        "name": kept.name,
        "game": game or None,
        "players": opening.get("players", []),
        "title": opening.get("title"),
        "opened": kept.opened_at,
        "events": kept.head.seq,
        "head": kept.head.on_paper(),
        "problem": "damaged" if not opening else None if known else "unknown",
    }


def _opening(book: RecordBook, kept: Kept) -> dict[str, Any]:
    """Return the first event of a game as written; empty if it is damaged."""
    first = next(book.read(kept.name, at_most=1), None)
    opening = (first.raw() if first else None) or {}
    match opening:
        case {"type": "game", "game": str(), "players": [*players]}:
            return opening if all(isinstance(player, str) for player in players) else {}
    return {}


@click.command()
@click.argument("game")
@click.option("--last", type=click.IntRange(min=1), help="Show only this many of the last lines.")
@json_option
@db_option
def show(game: str, last: int | None, as_json: bool, db: str | None) -> None:
    """Show GAME: its lines, the table as it stands, and the head.

    \b
    Example: referee book show friday --last 5
    """
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
