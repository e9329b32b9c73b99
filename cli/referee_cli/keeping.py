"""``referee book`` and its commands: recorded games listed, shown, moved and verified."""

import sys
from pathlib import Path
from typing import Any, Final

import click
from referee_schemas.score_tables import is_score_table, read_score_table
from rich import box
from rich.table import Table

from referee import store
from referee.judging.registry import called
from referee.judging.report import CONTRADICTORY, UNREADABLE
from referee.store.chain import NotedHead
from referee.store.entries import FORMAT
from referee.store.errors import UNUSABLE
from referee.store.location import default_location, shown
from referee.store.moving import keep
from referee.store.moving import move as bring
from referee.store.naming import is_a_name
from referee.store.opening import back_up, open_book
from referee.store.reading import opening_of
from referee.store.record import page_of_games, verify_book
from referee.wording.language import N_, Word, _, ngettext
from referee.wording.unreadable import Unreadable
from referee.wording.visible import visible
from referee_cli import output
from referee_cli.commands import BOOK
from referee_cli.hints import command
from referee_cli.language import messages_language
from referee_cli.logs import STANDARD_INPUT, live_game, logs_in, read, tell_left_out
from referee_cli.main import Commands
from referee_cli.options import chosen_book, subcommand, wants_json
from referee_cli.statuses import WRONG_USE
from referee_cli.table import plain_findings, tell_lines, tell_noticed, tell_table

OTHER_COLUMNS: Final = 36  # the width of the table of games without the names

PROBLEMS: Final = {"damaged": N_("(damaged)"), "unknown": N_("(not known to this program)")}
"""Reasons why a game cannot be read here, in words."""

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


@subcommand()
@click.option("--page", type=click.IntRange(min=1), help="The page of the list (the first).")
def games(page: int | None) -> None:
    """List the games in the record book.

    The newest games come first, a page at a time. With --json you get all, the oldest first.

    \b
    Example: referee book list --page 2
    """
    with open_book(chosen_book(), writable=False) as book:
        if wants_json() and page is None:
            shown, older = book.games(), False
        else:
            shown, older = page_of_games(book, page or 1)
        listed = [_about(book, kept) for kept in shown]
    if wants_json():
        output.print_json(listed)
    elif listed:
        _tell_games(listed, (page or 1) + 1 if older else None)
    elif page and page > 1:
        raise output.WrongUse("The list has no page {page}.", "--page", page=page)
    else:
        empty = _("The record book is empty. Open a game with: {command}")
        click.echo(empty.format(command=command("new")))


def _tell_games(listed: list[dict[str, Any]], older: int | None) -> None:
    """Print a page of games; ``older`` is the number of the page with older ones."""
    out, names = output.console(), [visible(game["name"]) for game in listed]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    longest = max(map(len, names))
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
        more = command("book", "list", "--page", older)
        out.print(_("Older games: {command}").format(command=more), soft_wrap=True)


def _about(book: store.RecordBook, kept: store.Kept) -> dict[str, Any]:
    opening = opening_of(book, kept.name)
    game = opening.get("game", "")
    known = called(game) is not None and kept.opening.format <= FORMAT
    return {
        "name": kept.name,
        "game": game or None,
        "players": opening.get("players", []),
        "title": opening.get("title"),
        "opened": kept.opening.opened_at,
        "events": kept.head.seq,
        "head": kept.head.on_paper(),
        "problem": "damaged" if not opening else None if known else "unknown",
    }


@subcommand()
@click.argument("game")
@click.option("--last", type=click.IntRange(min=1), help="Show only this many of the last lines.")
def show(game: str, last: int | None) -> None:
    """Show GAME: its lines, the table as it stands, and the head.

    \b
    Example: referee book show friday --last 5
    """
    with live_game(game, writable=False) as live:
        head = live.book.game(game).head.on_paper()
    first = max(len(live.lines) - last + 1, 1) if last else 1
    table, noticed = live.replay.view(), live.notices.on_call()
    if wants_json():
        lines = live.lines[first - 1 :]
        about = {"game": game, "head": head, "first": first, "lines": lines, "table": table}
        output.print_json({**about, "noticed": plain_findings(noticed)})
        return
    out, spell = output.console(), output.card_spelling()
    tell_lines(out, live.lines, first, spell)
    out.print()
    tell_table(out, table, spell)
    tell_noticed(out, noticed, spell)
    out.print()
    out.print(_("Head, to write down elsewhere: {head}").format(head=head))


@subcommand()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--head", "heads", multiple=True, help="A head of this game, or of the whole book.")
@click.option("--seal", is_flag=True, help="Seal the book as it is now: one head for all games.")
def verify(games: tuple[str, ...], heads: tuple[str, ...], seal: bool) -> None:
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
        raise output.WrongUse(
            Word("A head belongs to one game, or to the whole book: name at most one.")
        )
    damage: list[str] = []
    strays: list[tuple[str, str]] = []
    together = None
    if games and all(name.endswith(".zip") and Path(name).exists() for name in games):
        # no record book is needed
        from referee.bundle import open_bundle

        verdicts = [open_bundle(path).verdict(noted) for path in games]
    else:
        with open_book(chosen_book(), create=False, writable=seal) as book, output.working():
            names = list(games) or [kept.name for kept in book.chains()]
            verdicts = [_checked(book, name, noted if games else []) for name in names]
            damage = book.damage()
            found = [(head.text, _belongs_to(book, head)) for head in noted]
            strays = [(head, game) for head, game in found if game and game not in games]
            if seal and not damage and all(verdict.whole for verdict in verdicts):
                book.seal()
            together = None if games else verify_book(book, noted)
    everything = [*verdicts, *([together] if together else [])]
    if wants_json():
        sealed = {"book": _plain(together)} if together else {}
        output.print_json(
            {"games": [_plain(verdict) for verdict in verdicts], "damage": damage, **sealed}
        )
    else:
        _tell(verdicts, damage, together)
        for head, other in strays:
            belongs = _('The head {head} belongs to the game "{game}".')
            output.console().print(belongs.format(head=head, game=other))
    if damage or not all(verdict.whole for verdict in everything):
        sys.exit(CONTRADICTORY)


def _checked(book: store.RecordBook, name: str, noted: list[NotedHead]) -> store.Verdict:
    try:
        return store.verified(book, name, noted)
    except store.NoSuchGame:
        if not noted:
            raise
        # a noted head proves that the game existed
        gone = _("this game is no longer in the record book")
        return store.Verdict(name, 0, store.Head(0, b""), None, gone)


def _noted(text: str) -> NotedHead:
    noted = NotedHead.read(text)
    if noted is None:
        raise output.WrongUse(
            '"{text}" is not a head. Check each character: a head looks like '
            "57-00DSR-P7N38-AQCKR-FH4WD-C, or is a hash of 64 hexadecimal digits.",
            "--head",
            text=text,
        )
    return noted


def _belongs_to(book: store.RecordBook, noted: NotedHead) -> str | None:
    """Return the game that once had this head; None if there is none."""
    names = (kept.name for kept in book.chains())
    return next((name for name in names if any(map(noted.matches, book.read(name)))), None)


def _plain(verdict: store.Verdict) -> dict[str, Any]:
    return {
        "game": verdict.name,
        "whole": verdict.whole,
        "events": verdict.events,
        "head": verdict.head.on_paper(),
        "hash": verdict.head.hash.hex(),
        "event": verdict.at,
        "problem": verdict.problem or None,
    }


def _tell(verdicts: list[store.Verdict], damage: list[str], together: store.Verdict | None) -> None:
    out = output.console()
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


@subcommand()
@click.argument("target", type=click.Path(path_type=Path))
def backup(target: Path) -> None:
    """Copy the whole record book to TARGET, while others write.

    The links to its tables are copied to TARGET-links. Copying the files by hand is no backup:
    while the book is open, its newest lines are in another file.

    \b
    Example: referee book backup sunday.db
    """
    with output.working():
        count = back_up(chosen_book(), target)
    if wants_json():
        output.print_json({"backup": str(target), "games": count})
    else:
        games = ngettext("{number} game", "{number} games", count)
        output.console().print(_("{file} holds {games}.").format(file=target, games=games))


@subcommand()
def doctor() -> None:
    """Say where the record book is, and which SQLite keeps it.

    \b
    Example: referee book doctor --db club.db
    """
    place = chosen_book() or default_location()
    found: dict[str, Any] = {"book": shown(place), "exists": True, **store.sqlite.health()}
    try:
        with open_book(place, writable=False) as book:
            found |= book.health()
            found |= {"games": len(book.names()), "damage": book.damage()}
    except store.BookMissing:
        found |= {"exists": False, "damage": []}
    if wants_json():
        output.print_json(found)
    else:
        _tell_health(found)
    if found["damage"]:
        sys.exit(UNREADABLE)


def _tell_health(found: dict[str, Any]) -> None:
    out = output.console()
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


# ---- logs and games into a record book


@subcommand()
@click.argument("logs", nargs=-1, required=True, metavar="LOG|FOLDER...")
@click.option("--name", help="The name of the game (by default, that of the file).")
@click.option("--game", default="", help="The card game, if the file is a spreadsheet.")
def import_log(logs: tuple[str, ...], name: str | None, game: str) -> None:
    """Put logs into the record book, each as a game.

    From a folder, all logs in it and in its folders are imported. If the book already has the
    game, only the new lines are added. A log is kept whole or not at all: one that cannot be read,
    or that contradicts the game, is left out and named.

    A spreadsheet (.csv, .tsv, .xlsx) with a column for each player and a row for each round becomes
    an evening with these points. Say with --game what was played.

    Exit status: 0 all were kept, 3 a log cannot be read, 2 a log contradicts a game.

    \b
    Example: referee book import evening.sheet --name friday
    """
    not_logs: list[str] = []
    found = list(logs_in(logs, not_logs))
    if name and len(found) != 1:
        raise output.WrongUse(Word("You gave one name for several logs. Import them one by one."))
    if game and not any(map(is_score_table, found)):
        raise output.WrongUse(Word("A log names its own game: leave --game out."), "--game")
    kept: list[str] = []
    left_out: list[tuple[str, Unreadable | store.BookError | output.WrongUse]] = []
    with open_book(chosen_book()) as book:
        try:
            with output.progress(_("importing"), len(found)) as advance:
                for log in found:
                    try:
                        kept.append(_keep(book, log, name or _name_of(log), game))
                    except UNUSABLE:
                        raise
                    except (Unreadable, store.BookError, output.WrongUse) as problem:
                        left_out.append((log, problem))
                    advance(1)
        finally:
            for text in () if wants_json() else kept:
                click.echo(text)
            for log, reason in left_out:
                _tell_why(log, reason)
            tell_left_out(not_logs)
        if len(kept) > 1:
            # judge many games now, so that the first standings do not wait; a single one is quick
            from referee_cli.standings import kept_up

            kept_up(book)
    unread = any(isinstance(reason, Unreadable) for _log, reason in left_out)
    sys.exit(UNREADABLE if unread else WRONG_USE if left_out else 0)


def _keep(book: store.RecordBook, log: str, name: str, game: str) -> str:
    """Keep a log and return what was kept in words, or print it as JSON at once."""
    events = read_score_table(log, game) if is_score_table(log) else read(log)
    new = keep(book, name, events)
    return _in_words(name, new, book.game(name).head)


def _in_words(game: str, new: int, head: store.Head) -> str:
    if wants_json():
        output.print_json({"game": game, "new": new, "last": head.seq, "head": head.on_paper()})
    what = ngettext("{number} new event", "{number} new events", new)
    return _("{game}: {what}, {number} in all, head {head}").format(
        game=game, what=what if new else _("nothing new"), number=head.seq, head=head.on_paper()
    )


def _tell_why(log: str, problem: Unreadable | store.BookError | output.WrongUse) -> None:
    if isinstance(problem, Unreadable):
        output.tell_unreadable(problem)
        return
    if wants_json():
        output.print_json({"error": {"file": log, "message": str(problem)}})
    with messages_language():
        text = _("Left out: {log}: {problem}")
        output.say(text.format(log=visible(log), problem=problem), err=True)


def _name_of(log: str) -> str:
    stem = Path(log).stem.replace(" ", "-")
    if log == STANDARD_INPUT or not is_a_name(stem):
        raise output.WrongUse(Word("Say with --name what the game is to be called."))
    return stem


@subcommand()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option("--to", required=True, metavar="PLACE", help="The other record book.")
def copy(games: tuple[str, ...], to: str) -> None:
    """Copy games to another record book, with their heads.

    If the other book already has the game, only the new lines are copied. The games stay in this
    book, too: nothing is ever removed from a book.

    \b
    Example: referee book copy friday --to club.db
    """
    with open_book(chosen_book(), writable=False) as book, open_book(to) as other:
        for game in games:
            with output.working():
                new = bring(book, other, game)
            message = _in_words(game, new, other.game(game).head)
            if not wants_json():
                click.echo(message)
