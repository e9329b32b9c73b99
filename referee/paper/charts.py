"""Charts of money and points through an evening or a season, as SVG.

Every line has its own dashes, its own marks and its name at its end, so that it can be told apart
without colours. The colours suit paper; a style sheet may replace them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Final

from referee.paper.blocks import Chart

WIDTH: Final = 340
HEIGHT: Final = 200
TOP: Final = 12
BOTTOM: Final = 24
LETTERS: Final = 12  # the font size
LETTER: Final = 7.5  # the approximate width of a letter
LONGEST_NAME: Final = 12  # the most letters of a name at the end of its line
LINE_HEIGHT: Final = 13
MARKS: Final = 40  # the most marks on a line

TONES: Final = ("#0b5d4b", "#b3121d", "#173f8a", "#8a4b00", "#6a2c8f", "#3f4a52")
DASHES: Final = ("none", "8 4", "2 4", "10 3 2 3", "14 5", "5 2")
STYLES: Final = len(TONES)  # lines with a colour, dashes and marks of their own

SOFT: Final = "#5f676e"
FAINT: Final = "#c8ccd0"


@dataclass(frozen=True, slots=True)
class CurveLabel:
    """The name at the end of a line: its position, and the style of its line."""

    text: str
    x: float
    y: float
    style: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart: its SVG shapes, and the names beside them."""

    title: str
    shapes: str
    names: Sequence[CurveLabel] = ()

    def svg(self, *, named: bool = True) -> str:
        """Return the SVG of the chart, optionally without its names."""
        names = "".join(
            f'<text class="name-{label.style}" x="{label.x}" y="{label.y}" '
            f'fill="{TONES[label.style]}" font-size="{LETTERS}" font-weight="700">'
            f"{escape(label.text)}</text>"
            for label in self.names
            if named
        )
        return (
            f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{escape(self.title)}">{self.shapes}{names}</svg>'
        )


class _Frame:
    """The coordinates of values and times in a drawing, with a few round ``amounts`` including 0,
    and the ``left`` edge after them."""

    def __init__(self, low: int, high: int, last: int, right: float) -> None:
        steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
        step = next(step for step in steps if high - low <= 5 * step)
        self.amounts = range(-(-low // step) * step, high + 1, step)
        self.left = max(len(str(amount)) for amount in self.amounts) * LETTER + 14
        self.right = right
        self._low, self._high, self._last = low, high, last

    def x(self, time: float) -> float:
        """Return the coordinate of a time, from left to right."""
        return round(self.left + (self.right - self.left) * time / max(self._last, 1), 1)

    def y(self, value: float) -> float:
        """Return the coordinate of an amount, from the bottom up."""
        inside, most = HEIGHT - TOP - BOTTOM, max(self._high - self._low, 1)
        return round(TOP + inside * (self._high - value) / most, 1)


def lines(chart: Chart) -> Drawing:
    """Draw everyone's sum at each time of a chart, starting from 0.

    >>> drawn = lines(Chart("Money", ["1"], {"Ana <A>": [10], "Beto": [-10]})).svg()
    >>> drawn.count("<polyline"), "Ana &lt;A&gt;" in drawn
    (2, True)
    """
    values = [value for line in chart.lines.values() for value in line]
    longest = max(len(_short(name)) for name in chart.lines)
    last = len(chart.times)
    right = WIDTH - longest * LETTER - 14
    frame = _Frame(min(0, *values), max(0, *values), last, right)
    drawn = [_grid(frame, chart.times)]
    for number, line in enumerate(chart.lines.values()):
        style = number % STYLES
        points = [(frame.x(at), frame.y(value)) for at, value in enumerate((0, *line))]
        path = " ".join(f"{x},{y}" for x, y in points)
        marks = "".join(_mark(style, x, y) for x, y in points[:: 1 + last // MARKS])
        drawn.append(
            f'<g class="line line-{style}" fill="none" stroke="{TONES[style]}" stroke-width="2">'
            f'<polyline points="{path}" stroke-dasharray="{DASHES[style]}"/>{marks}</g>'
        )
    heights = _apart({name: frame.y(line[-1]) for name, line in chart.lines.items()})
    names = [
        CurveLabel(_short(name), right + 10, heights[name] + 4, number % STYLES)
        for number, name in enumerate(chart.lines)
    ]
    return Drawing(chart.title, "".join(drawn), names)


def pots(amounts: Sequence[int], title: str) -> Drawing:
    """Draw the pot of every hand, as bars with their amounts."""
    frame = _Frame(0, max(1, *amounts), len(amounts), WIDTH - 10)
    width = min(28.0, (frame.right - frame.left) / len(amounts) * 0.7)
    hands = [str(hand) for hand in range(1, len(amounts) + 1)]
    drawn = [_grid(frame, hands, between=True)]
    for number, amount in enumerate(amounts):
        x, y = round(frame.x(number + 0.5) - width / 2, 1), frame.y(amount)
        size = f'width="{round(width, 1)}" height="{round(frame.y(0) - y, 1)}"'
        drawn.append(f'<rect class="pot" x="{x}" y="{y}" {size} fill="{FAINT}" stroke="{SOFT}"/>')
    return Drawing(title, "".join(drawn))


def _grid(frame: _Frame, times: Sequence[str], *, between: bool = False) -> str:
    """Draw lines across at round amounts, and the times below, centred if ``between``."""
    drawn = []
    for value in frame.amounts:
        y, kind, tone = frame.y(value), "across" if value else "zero", SOFT if not value else FAINT
        drawn.append(
            f'<line class="{kind}" x1="{frame.left}" x2="{frame.right}" y1="{y}" y2="{y}" '
            f'stroke="{tone}"/>'
        )
        drawn.append(_label("amount", value, frame.left - 9, y + 4, "end"))
    room = (frame.right - frame.left) // (max(map(len, times)) * LETTER + LETTER)
    every = max(1, -(-len(times) // max(int(room), 1)))
    for at in range(len(times), 0, -every):
        x = frame.x(at - 0.5 if between else at)
        drawn.append(_label("time", times[at - 1], x, HEIGHT - 8, "middle"))
    return "".join(drawn)


def _label(kind: str, text: object, x: float, y: float, anchor: str) -> str:
    return (
        f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}" font-size="{LETTERS}" '
        f'fill="{SOFT}">{escape(str(text))}</text>'
    )


def _mark(style: int, x: float, y: float) -> str:
    """Return the mark of a line at one of its points; every style has its own."""
    if style == 0:
        return f'<circle cx="{x}" cy="{y}" r="3.5"/>'
    shapes = {
        1: ((-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)),
        2: ((0, -4.5), (4.5, 3.5), (-4.5, 3.5)),
        3: ((0, -5), (5, 0), (0, 5), (-5, 0)),
        4: ((-4.5, -3.5), (4.5, -3.5), (0, 4.5)),
        5: ((-4.5, -2), (4.5, -2), (4.5, 2), (-4.5, 2)),
    }
    points = " ".join(f"{round(x + dx, 1)},{round(y + dy, 1)}" for dx, dy in shapes[style])
    return f'<polygon points="{points}"/>'


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Return heights of labels near these, spaced far enough to be legible.

    >>> _apart({"Ana": 50.0, "Beto": 52.0})
    {'Ana': 50.0, 'Beto': 63.0}
    """
    placed: dict[str, float] = {}
    free = float(TOP)
    names = sorted(ends, key=ends.__getitem__)
    for below, name in zip(reversed(range(len(names))), names, strict=True):
        lowest = float(HEIGHT - BOTTOM - below * LINE_HEIGHT)
        placed[name] = min(max(ends[name], free), lowest)
        free = placed[name] + LINE_HEIGHT
    return placed


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
