"""Messages about unreadable lines name the place, the text found, and the expected text."""

import gzip
import io
import pickle
import zipfile
from pathlib import Path
from string import Template

import pytest
from referee_schemas.reading import Unreadable, read_log
from referee_schemas.sheets import read_sheet

from referee.judging.registry import games
from referee.notation import LineReader, parse_sheet
from tests.depth import only_deep
from tests.notation.table import OPENING, faults, in_words
from tests.parts import pairs

GAMES = ", ".join(book.name for book in games())
ACT = (
    "an act (+ a draw, / a discard, . a knock, ? a claim, = a meld, - a payment of a card, "
    "* a called win and > onto a meld)"
)
PLAYERS = "a player (Ana, Beto, Doña Carla), or another name in double quotes"
CARD = "a card such as 7h (A 2-9 T J Q K with c d h s; xx if nobody saw it)"


WORDS = {"CARD": CARD, "ACT": ACT, "PLAYERS": PLAYERS, "GAMES": GAMES}


def told(title: str) -> list[tuple[str, str]]:
    """Return pairs of an input and its message, from a part of the file."""
    return [
        (typed.replace("\\n", "\n"), Template(fault).substitute(WORDS))
        for typed, fault in pairs(Path(__file__).with_name("faults.txt"), title)
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        *told("a line"),
        ("hand bet " + "9" * 5000, f"column 10: found «{'9' * 39}…», expected an amount such as "
         "5."),
        ("fix 3: " * 17 + "nothing", "column 113: found «fix», expected no more than 16 "
         "corrections inside each other."),
    ],
)  # fmt: skip
def test_one_fault(line: str, fault: str) -> None:
    assert faults(line) == [f"line 1, {fault}"]


UNDECLARED = "desmoche\nplayers Ana, Beto*\nhand bet 5\ndeal\n"


@pytest.mark.parametrize(
    ("lines", "card"),
    [
        ("Ana 7c\nBeto 8h", "7c"), ("Ana 7c\nBeto 8o", "7h"), ("Ana 7c\nBeto 8♥\nAna 3d", "7c"),
        ("Ana 7♣", "7c"), ("Ana 7c\nBeto +8o =8o8f8n -Kn", "7h"),
    ],
)  # fmt: skip
def test_a_sheet_without_lang_is_read_in_the_language_that_fits(lines: str, card: str) -> None:
    events, _, _ = parse_sheet(UNDECLARED + lines)
    assert next(event for _, event in events if event["type"] == "draw")["card"] == card


def test_of_two_languages_that_do_not_fit_the_one_with_fewer_faults_is_taken() -> None:
    _, faults, _ = parse_sheet(f"{UNDECLARED}Ana 7c\nBeto +8o =8o8f8n -Kn\nAna 1o\n")
    assert [fault.found for fault in faults] == ["«1o»"]


def zipped(name: str) -> bytes:
    """Return a zip file with a file of this name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        folder.writestr(name, "desmoche")
    return packed.getvalue()


PLAYED = "Ana +7h =7h8h9h -Kc Beto.\nBeto +2c\nAna +5c =5c6c7c -Kd Beto.\n"


@pytest.mark.parametrize(("line", "fault"), told("a line in play"))
def test_one_fault_in_play(line: str, fault: str) -> None:
    assert faults(PLAYED + line) == [f"line 4, {fault}"]


@pytest.mark.parametrize(("text", "fault"), told("the beginning of a sheet"))
def test_openings_that_cannot_be_read(text: str, fault: str) -> None:
    assert list(map(in_words, parse_sheet(text)[1])) == [fault]


def test_one_run_shows_them_all_and_no_fault_twice() -> None:
    sheet = (
        "desmoche\nplayers Ana, Beto*, (Carla)\nhand bet 5\nAna +7x =7h8h9h\nAna >Th\n"
        "Carla /\nfix Ana+7x: +7h\nfix Ana+7h: +Kc\nBeto -1h\n"
    )
    _, faults, _ = parse_sheet(sheet)
    assert [(fault.line, fault.column) for fault in faults] == [
        (2, 21),
        (4, 6),
        (7, 9),
        (9, 7),
    ]


def test_the_error_of_a_file() -> None:
    sheet = OPENING["en"] + "Ana +7x\nBeto +1h\nhand Ana bet 99999999999999999999\nAna. [at=8pm]"
    with pytest.raises(Unreadable) as caught:
        list(read_log(io.BytesIO(sheet.encode()), "evening.sheet"))
    first = caught.value
    assert [str(fault) for fault in (first, *first.more)] == [
        f"evening.sheet, line 5, column 6: found «7x», expected {CARD}. "
        "Correct the line and run again.",
        f"evening.sheet, line 6, column 7: found «1h», expected {CARD}. Did you mean «Ah»?",
        "evening.sheet, line 7, column 14: found «99999999999999999999», expected an amount such "
        "as 5. Correct the line and run again.",
        'evening.sheet, line 8, field "at": found "8pm", expected a time with its offset such as '
        "2026-05-02T20:00:13-06:00. Correct the line and run again.",
    ]
    assert first.to_dict()["column"] == 6
    copy = pickle.loads(pickle.dumps(first))
    assert [fault.to_dict() for fault in copy.more] == [fault.to_dict() for fault in first.more]


EMPTY = "x: found an empty file, expected a log that opens with the line of its game"


@pytest.mark.parametrize(("sheet", "sentence"), [*told("events"), ("", EMPTY)])
def test_both_faces_admit_the_same_events(sheet: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_sheet(sheet, "x")
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("desmoche players Inés, Eva".encode("latin-1"), "x, line 1: found text that looks like "
         "Latin-1 or Windows-1252, expected UTF-8. Save the file as UTF-8 and run again."),
        ("desmoche players Ana, Eva".encode("utf-16"), "x, line 1: found text that looks like "
         "UTF-16, expected UTF-8. Save the file as UTF-8 and run again."),
        (b"desmoche\nplayers Ana, \0", "x, line 2: found text that looks like UTF-16 or UTF-32, "
         "expected UTF-8. Save the file as UTF-8 and run again."),
        (b"SQLite format 3\0 and pages", "x: found a record book, expected the file of a log. Its "
         "games are listed by: referee book list --db x"),
        (b"%PDF-1.7\n", "x: found a PDF file, expected the file of a log. Give the log itself: a "
         "score sheet as text, or JSON Lines."),
        (gzip.compress(b"desmoche"), "x: found a gzip file, expected the file of a log. Unpack it "
         "first, and give the log that is in it."),
        (zipped("friday.jsonl"), "x: found a zip file, expected the file of a log. Unpack it "
         "first, and give the log that is in it."),
        (zipped("[Content_Types].xml"), "x: found a spreadsheet or text document, such as .xlsx "
         "or .docx, expected the file of a log. Save it as plain text in UTF-8, and give that "
         "file."),
        (b"\x89PNG\r\n\x1a\n", "x: found a picture, expected the file of a log. Give the log "
         "itself: a score sheet as text, or JSON Lines."),
        (b"{\\rtf1\\ansi", "x: found an RTF document, expected the file of a log. Save it as plain "
         "text in UTF-8, and give that file."),
        (b"desmoche\n#" + b"x" * 2**20, "x, line 2: found a line of more than 1,048,576 bytes, "
         "expected a line of a score sheet. Correct the line and run again."),
        only_deep(b"desmoche\n" + b"#xxxxxxx\n" * 2**21, "x, line 1864136: found a score sheet of "
         "more than 16,777,216 bytes, expected one evening, which needs a hundredth of that. "
         "Correct the line and run again."),
    ],
    ids=["latin-1", "utf-16", "nul", "record book", "paper", "gzip", "zip", "xlsx", "picture",
         "rtf", "long line", "long sheet"],
)  # fmt: skip
def test_files_that_are_no_sheets(content: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        list(read_log(io.BytesIO(content), "x"))
    assert str(caught.value) == sentence


def test_a_file_is_read_by_what_it_says() -> None:
    sheet = "\ufeff\r\n# Friday\r\ndesmoche players Ana, Beto\r\nAna 7h\r\n"
    assert [event["type"] for event in read_log(io.BytesIO(sheet.encode()))] == ["game", "draw"]


@pytest.mark.parametrize(
    "line",
    [
        "fix 1: " * 100_000,
        "[" * 100_000,
        "Ana. [x_=" + "[" * 100_000,
        "(" * 9,
        "\ud800",
        "Ana" * 9**5,
    ],
)
def test_nothing_is_too_odd_to_be_a_fault(line: str) -> None:
    with pytest.raises(Unreadable):
        LineReader("en", parse_only(OPENING["en"])).read(line)


def parse_only(text: str) -> list[dict[str, object]]:
    return [event for _, event in parse_sheet(text)[0]]
