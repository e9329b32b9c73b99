"""Pictures of cards, face up and side by side, as SVG.

A page shows ``![7♥ 8♥ 9♥](../pictures/cards/7h8h9h.svg)``: the file name lists the cards. ``xx`` is
a card face down, ``-`` a gap between two melds.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape

from referee.cards.deck import JOKER
from referee.web.labels import Face, face

PAGES = Path(__file__).parent.parent / "docs"
FOLDER = PAGES / "pictures" / "cards"
SHOWN = re.compile(r"pictures/cards/([0-9A-Za-z-]+)\.svg")

WIDTH, HEIGHT, STEP, GAP = 50, 70, 56, 18
RED, BLACK = "#c22026", "#20242a"


def wanted() -> set[str]:
    """Return the names of all pictures on the pages."""
    pages = PAGES.rglob("*.md")
    return {name for page in pages for name in SHOWN.findall(page.read_text(encoding="utf-8"))}


def picture(name: str) -> str:
    """Return the picture of the cards in a name.

    >>> picture("Th-xx").count("<rect"), "♥" in picture("Th"), "10" in picture("Th")
    (2, True, True)
    """
    across, drawn = 1, []
    for sign in re.findall(r"[0-9A-Za-z]{2}|-", name):
        if sign == "-":
            across += GAP
        else:
            drawn.append(_card(face("??" if sign == "xx" else sign), across))
            across += STEP
    wide, high = across - STEP + WIDTH + 1, HEIGHT + 2
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
    return "\n".join([f'{head} viewBox="0 0 {wide} {high}">', *drawn, "</svg>\n"])


def _card(card: Face, across: int) -> str:
    back = card.colour == "back"
    frame = (
        f'<rect x="{across}" y="1" width="{WIDTH}" height="{HEIGHT}" rx="6" '
        f'fill="{"#3d6a8f" if back else "#fff"}" stroke="#8a9099"/>'
    )
    if back:
        return frame + _text("?", across + WIDTH / 2, 46, 30, "#fff")
    colour = RED if card.colour == "red" else BLACK
    rank, sign = ("Jk", card.rank) if card.name == JOKER else (card.rank, card.sign)
    middle = across + WIDTH / 2
    return frame + _text(rank, middle, 29, 23, colour) + _text(sign, middle, 60, 30, colour)


def _text(text: str, across: float, down: int, size: int, colour: str) -> str:
    return (
        f'<text x="{across:g}" y="{down}" font-size="{size}" fill="{colour}" text-anchor="middle" '
        f'font-family="DejaVu Sans, Segoe UI Symbol, Arial, sans-serif">{escape(text)}</text>'
    )
