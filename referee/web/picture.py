"""An evening as one picture to send around: who stands how, and what is still to be paid."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from markupsafe import Markup

WIDTH: Final = 540
EDGE: Final = 28
ROW: Final = 46
LINE: Final = 28
TITLE_ROW: Final = 32
LETTERS: Final = 46
TITLE_LETTERS: Final = 30
"""So many letters of a sentence, and of the title, fit into a line."""


def picture(
    title: str, beside: str, rows: Sequence[tuple[str, str]], below: Sequence[str]
) -> Markup:
    """The picture as SVG: a title with what stands ``beside`` it, a row for each player with what
    they have, and sentences ``below``.

    >>> drawn = picture("Friday", "Desmoche", [("Ana", "+5"), ("Beto", "-5")], ["Beto pays Ana 5."])
    >>> drawn.count("<text"), 'viewBox="0 0 540 222"' in drawn
    (7, True)
    """
    heading = _broken(title, TITLE_LETTERS)
    top = 60 + TITLE_ROW * len(heading)
    rows_end = top + ROW * len(rows)
    lines = [part for sentence in below for part in _broken(sentence, LETTERS)]
    height = rows_end + LINE * len(lines) + 10
    drawn = [
        _text(EDGE, 44 + TITLE_ROW * at, line, "font-size='26' font-weight='700'")
        for at, line in enumerate(heading)
    ]
    drawn.append(_text(EDGE, top - 20, beside[:LETTERS], "font-size='16' fill='#57534d'"))
    for at, (player, stands) in enumerate(rows):
        y = top + ROW * at
        drawn.append(f"<line x1='{EDGE}' x2='{WIDTH - EDGE}' y1='{y}' y2='{y}' stroke='#d8d3ca'/>")
        drawn.append(_text(EDGE, y + 31, player, "font-size='20'"))
        end = "font-size='20' font-weight='700' text-anchor='end'"
        drawn.append(_text(WIDTH - EDGE, y + 31, stands, end))
    for at, line in enumerate(lines):
        drawn.append(_text(EDGE, rows_end + 18 + LINE * at, line, "font-size='18'"))
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="system-ui, sans-serif" fill="#1c1b19">'
        f"<rect width='100%' height='100%' fill='#fbfaf7'/>{''.join(drawn)}</svg>"
    )


def _text(x: int, y: int, words: str, look: str) -> str:
    return f"<text x='{x}' y='{y}' {look}>{escape(words)}</text>"


def _broken(sentence: str, letters: int) -> list[str]:
    """A sentence in lines that fit."""
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > letters:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
