"""The kinds of problem that programs are told of, explained."""

from __future__ import annotations

from flask import Blueprint, render_template

from referee.web.errors import ADDRESS, KINDS

PAGES = Blueprint("problems", __name__)


@PAGES.get(ADDRESS)
def show() -> str:
    """All of them, each at an address of its own."""
    return render_template("problems.html", kinds=KINDS)
