"""Sessions at a terminal, which ``sessions/*.txt`` tell."""

from pathlib import Path

import pytest
import referee_cli.language

from tests.cli.sessions import Session
from tests.stories import Step, stories


@pytest.mark.parametrize("steps", stories(Path(__file__).with_name("sessions")))
def test_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[Step]) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in referee_cli.language.ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    Session(tmp_path).takes(steps)
