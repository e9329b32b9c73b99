"""The score sheet: the log as people write it at the table.

``docs/sheet.md`` teaches it. A sheet and JSON Lines have the same events and convert into each
other without loss; ``seq`` is the position and is not written.

``reader`` reads and writes a whole log; ``header`` is its first lines, ``forms`` are all other
lines, ``values`` their parts, ``scanner`` the end of each; ``revisions`` are lines about earlier
ones, ``words`` the vocabulary and the signs of acts. Imports ``judging`` and everything below it.
Details of a single game belong in the forms of its rulebook; a new kind of value goes into
``values``.
"""

from referee.notation.reader import LineReader, parse_sheet, write_event, write_sheet
from referee.wording.translations import LANGUAGES

__all__ = ["LANGUAGES", "LineReader", "parse_sheet", "write_event", "write_sheet"]
