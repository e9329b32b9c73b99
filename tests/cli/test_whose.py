"""``referee whose``: whose the card on offer is, and what nobody may do now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from referee_schemas.reading import read_log

from referee.judging.replay import ReplayedLog
from referee.quarrels.whose import facts_about_the_table
from referee.wording.sentences import symbols
from tests.cli.running import referee

SEATED = """
desmoche lang=en
players Ana, Beto, Carla
hand Carla bet 5
deal
cambio Ana xx, Beto xx, Carla xx
Ana +Kc
Ana +Qc /
"""


def standing(tmp_path: Path, play: str) -> list[tuple[str, str]]:
    """Return the sentences that hold after some lines of play, each with its rule."""
    sheet = tmp_path / "evening.sheet"
    sheet.write_text(SEATED + play)
    replay = ReplayedLog()
    replay.feed_all(list(read_log(sheet)))
    return [(one.sentence.render(symbols), one.rule) for one in facts_about_the_table(replay)]


@pytest.mark.parametrize(
    ("play", "told", "rule"),
    [
        ("Beto +7h /\nAna?", "7♥ is Ana's, who asked for it.", "claim.priority"),
        ("Beto +7h /\nAna?", "Until Ana uses it, Carla may still ask for it: nearer after Beto.",
         "claim.priority"),
        ("Beto +7h /\nAna?\nCarla?", "7♥ is Carla's, who asked for it and sits nearest after Beto, "
         "before Ana.", "claim.priority"),
        ("Beto +7h", "7♥ goes to Beto first, who has just drawn it.", "claim.priority"),
        ("Beto +7h /", "7♥ is for the first of these who wants it, in this order: Carla and Ana.",
         "claim.priority"),
        ("Beto +7h /", "Beto may not take 7♥ back.", "claim.own"),
        ("Beto +7h /\nCarla.", "Carla knocked on 7♥ and may not take it any more.", "claim.passed"),
        ("Beto +7h /\nCarla.\nAna.", "Nobody may take 7♥.", "claim.dead"),
        ("Beto +7h /", "Ana and Beto may not draw now.", "turn.order"),
        ("Beto +7h /\ngap", "It is unknown which card is on offer. The line that lays it down "
         "decides it.", ""),
    ],
)  # fmt: skip
def test_whose_the_card_is_and_why(tmp_path: Path, play: str, told: str, rule: str) -> None:
    assert (told, rule) in standing(tmp_path, play)


def test_the_command_says_what_may_be_done_too(tmp_path: Path) -> None:
    sheet = tmp_path / "evening.sheet"
    sheet.write_text(SEATED + "Beto +7h /\nAna?\n")
    told = referee("whose", sheet).stdout.decode().splitlines()
    assert told[0] == "7♥ is Ana's, who asked for it. (claim.priority)"
    assert "- Carla may ask for 7♥. (claim.priority)" in told
    found = json.loads(referee("whose", sheet, "--json").stdout)
    assert found["stands"][0] == {
        "told": "7h is Ana's, who asked for it.",
        "rule": "claim.priority",
    }
    assert found["may"][0]["act"] == "meld"


def test_a_game_with_turns_says_who_may_take_the_top_card(tmp_path: Path) -> None:
    sheet = tmp_path / "golf.sheet"
    sheet.write_text("golf lang=en\nplayers Ana, Beto\nhand Beto\ndeal\nturned 9d\n")
    told = referee("whose", sheet, "--lang", "es").stdout.decode()
    assert "9♦" in told.splitlines()[0]
    assert "Ana" in told.splitlines()[0]


def test_between_hands_there_is_no_card(tmp_path: Path) -> None:
    sheet = tmp_path / "evening.sheet"
    sheet.write_text("desmoche players Ana, Beto*\n")
    assert "Anybody may deal" in referee("whose", sheet).stdout.decode().splitlines()[0]


def test_next_begins_with_it(tmp_path: Path) -> None:
    sheet, book = tmp_path / "evening.sheet", tmp_path / "book.db"
    sheet.write_text(SEATED + "Beto +7h /\nAna?\n")
    assert referee("book", "import", sheet, "--name", "friday", book=book).returncode == 0
    told = referee("next", "friday", book=book).stdout.decode()
    assert told.startswith("7♥ is Ana's")


def test_a_forced_card_is_for_the_owner_of_the_meld(tmp_path: Path) -> None:
    forcing = SEATED.replace("lang=en", "lang=en house forced_cards=on_demand")
    play = forcing + "Beto +5h Carla =4h5h6h -Kd\nAna +7h /\n"
    sheet = tmp_path / "evening.sheet"
    for written, told, rule in (
        (play, "7h may be forced on Carla, onto a meld that it extends.", "force.priority"),
        (play + "force Carla by Beto\n", "Carla must use 7h, which was forced", "force.refused"),
    ):
        sheet.write_text(written)
        stands = json.loads(referee("whose", sheet, "--json").stdout)["stands"]
        assert any(told in one["told"] and one["rule"] == rule for one in stands), stands
