"""Imports point downward only; every package has a docstring."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache, partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from referee.answers.witness import Witness
from referee.core.table import Table
from referee.judging.registry import games
from referee.judging.rulebook import Rulebook

HOUSE = Path(__file__).parents[1]

PACKAGES = {HOUSE: "referee", HOUSE / "schemas": "referee_schemas", HOUSE / "cli": "referee_cli"}
"""The packages of a wheel, by their folders."""

FLOORS = (
    {"referee.cards", "referee.version"},
    {"referee.wording"},
    {"referee.judging"},
    {"referee.core"},
    {"referee.answers"},
    {"referee.games"},
    {"referee.notation", "referee.rulings", "referee.simulating", "referee.visibility"},
    {"referee_schemas", "referee.store", "referee.paper", "referee.text"},
    {"referee.season", "referee.bundle", "referee.quarrels"},
    {"referee.web", "referee.static", "referee_cli", "referee.library", "referee.book"},
)
"""The layers of packages from the bottom up: each uses only those below it."""

BESIDE = {
    ("referee.store", "referee_schemas"),
    ("referee.text", "referee.paper"),
    ("referee_cli", "referee.web"),
    ("referee.static", "referee.web"),
    ("referee.book", "referee.library"),
}
"""Pairs of packages of one layer, of which the first may use the second."""

SHARED_BY_RULINGS = ("whatif",)
"""Modules that all rulings may use; otherwise the rulings do not know each other."""

OF_ANOTHER = {("ruling", "repair"), ("ruling", "ask"), ("casebook", "ruling")}
"""Rulings with another ruling that they may use: a ruling names the slip that would explain it and
what to ask, and the casebook collects rulings."""

OUTSIDE = (
    "click",
    "flask",
    "marshmallow",
    "rich",
    "sqlite3",
    "sqlite_utils",
    "referee_schemas",
    "referee_cli",
)


@cache
def imports(path: Path) -> list[ast.Import | ast.ImportFrom]:
    code = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(code) if isinstance(node, ast.Import | ast.ImportFrom)]


def modules() -> dict[str, Path]:
    """Return every module of the program by its name."""
    return {
        ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"): path
        for top, package in PACKAGES.items()
        for path in sorted((top / package).rglob("*.py"))
    }


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of the program that a module imports, at any line."""
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif node.module in known:
            inside = {f"{node.module}.{name.name}" for name in node.names} & known.keys()
            yield from inside or {node.module}


def room_of(module: str) -> str | None:
    """Return the package of a module; None for the top module."""
    rooms = (room for floor in FLOORS for room in floor)
    return next((room for room in rooms if f"{module}.".startswith(f"{room}.")), None)


def test_every_module_lives_in_a_room() -> None:
    homeless = [name for name in modules() if room_of(name) is None]
    assert homeless == ["referee", "referee.__main__"]


def test_rooms_use_only_what_lies_below_them() -> None:
    known = modules()
    height = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
    upwards = []
    for name, path in known.items():
        here = room_of(name)
        for other in imported(path, known):
            there = room_of(other)
            if here is None or there is None or here == there or (here, there) in BESIDE:
                continue
            if height[there] >= height[here]:
                upwards.append(f"{name} -> {other}")
    assert upwards == []


def test_nothing_in_the_library_names_the_command_line() -> None:
    naming = {
        name
        for name, path in modules().items()
        if name.startswith("referee.") and "referee_cli" in path.read_text(encoding="utf-8")
    }
    # this module runs the command, and no other module imports it
    assert naming == {"referee.__main__"}
    known = modules()
    assert all("referee.__main__" not in imported(path, known) for path in known.values())


def test_a_report_as_text_loads_no_command_line() -> None:
    text = "desmoche players Ana, Beto*\nhand bet 5\n"
    look = (
        f"import sys, referee; log = referee.read_log({text!r}); "
        "referee.report_text(referee.judge(log), log); "
        "print(*[name for name in ('click', 'referee_cli') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_no_modules_need_each_other() -> None:
    known = modules()
    arrows = {name: set(imported(path, known)) - {name} for name, path in known.items()}
    fail_at_a_circle(arrows)


def fail_at_a_circle(arrows: Mapping[str, set[str]]) -> None:
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_no_scripts_of_pages_need_each_other() -> None:
    static = HOUSE / "referee" / "web" / "static"
    used = re.compile(r'^import .* from "\./(\w+\.js)";$', re.M)
    scripts = {
        each.name: set(used.findall(each.read_text("utf-8"))) for each in static.glob("*.js")
    }
    assert "page.js" in scripts["quick.js"]
    fail_at_a_circle(scripts)


def test_games_do_not_know_each_other() -> None:
    known = modules()
    rooms = HOUSE / "referee" / "games"
    for path in rooms.rglob("*.py"):
        folder = path.parent != rooms
        name = path.relative_to(rooms).parts[0].removesuffix(".py")
        # the modules of a long game
        own = f"referee.games.{name}." if folder else f"referee.games.{name}_"
        for other in imported(path, known):
            if other.startswith("referee.games."):
                assert f"{other}.".startswith(own), f"{path} uses {other}"


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_no_game_takes_the_steps_of_the_core_by_itself(book: Rulebook) -> None:
    steps = {name for name, step in vars(Table).items() if getattr(step, "__final__", False)}
    assert {"step", "_judge", "snapshot", "restore"} <= steps
    assert isinstance(book.lay_table, partial)
    assert issubclass(book.lay_table.func, Witness)
    for own in book.lay_table.func.__mro__[: book.lay_table.func.__mro__.index(Table)]:
        assert not steps & vars(own).keys()


def test_questions_about_an_evening_do_not_know_each_other() -> None:
    known = modules()
    for name, path in known.items():
        if name.startswith("referee.rulings."):
            own = name.split(".")[2]
            for other in imported(path, known):
                if other.startswith("referee.rulings."):
                    room = other.split(".")[2]
                    shared = (own, *SHARED_BY_RULINGS)
                    assert room in shared or (own, room) in OF_ANOTHER, f"{name} uses {other}"


def test_every_room_says_what_lives_there() -> None:
    for path in modules().values():
        if path.name == "__init__.py":
            assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


@pytest.mark.parametrize(
    "module",
    ["referee", "referee.games.desmoche", "referee.games.golf", "referee.judging.replay"],
)
def test_the_core_knows_nothing_of_what_surrounds_it(module: str) -> None:
    look = f"import sys, {module}; print(*[name for name in {OUTSIDE!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_reading_a_log_needs_no_command_line() -> None:
    look = "import sys, referee_schemas.reading; print('click' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
