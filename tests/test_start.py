"""A command loads only the modules that it needs at its start, and judging needs pure Python."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from referee_cli.commands import ALONE, EVERY, load

import referee.games
from referee.judging.registry import OWN, games

ROOT = Path(__file__).parents[1]

HEAVY = {
    "babel", "flask", "importlib.metadata", "marshmallow", "referee.notation", "referee.rulings",
    "referee.store", "referee.web", "rich", "referee_schemas.loading", "sqlite3", "sqlite_utils",
}  # fmt: skip
"""Modules that are slow to load, and needed only elsewhere."""


def loaded(code: str) -> set[str]:
    """Return the modules that are loaded after this code has run."""
    tell = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    done = subprocess.run(
        [sys.executable, "-c", f"{tell}\n{code}"], capture_output=True, text=True, check=False
    )
    return set(done.stderr.split())


def command(*words: str) -> set[str]:
    return loaded(f"from referee_cli.main import main; main({list(words)!r})")


def games_in(modules: set[str]) -> set[str]:
    return modules & set(OWN.values())


def test_the_version_needs_no_game() -> None:
    modules = command("--version")
    assert "referee_cli.main" in modules
    assert games_in(modules) == set()
    assert modules & HEAVY <= {"referee.store", "sqlite3", "sqlite_utils"}


def test_the_help_needs_no_command() -> None:
    modules = command("--help")
    assert {f"referee_cli.{one.module}" for one in EVERY.values()} & modules == set()
    assert modules & HEAVY == set()


@pytest.mark.parametrize("game", ["desmoche", "cambio_cabo", "dam"])
def test_a_log_is_judged_with_its_own_game_alone(tmp_path: Path, game: str) -> None:
    log = tmp_path / "short.jsonl"
    opening = {"type": "game", "game": game, "players": ["Ana", "Beto", "Carla"]}
    log.write_text(json.dumps(opening), encoding="utf-8")
    modules = command("check", str(log))
    assert games_in(modules) == {OWN[game]}
    assert modules & HEAVY == {"rich"}
    assert command("check", "--json", str(log)) & HEAVY == set()


def test_a_sheet_needs_no_schema(tmp_path: Path) -> None:
    path = tmp_path / "short.sheet"
    path.write_text("desmoche players Ana, Beto*\nhand bet 5\n", encoding="utf-8")
    modules = command("check", str(path))
    assert games_in(modules) == {OWN["desmoche"]}
    assert "marshmallow" not in modules


OUTSIDE = {
    "click", "flask", "marshmallow", "rich", "sqlite3", "sqlite_utils", "referee_schemas",
    "referee_cli",
}  # fmt: skip

A_REPORT = """
import referee
log = referee.read_log("desmoche players Ana, Beto*\\nhand bet 5\\n")
referee.report_text(referee.judge(log), log)
"""


@pytest.mark.parametrize(
    ("code", "others"),
    [
        ("import referee", OUTSIDE),
        ("import referee.games.desmoche", OUTSIDE),
        ("import referee.games.golf", OUTSIDE),
        ("import referee.judging.replay", OUTSIDE),
        ("import referee_schemas.reading", {"click"}),
        ("from referee import judge", HEAVY | set(OWN.values())),
        (A_REPORT, {"click", "referee_cli"}),
    ],
)
def test_the_library_loads_nothing_that_surrounds_it(code: str, others: set[str]) -> None:
    modules = loaded(code)
    assert "referee" in modules
    assert modules & others == set()


@pytest.mark.parametrize("name", [*EVERY, *ALONE])
def test_the_help_of_all_commands_says_what_the_command_says(name: str) -> None:
    command = load(name)
    assert isinstance(command, click.Command)
    first, *_ = (command.help or "").split("\n\n")
    assert {**EVERY, **ALONE}[name].plain == " ".join(first.split())


def test_every_game_is_in_the_table_of_games() -> None:
    folder = Path(referee.games.__file__).parent
    modules = [path.stem for path in folder.glob("[a-z]*.py")]
    modules += [path.parent.name for path in folder.glob("[a-z]*/__init__.py")]
    homes = [f"referee.games.{name}" for name in modules]
    brought = {
        book.name: name for name in homes for book in getattr(import_module(name), "RULEBOOKS", ())
    }
    assert brought == OWN
    assert [book.name for book in games() if book.name in OWN] == list(OWN)


# ---- on pure Python, as in a browser

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
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_logs_are_judged_the_same_without_what_is_compiled() -> None:
    logs = sorted(ROOT.glob("sample_games/*.jsonl"))
    assert printed(JUDGES) == [str(len(referee.judge(log)["findings"])) for log in logs]


def test_pages_are_served_without_what_is_compiled(tmp_path: Path) -> None:
    assert printed(SERVES, tmp_path / "book.db") == ["200"]
