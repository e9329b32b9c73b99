"""The report: what was found, and who pays whom; of a table, or of a log that somebody brings."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from itertools import accumulate
from typing import Any, Final

from flask import Blueprint, Response, render_template, request, url_for
from markupsafe import Markup

from referee.judging.corrections import as_they_should_read
from referee.judging.live import SILENT, told_now
from referee.judging.registry import find
from referee.judging.replay import Replay
from referee.judging.report import Report, ReportedHand
from referee.judging.summary import (
    KINDS,
    STATUS,
    counts_points,
    disputes,
    left_over,
    payments,
    points_told,
    said,
    won_by,
)
from referee.rulings.ruling import Ruling, rule_on
from referee.web import charts
from referee.web.access import visit
from referee.web.pages.opening import opened
from referee.web.redirects import lead_to
from referee.wording.language import _
from referee.wording.sentences import symbols
from schemas.reading import Event, Unreadable, read_log
from schemas.unreadable import printable

PAGES = Blueprint("report", __name__)

LONGEST_NAME: Final = 80
"""Letters of a file's name in what is said of it."""


@PAGES.get("/tables/<name>/report")
def show(name: str) -> str:
    """The report of a table, as its visitor may know it."""
    here = visit(name)
    report = told_now(here.replay, symbols)

    def line_url(event: int) -> str:
        return url_for("replay.at", name=name, seq=event)

    return render_template("report.html", visit=here, **_told(here.replay, report, line_url))


@PAGES.get("/check")
def ask() -> Response:
    """Logs are brought to the start page."""
    return lead_to("start.show")


@PAGES.post("/check")
def check() -> str:
    """The report of a log that somebody brings. Nothing of it is kept. Raises Unreadable."""
    log, events = _posted()
    replay = Replay()
    replay.feed_all(events)
    report = replay.report(symbols)
    sayings = find(report["game"]).sayings
    return render_template(
        "posted.html",
        log=log,
        id=secrets.token_hex(16),
        lines=[said(line, sayings, symbols) for line in replay.lines],
        **_told(replay, report, "#line-{}".format),
    )


@PAGES.post("/check/keep")
def keep() -> Response:
    """Open a table with a log that somebody brings. Raises Unreadable."""
    return opened(_posted()[1], "report.show")


def _posted() -> tuple[str, list[Event]]:
    """The log that this request brings, as it is written and as it was read. Raises Unreadable."""
    file = request.files.get("file")
    content = file.read() if file is not None else b""
    name = printable(file.filename or "")[:LONGEST_NAME] if file is not None else ""
    if not content:
        content, name = request.form.get("log", "").encode(), ""
    if not content.strip():
        remedy = _("Paste a log, or choose a file.")
        raise Unreadable(_("nothing"), _("a score sheet or JSON Lines"), remedy=remedy)
    events = list(read_log(BytesIO(content), name or _("the log")))
    return content.decode("utf-8-sig"), events


def _told(replay: Replay, report: Report, line_url: Callable[[int], str]) -> dict[str, Any]:
    """What a page says of a game; ``line_url`` is where one of its lines is shown."""
    rulebook = find(report["game"])
    opening = replay.opening
    asked = request.values.get("ruling", "")
    counted = tallies(report)
    return {
        "opening": opening,
        "report": report,
        "book": rulebook,
        "accounts": [rulebook.account(hand) for hand in report["hands"]],
        "disputes": list(disputes(as_they_should_read(replay.lines))),
        "asked": asked,
        "rulings": _rulings(replay, report, asked),
        "waits": replay.play.hand_is_open and opening.get("warnings") == SILENT,
        "kinds": KINDS,
        "status": STATUS,
        "signs": symbols,
        "line_url": line_url,
        **counted,
        **_charts(report, counted["running"]),
    }


def _rulings(replay: Replay, report: Report, asked: str) -> Sequence[Ruling]:
    """The rulings on one of the findings or questions of this report (``event:rule``), where
    somebody asks for them: to rule on all of them takes long."""
    for one in (*report["findings"], *report["undecided"]):
        if f"{one['event']}:{one['rule']}" == asked:
            return rule_on(replay.lines, one["event"], one["rule"], spell=symbols)
    return ()


def tallies(report: Report) -> dict[str, Any]:
    """The points and who has won; the balances after every hand, who pays whom, and what is left
    over."""
    return {
        "plays_for_money": find(report["game"]).money,
        "points_told": points_told,
        "won_by": [one.told() for one in won_by(report)],
        "running": {player: _running(player, report["hands"]) for player in report["players"]},
        "payments": [one.told() for one in payments(report)],
        "left_over": [one.told() for one in left_over(report)],
    }


def _running(player: str, hands: Sequence[ReportedHand]) -> list[int]:
    """A player's balance before the first hand and after each."""
    return list(accumulate((hand["net"].get(player, 0) for hand in hands), initial=0))


def _charts(report: Report, running: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    hands = report["hands"]
    if not hands:
        return {}
    drawn = {"points_chart": _points_chart(report)} if counts_points(report) else {}
    if not find(report["game"]).money:
        return drawn
    return drawn | {
        "balances": charts.balances(running, _("Each player's balance after every hand")),
        "pots": charts.pots([hand["pot"] for hand in hands], _("The pot of every hand")),
    }


def _points_chart(report: Report) -> Markup | None:
    """Everybody's points after every hand; none where the record leaves some of them open."""
    counted = [hand["scores"] for hand in report["hands"] if hand["scores"]]
    if not counted or None in report["scores"].values():
        return None
    running = {
        player: list(accumulate((scores[player] or 0 for scores in counted), initial=0))
        for player in report["players"]
    }
    return charts.balances(running, _("Each player's points after every hand"))
