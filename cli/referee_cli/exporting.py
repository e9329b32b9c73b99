"""``referee export``: write a game or log as a file: a log in either form, a PDF, a table, or a
bundle that anybody can verify."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import click
from referee_schemas.places import Place, located

from referee.judging.grid import DETAILS, details
from referee.judging.registry import game_called
from referee.judging.replay import judge, replayed
from referee.notation import LANGUAGES, write_sheet
from referee.paper import PAPERS, USUAL, documents, prints_pdf, writes_xlsx
from referee.paper.blocks import Document
from referee.paper.tables import DataTable, account, csv_of, scorecard, xlsx_of
from referee.rulings.ruling import rule_on, rulings
from referee.store import GameUnreadable
from referee.store.entries import line_of
from referee.store.naming import is_a_name
from referee.store.opening import open_book
from referee.store.reading import events_of
from referee.wording.language import Word, _, joined, speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue
from referee_cli.commands import PRINTED
from referee_cli.files import write_out
from referee_cli.language import Language
from referee_cli.logs import STANDARD_INPUT, SUFFIXES, read, stored_head
from referee_cli.options import chosen_book, subcommand
from referee_cli.output import Unusable, WrongUse, console

JSON_LINES: Final = "jsonl"
SHEET: Final = "sheet"
BUNDLE: Final = "bundle"

BY_ENDING: Final = {
    ".jsonl": JSON_LINES,
    ".sheet": SHEET,
    ".pdf": "report",
    ".csv": "scorecard",
    ".xlsx": "scorecard",
    ".zip": BUNDLE,
}
"""The kind of file for each suffix."""

KINDS: Final = (JSON_LINES, *PRINTED, BUNDLE)

GAP: Final = line_of({"type": "gap"})
"""Replaces an unreadable line, so that the others keep their numbers."""


@subcommand(json=None, writes=True)
@click.argument("source", metavar="LOG|GAME")
@click.argument("out", default=STANDARD_INPUT, metavar="[OUT]")
@click.option(
    "--as", "kind", type=click.Choice(KINDS), help="The form to write (by default, OUT decides)."
)
@click.option("--event", type=click.IntRange(min=1), help="Only the rulings on this event.")
@click.option(
    "--detail", type=click.Choice(DETAILS), default=DETAILS[0],
    help="The detail of the blank sheet (cards).",
)  # fmt: skip
@click.option(
    "--paper", type=click.Choice(tuple(PAPERS)), default=USUAL, help="The paper size (a4)."
)
@click.option(
    "--lang", type=Language(), default=LANGUAGES[0],
    help="The language of the sheet (en), and of the messages (your system's).",
)  # fmt: skip
def export(
    source: str, out: str, kind: str | None, event: int | None, detail: str, paper: str,
    lang: str,
) -> None:  # fmt: skip
    """Write GAME or LOG as a log, PDF, table or ZIP.

    The ending of OUT decides what is written: a log as JSON Lines (.jsonl) or as a score sheet
    (.sheet), a report (.pdf), a scorecard (.csv, .xlsx), or evidence that anybody can verify with
    Python alone (.zip). Without OUT, a game is printed as JSON Lines, and a file in the other form
    of a log.

    With --as you can also write a scorecard, the rulings or a score sheet as PDF, and an account as
    a table. For --as blank, name a card game such as golf instead of a log. --detail points makes
    it a sheet for the points of each hand, --detail winner one for its winner.

    In a damaged game each damaged line becomes a gap, and the exit status is 3.

    \b
    Example: referee export friday friday.pdf
    """
    ending = Path(out).suffix.lower()
    kind = kind or _usual_kind(source, out)
    if kind == BUNDLE:
        _write_bundle(source, out, lang)
    elif kind == SHEET and ending != ".pdf":
        write_out(write_sheet(read(source), lang), out)
    elif kind == JSON_LINES and _is_recorded(source):
        _write_lines(source, out)
    elif kind == JSON_LINES:
        write_out("".join(map(line_of, read(source))), out)
    else:
        document = partial(_document, kind, source, event, detail, lang)
        table = partial(_table, kind, source)
        write_out(as_file(out, lang, paper, document, table), out)


def _usual_kind(source: str, out: str) -> str:
    if out == STANDARD_INPUT:
        is_sheet = Path(source).suffix.lower() == ".sheet"
        return JSON_LINES if is_sheet or _is_recorded(source) else SHEET
    kind = BY_ENDING.get(Path(out).suffix.lower())
    if kind is None:
        text = "The name {file} does not say what to write. Add --as with one of: {kinds}."
        raise WrongUse(text, file=out, kinds=joined(KINDS))
    return kind


def _is_recorded(source: str) -> bool:
    """Return whether this names a game of the record book, which may be damaged or missing."""
    path = Path(source)
    return is_a_name(source) and not path.exists() and path.suffix.lower() not in SUFFIXES


def _write_lines(game: str, out: str) -> None:
    """Write the lines of a game unchanged, with a gap for each damaged one."""
    with open_book(chosen_book(), writable=False) as book:
        kept = book.game(game)
        if not kept.head.seq:
            raise GameUnreadable(game, Word("it has no events"))
        events = [stored.raw() for stored in book.read(game)]
    write_out("".join(GAP if event is None else line_of(event) for event in events), out)
    lost = [str(seq) for seq, event in enumerate(events, 1) if event is None]
    if lost:
        text = 'These events of "{game}" are damaged, and a gap replaces each: {events}.'
        raise Unusable(text, game=game, events=joined(lost))


def _write_bundle(game: str, out: str, lang: str) -> None:
    # imported lazily: it loads the pages of the web form
    from referee.bundle import pack

    with open_book(chosen_book(), writable=False) as book:
        kept = book.game(game)
        stored = list(book.read(game))
        events = list(events_of(book, kept))
    with speaking(catalogue(lang)):
        packed = pack(kept.opening, stored, events, lang)
    write_out(packed, out)
    text = _("{file} holds the evidence of {game}. Head, to write down elsewhere: {head}")
    console().print(text.format(file=out, game=game, head=kept.head.on_paper()), soft_wrap=True)


# ---- documents and tables


def as_file(
    out: str, lang: str, paper: str, document: Callable[[], Document],
    table: Callable[[], DataTable | None],
) -> bytes:  # fmt: skip
    """Return a document as PDF or a table, by the name of the file. Raises WrongUse for another
    name, if there is no such table, or if the packages for the format are missing."""
    face = Path(out).suffix.lower()
    if face == ".pdf":
        if not prints_pdf():
            raise WrongUse(Word("PDF needs more packages: pip install anyascii fpdf2 uharfbuzz"))
        # imported lazily: the packages may be missing
        from referee.paper.pdf import pdf

        with speaking(catalogue(lang)):
            return pdf(document(), lang, paper)
    if face not in (".csv", ".xlsx"):
        raise WrongUse("Name a file that ends in .pdf, .csv or .xlsx, not {file}.", file=out)
    found = table()
    if found is None:
        text = "Only a scorecard or an account can be a table; everything else is PDF."
        raise WrongUse(Word(text))
    if face == ".csv":
        return csv_of(found)
    if not writes_xlsx():
        raise WrongUse(Word("XLSX needs one more package: pip install XlsxWriter"))
    return xlsx_of(found)


def _table(what: str, source: str) -> DataTable | None:
    made = {"scorecard": scorecard, "account": account}.get(what)
    return made(judge(read(source))) if made else None


def _document(what: str, source: str, event: int | None, detail: str, lang: str) -> Document:
    if what == "blank":
        book = game_called(source)
        if detail not in details(book):
            text = "In this game a table may write: {details}."
            raise WrongUse(text, "--detail", details=details(book))
        return documents.blank_sheet(book, detail)
    places: list[Place] = []
    events = read(source, places)
    stored = stored_head(source)
    head = stored.on_paper() if stored and stored.seq == len(events) else ""
    if what == "rulings":
        found = rule_on(events, event, spell=symbols) if event else rulings(events, symbols)
        if not found:
            raise WrongUse(Word("Nothing was disputed: name an event with --event."))
        return documents.rulings_of(found, events, symbols, head)
    replay = replayed(events)
    report = located(replay.report(symbols), places)
    return documents.document_of(what, replay, report, symbols, lang, head)
