"""An evening if it had been otherwise: under other house rules, and with an answer to each question
that the record leaves open."""

from typing import Final

from flask import Blueprint, Response, abort, request

from referee.rulings.crux import Crux
from referee.rulings.crux import crux as crux_of
from referee.rulings.whatif import NotPossible, what_if
from referee.store import Conflict
from referee.store.links import Role
from referee.web.access import Visit, visit
from referee.web.answers_in_play import difference_now, questions
from referee.web.event_forms import house_in
from referee.web.judges import apart
from referee.web.responses import lead_to, page_of
from referee.wording.language import _
from referee.wording.sentences import symbols

PAGES = Blueprint("whatif", __name__)

MOST_EVENTS: Final = 300
"""The longest record for which every house rule and answer is tried while the page waits; longer
ones need the command line."""

MOST_POINTS: Final = 9999  # the most points that an answer can be


@PAGES.get("/tables/<name>/whatif")
@apart
def show(name: str) -> Response:
    """Show the house rules in force, for changing, and the difference that the changes make."""
    here = visit(name)
    in_force, house = here.replay.play.house, here.rulebook.house_rules
    others = house_in(request.args, here.rulebook, in_force)
    rules = {rule.name for rule in house}
    for field, option in request.args.items():
        of, dot, rule = field.partition(".")
        if of == "house" and dot and rule not in rules:
            # refused with the others
            others[rule] = option
    difference, fault = None, ""
    try:
        if others:
            found = what_if(here.replay.lines, others, spell=symbols)
            difference = difference_now(here.replay, found)
    except NotPossible as problem:
        fault = str(problem)
    # what could have changed a winner or a payment, or is changed here
    decides = _crux(here)
    matters = rules if decides is None else {*decides.matters, *others}
    return page_of(
        "whatif.html",
        fault=fault,
        visit=here,
        first=[rule for rule in house if rule.name in matters],
        others_folded=[rule for rule in house if rule.name not in matters],
        in_force=in_force,
        chosen={**in_force, **others},
        others=[rule.agreed(others[rule.name]).render() for rule in house if rule.name in others],
        difference=difference,
    )


@PAGES.get("/tables/<name>/crux")
@apart
def crux(name: str) -> Response:
    """Show the house rules that decide winners and payments."""
    here = visit(name)
    return page_of("crux.html", visit=here, crux=_crux(here), most=MOST_EVENTS)


def _crux(here: Visit) -> Crux | None:
    """Return the house rules that decide an evening; None if it is too long to try them."""
    lines = here.replay.lines
    return crux_of(lines) if len(lines) <= MOST_EVENTS else None


@PAGES.get("/tables/<name>/ask")
def ask(name: str) -> Response:
    """Show the open questions, those with the most at stake first."""
    return _questions(visit(name))


@PAGES.post("/tables/<name>/ask")
def answer(name: str) -> Response:
    """Record the table's answer."""
    here = visit(name, Role.SCRIBE)
    known = request.form.get("expects", -1, type=int)
    if known != len(here.replay.lines):
        text = _("The record has changed since you looked. Look at the questions again.")
        return _questions(here, 409, text)
    number, chosen = (request.form.get(field, -1, type=int) for field in ("question", "answer"))
    found = questions(here.replay, symbols)
    if not (0 <= number < len(found) and 0 <= chosen <= MOST_POINTS):
        abort(400)
    question = found[number]
    if question.with_number is not None:
        edit = question.with_number(chosen)
    elif chosen < len(question.worlds):
        edit = question.worlds[chosen].edit
    else:
        abort(400)
    try:
        here.table.game.write([dict(line) for line in edit], known)
    except Conflict as problem:
        return _questions(here, 409, str(problem))
    return lead_to("whatif.ask", name=name)


def _questions(here: Visit, status: int = 200, fault: str = "") -> Response:
    few = len(here.replay.lines) <= MOST_EVENTS
    found = questions(here.replay, symbols) if few else None
    return page_of("asking.html", status, fault, visit=here, questions=found, most=MOST_EVENTS)
