"""Downloads for a visitor: PDF, and tables as CSV and XLSX."""

from typing import Final

from flask import Response, abort, g, request

from referee.paper import PAPERS, USUAL, prints_pdf, writes_xlsx
from referee.paper.blocks import Document
from referee.paper.tables import DataTable, csv_of, xlsx_of
from referee.web.judges import make_file
from referee.web.responses import handed_over
from referee.wording.language import speaking
from referee.wording.translations import catalogue, nearest

TYPES: Final = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


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
        content = csv_of(table) if face == "csv" else make_file(xlsx_of, [table])
    return handed_over(content, TYPES[face], f"{name}.{face}")


def _printed(document: Document, lang: str, paper: str) -> bytes:
    # imported lazily
    from referee.paper.pdf import pdf

    with speaking(catalogue(nearest(lang))):
        return pdf(document, lang, paper)
