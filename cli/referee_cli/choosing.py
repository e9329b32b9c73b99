"""Option types shared by several commands: house rules and days."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import click

from referee.judging.registry import called, find
from referee.wording.language import _

_is_a_day = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?").fullmatch


class HouseRuleOption(click.ParamType[tuple[str, str]]):
    """A house rule with its option, as RULE=OPTION."""

    name = "house rule"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return the rule and the option, or end the command."""
        if isinstance(value, tuple):
            return value
        rule, equals, option = value.partition("=")
        if not equals:
            text = _('"{text}" is not RULE=OPTION, such as knock=free')
            self.fail(text.format(text=value), param, ctx)
        return rule.strip(), option.strip()

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - click calls it so
        """Return the placeholder for the help."""
        return "RULE=OPTION"


def options_of(game: str, chosen: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return house rules with their options, as a log of this game has them: several as a list."""
    several = {rule.name for rule in find(game).house_rules if rule.several} if called(game) else ()
    return {
        rule: [part for one in option.split(",") if (part := one.strip())]
        if rule in several
        else option
        for rule, option in chosen
    }


class Day(click.ParamType[str]):
    """A day, a month or a year, as YYYY-MM-DD."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the day as it was written, or end the command."""
        if not _is_a_day(value):
            text = _("{value} is not a day: write 2024-07-19, 2024-07 or 2024.")
            self.fail(text.format(value=repr(value)), param, ctx)
        return str(value)
