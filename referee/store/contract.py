"""What every record book must do, as tests that ship with the package.

A book is tested by a class that says how to open one; its name begins with ``Test``, and pytest
finds the rest::

    class TestMemoryBook(RecordBookContract):
        def open_book(self, folder):
            return MemoryBook()
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread

from referee.store.chain import NotedHead
from referee.store.entries import Entry
from referee.store.errors import BookError, Conflict, GameExists, IdTaken, NoSuchGame
from referee.store.record import RecordBook, verified

GAME = Entry(b'{"type":"game","game":"desmoche","players":["Ana","Beto"]}')


def knock(number: int, event_id: str | None = None) -> Entry:
    """A small event that differs from others by its number."""
    event = {"type": "pass", "player": "Ana", "x_number": number}
    return Entry.of(event | ({"id": event_id} if event_id else {}))


def refused(kind: type[BookError], act: Callable[[], object]) -> BookError:
    """The error that an act raises; it must be of this kind."""
    try:
        act()
    except kind as problem:
        return problem
    raise AssertionError(f"{kind.__name__} was expected")


class RecordBookContract(ABC):
    """The tests; ``book`` is a fresh one for each."""

    @abstractmethod
    def open_book(self, folder: Path) -> RecordBook:
        """An empty record book; ``folder`` is one of its own for whatever it keeps in files."""

    def setup_method(self) -> None:
        """Open a book with one game in it."""
        self.folder = TemporaryDirectory()
        self.book = self.open_book(Path(self.folder.name))
        self.book.open_game("friday", [GAME])

    def teardown_method(self) -> None:
        """Let go of it."""
        self.book.close()
        self.folder.cleanup()

    def contents(self, name: str = "friday") -> list[bytes]:
        """The bytes of all events of a game."""
        return [stored.content for stored in self.book.read(name)]

    def test_gives_back_exactly_the_bytes_that_were_written(self) -> None:
        odd = Entry('{ "type":"note",\t"note":"¿quién ganó? 🂡" }'.encode())
        self.book.append("friday", [odd])
        assert self.contents() == [GAME.content, odd.content]

    def test_numbers_events_without_gaps_in_each_game(self) -> None:
        self.book.open_game("saturday", [GAME])
        assert self.book.append("friday", [knock(1), knock(2)]).last == 3
        assert self.book.append("saturday", [knock(3)]).first == 2
        assert [stored.seq for stored in self.book.read("friday")] == [1, 2, 3]
        assert [stored.seq for stored in self.book.read("friday", after=2)] == [3]

    def test_reads_long_games_to_their_end(self) -> None:
        self.book.append("friday", [knock(number) for number in range(2500)])
        assert [stored.seq for stored in self.book.read("friday")] == list(range(1, 2502))

    def test_tells_a_late_writer_what_came_in_between(self) -> None:
        self.book.append("friday", [knock(1), knock(2)], expects=1)
        problem = refused(Conflict, lambda: self.book.append("friday", [knock(3)], expects=1))
        assert isinstance(problem, Conflict)
        assert (problem.wanted, problem.actual) == (1, 3)
        assert [stored.content for stored in problem.between] == [
            knock(1).content,
            knock(2).content,
        ]
        assert len(self.contents()) == 3

    def test_refuses_a_writer_who_expects_events_that_never_were(self) -> None:
        refused(Conflict, lambda: self.book.append("friday", [knock(1)], expects=7))
        assert self.contents() == [GAME.content]

    def test_gives_the_first_answer_again_to_who_asks_again(self) -> None:
        batch = [knock(1, "a"), knock(2), knock(3, "c")]
        first = self.book.append("friday", batch, expects=1)
        self.book.append("friday", [knock(4)])
        again = self.book.append("friday", batch, expects=1)
        assert again.repeated
        assert not first.repeated
        assert (again.first, again.last, again.head) == (first.first, first.last, first.head)
        assert len(self.contents()) == 5

    def test_knows_a_repeated_event_whose_fields_come_in_another_order(self) -> None:
        self.book.append("friday", [Entry(b'{"type":"end","id":"e"}', "e")])
        assert self.book.append("friday", [Entry(b'{"id":"e","type":"end"}', "e")]).repeated

    def test_refuses_an_id_for_another_event(self) -> None:
        self.book.append("friday", [knock(1, "a")])
        problem = refused(IdTaken, lambda: self.book.append("friday", [knock(2, "a")]))
        assert "event 2, which says something else" in str(problem)
        refused(IdTaken, lambda: self.book.append("friday", [knock(1, "a"), knock(2)]))
        refused(BookError, lambda: self.book.append("friday", [knock(5, "b"), knock(5, "b")]))
        assert len(self.contents()) == 2

    def test_takes_the_same_id_in_another_game(self) -> None:
        self.book.open_game("saturday", [GAME])
        self.book.append("friday", [knock(1, "a")])
        assert not self.book.append("saturday", [knock(2, "a")]).repeated

    def test_keeps_all_of_a_batch_or_nothing(self) -> None:
        refused(BookError, lambda: self.book.append("friday", [knock(1), knock(2), Entry(b"")]))
        assert self.contents() == [GAME.content]
        refused(BookError, lambda: self.book.append("friday", []))

    def test_opens_a_game_once(self) -> None:
        refused(GameExists, lambda: self.book.open_game("friday", [knock(1)]))
        opening = Entry.of({"type": "game", "id": "opening"})
        self.book.open_game("sunday", [opening])
        assert self.book.open_game("sunday", [opening]).repeated
        assert [kept.name for kept in self.book.games()] == ["friday", "sunday"]

    def test_refuses_names_that_cannot_be_typed(self) -> None:
        for name in ("", "a b", "-x", "x" * 65, "a/b", "a\n"):
            refused(BookError, partial(self.book.open_game, name, [GAME]))

    def test_names_the_nearest_game(self) -> None:
        problem = refused(NoSuchGame, lambda: self.book.append("fridya", [knock(1)]))
        assert 'Did you mean "friday"?' in str(problem)
        refused(NoSuchGame, lambda: list(self.book.read("nowhere")))

    def test_chains_every_event_to_all_before_it(self) -> None:
        self.book.append("friday", [knock(1), knock(2, "b")])
        verdict = verified(self.book, "friday")
        assert verdict.whole
        assert verdict.head == self.book.game("friday").head
        assert verdict.head.seq == 3
        noted = NotedHead.read(verdict.head.on_paper())
        assert noted is not None
        self.book.append("friday", [knock(3)])
        assert verified(self.book, "friday", [noted]).whole

    def test_salts_every_event(self) -> None:
        self.book.open_game("saturday", [GAME])
        one, other = next(self.book.read("friday")), next(self.book.read("saturday"))
        assert one.salt != other.salt
        beginnings = {kept.opening.beginning() for kept in self.book.games()}
        assert len(beginnings) == 2

    def test_serves_many_threads_without_losing_an_event(self) -> None:
        threads, each = 4, 25
        start = Barrier(threads)

        def write(writer: int) -> None:
            start.wait()
            for number in range(each):
                self.book.append("friday", [knock(number, f"{writer}-{number}")])

        writers = [Thread(target=write, args=(writer,)) for writer in range(threads)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert verified(self.book, "friday").events == 1 + threads * each
