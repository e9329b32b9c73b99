"""The commands on real files, as users run them."""

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
    """Compare a command that a shell starts with one run in this process."""
    done, here = process(*words, encoding=encoding), referee(*words, encoding=encoding)
    assert (done.returncode, done.stdout) == (here.returncode, here.stdout)
    assert done.stderr == here.stderr


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


def test_audit_takes_any_file_name_and_skips_what_is_no_file(tmp_path: Path) -> None:
    strange = os.fsencode(tmp_path) + b"/bad\xff.JSONL"
    with open(strange, "wb") as file:  # noqa: PTH123 - a name that is no text
        file.write(CLEAN.read_bytes())
    os.mkfifo(tmp_path / "pipe.jsonl")
    done = referee("check", "--summary", "--json", tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["log"].endswith("bad\ufffd.JSONL")


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
    assert "Logs: 63. Hands: 136. Events: 6618." in text
    assert "claim.priority" in text


@pytest.mark.parametrize("game", ["desmoche", "conquien"])
def test_the_rulebook_has_every_rule_and_house_rule(game: str) -> None:
    lines = referee("rules", game).stdout.decode().splitlines()
    rulebook = find(game)
    named = {line.partition("  ")[0] for line in lines}
    assert {rule.id for rule in rulebook.rules} < named
    assert {rule.name for rule in rulebook.house_rules} < named
    printed = json.loads(referee("rules", game, "--json").stdout)
    assert len(printed["rules"]) == len(rulebook.rules)
