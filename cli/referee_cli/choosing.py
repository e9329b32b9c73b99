"""Options shared by several commands: house rules and days."""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from referee.judging.registry import called, find
from referee.wording.language import _

F = TypeVar("F", bound=Callable[..., Any])

_is_a_day = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?").fullmatch


def read_house_rule(text: str) -> tuple[str, str]:
    """Return a house rule and its option, from RULE=OPTION. Raises BadParameter."""
    rule, equals, option = text.partition("=")
    if not equals:
        told = _('"{text}" is not RULE=OPTION, such as knock=free')
        raise click.BadParameter(told.format(text=text))
    return rule.strip(), option.strip()


def house_option(what: str) -> Callable[[F], F]:
    """Return the option ``--house`` with this help."""
    return click.option(
        "--house", multiple=True, type=read_house_rule, metavar="RULE=OPTION", help=what
    )


def options_of(game: str, chosen: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return house rules with their options, as a log of this game has them: several as a list."""
    several = {rule.name for rule in find(game).house_rules if rule.several} if called(game) else ()
    return {
        rule: [part for word in option.split(",") if (part := word.strip())]
        if rule in several
        else option
        for rule, option in chosen
    }


def read_day(text: str) -> str:
    """Return a day, a month or a year, as YYYY-MM-DD. Raises BadParameter."""
    if not _is_a_day(text):
        told = _("{value} is not a day: write 2024-07-19, 2024-07 or 2024.")
        raise click.BadParameter(told.format(value=repr(text)))
    return text
