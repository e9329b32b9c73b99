"""Amounts drawn in a line of text, as blocks of different heights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

BLOCKS: Final = "▁▂▃▄▅▆▇█"

Amount = TypeVar("Amount")


def blocks(amounts: Sequence[int], low: int, high: int) -> str:
    """Amounts between the lowest and the highest that there are.

    >>> blocks([0, 10, 5], 0, 10), blocks([3, 3], 3, 3)
    ('▁█▄', '▁▁')
    """
    highest = len(BLOCKS) - 1
    return "".join(BLOCKS[(one - low) * highest // max(high - low, 1)] for one in amounts)


def thinned(course: Sequence[Amount], most: int) -> Sequence[Amount]:
    """At most so many amounts of a course, its last one among them, and equally far apart.

    >>> thinned([1, 2, 3, 4, 5], 3), thinned([1, 2, 3], 3)
    ([1, 3, 5], [1, 2, 3])
    """
    step = max(1, -(-len(course) // most))
    return course[::-1][::step][::-1]
