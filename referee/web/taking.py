"""Files that a visitor takes along: PDF, and tables as CSV and XLSX."""

from __future__ import annotations

from typing import Final

from flask import Response, abort, g, make_response, request

from referee.paper import PAPERS, USUAL, prints_pdf, writes_xlsx
from referee.paper.blocks import Document
from referee.paper.tables import Table, csv_of, xlsx_of
from referee.web.access import Visit, tables

TYPES: Final = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def handed_out(face: str, name: str, document: Document, table: Table | None = None) -> Response:
    """The file of this face: the document on the paper that the address names, or the table. Ends
    the request with 404 where it cannot be written."""
    content = _as_pdf(document) if face == "pdf" else _as_table(face, table)
    answer = make_response(content)
    answer.headers["Content-Type"] = TYPES[face]
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name}.{face}")
    return answer


def head_for(here: Visit) -> str:
    """The head that a visitor's papers bear: whoever keeps the record has its head, and what others
    see of it has none."""
    return tables().book.game(here.name).head.on_paper() if here.writes else ""


def _as_pdf(document: Document) -> bytes:
    paper = request.args.get("paper", USUAL)
    if not prints_pdf() or paper not in PAPERS:
        abort(404)
    # what prints is loaded only where somebody asks for it
    from referee.paper.pdf import pdf

    return pdf(document, g.locale.replace("_", "-"), paper)


def _as_table(face: str, table: Table | None) -> bytes:
    if table is None or (face == "xlsx" and not writes_xlsx()):
        abort(404)
    return csv_of(table) if face == "csv" else xlsx_of([table])
