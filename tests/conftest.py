"""What all tests stand on."""

from __future__ import annotations

import os

import pytest

from tests import depth

depth.prepare()

# whatever other games are installed here is no part of what is tested
os.environ["REFEREE_GAMES"] = "own"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    """Before other processes are started, which are to begin with the same seed."""
    depth.first_seed()


def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: whoever waits for a browser leaves a core to another."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By default leave out what is marked ``deep``."""
    if depth.is_deep():
        return
    left_out = [item for item in items if item.get_closest_marker("deep")]
    items[:] = [item for item in items if not item.get_closest_marker("deep")]
    config.hook.pytest_deselected(items=left_out)


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
