"""Pages about an evening under other house rules, and the house rules that decide it."""

from collections.abc import Collection
from typing import Any, Final

from flask import Blueprint, Response, render_template, request

from referee.rulings.crux import crux as crux_of
from referee.rulings.whatif import Difference, NotPossible, what_if
from referee.web.access import Visit, visit
from referee.web.answers_in_play import difference_now
from referee.web.judges import apart_if_long
from referee.web.responses import page_of
from referee.wording.sentences import symbols

PAGES = Blueprint("whatif", __name__)

MOST_EVENTS: Final = 300
"""The longest record whose crux is computed while the page waits; longer ones need the command
line."""


@PAGES.get("/tables/<name>/whatif")
@apart_if_long
def show(name: str) -> Response:
    """Show the house rules in force, for changing, and the difference that the changes make."""
    here = visit(name)
    chosen = _chosen(here)
    in_force = here.replay.play.house
    others = {
        rule: option for rule, option in chosen.items() if _differ(option, in_force.get(rule))
    }
    difference: Difference | None = None
    fault = ""
    try:
        if others:
            found = what_if(here.replay.lines, others, spell=symbols)
            difference = difference_now(here.replay, found)
    except NotPossible as problem:
        fault = str(problem)
    matters = _matters(here)
    return page_of(
        "whatif.html",
        422 if fault else 200,
        visit=here,
        first=[rule for rule in here.rulebook.house_rules if rule.name in matters],
        others_folded=[rule for rule in here.rulebook.house_rules if rule.name not in matters],
        in_force=in_force,
        chosen={**in_force, **chosen},
        others=[
            rule.agreed(others[rule.name]).render()
            for rule in here.rulebook.house_rules
            if rule.name in others
        ],
        difference=difference,
        fault=fault,
        signs=symbols,
    )


@PAGES.get("/tables/<name>/crux")
@apart_if_long
def crux(name: str) -> str:
    """Show the house rules that decide winners and payments."""
    here = visit(name)
    lines = here.replay.lines
    found = crux_of(lines) if len(lines) <= MOST_EVENTS else None
    return render_template(
        "crux.html", visit=here, crux=found, most=MOST_EVENTS, lines=len(lines), signs=symbols
    )


def _matters(here: Visit) -> Collection[str]:
    """Return the house rules that could have changed a winner or a payment of this evening, and
    those that the visitor has changed; all if the evening is too long to try them."""
    lines = here.replay.lines
    if len(lines) > MOST_EVENTS:
        return [rule.name for rule in here.rulebook.house_rules]
    return {*crux_of(lines).matters, *_chosen(here)}


def _chosen(here: Visit) -> dict[str, Any]:
    """Return the house rules in the form, including unknown ones, which are refused later."""
    several = {rule.name for rule in here.rulebook.house_rules if rule.several}
    chosen: dict[str, Any] = {}
    for field in request.args:
        kind, _dot, rule = field.partition(".")
        options = request.args.getlist(f"house.{rule}")
        if kind == "asked" and rule in several:
            chosen[rule] = tuple(options)
        elif kind == "house" and options and rule not in several:
            chosen[rule] = options[0]
    return chosen


def _differ(chosen: object, in_force: object) -> bool:
    if isinstance(chosen, tuple) and isinstance(in_force, tuple):
        return set(chosen) != set(in_force)
    return chosen != in_force
