"""The contract of every record book, as tests.

A book is tested by a class that opens one; its name begins with ``Test``, and pytest finds the
rest::

    class TestSQLiteBook(RecordBookContract):
        def open_book(self, folder):
            return SQLiteBook(folder / "book.db")

        def opened_again(self, folder, *, writable=True):
            return SQLiteBook(folder / "book.db", writable=writable)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread

from referee.store.chain import LARGEST_CONTENT, NotedHead, sealed_in
from referee.store.entries import Entry, Stored
from referee.store.errors import BookError, Conflict, GameExists, IdTaken, NoSuchGame
from referee.store.live import LiveGame
from referee.store.moving import move
from referee.store.naming import PERSONS, REVEALS
from referee.store.persons import join, part, persons_of
from referee.store.record import RecordBook, page_of_games, verified, verify_book
from referee.store.reveals import IN_DOUBT, Decision, Reveals

GAME = Entry(b'{"type":"game","game":"desmoche","players":["Ana","Beto"]}')


def knock(number: int, event_id: str | None = None) -> Entry:
    """Return a small event that differs from others by its number."""
    event = {"type": "pass", "player": "Ana", "x_number": number}
    return Entry.of(event | ({"id": event_id} if event_id else {}))


def refused(kind: type[BookError], act: Callable[[], object]) -> BookError:
    try:
        act()
    except kind as problem:
        return problem
    raise AssertionError(f"{kind.__name__} was expected")


class RecordBookContract(ABC):
    """The tests; ``book`` is a new one for each."""

    @abstractmethod
    def open_book(self, folder: Path) -> RecordBook:
        """Return an empty record book; ``folder`` is for its files."""

    @abstractmethod
    def opened_again(self, folder: Path, *, writable: bool = True) -> RecordBook:
        """Return the same book as another program opens it, while the first has it open or
        after."""

    def setup_method(self) -> None:
        self.folder = TemporaryDirectory()
        self.book = self.open_book(Path(self.folder.name))
        self.book.open_game("friday", [GAME])

    def teardown_method(self) -> None:
        self.book.close()
        self.folder.cleanup()

    def contents(self, name: str = "friday") -> list[bytes]:
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

    def test_finds_a_game_or_none(self) -> None:
        self.book.append("friday", [knock(1)])
        assert self.book.find("friday") == self.book.game("friday")
        assert self.book.find("fridya") is None

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

    @contextmanager
    def elsewhere(self, *, writable: bool = True) -> Iterator[RecordBook]:
        """Yield the book as another program has it."""
        book = self.opened_again(Path(self.folder.name), writable=writable)
        try:
            yield book
        finally:
            book.close()

    def contents_of(self, book: RecordBook) -> dict[str, list[Stored]]:
        return {kept.name: list(book.read(kept.name)) for kept in book.chains()}

    def test_another_program_sees_what_was_acknowledged_and_goes_on_with_it(self) -> None:
        with self.elsewhere() as other:
            self.book.append("friday", [knock(1, "a")], expects=1)
            assert other.game("friday") == self.book.game("friday")
            assert other.append("friday", [knock(2)], expects=2).last == 3
            other.open_game("saturday", [GAME])
            refused(Conflict, lambda: self.book.append("friday", [knock(3)], expects=2))
            assert self.book.append("friday", [knock(3)]).last == 4
            assert self.contents_of(other) == self.contents_of(self.book)
            assert verified(other, "friday").whole

    def test_nothing_is_forgotten_on_reopening(self) -> None:
        first = self.book.append("friday", [knock(1, "a"), knock(2)], expects=1)
        self.book.open_game("saturday", [GAME])
        sealed = self.book.seal()
        before, kept = self.contents_of(self.book), self.book.games()
        with self.elsewhere() as again:
            assert self.contents_of(again) == before
            assert again.games() == kept
            assert again.seal() == sealed
            assert again.damage() == []
            refused(IdTaken, lambda: again.append("friday", [knock(9, "a")]))
            answer = again.append("friday", [knock(1, "a"), knock(2)], expects=1)
            assert answer.repeated
            assert (answer.first, answer.last, answer.head) == (first.first, first.last, first.head)
            assert self.contents_of(again) == before

    def test_an_answer_that_was_lost_is_given_to_who_asks_again(self) -> None:
        batch = [knock(1, "a"), knock(2, "b")]
        with self.elsewhere() as other:
            other.append("friday", batch, expects=1)
        for _ in range(2):
            assert self.book.append("friday", batch, expects=1).repeated
        assert [one.seq for one in self.book.read("friday")] == [1, 2, 3]
        begun = [Entry.of({"type": "game", "id": "opening"}), knock(1, "a")]
        with self.elsewhere() as other:
            other.open_game("sunday", begun)
        assert self.book.open_game("sunday", begun).repeated
        assert self.book.names() == ["friday", "sunday"]

    def test_what_was_refused_in_the_middle_left_nothing(self) -> None:
        self.book.append("friday", [knock(number) for number in range(20)])
        self.book.append("friday", [knock(1, "a")])
        before = self.contents_of(self.book)
        many = [knock(number) for number in range(700)]
        refused(IdTaken, lambda: self.book.append("friday", [*many, knock(2, "a")]))
        refused(IdTaken, lambda: self.book.append("friday", [knock(5, "b"), knock(2, "a")]))
        refused(GameExists, lambda: self.book.open_game("friday", many))
        refused(BookError, lambda: self.book.open_game("sunday", [GAME, Entry(b"")]))
        assert self.contents_of(self.book) == before
        with self.elsewhere() as other:
            assert self.contents_of(other) == before
            assert other.append("friday", [knock(7, "b")]).last == 23

    def test_who_only_reads_reads_everything_and_writes_nothing(self) -> None:
        self.book.append("friday", [knock(1, "a")])
        with self.elsewhere(writable=False) as reader:
            before = self.contents_of(self.book)
            assert self.contents_of(reader) == before
            assert verified(reader, "friday").whole
            refused(BookError, lambda: reader.append("friday", [knock(2)]))
            refused(BookError, lambda: reader.append("friday", [knock(1, "a")]))
            refused(BookError, lambda: reader.open_game("sunday", [GAME]))
            refused(BookError, reader.seal)
            assert self.contents_of(self.book) == before

    def test_takes_what_is_as_large_as_it_may_be(self) -> None:
        largest = Entry(b'{"n":"' + b"x" * (LARGEST_CONTENT - 8) + b'"}')
        assert len(largest.content) == LARGEST_CONTENT
        longest = Entry.of({"type": "end", "id": "\U0001f0a1" * 64})
        smallest = Entry(b"{}")
        name = "ñ" * 64
        self.book.open_game(name, [GAME, largest, longest, smallest])
        told = self.book.append(name, [largest, largest])
        assert told.last == 6
        entries = [GAME, largest, longest, smallest, largest, largest]
        with self.elsewhere() as other:
            assert [one.content for one in other.read(name)] == [one.content for one in entries]
            assert [one.id for one in other.read(name)] == [one.id for one in entries]
            assert verified(other, name).whole
        for much in (Entry(largest.content + b" "), Entry(b"{"), Entry(b"{}", "x" * 65)):
            refused(BookError, partial(self.book.append, name, [much]))
        assert self.book.game(name).head == told.head

    def test_gives_games_in_pages(self) -> None:
        for number in range(5):
            self.book.open_game(f"game{number}", [GAME])
        names = ["friday", *(f"game{number}" for number in range(5))]
        assert self.book.names() == names
        assert [kept.name for kept in self.book.games(2, 3)] == names[2:5]
        assert [kept.position for kept in self.book.games(4)] == [5, 6]
        assert self.book.games(6) == []
        self.book.append("friday", [knock(number) for number in range(3)])
        assert [stored.seq for stored in self.book.read("friday", 1, 2)] == [2, 3]
        assert list(self.book.read("friday", 0, 0)) == []

    def test_what_the_book_keeps_for_itself_is_listed_and_counted_nowhere(self) -> None:
        for number in range(60):
            if number in (0, 30):
                join(self.book, f"Anna{number}", "Ana")
            self.book.open_game(f"game{number}", [GAME])
        names = ["friday", *(f"game{number}" for number in range(60))]
        assert self.book.names() == [kept.name for kept in self.book.games()] == names
        assert [kept.name for kept in self.book.games(2, 3)] == names[1:4]
        newest, older = page_of_games(self.book, 1)
        oldest, none_older = page_of_games(self.book, 2)
        assert [kept.name for kept in [*newest, *oldest]] == names[::-1]
        assert (older, none_older) == (True, False)
        assert set(self.book.heads()) == {kept.position for kept in self.book.games()}
        chains = self.book.chains()
        assert {kept.name for kept in chains} == {*names, PERSONS}
        assert [kept.position for kept in chains] == list(range(1, 63))
        assert PERSONS in self.book
        assert "game60" not in self.book
        assert f'"{PERSONS}"' not in str(refused(NoSuchGame, lambda: self.book.game(".person")))
        refused(NoSuchGame, lambda: LiveGame(self.book, PERSONS))
        for own in (PERSONS, REVEALS):
            refused(BookError, partial(self.book.open_game, own, [GAME]))
        self.book.seal()
        sealed = {facts[1] for _seal, facts in sealed_in(self.book.seals())}
        assert sealed == {*names, PERSONS}
        assert verify_book(self.book).whole

    def test_takes_in_a_game_of_another_book_with_its_heads(self) -> None:
        with TemporaryDirectory() as folder, self.open_book(Path(folder)) as source:
            source.open_game("before", [GAME])
            source.open_game("moved", [GAME, knock(1, "a")])
            assert self.book.adopt(source.game("moved").opening, source.read("moved")) == 2
            source.append("moved", [knock(2)])
            assert self.book.adopt(source.game("moved").opening, source.read("moved")) == 1
            assert self.book.adopt(source.game("moved").opening, source.read("moved")) == 0
            assert self.book.game("moved").head == source.game("moved").head
            assert list(self.book.read("moved")) == list(source.read("moved"))
            assert verified(self.book, "moved").whole
            assert self.book.append("moved", [knock(1, "a")]).repeated
            assert self.book.append("moved", [knock(3)]).last == 4
            source.append("moved", [knock(4)])
            opening, events = source.game("moved").opening, list(source.read("moved"))
            refused(GameExists, lambda: self.book.adopt(opening, events))
            broken = [*events[:1], *events[2:]]
            refused(BookError, lambda: self.book.adopt(source.game("before").opening, broken))

    def test_a_game_that_moves_keeps_its_heads_and_goes_on_both_ways(self) -> None:
        self.book.append("friday", [knock(1, "a")])
        with TemporaryDirectory() as folder, self.open_book(Path(folder)) as there:
            there.open_game("other", [GAME])
            assert move(self.book, there, "friday") == 2
            there.append("friday", [knock(2)])
            assert move(there, self.book, "friday") == 1
            assert move(there, self.book, "friday") == 0
            assert there.game("friday").head == self.book.game("friday").head
            assert list(there.read("friday")) == list(self.book.read("friday"))
            assert there.damage() == []

    def test_tells_by_its_heads_which_games_have_news(self) -> None:
        self.book.open_game("saturday", [GAME])
        seen = self.book.heads()
        assert seen == {kept.position: kept.head.hash for kept in self.book.games()}
        self.book.append("saturday", [knock(1)])
        news = self.book.heads()
        assert {place for place in news if news[place] != seen.get(place)} == {2}

    def test_keeps_who_is_who_beside_the_games(self) -> None:
        assert persons_of(self.book).person("Anna") == "Anna"
        join(self.book, "Anna", "Ana")
        join(self.book, "Annie", "Anna")
        assert persons_of(self.book).names() == {"Ana": ["Anna", "Annie"]}
        refused(BookError, lambda: join(self.book, "Ana", "Annie"))
        part(self.book, "Anna")
        assert persons_of(self.book).names() == {"Anna": ["Annie"]}
        refused(BookError, lambda: part(self.book, "Beto"))
        assert verified(self.book, PERSONS).whole

    def test_keeps_which_hands_stay_closed_beside_the_games(self) -> None:
        ours = Reveals(self.book)
        assert ours.of("friday") is None
        ours.close("friday", 7)
        with self.elsewhere() as other:
            theirs = Reveals(other)
            assert theirs.of("friday") == ours.of("friday") == Decision(is_closed=True, line=7)
            theirs.close("saturday", 3)
            theirs.open("friday", 7)
        assert ours.of("friday") == Decision(is_closed=False, line=7)
        assert Reveals(self.book).of("saturday") == Decision(is_closed=True, line=3)
        assert self.book.names() == ["friday"]
        assert verified(self.book, REVEALS).events == 3
        assert verified(self.book, REVEALS).whole

    def test_a_hand_that_stays_closed_is_closed_in_the_book_to_which_its_game_moves(self) -> None:
        Reveals(self.book).close("friday", 7)
        with TemporaryDirectory() as folder, self.open_book(Path(folder)) as target:
            for _time in range(2):
                move(self.book, target, "friday")
                assert Reveals(target).of("friday") == Decision(is_closed=True, line=7)
            Reveals(self.book).open("friday", 7)
            move(self.book, target, "friday")
            assert Reveals(target).of("friday") == Decision(is_closed=True, line=7)
            assert verified(target, REVEALS).events == 1

    def test_a_hand_stays_closed_where_nobody_can_read_who_opened_it(self) -> None:
        Reveals(self.book).open("friday", 7)
        self.book.append(REVEALS, [Entry(b"no JSON")])
        damaged = Reveals(self.book)
        assert damaged.of("friday") == damaged.of("saturday") == IN_DOUBT
        damaged.open("saturday", 3)
        assert damaged.of("friday") == IN_DOUBT
        assert damaged.of("saturday") == Decision(is_closed=False, line=3)

    def test_seals_tell_of_every_game(self) -> None:
        first = self.book.seal()
        assert self.book.seal() == first
        noted = NotedHead.read(first.on_paper())
        assert noted is not None
        self.book.append("friday", [knock(1)])
        self.book.open_game("saturday", [GAME])
        assert self.book.seal().seq == 2
        assert verify_book(self.book, [noted]).whole

    def test_serves_many_programs_without_a_gap(self) -> None:
        books = [self.opened_again(Path(self.folder.name)) for _ in range(3)]
        start = Barrier(len(books))

        def write(writer: int) -> None:
            start.wait()
            for number in range(10):
                books[writer].append("friday", [knock(number, f"{writer}-{number}")])

        writers = [Thread(target=write, args=(writer,)) for writer in range(len(books))]
        for one in writers:
            one.start()
        for one in writers:
            one.join()
        for book in books:
            book.close()
        assert verified(self.book, "friday").events == 31
        ids = [stored.id for stored in self.book.read("friday", 1)]
        assert len(set(ids)) == 30
