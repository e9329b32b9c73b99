"""Walks through the web form, which ``walks/*.txt`` tell."""

from pathlib import Path

import pytest

import referee.web.responses
from referee.wording.translations import LANGUAGES
from tests.stories import Step, stories
from tests.web.walking import Walk
from tests.wordless import Strict


@pytest.mark.parametrize("steps", stories(Path(__file__).with_name("walks")))
def test_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[Step]) -> None:
    """Every text on the way must be in the catalogues."""
    spoken = {language: Strict(language) for language in LANGUAGES}
    monkeypatch.setattr(referee.web.responses, "catalogue", spoken.__getitem__)
    Walk(tmp_path).takes(steps)
    assert [text for language in spoken.values() for text in language.lacks()] == []
