"""``referee book import`` and ``copy``: logs and games into a record book."""

import sys
from pathlib import Path

import click
from referee_schemas.score_tables import is_score_table, read_score_table
from referee_schemas.unreadable import Unreadable

from referee import store
from referee.judging.report import UNREADABLE
from referee.store.appending import is_a_name
from referee.store.errors import UNUSABLE
from referee.store.moving import keep
from referee.store.moving import move as bring
from referee.wording.language import Word, _, ngettext
from referee.wording.visible import visible
from referee_cli import output
from referee_cli.book import book_for_new_games, book_for_reading
from referee_cli.language import telling_people
from referee_cli.logs import STANDARD_INPUT, db_option, logs_in, read, tell_left_out
from referee_cli.output import json_option, working
from referee_cli.statuses import WRONG_USE


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG|FOLDER...")
@click.option("--name", help="The name of the game (by default, that of the file).")
@click.option("--game", default="", help="The card game, if the file is a spreadsheet.")
@json_option
@db_option
def import_log(
    logs: tuple[str, ...], name: str | None, game: str, as_json: bool, db: str | None
) -> None:
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
    with output.ends_where_unreadable(as_json):
        found = list(logs_in(logs, not_logs))
    if name and len(found) != 1:
        raise output.WrongUse(Word("You gave one name for several logs. Import them one by one."))
    if game and not any(map(is_score_table, found)):
        raise output.WrongUse(Word("A log names its own game: leave --game out."), "--game")
    importing = _Importing(as_json, db, name, game)
    with book_for_new_games(db, as_json) as book:
        try:
            with output.progress(_("importing"), len(found)) as advance:
                for log in found:
                    importing.take(book, log)
                    advance(1)
        finally:
            importing.tell()
            tell_left_out(not_logs)
        if len(importing.kept) > 1:
            # judge many games now, so that the first standings do not wait; a single one is quick
            from referee_cli.standings import kept_up

            kept_up(book, db)
    sys.exit(importing.status)


class _Importing:
    """An import of logs into a book: the games kept, and the logs left out, with reasons."""

    def __init__(self, as_json: bool, db: str | None, name: str | None, of_game: str) -> None:
        self.kept: list[str] = []
        self._left_out: list[tuple[str, Unreadable | store.BookError | output.WrongUse]] = []
        self._as_json = as_json
        self._db = db
        self._name = name
        self._of_game = of_game

    def take(self, book: store.RecordBook, log: str) -> None:
        """Keep a log, or note why it is left out. Raises BookError if the book itself is at
        fault."""
        try:
            game = self._name or _name_of(log)
            is_table = is_score_table(log)
            events = read_score_table(log, self._of_game) if is_table else read(log, self._db)
            new = keep(book, game, events)
        except UNUSABLE:
            raise
        except (Unreadable, store.BookError, output.WrongUse) as problem:
            self._left_out.append((log, problem))
            return
        head = book.game(game).head
        self.kept.append(_kept_in_words(game, new, head))
        if self._as_json:
            _tell_kept(game, new, head, as_json=True)

    @property
    def status(self) -> int:
        """The exit status: the worst of the logs left out."""
        unread = (isinstance(problem, Unreadable) for _log, problem in self._left_out)
        return max((UNREADABLE if is_unread else WRONG_USE for is_unread in unread), default=0)

    def tell(self) -> None:
        """Print the games kept and the logs left out."""
        for text in () if self._as_json else self.kept:
            click.echo(text)
        for log, problem in self._left_out:
            if isinstance(problem, Unreadable):
                output.tell_unreadable(problem, self._as_json)
                continue
            text = str(problem) if isinstance(problem, store.BookError) else problem.sentence()
            if self._as_json:
                output.print_json({"error": {"file": log, "message": text}})
            with telling_people():
                output.say(
                    _("Left out: {log}: {problem}").format(log=visible(log), problem=text), err=True
                )


def _tell_kept(game: str, new: int, head: store.Head, as_json: bool) -> None:
    if as_json:
        output.print_json({"game": game, "new": new, "last": head.seq, "head": head.on_paper()})
    else:
        click.echo(_kept_in_words(game, new, head))


def _kept_in_words(game: str, new: int, head: store.Head) -> str:
    what = ngettext("{number} new event", "{number} new events", new)
    return _("{game}: {what}, {number} in all, head {head}").format(
        game=game, what=what if new else _("nothing new"), number=head.seq, head=head.on_paper()
    )


def _name_of(log: str) -> str:
    stem = Path(log).stem.replace(" ", "-")
    if log == STANDARD_INPUT or not is_a_name(stem):
        raise output.WrongUse(Word("Say with --name what the game is to be called."))
    return stem


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option("--to", required=True, metavar="PLACE", help="The other record book.")
@json_option
@db_option
def copy(games: tuple[str, ...], to: str, as_json: bool, db: str | None) -> None:
    """Copy games to another record book, with their heads.

    If the other book already has the game, only the new lines are copied. The games stay in this
    book, too: nothing is ever removed from a book.

    \b
    Example: referee book copy friday --to club.db
    """
    with book_for_reading(db, as_json) as book, book_for_new_games(to, as_json) as other:
        for game in games:
            with working():
                new = bring(book, other, game)
            _tell_kept(game, new, other.game(game).head, as_json)
