"""The PDF of a document has all of its texts, in both languages and on every paper size."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfReader
from referee_schemas.reading import read_log

from referee.judging.grid import details
from referee.judging.registry import find, games
from referee.judging.replay import ReplayedLog, replayed
from referee.paper import PAPERS, blocks
from referee.paper.charts import LONGEST_NAME
from referee.paper.documents import blank_sheet, document_of
from referee.paper.page import page
from referee.paper.pdf import DEJAVU, letters_of, pdf
from referee.wording.language import speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue
from referee.wording.visible import LONGEST_LINE
from tests.depth import one_in, only_deep

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"
HEAD = "57-00DSR-P7N38-AQCKR-FH4WD-C"

LONG = {
    "Ramón": "María Auxiliadora de los Ángeles Zelaya",
    "Socorro": "W" + "w" * 39,
}
"""The longest possible names."""


def played(log: Path, names: dict[str, str] | None = None) -> ReplayedLog:
    """Return the game of a log with other names for some players."""
    text = json.dumps(list(read_log(log)), ensure_ascii=False)
    for name, other in (names or {}).items():
        text = text.replace(name, other)
    return replayed(json.loads(text))


def said_in(part: Any) -> Iterator[str]:
    """Yield the texts of a document, or of a part of it."""
    match part:
        case str():
            yield from part.splitlines()
        case blocks.Chart(title, _times, lines):
            yield title
            # a long name is shortened at its line
            yield from (name for name in lines if len(name) <= LONGEST_NAME)
        case list() | tuple():
            yield from chain.from_iterable(map(said_in, part))
        case _ if is_dataclass(part):
            yield from said_in([getattr(part, each.name) for each in fields(part)])


def plain(text: str) -> str:
    """Return a text without spaces and line breaks, which a PDF may set anywhere."""
    return re.sub(r"\s+", "", text)


def printed(content: bytes) -> str:
    """Return the text of the pages, without their footers."""
    pages = PdfReader(BytesIO(content)).pages
    # the footer of a page comes last
    return plain("".join(page.extract_text().rpartition("\n")[0] for page in pages))


def missing(document: blocks.Document, lang: str, paper: str) -> list[str]:
    """Return the texts of a document that its PDF lacks."""
    there = printed(pdf(document, lang, paper))
    return [text for text in said_in(document) if plain(text) not in there]


@pytest.mark.parametrize(
    ("lang", "paper"),
    [("es", "a5"), only_deep("es", "a4"), only_deep("en", "letter"), only_deep("en", "a4")],
)
def test_a_report_with_its_rulings_stands_on_paper_as_it_is_told(lang: str, paper: str) -> None:
    replay = played(QUARREL, LONG)
    with speaking(catalogue(lang)):
        report = replay.report(symbols)
        document = document_of("report", replay, report, symbols, lang, HEAD, ruled=True)
        assert missing(document, lang, paper) == []


@pytest.mark.parametrize(
    "log",
    [
        SAMPLES / "golf-clean-game.jsonl",
        *(only_deep(log) for log in sorted(SAMPLES.glob("*.jsonl"))),
    ],
    ids=lambda log: log.stem,
)
def test_every_sample_stands_on_the_smallest_paper(log: Path) -> None:
    replay = played(log)
    report = replay.report(symbols)
    assert missing(document_of("report", replay, report, symbols), "en", "a5") == []
    assert missing(document_of("sheet", replay, report, symbols), "en", "a5") == []


def test_an_evening_of_many_hands_is_drawn_and_one_of_a_single_hand_is_not() -> None:
    for log, many in (("dimes-eleven-rounds", 6), ("clean-evening", 3), ("priority-quarrel", 0)):
        replay = played(SAMPLES / f"{log}.jsonl")
        document = document_of("scorecard", replay, replay.report(), symbols)
        assert page(document, "en").count("<polyline") == many
        charts = [block for block in document.blocks if isinstance(block, blocks.Chart)]
        assert sum(len(chart.lines) for chart in charts) == many


def test_no_card_is_torn_apart_at_the_end_of_a_line() -> None:
    told = [blocks.Paragraph(f"{'m' * wide} " + "10♥ Q♦, " * 12) for wide in range(20)]
    [page] = PdfReader(BytesIO(pdf(blocks.Document("Cards", "", told), "en", "a4"))).pages
    lines = [line for line in page.extract_text().splitlines() if "♥" in line or "♦" in line]
    assert len(lines) > len(told)
    assert all(re.fullmatch(r"(m* )?((10♥|Q♦,) ?)+", line.strip()) for line in lines)


def test_many_players_with_long_names_have_room() -> None:
    players = [f"{'Wilhelmina ' * 3}{letter}" for letter in "ABCDEFGHIJ"]
    rows = [[str(hand), *["+1000"] * len(players)] for hand in range(1, 12)]
    document = blocks.Document("Money", "", [blocks.Amounts(["Hand", *players], rows)])
    assert missing(document, "en", "a5") == []


@pytest.mark.parametrize("long", one_in(3, ["x" * 100_000, "♥" * 100_000, "7♥ " * 33_000 + "z"]))
def test_a_long_line_is_shortened_and_that_is_said(long: str) -> None:
    told = [blocks.Lines(f"short\n{long}\nlast"), blocks.Items([(long, long)])]
    document = blocks.Document("Long", "", [*told, blocks.Paragraph(long)])
    more = f"…({len(long) - LONGEST_LINE}morecharacters)"
    assert printed(pdf(document, "en")).count(more) == 4
    assert printed(pdf(document, "en")).count("last") == 1
    assert "".join(page(document, "en").split()).count(more) == 4


OTHERS = blocks.Document(
    "王さん and Ana", "", [blocks.Paragraph("王 pays \ue000 30."), blocks.Amounts(["王"], [["x"]])]
)
"""Letters that DejaVu Sans lacks, and a sign that no font has."""


def test_the_font_is_a_file_of_the_package_and_its_licence_lies_beside_it() -> None:
    assert DEJAVU.is_relative_to(SAMPLES.parent / "referee" / "paper")
    assert "Bitstream Vera" in DEJAVU.with_name("LICENSE.txt").read_text(encoding="utf-8")
    assert set("♣♦♥♠ñ¡") <= letters_of(DEJAVU)


def test_where_no_font_has_a_letter_latin_ones_stand_for_it_and_that_is_said_once() -> None:
    there = printed(pdf(OTHERS, "en", folders=[]))
    assert "WangsanandAna" in there
    assert "Wangpays□30." in there
    assert there.count("innofontofthismachine") == 1
    assert "Someletters" not in printed(pdf(blocks.Document("José", "ñ ♥ ж"), "en", folders=[]))


def test_a_font_of_the_system_has_the_other_letters(tmp_path: Path) -> None:
    font = FontBuilder(1000)
    glyphs = [".notdef", "wang", "sa", "n"]
    font.setupGlyphOrder(glyphs)
    font.setupCharacterMap({ord("王"): "wang", ord("さ"): "sa", ord("ん"): "n"})
    font.setupGlyf({name: TTGlyphPen(None).glyph() for name in glyphs})
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (1000, 0)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Wang", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "NotoSansCJK-Regular.ttc").write_bytes(b"no font")
    font.save(tmp_path / "fonts" / "wqy-test.ttf")
    there = printed(pdf(OTHERS, "en", folders=[tmp_path]))
    assert "王さんandAna" in there
    assert "王pays□30." in there


def test_a_name_from_right_to_left_stands_before_its_amount() -> None:
    told = [blocks.Paragraph("משה כהן 30"), blocks.Paragraph("محمد")]
    [page] = PdfReader(BytesIO(pdf(blocks.Document("", "", told), "en", folders=[]))).pages
    # text drawn from right to left is extracted in that order; drawn otherwise, it would be
    # backwards
    there = plain(page.extract_text().replace("\u200e", ""))
    assert "משהכהן30" in there
    assert "محمد" in there


SHEETS = [(book, detail) for book in games() for detail in details(book)]


@pytest.mark.parametrize(("book", "detail"), one_in(5, SHEETS))
@pytest.mark.parametrize("paper", [only_deep("a4"), "a5", only_deep("letter")])
def test_a_blank_sheet_has_all_hands_of_its_game_on_one_page(
    book: Any, detail: str, paper: str
) -> None:
    with speaking(catalogue("es")):
        document = blank_sheet(book, detail)
        assert len(PdfReader(BytesIO(pdf(document, "es", paper))).pages) == 1
        assert missing(document, "es", paper) == []


@pytest.mark.parametrize("paper", ["letter", only_deep("a4"), only_deep("a5")])
def test_the_same_document_is_the_same_file_and_of_the_size_that_was_asked_for(paper: str) -> None:
    document = blank_sheet(find("golf"))
    content = pdf(document, "en", paper)
    page = PdfReader(BytesIO(content)).pages[0]
    width, height = PAPERS[paper]
    millimetres = [float(side) * 25.4 / 72 for side in page.mediabox[2:]]
    # a blank sheet is in landscape
    assert millimetres == pytest.approx([height, width], abs=0.1)
    assert pdf(document, "en", paper) == content
