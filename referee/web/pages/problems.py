"""Explanations of the problem types for programs."""

from flask import Blueprint, render_template

from referee.web.errors import ADDRESS, KINDS

PAGES = Blueprint("problems", __name__)


@PAGES.get(ADDRESS)
def show() -> str:
    """Show all of them, each with an anchor."""
    return render_template("problems.html", kinds=KINDS)
