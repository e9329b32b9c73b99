"""The season: who leads over all tables that the visitor may know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from referee.judging.names import names_in
from referee.judging.registry import games
from referee.season import Figures, Line, Question, Standings, standings
from referee.season.telling import (
    biggest,
    columns,
    document_of,
    extent,
    further,
    heading,
    notes,
    table_of,
)
from referee.store.persons import persons_of
from referee.web import charts
from referee.web.access import linked_tables, settings, tables
from referee.web.taking import handed_out
from referee.wording.language import _
from schemas.log_so_far import LogSoFar

PAGES = Blueprint("season", __name__)

LONGEST: Final = 200
"""Letters of what somebody may ask for."""

MOST_LINES: Final = charts.STYLES
"""So many lines a chart has: each looks different."""


@PAGES.get("/season")
def show() -> str:
    """The standings; the address says over which evenings."""
    answer = _answer()
    return render_template(
        "season.html",
        answer=answer,
        games=games(),
        asked={name: _asked(name) for name in ("since", "until", "game", "players")},
        heading=heading, columns=columns, further=further, biggest=biggest, notes=notes(answer),
        extent=extent(answer), chart=_chart,
    )  # fmt: skip


@PAGES.get("/season.<any(csv, xlsx, pdf):face>")
def take_away(face: str) -> Response:
    """The same standings as a table or on paper; 404 where what writes it is not installed."""
    answer = _answer()
    return handed_out(face, "standings", document_of(answer), table_of(answer))


def _answer() -> Standings:
    book = tables().book
    seen = tuple(kept.place for kept in linked_tables()) if settings().links else None
    question = Question(
        since=_asked("since"),
        until=_asked("until"),
        games=tuple(filter(None, [_asked("game")])),
        players=names_in(_asked("players")),
        places=seen,
    )
    with Figures.of(book) as figures:
        figures.keep_up(book, partial(LogSoFar, ids=False))
        return standings(figures, persons_of(book), question)


def _asked(name: str) -> str:
    return request.args.get(name, "").strip()[:LONGEST]


def _chart(lines: Sequence[Line]) -> Markup | None:
    """Everybody's sum over time, of whoever leads; none where there is one point of time alone."""
    shown = lines[:MOST_LINES]
    times = sorted({at for line in shown for at, _total in line.over_time})
    if len(times) < 2:
        return None
    series = {line.player: _at_all(times, dict(line.over_time)) for line in shown}
    return charts.balances(series, _("Everybody's sum over time"))


def _at_all(times: Sequence[str], totals: dict[str, int]) -> list[int]:
    """Somebody's sum at each of these times, from nothing before the first of them on."""
    sums = [0]
    for at in times:
        sums.append(totals.get(at, sums[-1]))
    return sums
