"""The score grid in a terminal: each line is a row, with the points of the players in turn
order."""

import re
from typing import Any, Final

from referee_schemas.reading import Unreadable
from rich.table import Table
from rich.text import Text

from referee.judging.grid import Grid, GridRow, added
from referee.judging.names import fold
from referee.text.terminal import Terminal
from referee.wording.language import N_, Word, _, joined
from referee.wording.sentences import Sentence
from referee.wording.visible import visible

LEFT_OUT: Final = "-"
OUT: Final = "*"

_ROW: Final = re.compile(r"(?:(\d{1,4}) *: *)?((?:(?:\d[\d+]*|-)\*?[ ,]*)+)").fullmatch
_WINNER: Final = re.compile(r"(?:(\d{1,4}) *: *)?(.*)", re.DOTALL).fullmatch
NOBODY: Final = (LEFT_OUT, "nobody", "nadie")
_POINTS: Final = re.compile(r"(\d{1,8}(?:\+\d{1,8})*|-)(\*?)").fullmatch

HELP: Final = N_(
    """\
A line is a hand: the points of each player, in this order: {players}.
  {row:20} a star marks the player who ended the hand
  10+5+8 …             a sum, as you add it
  - …                  a player who is left out
  2: {row:17} how hand 2 should read
Anything else is read as a line of the score sheet: a hand may be written card by card.
  undo   take the last line back
  call   what the referee noticed in this hand
  table  the grid again
  quit   stop; everything is kept"""
)


WINNERS: Final = N_(
    """\
A line is a hand: the name of the player who has won it, or enough of it to tell the players apart.
  nobody               nobody has won
  2: {row:17} how hand 2 should read
Anything else is read as a line of the score sheet: a result with bonuses, a payment, a new bet.
  undo   take the last line back
  call   what the referee noticed in this hand
  table  the grid again
  quit   stop; everything is kept"""
)


def help_of(grid: Grid) -> str:
    """Return the help on writing rows of this grid."""
    if grid.by_winner:
        return _(WINNERS).format(row=visible(grid.seated[0]))
    row = " ".join(f"{12 * at}{OUT * (not at)}" for at in range(len(grid.seated)))
    return _(HELP).format(players=visible(joined(grid.seated)), row=row)


def events_of(line: str, grid: Grid) -> list[dict[str, Any]] | None:
    """Return the events of a row; None if the line is not a row. Raises Unreadable if it does not
    have one number for each player."""
    if grid.by_winner:
        return _winner_in(line.strip(), grid)
    match = _ROW(line.strip())
    if match is None:
        return None
    number, numbers = match.groups()
    words = [_POINTS(word) for word in re.split(r"[ ,]+", numbers.strip(" ,"))]
    seats = grid.seated
    if None in words or len(words) != len(seats):
        raise Unreadable(
            Sentence("a row of {count}", {"count": len(words)}),
            Sentence("a number for each of {count} players", {"count": len(seats)}),
            remedy=Word("Type the row again."),
        )
    parts = [(name, *word.groups()) for name, word in zip(seats, words, strict=True) if word]
    points = {name: added(text) for name, text, _ in parts if text != LEFT_OUT}
    score: dict[str, Any] = {"type": "score", "points": points}
    enders = [name for name, _, out in parts if out]
    score |= {"out": enders[0]} if enders else {}
    if number is None:
        return grid.written(score)
    return grid.put_right(_row(int(number), grid), score)


def _winner_in(line: str, grid: Grid) -> list[dict[str, Any]] | None:
    """Return the events of a hand recorded only by its winner; None if the line is not a name.
    Raises Unreadable if no bet is known."""
    match = _WINNER(line)
    number, name = match.groups() if match else (None, line)
    seats = [player for player in grid.seated if name and fold(player).startswith(fold(name))]
    if name not in NOBODY and len(seats) != 1:
        return None
    result = {"type": "result", "winner": None if name in NOBODY else seats[0]}
    if number is not None:
        return grid.put_right(_row(int(number), grid), result)
    if grid.asks_bet and grid.bet is None:
        raise Unreadable(
            Word("a hand without a bet"), Word("a bet"),
            remedy=Sentence("Open the first hand: {line}", {"line": f"hand {grid.dealer} bet 5"}),
        )  # fmt: skip
    return grid.written(result)


def _row(number: int, grid: Grid) -> GridRow:
    """Return the row to correct. Raises Unreadable if the grid has no such row."""
    row = grid.row(number)
    if row is None:
        raise Unreadable(
            Sentence("hand {hand}", {"hand": number}),
            Word("a hand of which the points are written"),
        )
    return row


def asks_for(grid: Grid) -> str:
    """Return the prompt, with the stakes of the next hand."""
    if grid.is_over:
        return "> "
    plays_for = grid.next_for
    prompt = _("Hand {hand}").format(hand=grid.number)
    if plays_for:
        prompt = f"{prompt} {plays_for.render()}" if grid.by_winner else plays_for.render()
    return f"{prompt}> "


def _cell(grid: Grid, row: GridRow, name: str) -> str:
    return grid.format_amount(row.points[name]) if grid.by_winner else row.format_points(name)


def tell_grid(out: Terminal, grid: Grid) -> None:
    """Print the rows: each player's points and running total; a star marks the leader."""
    table = Table(box=None, pad_edge=False, header_style="", expand=False)
    table.add_column("")
    for player in grid.players:
        table.add_column(Text(visible(player)), justify="right", overflow="ellipsis", no_wrap=True)
    for row in grid.rows:
        cells = [
            f"{_cell(grid, row, name)} {grid.format_amount(row.sums[name])}"
            if name in row.points
            else ""
            for name in grid.players
        ]
        table.add_row(str(row.number), *cells)
    totals = [
        f"{grid.format_amount(grid.total(name))}{OUT if name in grid.leaders else ''}"
        for name in grid.players
    ]
    table.add_row(_("in all"), *totals)
    out.print(table)
