"""Charts of money and points through an evening or a season, as SVG (``templates/chart.svg``).

Every line has its own dashes, its own marks and its name at its end, so that it can be told apart
without colours. The colours suit paper; a style sheet may replace them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from referee.paper.blocks import Chart
from referee.paper.markup import written

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
STYLES: Final = len(TONES)  # lines with a colour, dashes and marks of their own


@dataclass(frozen=True, slots=True)
class CurveLabel:
    """The name at the end of a line: its position, and the style of its line."""

    text: str
    x: float
    y: float
    style: int


class Frame:
    """The coordinates of values and times in a drawing, with a few round ``amounts`` including 0,
    the ``left`` edge after them, and the ``times`` below that have room; ``between`` centres them
    between two coordinates."""

    width, height = WIDTH, HEIGHT

    def __init__(
        self, low: int, high: int, times: Sequence[str], right: float, *, between: bool = False
    ) -> None:
        steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
        step = next(step for step in steps if high - low <= 5 * step)
        self.amounts = range(-(-low // step) * step, high + 1, step)
        self.left = max(len(str(amount)) for amount in self.amounts) * LETTER + 14
        self.right = right
        self._low, self._high, self._last = low, high, len(times)
        room = (right - self.left) // (max(map(len, times)) * LETTER + LETTER)
        every = max(1, -(-len(times) // max(int(room), 1)))
        self.times = [
            (self.x(at - between / 2), times[at - 1]) for at in range(len(times), 0, -every)
        ]

    def x(self, time: float) -> float:
        """Return the coordinate of a time, from left to right."""
        return round(self.left + (self.right - self.left) * time / max(self._last, 1), 1)

    def y(self, value: float) -> float:
        """Return the coordinate of an amount, from the bottom up."""
        inside, most = HEIGHT - TOP - BOTTOM, max(self._high - self._low, 1)
        return round(TOP + inside * (self._high - value) / most, 1)


Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart: its ``curves``, each with those of its points that get a mark, and the names beside
    them; or its ``bars``, each with the position and the size."""

    title: str
    frame: Frame
    curves: Sequence[tuple[Points, Points]] = ()
    names: Sequence[CurveLabel] = ()
    bars: Sequence[tuple[float, float, float, float]] = ()

    def svg(self, *, named: bool = True) -> str:
        """Return the SVG of the chart, optionally without its names."""
        return written("chart.svg", drawing=self, named=named, letters=LETTERS, tones=TONES)


def lines(chart: Chart) -> Drawing:
    """Draw everyone's sum at each time of a chart, starting from 0.

    >>> drawn = lines(Chart("Money", ["1"], {"Ana <A>": [10], "Beto": [-10]})).svg()
    >>> drawn.count("<polyline"), "Ana &lt;A&gt;" in drawn
    (2, True)
    """
    values = [value for line in chart.lines.values() for value in line]
    longest = max(len(_short(name)) for name in chart.lines)
    right = WIDTH - longest * LETTER - 14
    frame = Frame(min(0, *values), max(0, *values), chart.times, right)
    curves = [
        [(frame.x(at), frame.y(value)) for at, value in enumerate((0, *line))]
        for line in chart.lines.values()
    ]
    every = 1 + len(chart.times) // MARKS
    heights = _apart({name: frame.y(line[-1]) for name, line in chart.lines.items()})
    names = [
        CurveLabel(_short(name), right + 10, heights[name] + 4, number % STYLES)
        for number, name in enumerate(chart.lines)
    ]
    return Drawing(chart.title, frame, [(curve, curve[::every]) for curve in curves], names)


def pots(amounts: Sequence[int], title: str) -> Drawing:
    """Draw the pot of every hand, as bars with their amounts."""
    hands = [str(hand) for hand in range(1, len(amounts) + 1)]
    frame = Frame(0, max(1, *amounts), hands, WIDTH - 10, between=True)
    width = min(28.0, (frame.right - frame.left) / len(amounts) * 0.7)
    bars = [
        (
            round(frame.x(number + 0.5) - width / 2, 1), frame.y(amount), round(width, 1),
            round(frame.y(0) - frame.y(amount), 1),
        )
        for number, amount in enumerate(amounts)
    ]  # fmt: skip
    return Drawing(title, frame, bars=bars)


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
