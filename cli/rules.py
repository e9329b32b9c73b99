"""``referee rules``: the rulebook, from the registry of rules."""

from __future__ import annotations

from typing import Any

import click
from rich.padding import Padding
from rich.text import Text

from cli.output import console, print_json
from referee.rulebooks import rulebooks
from referee.rulebooks.base import HouseRule, Rule, Rulebook

INDENT = (0, 0, 0, 4)


@click.command()
@click.argument("game", default="desmoche")
@click.argument("rule", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the rulebook as JSON.")
def rules(game: str, rule: str | None, as_json: bool) -> None:
    """The rulebook of GAME (desmoche), or one RULE or house rule of it.

    Every rule has an id, what it says in plain words, what a breach is, its source, and the house
    rules that change it.
    """
    if rule is None and any(book.rule(game) for book in rulebooks().values()):
        game, rule = "desmoche", game
    rulebook = rulebooks().get(game)
    if rulebook is None:
        known = ", ".join(name for name in rulebooks() if "@" not in name)
        raise click.BadParameter(f"there is no game {game!r}; there are: {known}")
    wanted_rules = [one for one in rulebook.rules if rule in (None, one.id)]
    wanted_house = [one for one in rulebook.house_rules if rule in (None, one.name)]
    if not wanted_rules and not wanted_house:
        raise click.BadParameter(
            f"{game} has no rule {rule!r}; `referee rules {game}` lists them all"
        )
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
        out.print(Text(f"{rulebook.title}, edition {rulebook.edition}", style="bold"))
        out.print(rulebook.about)
    section = ""
    for one in wanted:
        if whole and one.section != section:
            section = one.section
            out.print()
            out.print(Text(section.upper(), style="bold"))
        _tell_rule(one)
    if whole and house:
        out.print()
        out.print(Text("HOUSE RULES", style="bold"))
    in_force = rulebook.house()
    for option in house:
        _tell_house_rule(option, in_force[option.name])


def _tell_rule(one: Rule) -> None:
    out = console()
    out.print()
    out.print(Text(one.plain))
    details = [f"{one.id}: {one.kind}", f"source: {one.source}"]
    if one.binds:
        details.append(f"house rules: {', '.join(one.binds)}")
    details.append(f"shown by: {one.shown_by}")
    out.print(Padding(Text("\n".join(details), style="dim"), INDENT, expand=False))


def _tell_house_rule(one: HouseRule, default: str | tuple[str, ...]) -> None:
    out = console()
    chosen = ", ".join(default) if isinstance(default, tuple) else default
    out.print()
    out.print(Text(one.plain))
    details = f"{one.name}: {', '.join(one.options)} (default: {chosen})\nsource: {one.source}"
    out.print(Padding(Text(details, style="dim"), INDENT, expand=False))
