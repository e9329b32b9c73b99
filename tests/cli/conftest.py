"""Logs to audit. Tests that run only at full depth need more than is installed for the others."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import depth

ROOT = Path(__file__).parents[2]

collect_ignore = [] if depth.is_deep() else ["test_archive.py", "test_workers.py"]


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Some evenings, and a log that cannot be read."""
    folder = tmp_path / "logs"
    shutil.copytree(ROOT / "sample_games", folder)
    (folder / "broken.jsonl").write_text('{"type": "gme"}\n', encoding="utf-8")
    return folder
