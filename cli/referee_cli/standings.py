"""``referee standings`` and ``person``: the season, and the names of each person."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import click
from referee_schemas.vocabulary import misfit

from referee.judging import registry
from referee.judging.names import names_in
from referee.paper import PAPERS, USUAL
from referee.season import Figures, KeptEvening, Selection, judged_evening
from referee.season import standings as stand
from referee.season.wording import document_of, extent, table_of
from referee.store import Kept, RecordBook
from referee.store.location import default_location
from referee.store.opening import open_book
from referee.store.persons import Persons, join, part, persons_of
from referee.text.document import tell_blocks
from referee.wording.language import Word, _, listed
from referee.wording.sentences import Sentence
from referee.wording.visible import visible
from referee_cli.files import write_out
from referee_cli.language import wanted
from referee_cli.options import (
    chosen_book,
    house_option,
    options_of,
    read_day,
    subcommand,
    wants_json,
)
from referee_cli.output import WrongUse, console, print_json, progress


@subcommand(writes=True)
@click.option("--since", type=read_day, metavar="DAY", help="From this day, month or year on.")
@click.option("--until", type=read_day, metavar="DAY", help="Up to this day, month or year.")
@click.option("--game", "games", multiple=True, help="Only this game. Repeat it for more games.")
@click.option("--players", default="", help='Only evenings at which all of these sat: "Ana, Beto".')
@house_option("Only with this house rule.")
@click.option(
    "--out", metavar="FILE", help="Write the standings to this file: .csv, .xlsx or .pdf."
)
@click.option(
    "--paper", type=click.Choice(tuple(PAPERS)), default=USUAL, help="The paper size (a4)."
)
def standings(
    since: str | None, until: str | None, games: tuple[str, ...], players: str,
    house: tuple[tuple[str, str], ...], out: str | None, paper: str,
) -> None:  # fmt: skip
    """Show who leads over all evenings in the record book.

    The options select evenings. Money that the record leaves undecided is not counted. Join two
    names of one person with referee person.

    \b
    Example: referee standings --since 2024-07
    """
    books = [registry.game_called(game) for game in games]
    for rule in house:
        if all(misfit(book.name, options_of(book, [rule])) for book in books or registry.games()):
            text = "No such house rule: {name}={option}. referee rules GAME lists those of a game."
            name, option = rule
            raise WrongUse(Sentence(text, {"name": name, "option": option}), "--house")
    question = Selection(
        since=since or "",
        until=until or "",
        games=tuple(book.name for book in books),
        players=names_in(players),
        house=dict(house),
    )
    with open_book(chosen_book(), writable=False) as book:
        figures, persons = kept_up(book), persons_of(book)
        for player in question.players:
            if player not in persons.names():
                _check_played(figures, player, "--players")
        answer = stand(figures, persons, question)
    if out:
        # imported lazily: slower than the answer
        from referee_cli.exporting import as_file

        document, table = partial(document_of, answer), partial(table_of, answer)
        write_out(as_file(out, wanted().language, paper, document, table), out)
    if wants_json():
        print_json(answer.to_dict())
    elif not out and not answer.evenings:
        console().print(_("No evening in the record book matches."))
    elif not out:
        console().print(extent(answer))
        tell_blocks(console(), document_of(answer, lines=None).blocks)


def _check_played(figures: Figures, player: str, option: str = "") -> None:
    nearest = figures.nearest_to(player)
    if nearest == player:
        return
    if nearest:
        text = 'Nobody called "{player}" has played. Did you mean "{nearest}"?'
    else:
        text = 'Nobody called "{player}" has played a hand in this record book.'
    raise WrongUse(Sentence(text, {"player": player, "nearest": nearest or ""}), option)


@subcommand()
@click.argument("name", required=False)
@click.option("--is", "person", metavar="PERSON", help="NAME is another name of this person.")
@click.option("--apart", is_flag=True, help="NAME is a separate person again.")
@click.option("--why", default="", help="The reason, for later readers.")
def person(name: str | None, person: str | None, apart: bool, why: str) -> None:
    """Join or separate the names of a person, or list them.

    The record book keeps this beside the games, which do not change. A later command overrides an
    earlier one.

    \b
    Example: referee person Ramon --is "Ramón"
    """
    changes = person is not None or apart
    if changes and not (name and (apart or (person and person.strip()))):
        raise WrongUse(Word("Write NAME --is PERSON, or NAME --apart."))
    if person is not None and apart:
        raise WrongUse(Word("Say either --is or --apart."))
    with open_book(chosen_book(), create=False, writable=changes) as book:
        if name is not None and person is not None:
            _check_played(kept_up(book), name)
            join(book, name, person.strip(), why)
        elif name is not None and apart:
            part(book, name, why)
        _tell_persons(persons_of(book), name)


def _tell_persons(persons: Persons, name: str | None) -> None:
    joined = persons.names()
    if name is not None:
        of = persons.person(name)
        joined = {of: joined.get(of, [])}
    if wants_json():
        print_json(
            {"persons": [{"person": person, "names": all_} for person, all_ in joined.items()]}
        )
        return
    out = console()
    if not joined:
        out.print(_("No names are joined. Join two with: referee person NAME --is PERSON"))
    for person, names in joined.items():
        shown = listed([visible(each) for each in names])
        text = _("{person}: also {names}") if names else _("{person}: no other name")
        out.print(text.format(person=visible(person), names=shown))


# ---- the figures of the season, updated on all cores

BATCH: Final = 100  # evenings in a batch for one process; fewer are judged in this process

Judged = list[tuple[Kept, KeptEvening | None]]


def kept_up(book: RecordBook) -> Figures:
    """Return the figures of the command's book, with all new evenings. Each batch is stored when it
    is judged, so that a later run continues after an interruption."""
    figures = Figures(book)
    news = figures.news(book)
    if news:
        with progress(_("judging"), len(news)) as advance:
            for judged in _judged(book, chosen_book() or default_location(), news):
                figures.keep(judged)
                advance(len(judged))
    return figures


def _judged(book: RecordBook, place: str, news: Sequence[Kept]) -> Iterator[Judged]:
    batches = [news[at : at + BATCH] for at in range(0, len(news), BATCH)]
    jobs = min(os.cpu_count() or 1, len(batches))
    done = 0
    if jobs > 1:
        # imported lazily: few evenings need no processes
        from concurrent.futures import BrokenExecutor
        from multiprocessing import get_context

        from referee_cli.workers import processes

        # a spawned process does not inherit this one's connections, and a lost one's evenings are
        # judged here
        with suppress(BrokenExecutor), processes(jobs, get_context("spawn")) as pool:
            for judged in pool.map(partial(_judge_at, place), batches):
                yield judged
                done += 1
    for batch in batches[done:]:
        yield _judge(book, batch)


def _judge_at(place: str, batch: Sequence[Kept]) -> Judged:
    with open_book(place, writable=False) as book:
        return _judge(book, batch)


def _judge(book: RecordBook, batch: Sequence[Kept]) -> Judged:
    return [(kept, judged_evening(book, kept)) for kept in batch]
