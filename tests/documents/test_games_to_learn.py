"""The pages that teach a game: the same in both languages, and correct by the rulebook."""

import re
from pathlib import Path

import pytest

from handbook import cards
from referee import judge, read_log
from referee.judging.registry import find, games
from referee.wording.sentences import symbols
from tests.documents.blocks import PAGES, ROOT, blocks, name_of

ENGLISH, SPANISH = ROOT / "docs" / "learn", ROOT / "docs" / "aprender"
LESSONS = sorted(path.name for path in ENGLISH.glob("*.md") if path.stem != "index")

WON = {
    "desmoche.md": {"Ana": 10, "Beto": -5, "Carla": -5},
    "conquien.md": {"Julio": 12, "Marta": -12},
    "golf.md": {"Ana": 8, "Beto": 14},
    "cambio-cabo.md": {"Ana": 20, "Beto": 6},
    "gin-rummy.md": {"Ana": 21, "Beto": 0},
    "dimes.md": {"Ruth": 0, "Omar": 34, "Inés": 28},
    "dam.md": {"Ana": 45, "Beto": 50, "Carla": 0},
    "desmoche-app.md": {"Lucía": 0, "Norman": 0},
}
"""The result of the hand of each page: money, or points in games that count them."""


def played(page: Path) -> list[dict]:
    (hand,) = blocks(page, "sheet")
    return [dict(event) for event in read_log(hand.text)]


def game_of(lesson: str) -> str:
    return played(ENGLISH / lesson)[0]["game"]


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_game_is_taught_in_both_languages() -> None:
    assert {game_of(lesson) for lesson in LESSONS} == {
        book.name for book in games() if book.rules and book.house_rules
    }
    assert {*LESSONS, "index.md"} == {path.name for path in SPANISH.glob("*.md")}
    for folder in (ENGLISH, SPANISH):
        assert all(f"({lesson})" in text_of(folder / "index.md") for lesson in LESSONS)


@pytest.mark.parametrize("lesson", LESSONS)
def test_both_languages_teach_the_same_hand_with_the_same_pictures(lesson: str) -> None:
    pages = ENGLISH / lesson, SPANISH / lesson
    assert played(pages[0]) == played(pages[1])
    shown = [cards.SHOWN.findall(text_of(page)) for page in pages]
    assert shown[0] == shown[1]
    assert shown[0]


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_hand_of_a_page_is_over_and_comes_to_this(lesson: str) -> None:
    report = judge(played(ENGLISH / lesson))
    (hand,) = report["hands"]
    assert hand["outcome"]["winner"]
    assert (hand.get("scores") or report["totals"]) == WON[lesson]


@pytest.mark.parametrize("folder", [ENGLISH, SPANISH], ids=["English", "Spanish"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_page_names_only_rules_and_options_of_its_game(lesson: str, folder: Path) -> None:
    page, book = text_of(folder / lesson), find(game_of(lesson))
    assert set(re.findall(r"`([a-z]+\.[a-z_]+)`", page)) <= book.rule_ids
    house = {rule.name: rule.options for rule in book.house_rules}
    named = re.findall(r"`(\w+)=(\w+)`", page)
    assert all(option in house[name] for name, option in named)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "pictures/cards" in text_of(page)], ids=name_of
)
def test_a_picture_is_described_by_the_cards_that_are_in_it(page: Path) -> None:
    for words, name in re.findall(
        r"!\[([^]]*)\]\([./]*pictures/cards/([\w-]+)\.svg\)", text_of(page)
    ):
        told = re.findall(r"(?:10|[A2-9JQK])[♣♦♥♠]", words)
        drawn = [card for card in re.findall(r"\w\w", name) if card not in ("xx", "Jk")]
        assert told == [symbols(card) for card in drawn]


def test_the_pictures_are_those_that_the_pages_show() -> None:
    kept = {path.stem: path.read_text(encoding="utf-8") for path in cards.FOLDER.glob("*.svg")}
    assert kept == {name: cards.picture(name) for name in cards.wanted()}
