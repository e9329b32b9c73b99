"""The casebook: similar cases are found; ``tests/cli/sessions`` has what the command says."""

from pathlib import Path

from referee_schemas.reading import read_log

from referee.rulings.casebook import cases_of, nearest

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"


def test_only_earlier_cases_about_the_same_rule_are_like_it() -> None:
    logs = sorted(SAMPLES.glob("*.jsonl"))
    every = [one for log in logs for one in cases_of(log.name, list(read_log(log)))]
    first, second = (one for one in every if one.log == QUARREL.name)
    assert nearest(second, every) == [first]
    assert nearest(first, every) == []
