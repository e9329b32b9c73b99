"""A report, and the parts of any document, as text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from referee.judging.corrections import Event
from referee.judging.report import Report
from referee.judging.scorecard import Scorecard, scorecards
from referee.paper import blocks, outline
from referee.text.terminal import Terminal
from referee.wording.sentences import SpellCard

BLOCKS: Final = "▁▂▃▄▅▆▇█"  # of a sparkline
LONGEST_LINE: Final = 12  # the most blocks in a sparkline
GAP: Final = 2  # between two columns
SHORT_NAME: Final = 12
"""The width of a name that is never folded; longer ones use the room that the amounts leave."""

Amount = TypeVar("Amount")
Column = Sequence[str]  # its heading, and its cells


def sparkline(amounts: Sequence[int], low: int, high: int) -> str:
    """Draw amounts on a scale from the lowest to the highest.

    >>> sparkline([0, 10, 5], 0, 10), sparkline([3, 3], 3, 3)
    ('▁█▄', '▁▁')
    """
    highest = len(BLOCKS) - 1
    return "".join(BLOCKS[(amount - low) * highest // max(high - low, 1)] for amount in amounts)


def thinned(course: Sequence[Amount], most: int) -> Sequence[Amount]:
    """Return at most this many amounts of a course, equally spaced and including the last one.

    >>> thinned([1, 2, 3, 4, 5], 3), thinned([1, 2, 3], 3)
    ([1, 3, 5], [1, 2, 3])
    """
    step = max(1, -(-len(course) // most))
    return course[::-1][::step][::-1]


def tell_blocks(console: Terminal, parts: Iterable[blocks.Block]) -> None:
    """Print the parts of a document."""
    for part in parts:
        match part:
            case blocks.Heading(text):
                console.print()
                console.print(Text(text, style="bold"))
            case blocks.Paragraph(text, strong=True):
                console.print(Text(text, style="bold"))
            case blocks.Paragraph(text, soft=soft):
                console.indented(text, style="dim" if soft else "")
            case blocks.Items():
                _tell_items(console, part)
            case blocks.Amounts(head, rows):
                _tell_table(console, list(zip(head, *rows, strict=True)))
            case blocks.Chart(title, _times, lines) if console.shows(BLOCKS):
                shown = [thinned(line, LONGEST_LINE) for line in lines.values()]
                drawn = [sparkline(line, min(line), max(line)) for line in shown]
                _tell_table(console, [("", *lines), (title, *drawn)])


def _tell_items(console: Terminal, listed: blocks.Items) -> None:
    for number, (item, more) in enumerate(listed.items, 1):
        sign = f"{number}. " if listed.numbered else "- " if more else ""
        console.indented(f"{sign}{item}")
        for line in more.splitlines():
            style = "italic" if line.startswith("> ") else "dim"
            console.indented(line, 5 if listed.numbered else 4, style)


def _tell_table(console: Terminal, columns: Sequence[Column]) -> None:
    """Print a table. Columns that do not fit follow below, each time with the names."""
    names, *others = columns
    room = console.width - 2 - sum(GAP + _width(column) for column in others)
    longest = min(_width(names), max(SHORT_NAME, console.width // 5, room))
    for group in _side_by_side(others, console.width - 2 - longest):
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(names[0], overflow="fold", max_width=longest)
        for title, *_cells in group:
            table.add_column(title, justify="right", overflow="fold")
        for row in list(zip(names, *group, strict=True))[1:]:
            table.add_row(*row)
        console.print()
        console.indented(table)


def _side_by_side(columns: Iterable[Column], room: int) -> Iterator[list[Column]]:
    """Yield the columns in groups that fit the width."""
    group: list[Column] = []
    for column in columns:
        if group and sum(GAP + _width(each) for each in (*group, column)) > room:
            yield group
            group = []
        group.append(column)
    yield group


def _width(column: Column) -> int:
    """Return the width of a column, whose heading may be broken between words."""
    title, *cells = column
    lines = (line for cell in cells for line in cell.splitlines())
    return max(map(cell_len, ["", *title.split(), *lines]))


# ---- a whole report

MOST_BLOCKS: Final = 24
"""The most blocks of a sparkline beside the standing; a longer course is thinned."""


def tell_report(
    console: Terminal, report: Report, events: Sequence[Event], spell: SpellCard
) -> None:
    """Print the report of these events: the hands, the findings and the disputes, the scorecards
    with the best player first, and the payments made and still owed."""
    opening = events[0]
    *when, extent = outline.about(opening, report).splitlines()
    console.print(Text(", ".join([outline.title(opening), *when]), style="bold"))
    console.print(extent)
    tell_blocks(console, outline.hands(report, spell))
    tell_blocks(console, outline.findings(report, events, spell))
    for card in scorecards(report):
        *head, table = outline.scorecard(report, card, opening.get("unit", ""))
        tell_blocks(console, head)
        console.indented(_standing(console, card, report.get("winners", ())))
        tell_blocks(console, [table])
    tell_blocks(console, outline.account(report))


def _standing(console: Terminal, card: Scorecard, winners: Sequence[str]) -> Table:
    """Return the players by their places, each with a sparkline over the hands unless there is only
    one, results are open, or the terminal has no blocks."""
    courses = (card.courses() or {}).items() if len(card.rows) > 1 and console.shows(BLOCKS) else ()
    shown = {player: thinned(course, MOST_BLOCKS) for player, course in courses}
    known = [0, *(amount for course in shown.values() for amount in course)]
    high = max(known[1:], default=0)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True, style="bold")
    table.add_column(no_wrap=True)
    for place, player in card.standing(winners):
        drawn = sparkline(shown[player], min(known), high) if shown else ""
        table.add_row(f"{place}.", player, card.format_amount(card.total(player)), drawn)
    return table
