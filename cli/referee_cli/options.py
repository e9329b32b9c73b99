"""The options that several commands share, and what the running command was told by them."""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from referee.judging.registry import called, find
from referee.wording.language import _

F = TypeVar("F", bound=Callable[..., Any])

_is_a_day = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?").fullmatch


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    ctx.meta[param.name or ""] = value


def _told(name: str) -> Any:
    context = click.get_current_context(silent=True)
    return context.meta.get(name) if context else None


def json_option(what: str = "Print JSON.") -> Callable[[F], F]:
    """Return the option ``--json`` with this help; see `wants_json`."""
    return click.option(
        "--json", "as_json", is_flag=True, expose_value=False, callback=_keep, help=what
    )


def wants_json() -> bool:
    """Return whether the running command is to print JSON."""
    return bool(_told("as_json"))


def db_option(command: F) -> F:
    """Add the option ``--db``; see `chosen_book`."""
    return click.option(
        "--db",
        metavar="PLACE",
        expose_value=False,
        callback=_keep,
        help="The record book: a file, or postgresql://... on a server (by default REFEREE_DB, "
        "or a file in your data folder).",
    )(command)


def chosen_book() -> str | None:
    """Return the place of the record book that the running command was given; None for the usual
    one."""
    return _told("db") or None


def force_option(command: F) -> F:
    """Add the option ``--force``; see `may_replace`."""
    replace = "Replace the file if it is there."
    return click.option("--force", is_flag=True, expose_value=False, callback=_keep, help=replace)(
        command
    )


def may_replace() -> bool:
    """Return whether the running command may replace a file."""
    return bool(_told("force"))


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
