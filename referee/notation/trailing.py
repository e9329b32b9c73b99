"""The end of a line: a remark in braces and further fields in brackets, for any event."""

import re
from collections.abc import Mapping
from typing import Any

from referee.judging.corrections import REVISING, Event
from referee.notation.context import Line
from referee.notation.scanner import bare_or_quoted, nearest
from referee.wording.language import Word, joined
from referee.wording.sentences import Sentence
from referee.wording.visible import find_unseen, visible_json

_FIELDS = ("at", "scribe", "id", "note")
_KEY = re.compile(r"[\w.-]+")
_REMARK = re.compile(r"\{([^{}]*)\}")


def read_remark(line: Line) -> str | None:
    """Read a text in braces; None if there is none."""
    if line.peek() != "{":
        return None
    found = _REMARK.match(line.line, line.at)
    if not found:
        raise line.fault(Word("a remark without braces in it, and a } that closes it"))
    line.at = found.end()
    return found[1].strip()


def read_trailing(line: Line, event: Event) -> None:
    """Read the remark and the further fields into an event."""
    begun = line.at
    remark = read_remark(line)
    if remark == "":
        raise line.fault(Word("a remark between the braces"), at=line.line.index("{", begun))
    if remark is not None:
        event["note"] = remark
    read_fields(line, event)


def read_fields(line: Line, event: Event) -> None:
    """Read the further fields in brackets, if any, into an event."""
    if not line.take("["):
        return
    names = [*_FIELDS, *(["why"] if event["type"] in REVISING else [])]
    while not line.take("]"):
        line.take(",")
        begun = line.at
        name = _read_key(line, names)
        if name in event:
            raise line.fault("{name} only once", at=begun, name=name)
        what = Sentence("the value of {name}", {"name": name})
        if not line.take("="):
            raise line.fault("= and {value}", value=what)
        event[name] = line.json(what) if name.startswith("x_") else line.bare(what)


def _read_key(line: Line, names: list[str]) -> str:
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
    """Return the remark and further fields, with a space before each."""
    own = event["type"] == "note"
    braced = not own and holds(event.get("note", ""))
    fields = write_fields(event, {"note"} if own or braced else set())
    return (f" {{{event['note']}}}" if braced else "") + (f" {fields}" if fields else "")


def write_fields(event: Mapping[str, Any], skipped: set[str]) -> str:
    """Return every further field in brackets; empty if there is none."""
    names = [*_FIELDS, *(["why"] if event["type"] in REVISING else [])]
    parts = [
        f"{name}={bare_or_quoted(event[name])}"
        for name in names
        if name in event and name not in skipped
    ]
    parts += [
        f"{name if _KEY.fullmatch(name) else visible_json(name)}={visible_json(value)}"
        for name, value in event.items()
        if name.startswith("x_")
    ]
    return f"[{' '.join(parts)}]" if parts else ""
