"""The length of text on a page or on paper."""

from __future__ import annotations

from typing import Final

from referee.wording.language import ngettext

LONGEST_LINE: Final = 4000
"""The most characters of a line to show. The texts of a log have up to 2,000; unknown fields and
lists of cards may have many more."""


def shortened(text: str) -> str:
    """Return the text with each line cut to the maximum, and a note on the rest.

    >>> shortened("x" * LONGEST_LINE + "yz")[-23:], shortened("as\\nit is")
    ('xx… (2 more characters)', 'as\\nit is')
    """
    if len(text) <= LONGEST_LINE:
        return text
    return "\n".join(map(_shortened, text.split("\n")))


def _shortened(line: str) -> str:
    left_out = len(line) - LONGEST_LINE
    if left_out <= 0:
        return line
    more = ngettext("… ({number} more character)", "… ({number} more characters)", left_out)
    return line[:LONGEST_LINE] + more
