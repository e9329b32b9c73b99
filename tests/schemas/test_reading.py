"""Any input gives either events or one clear error."""

import io
import pickle
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.log_so_far import LONGEST_LINE, LogSoFar
from referee_schemas.reading import MOST_FAULTS, Unreadable, read_event, read_lines, read_log

from tests.parts import pairs
from tests.schemas import samples

GAME = b'{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}'
DRAW = b'{"type": "draw", "player": "Ana", "card": "8h"}'


def fault(*lines: bytes, opening: bytes = GAME) -> Unreadable:
    """Return the error of a log that opens with a game."""
    with pytest.raises(Unreadable) as caught:
        list(read_lines([opening, *lines], "evening.jsonl"))
    return caught.value


def fault_of(source: Any) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        list(read_log(source))
    return caught.value


def types(*lines: bytes) -> list[str]:
    return [event["type"] for event in read_lines(lines, "evening.jsonl")]


def test_the_sentence_says_where_what_was_expected_and_what_to_do() -> None:
    error = fault(DRAW, DRAW.replace(b"8h", b"1x"))
    assert str(error) == (
        'evening.jsonl, line 3, field "card": found "1x", '
        "expected a card such as 8h or Td (rank A 2-9 T J Q K, suit c d h s). "
        "Correct the line and run again."
    )
    assert error.to_dict() == {
        "file": "evening.jsonl", "line": 3, "column": None, "field": "card",
        "found": '"1x"', "message": str(error),
        "expected": "a card such as 8h or Td (rank A 2-9 T J Q K, suit c d h s)",
    }  # fmt: skip


def test_all_faults_of_a_log_are_told_at_once() -> None:
    late, wrong = DRAW.replace(b"}", b', "seq": 5}'), DRAW.replace(b"8h", b"1x")
    error = fault(wrong, b"", DRAW, late, b'{"type": "drwa"}', late, b"[")
    found = [(2, "card"), (5, "seq"), (6, "type"), (7, "seq"), (8, None)]
    assert [(one.line, one.field) for one in (error, *error.more)] == found
    assert {one.file for one in error.more} == {"evening.jsonl"}
    assert pickle.loads(pickle.dumps(error)).to_dict() == error.to_dict()


def test_faults_that_follow_from_the_first_are_not_told() -> None:
    for opening in (b'{"type": "game"}', DRAW, "{é".encode("utf-16")):
        assert fault(DRAW, b"[", opening=opening).more == ()
    assert fault("é".encode("latin-1"), b"[").more == ()


def test_a_log_without_end_is_not_read_to_its_end_for_more_faults() -> None:
    assert len(fault(*repeat(b"[", 2 * MOST_FAULTS)).more) == MOST_FAULTS


BAD_OPENINGS = Path(__file__).with_name("bad_openings.txt")
BAD_LINES = Path(__file__).with_name("bad_lines.txt").read_text("utf-8").strip().split("\n\n")[1:]


@pytest.mark.parametrize("case", BAD_LINES)
def test_bad_lines(case: str) -> None:
    line, _, told = case.partition("\n! ")
    field, found, expected = map(str.strip, f"{told} ".split("! "))
    error = fault(line.encode())
    assert (error.file, error.line, error.field or "-") == ("evening.jsonl", 2, field)
    assert found in ("-", error.found)
    assert error.expected.startswith(expected)


@pytest.mark.parametrize(("line", "field"), pairs(BAD_OPENINGS, "openings"))
def test_bad_openings(line: str, field: str) -> None:
    error = fault_of(io.BytesIO(line.encode()))
    assert (error.file, error.line, error.field) == ("standard input", 1, field)


def test_a_refused_event_leaves_the_log_as_it_was() -> None:
    log = LogSoFar()
    log.add(samples.event("game", id="a"))
    with pytest.raises(Unreadable):
        log.add(samples.event("pass", id="b", seq=3))
    assert log.add(samples.event("pass", id="b", seq=2))["id"] == "b"
    assert log.events == 2


DEEP = "more than 16 lists and objects inside each other"
TWICE = b'{"type": "pass", "player": "Eva", "player": "Ana", "at": %s}'
DEAL = b'{"type": "deal", "hands": {"Ana": 9, "Beto": 9}}'


def nested(depth: int, opened: bytes, closed: bytes, core: bytes = b"1") -> bytes:
    return b'{"type": "end", "x_deep": ' + opened * depth + core + closed * depth + b"}"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b'{"type": "hand", "dealer": "Ana", "bet": %s}' % (b"9" * 5000),
         "a number with thousands of digits"),
        *((nested(depth, *pair), DEEP)
          for depth in (16, 100_000) for pair in ((b"[", b"]"), (b'{"a":', b"}"))),
        (nested(20, b'{"type": "correct", "event": 1, "why": "", "with": ', b"}"), DEEP),
        ('{"type": "cut", "player": "Inés"}'.encode("latin-1"),
         "text that looks like Latin-1 or Windows-1252"),
        # a name that stands twice is found whatever the time says
        *((TWICE % at, '"player" twice')
          for at in (b'"\\u003a"', b'"2026-05-02T20\\u003a05Z"', b'":"', b'"2026-05-02T20:05Z"')),
        (DEAL.replace(b"Beto", b"Ana"), '"Ana" twice'),
    ],
    ids=lambda value: str(value)[-60:],
)  # fmt: skip
def test_what_is_found_in_a_line(line: bytes, found: str) -> None:
    assert fault(line).found == found


def test_lines_at_the_limit_are_read() -> None:
    lines = (
        nested(15, b"[", b"]"),
        nested(15, b'{"a":', b"}"),
        nested(1, b"[", b"]", b"[]," * 50 + b"[]"),
    )
    assert types(GAME, DEAL, *lines) == ["game", "deal", "end", "end", "end"]


class EndlessLine:
    """A stream that never ends its line, and counts the bytes read."""

    taken = 0

    def readline(self, size: int) -> bytes:
        self.taken += size
        return b"x" * size


def test_a_line_without_end_is_refused_before_it_is_read() -> None:
    endless = EndlessLine()
    assert fault_of(endless).found == "a line of more than 1,048,576 bytes"
    assert endless.taken < 2 * LONGEST_LINE


def test_events_come_one_by_one() -> None:
    def lines() -> Iterator[bytes]:
        yield GAME
        raise AssertionError("asked for more than one line")

    assert next(read_lines(lines(), "evening.jsonl"))["type"] == "game"


def test_byte_order_mark_line_ends_and_blank_lines_are_read_and_counted() -> None:
    marked, last = b"\xef\xbb\xbf" + GAME + b"\r\n", DRAW[:-1] + b', "seq": 2}\r\n'
    assert types(marked, b"\r\n", b"  \n", last, b"") == ["game", "draw"]
    assert fault(b"", b"\r\n", b"{").line == 4


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_unicode_encodings(encoding: str) -> None:
    error = fault_of(io.BytesIO((GAME + b"\n" + DRAW).decode().encode(encoding)))
    assert "looks like UTF-" in error.found
    assert error.expected == "UTF-8"
    assert error.remedy == "Save the file as UTF-8 and run again."


@pytest.mark.parametrize(
    ("content", "found"), [(b"", "an empty file"), (b"\n \n", "only blank lines")]
)
def test_a_file_without_events(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    error = fault_of(path)
    assert (error.file, error.line, error.found) == (str(path), None, found)


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    assert fault_of(tmp_path).found == "a folder"
    told = f"No file is called {tmp_path}/none.jsonl. Give the path of a log that you may read."
    assert str(fault_of(str(tmp_path / "none.jsonl"))) == told


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, "loop/.." * 2000])
def test_a_path_that_is_none(path: str) -> None:
    assert fault_of(path).expected == "the file of a log"


def test_found_values_are_short_and_printable() -> None:
    error = fault(b'{"type": "end", "why": 1, "x_": "' + b"\\u001b[31m" * 30 + b'"}')
    assert len(error.found) <= 60
    wide = fault(b'{"type": "\\u202e\\u001b' + b"x" * 5000 + b'"}')
    assert len(wide.found) <= 60
    assert str(wide).isprintable()


def test_one_event_by_itself() -> None:
    assert read_event(DRAW) == {"type": "draw", "player": "Ana", "card": "8h"}
    assert read_event('{"type": "cut", "player": "Jose\u0301"}')["player"] == "José"
    with pytest.raises(Unreadable, match='the event, field "card": found "1x"'):
        read_event(DRAW.replace(b"8h", b"1x"))
    with pytest.raises(Unreadable, match="the end of the line"):
        read_event("")
