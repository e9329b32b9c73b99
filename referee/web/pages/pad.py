"""The scribe's pad: one tap for each card, and nothing is ever erased."""

import json
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

from flask import Blueprint, Response, abort, g, request
from referee_schemas.reading import Unreadable, read_event
from referee_schemas.typed import typed
from werkzeug.datastructures import MultiDict

from referee.cards.melds import as_laid
from referee.judging import corrections
from referee.judging.corrections import REVISING, Event
from referee.judging.grid import Grid, has_grid
from referee.judging.live import closing_payments, said_now, why_not_settled
from referee.judging.replay import ReplayedLog
from referee.judging.summary import Dispute, disputes
from referee.notation import write_event
from referee.store import Conflict, IdTaken
from referee.store.links import Role
from referee.visibility import ANYBODY
from referee.web import fixing
from referee.web.access import Visit, settings, visit
from referee.web.event_forms import (
    EVERY_CARD,
    EventForms,
    cards_in,
    events_of,
    explained,
    filled_in,
)
from referee.web.labels import grouped, label
from referee.web.pad import Key, Pad, asked_next, filled, plain_acts, rows_of
from referee.web.pages.counting import counting_at
from referee.web.pages.dispute import missing_consent
from referee.web.responses import lead_to, line_number, look, page_of, set_cookie, waiting_room
from referee.wording.language import Word, _
from referee.wording.sentences import symbols

PAGES = Blueprint("pad", __name__)

EARLIER: Final = 15  # the number of lines offered for correction; others are chosen by number
FIRST_LINES: Final = 12  # the number of lines for which the guide stays, unless it is dismissed
GUIDED: Final = "guided"  # the cookie of a browser whose scribe has seen the guide
MOST_LINES: Final = 40  # the most lines to choose from in a form that asks for the number of one

ANSWERED: Final = frozenset({"sure", "undo", "redo"})
"""Fields of a form that need no question before a finished hand is changed: the scribe has
confirmed it, or undoes what they wrote last."""

BY_THE_WRITER: Final = frozenset({"seq", "id", "at", "scribe"})
"""Fields that differ when two scribes write the same line."""

RECENT_HANDS: Final = 2
"""The pad shows the disputes recorded in this many last hands; the page *Dispute* has all."""


@PAGES.get("/tables/<name>/pad")
def show(name: str) -> Response:
    """Show the pad; ``act`` and an event's fields in the address are the input so far. A client
    that has the newest page gets only that answer, or waits for the next page."""
    return _newest(name, _pad)


def _newest(name: str, page: Callable[[Visit], Response]) -> Response:
    """Return this page of the pad; wait for news if its scribe has it already."""

    def as_it_stands() -> Response:
        here = visit(name, Role.SCRIBE)
        guided = request.cookies.get(GUIDED, "")
        seen = "-".join((str(len(here.replay.lines)), g.locale, guided, *look().values()))
        if request.if_none_match.contains_weak(seen):
            return Response(status=304)
        answer = page(here)
        answer.set_etag(seen)
        return answer

    return waiting_room.newest(name, as_it_stands)


@PAGES.post("/tables/<name>/pad")
def write(name: str) -> Response:
    """Write the tapped events. A request that is sent again with the same id writes nothing."""
    here = visit(name, Role.SCRIBE)
    # after a row is written, the same form would mean the next row
    if "row" in request.form and fixing.lines_of_tap(here.replay.lines, request.form.get("id", "")):
        return lead_to("pad.show", name=name)
    try:
        return _kept(here, _events(here))
    except Unreadable as problem:
        return _pad(here, 422, problems=_explained_faults(here, problem))


@PAGES.get("/tables/<name>/pad/plain")
def plain(name: str) -> Response:
    """Show the pad that a phone stores for writing offline, without any cards."""
    here = visit(name, Role.SCRIBE)
    if has_grid(here.replay):
        return _grid_page(here, "grid_offline.html")
    return _page(here, "pad_offline.html")


@PAGES.post("/tables/<name>/pad/hands")
def hands(name: str) -> Response:
    """Hide the players' cards after a finished hand from the others, or show them."""
    here = visit(name, Role.SCRIBE)
    if here.table.as_seen_by(ANYBODY).in_public.won_by is not None:
        here.table.open_hands(bool(request.form.get("open")))
    return lead_to("pad.show", name=name)


@PAGES.post("/tables/<name>/pad/guide")
def dismiss(name: str) -> Response:
    """Hide the guide for the first hand in this browser."""
    visit(name, Role.SCRIBE)
    answer = lead_to("pad.show", name=name)
    set_cookie(answer, GUIDED, "1")
    return answer


@PAGES.get("/tables/<name>/pad/fix")
def choose(name: str) -> Response:
    """Show the last lines, to choose the one to correct."""
    here = visit(name, Role.SCRIBE)
    number = request.args.get("number", type=int)
    if number is not None and 1 <= number <= len(here.replay.lines):
        return lead_to("pad.fix", name=name, seq=number)

    def newest(here: Visit) -> Response:
        newest = (line for line in reversed(here.replay.events) if line[1]["type"] not in REVISING)
        return _page(here, "pad_lines.html", lines=list(islice(newest, EARLIER)))

    return _newest(name, newest)


@PAGES.get("/tables/<name>/pad/fix/<int:seq>")
def fix(name: str, seq: int) -> Response:
    """Show a line and its correction so far, as in the address. Nothing is written here; a key of
    the page writes the correction."""
    return _newest(name, partial(_fixing, seq))


def _fixing(seq: int, here: Visit) -> Response:
    _line(here, seq)
    begun = fixing.Fix(here.replay, seq, request.args, _asker(here))
    sheet, status = here.table.game.sheet, 200
    lines, problems = list[Event](), list[str]()
    try:
        lines = begun.lines(sheet)
    except Unreadable as problem:
        status, problems = 422, _explained_faults(here, problem)
    known = {"fix": begun, "planned": lines, "written": write_event(begun.event, sheet)}
    return _page(here, "pad_fix.html", status, problems=problems, **known)


def _explained_faults(here: Visit, problem: Unreadable) -> list[str]:
    """Return the faults in a form of the pad; those of a typed line as they were found."""
    act, lang = request.values.get("type", ""), here.table.game.sheet.lang
    return [explained(fault, here.rulebook, act, lang) for fault in (problem, *problem.more)]


def _line(here: Visit, seq: int) -> Event:
    """Return the line of this number as written; ends the request with 404 if there is none."""
    lines = here.replay.lines
    return lines[seq - 1] if 1 <= seq <= len(lines) else abort(404)


def _events(here: Visit) -> list[Event]:
    """Return the events of a form or a line. Raises Unreadable."""
    form = request.form
    for key, why in (("undo", corrections.UNDONE), ("redo", fixing.REDONE)):
        if key in form:
            return [
                corrections.correction(number, _line(here, number), None, _(why))
                for number in _numbers(form[key])
            ]
    if "row" in form:
        grid = Grid(here.replay)
        return [read_event(json.dumps(event)) for event in events_of(grid, form)]
    # some events have a field of that name
    if "event" in form and "type" not in form:
        return [read_event(text) for text in form.getlist("event")]
    if "line" in form:
        return list(typed(form["line"], here.table.game.sheet))
    event = _asker(here).answered(form)
    _check_consent(here, event)
    # a log may have a meld without cards, but a tap without cards is a slip
    if event["type"] == "meld" and not event.get("cards"):
        raise Unreadable(Word("no card"), Word("the cards that lie together"), field="cards")
    if "fill" in form:
        row = Pad(here.replay).row_of(event["type"], event.get("player", ""))
        event["cards"] = filled(row, event["cards"])
    if "onto" in form:
        onto, _at, owner = form["onto"].partition("@")
        meld = cards_in(onto)
        event["cards"] = meld + [card for card in event["cards"] if card not in meld]
        event |= {"owner": owner} if owner else {}
    if "order" in form and "cards" in event:
        ordered = cards_in(form["order"], here.table.game.sheet.lang)
        event["cards"] = ordered or as_laid(event["cards"])
    return [event]


def _check_consent(here: Visit, event: Event) -> None:
    """Raise Unreadable unless everyone agrees, if this event forgives something."""
    missing, remedy = "", Word("Tick them once they agree.")
    if event["type"] == "forgive":
        missing = missing_consent(here, event.get("agreed_by", ()))
    elif event["type"] == "ruling" and event.get("decision") == "forgiven":
        missing = missing_consent(here, ())
        remedy = Word("Forgive it on the page of the dispute: it asks for each of them.")
    if missing:
        raise Unreadable(missing, Word("everybody"), plainly=missing, remedy=remedy)


def _numbers(text: str) -> list[int]:
    """Return the numbers of lines to take back; ends the request with 404 if one is wrong."""
    numbers = [line_number(word) for word in text.split()]
    return numbers if numbers and min(numbers) > 1 else abort(404)


def _kept(here: Visit, events: Sequence[Event]) -> Response:
    """Store these events and return to the pad. Ask first if they change a finished hand, or if
    others have written meanwhile. Raises Unreadable if the log refuses them."""
    last = _known(here)
    sent_as = request.form.get("id") or secrets.token_hex(8)
    known = len(here.replay.lines) if last is None else max(last, 0)
    asked = {"unsent": events, "unsent_as": sent_as, "known": known}
    closed = next(filter(None, (fixing.closed_hand(here.replay, event) for event in events)), 0)
    if closed and not (
        ANSWERED & request.form.keys() or fixing.lines_of_tap(here.replay.lines, sent_as)
    ):
        return _pad(here, 409, **asked, closed=closed)
    try:
        if events:
            here.table.game.write(fixing.named(events, sent_as), last)
    except (Conflict, IdTaken) as refused:
        meanwhile = visit(here.name, Role.SCRIBE)
        if last is None:
            asked["known"] = len(meanwhile.replay.lines)
        # offline taps queued after this one refer to its id
        if isinstance(refused, IdTaken):
            asked["unsent_as"] = ""
        same = _same_lines(events, meanwhile.replay, known)
        return _pad(meanwhile, 409, **asked, same=same)
    return lead_to("pad.show", name=here.name)


def _same_lines(events: Sequence[Event], replay: ReplayedLog, known: int) -> list[int]:
    """Return the numbers of later lines, after the last one that the writer knew, with the content
    of these events in the same order; empty if one is missing."""
    fresh = iter([line for line in replay.events if line[0] > known])
    found = [
        next((seq for seq, stored in fresh if _content(stored) == _content(event)), 0)
        for event in events
    ]
    return found if all(found) else []


def _content(event: Event) -> Event:
    return {name: value for name, value in event.items() if name not in BY_THE_WRITER}


def _known(here: Visit) -> int | None:
    """Return the last line that the writer knew: a tap made offline follows the tap before it
    (``behind``). None if it is not given."""
    written = fixing.lines_of_tap(here.replay.lines, request.form.get("behind", ""))
    return written[-1] if written else request.form.get("expects", type=int)


def _asker(here: Visit) -> EventForms:
    play = here.replay.play
    lang = here.table.game.sheet.lang
    return EventForms(tuple(here.seated), here.rulebook, play.house, lang)


def _grid_page(here: Visit, template: str, status: int = 200, **more: Any) -> Response:
    """Return a page with the score grid and the values of its next row."""
    grid = Grid(here.replay, symbols)
    row = grid.row(request.values.get("row", 0, int))
    fields, out = filled_in(grid, row, request.values)
    round_ = row.round if row else grid.round
    return _page(
        here,
        template,
        status,
        grid=grid,
        row=row,
        count_at=counting_at(here.rulebook, here.replay.play.house, round_),
        fields=fields,
        out=out,
        **more,
    )


def _pad(here: Visit, status: int = 200, **more: Any) -> Response:
    replay, asks = here.replay, set(request.values)
    by_card = not asks.isdisjoint({EVERY_CARD, "act", "type", "line", "event", "ask"})
    if "unsent" not in more and has_grid(replay) and ("row" in asks or not by_card):
        return _grid_page(here, "grid.html", status, **more)
    pad = Pad(replay)
    # while a question is open, the input is not continued
    given = MultiDict[str, str]() if "unsent" in more else request.values
    asked = asked_next(pad, _asker(here), given)
    report = pad.report if pad.is_over else None
    paid = closing_payments(report) if report else []
    not_yet = why_not_settled(replay, paid) if paid else None
    settle = Key(_("All of it was paid"), _("Write these payments"), tuple(paid))
    # a single user has no viewers
    watched = pad.is_over and settings.links
    return _page(
        here,
        "pad.html",
        status,
        pad=pad,
        asked=asked,
        won_by=here.table.as_seen_by(ANYBODY).in_public.won_by if watched else None,
        report=report,
        not_yet=not_yet,
        settle=settle if paid and not_yet is None else None,
        findings=said_now(replay, called="ask" in request.args)[::-1],
        groups=grouped(here.rulebook),
        guided=GUIDED not in request.cookies and len(replay.lines) <= FIRST_LINES and asked is None,
        **more,
    )


def _contested(replay: ReplayedLog) -> list[Dispute]:
    """Return the undecided disputes of the last hands."""
    hands = [at for at, (_seq, event) in enumerate(replay.events) if event["type"] == "hand"]
    begun = hands[-RECENT_HANDS] if len(hands) >= RECENT_HANDS else 0
    return [dispute for dispute in disputes(replay.events[begun:]) if not dispute.is_decided]


def _page(here: Visit, template: str, status: int = 200, **more: Any) -> Response:
    """Return a page of the pad with a fresh id for its forms, and the number of the last line."""
    lines = here.replay.lines
    return page_of(
        template,
        status,
        visit=here,
        id=secrets.token_hex(8),
        last=len(lines),
        undo=fixing.undone_next(here.replay),
        redo=fixing.redone_next(lines),
        label=partial(label, here.rulebook),
        letters=here.table.game.sheet.lang,
        lately=here.replay.events[: -MOST_LINES - 1 : -1],
        rows=rows_of(here.rulebook),
        plain_acts=plain_acts(here.rulebook),
        contested=_contested(here.replay),
        **more,
    )
