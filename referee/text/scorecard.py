"""The scorecard of an evening as text, for any width of the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from referee.judging.scorecard import Scorecard, ScorecardRow
from referee.text.document import BLOCKS, sparkline, thinned
from referee.text.terminal import Terminal
from referee.wording.language import _
from referee.wording.sentences import SpellCard

INDENT: Final = (0, 0, 0, 2)


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a card: the gap between two columns, the longest name that is not folded above
    its column, and whether the words about a hand are beside its numbers or above them."""

    gap: int
    longest: int
    beside: bool


LAYOUTS: Final = (Layout(2, 12, beside=True), Layout(1, 8, beside=True), Layout(1, 8, beside=False))
"""The layouts from the widest to the narrowest."""

WORDS: Final = 20
"""The minimum width of the words about a hand beside its numbers."""


MOST_BLOCKS: Final = 24
"""The most blocks; a longer course is thinned."""


def tell_scorecard(
    console: Terminal, card: Scorecard, winners: Sequence[str], spell: SpellCard
) -> None:
    """Print a card: the standing with the best first, then hand by hand. Players who do not fit
    beside the others follow below them."""
    console.print(Padding(_standing(console, card, winners), INDENT, expand=False))
    tries = [_Columns(card, layout, console.width, spell) for layout in LAYOUTS]
    columns = next((layout for layout in tries if layout.fit), tries[-1])
    for players in columns.side_by_side():
        console.print()
        columns.tell(console, players)


def _standing(console: Terminal, card: Scorecard, winners: Sequence[str]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    pictures = _pictures(console, card)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True, style="bold")
    if pictures:
        table.add_column(no_wrap=True)
    for place, player in card.standing(winners):
        drawn = [pictures[player]] if pictures else []
        table.add_row(f"{place}.", player, card.format_amount(card.total(player)), *drawn)
    return table


def _pictures(console: Terminal, card: Scorecard) -> dict[str, str]:
    """Return everyone's sparkline over the hands; none for a single hand, for open results, or if
    the terminal has no blocks."""
    courses = card.courses()
    if len(card.rows) < 2 or courses is None or not console.shows(BLOCKS):
        return {}
    shown = {player: thinned(course, MOST_BLOCKS) for player, course in courses.items()}
    known = [amount for course in shown.values() for amount in course]
    low, high = min(0, *known), max(known)
    return {player: sparkline(course, low, high) for player, course in shown.items()}


class _Columns:
    """The columns of a card in one layout on a terminal of this ``width``: the words about each
    hand, a column for each player, and the middle."""

    def __init__(self, card: Scorecard, layout: Layout, width: int, spell: SpellCard) -> None:
        self.card, self.layout, self.width = card, layout, width
        self.words = [_words(row, spell, beside=layout.beside) for row in card.rows]
        self.wide = {player: _width_of(card, player, layout) for player in card.players}
        self.middle = [str(row.middle or "") for row in card.rows] if card.has_middle else []
        self.middle_wide = max(map(cell_len, [_("middle"), *self.middle]))
        aside = [WORDS] * layout.beside + [self.middle_wide] * bool(self.middle)
        self.aside = sum(aside) + layout.gap * (len(aside) - 1)
        self.needs = self.aside + sum(wide + layout.gap for wide in self.wide.values())
        lines = [line for words in self.words for line in words.plain.split("\n")]
        longest = max(WORDS, *map(cell_len, lines))
        self.words_wide = min(max(WORDS + width - self.needs, WORDS), longest)

    @property
    def fit(self) -> bool:
        """Return whether all players fit side by side."""
        return self.needs <= self.width

    def side_by_side(self) -> Iterator[Sequence[str]]:
        """Yield the players in even groups that fit side by side."""
        players = self.card.players
        widest = max(self.wide.values()) + self.layout.gap
        room = len(players) if self.fit else max((self.width - self.aside) // widest, 1)
        groups = -(-len(players) // room)
        each = -(-len(players) // groups)
        for first in range(0, len(players), each):
            yield players[first : first + each]

    def tell(self, console: Terminal, players: Sequence[str]) -> None:
        """Print the hands of these players, one below the other."""
        head = self._table(players)
        titles = [*players, *([_("middle")] if self.middle else [])]
        head.add_row(
            *([""] if self.layout.beside else []), *(Text(title, "bold") for title in titles)
        )
        console.print(head)
        across = min(console.width, console.measure(head).maximum)
        console.print(("─" if console.shows("─") else "-") * across)
        for at, row in enumerate(self.card.rows):
            table = self._table(players)
            if not self.layout.beside:
                console.print(self.words[at])
            words = [self.words[at]] if self.layout.beside else []
            numbers = [_cell(self.card, row, player) for player in players]
            table.add_row(*words, *numbers, *self.middle[at : at + 1])
            console.print(table)

    def _table(self, players: Sequence[str]) -> Table:
        """Return an empty table with these columns. The rows are printed one by one, each in a
        table of its own, and still line up."""
        gap = self.layout.gap
        table = Table(box=None, show_header=False, padding=(0, gap, 0, 0), pad_edge=False)
        if self.layout.beside:
            wide = self.words_wide
            table.add_column(overflow="fold", min_width=wide, max_width=wide)
        for player in players:
            wide = self.wide[player]
            table.add_column(justify="right", overflow="fold", min_width=wide, max_width=wide)
        if self.middle:
            table.add_column(justify="right", no_wrap=True, min_width=self.middle_wide)
        return table


def _words(row: ScorecardRow, spell: SpellCard, *, beside: bool) -> Text:
    """Return the words about a hand: its number, dealer, winner and ending."""
    text = Text(row.heading.render(spell)).append("\n" if beside else ". ")
    return text.append(row.ending.render(spell), style="dim")


def _width_of(card: Scorecard, player: str, layout: Layout) -> int:
    """Return the width of a player's column."""
    lines = [line for row in card.rows for line in _cell(card, row, player).plain.split("\n")]
    return max(min(cell_len(player), layout.longest), *map(cell_len, lines))


def _cell(card: Scorecard, row: ScorecardRow, player: str) -> Text:
    """Return a player's result of a hand, and below it the sum so far."""
    if player not in row.brought:
        return Text("")
    text = Text(card.format_amount(row.brought[player]))
    if len(card.rows) > 1:
        text.append(f"\n({card.format_amount(row.so_far[player])})", style="dim")
    return text
