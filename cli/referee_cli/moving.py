"""``referee book import`` and ``copy``: logs and games into a record book."""

import sys
from pathlib import Path

import click
from referee_schemas.score_tables import is_score_table, read_score_table
from referee_schemas.unreadable import Unreadable

from referee.judging.report import UNREADABLE
from referee.store import BookError, Head, RecordBook
from referee.store.errors import UNUSABLE
from referee.store.moving import keep
from referee.store.moving import move as bring
from referee.store.naming import is_a_name
from referee.store.opening import open_book
from referee.wording.language import Word, _, ngettext
from referee.wording.visible import visible
from referee_cli.language import telling_people
from referee_cli.logs import STANDARD_INPUT, logs_in, read, tell_left_out
from referee_cli.options import chosen_book, db_option, json_option, wants_json
from referee_cli.output import WrongUse, print_json, progress, say, tell_unreadable, working
from referee_cli.statuses import WRONG_USE


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG|FOLDER...")
@click.option("--name", help="The name of the game (by default, that of the file).")
@click.option("--game", default="", help="The card game, if the file is a spreadsheet.")
@json_option()
@db_option
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
        raise WrongUse(Word("You gave one name for several logs. Import them one by one."))
    if game and not any(map(is_score_table, found)):
        raise WrongUse(Word("A log names its own game: leave --game out."), "--game")
    kept: list[str] = []
    left_out: list[tuple[str, Unreadable | BookError | WrongUse]] = []
    with open_book(chosen_book()) as book:
        try:
            with progress(_("importing"), len(found)) as advance:
                for log in found:
                    try:
                        kept.append(_keep(book, log, name or _name_of(log), game))
                    except UNUSABLE:
                        raise
                    except (Unreadable, BookError, WrongUse) as problem:
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


def _keep(book: RecordBook, log: str, name: str, game: str) -> str:
    """Keep a log and return what was kept in words, or print it as JSON at once."""
    events = read_score_table(log, game) if is_score_table(log) else read(log)
    new = keep(book, name, events)
    return _told(name, new, book.game(name).head)


def _told(game: str, new: int, head: Head) -> str:
    if wants_json():
        print_json({"game": game, "new": new, "last": head.seq, "head": head.on_paper()})
    what = ngettext("{number} new event", "{number} new events", new)
    return _("{game}: {what}, {number} in all, head {head}").format(
        game=game, what=what if new else _("nothing new"), number=head.seq, head=head.on_paper()
    )


def _tell_why(log: str, problem: Unreadable | BookError | WrongUse) -> None:
    if isinstance(problem, Unreadable):
        tell_unreadable(problem)
        return
    text = problem.format_message() if isinstance(problem, WrongUse) else str(problem)
    if wants_json():
        print_json({"error": {"file": log, "message": text}})
    with telling_people():
        say(_("Left out: {log}: {problem}").format(log=visible(log), problem=text), err=True)


def _name_of(log: str) -> str:
    stem = Path(log).stem.replace(" ", "-")
    if log == STANDARD_INPUT or not is_a_name(stem):
        raise WrongUse(Word("Say with --name what the game is to be called."))
    return stem


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option("--to", required=True, metavar="PLACE", help="The other record book.")
@json_option()
@db_option
def copy(games: tuple[str, ...], to: str) -> None:
    """Copy games to another record book, with their heads.

    If the other book already has the game, only the new lines are copied. The games stay in this
    book, too: nothing is ever removed from a book.

    \b
    Example: referee book copy friday --to club.db
    """
    with open_book(chosen_book(), writable=False) as book, open_book(to) as other:
        for game in games:
            with working():
                new = bring(book, other, game)
            told = _told(game, new, other.game(game).head)
            if not wants_json():
                click.echo(told)
