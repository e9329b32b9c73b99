"""The figures of the season, updated on all cores."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from referee.season import Figures, KeptEvening, judged_evening
from referee.store import Kept, RecordBook
from referee.store.location import default_location
from referee.store.opening import open_book
from referee.wording.language import _
from referee_cli.output import progress

BATCH: Final = 100  # evenings in a batch for one process; fewer are judged in this process

Judged = list[tuple[Kept, KeptEvening | None]]


def kept_up(book: RecordBook, db: str | None) -> Figures:
    """Return the figures of the book at ``db``, with all new evenings. Each batch is stored when it
    is judged, so that a later run continues after an interruption."""
    figures = Figures.of(book)
    news = figures.news(book)
    if news:
        with progress(_("judging"), len(news)) as advance:
            for judged in _judged(book, db or default_location(), news):
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

        try:
            # a spawned process does not inherit this one's connections
            with processes(jobs, get_context("spawn")) as pool:
                for judged in pool.map(partial(_judge_at, place), batches):
                    yield judged
                    done += 1
        except BrokenExecutor:
            # a lost process's evenings are judged here
            pass
    for batch in batches[done:]:
        yield _judge(book, batch)


def _judge_at(place: str, batch: Sequence[Kept]) -> Judged:
    with open_book(place, writable=False) as book:
        return _judge(book, batch)


def _judge(book: RecordBook, batch: Sequence[Kept]) -> Judged:
    return [(kept, judged_evening(book, kept)) for kept in batch]
