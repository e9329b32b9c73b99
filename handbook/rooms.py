"""The picture of the rooms of the house, floor by floor."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"

WIDE, HIGH, BETWEEN = 760, 106, 18
LINE = 15
LETTERS = 6.9
"""How wide a letter of a caption is."""

Arrows = Collection[tuple[str, str]]
"""A room, and another one of its floor that it may use."""


def picture(floors: Sequence[Collection[str]], beside: Arrows) -> str:
    """The rooms from the ground up, the ground below, with the arrows inside of a floor."""
    high = len(floors) * (HIGH + BETWEEN) + BETWEEN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" '
        'font-family="DejaVu Sans, Segoe UI, Arial, sans-serif">',
        '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#00695c"/></marker>',
    ]
    for floor, rooms in enumerate(reversed(floors)):
        parts.extend(_floor(rooms, beside, BETWEEN + floor * (HIGH + BETWEEN)))
    return "\n".join([*parts, "</svg>\n"])


def _floor(rooms: Collection[str], beside: Arrows, top: int) -> Iterator[str]:
    order = _in_order(rooms, beside)
    wide = (WIDE - BETWEEN * (len(order) + 1)) / len(order)
    left = {room: BETWEEN + place * (wide + BETWEEN) for place, room in enumerate(order)}
    for room, across in left.items():
        yield (
            f'<rect x="{across:g}" y="{top}" width="{wide:g}" height="{HIGH}" rx="8" '
            'fill="#e0f2f1" stroke="#00897b"/>'
        )
        middle = across + wide / 2
        yield _text(room, middle, top + 20, 14, "bold")
        for line, words in enumerate(wrap(_said_of(room), int(wide / LETTERS))):
            yield _text(words, middle, top + 37 + LINE * line, 12, "normal")
    for user, used in sorted(beside):
        if user in left and used in left:
            start, end = left[user] + wide, left[used]
            yield (
                f'<path d="M{start:g} {top + HIGH / 2:g} H{end:g}" stroke="#00695c" '
                'stroke-width="2" marker-end="url(#tip)"/>'
            )


def _in_order(rooms: Collection[str], beside: Arrows) -> list[str]:
    """The rooms of a floor: first those that stand alone, then each left of the one it uses."""
    uses: TopologicalSorter[str] = TopologicalSorter()
    for user, used in sorted(beside):
        if user in rooms and used in rooms:
            uses.add(user, used)
    tied = list(uses.static_order())[::-1]
    return [*sorted(set(rooms) - set(tied)), *tied]


def _said_of(room: str) -> str:
    """What a room says of itself, as far as its first stop."""
    path = ROOT / room.replace(".", "/")
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    said = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split()).partition(". ")[0].rstrip(".")


def _text(text: str, across: float, down: int, size: int, weight: str) -> str:
    return (
        f'<text x="{across:g}" y="{down}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="middle" fill="#1b2a2a">{escape(text.replace("``", ""))}</text>'
    )
