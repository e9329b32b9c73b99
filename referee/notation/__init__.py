"""The score sheet: the log as people write it at the table.

``docs/sheet.md`` teaches it. A sheet and JSON Lines mean the same events and turn into each other
without loss; ``seq`` is the position and is not written.
"""

from referee.notation.faults import SheetFault, SheetFaults
from referee.notation.header import language_of
from referee.notation.reader import LineReader, parse_sheet
from referee.notation.words import LANGUAGES
from referee.notation.writer import write_event, write_sheet

__all__ = [
    "LANGUAGES",
    "LineReader",
    "SheetFault",
    "SheetFaults",
    "language_of",
    "parse_sheet",
    "write_event",
    "write_sheet",
]
