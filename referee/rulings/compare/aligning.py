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
SAYS_MORE, READS_OTHERWISE, OTHER_ACT, TWICE_OTHERWISE = 0.1, 1.0, 1.5, 1.8
"""The costs of matching two lines of which one says more, one fact is different, the acts are
different, or several facts are."""

SWAPPED, ONLY_ONE, OPTIONAL_LINE, IN_A_GAP, NO_SUCH_HAND = 1.0, 1.0, 0.6, 0.3, 0.5
"""The costs of swapped neighbours, and of a line or a hand in only one log."""

PLAY: Final = frozenset({"draw", "take", "meld", "knock", "declare"})
"""Events of which a hand has one if its play is written."""

BESIDE_PLAY: Final = frozenset({"house", "join", "leave", "side_bet"})
"""Events that nobody leaves out with the play of a hand."""

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


def hands_side_by_side(one: ComparedLog, other: ComparedLog) -> Pairing:
    """Return the hand numbers of both logs in pairs; None if a log lacks the hand."""
    traits = [[_traits(lines) for lines in log.hands[1:]] for log in (one, other)]
    keys = [repr([sorted(map(repr, hand)) for hand in hands]) for hands in traits]
    ones, others = traits if keys[0] <= keys[1] else traits[::-1]

    def apart(i: int, j: int) -> float:
        this, that = ones[i], others[j]
        return 1 - 2 * (this & that).total() / max(this.total() + that.total(), 1)

    def lacking(_i: int, _j: int) -> float:
        return NO_SUCH_HAND

    moves = cheapest(len(ones), len(others), apart, lacking, lacking, lambda *_: NEVER)
    pairs = [(i + 1 if taken[0] else None, j + 1 if taken[1] else None) for i, j, taken in moves]
    return pairs if keys[0] <= keys[1] else [(this, that) for that, this in pairs]


def _traits(lines: Sequence[ComparedLine]) -> Counter[object]:
    roughly = ((line.type, line.facts.get("player")) for line in lines)
    return Counter([*(line.key for line in lines), *roughly])


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
    """Align the lines of two hands; ``ends_alike`` if the hands end in the same way. The order of
    the logs does not change the result."""
    keys, others = (repr([line.key for line in lines]) for lines in (one, other))
    if keys > others:
        turned = _with_moved(_aligned(other, one, ends_alike))
        return [replace(step, sides=step.sides[::-1], at=step.at[::-1]) for step in turned]
    return _with_moved(_aligned(one, other, ends_alike))


def _aligned(
    one: Sequence[ComparedLine], other: Sequence[ComparedLine], ends_alike: bool
) -> list[AlignedLines]:
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    ones, others = (lines[start : len(lines) - end] for lines in (one, other))

    def swap(i: int, j: int) -> float:
        crossed = max(cost(ones[i], others[j + 1]), cost(ones[i + 1], others[j]))
        return SWAPPED + crossed if crossed <= SAYS_MORE else NEVER

    def left(i: int, j: int) -> float:
        return _alone(ones[i], other, start + j, ends_alike)

    def right(i: int, j: int) -> float:
        return _alone(others[j], one, start + i, ends_alike)

    def pair(i: int, j: int) -> float:
        return cost(ones[i], others[j])

    moves = cheapest(len(ones), len(others), pair, left, right, swap)
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


def _alone(line: ComparedLine, there: Sequence[ComparedLine], at: int, ends_alike: bool) -> float:
    """Return the cost of a line that the other log lacks, in which it would be at index ``at``."""
    if line.type == "gap":
        return 0.0
    near = [line.type for line in there[max(at - 1, 0) : at + 1]]
    written = {other.type for other in there}
    if "gap" in near or (written.isdisjoint(PLAY) and line.type not in written | BESIDE_PLAY):
        return IN_A_GAP
    is_optional = line.may_be_left_out or (line.type in ("end", "result") and ends_alike)
    # the Cambio may be left out as a whole
    is_optional |= line.type == "cambio" and all(other.type != "cambio" for other in there)
    return OPTIONAL_LINE if is_optional else ONLY_ONE


def cost(line: ComparedLine, other: ComparedLine) -> float:
    """Return the cost of matching two lines."""
    if line.key == other.key:
        return 0.0
    if line.type != other.type:
        alike = line.facts == other.facts and "player" in line.facts
        return OTHER_ACT if alike else NEVER
    differing, _ = line_difference(line, other)
    if not differing:
        return SAYS_MORE
    if len(differing) > 1:
        return TWICE_OTHERWISE
    if differing == ["cards"]:
        this, that = line.facts.get("cards", ()), other.facts.get("cards", ())
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
        one, other = (steps[earlier], step) if step.only else (step, steps[earlier])
        at = one.at[0], other.at[1]
        kept[earlier] = AlignedLines((one.sides[0], other.sides[1]), at, moved=True)
    return list(kept.values())


def _is_same(before: AlignedLines, step: AlignedLines) -> bool:
    (this,), (that,) = (one.sides[one.only or 0] for one in (before, step))
    return before.only != step.only and this.key == that.key and this.type != "gap"
