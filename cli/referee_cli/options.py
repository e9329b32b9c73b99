"""The options that several commands share, and what they say of the running command."""

import re
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from typing import Any, TypeVar

import click

from referee.judging.rulebook import Rulebook
from referee.wording.language import _

F = TypeVar("F", bound=Callable[..., Any])

_is_a_day = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?").fullmatch


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    ctx.meta[param.name or ""] = value


def _value_of(name: str) -> Any:
    context = click.get_current_context(silent=True)
    return context.meta.get(name) if context else None


_option = partial(click.Option, expose_value=False, callback=_keep)

_FORCE = _option(["--force"], is_flag=True, help="Replace the file if it is there.")

_DB = _option(
    ["--db"],
    metavar="PLACE",
    help="The record book: a file, or postgresql://... on a server (by default REFEREE_DB, or a "
    "file in your data folder).",
)


def subcommand(
    name: str | None = None,
    *,
    json: str | None = "Print JSON.",
    book: bool = True,
    writes: bool = False,
    **settings: Any,
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a command, also with the options that commands share.

    These are ``--json`` with this help (see `wants_json`), ``--db`` if it uses the record ``book``
    (`chosen_book`), and ``--force`` if it ``writes`` a file (`may_replace`).
    """

    def make(function: Callable[..., Any]) -> click.Command:
        command = click.command(name, cls=click.Command, **settings)(function)
        command.params += [_FORCE] * writes
        if json is not None:
            command.params.append(_option(["--json", "as_json"], is_flag=True, help=json))
        command.params += [_DB] * book
        return command

    return make


def wants_json() -> bool:
    """Return whether the running command is to print JSON."""
    return bool(_value_of("as_json"))


def chosen_book() -> str | None:
    """Return the ``--db`` of the running command; None for the usual record book."""
    return _value_of("db") or None


def may_replace() -> bool:
    """Return whether the running command may replace a file."""
    return bool(_value_of("force"))


def read_house_rule(text: str) -> tuple[str, str]:
    """Return a house rule and its option, from RULE=OPTION. Raises BadParameter."""
    rule, equals, option = text.partition("=")
    if not equals:
        message = _('"{text}" is not RULE=OPTION, such as knock=free')
        raise click.BadParameter(message.format(text=text))
    return rule.strip(), option.strip()


def house_option(what: str) -> Callable[[F], F]:
    """Return the option ``--house`` with this help."""
    return click.option(
        "--house", multiple=True, type=read_house_rule, metavar="RULE=OPTION", help=what
    )


def options_of(book: Rulebook, chosen: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return house rules with their options, as a log of this game has them: several as a list."""
    several = {rule.name for rule in book.house_rules if rule.several}
    return {
        rule: [part for word in option.split(",") if (part := word.strip())]
        if rule in several
        else option
        for rule, option in chosen
    }


def read_day(text: str) -> str:
    """Return a day, a month or a year, as YYYY-MM-DD. Raises BadParameter."""
    try:
        if _is_a_day(text):
            date.fromisoformat(f"{text}-01-01"[: len("2024-07-19")])
            return text
    except ValueError:
        pass
    message = _("{value} is not a day: write 2024-07-19, 2024-07 or 2024.")
    raise click.BadParameter(message.format(value=repr(text)))
