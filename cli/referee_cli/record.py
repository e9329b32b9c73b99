"""``referee record``: write a game down while it is played, one line a turn."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import click
from referee_schemas.reading import Unreadable
from referee_schemas.typed import typed
from rich.table import Table
from rich.text import Text

from referee.judging.corrections import UNDONE, Event
from referee.judging.forms import Form
from referee.judging.grid import Grid, has_grid, read_sum
from referee.judging.names import fold, plainly
from referee.judging.registry import find
from referee.judging.report import Report
from referee.judging.summary import so_far, won_by
from referee.notation import LineReader, write_event
from referee.notation.words import line_words
from referee.paper import outline
from referee.paper.blocks import Block
from referee.store import BookError, Conflict
from referee.store.live import LiveGame
from referee.text.document import tell_blocks
from referee.text.terminal import Terminal
from referee.wording.language import N_, Word, _, joined, ngettext
from referee.wording.sentences import Sentence
from referee.wording.visible import visible
from referee_cli.commands import page
from referee_cli.hints import command
from referee_cli.language import lang_option
from referee_cli.logs import live_game
from referee_cli.options import subcommand
from referee_cli.output import card_spelling, console
from referee_cli.table import FEW, tell_expected, tell_lines, tell_noticed, tell_table

LOUDNESS = {
    "open": N_("The referee speaks up at once."),
    "on_call": N_(
        "The referee reports slips in the record at once. Type call to hear what it noticed in the "
        "play."
    ),
    "silent": N_(
        "The referee reports slips in the record at once, and what it noticed in the play after "
        "the hand."
    ),
}
"""Explanations of the game's setting ``warnings`` for the scribe."""

SHEET: Final = "docs/sheet.md"
HELP = N_(
    """\
One line a turn: the player, and all that they do, each behind its sign.
{acts}
  fix 12: …               how event 12 should read
  insert before 12: …     something that was forgotten
  dispute {player} 12 "…"    a player disputes event 12"""
)
WORDS: Final = N_(
    """  undo   take the last line back
  ?      what may come next
  call   what the referee noticed in this hand
  table  the table again
  quit   stop; everything is kept"""
)
OTHER_WORDS: Final = N_("Other words that begin a line: {words}. All of them are explained here:")
IN_SPANISH: Final[Mapping[str, str]] = {
    "arbitro": "call", "ayuda": "help", "deshacer": "undo", "mesa": "table", "salir": "quit",
}  # fmt: skip
"""The words of the conversation in Spanish; as on the sheet, both languages are accepted."""
SHOWN: Final[Mapping[str, Any]] = {"card": "7h", "cards": ["7h", "8h", "9h"], "count": 2}
"""Values for the example acts, by the kind of their fields."""


@subcommand(json=None)
@click.argument("game")
@lang_option
def record(game: str, lang: str | None) -> None:
    """Write GAME down while you play, a line a turn.

    Each line is saved before you are asked for the next one. If the program or the machine stops,
    run the same command again to go on. Type help to see how to write.

    \b
    Example: referee record friday
    """
    with live_game(game, lang, create=False) as live:
        Recorder(live).run()


class Recorder:
    """The dialogue with the scribe."""

    def __init__(self, game: LiveGame) -> None:
        self.game = game
        self.out = console()
        self.spell = card_spelling()
        self.written: list[range] = []
        """The numbers of the events of each line written here, for ``undo``."""
        self._sent: list[Event] = []
        """The events of the last line, to recognize them if their answer was lost."""
        self.words = {
            "?": lambda: tell_expected(self.out, self.game.replay.expected(), self.spell),
            "help": self.tell_help,
            "call": self.tell_called,
            "table": self.tell_table,
            "undo": self.undo,
        }
        self.ending_shown = self._blocks_of(self._report_of_the_end())

    def run(self) -> None:
        """Ask for lines until there are no more."""
        self.greet()
        for line in self._lines():
            word = plainly(line.strip())
            word = IN_SPANISH.get(word, word)
            if word in ("quit", "exit"):
                break
            if not word:
                continue
            try:
                if word in self.words:
                    self.words[word]()
                else:
                    grid = self._grid()
                    row = events_of(line, grid) if grid is not None else None
                    self.write(typed(line, self.game.sheet) if row is None else row)
            except Unreadable as problem:
                problem.not_written()
                if problem.column:
                    self.out.print(Text(f"  {line}\n  {' ' * (problem.column - 1)}^", style="dim"))
                self.out.print(f"  {problem}")
            except Conflict:
                self._tell_conflict()
            except BookError as problem:
                self._tell_failure(problem)
        self.part()

    def _grid(self) -> Grid | None:
        """Return the score grid; None if the table records every card."""
        replay = self.game.replay
        return Grid(replay) if has_grid(replay) else None

    def _lines(self) -> Iterator[str]:
        asks = sys.stdin.isatty()
        if asks:
            # adds arrow keys and history to the prompt; Windows and some builds lack it
            with suppress(ImportError):
                import readline  # noqa: F401 - loading it makes input() remember lines

        while True:
            try:
                grid = self._grid() if asks else None
                prompt = f"{len(self.game.lines) + 1}> " if grid is None else asks_for(grid)
                yield input(prompt if asks else "")
            except EOFError:
                return
            except KeyboardInterrupt:
                click.echo()
                click.echo(_("That line was dropped; everything before it is kept. (quit stops.)"))

    def greet(self) -> None:
        """Print the game and its current state."""
        opening = self.game.lines[0]
        self.out.print(Text(visible(opening.get("title") or self.game.name), style="bold"))
        so_far = ngettext("{number} event so far.", "{number} events so far.", len(self.game.lines))
        self.out.print(f"{', '.join(opening['players'])}. {so_far}")
        self.out.print(_("help shows how to write, ? what may come next, quit stops."))
        loudness = self.game.replay.opening.get("warnings", "on_call")
        self.out.print(_(LOUDNESS[loudness]))
        tell_lines(self.out, self.game.lines, max(len(self.game.lines) - 2, 1), self.spell)
        self.tell_table()

    def part(self) -> None:
        """Print the number of events kept, and the head."""
        head = self.game.book.game(self.game.name).head
        kept = ngettext("{number} event is kept.", "{number} events are kept.", head.seq)
        noted = _("Head, to write down elsewhere: {head}").format(head=head.on_paper())
        self.out.print(f"{kept} {noted}")
        go_on = command("record", self.game.name)
        self.out.print(_("Go on with: {command}").format(command=go_on), soft_wrap=True)

    def write(self, events: list[Event]) -> None:
        """Store these events and show the result. Raises Unreadable and BookError."""
        if not events:
            return
        self._sent = events
        answer = self.game.write(events)
        self.written.append(range(answer.first, answer.last + 1))
        self.tell_since(answer.first)

    def undo(self) -> None:
        """Take back the last line written here, by corrections. Lines of others, or of an earlier
        session, cannot be undone."""
        if not self.written:
            self.out.print(_("There is nothing of yours to undo here."))
            return
        last = self.written[-1]
        taken_back: list[Event] = [
            {"type": "correct", "event": seq, "with": None, "why": _(UNDONE)}
            for seq in reversed(last)
        ]
        self._sent = []
        self.game.write(taken_back)
        self.written.pop()
        self.out.print(_("Taken back:"))
        tell_lines(self.out, self.game.lines, last.start, self.spell, last.stop)
        self.tell_table()
        self._tell_news()

    def tell_since(self, first: int) -> None:
        """Print the lines from this number on, the table, a finished hand, and the new findings.
        With a grid the lines are not repeated."""
        if not has_grid(self.game.replay):
            tell_lines(self.out, self.game.lines, first, self.spell)
        self.tell_table()
        self._tell_news()

    def _tell_news(self) -> None:
        """Print the result of a finished hand, again whenever more of it becomes known, and the new
        findings."""
        report = self._report_of_the_end()
        ending = self._blocks_of(report)
        is_grid = has_grid(self.game.replay)
        if report is not None and ending != self.ending_shown:
            if not is_grid:
                tell_blocks(self.out, ending)
            for sentence in won_by(report):
                self.out.print(f"  {sentence.render(self.spell)}")
            balance = [f"{who} {points}" for who, points in so_far(report).items()]
            if balance and not is_grid:
                self.out.print("  " + _("So far: {balance}.").format(balance=joined(balance)))
        self.ending_shown = ending or self.ending_shown
        notices = self.game.notices
        # the grid has the points of the hand already
        found = notices.last() if is_grid else notices.new()
        tell_noticed(self.out, found, self.spell)

    def _report_of_the_end(self) -> Report | None:
        """Return the report, once the last hand is over; None while a hand is in play."""
        hand = self.game.replay.view()["hand"]
        if hand is None or hand["outcome"] == "open":
            return None
        return self.game.replay.report(self.spell)

    def _blocks_of(self, report: Report | None) -> list[Block]:
        if report is None:
            return []
        account = find(report["game"]).account(report["hands"][-1])
        return [*outline.hand(account, self.spell)]

    def tell_help(self) -> None:
        """Print how to write: rows of points, or lines of this game's sheet."""
        grid = self._grid()
        if grid is not None:
            row = " ".join(f"{12 * at}{OUT * (not at)}" for at in range(len(grid.seated)))
            text, row = (WINNERS, grid.seated[0]) if grid.by_winner else (GRID_HELP, row)
            click.echo(_(text).format(players=visible(joined(grid.seated)), row=visible(row)))
            click.echo(_(WORDS))
            return
        opening = self.game.lines[0]
        # in the language of this game's sheet, with an empty table
        sheet = LineReader(self.game.sheet.lang, [opening])
        book, player = find(opening["game"]), opening["players"][0]
        acts = [
            f"  {write_event(_example(form, player), sheet):20} {_(form.what)}"
            for form in book.events.values()
            if form.sign is not None
        ]
        click.echo(_(HELP).format(acts=joined(acts, "\n"), player=player))
        click.echo(_(WORDS))
        words = joined(line_words(book.name, sheet.lang))
        self.out.print(_(OTHER_WORDS).format(words=words))
        click.echo(page(SHEET))

    def tell_table(self) -> None:
        """Print the table, or the score grid."""
        if grid := self._grid():
            tell_grid(self.out, grid)
        else:
            tell_table(self.out, self.game.replay.view(), self.spell, FEW)

    def tell_called(self) -> None:
        """Print the findings in this hand that the table wants to hear."""
        noticed = self.game.notices.on_call()
        tell_noticed(self.out, noticed, self.spell)
        if not noticed:
            texts = [_("The referee noticed nothing.")]
            if self.game.replay.opening.get("warnings") == "silent":
                texts.append(_("The table wants to hear of play only after the hand."))
            self.out.print("  " + " ".join(texts))

    def _tell_conflict(self) -> None:
        known = len(self.game.lines)
        self.game.catch_up()
        self.out.print(_("Another scribe has written in the meantime:"))
        self.tell_since(known + 1)
        self.out.print(_("Your line was not written. Enter it again if it still fits."))

    def _tell_failure(self, problem: BookError) -> None:
        """Print an error of the book, and any events that were stored nevertheless."""
        self.out.print(Text(f"  {problem}", style="bold red"))
        known = len(self.game.lines)
        news = self.game.catch_up()
        if news:
            if news == self._sent:
                self.written.append(range(known + 1, known + len(news) + 1))
            self.out.print("  " + _("This was stored nevertheless:"))
            self.tell_since(known + 1)


def _example(form: Form, player: str) -> Event:
    shown = [field for field in form.fields if field.required and field.kind in SHOWN]
    return {"type": form.type, "player": player} | {each.name: SHOWN[each.kind] for each in shown}


# ---- the score grid: each line is a row, with the points of the players in turn order

LEFT_OUT: Final = "-"
OUT: Final = "*"

_NUMBER: Final = re.compile(r"(\d{1,4}) *: *").match
_CELL: Final = re.compile(r"(?:\d[\d+]*|-)\*?").fullmatch
NOBODY: Final = (LEFT_OUT, "nobody", "nadie")
_POINTS: Final = re.compile(r"(\d{1,8}(?:\+\d{1,8})*|-)(\*?)").fullmatch

GRID_HELP: Final = N_(
    """\
A line is a hand: the points of each player, in this order: {players}.
  {row:20} a star marks the player who ended the hand
  10+5+8 …             a sum, as you add it
  - …                  a player who is left out
  2: {row:17} how hand 2 should read
Anything else is read as a line of the score sheet: a hand may be written card by card."""
)
WINNERS: Final = N_(
    """\
A line is a hand: the name of the player who has won it, or enough of it to tell the players apart.
  nobody               nobody has won
  2: {row:17} how hand 2 should read
Anything else is read as a line of the score sheet: a result with bonuses, a payment, a new bet."""
)


def events_of(line: str, grid: Grid) -> list[Event] | None:
    """Return the events of a row; None if the line is not a row. Raises Unreadable if it does not
    have one number for each player, or no bet is known."""
    typed_in = line.strip()
    if number := _NUMBER(typed_in):
        typed_in = typed_in[number.end() :]
    event = _result(typed_in, grid) if grid.by_winner else _score(typed_in, grid)
    return None if event is None else grid.lines(event, int(number[1]) if number else None)


def _score(numbers: str, grid: Grid) -> Event | None:
    cells = re.split(r"[ ,]+", numbers.strip(" ,"))
    if not all(map(_CELL, cells)):
        return None
    words, seats = list(map(_POINTS, cells)), grid.seated
    if None in words or len(words) != len(seats) or numbers.count(OUT) > 1:
        raise Unreadable(
            Sentence("a row of {count}", {"count": len(words)}),
            Sentence("{count} numbers and at most one star", {"count": len(seats)}),
            remedy=Word("Type the row again."),
        )
    parts = [(name, *word.groups()) for name, word in zip(seats, words, strict=True) if word]
    points = {name: read_sum(text) for name, text, _ in parts if text != LEFT_OUT}
    enders = [name for name, _, out in parts if out]
    return {"type": "score", "points": points} | ({"out": enders[0]} if enders else {})


def _result(name: str, grid: Grid) -> Event | None:
    seats = [player for player in grid.seated if name and fold(player).startswith(fold(name))]
    if name not in NOBODY and len(seats) != 1:
        return None
    if grid.asks_bet and grid.bet is None:
        raise Unreadable(
            Word("a hand without a bet"), Word("a bet"),
            remedy=Sentence("Open the first hand: {line}", {"line": f"hand {grid.dealer} bet 5"}),
        )  # fmt: skip
    return {"type": "result", "winner": None if name in NOBODY else seats[0]}


def asks_for(grid: Grid) -> str:
    """Return the prompt, with the stakes of the next hand."""
    if grid.is_over:
        return "> "
    plays_for = grid.next_for
    prompt = _("Hand {hand}").format(hand=grid.number)
    if plays_for:
        prompt = f"{prompt} {plays_for.render()}" if grid.by_winner else plays_for.render()
    return f"{prompt}> "


def tell_grid(out: Terminal, grid: Grid) -> None:
    """Print the rows: each player's points and running total; a star marks the leader."""
    table = Table(box=None, pad_edge=False, header_style="", expand=False)
    table.add_column("")
    for player in grid.players:
        table.add_column(Text(visible(player)), justify="right", overflow="ellipsis", no_wrap=True)
    for row in grid.rows:
        cells = [
            f"{grid.cell(row, name)} {grid.card.format_amount(row.sums[name])}"
            if name in row.points
            else ""
            for name in grid.players
        ]
        table.add_row(str(row.number), *cells)
    totals = [
        f"{grid.card.format_amount(grid.card.total(name))}{OUT if name in grid.leaders else ''}"
        for name in grid.players
    ]
    table.add_row(_("in all"), *totals)
    out.print(table)
