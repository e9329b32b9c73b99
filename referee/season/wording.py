"""Standings in words: the columns of their tables, and the remarks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.judging.registry import find
from referee.judging.summary import format_money, format_points, money_in
from referee.paper import blocks
from referee.paper.charts import STYLES
from referee.paper.tables import Cell, DataTable
from referee.season.evening import KINDS
from referee.season.standings import PlayerSeason, Section, Standings
from referee.wording.language import _, ngettext
from referee.wording.visible import visible

Column = tuple[str, Callable[[PlayerSeason], str]]
"""A column of a table: its heading, and a function for a player's cell."""


def columns(section: Section) -> list[Column]:
    """Return the main columns: the numbers of evenings and hands, and the amounts."""
    amount = format_points if section.points else format_money
    each = "{:.2f}".format if section.points else "{:+.2f}".format
    return [
        ("", lambda line: visible(line.player)),
        (
            _("points") if section.points else _("net"),
            lambda line: _cell(line.amount if line.counted else None, amount),
        ),
        (_("evenings"), lambda line: str(line.evenings)),
        (_("hands"), lambda line: str(line.hands)),
        (_("won"), lambda line: str(line.won) if line.counted else ""),
        (_("per hand"), lambda line: _cell(line.each_hand, each)),
        (_("best"), lambda line: _cell(line.best, amount)),
        (_("worst"), lambda line: _cell(line.worst, amount)),
    ]


def further(section: Section) -> tuple[list[PlayerSeason], list[Column]]:
    """Return the players and the columns of the further table, without empty ones."""
    every: list[Column] = [
        (_("rating"), lambda line: rating_in_words(line.rating)),
        (_("side games"), lambda line: str(line.side_games or "")),
        (_("not allowed"), lambda line: str(line.findings["violation"] or "")),
        (_("rights lost"), lambda line: str(line.findings["forfeit"] or "")),
        (_("chances missed"), lambda line: str(line.findings["missed"] or "")),
        (_("wrong payments"), lambda line: str(line.findings["payment"] or "")),
        (_("disqualified"), lambda line: str(line.disqualified or "")),
    ]
    lines = [line for line in section.lines if any(cell(line) for _title, cell in every)]
    return lines, [column for column in every if any(column[1](line) for line in lines)]


def _cell(amount: float | None, render: Callable[[Any], str]) -> str:
    return "" if amount is None else render(amount)


def rating_in_words(rating: tuple[float, float] | None) -> str:
    """Return a rating with twice its deviation.

    >>> rating_in_words((27.91, 1.52)), rating_in_words(None)
    ('27.9 ± 3.0', '')
    """
    return f"{rating[0]:.1f} ± {2 * rating[1]:.1f}" if rating else ""


def notes(answer: Standings) -> list[str]:
    """Return the remarks below the standings."""
    sentences = []
    if answer.undecided:
        sentences.append(ngettext(
            "The money of {number} hand is undecided, or was won with an undecided pot. It is "
            "not counted.",
            "The money of {number} hands is undecided, or was won with an undecided pot. It is "
            "not counted.",
            answer.undecided,
        ))  # fmt: skip
    if answer.unreadable:
        sentences.append(ngettext(
            "{number} game cannot be read here; referee book list names it.",
            "{number} games cannot be read here; referee book list names them.",
            answer.unreadable,
        ))  # fmt: skip
    if any(section.points for section in answer.sections):
        if answer.rated:
            sentences.append(_("Each rating has a margin of error, right 19 times out of 20."))
        else:
            sentences.append(_("For ratings: pip install openskill"))
    return sentences


def heading(section: Section) -> str:
    """Return the heading of a section."""
    if section.points:
        return _("Points in {game}").format(game=find(section.of).title)
    return money_in(section.of)


def biggest(section: Section) -> str:
    """Return a sentence about the hand with the largest win, or an empty text."""
    winner = max(section.lines, key=lambda line: line.biggest.amount if line.biggest else 0)
    big = winner.biggest
    if big is None:
        return ""
    text = _("Biggest hand: {player}, {amount:+}, in hand {hand} of {game} ({day}).")
    who, where = visible(winner.player), visible(big.name)
    return text.format(player=who, amount=big.amount, hand=big.hand, game=where, day=big.day)


def course(section: Section, lines: int | None = STYLES) -> blocks.Chart | None:
    """Return a chart of the leaders' sums over time, with at most ``lines`` of them; None if there
    are fewer than two points in time."""
    shown = [line for line in section.lines if line.counted][:lines]
    times = sorted({at for line in shown for at in line.over_time})
    if len(times) < 2:
        return None
    drawn = {visible(line.player): _at_all(times, line.over_time) for line in shown}
    return blocks.Chart(_("Everybody's sum over time"), times, drawn)


def _at_all(times: Sequence[str], totals: Mapping[str, int]) -> list[int]:
    """Return a person's sum at each of these times; 0 before their first evening."""
    sums: list[int] = []
    for at in times:
        sums.append(totals.get(at, sums[-1] if sums else 0))
    return sums


def extent(answer: Standings) -> str:
    """Return a sentence with the number of evenings and hands in the standings."""
    evenings = ngettext("{number} evening", "{number} evenings", answer.evenings)
    hands = ngettext("{number} hand", "{number} hands", answer.hands)
    return f"{evenings}, {hands}."


def document_of(answer: Standings, lines: int | None = STYLES) -> blocks.Document:
    """Return standings as a printable document, with so many lines in its charts, or all."""
    parts: list[blocks.Block] = []
    for section in answer.sections:
        behaved, more = further(section)
        parts += [blocks.Heading(heading(section)), _grid(columns(section), section.lines)]
        parts += [_grid([columns(section)[0], *more], behaved)] if more else []
        parts += [blocks.Paragraph(biggest(section))] if biggest(section) else []
        drawn = course(section, lines)
        parts += [drawn] if drawn else []
    parts += [blocks.Paragraph(note, soft=True) for note in notes(answer)]
    return blocks.Document(_("The season"), extent(answer), parts)


def _grid(columns: Sequence[Column], lines: Sequence[PlayerSeason]) -> blocks.Amounts:
    head = [title for title, _cell in columns]
    return blocks.Amounts(head, [[cell(line) for _title, cell in columns] for line in lines])


def table_of(answer: Standings) -> DataTable:
    """Return standings as one table: a row for each player of a section."""
    head = (
        *("counts", "of", "player", "evenings", "hands", "counted", "won", "amount", "each_hand"),
        *("best", "worst", "disqualified", "side_games", *KINDS),
        *("biggest", "biggest_game", "biggest_hand", "mu", "sigma"),
    )
    return DataTable("standings", head, [
        _row(section, line) for section in answer.sections for line in section.lines
    ])  # fmt: skip


def _row(section: Section, line: PlayerSeason) -> list[Cell]:
    big, rating = line.biggest, line.rating or (None, None)
    return [
        *("points" if section.points else "money", section.of, line.player, line.evenings),
        *(line.hands, line.counted, line.won, line.amount, line.each_hand, line.best, line.worst),
        *(line.disqualified, line.side_games, *(line.findings[kind] for kind in KINDS)),
        *((big.amount, big.name, big.hand) if big else (None, None, None)),
        *rating,
    ]
