"""The arrows of the house run one way."""

from __future__ import annotations

import subprocess
import sys

import pytest

OUTSIDE = ("click", "flask", "marshmallow", "rich", "sqlite3", "sqlite_utils", "schemas", "cli")


@pytest.mark.parametrize("module", ["referee", "referee.rulebooks.desmoche", "referee.replay"])
def test_the_core_knows_nothing_of_what_surrounds_it(module: str) -> None:
    look = f"import sys, {module}; print(*[name for name in {OUTSIDE!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_reading_a_log_needs_no_command_line() -> None:
    look = "import sys, schemas.reading; print('click' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
