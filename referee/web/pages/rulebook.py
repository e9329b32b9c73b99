"""The rulebook: rules, house rules and editions."""

from __future__ import annotations

from flask import Blueprint, render_template

from referee.web.access import visit

PAGES = Blueprint("rulebook", __name__)


@PAGES.get("/rulebook")
def shelf(name: str = "") -> str:
    """The page."""
    return render_template("table.html", visit=visit(name))


@PAGES.get("/rulebook/<game>/<rule_id>")
def rule(game: str, rule_id: str) -> str:
    """The page."""
    return render_template("error.html", status=200, detail=f"{game} {rule_id}", more={})
