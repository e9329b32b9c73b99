"""What judges and the pages run on Python alone: in a browser there is nothing that is compiled."""

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


@pytest.mark.parametrize("does", [JUDGES, SERVES], ids=["judges", "serves"])
def test_it_runs_without_what_is_compiled(does: str, tmp_path: Path) -> None:
    path = f"import sys; sys.path[:0] = ['.', 'schemas']\n{WITHOUT}{does}"
    command = [sys.executable, "-c", path, str(tmp_path / "book.db")]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    usual = [sys.executable, "-c", path.replace(WITHOUT, ""), str(tmp_path / "usual.db")]
    assert (
        done.stdout
        == subprocess.run(usual, cwd=HERE, capture_output=True, text=True, check=True).stdout
    )
