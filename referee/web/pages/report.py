"""The report: what was found, and who pays whom."""

from __future__ import annotations

from flask import Blueprint, render_template

from referee.web.access import visit

PAGES = Blueprint("report", __name__)


@PAGES.get("/tables/<name>/report")
def show(name: str) -> str:
    """The page."""
    return render_template("table.html", visit=visit(name))


@PAGES.post("/check")
def check(name: str = "") -> str:
    """The page."""
    return render_template("table.html", visit=visit(name))
