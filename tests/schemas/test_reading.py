"""Any input gives either events or one clear error."""

import io
import os
import pickle
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import (
    LONGEST_LINE,
    MOST_FAULTS,
    Unreadable,
    read_event,
    read_lines,
    read_log,
)

from tests.parts import pairs
from tests.schemas import samples

GAME = b'{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}'
DRAW = b'{"type": "draw", "player": "Ana", "card": "8h"}'


def fault(*lines: bytes) -> Unreadable:
    """Return the error of a log that opens with a game."""
    with pytest.raises(Unreadable) as caught:
        list(read_lines([GAME, *lines], "evening.jsonl"))
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
        "file": "evening.jsonl",
        "line": 3,
        "column": None,
        "field": "card",
        "found": '"1x"',
        "expected": "a card such as 8h or Td (rank A 2-9 T J Q K, suit c d h s)",
        "message": str(error),
    }


def test_all_faults_of_a_log_are_told_at_once() -> None:
    late = DRAW.replace(b"}", b', "seq": 5}')
    wrong = DRAW.replace(b"8h", b"1x")
    error = fault(wrong, b"", DRAW, late, b'{"type": "drwa"}', late, b"[")
    assert [(one.line, one.field) for one in (error, *error.more)] == [
        (2, "card"), (5, "seq"), (6, "type"), (7, "seq"), (8, None),
    ]  # fmt: skip
    assert {one.file for one in error.more} == {"evening.jsonl"}


def test_faults_that_follow_from_the_first_are_not_told() -> None:
    for opening in (b'{"type": "game"}', DRAW, "{é".encode("utf-16")):
        with pytest.raises(Unreadable) as caught:
            list(read_lines([opening, DRAW, b"["], "evening.jsonl"))
        assert caught.value.more == ()
    assert fault("é".encode("latin-1"), b"[").more == ()


def test_a_log_without_end_is_not_read_to_its_end_for_more_faults() -> None:
    endless = iter(lambda: b"[", None)
    with pytest.raises(Unreadable) as caught:
        list(read_lines(chain([GAME], endless), "evening.jsonl"))
    assert len(caught.value.more) == MOST_FAULTS


def test_an_error_survives_the_way_between_processes() -> None:
    error = fault(b"[]")
    assert pickle.loads(pickle.dumps(error)).to_dict() == error.to_dict()


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


def test_ids_are_unique() -> None:
    assert fault(b'{"type": "end", "id": "a"}', b'{"type": "end", "id": "a"}').field == "id"


def test_a_refused_event_leaves_the_log_as_it_was() -> None:
    log = LogSoFar()
    log.add(samples.event("game", id="a"))
    with pytest.raises(Unreadable):
        log.add(samples.event("pass", id="b", seq=3))
    assert log.add(samples.event("pass", id="b", seq=2))["id"] == "b"
    assert log.events == 2


def test_digits_by_the_thousand() -> None:
    error = fault(b'{"type": "hand", "dealer": "Ana", "bet": ' + b"9" * 5000 + b"}")
    assert error.found == "a number with thousands of digits"


@pytest.mark.parametrize("depth", [16, 100_000])
@pytest.mark.parametrize("brackets", [(b"[", b"]"), (b'{"a":', b"}")])
def test_deep_nesting(depth: int, brackets: tuple[bytes, bytes]) -> None:
    opened, closed = brackets
    nested = opened * depth + b"1" + closed * depth
    error = fault(b'{"type": "end", "x_deep": ' + nested + b"}")
    assert error.found == "more than 16 lists and objects inside each other"


@pytest.mark.parametrize("brackets", [(b"[", b"]"), (b'{"a":', b"}")])
def test_nesting_that_is_just_not_too_deep(brackets: tuple[bytes, bytes]) -> None:
    opened, closed = brackets
    nested = opened * 15 + b"1" + closed * 15
    assert types(GAME, b'{"type": "end", "x_deep": ' + nested + b"}") == ["game", "end"]


def test_brackets_side_by_side_are_not_deep() -> None:
    assert types(GAME, b'{"type": "end", "x_wide": [' + b"[]," * 50 + b"[]]}") == ["game", "end"]


def test_corrections_inside_each_other_end_somewhere() -> None:
    line = b'{"type": "end"}'
    for _ in range(20):
        line = b'{"type": "correct", "event": 1, "why": "", "with": ' + line + b"}"
    assert fault(line).found.startswith("more than 16")


class EndlessLine(io.RawIOBase):
    """A stream that never ends its line, and counts the bytes read."""

    taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        buffer[:] = b"x" * len(buffer)
        self.taken += len(buffer)
        return len(buffer)


def test_an_evening_is_read_whole() -> None:
    lines = samples.EVENING.encode().splitlines(keepends=True)
    events = list(read_log(io.BytesIO(b"".join(lines))))
    assert len(events) == len(lines)
    assert events[2]["hands"] == {"Beto": ["2h", "Td", "As", "??"], "Inés": 9}
    assert events[4]["card"] == "8h"
    assert events[-1]["from"] == "pot"


def test_a_line_without_end_is_refused_before_it_is_read() -> None:
    endless = EndlessLine()
    assert fault_of(io.BufferedReader(endless)).found == "a line of more than 1,048,576 bytes"
    assert endless.taken < 2 * LONGEST_LINE


def test_a_long_line_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(GAME + b'\n{"type": "note", "note": "' + b"x" * 2**21 + b'"}')
    error = fault_of(path)
    assert (error.line, error.found) == (2, "a line of more than 1,048,576 bytes")


def test_events_come_one_by_one() -> None:
    def lines() -> Iterator[bytes]:
        yield GAME
        raise AssertionError("asked for more than one line")

    assert next(read_lines(lines(), "evening.jsonl"))["type"] == "game"


def test_byte_order_mark_line_ends_and_blank_lines_are_read() -> None:
    lines = [
        b"\xef\xbb\xbf" + GAME + b"\r\n",
        b"\r\n",
        b"  \n",
        DRAW[:-1] + b', "seq": 2}\r\n',
        b"",
    ]
    assert types(*lines) == ["game", "draw"]


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    assert fault(b"", b"\r\n", b"{").line == 4


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_unicode_encodings(encoding: str) -> None:
    text = (GAME + b"\n" + DRAW).decode()
    error = fault_of(io.BytesIO(text.encode(encoding)))
    assert "looks like UTF-" in error.found
    assert error.expected == "UTF-8"
    assert error.remedy == "Save the file as UTF-8 and run again."


def test_latin_1() -> None:
    error = fault('{"type": "cut", "player": "Inés"}'.encode("latin-1"))
    assert error.found == "text that looks like Latin-1 or Windows-1252"


@pytest.mark.parametrize(
    ("content", "found"), [(b"", "an empty file"), (b"\n \n", "only blank lines")]
)
def test_a_file_without_events(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    error = fault_of(path)
    assert (error.file, error.line, error.found) == (str(path), None, found)


def test_a_folder(tmp_path: Path) -> None:
    assert fault_of(tmp_path).found == "a folder"


def test_a_missing_file(tmp_path: Path) -> None:
    error = fault_of(str(tmp_path / "none.jsonl"))
    assert str(error) == (
        f"No file is called {tmp_path}/none.jsonl. Give the path of a log that you may read."
    )


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, "loop/.." * 2000])
def test_a_path_that_is_none(path: str) -> None:
    assert fault_of(path).expected == "the file of a log"


def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "private.jsonl"
    path.write_bytes(GAME)
    path.chmod(0)
    if os.access(path, os.R_OK):  # root may read everything
        assert [event["type"] for event in read_log(path)] == ["game"]
    else:
        assert fault_of(path).found == "a file that may not be read"


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


@pytest.mark.parametrize(
    "at", [b'"\\u003a"', b'"2026-05-02T20\\u003a05Z"', b'":"', b'"2026-05-02T20:05Z"']
)
def test_a_name_that_stands_twice_is_found_whatever_the_time_says(at: bytes) -> None:
    twice = b'{"type": "pass", "player": "Eva", "player": "Ana", "at": ' + at + b"}"
    assert fault(twice).found == '"player" twice'


def test_maps_inside_an_event_have_every_name_once() -> None:
    deal = b'{"type": "deal", "hands": {"Ana": 9, "Beto": 9}}'
    assert types(GAME, deal) == ["game", "deal"]
    assert fault(deal.replace(b"Beto", b"Ana")).found == '"Ana" twice'
