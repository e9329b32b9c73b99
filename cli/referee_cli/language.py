"""The language of the commands: that of ``--lang``, else the environment's."""

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from itertools import takewhile
from typing import Any, Final, NamedTuple, Self, TypeVar

import click

from referee.wording.language import _, speaking
from referee.wording.translations import FOLDER, LANGUAGES, catalogue, nearest

C = TypeVar("C", bound=click.Command)

ENVIRONMENT: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a language, in the order of gettext: the first that is set counts."""

MAY_NAME_SEVERAL: Final = ENVIRONMENT[0]
OPTION: Final = "--lang"


class Language(click.Choice[str]):
    """A supported language, by its own name or a locale's: ``es``, ``es_NI``."""

    def __init__(self) -> None:
        super().__init__(LANGUAGES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the nearest language, or end the command if there is none."""
        return super().convert(nearest(value) if _is_spoken(value) else value, param, ctx)


def _is_spoken(name: str) -> bool:
    return name.casefold().startswith(nearest(name))


def asked_for(words: Sequence[str]) -> str | None:
    """Return the language of ``--lang`` anywhere in the command, even if the words before it are
    wrong or ask for help; None if it is not given.

    >>> asked_for(["check", "--lang", "es_NI", "friday"]), asked_for(["check", "friday"])
    ('es', None)
    """
    options = list(takewhile(lambda word: word != "--", words))
    named = [after for word, after in zip(options, words[1:], strict=False) if word == OPTION]
    named += [word.removeprefix(f"{OPTION}=") for word in options if word.startswith(f"{OPTION}=")]
    return next((nearest(name) for name in named if _is_spoken(name)), None)


def of_the_environment() -> str:
    """Return the environment's language; English if it has none, or an unsupported one."""
    wanted = next(filter(None, map(os.environ.get, ENVIRONMENT)), "")
    return next((nearest(name) for name in wanted.split(":") if _is_spoken(name)), LANGUAGES[0])


@contextmanager
def telling(language: str) -> Iterator[None]:
    """Use this language for all messages in the block, also for click's own (which ask gettext and
    the environment) and those of child processes."""
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


class Wanted(NamedTuple):
    """The language of the messages, and the one that ``--lang`` gave, if any."""

    language: str
    asked: str | None

    @classmethod
    def by(cls, words: Sequence[str]) -> Self:
        """Return the language wanted by these words of a command, else by the environment."""
        asked = asked_for(words)
        return cls(asked or of_the_environment(), asked)


def wanted() -> Wanted:
    """Return the language wanted of the running command."""
    found: Wanted = click.get_current_context().find_root().obj
    return found


def messages_language() -> AbstractContextManager[None]:
    """Use the language of messages in the block, even if the command prints English JSON."""
    return telling(wanted().language)


def translated(command: C, ctx: click.Context) -> C:
    """Return a copy of a command with its help in the current language and the option
    ``--lang``."""
    spoken = copy(command)
    spoken._help_option = None  # click keeps it in the language in which it was first shown
    spoken.help = _paragraphs(command.help or "")
    spoken.options_metavar = _(command.options_metavar or "")
    if isinstance(spoken, click.Group):
        spoken.subcommand_metavar = _(spoken.subcommand_metavar)
    params = list(command.params)
    if not any(OPTION in param.opts for param in params):
        params.append(_LANG)
    spoken.params = [_translated_param(param, ctx) for param in params]
    return spoken


def _paragraphs(text: str) -> str:
    paragraphs = []
    for paragraph in text.split("\n\n"):
        # click leaves the lines after this mark unchanged
        _indent, mark, lines = paragraph.rpartition("\b\n")
        paragraphs.append(mark + _(" ".join(lines.split())))
    return "\n\n".join(paragraphs)


_LANG: Final = click.Option(
    [OPTION],
    type=Language(),
    expose_value=False,
    help="The language of the messages (your system's).",
)


lang_option = click.option(
    OPTION,
    type=Language(),
    help="The language of sheet lines (the game's), and of the messages (your system's).",
)


def _translated_param(param: click.Parameter, ctx: click.Context) -> click.Parameter:
    spoken = copy(param)
    if isinstance(spoken, click.Option) and spoken.help:
        spoken.help = _(spoken.help)
    if isinstance(param.type, click.types.IntParamType):
        # the name of the type in click's errors
        spoken.type = copy(param.type)
        spoken.type.name = _("integer")
    if has_words_for_a_value(param):
        spoken.metavar = _(param.make_metavar(ctx))
    return spoken


def has_words_for_a_value(param: click.Parameter) -> bool:
    """Return whether the help has a translatable placeholder for the value: flags have no value,
    and choices are the same in every language."""
    return not isinstance(param.type, click.Choice | click.types.BoolParamType)
