"""The commands that settle a quarrel, as somebody at the table runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import referee

ROOT = Path(__file__).parent.parent.parent
QUARREL = ROOT / "sample_games" / "priority-quarrel.jsonl"
CONFORMANCE = ROOT / "tests" / "conformance"
CLEAN = ROOT / "sample_games" / "clean-evening.jsonl"
OPEN_OFFENCE = ROOT / "sample_games" / "disqualified-hid-draw-open.jsonl"
SLIP = CONFORMANCE / "fault-card.location.jsonl"

PARTS = ["What to do now", "Rule", "Facts"]
FULL = ["What to do now", "Done right", "Question", "Rule", "Facts", "Shown by", "Who",
        "Forgiveness"]  # fmt: skip


def said(*words: object, status: int = 0) -> str:
    done = referee(*words)
    assert done.returncode == status, done.stderr.decode()
    return " ".join(done.stdout.decode().split())


def refused(*words: object) -> str:
    done = referee(*words)
    assert done.returncode in (2, 3)
    assert b"Traceback" not in done.stderr
    return " ".join(done.stderr.decode().split())


def headings(*words: object) -> list[str]:
    printed = referee("rule", QUARREL, "--event", 39, *words).stdout.decode()
    lines = [line for line in printed.splitlines() if not line.startswith(" ")]
    return [line for line in lines if line in FULL]


def test_a_ruling_begins_with_its_verdict() -> None:
    told = said("rule", QUARREL, "--event", 39, status=1)
    assert told.startswith(
        "Not allowed: Eddy used 7♥, but Ramón, who sits nearer to Mayra, had asked for it."
    )
    assert "(claim.priority)" in told
    assert headings() == PARTS
    assert headings("--full") == FULL


@pytest.mark.parametrize(("event", "status"), [(39, 1), (17, 0), (5, 0)])
def test_a_ruling_says_by_its_status_what_it_found(event: int, status: int) -> None:
    assert referee("rule", QUARREL, "--event", event).returncode == status


def test_a_ruling_in_json_says_the_same() -> None:
    (ruling,) = map(
        json.loads, referee("rule", QUARREL, "--event", 39, "--json").stdout.splitlines()
    )
    assert ruling["kind"] == "not allowed"
    assert ruling["verdict"].startswith("Not allowed: Eddy used 7♥")
    assert ruling["shown_by"] == [37, 38, 39]
    assert all(ruling[part] for part in ("question", "facts", "remedies", "forgiveness"))


def test_every_dispute_is_ruled_on() -> None:
    told = said("rule", QUARREL, status=1)
    assert "Q♥ is Ramón's: Ramón sits next after Mayra, and asking first does not count." in told
    assert "Ramón says: “That card was mine.”" in told
    assert said("rule", SLIP) == "Nothing was disputed."


def test_what_cannot_be_ruled_on_is_said() -> None:
    assert "none with number 999" in refused("rule", QUARREL, "--event", 999)
    assert "has no rule no.such" in refused("rule", QUARREL, "--event", 39, "--rule", "no.such")
    told = refused("rule", "nowhere.jsonl", "--event", 1)
    assert "No file or recorded game is called nowhere.jsonl." in told


def test_what_if_tells_the_difference() -> None:
    assert said("whatif", QUARREL) == "Nothing would be different."
    assert "Chepe 25 more" in said("whatif", CLEAN, "--house", "play_everything=on")
    told = said("whatif", QUARREL, "--instead", "39", "Ramón =7h7s7d")
    assert "this would not be found (claim.priority)" in told
    assert told == said(
        "whatif", QUARREL, "--instead", "39",
        '{"type": "meld", "player": "Ramón", "cards": ["7h", "7s", "7d"]}',
    )  # fmt: skip
    assert said("whatif", QUARREL, "--instead", "39", "nothing") == said(
        "whatif", QUARREL, "--without", "39"
    )
    assert "found «7x»" in refused("whatif", QUARREL, "--instead", "39", "Ramón =7x")
    assert "no house rule" in refused("whatif", QUARREL, "--house", "loud=on")


def test_the_crux_names_what_matters() -> None:
    told = json.loads(referee("whatif", "--which", OPEN_OFFENCE, "--json").stdout)
    assert "enforcement" in told["matters"]
    assert "knock" in told["idle"]
    assert {"turning_points", "matters", "idle"} <= told.keys()
    changed = {change["rule"] for one in told["turning_points"] for change in one["changes"]}
    assert changed == set(told["matters"])


def test_what_the_record_knows_comes_with_its_events() -> None:
    told = said("knows", QUARREL, "--event", 38, "--player", "Eddy")
    assert "certainly: 7♦ A♠ 7♠" in told
    assert "7♦ 7♠: event 39" in told


def test_a_repair_is_ready_to_be_added() -> None:
    repairs = json.loads(referee("repair", SLIP, "--json").stdout)["repairs"]
    assert repairs[0]["corrections"][0]["type"] in ("correct", "insert")
    assert [found["rule"] for found in repairs[0]["gone"]] == ["card.location"]


@pytest.mark.parametrize("command", ["rule", "whatif", "knows", "ask", "repair", "compare"])
def test_each_explains_itself(command: str) -> None:
    assert "Usage: " in said(command, "--help")


def test_two_logs_are_compared_question_by_question(tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(QUARREL.read_text("utf-8").replace('"7d"', '"7c"', 1), "utf-8")
    done = referee("compare", QUARREL, other)
    assert done.returncode == 1
    assert "7♣" in done.stdout.decode()
    assert referee("compare", QUARREL, QUARREL).returncode == 0
