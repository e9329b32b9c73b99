"""The rulings on the sample quarrels, in both languages.

``python -m tests.rulings.test_golden`` rewrites the expected files; check the changes before you
commit them.
"""

from pathlib import Path

import pytest
from referee_schemas.reading import read_log

from referee.rulings.ruling import rulings
from referee.wording.language import speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue

SAMPLES = sorted((Path(__file__).parents[2] / "sample_games").glob("*.jsonl"))
GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = ("en", "es")


def told(language: str) -> str:
    """Return every ruling on a dispute of the samples: the verdict, what to do now, the facts."""
    parts = []
    with speaking(catalogue(language)):
        for sample in SAMPLES:
            for ruling in rulings(list(read_log(sample)), symbols):
                lines = [f"# {sample.stem} {ruling.asked.event}", ruling.verdict(symbols)]
                lines += [f"- {one.what.render(symbols)}" for one in ruling.remedies]
                lines += [f"* {fact.render(symbols)}" for fact in ruling.facts]
                lines += [one.render(symbols) for one in (*ruling.would_decide, *ruling.decided)]
                parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_quarrels_are_ruled_as_they_were_read(language: str) -> None:
    assert told(language) == (GOLDEN / f"rulings.{language}.txt").read_text("utf-8")


if __name__ == "__main__":
    for each in LANGUAGES:
        (GOLDEN / f"rulings.{each}.txt").write_text(told(each), encoding="utf-8")
