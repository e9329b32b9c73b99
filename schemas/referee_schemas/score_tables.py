"""Score tables as people keep them in a spreadsheet: players across, rounds down.

The first row names the players. A first column may number the rounds, headed by one of `ROUND` or
nothing. A column ``total`` after a player, or ``total Ana`` anywhere, has running totals, and a
column ``out`` the player who went out. A row ``total`` has the sums. A player with an empty cell
did not play that round.
"""

import csv
import os
import re
from collections.abc import Sequence
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.grid import DETAIL, POINTS
from referee.judging.names import fold
from referee.judging.registry import called, find, games
from referee.judging.rulebook import Rulebook
from referee.wording.language import Word, joined
from referee.wording.sentences import Sentence
from referee.wording.unreadable import Unreadable, quoted
from referee.wording.visible import visible
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import LONGEST_SHEET

XLSX: Final = ".xlsx"
SUFFIXES: Final = (".csv", ".tsv", XLSX)

ROUND: Final = frozenset(
    {"", "#", "no", "no.", "nr", "nr.", "round", "hand", "game", "hole", "contract", "wild"}
    | {"núm.", "ronda", "mano", "juego", "partida", "hoyo", "contrato", "comodín"}
)
"""Headings of a first column without points."""

TOTAL: Final = frozenset({"total", "totals", "sum", "totales", "suma", "σ", "∑"})
OUT: Final = frozenset({"out", "salió", "salio"})
NOTHING: Final = frozenset({"", "-", "–", "—"})

MOST_ROWS: Final = 2000
MOST_COLUMNS: Final = 100
NOT_WORKED_OUT: Final = (
    "{found} is a formula without its result: open the file where it was made, and save it."
)
A_TABLE: Final = Word("a score table, with the names of the players in its first row")
CORRECT: Final = Word("Correct the cell and run again.")

_number: Final = re.compile(r"-?[0-9]{1,15}(?:[.,]0+)?")

Cell = str | int | float | None
Rows = Sequence[Sequence[Cell]]


class Formula(str):
    """A cell with a formula that was never calculated."""

    __slots__ = ()


def is_score_table(path: str) -> bool:
    """Return whether a file is a score table, by its name.

    >>> is_score_table("scores.CSV"), is_score_table("friday.sheet")
    (True, False)
    """
    return Path(path).suffix.lower() in SUFFIXES


def read_score_table(path: str, game: str) -> list[Event]:
    """Return the events of an evening from its table of points. Raises Unreadable at the first
    unreadable cell; its ``more`` has the others."""
    file = visible(os.fspath(path))
    try:
        return _Table(_scored(game), file, _rows(path)).events()
    except Unreadable as problem:
        problem.file = file
        raise


def _scored(game: str) -> Rulebook:
    name = called(game)
    book = find(name) if name else None
    if book is None or "score" not in book.events:
        known = joined(rulebook.name for rulebook in games() if "score" in rulebook.events)
        expected = Sentence("a game with points: {games}", {"games": known})
        remedy = Word("Name the game of this table with --game.")
        raise Unreadable(game or Word("no game"), expected, remedy=remedy)
    return book


def _rows(path: str) -> Rows:
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unreadable(why, A_TABLE, remedy=Word("Name a file that is there.")) from problem
    if len(content) > LONGEST_SHEET:
        raise Unreadable(Word("a larger file"), A_TABLE, remedy=CORRECT)
    return _workbook(content) if path.lower().endswith(XLSX) else _text(content)


def _text(content: bytes) -> Rows:
    """Return the cells of a text, separated by semicolons, tabs or commas."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        remedy = Word("Save it as CSV in UTF-8, and run again.")
        raise Unreadable(Word("letters that are not UTF-8"), A_TABLE, remedy=remedy) from problem
    begun = re.match(r"sep=(.)\r?\n", text, re.IGNORECASE)
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = begun[1] if begun else max(";\t,", key=first.count)
    try:
        rows = list(islice(csv.reader(StringIO(text, newline=""), delimiter=mark), MOST_ROWS + 1))
    except csv.Error as problem:
        raise Unreadable(str(problem), A_TABLE, remedy=CORRECT) from problem
    return [[], *rows[1:]] if begun else rows


def _workbook(content: bytes) -> Rows:
    """Return the cells of the first sheet of a workbook."""
    try:
        # slow to import, and few people need it
        from openpyxl import load_workbook
    except ImportError as problem:
        remedy = Word("Save it as CSV, or install one more package: pip install openpyxl")
        raise Unreadable(Word("a workbook"), Word("a CSV file"), remedy=remedy) from problem
    try:
        # load again for the formulas, because some may never have been calculated
        values, formulas = (
            _cells(load_workbook(BytesIO(content), read_only=True, data_only=worked_out))
            for worked_out in (True, False)
        )
    except Exception as problem:  # a package may fail in any way on a file that is no workbook
        remedy = Word("Save it as CSV, and import that.")
        raise Unreadable(Word("something else"), A_TABLE, remedy=remedy) from problem
    return [
        [
            Formula(formula) if value is None and formula is not None else value
            for value, formula in zip(row, formula_row, strict=True)
        ]
        for row, formula_row in zip(values, formulas, strict=True)
    ]


def _cells(book: Any) -> list[list[Cell]]:
    sheet = book.worksheets[0]
    sheet.reset_dimensions()
    rows = islice(sheet.iter_rows(values_only=True), MOST_ROWS + 1)
    return [list(row[:MOST_COLUMNS]) for row in rows]


class _Table:
    """A table that is being read. ``columns`` has the kind of each column by its place (``round``,
    ``points``, ``totals`` or ``out``), and its player."""

    def __init__(self, book: Rulebook, file: str, rows: Rows) -> None:
        self.book, self.file, self.rows = book, file, rows
        self.columns: dict[int, tuple[str, str]] = {}
        self.sums: dict[str, int] = {}
        self.faults: list[Unreadable] = []

    def events(self) -> list[Event]:
        """Return the events of the evening."""
        head = next((at for at, row in enumerate(self.rows) if any(map(_filled, row))), 0)
        self._read_head(head)
        self._raise_faults()
        scores = [
            (at, score) for at in range(head + 1, len(self.rows)) if (score := self._read_row(at))
        ]
        rounds = self.book.counting.rounds if self.book.counting else None
        for at, _ in scores[rounds or len(scores) :][:1]:
            text = "{game} has only {rounds} rounds."
            self._fault(at, 0, text, game=self.book.title, rounds=rounds)
        if len(self.rows) > MOST_ROWS:
            text = "a score table has at most {rows} rows."
            self._fault(MOST_ROWS, 0, text, rows=MOST_ROWS)
        self._raise_faults()
        # the deal passes around, from the last player
        players = self._players()
        log = [{"type": "game", "game": self.book.name, "players": players, DETAIL: POINTS}]
        for number, (_, score) in enumerate(scores):
            log += [{"type": "hand", "dealer": players[number % len(players) - 1]}, score]
        return list(map(LogSoFar().add, log))

    def _raise_faults(self) -> None:
        if self.faults:
            first, *more = self.faults
            first.more = tuple(more)
            raise first

    def _fault(self, row: int, column: int, text: str, **found: object) -> None:
        problem = Sentence(text, found)
        facts = {"file": self.file, "cell": cell_name(row, column), "problem": problem}
        sentence = Sentence("{file}, {cell}: {problem}", facts)
        fault = Unreadable(
            problem, A_TABLE, field=cell_name(row, column), plainly=sentence, remedy=CORRECT,
            file=self.file, line=row + 1,
        )  # fmt: skip
        self.faults.append(fault)

    def _players(self) -> list[str]:
        return list(dict.fromkeys(player for _kind, player in self.columns.values() if player))

    # ---- the first row

    def _read_head(self, head: int) -> None:
        for at, cell in enumerate(self.rows[head] if self.rows else ()):
            heading = " ".join(str(cell).split()) if _filled(cell) else ""
            if at == 0 and _plain(cell) in ROUND:
                self.columns[at] = "round", ""
            elif heading:
                self._read_heading(head, at, heading)
        if not self._players() and not self.faults:
            self._fault(head, 0, "this row has no names of players.")

    def _read_heading(self, head: int, at: int, heading: str) -> None:
        kind, player = _heading(heading)
        if kind == "totals" and not player:
            player = next((player for _, player in reversed(self.columns.values()) if player), "")
        same = [column for column in self.columns.values() if fold(column[1]) == fold(player)]
        if kind == "totals" and not player:
            self._fault(head, at, "{found} does not follow a player's column.", found=heading)
        elif kind in dict(same):
            self._fault(head, at, "{found} is there twice.", found=heading)
        else:
            self.columns[at] = kind, same[0][1] if same else player

    # ---- the rounds

    def _read_row(self, at: int) -> Event | None:
        """Return the score of a row; None for an empty row and for a row of sums."""
        score: dict[str, Any] = {"points": {}, "totals": {}, "out": ""}
        label = ""
        for place, cell in enumerate(self.rows[at]):
            kind, player = self.columns.get(place, ("", ""))
            if kind == "round":
                label = _plain(cell)
            elif not _filled(cell):
                continue
            elif not kind:
                self._fault(at, place, "there is no name above {found}.", found=quoted(cell))
            elif kind == "out":
                score[kind] = self._player_in(at, place, cell)
            elif (number := self._number_in(at, place, cell)) is not None:
                score[kind][player] = number
        if label.partition(" ")[0].rstrip(":") in TOTAL:
            self._check_sums(at, score["points"])
            return None
        for player, points in score["points"].items():
            self.sums[player] = self.sums.get(player, 0) + points
        self.sums |= score["totals"]
        parts = {name: part for name, part in score.items() if part}
        return {"type": "score", **parts} if parts else None

    def _check_sums(self, at: int, written: dict[str, int]) -> None:
        for place, (kind, player) in self.columns.items():
            right = self.sums.get(player, 0)
            if kind == "points" and written.get(player, right) != right:
                text = "{found} is not the sum of this column, which is {right}."
                self._fault(at, place, text, found=written[player], right=right)

    def _player_in(self, at: int, place: int, cell: Cell) -> str:
        name = str(cell).strip()
        player = next((known for known in self._players() if fold(known) == fold(name)), "")
        if not player:
            self._fault(at, place, "nobody is called {found}.", found=quoted(name))
        return player

    def _number_in(self, at: int, place: int, cell: Cell) -> int | None:
        """Return the number in a cell, which may be written as a sum."""
        number = None if isinstance(cell, Formula) else _whole(cell)
        if number is None:
            text = "{found} is not a whole number."
            text = NOT_WORKED_OUT if isinstance(cell, Formula) else text
            self._fault(at, place, text, found=quoted(cell))
        return number


def cell_name(row: int, column: int) -> str:
    """Return a spreadsheet's name for a cell.

    >>> cell_name(3, 1), cell_name(0, 26)
    ('B4', 'AA1')
    """
    tens, ones = divmod(column, 26)
    letters = (ascii_uppercase[tens - 1] if tens else "") + ascii_uppercase[ones]
    return f"{letters}{row + 1}"


def _filled(cell: Cell) -> bool:
    return _plain(cell) not in NOTHING


def _plain(cell: Cell) -> str:
    return " ".join(str(cell).split()).casefold() if cell is not None else ""


def _heading(heading: str) -> tuple[str, str]:
    """Return the kind of a column, and its player if the heading names one.

    >>> _heading("Ana"), _heading("Total Ana"), _heading("Ana total"), _heading("Out")
    (('points', 'Ana'), ('totals', 'Ana'), ('totals', 'Ana'), ('out', ''))
    """
    words = heading.split()
    if heading.casefold() in OUT:
        return "out", ""
    for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
        if word.casefold().rstrip(":") in TOTAL:
            return "totals", " ".join(rest)
    return "points", heading


def _whole(cell: Cell) -> int | None:
    """Return a whole number, written as such, with a decimal part of zeros, or as a sum.

    >>> [_whole(cell) for cell in (8, 8.0, "8", "-8", "8,0", "10+15 + 8", 8.5, "8,5", "abc")]
    [8, 8, 8, -8, 8, 33, None, None, None]
    """
    parts = "".join(str(cell).split()).replace("−", "-").split("+")
    if not all(_number.fullmatch(part) for part in parts):
        return None
    return sum(int(re.split("[.,]", part)[0]) for part in parts)
