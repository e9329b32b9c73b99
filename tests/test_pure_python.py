"""Judging and the pages run on pure Python, as in a browser."""

import subprocess
import sys
from pathlib import Path

from referee import judge

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


def printed(program: str, *words: object) -> list[str]:
    """Return the output lines of a program that cannot load compiled modules."""
    paths = "import sys; sys.path[:0] = ['.', 'schemas']\n"
    command = [sys.executable, "-c", paths + WITHOUT + program, *map(str, words)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_logs_are_judged_the_same_without_what_is_compiled() -> None:
    logs = sorted(HERE.glob("sample_games/*.jsonl"))
    assert printed(JUDGES) == [str(len(judge(log)["findings"])) for log in logs]


def test_pages_are_served_without_what_is_compiled(tmp_path: Path) -> None:
    assert printed(SERVES, tmp_path / "book.db") == ["200"]
