"""The game in ``docs/plug-in``, as if it were installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.judging.registry import find
from tests.plugged import plugged

FOLDER = Path(__file__).parents[2] / "docs" / "plug-in"

sys.path.append(str(FOLDER))

from high_card import HIGH_CARD  # noqa: E402 - it lies where no package of ours does


@contextmanager
def installed() -> Iterator[None]:
    """Install the example until the end of the block."""
    with plugged(HIGH_CARD, module="high_card"):
        assert find("high_card") is HIGH_CARD  # loaded, with its Spanish
        yield
