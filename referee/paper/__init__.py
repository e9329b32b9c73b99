"""Printable documents: reports, rulings and score sheets, as pages and as PDF.

``documents`` has the content of each, ``outline`` and ``rulings`` what terminals show, too, and
``blocks`` the parts of a document. ``page`` writes a document as a self-contained page, ``pdf`` as
PDF. ``charts`` draws the charts of both, ``markup`` fills in the templates of pages and charts.
``tables`` has the contents of spreadsheets. A new kind of document is a function of ``documents``.
"""

from importlib.util import find_spec
from typing import Final

PAPERS: Final = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""The sizes of paper in millimetres."""

USUAL: Final = "a4"  # the default size of paper


def prints_pdf() -> bool:
    """Return whether the packages for PDF are installed."""
    packages = ("fpdf", "uharfbuzz", "anyascii")
    return all(find_spec(package) is not None for package in packages)


def writes_xlsx() -> bool:
    """Return whether the package for workbooks is installed."""
    return find_spec("xlsxwriter") is not None
