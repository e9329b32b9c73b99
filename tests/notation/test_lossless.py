"""JSON Lines and sheets convert into each other without loss."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_schemas.reading import Unreadable, read_log
from referee_schemas.sheets import read_sheet

from referee.notation import LANGUAGES, LineReader, write_event, write_sheet
from tests.any_events import Stock, event
from tests.depth import examples, one_in
from tests.notation.logs import logs
from tests.notation.table import OPENING, read

ROOT = Path(__file__).parent.parent.parent
SAVED = sorted([*ROOT.glob("sample_games/*.jsonl"), *ROOT.glob("tests/conformance/*.jsonl")])

SOME = examples(250, 30)

LANGS = st.sampled_from(LANGUAGES)


def assert_lossless(events: list[dict[str, Any]], lang: str) -> None:
    sheet = write_sheet(events, lang)
    back = read_sheet(sheet, "sheet")
    assert back == events, sheet
    assert write_sheet(back, lang) == sheet


def assert_lossless_line_by_line(events: list[dict[str, Any]], lang: str) -> None:
    """Read a log back from its sheet, and each event from a line of its own."""
    assert_lossless(events, lang)
    reader = LineReader(lang)
    for one in events:
        assert reader.read(write_event(one, reader)) == [one]
        reader.take(one)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", one_in(3, SAVED), ids=lambda path: path.stem)
def test_saved_logs(path: Path, lang: str) -> None:
    # a sheet does not write the numbers of lines
    events = [{key: event[key] for key in event if key != "seq"} for event in read_log(path)]
    assert_lossless(events, lang)


NAMED_LIKE_A_CARD = [
    {"type": "game", "game": "desmoche", "players": ["Ana", "An", "As", "Jk"]},
    {"type": "hand", "dealer": "Ana", "bet": 5},
    {"type": "gap"},
    {"type": "draw", "player": "An", "card": "7c"},
    {"type": "claim", "player": "Ana", "card": "As"},
    {"type": "claim", "player": "Jk"},
    {"type": "draw", "player": "As", "card": "7c"},
]
"""In Spanish the ace of spades is written like the second player's name."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_may_be_called_like_a_card(lang: str) -> None:
    assert_lossless_line_by_line(NAMED_LIKE_A_CARD, lang)


WHO = st.sampled_from(["Ana", "Beto"])
NEAR = st.integers(2, 9)
FEW = Stock(
    WHO, st.just([]), WHO, st.just("no"), NEAR, NEAR, st.sampled_from(["4h", "5h", "??"]),
    melds=st.just(["4h", "5h"]),
)  # fmt: skip
LAID = st.one_of(
    event("desmoche", kind, FEW) for kind in ("draw", "draw", "discard", "pay", "pay", "meld")
)
REVISED = st.one_of(
    st.fixed_dictionaries({"type": st.just(kind), at: NEAR, of: LAID, "why": st.just("")})
    for kind, at, of in (("correct", "event", "with"), ("insert", "before", "event"))
)
DISPUTED = event("desmoche", "dispute", FEW)


@SOME
@given(st.lists(LAID | REVISED | DISPUTED, min_size=2, max_size=9), LANGS)
def test_cards_drawn_paid_and_laid_down(lines: list[dict[str, Any]], lang: str) -> None:
    opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    assert_lossless_line_by_line([opening, *lines], lang)


PIECES = [
    *"{}[]\"#=>^_@+-.?*/(),:\\ \n\t", "#3", "??", "()", "(33)", "fix 3: ", "insert before 2: ",
    "nothing", "Ana", "hand", "deal", "7h", "10", "xx", "é", "\u2028", "x_a=", "[[[[", "9" * 5000,
    "fix " * 30, "fix 1: " * 20, "\ud800", "\r",
]  # fmt: skip


@st.composite
def mistyped(draw: st.DrawFn) -> str:
    """Draw a sheet in which something was overwritten."""
    sheet = write_sheet(draw(logs()), draw(LANGS))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(sheet)))
        end = begin + draw(st.integers(0, 5))
        sheet = sheet[:begin] + draw(st.sampled_from(PIECES)) + sheet[end:]
    return sheet


HEAPS = st.lists(st.sampled_from(PIECES)).map(lambda some: OPENING["en"] + " ".join(some))


@SOME
@given(mistyped() | st.text() | HEAPS, LANGS)
def test_whatever_is_typed_is_read_or_is_a_fault(sheet: str, lang: str) -> None:
    try:
        events = read_sheet(sheet, "sheet")
    except Unreadable as found:
        told = [str(fault) for fault in (found, *found.more)]
    else:
        told = []
        assert_lossless(events, lang)
    assert all(sentence.startswith("sheet") for sentence in told)


@pytest.mark.deep
def test_a_long_log_takes_no_longer_per_line() -> None:
    turns = "".join(f"Ana +{rank}h Beto. Beto ?\n" for rank in "23456789" * 2500)
    assert len(read(OPENING["en"] + turns)) == 60_003
