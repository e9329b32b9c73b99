"""The scorecard of an evening in a terminal, however narrow it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.output import shows
from referee.judging.scorecard import Row, Scorecard
from referee.wording.language import _
from referee.wording.sentences import SpellCard

BLOCKS: Final = "▁▂▃▄▅▆▇█"

INDENT: Final = (0, 0, 0, 2)


@dataclass(frozen=True, slots=True)
class Layout:
    """How a card is laid out: the cells between two columns, the longest name that is not folded
    above its column, and whether the words about a hand stand beside its numbers or over them."""

    gap: int
    longest: int
    beside: bool


LAYOUTS: Final = (Layout(2, 12, beside=True), Layout(1, 8, beside=True), Layout(1, 8, beside=False))
"""From the widest to the narrowest."""

WORDS: Final = 20
"""Cells that the words about a hand take at the least where they stand beside its numbers."""


def tell_scorecard(
    console: Console, card: Scorecard, winners: Sequence[str], spell: SpellCard
) -> None:
    """Print a card: the standing with the best first, then hand by hand. Players for whom there is
    no room beside the others follow below them."""
    console.print(Padding(_standing(card, winners), INDENT, expand=False))
    layout = next((one for one in LAYOUTS if _needs(card, one) <= console.width), LAYOUTS[-1])
    for players in _side_by_side(card, layout, console.width):
        console.print()
        _tell_hands(console, replace(card, players=players), layout, spell)


def _standing(card: Scorecard, winners: Sequence[str]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    pictures = _pictures(card)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True, style="bold")
    if pictures:
        table.add_column(no_wrap=True)
    for place, player in card.standing(winners):
        drawn = [pictures[player]] if pictures else []
        table.add_row(f"{place}.", player, card.told(card.total(player)), *drawn)
    return table


def _pictures(card: Scorecard) -> dict[str, str]:
    """How everybody stood after every hand, as blocks of different heights; none for a single hand,
    where something is open, or where the terminal has no blocks."""
    courses = {player: card.course(player) for player in card.players}
    known = [one for course in courses.values() for one in course if one is not None]
    whole = len(known) == len(card.players) * len(card.rows)
    if len(card.rows) < 2 or not whole or not shows(BLOCKS):
        return {}
    low = min(0, *known)
    steps = max(max(known) - low, 1)
    return {
        player: "".join(BLOCKS[((one or 0) - low) * (len(BLOCKS) - 1) // steps] for one in course)
        for player, course in courses.items()
    }


def _needs(card: Scorecard, layout: Layout) -> int:
    """The cells that a card takes with everybody side by side."""
    columns = [_width_of(card, player, layout) for player in card.players]
    if card.has_middle:
        columns.append(_width_of_middle(card))
    words = WORDS if layout.beside else -layout.gap
    return words + sum(layout.gap + wide for wide in columns)


def _side_by_side(card: Scorecard, layout: Layout, width: int) -> Iterator[Sequence[str]]:
    """The players in groups that fit beside each other, as even as they come."""
    widest = max(_width_of(card, player, layout) for player in card.players)
    alone = _needs(replace(card, players=()), layout)
    room = max((width - alone) // (widest + layout.gap), 1)
    fits = _needs(card, layout) <= width
    groups = 1 if fits else -(-len(card.players) // room)
    each = -(-len(card.players) // groups)
    for first in range(0, len(card.players), each):
        yield card.players[first : first + each]


def _tell_hands(console: Console, card: Scorecard, layout: Layout, spell: SpellCard) -> None:
    """Print the hands of the players of this card, one below the other."""
    head = _columns(console, card, layout)
    names = [Text(name, style="bold") for name in card.players]
    titles = [Text(_("middle"), style="bold")] if card.has_middle else []
    head.add_row(*([""] if layout.beside else []), *names, *titles)
    console.print(head)
    taken = min(console.width, console.measure(head).maximum)
    console.print("─" * taken if shows("─") else "-" * taken)
    for row in card.rows:
        words = Text(row.heading.told(spell)).append("\n" if layout.beside else ". ")
        words.append(row.ending.told(spell), style="dim")
        told = _columns(console, card, layout)
        numbers = [_cell(card, row, player) for player in card.players]
        middle = [str(row.middle) if row.middle else ""] if card.has_middle else []
        if not layout.beside:
            console.print(words)
        told.add_row(*([words] if layout.beside else []), *numbers, *middle)
        console.print(told)


def _columns(console: Console, card: Scorecard, layout: Layout) -> Table:
    """A table with the columns of a card and nothing in them: its parts are printed one by one,
    and stand below each other."""
    table = Table(box=None, show_header=False, padding=(0, layout.gap, 0, 0), pad_edge=False)
    if layout.beside:
        spare = console.width - _needs(card, layout)
        longest = max(_longest_words(card), WORDS)
        wide = min(WORDS + spare, longest)
        table.add_column(overflow="fold", min_width=wide, max_width=wide)
    for player in card.players:
        wide = _width_of(card, player, layout)
        table.add_column(justify="right", overflow="fold", min_width=wide, max_width=wide)
    if card.has_middle:
        table.add_column(justify="right", no_wrap=True, min_width=_width_of_middle(card))
    return table


def _longest_words(card: Scorecard) -> int:
    return max(cell_len(told.told()) for row in card.rows for told in (row.heading, row.ending))


def _cell(card: Scorecard, row: Row, player: str) -> Text:
    """What a hand brought a player, and below it the sum so far."""
    if player not in row.brought:
        return Text("")
    told = Text(card.told(row.brought[player]))
    if len(card.rows) > 1:
        told.append(f"\n({card.told(row.so_far[player])})", style="dim")
    return told


def _width_of(card: Scorecard, player: str, layout: Layout) -> int:
    """The cells of a player's column."""
    lines = [line for row in card.rows for line in _cell(card, row, player).plain.split("\n")]
    return max(min(cell_len(player), layout.longest), *map(cell_len, lines))


def _width_of_middle(card: Scorecard) -> int:
    return max(cell_len(_("middle")), *(len(str(row.middle)) for row in card.rows))
