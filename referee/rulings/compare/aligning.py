"""Match the lines of one log with those of the other.

Hands are matched first, then the lines inside each pair of hands, at the lowest cost. Costs arise
for a different reading, for two swapped neighbours, and for a line in only one log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product, takewhile
from operator import itemgetter
from typing import Final

from referee.rulings.compare.logs import ComparedLine, ComparedLog, cards_apart, line_difference

NEVER: Final = float("inf")
TELLS_MORE: Final = 0.1
READS_OTHERWISE: Final = 1.0
OTHER_ACT: Final = 1.5
TWICE_OTHERWISE: Final = 1.8
SWAPPED: Final = 1.0
ONLY_ONE: Final = 1.0
NEED_NOT_BE_TOLD: Final = 0.6
IN_A_GAP: Final = 0.3
NO_SUCH_HAND: Final = 0.5
MOVED: Final = 6  # the largest number of lines by which the same line may be moved

Pairing = list[tuple[int | None, int | None]]
Lines = tuple[ComparedLine, ...]


@dataclass(frozen=True, slots=True)
class AlignedLines:
    """Matching lines of both logs; one side is empty if only the other log has the line.

    ``at`` is the position in both hands; for a line that was ``moved``, its position in the other
    log. ``quarrel`` is False if a line in only one log is no contradiction. ``hands`` are the
    numbers of the hand in both logs, 0 before the first hand.
    """

    sides: tuple[Lines, Lines]
    at: tuple[int, int]
    quarrel: bool = True
    moved: bool = False
    hands: tuple[int, int] = (0, 0)

    @property
    def only(self) -> int | None:
        """The only log (0 or 1) that has the line; None if both have it."""
        return None if all(self.sides) else int(not self.sides[0])

    def turned(self) -> AlignedLines:
        """Return a copy with the two logs exchanged."""
        return replace(self, sides=self.sides[::-1], at=self.at[::-1])


def hands_side_by_side(one: ComparedLog, other: ComparedLog) -> Pairing:
    """Return the hand numbers of both logs in pairs; None if a log lacks the hand."""
    ones, others = ([_traits(lines) for lines in log.hands[1:]] for log in (one, other))
    if _traits_key(ones) > _traits_key(others):
        return [(this, that) for that, this in _paired(others, ones)]
    return _paired(ones, others)


def _traits(lines: Sequence[ComparedLine]) -> Counter[object]:
    roughly = ((line.type, line.tells.get("player")) for line in lines)
    return Counter([*(line.key for line in lines), *roughly])


def _traits_key(hands: Sequence[Counter[object]]) -> str:
    return repr([sorted(map(repr, traits)) for traits in hands])


def _paired(ones: Sequence[Counter[object]], others: Sequence[Counter[object]]) -> Pairing:
    def apart(i: int, j: int) -> float:
        this, that = ones[i], others[j]
        return 1 - 2 * (this & that).total() / max(this.total() + that.total(), 1)

    moves = cheapest(
        len(ones), len(others), apart,
        lambda *_: NO_SUCH_HAND, lambda *_: NO_SUCH_HAND, lambda *_: NEVER,
    )  # fmt: skip
    return [(i + 1 if taken[0] else None, j + 1 if taken[1] else None) for i, j, taken in moves]


Cost = Callable[[int, int], float]
Move = tuple[int, int, tuple[int, int]]


def cheapest(n: int, m: int, pair: Cost, left: Cost, right: Cost, swap: Cost) -> list[Move]:
    """Return the cheapest alignment of two rows of ``n`` and ``m`` items: the start of each move,
    and the number of items that it takes from each row. The cost functions get positions in both
    rows."""
    steps = ((1, 1, pair), (2, 2, swap), (1, 0, left), (0, 1, right))
    best = [[NEVER] * (m + 1) for _ in range(n + 1)]
    came: dict[tuple[int, int], tuple[int, int]] = {}
    best[0][0] = 0.0
    for i, j in product(range(n + 1), range(m + 1)):
        options = [
            (best[i - a][j - b] + cost(i - a, j - b), (a, b))
            for a, b, cost in steps
            if i >= a and j >= b
        ]
        if options:
            best[i][j], came[i, j] = min(options, key=itemgetter(0))
    moves: list[Move] = []
    i, j = n, m
    while i or j:
        a, b = came[i, j]
        i, j = i - a, j - b
        moves.append((i, j, (a, b)))
    return moves[::-1]


def lines_side_by_side(
    one: Sequence[ComparedLine], other: Sequence[ComparedLine], ends_alike: bool
) -> list[AlignedLines]:
    """Align the lines of two hands, which both logs may end alike; the order of the logs does not
    change the result."""
    keys, others = ([line.key for line in lines] for lines in (one, other))
    if repr(keys) > repr(others):
        return [step.turned() for step in _with_moved(_aligned(other, one, ends_alike))]
    return _with_moved(_aligned(one, other, ends_alike))


def _aligned(
    one: Sequence[ComparedLine], other: Sequence[ComparedLine], ends_alike: bool
) -> list[AlignedLines]:
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    ones, others = (lines[start : len(lines) - end] for lines in (one, other))

    def swap(i: int, j: int) -> float:
        crossed = max(cost(ones[i], others[j + 1]), cost(ones[i + 1], others[j]))
        return SWAPPED + crossed if crossed <= TELLS_MORE else NEVER

    def left(i: int, j: int) -> float:
        return _alone(ones[i], one, other, start + j, ends_alike)

    def right(i: int, j: int) -> float:
        return _alone(others[j], other, one, start + i, ends_alike)

    moves = cheapest(
        len(ones), len(others), lambda i, j: cost(ones[i], others[j]), left, right, swap
    )
    steps = []
    for i, j, (taken, given) in moves:
        lines = tuple(ones[i : i + taken]), tuple(others[j : j + given])
        quarrel = all(lines) or (right if given else left)(i, j) >= ONLY_ONE
        steps.append(AlignedLines(lines, (start + i, start + j), quarrel))
    same = [(at, at) for at in range(start)]
    same += [(len(one) - back, len(other) - back) for back in range(end, 0, -1)]
    alike = [AlignedLines(((one[i],), (other[j],)), (i, j)) for i, j in same]
    return [*alike[:start], *steps, *alike[start:]]


def _common(one: Sequence[ComparedLine], other: Sequence[ComparedLine]) -> int:
    """Return the number of lines with which both begin."""
    pairs = takewhile(lambda pair: pair[0].key == pair[1].key, zip(one, other, strict=False))
    return len([*pairs])


def _alone(
    line: ComparedLine,
    its: Sequence[ComparedLine],
    there: Sequence[ComparedLine],
    at: int,
    ends_alike: bool,
) -> float:
    """Return the cost of a line that the other log lacks, in which it would be at index ``at``."""
    if line.type == "gap":
        return 0.0
    near = [line.type for line in there[max(at - 1, 0) : at + 1]]
    if "gap" in near and all(own.type != "gap" for own in its):
        return IN_A_GAP
    untold = line.may_be_left_out or (line.type == "end" and ends_alike)
    return NEED_NOT_BE_TOLD if untold else ONLY_ONE


def cost(line: ComparedLine, other: ComparedLine) -> float:
    """Return the cost of matching two lines."""
    if line.key == other.key:
        return 0.0
    if line.type != other.type:
        alike = line.tells == other.tells and "player" in line.tells
        return OTHER_ACT if alike else NEVER
    differing, _ = line_difference(line, other)
    if not differing:
        return TELLS_MORE
    if len(differing) > 1:
        return TWICE_OTHERWISE
    if differing == ["cards"]:
        this, that = line.tells.get("cards", ()), other.tells.get("cards", ())
        apart = max(map(len, cards_apart(this, that)))
        return READS_OTHERWISE + 0.5 * apart / max(len(this), len(that))
    return READS_OTHERWISE


def _with_moved(steps: list[AlignedLines]) -> list[AlignedLines]:
    """Merge a line that only one log has with the same line nearby in the other log."""
    kept = dict(enumerate(steps))
    waiting: list[int] = []
    for place, step in enumerate(steps):
        if step.only is None:
            continue
        near = (at for at in waiting if place - at <= MOVED and _is_same(steps[at], step))
        earlier = next(near, None)
        if earlier is None:
            waiting.append(place)
            continue
        waiting.remove(earlier)
        del kept[place]
        mine, theirs = (steps[earlier], step) if step.only else (step, steps[earlier])
        sides, at = (mine.sides[0], theirs.sides[1]), (mine.at[0], theirs.at[1])
        kept[earlier] = AlignedLines(sides, at, moved=True)
    return list(kept.values())


def _is_same(before: AlignedLines, step: AlignedLines) -> bool:
    (this,), (that,) = (one.sides[one.only or 0] for one in (before, step))
    return before.only != step.only and this.key == that.key and this.type != "gap"
