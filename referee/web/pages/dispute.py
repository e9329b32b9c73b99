"""The dispute form: a question to the referee, and his ruling."""

from __future__ import annotations

from flask import Blueprint, render_template

from referee.web.access import visit

PAGES = Blueprint("dispute", __name__)


@PAGES.get("/tables/<name>/dispute")
def show(name: str) -> str:
    """The page."""
    return render_template("table.html", visit=visit(name))
