"""The interface for programs, at a table with a hand in play."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.cards.deck import NAMES
from referee.judging.registry import rulebooks
from tests.cli.running import referee
from tests.depth import count
from tests.web.programs import (
    ANAS,
    BETOS,
    FRIDAY,
    Program,
    public_table,
    table_with_links,
)
from tests.web.visitors import server

SAMPLES = sorted((Path(__file__).parents[2] / "sample_games").glob("*.jsonl"))

DISCARD = {"type": "discard", "player": "Ana", "card": "7c"}
DISPUTE = {"type": "dispute", "by": "Ana", "event": 6, "text": "It was the 7d."}


@pytest.fixture
def user(tmp_path: Path) -> Program:
    return public_table(tmp_path)


@pytest.fixture
def at_table(tmp_path: Path) -> dict[str, Program]:
    return table_with_links(tmp_path)


def test_what_another_program_wrote_is_a_conflict_too(user: Program, tmp_path: Path) -> None:
    other = Program(server(tmp_path / "games.db", links=False))
    other.write([DISCARD], expects=6)
    answer = user.write([{"type": "pass", "player": "Beto"}], expects=6)
    assert (answer.status_code, answer.json["events"]) == (409, [{"seq": 7, **DISCARD}])


ROUTES = ("", "/events", "/log", "/report", "/expected", "/rulings", "/rulings?event=6")


def everything_told(program: Program) -> str:
    told = [program.get(FRIDAY + route).text for route in ROUTES]
    told += [program.get(f"{FRIDAY}/rulings?event={event}").text for event in range(1, 8)]
    told.append(program.post(f"{FRIDAY}/whatif", {"without": [6]}).text)
    told.append(program.post(f"{FRIDAY}/whatif", {"house": {"knock": "free"}}).text)
    told.append(program.write([DISPUTE], expects=1).text)
    return "\n".join(told)


def cards_in(told: str) -> set[str]:
    return set(re.findall(r"\b\w\w\b", told)) & set(NAMES)


def test_nobody_is_told_a_hidden_card_while_the_hand_is_in_play(
    at_table: dict[str, Program],
) -> None:
    assert cards_in(everything_told(at_table["viewer"])) == {"7c"}
    assert cards_in(everything_told(at_table["Ana"])) == {"7c", *ANAS}
    assert cards_in(everything_told(at_table["Beto"])) == {"7c", *BETOS}
    assert cards_in(everything_told(at_table["scribe"])) == {"7c", *ANAS, *BETOS}


def test_a_page_of_another_site_writes_nothing(user: Program) -> None:
    asked = {"events": [DISCARD], "expects": 6}
    there = user.post(f"{FRIDAY}/events", asked, headers={"Origin": "https://elsewhere.example"})
    assert (there.status_code, there.content_type) == (403, "application/problem+json")


def test_every_rulebook_can_be_read_rule_by_rule(user: Program) -> None:
    shelf = user.get("/api/v1/rulebooks").json["rulebooks"]
    assert [one["game"] for one in shelf] == [name for name in rulebooks() if "@" not in name]
    for title in shelf:
        book = user.get(f"/api/v1/rulebooks/{title['game']}").json
        assert {**book, **title} == book
        assert {rule["name"] for rule in book["house_rules"]}
        rule = book["rules"][0]
        assert user.get(f"/api/v1/rulebooks/{title['game']}@1/rules/{rule['id']}").json == rule


@pytest.mark.parametrize("path", SAMPLES[:: count(2, 4)], ids=lambda path: path.stem)
def test_a_checked_log_has_the_report_of_the_command(user: Program, path: Path) -> None:
    printed = referee("check", "--json", path).stdout
    assert user.send("/api/v1/check", path.read_bytes(), "application/jsonl").data == printed
    body = json.dumps({"log": path.read_text(encoding="utf-8")})
    assert user.send("/api/v1/check", body, "application/json").data == printed


def test_too_much_is_too_much(user: Program) -> None:
    answer = user.send("/api/v1/check", b" " * (4 * 2**20 + 1), "text/plain")
    assert (answer.status_code, answer.content_type) == (413, "application/problem+json")


def test_what_costs_the_referee_much_has_its_limit(at_table: dict[str, Program]) -> None:
    asked = [at_table["viewer"].post(f"{FRIDAY}/whatif", {}) for _ in range(61)]
    assert {answer.status_code for answer in asked[:60]} == {200}
    assert (asked[60].status_code, asked[60].content_type) == (429, "application/problem+json")
