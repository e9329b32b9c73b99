"""Fixtures and settings of all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from tests import depth

depth.prepare()

# whatever other games are installed here is no part of what is tested
os.environ["REFEREE_GAMES"] = "own"

# the tests start commands hundreds of times: Python compiles the modules once
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


NEED_MORE: Final = frozenset({
    "tests/cli/test_archive.py", "tests/cli/test_workers.py", "tests/store/server.py",
    "tests/store/test_club.py", "tests/store/test_postgres.py", "tests/web/test_described.py",
})  # fmt: skip
"""Files that run only at full depth, and need more than is installed for the others."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--only-deeper`` is for a run right after the default one."""
    parser.addoption(
        "--only-deeper",
        action="store_true",
        help="leave out the tests that look no deeper than by default",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    """Before other processes are started, which are to begin with the same seed."""
    depth.first_seed()


def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores: a test that waits for a browser leaves its core
    to another."""
    return (os.cpu_count() or 1) + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """By default leave out what may not be installed. A ``collect_ignore`` beside these files would
    be read before the depth is known, where pytest is given their folder."""
    inside = collection_path.is_relative_to(config.rootpath)
    path = collection_path.relative_to(config.rootpath).as_posix() if inside else ""
    return True if path in NEED_MORE and not depth.is_deep() else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let a test file fail that cannot be imported. ``--doctest-ignore-import-errors`` is for
    modules of the program that need optional packages; they are not collected from here."""
    option = collector.config.option
    option.doctest_ignore_import_errors = False
    try:
        return (yield)
    finally:
        option.doctest_ignore_import_errors = True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By default leave out what is marked ``deep``."""
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
    """By which seeds a random run can be had again."""
    if depth.first_seed():
        terminalreporter.write_line(
            f"The games were played with {depth.FIRST}={depth.first_seed()}"
        )


@pytest.fixture(scope="session", autouse=True)
def _catalogues() -> None:
    """The referee speaks as its catalogues are written now."""
    # a look at the cases alone needs none of what stands behind it
    from tests.catalogues import compile_all

    compile_all()
