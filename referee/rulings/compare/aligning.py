"""Match the lines of one log with those of the other.

Hands are matched first, then the lines inside each pair of hands, at the lowest cost. Costs arise
for a different reading, and for a line in only one log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from referee.rulings.compare.logs import (
    ComparedLine,
    ComparedLog,
    cards_apart,
    ends_alike,
    line_difference,
)

NEVER: Final = float("inf")
SAYS_MORE, READS_OTHERWISE, OTHER_ACT, TWICE_OTHERWISE = 0.1, 1.0, 1.5, 1.8
"""The costs of matching two lines of which one says more, one fact is different, the acts are
different, or several facts are."""

ONLY_ONE, OPTIONAL_LINE, IN_A_GAP, NO_SUCH_HAND = 0.95, 0.6, 0.3, 0.5
"""The costs of a line or a hand in only one log: two lines are rather swapped than both misread."""

PLAY: Final = frozenset({"draw", "take", "meld", "knock", "declare"})
"""Events of which a hand has one if its play is written."""

BESIDE_PLAY: Final = frozenset({"house", "join", "leave", "side_bet"})
"""Events that nobody leaves out with the play of a hand."""

MOVED: Final = 6  # the largest number of lines by which the same line may be moved

Positions = tuple[int, int]
"""A position in each of the two logs."""

MaybeLine = tuple[ComparedLine, ...]
"""A line, or an empty tuple if the log has none."""

Pairing = list[tuple[int | None, int | None]]


@dataclass(frozen=True, slots=True)
class AlignedLines:
    """Matching lines of both logs; one side is empty if only the other log has the line.

    ``at`` is the position in both hands; for a line that was ``moved``, its position in the other
    log. ``quarrel`` is False if a line in only one log is no contradiction. ``hands`` are the
    numbers of the hand in both logs, 0 before the first hand.
    """

    sides: tuple[MaybeLine, MaybeLine]
    at: Positions
    hands: Positions = (0, 0)
    quarrel: bool = True
    moved: bool = False

    @property
    def only(self) -> int | None:
        """The only log (0 or 1) that has the line; None if both have it."""
        return None if all(self.sides) else int(not self.sides[0])

    @property
    def line(self) -> ComparedLine:
        """The line in the first log that has it."""
        return (self.sides[0] or self.sides[1])[0]


def side_by_side(logs: Sequence[ComparedLog]) -> tuple[Pairing, list[AlignedLines]]:
    """Return the hand numbers of both logs in pairs (None if a log lacks the hand), and their
    lines. The order of the logs does not change the result."""
    keys = [repr([line.key for hand in log.hands for line in hand]) for log in logs]
    if keys[0] > keys[1]:
        hands, turned = side_by_side(logs[::-1])
        return [(this, that) for that, this in hands], [
            replace(step, sides=step.sides[::-1], at=step.at[::-1], hands=step.hands[::-1])
            for step in turned
        ]
    pairs = _hands_side_by_side(logs)
    both = [(0, 0), *((this, that) for this, that in pairs if this and that)]
    return pairs, [step for hands in both for step in _lines_side_by_side(logs, hands)]


def _hands_side_by_side(logs: Sequence[ComparedLog]) -> Pairing:
    ones, others = ([_traits(lines) for lines in log.hands[1:]] for log in logs)

    def apart(i: int, j: int) -> float:
        this, that = ones[i], others[j]
        return 1 - 2 * (this & that).total() / max(this.total() + that.total(), 1)

    moves = cheapest((len(ones), len(others)), apart, lambda *_: NO_SUCH_HAND)
    return [(k if k > i else None, m if m > j else None) for (i, j), (k, m) in moves]


def _traits(lines: Sequence[ComparedLine]) -> Counter[object]:
    roughly = ((line.type, line.facts.get("player")) for line in lines)
    return Counter([*(line.key for line in lines), *roughly])


def cheapest(
    end: Positions, pair: Callable[[int, int], float], alone: Callable[[int, Positions], float]
) -> list[tuple[Positions, Positions]]:
    """Return the cheapest way from the start of two rows to their ``end``, as the start and the end
    of each step: past items of both rows as a ``pair``, or past one ``alone`` (in row 0 or 1)."""
    came: dict[Positions, Positions] = {}
    waiting = [(0.0, (0, 0), (0, 0))]
    while end not in came:
        spent, here, before = heappop(waiting)
        if here in came:
            continue
        came[here] = before
        i, j = here
        if i < end[0]:
            heappush(waiting, (spent + alone(0, here), (i + 1, j), here))
        if j < end[1]:
            heappush(waiting, (spent + alone(1, here), (i, j + 1), here))
        if i < end[0] and j < end[1]:
            heappush(waiting, (spent + pair(i, j), (i + 1, j + 1), here))
    way = [end]
    while way[-1] != (0, 0):
        way.append(came[way[-1]])
    way.reverse()
    return [*pairwise(way)]


def _lines_side_by_side(logs: Sequence[ComparedLog], hands: Positions) -> list[AlignedLines]:
    rows = [log.hands[number] for log, number in zip(logs, hands, strict=True)]
    alike = ends_alike(logs, hands)

    def alone(side: int, at: Positions) -> float:
        return _alone(rows[side][at[side]], rows[1 - side], at[1 - side], alike)

    def pair(i: int, j: int) -> float:
        return cost(rows[0][i], rows[1][j])

    steps = []
    for (i, j), (k, m) in cheapest((len(rows[0]), len(rows[1])), pair, alone):
        sides = tuple(rows[0][i:k]), tuple(rows[1][j:m])
        quarrel = all(sides) or alone(int(not sides[0]), (i, j)) >= ONLY_ONE
        steps.append(AlignedLines(sides, (i, j), hands, quarrel))
    return _with_moved(steps)


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
    is_optional |= line.type == "cambio" and "cambio" not in written
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


def _with_moved(steps: Sequence[AlignedLines]) -> list[AlignedLines]:
    """Merge a line that only one log has with the same line nearby in the other log."""
    kept: dict[int, AlignedLines] = {}
    for place, step in enumerate(steps):
        near = range(max(place - MOVED, 0), place)
        earlier = next((at for at in near if at in kept and _is_same(kept[at], step)), None)
        if earlier is None:
            kept[place] = step
            continue
        one, other = (kept[earlier], step) if step.only else (step, kept[earlier])
        sides, at = (one.sides[0], other.sides[1]), (other.at[0], one.at[1])
        kept[earlier] = AlignedLines(sides, at, step.hands, moved=True)
    return list(kept.values())


def _is_same(before: AlignedLines, step: AlignedLines) -> bool:
    """Return whether each log has one of these lines, and they say the same."""
    if step.only is None or before.only != 1 - step.only:
        return False
    return step.line.type != "gap" and cost(before.line, step.line) <= SAYS_MORE
