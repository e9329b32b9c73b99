"""Logs to audit."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Return a folder with some evenings, and a log that cannot be read."""
    folder = tmp_path / "logs"
    shutil.copytree(ROOT / "sample_games", folder)
    (folder / "broken.jsonl").write_text('{"type": "gme"}\n', encoding="utf-8")
    return folder
