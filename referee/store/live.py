"""A game while it is being recorded: the events in the book, and the resulting table.

The table is updated by each new event, so that the ten-thousandth costs as little as the tenth; it
is rebuilt from the book when a program opens the game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee_schemas.log_so_far import LogSoFar

from referee.judging.corrections import Event
from referee.judging.live import Notices
from referee.judging.replay import ReplayedLog
from referee.notation import LANGUAGES, LineReader
from referee.store.chain import Appended
from referee.store.entries import Entry
from referee.store.errors import NoSuchGame
from referee.store.naming import is_game
from referee.store.reading import events_of
from referee.store.record import RecordBook


class LiveGame:
    """A game of a book. ``replay`` is its table after the events that this program knows,
    ``notices`` has the referee's findings about the newest of them.

    ``language`` is that of the score sheet lines; the game's opening event may name another
    (``x_lang``). Otherwise ``usual`` is assumed, without doubt only if it is English. Raises
    NoSuchGame and GameUnreadable.
    """

    def __init__(
        self, book: RecordBook, name: str, language: str | None = None, usual: str = LANGUAGES[0]
    ) -> None:
        if not is_game(name):
            raise NoSuchGame(name, book.names())
        self.book = book
        self.name = name
        self.replay = ReplayedLog()
        self.notices = Notices(self.replay)
        self._so_far = LogSoFar(ids=False)
        self._kept = book.game(name)
        events = self._stored_since(0)
        self.sheet = sheet_of_game(events[0], language, usual)
        self._happened(events)
        self.notices.last()

    @property
    def lines(self) -> Sequence[Event]:
        """The events that this program knows."""
        return self.replay.lines

    def catch_up(self) -> list[Event]:
        """Read the events that others have written in the meantime; return them."""
        news = self._stored_since(len(self.lines))
        self._happened(news)
        return news

    def write(self, values: Sequence[object], expects: int | None = None) -> Appended:
        """Check these events, store them in the book, and replay them: all of them or none.

        ``expects`` is the number of the last event that their writer knew, by default the last one
        that this program knows. Raises Unreadable, and Conflict if others wrote in between.
        """
        known = len(self.lines)
        last = known if expects is None else expects
        try:
            events = [self._so_far.add(value) for value in values]
            answer = self.book.append(self.name, [Entry.of(event) for event in events], last)
        except BaseException:
            self._so_far.back_to(known)
            raise
        if answer.repeated:
            self._so_far.back_to(known)
        else:
            self._happened(events)
        return answer

    def _stored_since(self, known: int) -> list[Event]:
        return list(events_of(self.book, self._kept, self._so_far, after=known))

    def _happened(self, events: Sequence[Event]) -> None:
        self.replay.feed_all(events)
        for event in events:
            self.sheet.take(event)


def sheet_of_game(
    opening: Mapping[str, Any], language: str | None = None, usual: str = LANGUAGES[0]
) -> LineReader:
    """Return a reader of lines in this language, else in that of the game (``x_lang``).

    If neither is known, lines are read in ``usual``: English without doubt, any other language only
    if the line means the same in English.
    """
    named = opening.get("x_lang")
    known = language or (named if named in LANGUAGES else None)
    return LineReader(known or usual, sure=bool(known) or usual == LANGUAGES[0])
