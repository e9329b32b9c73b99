"""The encodings of the standard streams: output falls back to similar characters that the terminal
can show, and piped input is UTF-8."""

import codecs
import sys
import unicodedata
from typing import Final

NAME: Final = "referee.nearest"  # the name of the codec error handler

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
    codecs.register_error(NAME, _nearest)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            # a letter missing in the terminal must not stop the report
            stream.reconfigure(encoding=ASCII if is_ascii else None, errors=NAME)


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
