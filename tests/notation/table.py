"""Shorthand for reading and writing sheets in the tests."""

from referee.notation import parse_sheet, write_sheet
from referee.wording.unreadable import Unreadable
from tests.evenings import Event

OPENING = {
    "en": "desmoche lang=en\nplayers Ana, Beto*, Doña Carla\nhand bet 5\ndeal\n",
    "es": "desmoche lang=es\njugadores Ana, Beto*, Doña Carla\nmano apuesta 5\nreparte\n",
}


def read(text: str) -> list[Event]:
    """The events of a sheet without faults."""
    events, faults, _ = parse_sheet(text)
    assert faults == []
    return [event for _, event in events]


def said(lines: str, lang: str = "en") -> list[Event]:
    """Return the events of lines in a hand of Ana, Beto and Doña Carla that Beto deals."""
    return read(OPENING[lang] + lines)[3:]


def faults(lines: str) -> list[str]:
    """Return the faults in such lines, in words; line numbers do not count the hand's own lines."""
    _, found, _ = parse_sheet(OPENING["en"] + lines)
    for fault in found:
        assert fault.line is not None
        fault.line -= OPENING["en"].count("\n")
    return list(map(in_words, found))


def in_words(fault: Unreadable) -> str:
    """Return a fault without the usual advice."""
    return str(fault).removesuffix(" Correct the line and run again.")


def rewritten(lines: str, lang: str = "en") -> list[str]:
    """Return such lines as the writer writes them."""
    sheet = write_sheet(read(OPENING[lang] + lines), lang)
    return sheet.splitlines()[5:]
