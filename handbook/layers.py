"""The diagram of the packages, layer by layer."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from graphlib import TopologicalSorter
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "layers.svg"

HOMES = {"referee_schemas": Path("schemas"), "referee_cli": Path("cli")}
"""The folders of packages that are not at the top of the checkout."""

WIDE, BETWEEN, LINE = 760, 18, 15
LETTERS = 6.9
"""The width of a letter of a caption."""

Arrows = Collection[tuple[str, str]]
"""A package, and another one of its layer that it may import."""


def picture(layers: Sequence[Collection[str]], beside: Arrows) -> str:
    """Return the diagram of the layers, the lowest at the bottom, with arrows for imports inside a
    layer."""
    parts, top = [], BETWEEN
    for packages in reversed(layers):
        drawn, high = _layer(_in_order(packages, beside), beside, top)
        parts += drawn
        top += high + BETWEEN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {top}" '
        'font-family="DejaVu Sans, Segoe UI, Arial, sans-serif">',
        '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#00695c"/></marker>',
        *parts,
        "</svg>\n",
    ])  # fmt: skip


def _layer(packages: Sequence[str], beside: Arrows, top: int) -> tuple[list[str], int]:
    """Return the boxes of a layer from left to right, and its height."""
    wide = (WIDE - BETWEEN * (len(packages) + 1)) / len(packages)
    left = {package: BETWEEN + place * (wide + BETWEEN) for place, package in enumerate(packages)}
    said = {package: wrap(_said_of(package), int(wide / LETTERS)) for package in packages}
    high = 30 + LINE * max(map(len, said.values()))
    drawn = []
    for package, across in left.items():
        drawn.append(
            f'<rect x="{across:g}" y="{top}" width="{wide:g}" height="{high}" rx="8" '
            'fill="#e0f2f1" stroke="#00897b"/>'
        )
        drawn.append(_text(package, across + wide / 2, top + 20, 14, "bold"))
        for line, words in enumerate(said[package]):
            drawn.append(_text(words, across + wide / 2, top + 37 + LINE * line, 12, "normal"))
    for user, used in sorted(beside):
        if user in left and used in left:
            drawn.append(
                f'<path d="M{left[user] + wide:g} {top + high / 2:g} H{left[used]:g}" '
                'stroke="#00695c" stroke-width="2" marker-end="url(#tip)"/>'
            )
    return drawn, high


def _in_order(packages: Collection[str], beside: Arrows) -> list[str]:
    """Return the packages of a layer: first those without arrows, then each left of the ones it
    imports."""
    uses: TopologicalSorter[str] = TopologicalSorter()
    for user, used in sorted(beside):
        if user in packages and used in packages:
            uses.add(user, used)
    tied = list(uses.static_order())[::-1]
    return [*sorted(set(packages) - set(tied)), *tied]


def _said_of(package: str) -> str:
    """Return the first sentence of a package's docstring."""
    path = ROOT / HOMES.get(package, Path()) / package.replace(".", "/")
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    said = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split()).partition(". ")[0].rstrip(".")


def _text(text: str, across: float, down: int, size: int, weight: str) -> str:
    return (
        f'<text x="{across:g}" y="{down}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="middle" fill="#1b2a2a">{escape(text.replace("``", ""))}</text>'
    )
