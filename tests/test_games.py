"""The page of each game agrees with the game: its rules, its house rules, and a readable hand."""

import json
import re
from pathlib import Path

import pytest
from referee_schemas.reading import read_lines

from referee.judging.registry import find, games
from referee.judging.replay import judge

ROOT = Path(__file__).parent.parent
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(ROOT.glob("docs/games/*.md"))}
CONQUIEN = PAGES.pop("conquien")  # it describes only the differences from Desmoche
APART = {
    path.stem: path.read_text("utf-8") for path in sorted(ROOT.glob("docs/games/written/*.md"))
}
WRITTEN = {**PAGES, **APART}
MOST_WORDS = 1200


def shown(page: str, face: str) -> list[dict]:
    (block,) = re.findall(rf"```{face}\n(.*?)```", WRITTEN[page], re.S)
    return list(read_lines(block.encode().splitlines(), f"{page}.md"))


def test_every_game_has_its_page() -> None:
    own = {book.name for book in games() if book.rules and book.house_rules}
    presets = {name for name in own if f"`{name}`" in "".join(PAGES.values()) and name not in PAGES}
    assert own - presets - {"conquien"} == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_both_faces_of_the_hand_on_a_page_are_the_same(page: str) -> None:
    assert shown(page, "sheet") == shown(page, "jsonl")


@pytest.mark.parametrize("page", PAGES)
def test_the_hand_on_a_page_is_lawful_and_comes_to_what_the_page_says(page: str) -> None:
    report = judge(shown(page, "jsonl"))
    assert report["findings"] == []
    (block,) = re.findall(r"```json\n(.*?)```", WRITTEN[page], re.S)
    assert report["hands"][0] == json.loads(block)


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
def test_a_page_has_every_rule_and_no_other(page: str) -> None:
    told = set(re.findall(r"`([a-z]+\.[a-z_]+)`", PAGES[page])) - {"report.md", "log.md"}
    assert told == {rule.id for rule in find(page).rules}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_every_house_rule_with_its_options(page: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| \*\*([^|]+?) \|", PAGES[page], re.M)
    told = {name: [one.strip("* ") for one in options.split(",")] for name, options in rows}
    assert told == {rule.name: list(rule.options) for rule in find(page).house_rules}


@pytest.mark.parametrize("page", APART)
def test_a_page_is_short(page: str) -> None:
    assert len(PAGES[page].split()) <= MOST_WORDS


def test_the_page_of_conquien_says_which_house_rules_differ() -> None:
    rows = re.findall(r"^\| `(\w+)` \| \*\*(\w+)\*\* \|", CONQUIEN, re.M)
    conquien, desmoche = find("conquien").house({}), find("desmoche").house({})
    others = {name: one for name, one in conquien.items() if one != desmoche[name]}
    assert dict(rows) == {
        name: one if isinstance(one, str) else ", ".join(one) for name, one in others.items()
    }
