"""Disputes: a question to the referee, the ruling, the table's decision, and the casebook."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, abort, request
from referee_schemas.fields import Text

from referee.judging.corrections import Event, as_they_should_read
from referee.judging.findings import MISSED
from referee.judging.names import fold
from referee.judging.summary import DECISIONS, disputes
from referee.paper.documents import rulings_of
from referee.rulings.casebook import Case, by_rule, case_of
from referee.rulings.ruling import Asked
from referee.rulings.ruling.table import NOT_ALLOWED, RIGHT_LOST
from referee.rulings.whatif import NotPossible
from referee.store import Conflict, GameUnreadable
from referee.store.links import Role
from referee.web.access import Visit, names_for_visitor, page_of_tables, release_tables, visit
from referee.web.answers_in_play import InPlay, answer, answers, by_hand, by_number, leaves_open
from referee.web.fixing import named
from referee.web.judges import apart
from referee.web.pages.printing import handed_out
from referee.web.responses import lead_to, line_number, page_of
from referee.wording.language import _, listed
from referee.wording.sentences import symbols
from referee.wording.unreadable import Unreadable

PAGES = Blueprint("dispute", __name__)

WORDS: Final = Text()
FORGIVEN: Final = "forgiven"


@PAGES.get("/tables/<name>/dispute")
@apart
def show(name: str) -> Response:
    """Show the form, and the ruling if an event is chosen. Nothing is written."""
    here = visit(name, Role.PLAYER)
    found, fault = None, ""
    if "event" in request.args:
        try:
            found = answer(here.replay, *_question(here), symbols)
        except NotPossible as problem:
            fault = str(problem)
    return _form(here, found, fault)


@PAGES.get("/tables/<name>/dispute.pdf")
@PAGES.get("/tables/<name>/dispute/<int:number>.pdf")
@apart
def as_pdf(name: str, number: int | None = None) -> Response:
    """Return the ruling on an event, or on a recorded dispute, as PDF, as its visitor may know it;
    404 if none may be shown. Raises NotPossible."""
    here = visit(name, Role.PLAYER if number is None else Role.VIEWER)
    if number is not None:
        found = _on_a_dispute(here, number)
    else:
        found = answer(here.replay, *_question(here), symbols)
    if not found.rulings:
        abort(404)
    document = rulings_of(found.rulings, here.replay.lines, symbols, here.head)
    return handed_out("pdf", f"{name}-{found.rulings[0].asked.event}", document)


def _on_a_dispute(here: Visit, number: int) -> InPlay:
    """Return the answer to a recorded dispute, or end with 404. Raises NotPossible."""
    line = _on_record(here, number)
    asked = Asked(line["event"], line["by"], line["text"], number)
    return answer(here.replay, asked, line.get("rule"), symbols)


@PAGES.post("/tables/<name>/dispute")
def record(name: str) -> Response:
    """Record a dispute."""
    here = visit(name, Role.PLAYER)
    try:
        asked, rule = _question(here)
        # judged by what its writer may know, so that a refusal reveals nothing else
        answer(here.replay, asked, rule)
        number = _write(here, [_dispute(asked, rule)], asked.event)
    except (NotPossible, Conflict) as fault:
        status = 409 if isinstance(fault, Conflict) else 422
        return _form(here, None, str(fault), status)
    return lead_to("dispute.case", name=name, number=number)


@PAGES.get("/tables/<name>/dispute/<int:number>")
@apart
def case(name: str, number: int) -> Response:
    """Show a recorded dispute, the referee's ruling, and the table's."""
    here = visit(name)
    found, fault = None, ""
    try:
        found = _on_a_dispute(here, number)
    except NotPossible as problem:
        fault = str(problem)
    lines = as_they_should_read(here.replay.lines)
    rulings = (event for _, event in lines if event["type"] == "ruling")
    return page_of(
        "dispute_case.html",
        200,
        fault,
        visit=here,
        number=number,
        dispute=next(dispute for dispute in disputes(lines) if dispute.event == number),
        answer=found,
        decided=[event for event in rulings if event["dispute"] == number],
    )


@PAGES.post("/tables/<name>/dispute/<int:number>")
def decide(name: str, number: int) -> Response:
    """Record the table's decision on a dispute and, if it forgives, who agreed."""
    here = visit(name, Role.SCRIBE)
    about = _on_record(here, number)["event"]
    decision = request.form.get("decision", "")
    if decision not in DECISIONS:
        raise NotPossible(_("A table upholds a dispute, dismisses it, or forgives what happened."))
    ruled = {"type": "ruling", "dispute": number, "decision": decision}
    text = _words(request.form.get("text", ""))
    lines = [{**ruled, "text": text} if text else ruled]
    if decision == FORGIVEN:
        lines.insert(0, _pardon(here, about))
    _write(here, lines, number)
    return lead_to("dispute.case", name=name, number=number)


@PAGES.post("/tables/<name>/forgive")
def forgive(name: str) -> Response:
    """Record that the table forgives a finding at an event."""
    here = visit(name, Role.SCRIBE)
    event = _number(request.form.get("event", ""))
    try:
        _write(here, [_pardon(here, event)], event)
    except NotPossible as fault:
        found = None
        with suppress(NotPossible):
            found = answer(here.replay, Asked(event, here.player, None), None, symbols)
        return _form(here, found, str(fault))
    return lead_to("dispute.show", name=name, event=event)


@PAGES.get("/casebook")
def casebook() -> Response:
    """Show the disputes at one page of tables by rule, with their rulings, as far as the visitor
    may know them. A table that cannot be read is named."""
    names, page, older = page_of_tables(names_for_visitor())
    found: list[Case] = []
    unreadable = []
    for name in names:
        try:
            replay = visit(name).replay
            rulings = answers(replay, symbols)
            found += [case_of(name, replay.lines, ruling, symbols) for ruling in rulings]
        except (GameUnreadable, Unreadable):
            unreadable.append(name)
        finally:
            # release this table while the others are ruled on
            release_tables()
    return page_of(
        "casebook.html", rules=by_rule(found), unreadable=unreadable, page=page, older=older
    )


def missing_consent(here: Visit, agreed: Iterable[str]) -> str:
    """Return a sentence about the players at the table who have not agreed; empty if all have. A
    log may omit who agreed, but the pages ask everyone before they write that a breach is
    forgiven."""
    given = {fold(name) for name in agreed}
    missing = [player for player in here.seated if fold(player) not in given]
    text = _("Only everybody together can forgive. These have not agreed: {players}.")
    return text.format(players=listed(missing)) if missing else ""


def _pardon(here: Visit, event: int) -> Event:
    """Return the line that forgives an event. Raises NotPossible unless everyone agrees."""
    agreed = [_seated(here, name) for name in request.form.getlist("agreed_by")]
    if missing := missing_consent(here, agreed):
        raise NotPossible(missing)
    return {"type": "forgive", "event": event, "agreed_by": agreed}


def _question(here: Visit) -> tuple[Asked, str | None]:
    """Return the question, and the named rule. Raises NotPossible."""
    form = request.values
    event, words = _number(form.get("event", "")), _words(form.get("words", ""))
    by = _seated(here, form["by"]) if here.writes and form.get("by") else here.player
    return Asked(event, by, words or None), form.get("rule") or None


def _number(text: str) -> int:
    number = line_number(text)
    if not number:
        raise NotPossible(_("Choose the event in question by its number."))
    return number


def _words(text: str) -> str:
    words = WORDS.accept(text.replace("\r\n", "\n").strip())
    if words is None:
        longest = _("Use at most {number} characters, and no control characters.")
        raise NotPossible(longest.format(number=WORDS.longest))
    return words


def _seated(here: Visit, name: str) -> str:
    for player in here.replay.report()["players"]:
        if fold(player) == fold(name):
            return str(player)
    raise NotPossible(_("Nobody with that name has sat at this table."))


def _dispute(asked: Asked, rule: str | None) -> Event:
    """Return the line that records a question. Raises NotPossible if it is incomplete."""
    if asked.by is None:
        raise NotPossible(_("Choose who disputes it: the record names them."))
    if asked.words is None:
        raise NotPossible(_("Say in a few words what you dispute."))
    line = {"type": "dispute", "by": asked.by, "event": asked.event, "text": asked.words}
    return {**line, "rule": rule} if rule is not None else line


def _write(here: Visit, written: Sequence[Event], about: int) -> int:
    """Write lines about an earlier event, unless they were sent before; return the number of the
    first.

    Play may go on meanwhile, as long as the event still reads as it did. Raises NotPossible if it
    changed or does not exist, and Conflict if another program wrote at the same moment.
    """
    lines = here.replay.lines
    known = request.form.get("expects", len(lines), type=int)
    now, then = (by_number(some) for some in (lines, lines[: max(known, 0)]))
    if about not in now or now[about] != then.get(about):
        text = _("Event {event} has changed since you looked. Look at it again.")
        raise NotPossible(text.format(event=about))
    # the same words about the same record are the same line, so its id is made from them
    content = json.dumps([*written, known], ensure_ascii=False, sort_keys=True)
    sent_as = sha256(content.encode()).hexdigest()[:32]
    return here.table.game.write(named(written, sent_as)).first


def _on_record(here: Visit, number: int) -> Event:
    """Return the dispute with this number; ends the request with 404 if there is none."""
    line = by_number(here.replay.lines).get(number)
    return line if line is not None and line["type"] == "dispute" else abort(404)


def _form(here: Visit, found: InPlay | None, fault: str, status: int | None = None) -> Response:
    given = request.values
    hands = by_hand(here.replay)
    numbers = {str(number): at for at, hand in enumerate(hands, 1) for number, _ in hand}
    chosen = given.get("event", "")
    shown = numbers.get(chosen, given.get("hand", len(hands), type=int))
    shown = min(max(shown, 1), len(hands))
    events = {str(number): event for number, event in hands[shown - 1]}
    if chosen not in events:
        chosen = next(reversed(events))
    kind = events[chosen]["type"]
    # those that the referee answers at once, the most specific first
    about = (rule for rule in here.rulebook.rules if kind in rule.on and rule.kind != MISSED)
    return page_of(
        "dispute.html",
        status,
        fault,
        visit=here,
        given=given,
        answer=found,
        events=events,
        chosen=chosen,
        shown=shown,
        hands=len(hands),
        about=sorted(about, key=lambda rule: len(rule.on)),
        leaves_open=leaves_open(here.replay),
        disputes=list(disputes(as_they_should_read(here.replay.lines))),
        forgivable=found
        and any(ruling.kind in (NOT_ALLOWED, RIGHT_LOST) for ruling in found.rulings),
    )
