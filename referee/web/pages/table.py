"""The table as everybody may look at it."""

from __future__ import annotations

from flask import Blueprint, render_template

from referee.web.access import visit

PAGES = Blueprint("table", __name__)


@PAGES.get("/tables/<name>")
def show(name: str) -> str:
    """The table as it lies now."""
    return render_template("table.html", visit=visit(name))
