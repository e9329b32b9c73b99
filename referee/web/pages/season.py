"""The season: the standings over all tables that the visitor may know."""

from typing import Final

from flask import Blueprint, Response, render_template, request

from referee.judging.names import names_in
from referee.judging.registry import games
from referee.paper import charts
from referee.season import Selection, Standings, ask, standings, wording
from referee.store.persons import persons_of
from referee.web.access import linked_tables, settings, tables
from referee.web.pages.printing import handed_out

PAGES = Blueprint("season", __name__)

LONGEST: Final = 200  # the most letters of a parameter


@PAGES.get("/season")
def show() -> str:
    """Show the standings; the address selects the evenings."""
    answer = _answer()
    return render_template(
        "season.html",
        answer=answer,
        games=games(),
        asked={name: _asked(name) for name in ("since", "until", "game", "players", "house")},
        wording=wording,
        drawn=charts.lines,
    )


@PAGES.get("/season.<any(csv, xlsx, pdf):face>")
def take_away(face: str) -> Response:
    """Return the same standings as a table or a PDF; 404 if the package for it is missing."""
    answer = _answer()
    return handed_out(face, "standings", wording.document_of(answer), wording.table_of(answer))


def _answer() -> Standings:
    book = tables.book
    seen = tuple(kept.position for kept in linked_tables()) if settings.links else None
    question = Selection(
        since=_asked("since"),
        until=_asked("until"),
        games=tuple(filter(None, [_asked("game")])),
        players=names_in(_asked("players")),
        house=dict(map(_option, names_in(_asked("house")))),
        positions=seen,
    )
    persons = persons_of(book)
    return ask(book, lambda figures: standings(figures, persons, question))


def _asked(name: str) -> str:
    return request.args.get(name, "").strip()[:LONGEST]


def _option(text: str) -> tuple[str, str]:
    rule, _equals, option = text.partition("=")
    return rule.strip(), option.strip()
