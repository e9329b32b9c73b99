"""Positions: the table as recorded in mid-play, and the findings after it."""

from __future__ import annotations

import pytest
from referee_schemas.sheets import read_sheet

from referee.judging.registry import find
from referee.judging.replay import ReplayedLog, judge
from referee.rulings.ruling import rule_on

DESMOCHE = "desmoche lang=en\nplayers Ana, Beto, Carla\nhand Carla bet 5\ndeal\n"
STANDS = "melds Ana 4c5c6c, Beto (), Carla (); stock 21; out ()"
ON_OFFER = f"position turn Carla; offer 7h from Beto drawn; {STANDS}\n"
IN_HAND = f"position turn Beto; offer 7h from Beto drawn; {STANDS}\n"


def found(sheet: str) -> list[str]:
    """Return the rules that the last line breaks."""
    lines = read_sheet(sheet, "the sheet")
    return [one["rule"] for one in judge(lines)["findings"] if one["event"] == len(lines)]


@pytest.mark.parametrize(
    ("position", "play", "rules"),
    [
        (ON_OFFER, "Carla?\nAna?\nAna =7h8h9h", ["claim.priority"]),
        (ON_OFFER, "Carla?\nAna?\nCarla =7h8h9h", []),
        (ON_OFFER, "Ana.\nAna =7h8h9h", ["claim.passed"]),
        (ON_OFFER, "Beto =7h8h9h", ["claim.own"]),
        (ON_OFFER, "Ana +2c", ["turn.order"]),
        (ON_OFFER, "Carla +2c", []),
        (IN_HAND, "Beto =7h8h9h", []),
        (ON_OFFER, "Ana +2c\nAna =2c4c5c", ["meld.invalid"]),
        (ON_OFFER.replace("out ()", "out Carla"), "Carla?", ["player.out"]),
        (ON_OFFER.replace("stock 21", "stock 26"), "", ["card.count"]),
        ("position turn Beto\n", "Ana?", []),
    ],
)
def test_what_is_said_is_known_and_what_is_not_said_is_open(
    position: str, play: str, rules: list[str]
) -> None:
    assert found(DESMOCHE + position + play) == rules


def test_a_ruling_on_a_position_names_who_sits_nearest() -> None:
    lines = read_sheet(f"{DESMOCHE}{ON_OFFER}Carla?\nAna?\nCarla =7h8h9h", "the sheet")
    (ruling,) = rule_on(lines, len(lines))
    assert ruling.verdict().startswith("In order: 7h is for Carla: Carla sits next after Beto")


@pytest.mark.parametrize(
    ("game", "position", "play", "rules"),
    [
        ("gin_rummy", "turn Beto; pile 9d7h; stock 20", "Ana +xx", ["turn.order"]),
        ("gin_rummy", "turn Beto; pile 9d7h; stock 20", "Beto <7h -7h", ["discard.taken"]),
        ("gin_rummy", "turn Beto; pile 9d7h; stock 20", "Beto <9d", ["card.location"]),
        ("gin_rummy", "turn Beto; stock 20", "Beto +xx", []),
        ("golf", "turn Beto; pile 7h", "Beto +8h", []),
        ("golf", "turn Beto; pile 7h; stock 20", "Beto +7h", ["card.location"]),
    ],
)
def test_other_games_stand_so_too(game: str, position: str, play: str, rules: list[str]) -> None:
    head = f"{game} lang=en\nplayers Ana, Beto\nhand Beto\ndeal\nturned 9d\n"
    assert found(f"{head}position {position}\n{play}") == rules


ROUND = "lang=en\nplayers Ana, Beto\nhand Beto\nposition "


@pytest.mark.parametrize(
    ("game", "written", "message"),
    [
        ("dimes", "round 9\nscore Ana 0, Beto 15", "multiples of 2 in this round"),
        ("dimes", "round 12", "The game has 11 hands, but the position is in round 12."),
        ("dimes", "totals Ana 100, Beto 80\ntotals Ana 100, Beto 70", "70 in all after 80"),
        ("golf", "pile 7h8h; hands Ana 4, Beto 4; stock 44", "The position has 54 cards"),
        ("gin_rummy", "pile 7h9d7h", "names 7h more often than the deck"),
    ],
)
def test_what_contradicts_a_position_or_the_game_is_reported(
    game: str, written: str, message: str
) -> None:
    lines = read_sheet(f"{game} {ROUND}{written}\n", "the sheet")
    assert any(message in one["message"] for one in judge(lines)["findings"])


def test_points_go_on_from_the_totals_and_the_round_of_a_position() -> None:
    written = (
        "round 10; totals Ana 100, Beto 80\nscore Ana 0, Beto 16\nhand Ana\nscore Ana 30, Beto 0"
    )
    report = judge(read_sheet(f"dimes {ROUND}{written}\n", "the sheet"))
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
