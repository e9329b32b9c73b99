"""The casebook: similar cases are found, and written as a page."""

from pathlib import Path

from referee_schemas.reading import read_log

from referee.rulings.casebook import cases_of, nearest
from tests.cli.running import referee

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"


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
