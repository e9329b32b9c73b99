"""Imports point downward only, and docstrings begin well."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from referee.answers.witness import Witness
from referee.core.table import Table
from referee.judging.registry import games
from referee.judging.rulebook import Rulebook

ROOT = Path(__file__).parents[1]

PACKAGES = {ROOT: "referee", ROOT / "schemas": "referee_schemas", ROOT / "cli": "referee_cli"}
"""The packages of a wheel, by their folders."""

LAYERS = (
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

OF_ANOTHER = {("ruling", "repair"), ("ruling", "ask"), ("casebook", "ruling")}
"""Rulings with another ruling that they may use: a ruling names the slip that would explain it and
what to ask, and the casebook collects rulings. All may use ``whatif``."""

Arrows = Mapping[str, set[str]]
"""The modules that each module imports."""


@cache
def modules() -> dict[str, Path]:
    """Return every module of the program by its name."""
    return {
        ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"): path
        for top, package in PACKAGES.items()
        for path in sorted((top / package).rglob("*.py"))
    }


@cache
def imported() -> Arrows:
    return {name: {*_imported_by(path)} - {name} for name, path in modules().items()}


def _imported_by(path: Path) -> Iterator[str]:
    """Yield the modules of the program that a module imports, at any line."""
    known = modules().keys()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from {name.name for name in node.names} & known
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            inside = {f"{node.module}.{name.name}" for name in node.names} & known
            yield from inside or {node.module}


def package_of(module: str) -> str | None:
    """Return the package of a module; None for the top module."""
    packages = (package for layer in LAYERS for package in layer)
    return next((name for name in packages if f"{module}.".startswith(f"{name}.")), None)


def inside(package: str) -> Iterator[tuple[str, str]]:
    """Yield the imports among the modules of a package, by their names in it."""
    for name, others in imported().items():
        for other in others:
            if name.startswith(package) and other.startswith(package):
                yield name.removeprefix(package), other.removeprefix(package)


def test_packages_import_only_lower_layers() -> None:
    without_a_layer = [name for name in modules() if package_of(name) is None]
    assert without_a_layer == ["referee", "referee.__main__"]
    height = {name: layer for layer, names in enumerate(LAYERS) for name in names}
    arrows = {
        (package_of(name), package_of(other))
        for name, others in imported().items()
        for other in others
    }
    among = {(here, there) for here, there in arrows - BESIDE if here and there and here != there}
    assert [arrow for arrow in among if height[arrow[1]] >= height[arrow[0]]] == []


def test_nothing_in_the_library_names_the_command_line() -> None:
    library = {name: path for name, path in modules().items() if name.startswith("referee.")}
    naming = {name for name, path in library.items() if "referee_cli" in path.read_text("utf-8")}
    # this module runs the command, and no other module imports it
    assert naming == {"referee.__main__"}
    assert all("referee.__main__" not in others for others in imported().values())


def scripts() -> Arrows:
    """Return the scripts of the pages that each script imports."""
    static = ROOT / "referee" / "web" / "static"
    used = re.compile(r'^import .* from "\./(\w+\.js)";$', re.M)
    found = {each.name: {*used.findall(each.read_text("utf-8"))} for each in static.glob("*.js")}
    assert "page.js" in found["quick.js"]
    return found


@pytest.mark.parametrize("arrows", [imported, scripts])
def test_no_modules_need_each_other(arrows) -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_games_do_not_know_each_other() -> None:
    for name, other in inside("referee.games."):
        game = name.partition(".")[0]
        # a long game is a folder, or has modules of its own name
        own = f"{game}." if (ROOT / "referee" / "games" / game).is_dir() else f"{game}_"
        assert f"{other}.".startswith(own), f"{name} uses {other}"


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_no_game_takes_the_steps_of_the_core_by_itself(book: Rulebook) -> None:
    steps = {name for name, step in vars(Table).items() if getattr(step, "__final__", False)}
    assert {"play_on", "_judge", "snapshot", "restore"} <= steps
    assert isinstance(book.lay_table, partial)
    assert issubclass(book.lay_table.func, Witness)
    for own in book.lay_table.func.__mro__[: book.lay_table.func.__mro__.index(Table)]:
        assert not steps & vars(own).keys()


def test_questions_about_an_evening_do_not_know_each_other() -> None:
    for name, other in inside("referee.rulings."):
        own, part = name.split(".")[0], other.split(".")[0]
        assert part in (own, "whatif") or (own, part) in OF_ANOTHER, f"{name} uses {other}"


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of modules, classes, functions and attributes, with their places."""
    for folder in ("referee", "cli", "schemas", "tests", "benchmarks", "handbook"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    yield f"{path}:{node.lineno}", str(node.value.value)


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    clause = re.compile(r"\s*(Who|Whom|Whoever|Whose|What|Whatever|Whether|Of whom|Somebody)\b")
    assert [place for place, text in docstrings() if clause.match(text)] == []
