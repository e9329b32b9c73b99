"""Events to be written to a record book, and events stored in it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

from referee.wording.visible import visible_json

FORMAT: Final = 1  # the log format of new games

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Entry:
    """An event to be written: its exact bytes, and the id that its writer gave it."""

    content: bytes
    id: str | None = None

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Self:
        """Return the entry of an event: one line of JSON in UTF-8, without ``seq``.

        >>> Entry.of({"type": "end", "seq": 7, "id": "e7"})
        Entry(content=b'{"type":"end","id":"e7"}', id='e7')
        """
        return cls(_encode(_without_seq(event)).encode(), event.get("id"))


def line_of(event: Mapping[str, Any]) -> str:
    """Return an event as a line of a log, without ``seq``: the line's position gives it."""
    return visible_json(_without_seq(event)) + "\n"


def _without_seq(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "seq"}


class Stored(NamedTuple):
    """An event in the book: ``hash`` covers ``salt``, ``content`` and everything before it."""

    seq: int
    id: str | None
    content: bytes
    salt: bytes
    hash: bytes

    def event(self) -> Any:
        """Return the event. Raises ValueError if the stored bytes are not JSON."""
        return json.loads(self.content)

    def raw(self) -> dict[str, Any] | None:
        """Return the event as it was written; None if the stored bytes are not a JSON object.

        >>> Stored(1, None, b'{"type":"end"}', b"", b"").raw()
        {'type': 'end'}
        """
        return decoded(self.content)


def decoded(content: bytes) -> dict[str, Any] | None:
    """Return the JSON object in the bytes of an event; None if there is none."""
    try:
        event = json.loads(content)
    except (ValueError, TypeError, RecursionError):
        return None
    return event if isinstance(event, dict) else None


def id_fits(event_id: str | None, content: bytes) -> bool:
    """Return whether an event carries this id; None means that it carries none.

    >>> id_fits("a", b'{"id":"a"}'), id_fits(None, b'{"id":"a"}'), id_fits(None, b"no JSON")
    (True, False, True)
    """
    if event_id is None and b'"id"' not in content and b"\\u" not in content:
        return True
    event = decoded(content)
    return event_id == (event.get("id") if event else None)


def same_content(one: bytes, other: bytes) -> bool:
    """Return whether two contents are equal apart from the order of their fields.

    >>> same_content(b'{"a":1,"b":2}', b'{"b":2, "a":1}'), same_content(b'{"a":1}', b'{"a":true}')
    (True, False)
    """
    if one == other:
        return True
    try:
        first, second = (json.dumps(json.loads(each), sort_keys=True) for each in (one, other))
    except (TypeError, ValueError, RecursionError):
        # damaged content equals nothing
        return False
    return first == second
