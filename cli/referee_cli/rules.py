"""``referee rules``: the rulebook, from the registry of rules."""

from __future__ import annotations

from typing import Any

import click
from rich.padding import Padding
from rich.text import Text

from referee.judging.registry import INSTALLED, OWN, games, rulebooks
from referee.judging.rulebook import HouseRule, Rule, Rulebook
from referee.judging.summary import KINDS
from referee.wording.language import _, joined
from referee.wording.sentences import Sentence
from referee_cli.addresses import page
from referee_cli.output import WrongUse, console, print_json

INDENT = (0, 0, 0, 4)


@click.command()
@click.argument("game", default=INSTALLED.usual)
@click.argument("rule", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the rulebook as JSON.")
def rules(game: str, rule: str | None, as_json: bool) -> None:
    """Show the rulebook of GAME, or one RULE or house rule of it.

    Every rule has an id, what it says in plain words, when it is broken, its source, and the house
    rules that change it. Without GAME you see the first game.

    \b
    Example: referee rules desmoche claim.priority
    """
    owner = next((book.name for book in games() if book.rule(game)), None)
    if rule is None and owner is not None:
        game, rule = owner, game
    rulebook = rulebooks().get(game)
    if rulebook is None:
        known = joined(book.name for book in games())
        text = "Invalid value: there is no game {game}; there are: {known}"
        raise WrongUse(Sentence(text, {"game": repr(game), "known": known}))
    wanted_rules = [one for one in rulebook.rules if rule in (None, one.id)]
    wanted_house = [one for one in rulebook.house_rules if rule in (None, one.name)]
    if not wanted_rules and not wanted_house:
        text = "Invalid value: {game} has no rule {rule}; `referee rules {game}` lists them all"
        raise WrongUse(Sentence(text, {"game": game, "rule": repr(rule)}))
    if as_json:
        print_json(_as_data(rulebook, rule))
        return
    _tell(rulebook, wanted_rules, wanted_house, whole=rule is None)


def _as_data(rulebook: Rulebook, rule: str | None) -> dict[str, Any]:
    whole = rulebook.as_dict()
    whole["rules"] = [one for one in whole["rules"] if rule in (None, one["id"])]
    whole["house_rules"] = [one for one in whole["house_rules"] if rule in (None, one["name"])]
    return whole


def _tell(rulebook: Rulebook, wanted: list[Rule], house: list[HouseRule], whole: bool) -> None:
    out = console()
    if whole:
        title = _("{game}, edition {edition}")
        told = title.format(game=rulebook.title, edition=rulebook.edition)
        out.print(Text(told, style="bold"))
        out.print(_(rulebook.about))
    section = ""
    for one in wanted:
        if whole and one.section != section:
            section = one.section
            out.print()
            out.print(Text(_(section).upper(), style="bold"))
        _tell_rule(one, rulebook)
    if whole and house:
        out.print()
        out.print(Text(_("house rules").upper(), style="bold"))
    in_force = rulebook.house()
    for option in house:
        _tell_house_rule(option, in_force[option.name])


def _tell_rule(one: Rule, rulebook: Rulebook) -> None:
    out = console()
    out.print()
    out.print(Text(_(one.plain)))
    source = _("source: {source}").format(source=_(one.source))
    details = [f"{one.id}: {_(KINDS[one.kind])}", source]
    bound = [
        f"{_(each.heading)} ({each.name})"
        for each in rulebook.house_rules
        if each.name in one.binds
    ]
    if bound:
        details.append(_("house rules: {rules}").format(rules=joined(bound)))
    if rulebook.name in OWN:
        details.append(_("shown by: {cases}").format(cases=page(one.shown_by)))
    out.print(Padding(Text("\n".join(details), style="dim"), INDENT, expand=False))


def _tell_house_rule(one: HouseRule, default: str | tuple[str, ...]) -> None:
    out = console()
    chosen = default if isinstance(default, str) else joined(default)
    if default == one.options:
        chosen = _("all")
    out.print()
    out.print(Text(_(one.heading), style="bold"))
    out.print(Text(_(one.plain)))
    options = _("{name}: {options} (default: {default})")
    told = options.format(name=one.name, options=joined(one.options), default=chosen)
    details = told + "\n" + _("source: {source}").format(source=_(one.source))
    out.print(Padding(Text(details, style="dim"), INDENT, expand=False))
