"""The casebook: every dispute is a case, and similar cases are found."""

from __future__ import annotations

from pathlib import Path

from referee_schemas.reading import read_log

from referee.rulings.casebook import by_rule, cases_of, nearest
from tests.cli.running import referee

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"


def test_every_dispute_is_a_case_with_what_the_table_decided() -> None:
    lawful, breach = cases_of("quarrel", list(read_log(QUARREL)))
    assert (lawful.rule, lawful.kind, lawful.event) == ("claim.priority", "in order", 17)
    assert breach.kind == "not allowed"
    assert lawful.decided[-1] == "The record agrees."
    assert [rule for rule, _ in by_rule([lawful, breach])] == [("desmoche", "claim.priority")]


def test_whoever_disputes_their_own_breach_is_not_upheld_by_it() -> None:
    (case,) = cases_of("begging", list(read_log(SAMPLES / "dam-begging.jsonl")))
    assert case.decided[-1] == "The record agrees."


def test_only_earlier_cases_about_the_same_rule_are_like_it() -> None:
    logs = sorted(SAMPLES.glob("*.jsonl"))
    every = [one for log in logs for one in cases_of(log.name, list(read_log(log)))]
    first, second = (one for one in every if one.log == QUARREL.name)
    assert nearest(second, every) == [first]
    assert nearest(first, every) == []


def test_the_casebook_is_written_as_a_page(tmp_path: Path) -> None:
    page = tmp_path / "cases.html"
    assert referee("cases", SAMPLES, "--html", page).returncode == 0
    assert "<h2>Desmoche: claim.priority</h2>" in page.read_text("utf-8")
