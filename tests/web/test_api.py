"""The interface for programs, at a table where a hand is in play."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.cards.deck import NAMES
from referee.judging.registry import rulebooks
from referee.store.links import Role
from tests.cli.running import referee
from tests.depth import count
from tests.web.programs import (
    ANAS,
    BETOS,
    FRIDAY,
    GAMES,
    LINES,
    OPENING,
    Program,
    public_table,
    table_with_links,
)
from tests.web.visitors import link, server

SAMPLES = sorted((Path(__file__).parents[2] / "sample_games").glob("*.jsonl"))

DISCARD = {"type": "discard", "player": "Ana", "card": "7c"}
PASS = {"type": "pass", "player": "Beto"}
DISPUTE = {"type": "dispute", "by": "Ana", "event": 6, "text": "It was the 7d."}
OVER = {"type": "end", "why": "abandoned"}


@pytest.fixture
def user(tmp_path: Path) -> Program:
    return public_table(tmp_path)


@pytest.fixture
def at_table(tmp_path: Path) -> dict[str, Program]:
    return table_with_links(tmp_path)


# Games


def test_the_newest_game_comes_first(user: Program) -> None:
    user.post(GAMES, {"name": "saturday", "events": [OPENING]})
    listed = user.get(GAMES).json["games"]
    assert [(one["name"], one["events"]) for one in listed] == [("saturday", 1), ("friday", 6)]


def test_all_are_told_only_of_their_own_tables(at_table: dict[str, Program]) -> None:
    scribe = at_table["scribe"]
    other = Program(scribe.app).post(GAMES, {"name": "saturday", "events": [OPENING]}).json
    for program in at_table.values():
        assert [one["name"] for one in program.get(GAMES).json["games"]] == ["friday"]
    elsewhere = Program(scribe.app, other["token"])
    assert [one["name"] for one in elsewhere.get(GAMES).json["games"]] == ["saturday"]
    assert Program(scribe.app).get(GAMES).json == {"games": []}


def test_a_table_without_a_name_is_called_after_its_players(user: Program) -> None:
    opening = {**OPENING, "date": "2026-11-21"}
    first, second = (user.post(GAMES, {"events": [opening]}) for _ in range(2))
    assert first.status_code == 201
    assert first.json["name"] == "2026-11-21-ana-beto"
    assert second.headers["Location"] == f"{GAMES}/2026-11-21-ana-beto-2"
    assert user.get(second.headers["Location"]).json["events"] == 1


def test_who_opens_a_table_gets_the_link_of_its_scribe(at_table: dict[str, Program]) -> None:
    assert at_table["scribe"].get(FRIDAY).json["role"] == "scribe"


def test_without_links_there_is_no_token(user: Program) -> None:
    assert user.post(GAMES, {"events": [OPENING]}).json["token"] is None


def test_a_table_may_be_opened_again_with_the_same_ids(user: Program) -> None:
    asked = {"name": "saturday", "events": [{**OPENING, "id": "o"}]}
    first, again = user.post(GAMES, asked), user.post(GAMES, asked)
    assert again.status_code == 201
    assert again.json == {**first.json, "repeated": True}


SATURDAY = f"{GAMES}/saturday"


def asked_again(app: Flask, *, name: str | None = "saturday") -> TestResponse:
    """The answer to who opens a table, asks again, and again."""
    asked: dict[str, object] = {"events": [{**OPENING, "id": "o"}]}
    anybody, asked = Program(app), asked | ({"name": name} if name else {})
    anybody.post(GAMES, asked)
    anybody.post(GAMES, asked)
    return anybody.post(GAMES, asked)


@pytest.mark.parametrize("name", ["saturday", None])
def test_a_table_opened_again_after_a_lost_answer_gives_a_token_of_its_scribe(
    at_table: dict[str, Program], name: str | None
) -> None:
    app = at_table["scribe"].app
    again = asked_again(app, name=name)
    assert (again.status_code, again.json["repeated"]) == (201, True)
    scribe = Program(app, again.json["token"])
    here = scribe.get(again.headers["Location"]).json
    assert (here["name"], here["role"], here["events"]) == (name or "ana-beto", "scribe", 1)
    assert len(app.extensions["referee-tables"].book.names()) == 2


@pytest.mark.parametrize("revoked", [False, True])
def test_who_reads_the_ids_of_a_table_does_not_become_its_scribe(
    at_table: dict[str, Program], revoked: bool
) -> None:
    app = at_table["scribe"].app
    asked_again(app)
    link(app, "saturday", Role.VIEWER)
    if revoked:
        links = app.extensions["referee-links"]
        links.revoke("saturday", links.of_table("saturday")[-1].number)
        assert {one.role for one in links.of_table("saturday")} == {Role.SCRIBE}
    refused = asked_again(app)
    assert refused.status_code == 409
    assert "token" not in refused.text


def test_a_table_that_was_written_to_is_opened_by_nobody_else(
    at_table: dict[str, Program],
) -> None:
    app = at_table["scribe"].app
    scribe = Program(app, asked_again(app).json["token"])
    sent = {"expects": 1, "events": [{"type": "hand", "dealer": "Ana", "bet": 5}]}
    assert scribe.post(f"{SATURDAY}/events", sent).status_code == 201
    refused = asked_again(app)
    assert refused.status_code == 409
    assert "token" not in refused.text


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"events": LINES, "name": "friday"}, 409, 'a game "friday" already'),
        ({"events": LINES, "name": "../friday"}, 422, "cannot be the name of a game"),
        ({"events": []}, 422, "found [], expected a list of events, at least one"),
        ({"events": LINES[1:]}, 422, '"game", the event that opens a log'),
        ({"events": [{**OPENING, "players": ["Ana"]}]}, 422, "events[0].players"),
        ({"event": LINES}, 422, '"events", the nearest known name'),
        ({}, 422, "expected a list of events"),
    ],
)
def test_what_opens_no_table(user: Program, asked: dict[str, Any], status: int, says: str) -> None:
    answer = user.post(GAMES, asked)
    assert answer.status_code == status
    assert says in answer.json["detail"]
    assert len(user.get(GAMES).json["games"]) == 1


def test_how_a_game_stands(user: Program) -> None:
    stands = user.get(FRIDAY).json
    assert stands["opening"] == OPENING
    assert (stands["events"], stands["hand"], stands["hand_is_open"]) == (6, 1, True)
    assert stands["seated"] == ["Ana", "Beto"]
    assert stands["view"]["hand"]["offer"]["card"] == "7c"
    assert stands["head"].startswith("6-")
    assert "Beto may take 7c for a meld." in [one["message"] for one in stands["expected"]]
    assert user.get(f"{FRIDAY}/expected").json == {"expected": stands["expected"]}


# The record


def test_the_record_is_read_from_where_one_knows_it(user: Program) -> None:
    answer = user.get(f"{FRIDAY}/events?after=5").json
    assert answer == {"events": [{"seq": 6, **LINES[5]}], "last": 6}
    assert len(user.get(f"{FRIDAY}/events").json["events"]) == 6
    assert user.get(f"{FRIDAY}/events?after=60").json == {"events": [], "last": 6}
    page = user.get(f"{FRIDAY}/events?after=3&limit=2").json
    assert [event["seq"] for event in page["events"]] == [4, 5]
    assert page["last"] == 6


def test_the_log_is_json_lines(user: Program) -> None:
    log = user.get(f"{FRIDAY}/log")
    assert log.content_type == "application/jsonl"
    assert [json.loads(line) for line in log.text.splitlines()] == LINES


def test_events_are_written_behind_the_last_one(user: Program) -> None:
    answer = user.write([DISCARD, PASS], expects=6)
    assert answer.status_code == 201
    assert (answer.json["first"], answer.json["last"], answer.json["repeated"]) == (7, 8, False)
    assert answer.json["head"] == user.get(FRIDAY).json["head"]
    assert user.get(f"{FRIDAY}/events?after=6").json["events"][0] == {"seq": 7, **DISCARD}


def test_all_events_are_written_or_none(user: Program) -> None:
    answer = user.write([DISCARD, {"type": "pass"}], expects=6)
    assert answer.status_code == 422
    fault = answer.json["faults"][0]
    assert (fault["field"], fault["found"]) == ("events[1].player", "nothing")
    assert fault["message"] == answer.json["detail"]
    assert user.get(FRIDAY).json["events"] == 6


def test_who_asks_again_gets_the_first_answer(user: Program) -> None:
    sent = [{**DISCARD, "id": "a"}, {**PASS, "id": "b"}]
    first = user.write(sent, expects=6).json
    user.write([{"type": "draw", "player": "Ana", "card": "8c"}], expects=8)
    again = user.write(sent, expects=6)
    assert again.json == {**first, "repeated": True}
    assert user.get(FRIDAY).json["events"] == 9


def test_an_id_is_for_one_event_only(user: Program) -> None:
    user.write([{**DISCARD, "id": "a"}], expects=6)
    answer = user.write([{**PASS, "id": "a"}], expects=7)
    assert answer.status_code == 409
    assert "says something else" in answer.json["detail"]


def test_who_writes_second_sees_what_came_in_between(at_table: dict[str, Program]) -> None:
    dealt = {"type": "cambio", "player": "Beto", "card": "Td"}
    at_table["scribe"].write([dealt], expects=6)
    answer = at_table["Ana"].write([DISPUTE], expects=6)
    assert answer.status_code == 409
    assert answer.json["last"] == 7
    assert answer.json["events"] == [{"seq": 7, **dealt, "card": "??"}]
    assert at_table["scribe"].write([PASS], expects=6).json["events"] == [{"seq": 7, **dealt}]
    assert at_table["scribe"].get(FRIDAY).json["events"] == 7


def test_what_another_program_wrote_is_a_conflict_too(user: Program, tmp_path: Path) -> None:
    other = Program(server(tmp_path / "games.db", links=False))
    other.write([DISCARD], expects=6)
    answer = user.write([PASS], expects=6)
    assert (answer.status_code, answer.json["events"]) == (409, [{"seq": 7, **DISCARD}])


# Permissions


def test_players_dispute_in_their_own_name(at_table: dict[str, Program]) -> None:
    answer = at_table["Ana"].write([{**DISPUTE, "by": "ANA", "scribe": "Ana"}], expects=6)
    assert answer.status_code == 201
    assert answer.json["head"] is None
    assert at_table["scribe"].get(f"{FRIDAY}/rulings").json["rulings"] == []
    at_table["scribe"].write([OVER], expects=7)
    (ruling,) = at_table["scribe"].get(f"{FRIDAY}/rulings").json["rulings"]
    assert ruling["question"][-1] == "“It was the 7d.”"


@pytest.mark.parametrize(
    ("who", "events"),
    [
        ("Ana", [DISCARD]),
        ("Ana", [{**DISPUTE, "by": "Beto"}]),
        ("Ana", [{**DISPUTE, "scribe": "Beto"}]),
        ("Ana", [DISPUTE, DISCARD]),
        ("Ana", [{"type": "correct", "event": 6, "with": DISPUTE, "why": "no"}]),
        ("viewer", [DISPUTE]),
        ("viewer", [DISCARD]),
    ],
)
def test_nobody_writes_what_is_not_theirs_to_write(
    at_table: dict[str, Program], who: str, events: list[dict[str, Any]]
) -> None:
    answer = at_table[who].write(events, expects=6)
    assert answer.status_code == 403
    assert answer.json["detail"] == "Your link does not allow that."
    assert at_table["scribe"].get(FRIDAY).json["events"] == 6


ROUTES = ("", "/events", "/log", "/report", "/expected", "/rulings", "/rulings?event=6")


@pytest.mark.parametrize("route", ROUTES)
def test_without_a_link_there_is_no_table(at_table: dict[str, Program], route: str) -> None:
    app = at_table["scribe"].app
    number = app.extensions["referee-links"].of(at_table["Beto"].token).number
    app.extensions["referee-links"].revoke("friday", number)
    opened = Program(app).post(GAMES, {"name": "saturday", "events": [OPENING]}).json
    strangers = [Program(app), Program(app, "forged"), at_table["Beto"]]
    strangers.append(Program(app, opened["token"]))
    told = {program.get(FRIDAY + route).text for program in strangers}
    assert told == {Program(app).get(f"{GAMES}/nowhere").text}
    for program in strangers:
        assert program.get(FRIDAY + route).status_code == 404
        assert program.write([DISPUTE], expects=6).status_code == 404
        assert program.post(f"{FRIDAY}/whatif", {}).status_code == 404


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


def test_the_cards_open_when_the_hand_is_settled(at_table: dict[str, Program]) -> None:
    at_table["scribe"].write([OVER], expects=6)
    assert at_table["viewer"].get(f"{FRIDAY}/events").json["events"][2] == {"seq": 3, **LINES[2]}


def test_the_head_of_the_record_is_for_who_keeps_it(at_table: dict[str, Program]) -> None:
    heads = {who: program.get(FRIDAY).json["head"] for who, program in at_table.items()}
    assert [who for who, head in heads.items() if head] == ["scribe"]


def test_a_page_of_another_site_writes_nothing(user: Program) -> None:
    asked = {"events": [DISCARD], "expects": 6}
    there = user.post(f"{FRIDAY}/events", asked, headers={"Origin": "https://elsewhere.example"})
    assert (there.status_code, there.content_type) == (403, "application/problem+json")


# Reports and rulings


def test_the_report_of_a_game(user: Program) -> None:
    report = user.get(f"{FRIDAY}/report").json
    assert (report["events"], report["totals"]) == (6, {"Ana": -5, "Beto": -5})


def test_a_lawful_act_has_its_ruling_too(user: Program) -> None:
    while_in_play = user.get(f"{FRIDAY}/rulings?event=6").json
    assert while_in_play["rulings"] == []
    assert "once the hand is decided" in while_in_play["remark"]
    user.write([OVER], expects=6)
    answer = user.get(f"{FRIDAY}/rulings?event=6").json
    assert [ruling["kind"] for ruling in answer["rulings"]] == ["in order"]
    assert answer["remark"] is None
    (ruling,) = user.get(f"{FRIDAY}/rulings?event=6&rule=turn.order").json["rulings"]
    assert [rule["id"] for rule in ruling["rules"]] == ["turn.order"]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("event=99", "none with number 99"),
        ("event=6&rule=nonsense", "has no rule nonsense"),
        ("event=six", "expected a whole number"),
        ("rule=turn.order", "the number of the event that the rule is about"),
    ],
)
def test_what_nobody_can_rule_on(user: Program, question: str, says: str) -> None:
    answer = user.get(f"{FRIDAY}/rulings?{question}")
    assert answer.status_code == 422
    assert says in answer.json["detail"]


def test_what_would_have_been(user: Program) -> None:
    paid = {"type": "hand", "dealer": "Beto", "bet": 20}
    asked = {"house": {"side_games": []}, "instead": [{"event": 2, "with": paid}]}
    answer = user.post(f"{FRIDAY}/whatif", asked).json
    assert answer["moves"] == {"Ana": -15, "Beto": -15}
    assert answer["hands"][0]["would_be"]["net"] == {"Ana": -20, "Beto": -20}
    changes = "Ana 15 less, Beto 15 less and 30 more in the middle"
    assert answer["sentences"][-1] == f"In the whole evening: {changes}."
    assert user.post(f"{FRIDAY}/whatif", {}).json["sentences"] == ["Nothing would be different."]
    assert user.get(FRIDAY).json["events"] == 6


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"without": [9]}, "none with number 9"),
        ({"without": [1]}, "Only the first event opens the game."),
        ({"house": {"knock": "loud"}}, "house.knock"),
        ({"without": [5], "instead": [{"event": 5, "with": PASS}]}, "both leave out event"),
        ({"instead": [{"event": 5, "with": PASS}] * 2}, "every event once"),
        ({"instead": [5]}, "expected a JSON object"),
        ({"instead": {"5": PASS}}, "a list of events with others for them"),
        ({"without": "all"}, "a list of event numbers"),
    ],
)
def test_what_cannot_have_been(user: Program, asked: dict[str, Any], says: str) -> None:
    answer = user.post(f"{FRIDAY}/whatif", asked)
    assert answer.status_code == 422
    assert says in answer.json["detail"]


# The rulebooks


def test_every_rulebook_can_be_read_rule_by_rule(user: Program) -> None:
    shelf = user.get("/api/v1/rulebooks").json["rulebooks"]
    assert [one["game"] for one in shelf] == [name for name in rulebooks() if "@" not in name]
    for title in shelf:
        book = user.get(f"/api/v1/rulebooks/{title['game']}").json
        assert {**book, **title} == book
        assert {rule["name"] for rule in book["house_rules"]}
        rule = book["rules"][0]
        assert user.get(f"/api/v1/rulebooks/{title['game']}@1/rules/{rule['id']}").json == rule


@pytest.mark.parametrize("path", ["whist", "desmoche@9", "desmoche/rules/nonsense", "desmoche/x"])
def test_what_is_in_no_rulebook(user: Program, path: str) -> None:
    assert user.get(f"/api/v1/rulebooks/{path}").status_code == 404


# The check of a log


@pytest.mark.parametrize("path", SAMPLES[:: count(1, 4)], ids=lambda path: path.stem)
def test_a_checked_log_has_the_report_of_the_command(user: Program, path: Path) -> None:
    printed = referee("check", "--json", path).stdout
    assert user.send("/api/v1/check", path.read_bytes(), "application/jsonl").data == printed
    body = json.dumps({"log": path.read_text(encoding="utf-8")})
    assert user.send("/api/v1/check", body, "application/json").data == printed


@pytest.mark.parametrize("kind", ["application/x-ndjson", "text/plain; charset=utf-8"])
def test_which_face_a_log_has_it_says_itself(user: Program, kind: str) -> None:
    for log in (json.dumps(OPENING), "desmoche players Ana, Beto"):
        assert user.send("/api/v1/check", log, kind).json["players"] == ["Ana", "Beto"]


def test_every_fault_of_a_sheet_is_told(user: Program) -> None:
    answer = user.send("/api/v1/check", "desmoche players Ana, Beto\nAna +1x\nzzz", "text/plain")
    assert [(one["file"], one["line"]) for one in answer.json["faults"]] == [
        ("the log", 2),
        ("the log", 3),
    ]
    assert answer.json["faults"][0]["message"] == answer.json["detail"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"[" * 2500 + b"]" * 2500, "more than 16 lists and objects inside each other"),
        (b'{"log": ' * 700 + b"1" + b"}" * 700, "more than 16 lists and objects inside each other"),
        (b'{"log": "a", "log": "b"}', 'found "log" twice'),
        (b'{"log": NaN}', "Found NaN, expected a finite number"),
        (b'{"log": 1e999}', "expected a finite number"),
        (b'{"log": ' + b"9" * 5000 + b"}", "a number of thousands of digits"),
        (b'{"log": "\xff"}', "expected UTF-8"),
        (b'{"log": "\\ud800"}', "without NUL"),
        (b'{"log": "a"} {', "expected the request as a JSON object"),
        (b'"log"', "expected a JSON object"),
        (b"", "expected the request as a JSON object"),
        (b'{"log": ""}', "found an empty file"),
        (b'{"lgo": ""}', '"log", the nearest known name'),
    ],
)
def test_hostile_json_is_refused_in_words(user: Program, body: bytes, says: str) -> None:
    answer = user.send("/api/v1/check", body, "application/json")
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert says in answer.json["detail"]
    assert set(answer.json["faults"][0]) >= {"field", "found", "expected", "remedy"}


@pytest.mark.parametrize("path", ["/api/v1/check", GAMES, f"{FRIDAY}/events", f"{FRIDAY}/whatif"])
def test_other_content_is_not_read(user: Program, path: str) -> None:
    answer = user.send(path, "<log/>", "text/html")
    assert (answer.status_code, answer.content_type) == (415, "application/problem+json")
    assert answer.json["detail"] == "This kind of content is not read here."


def test_too_much_is_too_much(user: Program) -> None:
    answer = user.send("/api/v1/check", b" " * (4 * 2**20 + 1), "text/plain")
    assert (answer.status_code, answer.content_type) == (413, "application/problem+json")


# Problems, and languages


def test_a_problem_says_what_it_is(user: Program) -> None:
    assert user.get("/api/v1/nonsense").json == {
        "type": "/problems#nothing",
        "title": "Not Found",
        "status": 404,
        "detail": "There is nothing here, or it needs a link that you do not have.",
    }
    refused = user.post(f"{FRIDAY}/report", {})
    assert (refused.status_code, refused.content_type) == (405, "application/problem+json")
    assert "GET" in refused.headers["Allow"]


def test_a_program_is_answered_in_english_unless_it_asks(user: Program) -> None:
    browser = user.app.test_client()
    browser.set_cookie("lang", "es_NI")
    plain = browser.get(f"{FRIDAY}/report", headers={"Accept-Language": "es-NI"})
    assert plain.headers["Content-Language"] == "en"
    assert plain.data == user.get(f"{FRIDAY}/report").data
    asked = user.get(f"{FRIDAY}/report?lang=es-HN")
    assert asked.headers["Content-Language"] == "es-NI"
    told = user.get(f"{FRIDAY}/expected?lang=es_NI")
    assert told.json["expected"][0]["message"] == "Ana puede usar el 7c en un juego."
    assert "Set-Cookie" not in told.headers
    assert "Ana may use 7c in a meld." in user.get(f"{FRIDAY}/expected").text


def test_what_costs_the_referee_much_has_its_limit(at_table: dict[str, Program]) -> None:
    asked = [at_table["viewer"].post(f"{FRIDAY}/whatif", {}) for _ in range(61)]
    assert {answer.status_code for answer in asked[:60]} == {200}
    assert (asked[60].status_code, asked[60].content_type) == (429, "application/problem+json")
