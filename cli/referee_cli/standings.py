"""``referee standings`` and ``person``: the season, and the names of each person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import click
from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from referee.judging.names import names_in
from referee.judging.registry import called
from referee.paper import PAPERS, USUAL
from referee.season import Figures, PlayerSeason, Section, Selection, Standings
from referee.season import standings as stand
from referee.season.wording import (
    Column,
    biggest,
    columns,
    document_of,
    extent,
    further,
    heading,
    notes,
    table_of,
)
from referee.store.persons import Persons, join, part, persons_of
from referee.text.blocks import BLOCKS, blocks, thinned
from referee.text.terminal import Terminal
from referee.wording.language import Word, _, listed
from referee.wording.sentences import Sentence
from referee.wording.visible import visible
from referee_cli.book import book_for_reading, book_for_writing
from referee_cli.choosing import Day, HouseRuleOption
from referee_cli.files import force_option, write_out
from referee_cli.logs import db_option
from referee_cli.output import WrongUse, console, json_option, print_json, shows
from referee_cli.season import kept_up

LONGEST_LINE: Final = 12
"""The most blocks in a sparkline."""

SHORT_NAME: Final = 12
"""The width of a name that is never folded."""

GAP: Final = 2
"""The width of the gap between two columns."""

Cells = tuple[str, list[str]]
"""A column: its heading and its cells."""


@click.command()
@click.option("--since", type=Day(), help="From this day, month or year on.")
@click.option("--until", type=Day(), help="Up to this day, month or year.")
@click.option("--game", "games", multiple=True, help="Only this game. Repeat it for more games.")
@click.option("--players", default="", help='Only evenings at which all of these sat: "Ana, Beto".')
@click.option("--house", multiple=True, type=HouseRuleOption(), help="Only with this house rule.")
@click.option("--out", metavar="FILE", help="Write them to a file: .csv, .xlsx or .pdf.")
@click.option("--paper", type=click.Choice(tuple(PAPERS)), default=USUAL, help="The paper (a4).")
@force_option
@json_option
@db_option
def standings(
    since: str | None,
    until: str | None,
    games: tuple[str, ...],
    players: str,
    house: tuple[tuple[str, str], ...],
    out: str | None,
    paper: str,
    force: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Show who leads over all evenings in the record book.

    The options select evenings. Money that the record leaves undecided is not counted. Join two
    names of one person with referee person.

    \b
    Example: referee standings --since 2024-07
    """
    question = Selection(
        since=since or "",
        until=until or "",
        games=tuple(map(_game, games)),
        players=names_in(players),
        house=dict(house),
    )
    with book_for_reading(db, as_json) as book, kept_up(book, db) as figures:
        persons = persons_of(book)
        for player in question.players:
            if player not in persons.names():
                _check_played(figures, player, "--players")
        answer = stand(figures, persons, question)
    if out:
        write_out(_written(answer, out, paper), out, force, db)
    if as_json:
        print_json(answer.to_dict())
    elif not out:
        _tell(console(), answer)


def _written(answer: Standings, out: str, paper: str) -> bytes:
    # imported lazily: slower than the answer
    from referee_cli.printing import TABLES, as_pdf, as_table, face_of

    face = face_of(out)
    if face in TABLES:
        return as_table([table_of(answer)], face)
    spoken = click.get_current_context().find_root().obj.language
    return as_pdf(document_of(answer), spoken, paper)


def _game(word: str) -> str:
    name = called(word)
    if name is None:
        raise WrongUse("There is no game {game}.", "--game", game=repr(word))
    return name


def _check_played(figures: Figures, player: str, option: str = "") -> None:
    nearest = figures.nearest_to(player)
    if nearest == player:
        return
    if nearest:
        text = 'Nobody called "{player}" has played. Did you mean "{nearest}"?'
    else:
        text = 'Nobody called "{player}" has played a hand in this record book.'
    raise WrongUse(Sentence(text, {"player": player, "nearest": nearest or ""}), option)


def _tell(out: Terminal, answer: Standings) -> None:
    if not answer.evenings:
        out.print(_("No evening in the record book matches."))
        return
    out.print(extent(answer))
    for section in answer.sections:
        _tell_section(out, section)
    out.print()
    for note in notes(answer):
        out.print(note)


def _tell_section(out: Terminal, section: Section) -> None:
    out.print()
    out.print(Text(heading(section), style="bold"))
    _print(out, columns(section), section.lines)
    behaved, more = further(section)
    if any(map(_over_time, section.lines)):
        behaved, more = section.lines, [*more, (_("over time"), _over_time)]
    if more:
        _print(out, [columns(section)[0], *more], behaved)
    big = biggest(section)
    if big:
        out.print()
        out.indented(big)


def _over_time(line: PlayerSeason) -> str:
    if len(line.over_time) < 2 or not line.counted or not shows(BLOCKS):
        return ""
    sums = thinned([total for _at, total in line.over_time], LONGEST_LINE)
    return blocks(sums, min(sums), max(sums))


def _print(out: Terminal, told_in: Sequence[Column], lines: Sequence[PlayerSeason]) -> None:
    """Print a table. Columns that do not fit follow below, with the names repeated."""
    names, *others = [(title, [cell(line) for line in lines]) for title, cell in told_in]
    longest = min(_width(names), max(SHORT_NAME, out.width // 5))
    for group in _side_by_side(others, out.width - 2 - longest):
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(overflow="fold", max_width=longest)
        for title, _cells in group:
            table.add_column(title, justify="right", no_wrap=True)
        for row in zip(names[1], *(cells for _title, cells in group), strict=True):
            table.add_row(*row)
        out.print()
        out.indented(table)


def _side_by_side(columns: Sequence[Cells], room: int) -> Iterator[list[Cells]]:
    """Yield the columns in groups that fit the width."""
    group: list[Cells] = []
    for column in columns:
        if group and sum(GAP + _width(one) for one in (*group, column)) > room:
            yield group
            group = []
        group.append(column)
    yield group


def _width(column: Cells) -> int:
    title, cells = column
    return max(map(cell_len, [title, *cells]))


@click.command()
@click.argument("name", required=False)
@click.option("--is", "person", metavar="PERSON", help="NAME is another name of this person.")
@click.option("--apart", is_flag=True, help="NAME is a person of their own again.")
@click.option("--why", default="", help="Why, for whoever reads it later.")
@json_option
@db_option
def person(
    name: str | None, person: str | None, apart: bool, why: str, as_json: bool, db: str | None
) -> None:
    """Join or part the names of a person, or list them.

    The record book keeps this beside the games, which do not change. A later command overrides an
    earlier one.

    \b
    Example: referee person Ramon --is "Ramón"
    """
    if name is None or (person is None and not apart):
        if person is not None or apart:
            raise WrongUse(Word("Say whose name it is."))
        with book_for_reading(db, as_json) as book:
            _tell_persons(persons_of(book), name, as_json)
        return
    if person is not None and apart:
        raise WrongUse(Word("Say either --is or --apart."))
    with book_for_writing(db, as_json) as book:
        if person is None:
            part(book, name, why)
        else:
            with kept_up(book, db) as figures:
                _check_played(figures, name)
            join(book, name, person.strip(), why)
        _tell_persons(persons_of(book), name, as_json)


def _tell_persons(persons: Persons, name: str | None, as_json: bool) -> None:
    joined = persons.names()
    if name is not None:
        of = persons.person(name)
        joined = {of: joined.get(of, [])}
    if as_json:
        print_json({"persons": [{"person": one, "names": all_} for one, all_ in joined.items()]})
        return
    out = console()
    if not joined:
        out.print(_("No names are joined. Join two with: referee person NAME --is PERSON"))
    for one, names in joined.items():
        shown = listed([visible(each) for each in names])
        told = _("{person}: also {names}") if names else _("{person}: no other name")
        out.print(told.format(person=visible(one), names=shown))
