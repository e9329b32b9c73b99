"""Checks that the random games of several games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import pytest

from referee.judging.replay import judge
from tests.depth import seeds

Found = tuple[Any, ...]


class Slipped(Protocol):
    """A random game, and the findings that its slip should give."""

    events: list[dict[str, Any]]
    slipped: list[Any]


def each_slip_is_one_finding(
    slip: str,
    times: int,
    with_slip: Callable[[str, str], Slipped],
    found: Callable[[Mapping[str, Any]], Sequence[Found]],
) -> None:
    """Check so many random games in which a slip is made."""
    made = 0
    for seed in seeds(1000, 1000):
        game = with_slip(f"{slip}/{seed}", slip)
        if game.slipped:
            made += 1
            assert found(judge(game.events)) == game.slipped, f"seed {slip}/{seed}"
        if made == times:
            return
    pytest.fail(f"made {made} times only")
