"""Sentences about Gin Rummy: winners known and open, the next acts, repairs."""

from __future__ import annotations

from pathlib import Path

import pytest
from referee_schemas.sheets import read_sheet

from referee.judging.replay import ReplayedLog
from tests.cli.running import referee

TABLE = "gin_rummy lang=en\nplayers Ana, Beto\nhand Beto\n"
KNOCKED = "turned 9d\nAna +4h *Kd\n"


def checked(tmp_path: Path, lines: str, *more: str) -> str:
    log = tmp_path / "game.txt"
    log.write_text(TABLE + lines, "utf-8")
    return referee("check", log, *more).stdout.decode()


def test_open_points_leave_the_winner_open(tmp_path: Path) -> None:
    told = checked(tmp_path, KNOCKED + "end\n")
    assert "It is unknown who has won." in told
    assert "Nobody alone" not in told


def test_a_hand_with_only_its_points_is_over(tmp_path: Path) -> None:
    told = checked(tmp_path, "score Ana 60, Beto 0\n")
    assert "not played to its end" not in told
    assert "The points were written down." in told


def test_a_game_may_be_over_after_one_hand(tmp_path: Path) -> None:
    lines = "score Ana 123, Beto 0\nhand Ana\n"
    assert "over after 1 hand when" in checked(tmp_path, lines)
    assert "después de 1 mano cuando" in checked(tmp_path, lines, "--lang", "es")


def test_no_cards_are_said_to_be_no_meld(tmp_path: Path) -> None:
    assert "Ana lays down an invalid meld: no cards." in checked(tmp_path, "Ana *9d =()\n")


def expected(lines: str) -> dict[str, tuple[str, ...]]:
    replay = ReplayedLog()
    replay.feed_all(read_sheet(TABLE + lines, "the sheet"))
    return {one.act: tuple(one.players) for one in replay.play.expected()}


def test_after_a_knock_melds_are_laid_down_and_cards_laid_off() -> None:
    told = expected(KNOCKED)
    assert (told["meld"], told["lay_off"]) == (("Ana", "Beto"), ("Beto",))
    assert told["show"] == ("Ana", "Beto")


def test_after_the_last_card_nothing_is_laid_off() -> None:
    turns = "".join(f"{('Ana', 'Beto')[one % 2]} +xx -xx\n" for one in range(29))
    told = expected(f"turned 9d\nAna. Beto.\n{turns}")
    assert "score" in told
    assert "meld" not in told


@pytest.mark.parametrize(("lines", "said"), [("turned 9d\n", "card of the pile.")])
def test_the_card_on_offer_is_no_alternative(lines: str, said: str) -> None:
    replay = ReplayedLog()
    replay.feed_all(read_sheet(TABLE + lines, "the sheet"))
    take = next(one for one in replay.play.expected() if one.act == "take")
    assert str(take.text).endswith(said)
