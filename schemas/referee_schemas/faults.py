"""Words for input that cannot be read: the value that was refused, and the one expected."""

from typing import Any

from referee.judging.corrections import Event
from referee.wording.language import Word
from referee.wording.unreadable import Unreadable, quoted, shortened
from referee_schemas.events import protocol
from referee_schemas.fields import KEY, Refused


def loaded(value: object, game: str = "") -> Event:
    """Return the event of a game, or of any game, in canonical form. Raises Unreadable."""
    try:
        return protocol(game).read(value)
    except Refused as refused:
        raise first_fault(value, refused.messages) from None


def first_fault(value: Any, messages: Any) -> Unreadable:
    """Return the error about the first of these messages."""
    field, missing, name = "", False, None
    while isinstance(messages, dict):
        step, messages = next(iter(messages.items()))
        if step is KEY:
            value, missing = name, False
        elif isinstance(step, int):
            field += f"[{step}]"
            value = value[step]
        elif step != "_schema" or isinstance(messages, dict):
            field += f".{shortened(step)}"
            missing = step not in value
            value, name = value.get(step), step
    found = Word("nothing") if missing else quoted(value)
    return Unreadable(found, messages[0], field=field.removeprefix(".") or None)
