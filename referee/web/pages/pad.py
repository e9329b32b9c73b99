"""The scribe's pad: one tap a card."""

from __future__ import annotations

from flask import Blueprint, render_template

from referee.web.access import scribe_of

PAGES = Blueprint("pad", __name__)


@PAGES.get("/tables/<name>/pad")
def show(name: str) -> str:
    """The page."""
    return render_template("table.html", visit=scribe_of(name))
