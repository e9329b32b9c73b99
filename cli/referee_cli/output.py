"""Output of all commands: cards that the terminal can show, JSON, errors; and the encodings of the
standard streams."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from shutil import get_terminal_size
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

import click

from referee.judging.report import UNREADABLE
from referee.wording.language import _, language, ngettext
from referee.wording.sentences import Phrase, SpellCard, SpokenError, symbols
from referee.wording.translations import LANGUAGES
from referee.wording.unreadable import Unreadable
from referee.wording.visible import can_be_shown, visible_json, visible_lines
from referee_cli.language import messages_language, telling, wanted
from referee_cli.options import wants_json
from referee_cli.statuses import WRONG_USE

if TYPE_CHECKING:
    from referee.text.terminal import Terminal

WORDS_FOR_YES: Final = frozenset({"y", "yes", "s", "si", "sí"})
"""Answers that mean yes, in either language."""

A_WHILE: Final = 1.0  # seconds until work of unknown length is shown

Advance = Callable[[int], None]  # adds to the number of things done

SHOWN = 20  # the most faults of a sheet to print


class Failure(SpokenError, click.ClickException):  # noqa: N818 - also for what is no error of ours
    """An error that ends a command. Its message is translated when it is shown, into the user's
    language, which may differ from that of the results."""

    exit_code = WRONG_USE

    def format_message(self) -> str:
        """Return the message in the user's language."""
        return visible_lines(str(self))


class WrongUse(Failure, click.UsageError):
    """A request that cannot be fulfilled; ``option`` is the option at fault."""

    def __init__(self, problem: Phrase, option: str = "", /, **facts: object) -> None:
        super().__init__(problem, **facts)
        self.option = option

    def format_message(self) -> str:
        """Return the message, with the option at fault."""
        text = super().format_message()
        if self.option:
            text = click.BadParameter(text, param_hint=self.option).format_message()
        return text


class Unusable(Failure):
    """A record book that cannot be read or written."""

    exit_code = UNREADABLE


def console() -> Terminal:
    """Return a console on standard output, with colour only on a terminal."""
    # rich is imported lazily; by itself it prints nothing for COLUMNS=0
    from referee.text.terminal import Terminal

    return Terminal(width=get_terminal_size().columns, highlight=False, markup=False, emoji=False)


def say(text: str, *, err: bool = False) -> None:
    """Print an unstyled text on standard output or standard error."""
    click.echo(visible_lines(text), err=err)


def card_spelling() -> SpellCard:
    """Return how to write cards on standard output: with suit signs if it can show them, else with
    the letters of the current language."""
    if can_be_shown("♣♦♥♠", sys.stdout.encoding or "ascii"):
        return symbols
    # imported lazily: only the plainest terminals need them
    from referee.notation.cards import LETTERS

    suits = LETTERS[language()]
    return lambda card: card[0] + suits.get(card[1], card[1])


def json_line(value: Any) -> bytes:
    """Return a JSON value as a line."""
    return (visible_json(value) + "\n").encode()


def print_json(value: Any) -> None:
    """Print a JSON value as a line of UTF-8, whatever the terminal's encoding."""
    print_lines(json_line(value))


def print_lines(lines: bytes) -> None:
    """Print bytes unchanged, whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(lines)
    sys.stdout.buffer.flush()


@contextmanager
def progress(what: str, count: int | None, a_while: float = 0) -> Iterator[Advance]:
    """Show a progress bar on standard error, if that is a terminal, after so many seconds. Yields a
    function to call with the number of further things done; ``count`` is their total, if known.
    Inside the block only bytes may be printed."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done: None
        return
    # rich is imported lazily: it is slower than many a command
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = [] if count is None else [MofNCompleteColumn()]
    shown = (TextColumn(what), BarColumn(), *columns, TimeElapsedColumn())
    bar = Progress(*shown, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=count)
    clock = Timer(a_while, bar.start)
    clock.start()
    if not a_while:
        clock.join()
    try:
        yield partial(bar.advance, task)
    finally:
        clock.cancel()
        clock.join()
        if bar.live.is_started:
            bar.stop()


def working(a_while: float = A_WHILE) -> AbstractContextManager[Advance]:
    """Return a `progress` of work whose steps are unknown."""
    return progress(_("Working ... (Ctrl-C stops)"), None, a_while)


@contextmanager
def answering() -> Iterator[None]:
    """End the command if a log or the record book cannot be read, or refuses what is asked: with
    the reason and the exit status, with ``--json`` also as an object.

    JSON is in English, the same on every machine, unless ``--lang`` asks for another language.
    Errors stay in the user's language.
    """
    in_english = wants_json() and wanted().asked is None
    with telling(LANGUAGES[0]) if in_english else nullcontext():
        try:
            yield
        except Unreadable as problem:
            tell_unreadable(problem)
            sys.exit(UNREADABLE)
        except Failure:
            raise
        except SpokenError as problem:
            # imported lazily: many commands need no record book
            from referee.store.errors import UNUSABLE, GameUnreadable

            if wants_json():
                print_json({"error": {"message": str(problem)}})
            unusable = isinstance(problem, (*UNUSABLE, GameUnreadable))
            raise (Unusable if unusable else Failure)(problem) from problem


def tell_unreadable(problem: Unreadable) -> None:
    """Print why a log cannot be read: on standard error, with ``--json`` as an object, too."""
    faults = [problem, *problem.more]
    if wants_json():
        further = {"more": [fault.to_dict() for fault in problem.more]} if problem.more else {}
        print_json({"error": problem.to_dict(), **further})
    with messages_language():
        for fault in faults[:SHOWN]:
            say(_("Error: {message}").format(message=fault), err=True)
        if len(faults) > SHOWN:
            more = ngettext(
                "... and {number} more place that cannot be read.",
                "... and {number} more places that cannot be read.",
                len(faults) - SHOWN,
            )
            click.echo(more, err=True)


def says_yes(question: str) -> bool:
    """Ask a question on standard error, and return whether the answer is yes; no answer is a no.
    Standard output is only for results."""
    answer = click.prompt(question, default=_("no"), err=True)
    return str(answer).strip().casefold() in WORDS_FOR_YES


# ---- encodings: similar characters where the terminal lacks one, and UTF-8 from pipes

LETTERS_ALIKE: Final = "referee.nearest"  # the name of the codec error handler

ASCII: Final = "referee_ascii"
"""ASCII under our own name: click mistrusts the usual one and writes UTF-8."""

NEAREST: Final = {
    "¡": "", "¿": "", "«": '"', "»": '"', "“": '"', "”": '"', "‘": "'", "’": "'",
    "–": "-", "—": "-", "…": "...", "→": "->", "·": "-", "×": "x", "−": "-",
    "♣": "c", "♦": "d", "♥": "h", "♠": "s",
    "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D",
}  # fmt: skip
"""Replacements for characters that do not decompose into a letter and a mark."""


def show_the_nearest() -> None:
    """Replace characters that standard output or standard error cannot encode by similar ones."""
    codecs.register_error(LETTERS_ALIKE, _nearest)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            # a letter missing in the terminal must not stop the report
            stream.reconfigure(encoding=ASCII if is_ascii else None, errors=LETTERS_ALIKE)


def read_utf8() -> None:
    """Read piped input as UTF-8, the encoding of logs, whatever the system's encoding. A terminal
    keeps its own."""
    stream = sys.stdin
    if hasattr(stream, "reconfigure") and not stream.isatty():
        # as in file names, bytes that are not UTF-8 are kept, and refused later
        stream.reconfigure(encoding="utf-8-sig", errors="surrogateescape")


@codecs.register
def _ascii(name: str) -> codecs.CodecInfo | None:
    if name != ASCII:
        return None
    known = codecs.lookup("ascii")
    by_parts = (known.incrementalencoder, known.incrementaldecoder)
    return codecs.CodecInfo(known.encode, known.decode, None, None, *by_parts, name=ASCII)


def _nearest(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    wanted = problem.object[problem.start : problem.end]
    return "".join(_plain(sign) for sign in wanted), problem.end


def _plain(sign: str) -> str:
    """Return a character in ASCII: the letter without its accent, or a similar sign.

    >>> "".join(map(_plain, "¿Señor Ruíz → 10♥ …?"))
    'Senor Ruiz -> 10h ...?'
    """
    if sign.isascii():
        return sign
    if sign in NEAREST:
        return NEAREST[sign]
    parts = unicodedata.normalize("NFKD", sign)
    letters = "".join(part for part in parts if part.isascii())
    return letters or ("" if unicodedata.combining(sign) else "?")
