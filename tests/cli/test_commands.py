"""The commands as somebody at a table runs them, on real files."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import jsonschema
import pytest
from referee_schemas.json_schema import report_schema

from referee.judging.registry import find
from tests.cli.running import COMMAND, process, referee

HERE = Path(__file__).parent
LOGS = HERE.parent / "conformance"
CLEAN = LOGS / "legal-01.jsonl"
QUARREL = LOGS / "fault-claim.priority.jsonl"
CONTRADICTION = LOGS / "fault-card.location.jsonl"


@pytest.mark.parametrize(("log", "status"), [(CLEAN, 0), (QUARREL, 1), (CONTRADICTION, 4)])
def test_check_says_how_it_ended_by_its_exit_status(log: Path, status: int) -> None:
    assert referee("check", log).returncode == status


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        (("check", QUARREL), "utf-8"),
        (("check", QUARREL), "ascii"),
        (("check", "--json", CONTRADICTION), "ascii"),
        (("chek",), "utf-8"),
    ],
)
def test_a_process_of_its_own_says_the_same(words: tuple[object, ...], encoding: str) -> None:
    """A command that a shell starts behaves as the other tests see it in this process."""
    done, here = process(*words, encoding=encoding), referee(*words, encoding=encoding)
    assert (done.returncode, done.stdout) == (here.returncode, here.stdout)
    assert done.stderr == here.stderr


def test_check_of_several_logs_ends_with_the_worst() -> None:
    assert referee("check", CLEAN, CONTRADICTION, QUARREL).returncode == 4


def test_the_text_names_players_and_cards_before_any_id() -> None:
    text = referee("check", QUARREL).stdout.decode()
    told = "1. Inés used 8♦, but Hugo, who sits nearer to Fidel, had asked for it."
    assert " ".join(text.split()).find(told) > 0
    assert "Hugo" in text.split("Still owed")[1]


def test_json_is_the_published_report() -> None:
    printed = referee("check", "--json", QUARREL).stdout
    report = json.loads(printed)
    jsonschema.validate(report, report_schema())
    assert [found["rule"] for found in report["findings"]] == ["claim.priority"]
    assert referee("check", "--json", QUARREL, encoding="ascii").stdout == printed


def test_standard_input_is_a_log() -> None:
    assert referee("check", "-", stdin=CLEAN.read_bytes()).returncode == 0


@pytest.mark.parametrize(("encoding", "card"), [("utf-8", "8♦"), ("ascii", "8d"), ("cp1252", "8d")])
def test_suits_are_signs_only_where_they_can_be_shown(encoding: str, card: str) -> None:
    done = referee("check", QUARREL, encoding=encoding)
    assert done.returncode == 1
    assert f"used {card}" in done.stdout.decode(encoding)


def test_what_cannot_be_read_is_one_error_and_no_traceback(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    log.write_text(
        '{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}\n{"type": "drwa"}\n'
    )
    for words in (("check",), ("check", "--json"), ("replay",)):
        done = referee(*words, log)
        error = done.stderr.decode()
        assert done.returncode == 3
        assert "line 2" in error
        assert "draw" in error
        assert "Traceback" not in error


@pytest.mark.parametrize(
    "wrong", [("check",), ("rules", "poker"), ("rules", "desmoche", "no.rule")]
)
def test_wrong_use_is_status_2(wrong: tuple[str, ...]) -> None:
    assert referee(*wrong).returncode == 2


def test_audit_goes_on_after_an_unreadable_log(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "good.jsonl").write_bytes(CLEAN.read_bytes())
    (tmp_path / "quarrel.jsonl").write_bytes(QUARREL.read_bytes())
    (tmp_path / "bad.jsonl").write_bytes(b"\xff\xfe{")
    done = referee("check", "--summary", "--jobs", "2", "--json", tmp_path)
    lines = {Path(one["log"]).name: one for one in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 3
    assert {name: one["exit"] for name, one in lines.items()} == {
        "good.jsonl": 0, "quarrel.jsonl": 1, "bad.jsonl": 3,
    }  # fmt: skip
    assert lines["bad.jsonl"]["report"] is None
    assert "UTF-16" in lines["bad.jsonl"]["error"]
    jsonschema.validate(lines["quarrel.jsonl"]["report"], report_schema())


def test_audit_takes_any_file_name_and_skips_what_is_no_file(tmp_path: Path) -> None:
    strange = os.fsencode(tmp_path) + b"/bad\xff.JSONL"
    with open(strange, "wb") as file:  # noqa: PTH123 - a name that is no text
        file.write(CLEAN.read_bytes())
    os.mkfifo(tmp_path / "pipe.jsonl")
    done = referee("check", "--summary", "--json", tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["log"].endswith("bad\ufffd.JSONL")


def test_audit_judges_any_file_that_is_a_log_and_names_the_others(tmp_path: Path) -> None:
    (tmp_path / "evening.txt").write_text("# Friday\n\ndesmoche\nplayers Ana, Beto*\n")
    (tmp_path / "quarrel.log").write_bytes(QUARREL.read_bytes())
    (tmp_path / "notes.txt").write_text("Beto brings the beer.\n")
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / ".hidden").write_text("a secret")
    done = referee("check", "--summary", "--json", tmp_path)
    judged = {Path(json.loads(line)["log"]).name for line in done.stdout.splitlines()}
    assert (done.returncode, judged) == (1, {"evening.txt", "quarrel.log"})
    named = done.stderr.decode().splitlines()
    assert [Path(line.partition(": ")[2]).name for line in named] == ["notes.txt", "picture"]


def test_audit_names_every_log_with_findings_and_every_broken_one(tmp_path: Path) -> None:
    for number in range(25):
        (tmp_path / f"quarrel-{number}.jsonl").write_bytes(QUARREL.read_bytes())
        (tmp_path / f"broken-{number}.jsonl").write_bytes(b"{")
    told = referee("check", "--summary", "--jobs", "1", tmp_path, COLUMNS="500").stdout.decode()
    assert all(f"quarrel-{number}.jsonl: 1 finding" in told for number in range(25))
    assert all(f"broken-{number}.jsonl, line 1" in told for number in range(25))


def test_audit_adds_up_no_money_of_different_units(tmp_path: Path) -> None:
    sample = LOGS.parents[1] / "sample_games" / "priority-quarrel.jsonl"
    opening, *others = sample.read_text("utf-8").splitlines()
    units = {"one": "dollars", "two": "dollars", "three": "córdobas", "four": ""}
    for name, unit in units.items():
        game = json.dumps(json.loads(opening) | {"unit": unit})
        (tmp_path / f"{name}.jsonl").write_text("\n".join([game, *others]), encoding="utf-8")
    told = referee("check", "--summary", "--jobs", "1", tmp_path, COLUMNS="500").stdout.decode()
    apart = "30 without a unit in Desmoche, 30 córdobas, 60 dollars"
    assert f"Money that changed hands: {apart}." in told


def test_audit_reads_standard_input() -> None:
    assert (
        b"Logs: 1. Hands: 2" in referee("check", "--summary", "-", stdin=CLEAN.read_bytes()).stdout
    )


def test_no_log_at_all_is_an_error_and_not_the_current_folder() -> None:
    assert referee("check", "--summary", "").returncode == 3
    assert referee("check", "").returncode == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_said_in_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "check", str(CLEAN)],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert b"cannot be printed" in done.stderr
    assert b"Traceback" not in done.stderr


def test_audit_counts_by_rule() -> None:
    text = referee("check", "--summary", LOGS).stdout.decode()
    assert "Logs: 40. Hands: 65. Events: 3114." in text
    assert "claim.priority" in text


def test_replay_shows_the_table_after_a_line() -> None:
    text = referee("replay", "--step", "13", QUARREL).stdout.decode()
    assert text.startswith("13. Inés melds 6♦ 7♦ 8♦.")
    assert "Inés: 6♦ 7♦ 8♦; in hand" in text
    assert "owes a payment" in text
    every = referee("replay", "--json", QUARREL).stdout.splitlines()
    assert len(every) == len(QUARREL.read_bytes().splitlines())
    assert json.loads(every[12])["table"]["hand"]["seats"][0]["player"] == "Fidel"


def test_replay_beyond_the_log_says_how_long_it_is() -> None:
    done = referee("replay", "--step", "999", CLEAN)
    assert done.returncode == 2
    assert "108 events" in done.stderr.decode()


@pytest.mark.parametrize("game", ["desmoche", "conquien"])
def test_the_rulebook_has_every_rule_and_house_rule(game: str) -> None:
    lines = referee("rules", game).stdout.decode().splitlines()
    rulebook = find(game)
    named = {line.partition("  ")[0] for line in lines}
    assert {rule.id for rule in rulebook.rules} < named
    assert {rule.name for rule in rulebook.house_rules} < named
    printed = json.loads(referee("rules", game, "--json").stdout)
    assert len(printed["rules"]) == len(rulebook.rules)


def test_rules_are_found_by_plain_words() -> None:
    told = referee("rules", "desmoche", "he", "searched", "the", "pile").stdout.decode()
    lines = [line.strip() for line in told.splitlines()]
    assert lines[:2] == ["They looked through the pile", "referee quarrel desmoche searched-pile"]
    assert "discard.search" in lines
    found = json.loads(referee("rules", "golf", "may I look again?", "--json").stdout)["found"]
    assert "looked-again" in [one["id"] for one in found[:3]]
    assert len(found) <= 10


def test_a_rule_that_does_not_exist_names_the_nearest() -> None:
    done = referee("rules", "desmoche", "claim.ded")
    assert done.returncode == 2
    assert "claim.dead" in done.stderr.decode()
    assert "about 'zzz'" in referee("rules", "desmoche", "zzz").stderr.decode()


def test_one_rule_is_told_in_plain_words() -> None:
    text = referee("rules", "desmoche", "claim.dead").stdout.decode()
    assert "Only the top card of the pile is on offer" in text
    assert "last_card" in text
