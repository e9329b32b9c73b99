"""``referee print``: reports, rulings and score sheets as PDF."""

from __future__ import annotations

import click

from cli.files import write_out
from cli.logs import Event, db_option, read
from cli.moving import force_option, lang_option
from cli.output import WrongUse, ends_where_unreadable
from referee.judging.registry import called, find
from referee.judging.replay import Replay
from referee.paper import PAPERS, USUAL, prints_pdf
from referee.paper.blocks import Document
from referee.rulings.whatif import NotPossible
from referee.store import BookError
from referee.store.appending import is_a_name
from referee.store.opening import open_book
from referee.wording.language import Word, speaking
from referee.wording.sentences import Sentence, symbols
from referee.wording.translations import catalogue

KINDS = ("report", "rulings", "sheet", "blank")


@click.command("print")
@click.argument("what", type=click.Choice(KINDS))
@click.argument("source", metavar="LOG|GAME")
@click.argument("out", metavar="OUT.pdf")
@click.option("--event", type=click.IntRange(min=1), help="Only the rulings on this event.")
@click.option("--paper", type=click.Choice(tuple(PAPERS)), default=USUAL, help="The paper (a4).")
@lang_option
@force_option
@db_option
def print_out(
    what: str, source: str, out: str, event: int | None, paper: str, lang: str, force: bool,
    db: str | None,
) -> None:  # fmt: skip
    """Write a report, rulings or a sheet as PDF to OUT.pdf.

    For a blank sheet name a game such as desmoche or golf instead of a log. A game of the record
    book is printed with its head, which proves what was played.

    \b
    Example: referee print report friday friday.pdf
    """
    if not prints_pdf():
        raise WrongUse(Word("PDF needs a package more: pip install 'desmoche-referee[pdf]'"))
    # what is printed is loaded only where it can be
    from referee.paper.pdf import pdf

    with speaking(catalogue(lang)):
        document = _document(what, source, event, lang, db)
        printed = pdf(document, lang, paper)
    write_out(printed, out, force, db)


def _document(what: str, source: str, event: int | None, lang: str, db: str | None) -> Document:
    from referee.paper.documents import blank_sheet, report_of, sheet_of

    if what == "blank":
        game = called(source)
        if game is None:
            raise WrongUse(Sentence("There is no game {game}.", {"game": repr(source)}))
        return blank_sheet(find(game))
    with ends_where_unreadable():
        events = read(source, db)
    if what == "rulings":
        return _rulings(events, event)
    replay = Replay()
    replay.feed_all(events)
    head = _head_of(source, len(events), db)
    if what == "sheet":
        return sheet_of(replay, replay.report(symbols), lang, head)
    return report_of(replay, replay.report(symbols), symbols, head)


def _rulings(events: list[Event], event: int | None) -> Document:
    from referee.paper.documents import rulings_of
    from referee.rulings.ruling import rule_on, rulings

    try:
        found = rule_on(events, event, spell=symbols) if event else rulings(events, symbols)
    except NotPossible as problem:
        raise WrongUse(problem, "--event") from problem
    if not found:
        raise WrongUse(Word("Nothing was disputed: name an event with --event."))
    return rulings_of(found, events, symbols)


def _head_of(source: str, events: int, db: str | None) -> str:
    """The head of a game of the record book with so many events; empty for any other log."""
    if not is_a_name(source):
        return ""
    try:
        with open_book(db, writable=False) as book:
            head = book.game(source).head
    except BookError:
        return ""
    return head.on_paper() if head.seq == events else ""
