"""The report of a table, or of an uploaded log: the findings, and who pays whom."""

import secrets
from collections.abc import Sequence
from io import BytesIO
from itertools import islice
from typing import Any, Final

from flask import Blueprint, Response, current_app, make_response, render_template, request
from referee_schemas.api import MOST_EVENTS
from referee_schemas.places import Place, located
from referee_schemas.reading import Unreadable, read_log

from referee.judging import summary
from referee.judging.corrections import Event, as_they_should_read
from referee.judging.live import SILENT, report_now
from referee.judging.replay import ReplayedLog, replayed
from referee.judging.report import Report
from referee.judging.scorecard import MONEY, Scorecard, scorecards
from referee.paper import charts
from referee.paper.documents import course
from referee.rulings.ruling import Ruling, rule_on
from referee.web.access import visit
from referee.web.judges import apart
from referee.web.pages.opening import opened
from referee.web.pages.start import start_page
from referee.web.responses import lead_to
from referee.wording.language import _
from referee.wording.sentences import symbols
from referee.wording.visible import visible

PAGES = Blueprint("report", __name__)

LONGEST_NAME: Final = 80  # the most letters of a file's name in messages


@PAGES.get("/tables/<name>/report")
@apart
def show(name: str) -> str:
    """Show the report of a table, as its visitor may know it."""
    here = visit(name)
    report = report_now(here.replay, symbols)
    return render_template("report.html", visit=here, **_variables(here.replay, report))


@PAGES.get("/tables/<name>/report.svg")
@apart
def as_picture(name: str) -> Response:
    """Return a picture of the evening, as far as the visitor may know it."""
    here = visit(name)
    report = report_now(here.replay, symbols)
    opening, winners = here.replay.opening, report.get("winners", ())
    rows = [
        (player, card.format_amount(card.total(player)))
        for card in islice(scorecards(report), 1)
        for _place, player in card.standing(winners)
    ]
    owes = report["hands"] and "account" in report
    below = [*summary.won_by(report), *(summary.still_owed(report) if owes else ())]
    drawn = render_template(
        "picture.svg",
        title=opening.get("title") or name,
        beside=(here.rulebook.title, opening.get("date"), opening.get("unit")),
        rows=rows,
        below="\n".join(sentence.render() for sentence in below),
    )
    return Response(drawn, content_type="image/svg+xml")


@PAGES.route("/check", methods=["GET", "POST"])
@apart
def check() -> Response | str:
    """Show the report of an uploaded log, which is not stored; if unreadable, the log. A reload is
    redirected to the start page, which takes uploads."""
    if request.method != "POST":
        return lead_to("start.show")
    places: list[Place] = []
    try:
        log, events = _posted(places)
    except Unreadable as problem:
        if "referee-tables" not in current_app.extensions:
            # in another process, whose start page has no tables
            raise
        faults = [str(fault) for fault in (problem, *problem.more)]
        return make_response(start_page(log=request.form.get("log", ""), faults=faults), 422)
    replay = replayed(events)
    report = located(replay.report(symbols), places)
    return render_template(
        "posted.html",
        log=log,
        id=secrets.token_hex(16),
        lines=replay.lines,
        **_variables(replay, report),
    )


@PAGES.post("/check/keep")
def keep() -> Response:
    """Open a table with an uploaded log. Raises Unreadable."""
    _log, events = _posted()
    if len(events) > MOST_EVENTS:
        found = _("{count} events").format(count=len(events))
        expected = _("at most {most} events at once").format(most=MOST_EVENTS)
        remedy = _("Keep a longer log with referee book import, where the server runs.")
        raise Unreadable(found, expected, remedy=remedy)
    return opened(events, "report.show")


def _posted(places: list[Place] | None = None) -> tuple[str, list[Event]]:
    """Return the log that this request brings, as text and as events; the line of each event is
    appended to ``places``. Raises Unreadable."""
    file = request.files.get("file")
    content = file.read() if file is not None else b""
    name = visible(file.filename or "")[:LONGEST_NAME] if file is not None else ""
    if not content:
        content, name = request.form.get("log", "").encode(), ""
    if not content.strip():
        remedy = _("Paste a log, or choose a file.")
        raise Unreadable(_("nothing"), _("a score sheet or JSON Lines"), remedy=remedy)
    events = list(read_log(BytesIO(content), name or _("the log"), places))
    return content.decode("utf-8-sig"), events


def _variables(replay: ReplayedLog, report: Report) -> dict[str, Any]:
    """Return the template variables for a game."""
    asked = request.values.get("ruling", "")
    cards = list(scorecards(report))
    return {
        "opening": replay.opening,
        "book": replay.rulebook,
        "report": report,
        "cards": cards,
        "accounts": [replay.rulebook.account(hand) for hand in report["hands"]],
        "disputes": list(summary.disputes(as_they_should_read(replay.lines))),
        "asked": asked,
        "rulings": _rulings(replay, report, asked),
        "waits": replay.play.hand_is_open and replay.opening.get("warnings") == SILENT,
        "charts": _charts(report, cards),
    }


def _rulings(replay: ReplayedLog, report: Report, asked: str) -> Sequence[Ruling]:
    """Return the rulings on one finding or question of this report (``event:rule``), if it is asked
    for: to rule on all of them would be slow."""
    for finding in (*report["findings"], *report["undecided"]):
        if f"{finding['event']}:{finding['rule']}" == asked:
            return rule_on(replay.lines, finding["event"], finding["rule"], spell=symbols)
    return ()


def _charts(report: Report, cards: Sequence[Scorecard]) -> dict[str, Any]:
    """Return the charts of each card by its unit, with their titles; for money the pots, too."""
    pictures = {
        card.counts: [charts.lines(drawn)] for card in cards if (drawn := course(card)) is not None
    }
    if MONEY in pictures:
        pots = [hand["pot"] for hand in report["hands"]]
        pictures[MONEY].append(charts.pots(pots, _("The pot of every hand")))
    return pictures
