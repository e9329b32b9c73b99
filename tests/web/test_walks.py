"""Walks through the web form, which ``walks/*.txt`` tell."""

from pathlib import Path

import pytest

from tests.stories import Step, stories
from tests.web.walking import Walk


@pytest.mark.parametrize("steps", stories(Path(__file__).with_name("walks")))
def test_walk(tmp_path: Path, steps: list[Step]) -> None:
    Walk(tmp_path).takes(steps)
