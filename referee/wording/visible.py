"""Safe display of text from users, which must not move the cursor, change the direction of writing
or begin a new line; very long lines are cut.

A log may come from an opponent in a quarrel. All of its text that is shown passes through here.
"""

import json
import re
from typing import Any, Final

from referee.wording.language import ngettext

UNSEEN: Final = (
    # controls, among them the escape that begins a terminal's orders; line breaks
    r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
    # characters that change the direction of writing
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    # characters that take no room, or look like a space
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164"
    r"\ufeff\uffa0\ufff9-\ufffb"
)
"""The characters of the basic plane that people do not see, for patterns. Joiners and variation
selectors, which scripts and pictures need between their signs, are not among them."""

# halves of characters, musical and shorthand controls, tags
_FURTHER: Final = r"\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"

find_unseen: Final = re.compile(f"[{UNSEEN}{_FURTHER}]").search
_each_unseen: Final = re.compile(f"[{UNSEEN}{_FURTHER}]").sub
_each_but_tabs: Final = re.compile(f"(?!\t)[{UNSEEN}{_FURTHER}]").sub
_each_silent: Final = re.compile(f"[{UNSEEN}{_FURTHER}\u200c\u200d\ufe00-\ufe0f]").sub


def _as_python(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def _as_json(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]


def visible(text: str) -> str:
    r"""Return the text on one line, with escapes for invisible characters.

    >>> print(visible("mine\n2. Beto won\x1b[2J \u202ereversed"))
    mine\n2. Beto won\x1b[2J \u202ereversed
    """
    # printable text contains no invisible characters except fillers, which are checked
    return text if text.isascii() and text.isprintable() else _each_unseen(_as_python, text)


def visible_lines(text: str) -> str:
    r"""Return a text with escapes for invisible characters; line breaks and tabs stay.

    >>> print(visible_lines("one\ntwo\x07"))
    one
    two\x07
    """
    # line by line, so that a long text does not keep other threads waiting
    return "\n".join(_each_but_tabs(_as_python, line) for line in text.split("\n"))


def without_unseen(name: str) -> str:
    r"""Return a name without invisible characters: one space between words, none at the ends.

    >>> without_unseen(" Ana\u00a0 María\u200b ")
    'Ana María'
    """
    return " ".join(_each_unseen("", name).split())


def without_joiners(name: str) -> str:
    """Return a name without invisible characters and joiners, to compare spellings."""
    return " ".join(_each_silent("", name).split())


def can_be_shown(text: str, encoding: str) -> bool:
    """Return whether an encoding has every character of a text.

    >>> can_be_shown("7♥", "utf-8"), can_be_shown("7♥", "ascii")
    (True, False)
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def visible_json(value: Any) -> str:
    r"""Return a value as JSON on one line, which reads back as the same value.

    >>> print(visible_json({"note": "León\x1b \u202e"}))
    {"note":"León\u001b \u202e"}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() and text.isprintable() else _each_unseen(_as_json, text)


LONGEST_LINE: Final = 4000
"""The most characters of a line to show; the texts of a log have up to 2,000."""


def shortened(text: str) -> str:
    """Return the text with each line cut to the maximum, and a note on the rest.

    >>> shortened("x" * LONGEST_LINE + "yz")[-23:], shortened("as\\nit is")
    ('xx… (2 more characters)', 'as\\nit is')
    """
    lines = text.split("\n")
    for number, line in enumerate(lines):
        left_out = len(line) - LONGEST_LINE
        if left_out > 0:
            more = ngettext("… ({number} more character)", "… ({number} more characters)", left_out)
            lines[number] = line[:LONGEST_LINE] + more
    return "\n".join(lines)
