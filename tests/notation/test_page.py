"""The page that teaches the sheet shows readable examples."""

import re
from pathlib import Path

import pytest

from referee.judging.registry import games
from referee.notation import LineReader, write_event
from referee.notation.words import labels, lines
from tests.notation.table import read

PLAYED = "desmoche lang={}\nplayers Ana, Beto*, Carla\nhand bet 5\ndeal\n" + "Beto +2c\n" * 20

PAGE = (Path(__file__).parent.parent.parent / "docs" / "sheet.md").read_text("utf-8")
ROWS = re.findall(r"^\| (`.*`) \| (`.*`) \|$", PAGE, re.M)


@pytest.mark.parametrize(("english", "spanish"), ROWS)
def test_every_form_on_the_page_reads_alike_in_both_languages(english: str, spanish: str) -> None:
    shown = [re.findall(r"`([^`]+)`", side) for side in (english, spanish)]
    for en, es in zip(*shown, strict=True):
        if en.startswith(("players", "desmoche")):
            continue
        readers = [LineReader(lang, read(PLAYED.format(lang))) for lang in ("en", "es")]
        first, *others = readers[0].read(en)
        assert readers[1].read(es) == [first, *others]
        if not others and '"text"' not in en[:12]:
            assert write_event(first, readers[1]) == es


def test_every_word_is_on_the_page() -> None:
    folder = Path(__file__).parent.parent.parent / "docs" / "games"
    pages = "".join([PAGE, *(page.read_text("utf-8") for page in folder.rglob("*.md"))])
    pairs = [[*lines(book.name).values(), *labels(book.name).values()] for book in games()]
    words = {word for game in pairs for pair in game for word in pair}
    assert [word for word in words if not re.search(rf"(?<!\w){word}(?!\w)", pages)] == []


@pytest.mark.parametrize("line", re.findall(r"`((?:fix|insert) [^`]+)`", PAGE.replace("\n", " ")))
def test_every_correction_on_the_page_can_be_read(line: str) -> None:
    reader = LineReader("en", read(PLAYED.format("en") + "Beto +7c"))
    assert reader.read(line)
