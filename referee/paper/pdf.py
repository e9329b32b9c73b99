"""A document as PDF. It needs the packages of the extra ``pdf``."""

import logging
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache, cached_property
from io import BytesIO
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Final
from unicodedata import bidirectional

import segno
from anyascii import anyascii
from fontTools.ttLib import TTFont, TTLibError
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import FontFace

from referee.paper import PAPERS, USUAL, blocks
from referee.paper.charts import HEIGHT, LETTERS, TONES, WIDTH, lines
from referee.wording.language import _
from referee.wording.visible import shortened

# silences warnings about font tables that it drops
logging.getLogger("fontTools").setLevel(logging.ERROR)

DEJAVU: Final = Path(__file__).with_name("dejavu") / "DejaVuSans.ttf"
"""DejaVu Sans 2.37, unmodified; its licence is beside it."""

FAMILIES: Final = (
    "droidsansfallback", "notosanscjk", "sourcehansans", "wqy", "unifont",
    "msyh", "simsun", "msgothic", "yugothm", "malgun", "leelawui", "nirmala",
    "arial unicode", "pingfang", "hiragino sans gb", "applesdgothicneo",
    "notosans",
)  # fmt: skip
"""The prefixes of the files of large fonts on Linux, Windows and macOS, the best first."""

FACES: Final = (".ttf", ".otf", ".ttc")


@cache
def letters_of(path: Path) -> frozenset[str]:
    """Return the letters of a font; none if the file is not a readable font."""
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            return frozenset(map(chr, font.getBestCmap() or ()))
    except (OSError, TTLibError):
        return frozenset()


def spare_fonts(folders: Iterable[Path] | None) -> list[Path]:
    """Return the fonts in some folders, or the system's, that may have more letters, best first."""
    found = [
        (place, path)
        for folder in (_folders() if folders is None else folders)
        for path in folder.rglob("*")
        if path.suffix.lower() in FACES
        for place, family in enumerate(FAMILIES)
        if path.name.lower().startswith(family)
    ]
    return list(dict.fromkeys(path for _place, path in sorted(found)))


def _folders() -> Iterator[Path]:
    home = Path.home()
    yield Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "fonts"
    for name in ("LOCALAPPDATA", "WINDIR"):
        if name in os.environ:
            inside = "Microsoft/Windows/Fonts" if name == "LOCALAPPDATA" else "Fonts"
            yield Path(os.environ[name]) / inside
    yield from (home / ".fonts", home / "Library" / "Fonts")
    yield from (Path("/usr/local/share/fonts"), Path("/usr/share/fonts"))
    yield from (Path("/Library/Fonts"), Path("/System/Library/Fonts"))


FONT: Final = "DejaVu"
BOX: Final = "□"  # replaces a character that no font has and that has no Latin equivalent
LEFTWARDS: Final = ("R", "AL")  # the Unicode classes of letters written from right to left
RIGHTWARDS: Final = "\u200e"  # a mark after which text is written from left to right
INK: Final = (24, 30, 34)
SOFT: Final = (95, 103, 110)
FELT: Final = (11, 94, 75)
RED: Final = (176, 32, 32)

NARROWEST: Final = 15.0
"""The minimum width of a column in millimetres; a table with more columns continues below."""

INDENT: Final = 7.0
CODE: Final = 24.0  # the side of the QR code in millimetres
PDF_POINT: Final = 25.4 / 72  # the unit of font sizes in millimetres
LINE: Final = 20.0  # millimetres that must be free below a heading for a line
TABLE: Final = 48.0  # and for the top of a table
_BEFORE_ALL: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation time of every document, so that the same document is always the same file."""

_LEFTWARD: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
_leftward_words = re.compile(f"{_LEFTWARD}( +{_LEFTWARD})*")
_words = re.compile(r"(\s+)").split
_red_suits = re.compile("([♥♦]+)").split
_has_red_suit = re.compile("[♥♦]").search


def pdf(
    document: blocks.Document, lang: str, paper: str = USUAL, folders: Iterable[Path] | None = None
) -> bytes:
    """Return the document as PDF on this paper, in a language. A blank sheet is printed in
    landscape. Letters missing in DejaVu Sans come from the fonts in these folders, else from the
    system's."""
    printed = _Printed(document, lang, paper, folders)
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        if isinstance(block, blocks.Heading):
            printed.keep_together(TABLE if isinstance(following, blocks.Amounts) else LINE)
        printed.put(block)
    printed.put_note()
    printed.put_head()
    return bytes(printed.output())


class _Printed(FPDF):
    """The PDF of a document, printed block by block."""

    def __init__(
        self, document: blocks.Document, lang: str, paper: str, folders: Iterable[Path] | None
    ) -> None:
        lying = any(isinstance(block, blocks.Ruled) for block in document.blocks)
        super().__init__(orientation="landscape" if lying else "portrait", format=PAPERS[paper])
        self._document = document
        self._size = 9.0 if paper == "a5" else 10.5
        self.set_title(document.title)
        self.set_lang(lang)
        self.set_creator("desmoche-referee")
        self.set_creation_date(_BEFORE_ALL)
        self.add_font(FONT, fname=DEJAVU)
        self._letters = letters_of(DEJAVU) | {"\n"}
        self._letter = cache(self._seen_first)
        self._folders = folders
        self._spare_fonts: list[str] = []
        self._has_other_letters = False
        self.set_margin(12 if paper == "a5" else 18)
        self.set_auto_page_break(True, 16)
        self.add_page()
        self._write(document.title, self._size * 1.7, FELT)
        self.ln(1)
        for line in document.about.splitlines():
            self._write(line, self._size, SOFT)

    def footer(self) -> None:
        """Print the title and the page number; called by fpdf2."""
        self.set_y(-11)
        self._pen(self._size * 0.75, SOFT)
        left = self._document.head or self._document.title[:60]
        number = _("page {page} of {pages}").format(page=self.page_no(), pages="{nb}")
        self.cell(self.epw / 2, 4, self._printable(left))
        self.cell(self.epw / 2, 4, number, align="R")

    def put(self, block: blocks.Block) -> None:
        """Print a part."""
        match block:
            case blocks.Heading(text, level):
                self.ln(4 if level == 1 else 2)
                self._write(text, self._size * (1.25 if level == 1 else 1.08), FELT)
            case blocks.Paragraph(text, strong, soft):
                colour = FELT if strong else SOFT if soft else INK
                self._write(text, self._size, colour)
            case blocks.Items(items, numbered):
                for number, (item, more) in enumerate(items, 1):
                    self._item(f"{number}." if numbered else "–", item, more)
            case blocks.Amounts(head, rows, sums):
                self._grid(head, [*rows, sums] if sums else rows, bool(sums))
            case blocks.Chart():
                self._chart(block)
            case blocks.Lines(text):
                for line in text.splitlines():
                    self._write(line, self._size * 0.9, INK)
            case blocks.Blanks(labels):
                self._blanks(labels)
            case blocks.Ruled():
                self._ruled(block)

    def put_note(self) -> None:
        """Print a note if some letters had to be replaced."""
        if self._has_other_letters:
            self.ln(2)
            text = _(
                "Some letters are in no font of this machine, and Latin letters replace them. "
                "Install a font that has them, and print this again."
            )
            self._write(text, self._size, SOFT)

    def put_head(self) -> None:
        """Print the head of the game, also as a QR code."""
        head = self._document.head
        if not head:
            return
        self.ln(6)
        self.keep_together(CODE + 4)
        top = self.get_y()
        code = segno.make(head, error="m", micro=False).svg_inline(border=0, omitsize=True)
        self.image(BytesIO(code.encode()), self.l_margin, top, CODE, CODE)
        self.set_xy(self.l_margin + CODE + 4, top + 4)
        self._indented(CODE + 4, _("Head of the game in the record book:"), SOFT)
        self._indented(CODE + 4, head, INK)
        how = _("referee book verify GAME --head HEAD proves that nothing up to it was changed.")
        self._indented(CODE + 4, how, SOFT)

    def keep_together(self, height: float) -> None:
        """Start a new page if this one has less room than this."""
        if self.will_page_break(height):
            self.add_page()

    def _pen(self, size: float, colour: tuple[int, int, int]) -> None:
        self.set_font(FONT, size=size)
        self.set_text_color(*colour)

    def _printable(self, text: str) -> str:
        """Return a text in letters that some font has, in which amounts stay after names."""
        printed = "".join(map(self._letter, shortened(text)))
        return _leftward_words.sub(lambda words: f"{words[0]}{RIGHTWARDS}", printed)

    @cached_property
    def _spare(self) -> list[Path]:
        return spare_fonts(self._folders)

    def _seen_first(self, sign: str) -> str:
        """Return a letter unchanged if some font has it, else in Latin letters."""
        if bidirectional(sign) in LEFTWARDS:
            # the referee's sentences run from left to right, even if they begin with a name that
            # does not
            self.set_text_shaping(True, direction="ltr")
        if sign in self._letters:
            return sign
        spare = next((path for path in self._spare if sign in letters_of(path)), None)
        if spare is None:
            self._has_other_letters = True
            return anyascii(sign) or BOX
        if spare.stem not in self._spare_fonts:
            self.add_font(spare.stem, fname=spare)
            self._spare_fonts.append(spare.stem)
            self.set_fallback_fonts(self._spare_fonts)
        return sign

    def _write(self, text: str, size: float, colour: tuple[int, int, int]) -> None:
        """Print a paragraph, with red hearts and diamonds."""
        self.set_x(self.l_margin)
        self._pen(size, colour)
        for has_red, words in groupby(_words(self._printable(text)), _has_red_suit):
            part = "".join(words)
            runs = _red_suits(part)
            # a card is not broken at the end of a line
            needed = self.get_string_width(part) + 2 * self.c_margin
            if has_red and self.x + needed > self.w - self.r_margin:
                self.ln(size * 0.5)
            for place, run in enumerate(runs):
                if run:
                    self.set_text_color(*(RED if place % 2 else colour))
                    self.write(size * 0.5, run)
        self.ln(size * 0.5 + 0.6)

    def _indented(self, by: float, text: str, colour: tuple[int, int, int]) -> None:
        self.set_left_margin(self.l_margin + by)
        self._write(text, self._size, colour)
        self.set_left_margin(self.l_margin - by)

    def _item(self, mark: str, text: str, more: str) -> None:
        self.keep_together(9)
        self._pen(self._size, SOFT)
        self.set_x(self.l_margin)
        self.cell(INDENT, self._size * 0.5, mark, new_x=XPos.LEFT, new_y=YPos.TOP)
        self._indented(INDENT, text, INK)
        if more:
            self._indented(INDENT, more, SOFT)

    def _grid(self, head: Sequence[str], rows: Sequence[Sequence[str]], summed: bool) -> None:
        """Print a table; one with too many columns continues below."""
        most = max(int(self.epw / NARROWEST) - 1, 1)
        for first in range(1, max(len(head), 2), most):
            part = slice(first, first + most)
            cells = [[row[0], *row[part]] for row in (head, *rows)]
            self._table(cells, summed)

    def _table(self, rows: Sequence[Sequence[str]], summed: bool) -> None:
        self._pen(self._size * 0.92, INK)
        self.set_draw_color(200, 204, 208)
        widths = _shared([self._widest(column) for column in zip(*rows, strict=True)], self.epw)
        with self.table(
            # rounding may make the shares slightly larger than the room
            width=min(sum(widths), self.epw), col_widths=tuple(widths), align="LEFT",
            text_align=("LEFT", *["RIGHT"] * (len(widths) - 1)), borders_layout="HORIZONTAL_LINES",
            headings_style=FontFace(color=SOFT), line_height=self._size * 0.52,
        ) as table:  # fmt: skip
            for number, cells in enumerate(rows):
                last = summed and number == len(rows) - 1
                row = table.row(style=FontFace(color=FELT) if last else None)
                for cell in cells:
                    row.cell(self._printable(cell))
        self.ln(1.5)

    def _widest(self, column: Sequence[str]) -> float:
        lines = [line for cell in column for line in cell.splitlines()]
        return max(max(map(self.get_string_width, lines), default=0) + 4.0, NARROWEST)

    def _chart(self, chart: blocks.Chart) -> None:
        """Print a chart, with its title above and its names beside it."""
        drawing = lines(chart)
        # its letters have the size of the text
        width = WIDTH * self._size * 0.9 / LETTERS * PDF_POINT
        height, scale = width * HEIGHT / WIDTH, width / WIDTH
        self.keep_together(height + self._size)
        self._write(chart.title, self._size * 0.9, SOFT)
        left, top = self.l_margin, self.get_y()
        svg = drawing.svg(named=False).replace("<svg ", f'<svg font-family="{FONT}" ', 1)
        self.image(BytesIO(svg.encode()), left, top, width, height)
        for name in drawing.names:
            self._pen(LETTERS * scale / PDF_POINT, (*bytes.fromhex(TONES[name.style][1:]),))
            self.set_xy(left + name.x * scale, top + (name.y - 0.8 * LETTERS) * scale)
            self.cell(0, LETTERS * scale, self._printable(name.text))
        self.set_y(top + height + 2)

    def _blanks(self, labels: Sequence[str]) -> None:
        """Print labels followed by lines, in two columns if they fit."""
        self.ln(1)
        self.set_draw_color(*SOFT)
        beside = 2 if self.epw > 150 else 1
        width = self.epw / beside
        for number, label in enumerate(labels):
            left = self.l_margin + number % beside * width
            if number % beside == 0:
                self.ln(8 if number else 0)
            self._pen(self._size * 0.9, SOFT)
            self.set_x(left)
            self.cell(width, 7, f"{label}:")
            begins = left + self.get_string_width(f"{label}:") + 3
            line = self.get_y() + 6
            self.line(begins, line, left + width - 4, line)
        self.ln(9)

    def _ruled(self, ruled: blocks.Ruled) -> None:
        """Print an empty table that fills the rest of the page except for the lines below it."""
        others = len(ruled.head) - 1
        first = 0.25 if ruled.names else 1 / (others + 1)
        self._pen(self._size * (0.9 if ruled.names else 0.68), INK)
        self.set_draw_color(*SOFT)

        def print_rows(rows: Iterable[Sequence[str]], tall: float) -> None:
            with self.table(
                col_widths=(first, *[(1 - first) / others] * others), first_row_as_headings=False,
                text_align="LEFT", v_align="TOP", line_height=self._size * 0.34, padding=(0.7, 1),
                min_row_height=tall,
            ) as table:  # fmt: skip
                for row in rows:
                    table.row([*map(self._printable, row)])

        # room for the players' names
        print_rows([ruled.head], 9 if ruled.names else 0)
        room = self.page_break_trigger - self.get_y() - (12 if ruled.names else 30)
        tall = max(room / ruled.rows, 4.0)
        fitting = min(ruled.rows, int(room / tall + 0.001))
        labels = [*ruled.names, *[""] * ruled.rows][:fitting]
        print_rows(([label, *[""] * others] for label in labels), tall)
        self.ln(2)


def _shared(widths: Sequence[float], room: float) -> list[float]:
    """Return the widths of columns: narrow ones get what they need, others share the rest.

    >>> _shared([20, 30, 90, 80], 150), _shared([20, 30], 150)
    ([20, 30, 50.0, 50.0], [20, 30])
    """
    share = left = room
    for place, width in enumerate(sorted(widths)):
        share = left / (len(widths) - place)
        if width > share:
            break
        left -= width
    return [min(width, share) for width in widths]
