"""Printable documents, and logs to download."""

from typing import Final

from flask import Blueprint, Response, abort, g, render_template, request
from referee_schemas.vocabulary import vocabulary

from referee.judging.corrections import without_line
from referee.judging.grid import DETAILS, details
from referee.judging.live import report_now
from referee.judging.registry import games
from referee.judging.scorecard import scorecards
from referee.notation import write_sheet
from referee.notation.words import signs
from referee.paper import PAPERS, USUAL, prints_pdf, writes_xlsx
from referee.paper.blocks import Document
from referee.paper.documents import BLANK_ROWS, document_of
from referee.paper.documents import blank_sheet as blank_paper
from referee.paper.tables import DataTable, account, csv_of, scorecard, xlsx_of
from referee.store.entries import line_of
from referee.web.access import rulebook_of, visit
from referee.web.judges import apart, make_file
from referee.web.responses import handed_over
from referee.wording.language import _, speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue, nearest

PAGES = Blueprint("printing", __name__)

TYPES: Final = {
    "jsonl": "application/jsonl; charset=utf-8",
    "sheet": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@PAGES.get("/tables/<name>/sheet")
@apart
def sheet(name: str) -> str:
    """Show the evening as a score sheet, with its money."""
    here = visit(name)
    report = here.replay.report()
    return render_template(
        "sheet.html",
        visit=here,
        # ids are useless on paper
        sheet=write_sheet([*map(without_line, here.replay.lines)], g.language),
        report=report,
        cards=list(scorecards(report)),
    )


@PAGES.get("/tables/<name>/log.<any(jsonl, sheet):face>")
@apart
def download(name: str, face: str) -> Response:
    """Return the log as its visitor may know it, as a download."""
    here = visit(name)
    lines = here.replay.lines
    content = write_sheet(lines, g.language) if face == "sheet" else "".join(map(line_of, lines))
    return handed_over(content, TYPES[face], f"{here.name}.{face}")


@PAGES.get("/tables/<name>/house-rules")
def table_house_rules(name: str) -> str:
    """Show the house rules in force at a table now."""
    here = visit(name)
    house, title = here.replay.play.house, here.replay.opening.get("title")
    return render_template("house_rules.html", book=here.rulebook, house=house, table=title)


@PAGES.get("/print/house-rules/<game>")
def house_rules(game: str) -> str:
    """Show the default house rules of a game."""
    book = rulebook_of(game) if game in vocabulary().games else abort(404)
    return render_template("house_rules.html", book=book, house=book.house())


@PAGES.get("/print/blank-sheet", defaults={"game": games()[0].name})
@PAGES.get("/print/blank-sheet/<game>")
def blank_sheet(game: str) -> str:
    """Show a blank sheet of a game, with a column for every act."""
    book = rulebook_of(game)
    acts = [(sign, _(book.events[name].what)) for name, sign in signs(game).of.items()]
    return render_template(
        "blank_sheet.html", book=book, acts=acts, rows=BLANK_ROWS, details=details(book)[1:]
    )


@PAGES.get("/tables/<name>/<any(report, sheet, scorecard):what>.pdf")
@apart
def table_as_pdf(name: str, what: str) -> Response:
    """Return a table's report, score sheet or scorecard as PDF, as its visitor may know it."""
    here = visit(name)
    report = report_now(here.replay, symbols)
    document = document_of(what, here.replay, report, symbols, g.language, here.head)
    return handed_out("pdf", f"{here.name}-{what}", document)


@PAGES.get("/tables/<name>/<any(scorecard, account):what>.<any(csv, xlsx):face>")
@apart
def as_spreadsheet(name: str, what: str, face: str) -> Response:
    """Return a table's scorecard or account as its visitor may know it, for a spreadsheet."""
    here = visit(name)
    make = scorecard if what == "scorecard" else account
    table = make(report_now(here.replay, symbols))
    return handed_out(face, f"{here.name}-{what}", Document(what), table)


@PAGES.get("/print/blank-sheet/<game>.pdf")
def blank_sheet_as_pdf(game: str) -> Response:
    """Return a blank sheet of a game as PDF: for every card, or for the given ``detail``."""
    book, detail = rulebook_of(game), request.args.get("detail", DETAILS[0])
    if detail not in details(book):
        abort(404)
    return handed_out("pdf", f"{book.name}-sheet", blank_paper(book, detail))


def handed_out(
    face: str, name: str, document: Document, table: DataTable | None = None
) -> Response:
    """Return the file in this format: the document on the paper size in the address, or the table.
    Ends the request with 404 if it cannot be written."""
    if face == "pdf":
        paper = request.args.get("paper", USUAL)
        if not prints_pdf() or paper not in PAPERS:
            abort(404)
        content = make_file(_printed, document, g.locale.replace("_", "-"), paper)
    elif table is None or (face == "xlsx" and not writes_xlsx()):
        abort(404)
    else:
        content = csv_of(table) if face == "csv" else make_file(xlsx_of, table)
    return handed_over(content, TYPES[face], f"{name}.{face}")


def _printed(document: Document, lang: str, paper: str) -> bytes:
    # imported lazily
    from referee.paper.pdf import pdf

    with speaking(catalogue(nearest(lang))):
        return pdf(document, lang, paper)
