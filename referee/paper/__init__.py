"""Printable documents: reports, rulings and score sheets, as pages and as PDF.

``documents`` has the content of each, ``outline`` the part of it that terminals show, too, and
``blocks`` the parts of a document. ``page`` writes a document as a page that needs no other file,
``pdf`` as PDF. ``charts`` draws the pictures in both, and ``fonts`` finds the fonts. ``tables`` has
the contents of spreadsheets. Another kind of document is a function of ``documents``.
"""

from importlib.util import find_spec
from typing import Final

PAPERS: Final = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Millimetres of the sizes of paper."""

USUAL: Final = "a4"
"""The paper on which something is printed where nobody says another one."""


def prints_pdf() -> bool:
    """Return whether the packages are installed with which PDF is written."""
    packages = ("fpdf", "uharfbuzz", "anyascii")
    return all(find_spec(package) is not None for package in packages)


def writes_xlsx() -> bool:
    """Return whether the package is installed with which workbooks are written."""
    return find_spec("xlsxwriter") is not None
