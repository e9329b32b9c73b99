"""The season: the standings over all tables that the visitor may know."""

from flask import Blueprint, Response, render_template

from referee.judging.names import names_in
from referee.judging.registry import games
from referee.paper import charts
from referee.season import Selection, Standings, newest, standings, wording
from referee.store.persons import persons_of
from referee.web.access import linked_tables, settings, tables
from referee.web.pages.printing import handed_out
from referee.web.responses import asked

PAGES = Blueprint("season", __name__)


@PAGES.get("/season")
def show() -> str:
    """Show the standings; the address selects the evenings."""
    answer = _answer()
    return render_template(
        "season.html",
        answer=answer,
        games=games(),
        asked={name: asked(name) for name in ("since", "until", "game", "players", "house")},
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
        since=asked("since"),
        until=asked("until"),
        games=tuple(filter(None, [asked("game")])),
        players=names_in(asked("players")),
        house=dict(map(_option, names_in(asked("house")))),
        positions=seen,
    )
    return standings(newest(book), persons_of(book), question)


def _option(text: str) -> tuple[str, str]:
    rule, _equals, option = text.partition("=")
    return rule.strip(), option.strip()
