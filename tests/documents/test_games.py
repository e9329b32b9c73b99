"""The page of each game agrees with the game: its rules, its house rules, and a readable hand."""

import inspect
import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from referee_schemas.reading import read_lines

from referee.judging.registry import OWN, find, games
from referee.judging.replay import judge
from referee.judging.rulebook import Rulebook
from tests.documents.blocks import ROOT, blocks

FOLDER = ROOT / "docs" / "games"
WRITTEN = {path.stem: path for path in sorted(FOLDER.rglob("*.md"))}
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
CONQUIEN = PAGES.pop("conquien")  # it describes only the differences from Desmoche
MOST_WORDS = 1200


def shown(page: str, face: str) -> list[dict]:
    (block,) = blocks(WRITTEN[page], face)
    return list(read_lines(block.text.encode().splitlines(), f"{page}.md"))


def test_every_game_has_its_page() -> None:
    own = {book.name for book in games() if book.rules and book.house_rules}
    presets = {name for name in own if f"`{name}`" in "".join(PAGES.values()) and name not in PAGES}
    assert own - presets - {"conquien"} == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_the_hand_on_a_page_is_lawful_and_comes_to_what_the_page_says(page: str) -> None:
    lines = shown(page, "jsonl")
    assert shown(page, "sheet") == lines
    report = judge(lines)
    assert report["findings"] == []
    (block,) = blocks(WRITTEN[page], "json")
    assert report["hands"][0] == json.loads(block.text)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_every_event_with_its_fields(page: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+`\??(?:, )?)+) \|", PAGES[page], re.M)
    told = {kind: re.findall(r"`(\w+)`(\?)?", fields) for kind, fields in rows}
    declared = {
        kind: [(field.name, "" if field.required else "?") for field in form.fields]
        for kind, form in find(page).events.items()
        if form.fields
    }
    # every game has it, and not every page repeats it
    assert {"forgive": declared["forgive"]} | told == declared


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_every_rule_and_house_rule_and_no_other(page: str) -> None:
    told = set(re.findall(r"`([a-z]+\.[a-z_]+)`", PAGES[page])) - {"report.md", "log.md"}
    assert told == find(page).rule_ids
    rows = re.findall(r"^\| `(\w+)` \| \*\*([^|]+?) \|", PAGES[page], re.M)
    options = {name: [one.strip("* ") for one in words.split(",")] for name, words in rows}
    assert options == {rule.name: list(rule.options) for rule in find(page).house_rules}


@pytest.mark.parametrize("page", [path.stem for path in FOLDER.glob("written/*.md")])
def test_a_page_is_short(page: str) -> None:
    assert len(PAGES[page].split()) <= MOST_WORDS


def test_the_page_of_conquien_says_which_house_rules_differ() -> None:
    rows = re.findall(r"^\| `(\w+)` \| \*\*(\w+)\*\* \|", CONQUIEN, re.M)
    conquien, desmoche = find("conquien").house({}), find("desmoche").house({})
    others = {name: one for name, one in conquien.items() if one != desmoche[name]}
    assert dict(rows) == {
        name: one if isinstance(one, str) else ", ".join(one) for name, one in others.items()
    }


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_rules_bind_only_house_rules_that_are_declared(book: Rulebook) -> None:
    declared = {rule.name for rule in book.house_rules}
    assert {name for rule in book.rules for name in rule.binds} <= declared
    home = Path(inspect.getfile(import_module(OWN[book.name])))
    files = home.parent.rglob("*.py") if home.name == "__init__.py" else [home]
    sources = "".join(path.read_text("utf-8") for path in files)
    assert set(re.findall(r'house\["(\w+)"\]', sources)) == declared
