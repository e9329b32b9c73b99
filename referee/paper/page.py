"""A document as one self-contained HTML page, which opens without a server."""

from referee.paper.blocks import Document
from referee.paper.charts import lines
from referee.paper.markup import written


def page(document: Document, lang: str) -> str:
    """Return the document as HTML in a language."""
    parts = [(type(block).__name__, block) for block in document.blocks]
    return written("page.html", document=document, lang=lang, parts=parts, lines=lines)
