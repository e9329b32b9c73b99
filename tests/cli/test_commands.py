"""The commands on real files, as users run them, and on terminals of every kind."""

import json
import os
import re
from pathlib import Path

import pytest

from referee.judging.registry import find
from tests.cli.running import process, referee

HERE = Path(__file__).parent
LOGS = HERE.parent / "conformance"
CLEAN = LOGS / "legal-01.jsonl"
BROKEN = LOGS / "fault-claim.priority.jsonl"
CONTRADICTION = LOGS / "fault-card.location.jsonl"
SAMPLES = HERE.parents[1] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"
HIDDEN = SAMPLES / "all-hands-hidden.jsonl"


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        (("check", BROKEN), "utf-8"),
        (("check", BROKEN), "ascii"),
        (("check", "--json", CONTRADICTION), "ascii"),
        (("chek",), "utf-8"),
    ],
)
def test_a_process_of_its_own_says_the_same(words: tuple[object, ...], encoding: str) -> None:
    """Compare a command that a shell starts with one run in this process."""
    done, here = process(*words, encoding=encoding), referee(*words, encoding=encoding)
    assert (done.returncode, done.stdout) == (here.returncode, here.stdout)
    assert done.stderr == here.stderr


def test_json_is_utf_8_everywhere() -> None:
    printed = referee("check", "--json", BROKEN).stdout
    assert referee("check", "--json", BROKEN, encoding="ascii").stdout == printed


@pytest.mark.parametrize(("encoding", "card"), [("utf-8", "8♦"), ("ascii", "8d"), ("cp1252", "8d")])
def test_suits_are_signs_only_where_they_can_be_shown(encoding: str, card: str) -> None:
    assert f"used {card}" in referee("check", BROKEN, encoding=encoding).stdout.decode(encoding)


def test_audit_takes_any_file_name_and_names_what_is_no_file(tmp_path: Path) -> None:
    strange = os.fsencode(tmp_path) + b"/bad\xff.JSONL"
    with open(strange, "wb") as file:  # noqa: PTH123 - a name that is no text
        file.write(CLEAN.read_bytes())
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "lost.sheet").symlink_to("nowhere")
    done = referee("check", "--summary", "--json", tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["log"].endswith("bad\ufffd.JSONL")
    named = [line.rpartition("/")[2] for line in done.stderr.decode().splitlines()]
    assert named == ["lost.sheet", "pipe.jsonl"]


@pytest.mark.parametrize("game", ["desmoche", "conquien"])
def test_the_list_of_rules_has_every_rule_and_house_rule(game: str) -> None:
    lines = referee("rules", game).stdout.decode().splitlines()
    named = {line.partition("  ")[0] for line in lines}
    assert find(game).rule_ids < named
    assert {rule.name for rule in find(game).house_rules} < named


NARROW = [
    ("check", QUARREL),
    ("check", SAMPLES / "dimes-eleven-rounds.jsonl"),
    ("rule", QUARREL, "--event", "39", "--full"),
    ("rule", QUARREL),
    ("whatif", QUARREL, "--without", "39"),
    ("whatif", "--which", SAMPLES / "every-bonus.jsonl"),
    ("knows", QUARREL, "--event", "12"),
    ("ask", HIDDEN),
    ("replay", HIDDEN, "--event", "12"),
    ("check", "--summary", "--jobs", "1", QUARREL, HIDDEN),
    ("rules", "golf"),
    ("demo", "--list"),
    ("--help",),
]


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("words", NARROW, ids=lambda words: words[0])
def test_lines_fit_and_end_where_their_text_ends(words: tuple[object, ...], columns: int) -> None:
    told = referee(*words, COLUMNS=str(columns)).stdout.decode()
    paths = (str(SAMPLES)[:columns], "==")
    lines = [line for line in told.split("\n") if not line.startswith(paths)]
    assert [line for line in lines if len(line) > columns or line != line.rstrip()] == []


def test_a_terminal_that_does_not_know_its_width_is_an_ordinary_one() -> None:
    assert referee("check", QUARREL, COLUMNS="0").stdout == referee("check", QUARREL).stdout


@pytest.mark.parametrize(("language", "aces"), [("en", "Ac Ad Ah As"), ("es", "Af Ao Ac An")])
def test_without_accents_names_and_cards_can_still_be_read(language: str, aces: str) -> None:
    done = process("check", QUARREL, "--lang", language, encoding="ascii")
    told = done.stdout.decode("ascii")
    assert all(words in told for words in ("Yo la pedi primero!", "Ramon", aces))
    # no letter was replaced by a question mark
    assert not re.search(r"\w\?\w", told)


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("new", "--help"), ("frobnicate",)])
def test_what_click_prints_is_as_plain_as_the_rest(words: tuple[str, ...]) -> None:
    done = referee(*words, "--lang", "es", encoding="ascii")
    assert (done.stdout + done.stderr).isascii()
