"""The replay: the table after every line."""

from __future__ import annotations

from flask import Blueprint, render_template

from referee.web.access import visit

PAGES = Blueprint("replay", __name__)


@PAGES.get("/tables/<name>/replay")
def show(name: str) -> str:
    """The page."""
    return render_template("table.html", visit=visit(name))


@PAGES.get("/tables/<name>/replay/<int:seq>")
def at(name: str, seq: int) -> str:
    """The page."""
    return render_template("table.html", visit=visit(name), seq=seq)
