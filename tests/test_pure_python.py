"""Judging and the pages run on Python alone: in a browser nothing compiled can be had."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]

WITHOUT = """
import sys
for name in ("msgspec", "pysqlite3", "_multiprocessing", "waitress", "rich", "psycopg", "fpdf"):
    sys.modules[name] = None
"""

JUDGES = """
from pathlib import Path
from referee import judge
from referee_schemas.reading import read_log
for log in sorted(Path("sample_games").glob("*.jsonl")):
    print(len(judge(list(read_log(log)))["findings"]))
"""

SERVES = """
from referee.web import Settings, create_app
app = create_app(Settings(sys.argv[1], in_browser=True))
print(app.test_client().get("/open").status_code)
"""


def printed(program: str, book: Path) -> str:
    """Return the output of a program in an interpreter of its own."""
    paths = "import sys; sys.path[:0] = ['.', 'schemas']\n"
    command = [sys.executable, "-c", paths + program, str(book)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("does", [JUDGES, SERVES], ids=["judges", "serves"])
def test_it_runs_the_same_without_what_is_compiled(does: str, tmp_path: Path) -> None:
    without = printed(WITHOUT + does, tmp_path / "without.db")
    assert without == printed(does, tmp_path / "with.db")
