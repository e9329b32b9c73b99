"""Charts of an evening's money, drawn into the page.

Every line has its own dashes, its own marks and its name at its end, so that nobody needs to tell
colours apart; colours come from the style sheet, for a light page, a dark one and paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Final

from markupsafe import Markup

WIDTH: Final = 340
HEIGHT: Final = 200
TOP: Final = 12
BOTTOM: Final = 24
LETTER: Final = 7.5
"""About the width of a letter of a label."""

LONGEST_NAME: Final = 12
"""Letters of a name at the end of its line."""

LINE_HEIGHT: Final = 13
MARKS: Final = 40
"""So many marks a line has at most, or it is nothing but marks."""

STYLES: Final = 6
"""So many lines have dashes and marks of their own in the style sheet and in `_mark`."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where values and hands lie in a drawing."""

    low: int
    high: int
    last: int
    right: float

    @property
    def amounts(self) -> list[int]:
        """A few round amounts from the lowest to the highest, nothing among them."""
        steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
        step = next(step for step in steps if self.high - self.low <= 5 * step)
        return list(range(-(-self.low // step) * step, self.high + 1, step))

    @property
    def left(self) -> float:
        """Where the drawing begins, behind the amounts."""
        return max(len(str(amount)) for amount in self.amounts) * LETTER + 14

    def x(self, hand: float) -> float:
        """The place of a hand, from left to right."""
        return round(self.left + (self.right - self.left) * hand / max(self.last, 1), 1)

    def y(self, value: float) -> float:
        """The place of an amount, from the bottom up."""
        inside = HEIGHT - TOP - BOTTOM
        return round(TOP + inside * (self.high - value) / max(self.high - self.low, 1), 1)


def balances(series: Mapping[str, Sequence[int]], title: str) -> Markup:
    """Each player's balance after every hand, from nothing before the first one, as lines.

    >>> drawn = balances({"Ana <A>": [0, 10], "Beto": [0, -10]}, "Money")
    >>> drawn.count("<polyline"), "Ana &lt;A&gt;" in drawn
    (2, True)
    """
    values = [value for line in series.values() for value in line]
    longest = max(len(_short(name)) for name in series)
    last = max(len(line) for line in series.values()) - 1
    right = WIDTH - longest * LETTER - 14
    frame = _Frame(min(0, *values), max(0, *values), last, right)
    drawn = [_grid(frame)]
    for number, line in enumerate(series.values()):
        style = number % STYLES
        points = [(frame.x(hand), frame.y(value)) for hand, value in enumerate(line)]
        path = " ".join(f"{x},{y}" for x, y in points)
        marks = "".join(_mark(style, x, y) for x, y in points[:: 1 + last // MARKS])
        drawn.append(f'<g class="line line-{style}"><polyline points="{path}"/>{marks}</g>')
    heights = _apart({name: frame.y(line[-1]) for name, line in series.items()})
    for number, name in enumerate(series):
        place = f'x="{right + 10}" y="{heights[name] + 4}"'
        drawn.append(f'<text class="name-{number % STYLES}" {place}>{escape(_short(name))}</text>')
    return _figure(drawn, title)


def pots(amounts: Sequence[int], title: str) -> Markup:
    """The pot of every hand, as bars with their amounts."""
    frame = _Frame(0, max(1, *amounts), len(amounts), WIDTH - 10)
    width = min(28.0, (frame.right - frame.left) / len(amounts) * 0.7)
    drawn = [_grid(frame, between=True)]
    for number, amount in enumerate(amounts):
        x, y = round(frame.x(number + 0.5) - width / 2, 1), frame.y(amount)
        size = f'width="{round(width, 1)}" height="{round(frame.y(0) - y, 1)}"'
        drawn.append(f'<rect class="pot" x="{x}" y="{y}" {size}/>')
    return _figure(drawn, title)


def _figure(drawn: Sequence[str], title: str) -> Markup:
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )


def _grid(frame: _Frame, *, between: bool = False) -> str:
    """Lines across at round amounts, and the numbers of the hands; ``between`` puts these in the
    middle of their part."""
    drawn = []
    for value in frame.amounts:
        y, kind = frame.y(value), "across" if value else "zero"
        place = f'x="{frame.left - 9}" y="{y + 4}"'
        drawn.append(
            f'<line class="{kind}" x1="{frame.left}" x2="{frame.right}" y1="{y}" y2="{y}"/>'
        )
        drawn.append(f'<text class="amount" {place} text-anchor="end">{value}</text>')
    every = 1 + frame.last // 12
    for hand in range(1, frame.last + 1, every):
        x = frame.x(hand - 0.5 if between else hand)
        drawn.append(
            f'<text class="hand" x="{x}" y="{HEIGHT - 8}" text-anchor="middle">{hand}</text>'
        )
    return "".join(drawn)


def _mark(style: int, x: float, y: float) -> str:
    """The mark of a line at one of its places: no two lines have the same one."""
    match style:
        case 0:
            return f'<circle cx="{x}" cy="{y}" r="3.5"/>'
        case 1:
            return f'<rect x="{round(x - 3.5, 1)}" y="{round(y - 3.5, 1)}" width="7" height="7"/>'
    shapes = {
        2: ((0, -4.5), (4.5, 3.5), (-4.5, 3.5)),
        3: ((0, -5), (5, 0), (0, 5), (-5, 0)),
        4: ((-4.5, -3.5), (4.5, -3.5), (0, 4.5)),
        5: ((-4.5, -2), (4.5, -2), (4.5, 2), (-4.5, 2)),
    }
    points = " ".join(f"{round(x + dx, 1)},{round(y + dy, 1)}" for dx, dy in shapes[style])
    return f'<polygon points="{points}"/>'


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Heights of labels near these, so far apart that each can be read.

    >>> _apart({"Ana": 50.0, "Beto": 52.0})
    {'Ana': 50.0, 'Beto': 63.0}
    """
    placed: dict[str, float] = {}
    free = float(TOP)
    for name in sorted(ends, key=ends.__getitem__):
        placed[name] = max(ends[name], free)
        free = placed[name] + LINE_HEIGHT
    over = free - LINE_HEIGHT - (HEIGHT - BOTTOM)
    floor = float(HEIGHT - BOTTOM)
    for name in reversed(placed) if over > 0 else ():
        placed[name] = min(placed[name], floor)
        floor = placed[name] - LINE_HEIGHT
    return placed


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
