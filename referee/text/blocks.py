"""Sparklines: amounts drawn as blocks of different heights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

BLOCKS: Final = "▁▂▃▄▅▆▇█"

Amount = TypeVar("Amount")


def blocks(amounts: Sequence[int], low: int, high: int) -> str:
    """Draw amounts on a scale from the lowest to the highest.

    >>> blocks([0, 10, 5], 0, 10), blocks([3, 3], 3, 3)
    ('▁█▄', '▁▁')
    """
    highest = len(BLOCKS) - 1
    return "".join(BLOCKS[(amount - low) * highest // max(high - low, 1)] for amount in amounts)


def thinned(course: Sequence[Amount], most: int) -> Sequence[Amount]:
    """Return at most this many amounts of a course, equally spaced and including the last one.

    >>> thinned([1, 2, 3, 4, 5], 3), thinned([1, 2, 3], 3)
    ([1, 3, 5], [1, 2, 3])
    """
    step = max(1, -(-len(course) // most))
    return course[::-1][::step][::-1]
