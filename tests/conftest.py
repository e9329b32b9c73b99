"""Fixtures and settings of all tests."""

import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from tests import depth

depth.prepare()

# the tests cover only our own games
os.environ["REFEREE_GAMES"] = "own"

# the tests start many commands: let Python cache the compiled modules
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


NEED_MORE: Final = frozenset({
    "tests/cli/test_archive.py", "tests/cli/test_workers.py", "tests/store/server.py",
    "tests/store/test_club.py", "tests/store/test_postgres.py", "tests/web/test_described.py",
})  # fmt: skip
"""Files that run only at full depth, and need more packages than the others."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--only-deeper``, for a run right after the default one."""
    parser.addoption(
        "--only-deeper",
        action="store_true",
        help="leave out the files that look no deeper than by default",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    """Set the seed before other processes are started, so that all have the same one."""
    depth.first_seed()


def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores, because a test that waits for a browser uses no
    core."""
    return (os.cpu_count() or 1) + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore files that need missing packages, by default. A ``collect_ignore`` in their folder
    would be read before the depth is known if pytest gets that folder."""
    inside = collection_path.is_relative_to(config.rootpath)
    path = collection_path.relative_to(config.rootpath).as_posix() if inside else ""
    return True if path in NEED_MORE and not depth.is_deep() else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Report a test file that cannot be imported as failed. ``--doctest-ignore-import-errors`` is
    only for modules that need optional packages; they are not collected here."""
    option = collector.config.option
    option.doctest_ignore_import_errors = False
    try:
        return (yield)
    finally:
        option.doctest_ignore_import_errors = True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests marked ``deep``, by default."""
    if config.getoption("only_deeper"):
        left_out = [item for item in items if not depth.looks_deeper(item)]
    elif depth.is_deep():
        return
    else:
        left_out = [item for item in items if item.get_closest_marker(depth.DEEP)]
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seeds with which a random run can be repeated."""
    if depth.first_seed():
        terminalreporter.write_line(
            f"The games were played with {depth.FIRST}={depth.first_seed()}"
        )


@pytest.fixture(scope="session", autouse=True)
def _catalogues() -> None:
    """Compile the catalogues, so that the tests use their current messages."""
    # a run of the cases alone does not need these imports
    from tests.catalogues import compile_all

    compile_all()
