"""Readers of logs as a stream of events: strict about structure, lenient about cards.

A log whose first visible character is ``{``, ``[`` or ``"`` is JSON Lines, with one event on each
line; any other is a score sheet. Blank lines count as lines but not as events. A UTF-8 byte order
mark and CRLF line ends are accepted; encodings other than UTF-8 are refused.
"""

import codecs
import math
import os
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from json import JSONDecodeError, JSONDecoder
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from referee.judging.corrections import Event
from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence
from referee.wording.unreadable import (
    CORRECT_LINE,
    DEEPEST,
    Unreadable,
    check_depth,
    quoted,
    shortened,
    too_deep,
)
from referee.wording.visible import visible
from referee_schemas.log_so_far import AN_EVENT, LONGEST_LINE, LogSoFar, loaded
from referee_schemas.places import Place

__all__ = ["LONGEST_SHEET", "Unreadable", "read_event", "read_json", "read_lines", "read_log"]

LONGEST_SHEET: Final = 2**24  # in bytes; a score sheet is read as a whole

A_LOG: Final = Word("the file of a log")
STANDARD_INPUT: Final = Word("standard input")
THE_EVENT: Final = Word("the event")  # the name of input without a file, in error messages
MOST_FAULTS: Final = 100  # the most further faults of a log to look for

_BLANK = " \t\r\n"
_UTF_8: Final = "UTF-8"
_OPENS_JSON = (b"{", b"[", b'"')
_A_SHEET = Word("one evening, which needs a hundredth of that")
_LIKELY_SLIPS = {
    "Expecting ',' delimiter": Word("A comma or a closing bracket is missing before this place."),
    "Expecting ':' delimiter": Word("A colon is missing, or a quote is not closed."),
    "Expecting property name enclosed in double quotes": Word(
        'Names need straight double quotes ("), and there is no comma before a closing bracket.'
    ),
    "Illegal trailing comma before end of object": Word("Remove the comma before the }."),
    "Illegal trailing comma before end of array": Word("Remove the comma before the ]."),
    "Unterminated string starting at": Word("The quote that opens here is never closed."),
    "Invalid control character at": Word("A quote is not closed on this line."),
    "Expecting value": Word(
        'Something is missing here, or words are not in straight double quotes (").'
    ),
}
"""The most likely mistake in a line that is not valid JSON, by the decoder's message."""

_A_LINE_EACH = Word("Write each event on a line of its own, without [ and ] around them.")
_SAVE_AS_UTF8 = Word("Save the file as UTF-8 and run again.")
_GIVE_A_LOG = Word("Give the path of a log that you may read.")
_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}

_HEAD: Final = 512  # the number of bytes that tell the kind of a file

_UNPACK: Final = Word("Unpack it first, and give the log that is in it.")
_SAVE: Final = Word("Save it as plain text in UTF-8, and give that file.")
_GIVE: Final = Word("Give the log itself: a score sheet as text, or JSON Lines.")
_BOOK: Final = "Its games are listed by: referee book list --db {file}"
_PICTURE: Final = Word("a picture")
_OFFICE: Final = Word("a spreadsheet or text document, such as .xlsx or .docx")

_KINDS: Final[tuple[tuple[bytes, Word, Word], ...]] = (
    (b"\x1f\x8b", Word("a gzip file"), _UNPACK),
    (b"BZh", Word("a bzip2 file"), _UNPACK),
    (b"\xfd7zXZ\0", Word("an xz file"), _UNPACK),
    (b"\x28\xb5\x2f\xfd", Word("a zstd file"), _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", Word("a 7z file"), _UNPACK),
    (b"Rar!\x1a\x07", Word("a rar file"), _UNPACK),
    (b"%PDF-", Word("a PDF file"), _GIVE),
    (b"\x89PNG", _PICTURE, _GIVE),
    (b"\xff\xd8\xff", _PICTURE, _GIVE),
    (b"GIF8", _PICTURE, _GIVE),
    (b"\xd0\xcf\x11\xe0", _OFFICE, _SAVE),
    (b"{\\rtf", Word("an RTF document"), _SAVE),
)
"""The first bytes of each kind, its name, and the remedy."""

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_BOOK_BEGINS: Final = b"SQLite format 3\0"
_IN_OFFICE_FILES: Final = (b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis", b"_rels/")


try:
    from msgspec.json import Decoder, encode
except ImportError:
    _quick = None  # not built for browsers
else:
    _quick = Decoder(dict)


def _decoded_quickly(line: bytes) -> Event | None:
    """Return the object of a line that is exactly its own encoding but for spaces, so that no name
    is repeated; None for any other line, which the strict decoder reads."""
    if _quick is None or len(line) > LONGEST_LINE or line.count(b"[") + line.count(b"{") > DEEPEST:
        return None
    try:
        event: Event = _quick.decode(line)
        same = encode(event).replace(b" ", b"") == line.rstrip(b"\n").replace(b" ", b"")
    except (ValueError, RecursionError):
        return None
    return event if same else None


def read_log(
    source: str | os.PathLike[str] | BinaryIO,
    name: str | None = None,
    places: list[Place] | None = None,
) -> Iterator[Event]:
    """Yield the events of a log lazily.

    ``source`` is a path or a binary stream; ``name`` is its name in errors (by default the path, or
    the words for standard input). The line of each event is appended to ``places``. For JSON Lines
    only one line and the ids are held in memory. Raises Unreadable at the first unreadable event,
    for a score sheet before the first event; its ``more`` has the further faults.
    """
    if not isinstance(source, str | os.PathLike):
        yield from read_lines(_lines(source), name or STANDARD_INPUT, places)
        return
    path = os.fspath(source)
    shown = name or visible(path)
    if "\0" in path:
        raise Unreadable(Word("NUL in the path"), A_LOG, remedy=_GIVE_A_LOG, file=shown)
    try:
        with Path(path).open("rb") as stream:
            yield from read_lines(_lines(stream), shown, places)
    except OSError as error:
        raise _no_file(error, shown) from error


def read_lines(
    lines: Iterable[bytes], source_name: str, places: list[Place] | None = None
) -> Iterator[Event]:
    """Yield the events of these lines, after the first one has shown which form of a log this is.
    ``source_name`` is the name of their file in errors; the line of each event is appended to
    ``places``.

    >>> game = b'{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}'
    >>> [event["type"] for event in read_lines([game], "evening.jsonl")]
    ['game']

    Raises Unreadable at the first unreadable event, and if there is no event.
    """
    source = iter(lines)
    begun: list[bytes] = []
    for line in source:
        begun.append(line)
        if line.removeprefix(codecs.BOM_UTF8).strip():
            break
    # the version in the header of a zip file looks like a line end
    more = islice(source, 2) if begun and begun[0].startswith(_ZIP) else ()
    head = b"".join(chain(begun, more))
    if other := _other_kind(head[:_HEAD], source_name):
        found, remedy = other
        raise Unreadable(found, A_LOG, remedy=remedy, file=source_name)
    whole = chain(begun, source)
    said = begun[-1].removeprefix(codecs.BOM_UTF8).strip() if begun else b""
    if not said or said.startswith(_OPENS_JSON):
        yield from _read_json_lines(whole, source_name, places)
    else:
        # import lazily: JSON Lines do not need it
        from referee_schemas.sheets import read_sheet

        yield from read_sheet(_sheet(whole, source_name), source_name, places)


def _read_json_lines(
    lines: Iterable[bytes], source_name: str, places: list[Place] | None
) -> Iterator[Event]:
    log = LogSoFar()
    number = 0
    faults: list[Unreadable] = []
    for number, line in enumerate(lines, 1):
        try:
            value: object = _decoded_quickly(line)
            if value is None:
                if number == 1:
                    line = line.removeprefix(codecs.BOM_UTF8)
                text = _decoded(line, AN_EVENT).strip(_BLANK)
                if not text:
                    continue
                value = _on_one_line(text)
            event = log.add(value)
        except Unreadable as fault:
            fault.file, fault.line = source_name, number
            faults.append(fault)
            # after a wrong opening or encoding, later faults are only consequences
            if not log.events or fault.expected == _UTF_8 or len(faults) > MOST_FAULTS:
                break
            log.leave_a_place()
            continue
        if faults:
            continue
        if places is not None:
            places.append(Place(number))
        yield event
    if faults:
        faults[0].more = tuple(faults[1:])
        raise faults[0]
    if not log.events:
        raise Unreadable(
            Word("only blank lines") if number else Word("an empty file"),
            Word('a log that opens with an event of type "game"'),
            remedy=_GIVE_A_LOG,
            file=source_name,
        )


def _on_one_line(text: str) -> object:
    """Return the JSON in a line of a log. Raises Unreadable, also for what other programs write: a
    list of events, or an event on several lines."""
    if text == "{" or text.startswith("["):
        raise Unreadable(shortened(text), AN_EVENT, remedy=_A_LINE_EACH)
    return _parsed(text)


def read_event(text: str | bytes) -> Event:
    """Return a single event, without a log that it would have to fit. Raises Unreadable.

    >>> read_event('{"type": "draw", "player": "Ana", "card": "8♥"}')["card"]
    '8h'
    """
    try:
        line = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        value = _parsed(_decoded(line, AN_EVENT).strip(_BLANK))
        return loaded(value)
    except Unreadable as fault:
        fault.file = THE_EVENT
        raise


def read_json(content: bytes, expected: Phrase) -> object:
    """Return a JSON value, read as strictly as a line of a log; ``expected`` describes it in words.
    Raises Unreadable.

    >>> read_json(b'{"expects": 3, "events": []}', "a request")
    {'expects': 3, 'events': []}
    """
    return _parsed(_decoded(content, expected, longest=math.inf).strip(_BLANK), expected)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    return iter(partial(stream.readline, LONGEST_LINE + 1), b"")


def _sheet(lines: Iterable[bytes], source_name: str) -> str:
    """Return the text of a score sheet. Raises Unreadable if it is not text or too long."""
    text: list[str] = []
    left = LONGEST_SHEET
    for number, line in enumerate(lines, 1):
        left -= len(line)
        try:
            text.append(_sheet_line(line, left))
        except Unreadable as fault:
            fault.file, fault.line = source_name, number
            raise
    return "\n".join(text)


def _sheet_line(line: bytes, left: int) -> str:
    if left < 0:
        found = "a score sheet of more than {number} bytes"
        raise Unreadable(Sentence(found, {"number": f"{LONGEST_SHEET:,}"}), _A_SHEET)
    text = _decoded(line, Word("a line of a score sheet"))
    if "\0" in text:
        raise _encoded(line)
    return text.rstrip("\r\n")


def _decoded(line: bytes, expected: Phrase, longest: float = LONGEST_LINE) -> str:
    if len(line) > longest:
        found = "a line of more than {number} bytes"
        raise Unreadable(Sentence(found, {"number": f"{longest:,.0f}"}), expected)
    try:
        return str(line, "utf-8")
    except UnicodeDecodeError as error:
        raise _encoded(line) from error


def _encoded(line: bytes) -> Unreadable:
    marked = [name for mark, name in _MARKS.items() if line.startswith(mark)]
    if marked:
        suspect = marked[0]
    elif b"\0" in line:
        suspect = Word("UTF-16 or UTF-32")
    else:
        suspect = Word("Latin-1 or Windows-1252")
    found = Sentence("text that looks like {encoding}", {"encoding": suspect})
    return Unreadable(found, _UTF_8, remedy=_SAVE_AS_UTF8)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        found = Sentence("{name} twice", {"name": quoted(twice)})
        raise Unreadable(found, Word("every name once"), field=shortened(twice))
    return made


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        _no_constant(digits)
    return number


def _no_constant(word: str) -> NoReturn:
    raise Unreadable(shortened(word), Word("a finite number"))


_decode: Final = JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite
).raw_decode


def _parsed(text: str, expected: Phrase = AN_EVENT) -> object:
    try:
        value, end = _decode(text)
    except JSONDecodeError as error:
        raise _no_json(text, error.pos, expected, error.msg) from error
    except Unreadable:
        # from a hook of the decoder
        raise
    except ValueError as error:
        found = Word("a number with thousands of digits")
        raise Unreadable(found, Word("a number of 64 bits")) from error
    except RecursionError as error:
        raise too_deep(expected) from error
    if text[end:]:
        raise _no_json(text, end, expected)
    if text.count("[") + text.count("{") > DEEPEST:
        check_depth(value, expected)
    return value


def _no_json(text: str, position: int, expected: Phrase, problem: str = "") -> Unreadable:
    if "\0" in text:
        return _encoded(text.encode())
    rest = text[position : position + 20]
    found: Phrase = Word("the end of the line")
    if rest:
        facts = {"text": visible(rest), "number": position + 1}
        found = Sentence("«{text}» at character {number}", facts)
    return Unreadable(found, expected, remedy=_LIKELY_SLIPS.get(problem, CORRECT_LINE))


def _other_kind(head: bytes, file: Phrase) -> tuple[Phrase, Phrase] | None:
    """Return the kind of a file with these first bytes, and the remedy; None if it may be a log."""
    for begins, found, remedy in _KINDS:
        if head.startswith(begins):
            return found, remedy
    if head.startswith(_BOOK_BEGINS):
        return Word("a record book"), Sentence(_BOOK, {"file": file})
    if head.startswith(_ZIP):
        if any(name in head for name in _IN_OFFICE_FILES):
            return _OFFICE, _SAVE
        return Word("a zip file"), _UNPACK
    if head[4:12] in (b"ftypheic", b"ftypmif1") or (head[:4], head[8:12]) == (b"RIFF", b"WEBP"):
        return _PICTURE, _GIVE
    return None


def _no_file(error: OSError, file: str) -> Unreadable:
    found: Phrase
    plainly = None
    match error:
        case IsADirectoryError():
            found = Word("a folder")
        case FileNotFoundError():
            found = Word("no such file")
            plainly = Sentence("No file is called {file}.", {"file": file})
        case PermissionError():
            found = Word("a file or folder that may not be read")
        case _:
            found = Sentence("a file that cannot be read ({problem})", {"problem": error.strerror})
    return Unreadable(found, A_LOG, remedy=_GIVE_A_LOG, plainly=plainly, file=file)
