"""The start: judge a log that somebody has, or go to a table."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template, request

from referee.web.access import tables_of_page
from referee.web.redirects import lead_to, lead_to_address

PAGES = Blueprint("start", __name__)


@PAGES.get("/")
def show() -> str:
    """The start page, with the tables to which the visitor may go."""
    page = max(request.args.get("page", 1, type=int), 1)
    known, older = tables_of_page(page)
    return render_template("start.html", tables=known, page=page, older=older)


@PAGES.post("/suits")
def suits() -> Response:
    """Show cards in two colours, or in four shades."""
    back = _path(request.form.get("back", ""))
    here = back if back.startswith("/") and not back.startswith("//") else None
    answer = lead_to_address(here) if here else lead_to("start.show")
    wanted = "four" if request.form.get("suits") == "four" else "two"
    answer.set_cookie("suits", wanted, max_age=365 * 24 * 3600, httponly=True, samesite="Lax")
    return answer


def _path(address: str) -> str:
    """The path of an address; none where it is no address."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
