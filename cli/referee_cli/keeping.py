"""``referee book``, with ``verify``, ``backup`` and ``doctor``: look after the record book."""

import sys
from pathlib import Path
from typing import Any

import click

from referee.judging.report import CONTRADICTORY
from referee.store import BookMissing, Head, NoSuchGame, RecordBook, Verdict, sqlite, verified
from referee.store.chain import NotedHead
from referee.store.location import default_location, shown
from referee.store.opening import back_up, open_book
from referee.store.record import verify_book
from referee.wording.language import N_, Word, _, ngettext
from referee_cli.book import CANNOT_BE_READ, book_for_reading, book_for_writing, failing_on_errors
from referee_cli.commands import BOOK
from referee_cli.grouping import Commands
from referee_cli.hints import command
from referee_cli.logs import db_option
from referee_cli.output import WrongUse, console, json_option, print_json, working

SOUND = N_(
    "Journal: WAL. Writers and readers do not wait for each other; every line is on the disk "
    "when it is confirmed."
)
AFFECTED = N_(
    "Journal: PERSIST. This version of SQLite can lose lines with a write-ahead log, so the "
    "referee uses a rollback journal, which is safe and slower. SQLite 3.51.3 and later can do "
    "both: pip install pysqlite3"
)


@click.group(cls=Commands, entries=BOOK, prefix="book ")
def book() -> None:
    """List, show, import, copy and check recorded games.

    \b
    Example: referee book list
    """


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--head", "heads", multiple=True, help="A head of this game, or of the whole book.")
@click.option("--seal", is_flag=True, help="Seal the book as it is now: one head for all games.")
@json_option
@db_option
def verify(
    games: tuple[str, ...], heads: tuple[str, ...], seal: bool, as_json: bool, db: str | None
) -> None:
    """Check that nobody has changed the record.

    The command checks all games, or those that you name. A game may also be an evidence bundle,
    such as friday.zip.

    A head is a code for everything up to an event. Give one that you wrote down elsewhere with
    --head: it proves that nothing up to it was changed. Without it, lines cut off at the end go
    unnoticed.

    Exit status: 0 unchanged, 4 something was changed, 3 the book cannot be read.

    \b
    Example: referee book verify friday --head 57-00DSR-P7N38-AQCKR-FH4WD-C
    """
    noted = [_noted(head) for head in heads]
    if noted and len(games) > 1:
        raise WrongUse(Word("A head belongs to one game, or to the whole book: name at most one."))
    verdicts: list[Verdict] = []
    damage: list[str] = []
    strays: list[str | None] = []
    together = None
    if games and all(name.endswith(".zip") and Path(name).exists() for name in games):
        # no record book is needed
        from referee.bundle import open_bundle

        with failing_on_errors(as_json):
            verdicts = [open_bundle(path).verdict(noted) for path in games]
    else:
        opened = book_for_writing if seal else book_for_reading
        with opened(db, as_json) as book, working():
            names = list(games) or [kept.name for kept in book.chains()]
            verdicts = [_checked(book, name, noted if games else []) for name in names]
            damage = book.damage()
            strays = [_belongs_to(book, head) for head in noted]
            if seal and not damage and all(verdict.whole for verdict in verdicts):
                book.seal()
            together = None if games else verify_book(book, noted)
    everything = [*verdicts, *([together] if together else [])]
    if as_json:
        sealed = {"book": _plain(together)} if together else {}
        print_json({"games": [_plain(verdict) for verdict in verdicts], "damage": damage, **sealed})
    else:
        _tell(verdicts, damage, together)
        for head, other in zip(noted, strays, strict=False):
            if other and other not in games:
                belongs = _('The head {head} belongs to the game "{game}".')
                console().print(belongs.format(head=head.text, game=other))
    if damage or not all(verdict.whole for verdict in everything):
        sys.exit(CONTRADICTORY)


def _checked(book: RecordBook, name: str, noted: list[NotedHead]) -> Verdict:
    try:
        return verified(book, name, noted)
    except NoSuchGame:
        if not noted:
            raise
        # a noted head proves that the game existed
        gone = _("this game is no longer in the record book")
        return Verdict(name, 0, Head(0, b""), None, gone)


def _noted(text: str) -> NotedHead:
    noted = NotedHead.read(text)
    if noted is None:
        raise WrongUse(
            '"{text}" is not a head. Check each character: a head looks like '
            "57-00DSR-P7N38-AQCKR-FH4WD-C, or is a hash of 64 hexadecimal digits.",
            "--head",
            text=text,
        )
    return noted


def _belongs_to(book: RecordBook, noted: NotedHead) -> str | None:
    """Return the game that once had this head; None if there is none."""
    names = (kept.name for kept in book.chains())
    return next((name for name in names if any(map(noted.matches, book.read(name)))), None)


def _plain(verdict: Verdict) -> dict[str, Any]:
    return {
        "game": verdict.name,
        "whole": verdict.whole,
        "events": verdict.events,
        "head": verdict.head.on_paper(),
        "hash": verdict.head.hash.hex(),
        "event": verdict.at,
        "problem": verdict.problem or None,
    }


def _tell(verdicts: list[Verdict], damage: list[str], together: Verdict | None) -> None:
    out = console()
    for verdict in verdicts:
        if verdict.whole:
            events = ngettext("{number} event", "{number} events", verdict.events)
            whole = _("{game}: unchanged, {events}, head {head}")
            out.print(whole.format(game=verdict.name, events=events, head=verdict.head.on_paper()))
        else:
            broken = _("{game}: NOT as it was written. Event {event}: {problem}.")
            gone = _("{game}: NOT as it was written: {problem}.")
            about = broken if verdict.at else gone
            out.print(about.format(game=verdict.name, event=verdict.at, problem=verdict.problem))
    for what in damage:
        out.print(_("The file is damaged: {what}.").format(what=what))
    if not verdicts and not damage:
        out.print(_("The record book is empty."))
    if together is not None and not together.whole:
        broken = _("The book: NOT as it was sealed: {problem}.")
        out.print(broken.format(problem=together.problem))
    elif together is not None and together.events:
        whole = _("The book: unchanged since it was sealed, head {head}")
        out.print(whole.format(head=together.head.on_paper()))


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@json_option
@db_option
def backup(target: Path, as_json: bool, db: str | None) -> None:
    """Copy the whole record book to TARGET, while others write.

    The links to its tables are copied to TARGET-links. Copying the files by hand is no backup:
    while the book is open, its newest lines are in another file.

    \b
    Example: referee book backup sunday.db
    """
    with failing_on_errors(as_json), working():
        count = back_up(db, target)
    if as_json:
        print_json({"backup": str(target), "games": count})
    else:
        games = ngettext("{number} game", "{number} games", count)
        console().print(_("{file} holds {games}.").format(file=target, games=games))


@click.command()
@json_option
@db_option
def doctor(as_json: bool, db: str | None) -> None:
    """Say where the record book lies, and which SQLite keeps it.

    \b
    Example: referee book doctor --db club.db
    """
    with failing_on_errors(as_json):
        findings = _health(db or default_location())
    if as_json:
        print_json(findings)
    else:
        _tell_health(findings)
    if findings["damage"]:
        sys.exit(CANNOT_BE_READ)


def _health(place: str) -> dict[str, Any]:
    """Return the state of the book at a place, which may not exist."""
    about: dict[str, Any] = {"book": shown(place), "exists": True, **sqlite.health()}
    try:
        with open_book(place, writable=False) as book:
            games, damage = len(book.names()), book.damage()
            return {**about, **book.health(), "games": games, "damage": damage}
    except BookMissing:
        return {**about, "exists": False, "damage": []}


def _tell_health(found: dict[str, Any]) -> None:
    out = console()
    if found["exists"]:
        games = ngettext("{number} game", "{number} games", found["games"])
        there = _("Record book: {book} ({games}, {bytes:,} bytes)")
        out.print(there.format(**found | {"games": games}), soft_wrap=True)
    else:
        missing = _("Record book: {book} (not there yet; it begins with: {command})")
        out.print(missing.format(**found, command=command("new")), soft_wrap=True)
    if "server" in found:
        out.print(_("PostgreSQL: {server}").format(**found))
    else:
        out.print(_("SQLite: {sqlite} (from {library})").format(**found))
        out.print(_(SOUND) if found["sound_wal"] else _(AFFECTED))
    damaged = _(
        "DAMAGED: {what}. Restore a backup, or export what referee book verify still reads."
    )
    for what in found["damage"]:
        out.print(damaged.format(what=what))
