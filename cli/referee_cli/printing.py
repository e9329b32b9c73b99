"""Reports, rulings and score sheets as PDF, scorecards and accounts as tables."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from referee_schemas.places import Place, located

from referee.judging.corrections import Event
from referee.judging.grid import DETAILS, details
from referee.judging.registry import called, find
from referee.judging.replay import judge, replayed
from referee.judging.report import Report
from referee.paper import documents, prints_pdf, writes_xlsx
from referee.paper.blocks import Document
from referee.paper.tables import DataTable, account, csv_of, scorecard, xlsx_of
from referee.rulings.ruling import rule_on, rulings
from referee.rulings.whatif import NotPossible
from referee.wording.language import Word, speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue
from referee_cli.logs import read, stored_head
from referee_cli.output import WrongUse

PDF: Final = ".pdf"
CSV: Final = ".csv"
XLSX: Final = ".xlsx"
TABLES: Final = (CSV, XLSX)


def printed(
    what: str, source: str, out: str, event: int | None, detail: str | None, paper: str, lang: str
) -> bytes:
    """Return a document or table, in the format of the file name. A game of the record book is
    printed with its head, which proves the record. Raises WrongUse."""
    face = face_of(out)
    if face in TABLES:
        if what not in _AS_TABLES:
            raise WrongUse(
                Word("Only a scorecard or an account can be a table; everything else is PDF.")
            )
        return as_table([_AS_TABLES[what](judge(read(source)))], face)
    with speaking(catalogue(lang)):
        return as_pdf(_document(what, source, event, detail, lang), lang, paper)


def face_of(out: str) -> str:
    """Return the format of a file by its name. Raises WrongUse."""
    face = Path(out).suffix.lower()
    if face not in (PDF, *TABLES):
        raise WrongUse("Name a file that ends in .pdf, .csv or .xlsx, not {file}.", file=out)
    return face


def as_pdf(document: Document, lang: str, paper: str) -> bytes:
    """Return a document as PDF. Raises WrongUse if the packages for it are missing."""
    if not prints_pdf():
        raise WrongUse(Word("PDF needs more packages: pip install anyascii fpdf2 uharfbuzz"))
    # imported lazily: the packages may be missing
    from referee.paper.pdf import pdf

    return pdf(document, lang, paper)


def as_table(tables: Sequence[DataTable], face: str) -> bytes:
    """Return tables as a workbook, or the first as CSV. Raises WrongUse if the package for
    workbooks is missing."""
    if face == CSV:
        return csv_of(tables[0])
    if not writes_xlsx():
        raise WrongUse(Word("XLSX needs one more package: pip install XlsxWriter"))
    return xlsx_of(tables)


_AS_TABLES: Final[Mapping[str, Callable[[Report], DataTable]]] = {
    "scorecard": scorecard,
    "account": account,
}


def _document(what: str, source: str, event: int | None, detail: str | None, lang: str) -> Document:
    if what == "blank":
        game = called(source)
        if game is None:
            raise WrongUse("There is no game {game}.", game=repr(source))
        book = find(game)
        if detail in (None, DETAILS[0]):
            return documents.blank_sheet(book)
        if detail not in details(book):
            text = "In this game a table may write: {details}."
            raise WrongUse(text, "--detail", details=details(book))
        return documents.score_grid(book, detail)
    places: list[Place] = []
    events = read(source, places)
    stored = stored_head(source)
    head = stored.on_paper() if stored and stored.seq == len(events) else ""
    if what == "rulings":
        return _rulings(events, event, head)
    replay = replayed(events)
    report = located(replay.report(symbols), places)
    if what == "sheet":
        return documents.sheet_of(replay, report, lang, head)
    if what == "report":
        return documents.report_of(replay, report, symbols, head)
    return documents.scorecard_of(replay, report, head)


def _rulings(events: list[Event], event: int | None, head: str) -> Document:
    try:
        found = rule_on(events, event, spell=symbols) if event else rulings(events, symbols)
    except NotPossible as problem:
        raise WrongUse(problem, "--event") from problem
    if not found:
        raise WrongUse(Word("Nothing was disputed: name an event with --event."))
    return documents.rulings_of(found, events, symbols, head)
