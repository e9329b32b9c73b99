"""The language in which the commands speak: that of ``--lang``, else the environment's."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import wraps
from itertools import takewhile
from typing import Any, Final, Self, TypeVar

import click

from referee.wording.language import _, speaking
from referee.wording.translations import FOLDER, LANGUAGES, catalogue, nearest

C = TypeVar("C", bound=click.Command)

ENVIRONMENT: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a language, as gettext reads them: the first that is set counts."""

MAY_NAME_SEVERAL: Final = ENVIRONMENT[0]
OPTION: Final = "--lang"


class Language(click.Choice[str]):
    """A language that is spoken here, by its own name or a locale's: ``es``, ``es_NI``."""

    def __init__(self) -> None:
        super().__init__(LANGUAGES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The language that comes nearest, or the end of the command where none does."""
        return super().convert(nearest(value) if _is_spoken(value) else value, param, ctx)


def _is_spoken(name: str) -> bool:
    return name.casefold().startswith(nearest(name))


def asked_for(words: Sequence[str]) -> str | None:
    """The language for which somebody asks, wherever in the command: what comes before it may be
    wrong, or ask for help, and is answered in it, too.

    >>> asked_for(["check", "--lang", "es_NI", "friday"]), asked_for(["check", "friday"])
    ('es', None)
    """
    options = list(takewhile(lambda word: word != "--", words))
    named = [after for word, after in zip(options, words[1:], strict=False) if word == OPTION]
    named += [word.removeprefix(f"{OPTION}=") for word in options if word.startswith(f"{OPTION}=")]
    return next((nearest(name) for name in named if _is_spoken(name)), None)


def of_the_environment() -> str:
    """The language that the environment asks for; English where it asks for none, or for one that
    is not spoken here."""
    wanted = next(filter(None, map(os.environ.get, ENVIRONMENT)), "")
    return next((nearest(name) for name in wanted.split(":") if _is_spoken(name)), LANGUAGES[0])


@contextmanager
def telling(language: str) -> Iterator[None]:
    """Tell everything in this language until the end of the block: click's own words, which ask
    gettext and the environment, and what other processes say that are started here."""
    gettext.bindtextdomain("cli", str(FOLDER))
    gettext.textdomain("cli")
    before = os.environ.get(MAY_NAME_SEVERAL)
    os.environ[MAY_NAME_SEVERAL] = language
    try:
        with speaking(catalogue(language)):
            yield
    finally:
        if before is None:
            del os.environ[MAY_NAME_SEVERAL]
        else:
            os.environ[MAY_NAME_SEVERAL] = before


@dataclass(frozen=True, slots=True)
class Wanted:
    """The language of the messages, and whether somebody asked for it by ``--lang``."""

    language: str
    by_option: bool

    @classmethod
    def by(cls, words: Sequence[str]) -> Self:
        """Return what these words of a command, else the environment, want."""
        asked = asked_for(words)
        return cls(asked or of_the_environment(), asked is not None)


def language_of_messages() -> str:
    """The language in which the running command speaks to people."""
    wanted: Wanted = click.get_current_context().find_root().obj
    return wanted.language


def language_asked_for() -> str | None:
    """The language that ``--lang`` gives to the running command."""
    wanted: Wanted = click.get_current_context().find_root().obj
    return wanted.language if wanted.by_option else None


@contextmanager
def telling_people() -> Iterator[None]:
    """Tell what goes to people until the end of the block, inside a command that prints JSON."""
    with telling(language_of_messages()):
        yield


def told(command: C, ctx: click.Context) -> C:
    """A command whose help is in the language that is spoken, and which takes ``--lang``."""
    spoken = copy(command)
    spoken.help = _paragraphs(command.help or "")
    spoken.options_metavar = _(command.options_metavar or "")
    if isinstance(spoken, click.Group):
        spoken.subcommand_metavar = _(spoken.subcommand_metavar)
    params = list(command.params)
    if not any(OPTION in param.opts for param in params):
        params.append(_lang_option())
    spoken.params = [_told_param(param, ctx) for param in params]
    return spoken


def _paragraphs(text: str) -> str:
    told = []
    for paragraph in text.split("\n\n"):
        # click leaves the lines behind this mark as they are
        _indent, mark, lines = paragraph.rpartition("\b\n")
        told.append(mark + _(" ".join(lines.split())))
    return "\n\n".join(told)


def _lang_option() -> click.Option:
    return click.Option(
        [OPTION],
        type=Language(),
        expose_value=False,
        help="The language of the messages (your system's).",
    )


def _told_param(param: click.Parameter, ctx: click.Context) -> click.Parameter:
    spoken = copy(param)
    if isinstance(spoken, click.Option) and spoken.help:
        spoken.help = _(spoken.help)
    if isinstance(param.type, click.types.IntParamType):
        # what a value that is no number is called in an error
        spoken.type = copy(param.type)
        spoken.type.name = _(param.type.name)
    if has_words_for_a_value(param):
        spoken.metavar = _(param.make_metavar(ctx))
    return spoken


def has_words_for_a_value(param: click.Parameter) -> bool:
    """Return whether the help shows, in words, what stands for the value: a flag has none, and the
    words of a choice are the same in every language."""
    return not isinstance(param.type, click.Choice | click.types.BoolParamType)


def json_in_english(callback: Callable[..., Any]) -> Callable[..., Any]:
    """The same command, with what it prints as JSON in English: it is to be the same on every
    machine, and other programs read it. Errors go to people, in their language."""

    @wraps(callback)
    def call(**given: Any) -> Any:
        if not given.get("as_json"):
            return callback(**given)
        with telling(LANGUAGES[0]):
            return callback(**given)

    return call
