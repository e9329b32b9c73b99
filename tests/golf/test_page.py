"""What the page of the rulebook shows and names is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.replay import judge
from referee.rulebooks import find
from schemas.reading import read_lines
from schemas.unreadable import Unreadable

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "golf.md").read_text(encoding="utf-8")


def shown(language: str) -> str:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)[0]


def test_the_example_is_judged_as_the_page_says() -> None:
    report = judge([json.loads(line) for line in shown("jsonl").splitlines()])
    assert report["findings"] == []
    assert report["hands"] == [json.loads(shown("json"))]


def test_the_sheet_of_the_example_is_its_log() -> None:
    read = read_lines(shown("sheet").encode().splitlines(), "golf.md")
    assert list(read) == [json.loads(line) for line in shown("jsonl").splitlines()]


def test_the_page_names_every_rule_and_no_other() -> None:
    named = re.findall(r"^\| `([a-z]+\.[a-z]+)` \|", PAGE, re.M)
    assert sorted(named) == sorted(rule.id for rule in find("golf").rules)


def test_the_page_names_every_house_rule_with_its_options() -> None:
    told = {
        name: re.findall(r"\w+", options)
        for name, options in re.findall(r"^\| `(\w+)` \| (\*\*\w+\*\*, [\w, ]+) \|", PAGE, re.M)
    }
    assert told == {rule.name: list(rule.options) for rule in find("golf").house_rules}


@pytest.mark.parametrize("position", [0, 5])
def test_a_position_that_no_layout_has_cannot_be_read(position: int) -> None:
    lines = shown("jsonl").replace('"position": 2', f'"position": {position}').splitlines()
    with pytest.raises(Unreadable, match="a whole number from 1 to 4"):
        list(read_lines([line.encode() for line in lines], "golf.jsonl"))


def test_the_page_names_every_event_with_its_fields() -> None:
    told = {
        kind: re.findall(r"`(\w+)`(\?)?", fields)
        for kind, fields in re.findall(r"^\| `(\w+)` \| ((?:`\w+`\??(?:, )?)+) \|", PAGE, re.M)
    }
    declared = {
        kind: [(field.name, "" if field.required else "?") for field in form.fields]
        for kind, form in find("golf").events.items()
        if kind != "forgive"
    }
    assert told == declared
