"""Lines and the words for them, in tables: positions recorded in mid-play, impossible points, and
what every event says."""

import json
from pathlib import Path

import pytest
from referee_schemas.events import protocol
from referee_schemas.log_so_far import loaded
from referee_schemas.sheets import read_sheet

from referee.judging.registry import find, games
from referee.judging.replay import ReplayedLog, judge
from referee.rulings.ruling import rule_on
from referee.wording.language import speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue
from tests.parts import pairs, part
from tests.schemas import samples
from tests.table_talk import say

HERE = Path(__file__).parent
TABLE = HERE / "positions.txt"
DESMOCHE, ROUND = ("\n".join(part(TABLE, name)) + "\n" for name in ("desmoche", "a round"))
ON_OFFER = "position turn Carla; offer 7h from Beto drawn; melds Ana 4c5c6c, Beto (), Carla (); "
ON_OFFER += "stock 21; out ()\n"


@pytest.mark.parametrize(("written", "rules"), pairs(TABLE, "what is broken"))
def test_what_is_said_is_known_and_what_is_not_said_is_open(written: str, rules: str) -> None:
    game, *lines = written.split(" / ")
    head = DESMOCHE if game == "desmoche" else ROUND.replace("GAME", game)
    sheet = read_sheet("\n".join([head, *lines]), "the sheet")
    found = [one["rule"] for one in judge(sheet)["findings"] if one["event"] == len(sheet)]
    assert found == rules.removeprefix("nothing").split()


def test_a_ruling_on_a_position_names_who_sits_nearest() -> None:
    lines = read_sheet(f"{DESMOCHE}{ON_OFFER}Carla?\nAna?\nCarla =7h8h9h", "the sheet")
    (ruling,) = rule_on(lines, len(lines))
    assert ruling.verdict().startswith("In order: 7h is for Carla: Carla sits next after Beto")


BEGUN = "lang=en\nplayers Ana, Beto\nhand Beto\nposition "


@pytest.mark.parametrize(("written", "message"), pairs(TABLE, "what contradicts the game"))
def test_what_contradicts_a_position_or_the_game_is_reported(written: str, message: str) -> None:
    game, *lines = written.split(" / ")
    events = read_sheet(f"{game} {BEGUN}" + "\n".join(lines) + "\n", "the sheet")
    assert any(message in one["message"] for one in judge(events)["findings"])


def test_points_go_on_from_the_totals_and_the_round_of_a_position() -> None:
    written = (
        "round 10; totals Ana 100, Beto 80\nscore Ana 0, Beto 16\nhand Ana\nscore Ana 30, Beto 0"
    )
    report = judge(read_sheet(f"dimes {BEGUN}{written}\n", "the sheet"))
    assert report["findings"] == []
    assert report["scores"] == {"Ana": 130, "Beto": 96}
    assert report["winners"] == ["Beto"]


def test_a_position_is_told_in_words() -> None:
    lines = read_sheet(f"{DESMOCHE}{ON_OFFER}", "the sheet")
    told = [one.render() for one in find("desmoche").sayings(lines[-1])]
    assert told[:3] == [
        "This is how the table stands.",
        "It is the turn of Carla.",
        "On offer: 7h, from Beto.",
    ]
    assert "By then Ana has 4c 5c 6c on the table." in told


def test_who_may_act_is_known_behind_a_position() -> None:
    replay = ReplayedLog()
    replay.feed_all(read_sheet(f"{DESMOCHE}{ON_OFFER}", "the sheet"))
    told = [one.message() for one in replay.expected()]
    assert "If nobody takes 7h, Carla draws." in told
    assert "Carla and Ana may ask for 7h." in told


def test_the_number_of_cards_in_a_position_is_known() -> None:
    events = read_sheet(f"dam {BEGUN.replace('Beto', 'Beto, Eva', 1)}hands Eva 2\n", "the sheet")
    shown = {"type": "show", "player": "Eva", "cards": ["4h", "5h", "6h"]}
    report = judge([*events, {"type": "score", "out": "Ana"}, shown])
    assert [one["rule"] for one in report["findings"]] == ["card.count"]


# ---- lines in words


@pytest.mark.parametrize(("line", "words"), pairs(HERE / "sayings.txt", "lines"))
def test_lines_in_words(line: str, words: str) -> None:
    game, _, said = line.partition(": ")
    event = say(said, game=game)[0]
    assert " ".join(one.render(symbols) for one in find(game).sayings(event)) == words


@pytest.mark.parametrize(
    ("game", "kind"), [(book.name, kind) for book in games() for kind in protocol(book.name)]
)
def test_every_event_says_all_that_it_has(game: str, kind: str) -> None:
    event = loaded(samples.event_of(game, kind) | {"note": "a remark"})
    words = " ".join(one.render() for one in find(game).sayings(event))
    assert words
    for name in ("Eva", "Inés"):
        if name in json.dumps(event, ensure_ascii=False):
            assert name in words


# ---- impossible points, one reason for each kind


def found(game: str, scores: list[str]) -> str:
    """Return the findings on a log with these scores."""
    seated = ["Ana", "Beto", *"C"[game != "dam" :]]
    events = [{"type": "game", "game": game, "players": seated}]
    for number, score in enumerate(scores):
        events += [{"type": "hand", "dealer": ("Beto", "Ana")[number % 2]}, *say(score, game=game)]
    return " ".join(one["message"] for one in judge(events)["findings"])


@pytest.mark.parametrize(("written", "reason"), pairs(HERE / "impossible_points.txt", "points"))
def test_impossible_points_are_reported_with_the_reason(written: str, reason: str) -> None:
    game, _, scores = written.partition(": ")
    assert reason in found(game, scores.split("; "))
    with speaking(catalogue("es")):
        told = found(game, scores.split("; "))
    assert ", pero " in told
    assert " but " not in told
