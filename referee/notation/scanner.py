"""One line of a sheet, read from left to right, and its faults."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from referee.judging.corrections import REVISING, Event
from referee.wording.language import Word, joined
from referee.wording.sentences import Phrase, Sentence, with_facts
from referee.wording.unreadable import CORRECT_LINE, Unreadable
from referee.wording.visible import find_unseen, visible, visible_json

LONGEST_QUOTE = 40


def shown(text: str) -> str:
    """Return what was found, printable and cut to 40 characters.

    >>> shown("7x"), shown("")
    ('«7x»', 'the end of the line')
    """
    if not text:
        return Word("the end of the line")
    cut = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    return f"«{visible(cut)}»"


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word most similar to this one; None if none is.

    >>> nearest("daal", ["deal", "draw"]), nearest("zzz", ["deal", "draw"])
    ('deal', None)
    """
    by_letters = {known.casefold(): known for known in words}
    found = get_close_matches(word[:LONGEST_QUOTE].casefold(), by_letters, n=1)
    return by_letters[found[0]] if found else None


NUMBER: Final = re.compile(r"[0-9]+")
LONGEST_NUMBER: Final = 19
BARE: Final = re.compile(r"[\w.:+@/-]+")  # a value that needs no quotes

_CHUNK = re.compile(r"\S+")
_BLANK = re.compile(r"\s*((?<!\S)#(?![0-9]).*)?", re.DOTALL)
_COMMENT = re.compile(r"\s*(#.*)?", re.DOTALL)  # at the beginning of a line
_TYPOGRAPHIC = "“”„‟«»"


def is_letter(char: str) -> bool:
    """Return whether a character can be part of a word: a letter, digit, or combining mark."""
    return char.isalnum() or (bool(char) and unicodedata.category(char)[0] == "M")


class Scanner:
    """A line and the current position in it; ``remedy`` is the advice if it cannot be read.

    ``inside`` is true while an event inside another one is read, whose braces they are.
    """

    def __init__(self, line: str, remedy: Phrase = CORRECT_LINE) -> None:
        self.line = line
        self.at = 0
        self.remedy = remedy
        self.inside = False

    def skip(self) -> None:
        """Skip white space, and a comment up to the end of the line. A # before a digit begins one
        only at the beginning of the line."""
        self.match(_COMMENT if not self.at else _BLANK)

    def here(self) -> str:
        """Return the character at this position; empty at the end."""
        return self.line[self.at : self.at + 1]

    def peek(self) -> str:
        """Return the next character after white space; empty at the end."""
        self.skip()
        return self.here()

    def take(self, mark: str) -> bool:
        """Read this mark if it is next; return whether it was."""
        self.skip()
        if not self.line.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def word(self) -> str:
        """Return the next word without reading it; empty if there is none."""
        self.skip()
        end = self.at
        while end < len(self.line) and (is_letter(self.line[end]) or self.line[end] == "_"):
            end += 1
        return self.line[self.at : end]

    def pass_word(self, word: str) -> None:
        """Skip this word, which is next, and a colon directly behind it."""
        self.at += len(word) + self.line.startswith(":", self.at + len(word))

    def match(self, pattern: re.Pattern[str]) -> str:
        """Read a match of the pattern at this position; empty if there is none."""
        found = pattern.match(self.line, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[0]

    def number(self, expected: Phrase) -> int:
        """Read a whole number."""
        self.skip()
        begun = self.at
        digits = self.match(NUMBER)
        if not digits or len(digits) > LONGEST_NUMBER or is_letter(self.here()):
            raise self.fault(expected, at=begun)
        return int(digits)

    def string(self, expected: Phrase) -> str:
        """Read a text in double quotes, written as in JSON."""
        if self.peek() != '"':
            if self.here() and self.here() in _TYPOGRAPHIC:
                expected = Sentence('{expected} (straight ones: ")', {"expected": expected})
            raise self.fault(expected)
        text: str = self.json(expected)
        return text

    def json(self, expected: Phrase) -> Any:
        """Read a JSON value at this position."""
        try:
            value, self.at = _DECODE(self.line, self.at)
        except json.JSONDecodeError as error:
            at = min(error.pos, len(self.line))
            reason = _REASONS.get(error.msg, error.msg[0].lower() + error.msg[1:])
            text = "{expected}, written as JSON ({reason})"
            raise self.fault(text, at=at, expected=expected, reason=reason) from error
        except KeyError as error:
            once = "{expected} with every name once, not {name} twice"
            raise self.fault(once, expected=expected, name=error.args[0]) from error
        except (ValueError, RecursionError) as error:
            small = "{expected} with numbers of 64 bits and few brackets"
            raise self.fault(small, expected=expected) from error
        return value

    def bare(self, expected: Phrase) -> str:
        """Read a value: a bare word, or a text in double quotes."""
        if self.here() == '"':
            return self.string(expected)
        found = self.match(BARE)
        if not found:
            raise self.fault(expected)
        return found

    def fault(
        self,
        expected: Phrase,
        /,
        at: int | None = None,
        end: int | None = None,
        nearest: str | None = None,
        **facts: object,
    ) -> Unreadable:
        """Return a fault at this position, or from ``at`` to ``end``; ``expected`` is a text that
        may contain these ``facts``. If there is a ``nearest`` readable form, the advice asks
        about it."""
        expected = with_facts(expected, facts)
        if at is None:
            self.skip()
            at = self.at
        chunk = None if end is not None else _CHUNK.match(self.line, at)
        found = chunk[0] if chunk else self.line[at:end].strip()
        remedy = Sentence("Did you mean «{nearest}»?", {"nearest": nearest})
        return Unreadable(
            shown(found), expected, column=at + 1, remedy=remedy if nearest else self.remedy
        )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise KeyError(shown(next(name for name in names if names.count(name) > 1)))
    return made


_REASONS: Final = {
    "Expecting value": Word("expecting value"),
    "Expecting ',' delimiter": Word("expecting ',' delimiter"),
    "Expecting ':' delimiter": Word("expecting ':' delimiter"),
    "Expecting property name enclosed in double quotes": Word(
        "expecting property name enclosed in double quotes"
    ),
    "Unterminated string starting at": Word("the quote is never closed"),
}
"""Explanations of a malformed JSON value, by the decoder's message."""

_DECODE = json.JSONDecoder(object_pairs_hook=_once, strict=False).raw_decode


def bare_or_quoted(text: str) -> str:
    """Return a value in the form of the sheet, with quotes only if needed.

    >>> bare_or_quoted("2024-08-17"), bare_or_quoted("León, Nicaragua")
    ('2024-08-17', '"León, Nicaragua"')
    """
    return text if BARE.fullmatch(text) else visible_json(text)


# ---- the end of a line: a remark in braces and further fields in brackets, for any event

_KEY = re.compile(r"[\w.-]+")
_REMARK = re.compile(r"\{([^{}]*)\}")


def _names_of(event: Mapping[str, Any]) -> list[str]:
    """Return the further fields of an event, last the one for which its braces stand."""
    names = ["at", "scribe", "id", "note"]
    return [*names, "why"] if event["type"] in REVISING else names


def read_remark(line: Scanner) -> str | None:
    """Read a text in braces; None if there is none."""
    if line.peek() != "{":
        return None
    found = _REMARK.match(line.line, line.at)
    if not found:
        raise line.fault(Word("a remark without braces in it, and a } that closes it"))
    line.at = found.end()
    return found[1].strip()


def read_trailing(line: Scanner, event: Event) -> None:
    """Read the remark and the further fields into an event."""
    line.skip()
    begun = line.at
    remark = None if line.inside else read_remark(line)
    if remark is not None:
        if not remark:
            raise line.fault(Word("a remark between the braces"), at=begun)
        if "note" in event:
            raise line.fault("{name} only once", at=begun, name="note")
        event["note"] = remark
    read_fields(line, event)


def read_fields(line: Scanner, event: Event) -> None:
    """Read the further fields in brackets, if any, into an event."""
    if not line.take("["):
        return
    while not line.take("]"):
        line.take(",")
        begun = line.at
        name = _read_key(line, _names_of(event))
        if name in event:
            raise line.fault("{name} only once", at=begun, name=name)
        what = Sentence("the value of {name}", {"name": name})
        if not line.take("="):
            raise line.fault("= and {value}", value=what)
        event[name] = line.json(what) if name.startswith("x_") else line.bare(what)


def _read_key(line: Scanner, names: list[str]) -> str:
    quoted, begun = line.peek() == '"', line.at
    name = line.string(Word("the name of a field")) if quoted else line.match(_KEY)
    if name in names or name.startswith("x_"):
        return name
    if quoted:
        raise line.fault(Word("a name that begins with x_"))
    raise line.fault(
        "one of {names} or a name that begins with x_, and then ]",
        at=begun,
        nearest=nearest(name, names) if name else None,
        names=joined(names),
    )


def holds(text: str) -> bool:
    """Return whether this text can be written in braces and read back.

    >>> holds("la metió en la mano"), holds("{sic}"), holds(""), holds(" a")
    (True, False, False, False)
    """
    shown = text == text.strip() and not find_unseen(text)
    return bool(text) and shown and "{" not in text and "}" not in text


def write_trailing(event: Mapping[str, Any]) -> str:
    """Return the remark, or the reason of a correction, and further fields, with a space before
    each."""
    text = event.get(_names_of(event)[-1], "")
    fields = write_fields(event, is_braced=holds(text))
    empty = " {}" if fields and event["type"] in REVISING else ""
    braces = f" {{{text}}}" if holds(text) else empty
    return f"{braces} {fields}" if fields else braces


def write_fields(event: Mapping[str, Any], *, is_braced: bool = False) -> str:
    """Return every further field in brackets; empty if there is none. A remark or reason that
    ``is_braced`` is not among them."""
    *names, remark = _names_of(event)
    is_left_out = event["type"] in REVISING and not event["why"]
    if not (is_braced or is_left_out or event["type"] == "note"):
        names.append(remark)
    parts = [f"{name}={bare_or_quoted(event[name])}" for name in names if name in event]
    parts += [
        f"{name if _KEY.fullmatch(name) else visible_json(name)}={visible_json(value)}"
        for name, value in event.items()
        if name.startswith("x_")
    ]
    return f"[{' '.join(parts)}]" if parts else ""
