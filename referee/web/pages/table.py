"""The table, as everyone may see it: now, and in the replay after every line."""

from itertools import islice
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, render_template, request

from referee.judging.corrections import as_they_should_read, corrected_by
from referee.judging.live import report_now
from referee.judging.replay import ReplayedLog, replayed
from referee.judging.report import Report
from referee.judging.summary import disputes
from referee.web.access import visit
from referee.web.judges import apart
from referee.web.responses import lead_to, page_of, waiting_room
from referee.wording.sentences import symbols

PAGES = Blueprint("table", __name__)

LATELY: Final = 6  # the number of recent lines shown beside the table


@PAGES.get("/tables/<name>")
def show(name: str) -> Response:
    """Show the table now; a client that has the newest page may wait for the next one."""

    def newest() -> Response:
        here = visit(name)
        replay = here.replay
        answer = page_of(
            "table.html",
            visit=here,
            last=len(replay.lines),
            lately=replay.events[: -LATELY - 1 : -1],
        )
        answer.add_etag()
        answer.make_conditional(request)
        return answer

    return waiting_room.newest(name, newest)


FINDING = "!"
DISPUTE = "§"
"""The signs of what is marked beside the milestones of the game."""


class Mark(NamedTuple):
    """A marked event, and the reason."""

    event: int
    sign: str
    text: str


@PAGES.get("/tables/<name>/replay")
@PAGES.get("/tables/<name>/replay/<int:seq>")
@apart
def replay(name: str, seq: int | None = None) -> str | Response:
    """Show the table after a line, by default the last one. Lines are replayed as they are in the
    log: a correction shows from its own line on."""
    here = visit(name)
    wanted = request.args.get("seq", type=int)
    if wanted is not None:
        return lead_to("table.replay", name=name, seq=wanted)
    lines, play = here.replay.lines, here.replay.play
    seq = len(lines) if seq is None else seq
    if not 1 <= seq <= len(lines):
        abort(404)
    report = report_now(here.replay, symbols)
    marks = _marks(here.replay, report)
    stretches = _stretches(report, len(lines))
    stretch = next(candidate for candidate in reversed(stretches) if candidate["first"] <= seq)
    # while the hand is in play, the players must work out themselves what the record proves
    in_play = play.hand_is_open and stretch is stretches[-1]
    return render_template(
        "replay.html",
        visit=here,
        seq=seq,
        last=len(lines),
        line=lines[seq - 1],
        corrected=corrected_by(lines),
        findings=[finding for finding in report["findings"] if finding["event"] == seq],
        view=replayed(lines[:seq]).view(),
        known=() if in_play else here.replay.knowledge(seq),
        marks=marks,
        marked={mark.event: mark.sign for mark in marks},
        back=max((mark.event for mark in marks if mark.event < seq), default=1),
        on=min((mark.event for mark in marks if mark.event > seq), default=len(lines)),
        stretch=stretch,
        stretches=stretches,
        lines=islice(enumerate(lines, 1), stretch["first"] - 1, stretch["last"]),
    )


def _marks(replay: ReplayedLog, report: Report) -> list[Mark]:
    """Return the marks on the bar: milestones, findings and disputes, in the order of events."""
    contested = disputes(as_they_should_read(replay.lines))
    found = [
        *(
            Mark(one.event, one.sign, one.sentence.render(symbols))
            for one in replay.play.milestones()
        ),
        *(Mark(one["event"], FINDING, one["message"]) for one in report["findings"]),
        *(Mark(one.event, DISPUTE, one.sentence.render(symbols)) for one in contested),
    ]
    return sorted(found, key=lambda mark: mark.event)


def _stretches(report: Report, last: int) -> list[dict[str, int]]:
    """Return the first and the last line of each hand, and of what is before the first one (0)."""
    starts = [(1, 0), *sorted((hand["first_event"], hand["hand"]) for hand in report["hands"])]
    ends = [first - 1 for first, _ in starts[1:]] + [last]
    return [
        {"hand": hand, "first": first, "last": end}
        for (first, hand), end in zip(starts, ends, strict=True)
    ]
