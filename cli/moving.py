"""``referee import``, ``export`` and ``convert``: logs into the record book, out of it, and from
one face to the other."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from cli.book import book_for_new_games, book_for_reading, json_option
from cli.language import Language
from cli.logs import STANDARD_INPUT, Event, db_option, read
from cli.output import WrongUse, ends_where_unreadable, print_json
from referee.notation import LANGUAGES, write_sheet
from referee.store import Entry, GameExists, NoSuchGame, RecordBook
from referee.store.appending import is_a_name
from referee.store.entries import line_of
from referee.wording.language import Word, _, ngettext
from referee.wording.sentences import Sentence

FACES = ("jsonl", "sheet")

lang_option = click.option(
    "--lang",
    type=Language(),
    default=LANGUAGES[0],
    help="The language of the sheet (en), and of the messages (the environment's).",
)
force_option = click.option("--force", is_flag=True, help="Replace the file if it is there.")


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--name", help="The game's name (else the file's).")
@json_option
@db_option
def import_log(logs: tuple[str, ...], name: str | None, as_json: bool, db: str | None) -> None:
    """Put logs into the record book, each as a game: .jsonl or .sheet, - is standard input.

    A game that is there already goes on where the log goes on; a log that says something else is
    refused. A log is kept whole or not at all.
    """
    if name and len(logs) > 1:
        raise WrongUse(Word("A name is for one log."))
    with book_for_new_games(db, as_json) as book:
        for log in logs:
            with ends_where_unreadable(as_json):
                events = read(log, db)
            game = name or _name_of(log)
            new = _keep(book, game, events)
            head = book.game(game).head
            if as_json:
                print_json({"game": game, "new": new, "last": head.seq, "head": head.on_paper()})
            else:
                what = ngettext("{number} new event", "{number} new events", new)
                kept = _("{game}: {what}, {number} in all, head {head}").format(
                    game=game,
                    what=what if new else _("nothing new"),
                    number=head.seq,
                    head=head.on_paper(),
                )
                click.echo(kept)


def _name_of(log: str) -> str:
    stem = Path(log).stem.replace(" ", "-")
    if log == STANDARD_INPUT or not is_a_name(stem):
        raise WrongUse(Word("Say with --name what the game is to be called."))
    return stem


def _keep(book: RecordBook, name: str, events: Sequence[Event]) -> int:
    """Write what the book does not have of these events; gives their number. Raises GameExists."""
    entries = [Entry.of(event) for event in events]
    try:
        there = [stored.content for stored in book.read(name)]
    except NoSuchGame:
        book.open_game(name, entries)
        return len(entries)
    if there != [entry.content for entry in entries[: len(there)]]:
        raise GameExists(name)
    new = entries[len(there) :]
    if new:
        book.append(name, new, expects=len(there))
    return len(new)


@click.command()
@click.argument("game")
@click.argument("out", default=STANDARD_INPUT, metavar="[OUT]")
@click.option("--as", "face", type=click.Choice(FACES), help="The log's face (else by its name).")
@lang_option
@force_option
@db_option
def export(game: str, out: str, face: str | None, lang: str, force: bool, db: str | None) -> None:
    """Write GAME as a log to OUT, or to standard output."""
    _write(read_game(game, db), out, face or _face_of(out, "jsonl"), lang, force)


def read_game(game: str, db: str | None) -> list[Event]:
    """The events of a game in the record book. Ends the command where there is none."""
    with book_for_reading(db) as book:
        written_in = book.game(game).format
        return [stored.event(written_in) for stored in book.read(game)]


@click.command()
@click.argument("source", metavar="IN")
@click.argument("out", metavar="OUT")
@click.option("--as", "face", type=click.Choice(FACES), help="The face of OUT (else by its name).")
@lang_option
@force_option
@db_option
def convert(
    source: str, out: str, face: str | None, lang: str, force: bool, db: str | None
) -> None:
    """Write the log IN to OUT in the other face: JSON Lines (.jsonl) or score sheet (.sheet).

    - is standard input, and standard output, where the other face than IN's is written.
    """
    with ends_where_unreadable():
        events = read(source, db)
    other = "jsonl" if Path(source).suffix.lower() == ".sheet" else "sheet"
    _write(events, out, face or _face_of(out, other), lang, force)


def _face_of(out: str, on_standard_output: str) -> str:
    if out == STANDARD_INPUT:
        return on_standard_output
    suffix = Path(out).suffix.lower().removeprefix(".")
    if suffix not in FACES:
        text = "Is {file} to be a sheet or JSON Lines? Say --as sheet or --as jsonl."
        raise WrongUse(Sentence(text, {"file": out}))
    return suffix


def _write(events: Sequence[Event], out: str, face: str, lang: str, force: bool) -> None:
    if face == "sheet":
        content = write_sheet(events, lang).encode()
    else:
        content = "".join(map(line_of, events)).encode()
    if out == STANDARD_INPUT:
        sys.stdout.buffer.write(content)
        return
    try:
        with Path(out).open("wb" if force else "xb") as file:
            file.write(content)
    except FileExistsError:
        text = "{file} is there already. Replace it with --force."
        raise WrongUse(Sentence(text, {"file": out})) from None
    except OSError as problem:
        text = "{file} cannot be written: {problem}."
        raise WrongUse(Sentence(text, {"file": out, "problem": problem.strerror})) from problem
