"""The contract of every record book, as tests.

A book is tested by a class that opens one, as `TestSQLiteBook` below: its name begins with
``Test``, and pytest finds the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.store import RecordBook, SQLiteBook
from referee.store.chain import LARGEST_CONTENT, Appended, sealed_in
from referee.store.entries import Entry, Stored
from referee.store.errors import BookError, Conflict, GameExists, IdTaken, NoSuchGame
from referee.store.live import LiveGame
from referee.store.moving import move
from referee.store.naming import PERSONS, REVEALS
from referee.store.persons import join, part, persons_of
from referee.store.record import page_of_games, verified, verify_book
from referee.store.reveals import IN_DOUBT, Decision, Reveals
from tests.store.books import GAME, all_at_once, knock

OPENING = Entry.of({"type": "game", "id": "opening"})
CLOSED = Decision(is_closed=True, line=7)


def answered(answer: Appended) -> tuple[int, int, object]:
    return answer.first, answer.last, answer.head


class RecordBookContract(ABC):
    """The tests; ``book`` is a new one for each."""

    @abstractmethod
    def open_book(self, folder: Path) -> RecordBook:
        """Return an empty record book; ``folder`` is for its files."""

    @abstractmethod
    def opened_again(self, *, writable: bool = True) -> RecordBook:
        """Return the same book as another program opens it, while the first has it open or
        after."""

    def setup_method(self) -> None:
        self.folder = TemporaryDirectory()
        self.book = self.open_book(Path(self.folder.name))
        self.book.open_game("friday", [GAME])

    def teardown_method(self) -> None:
        self.book.close()
        self.folder.cleanup()

    @contextmanager
    def another_book(self) -> Iterator[RecordBook]:
        with TemporaryDirectory() as folder, self.open_book(Path(folder)) as book:
            yield book

    def contents(self) -> list[bytes]:
        return [stored.content for stored in self.book.read("friday")]

    def contents_of(self, book: RecordBook) -> dict[str, list[Stored]]:
        return {kept.name: list(book.read(kept.name)) for kept in book.chains()}

    def refuses(
        self, kind: type[BookError], name: str, *entries: Entry, match: str | None = None
    ) -> None:
        with pytest.raises(kind, match=match):
            self.book.append(name, entries)

    def test_gives_back_exactly_the_bytes_that_were_written(self) -> None:
        odd = Entry('{ "type":"note",\t"note":"¿quién ganó? 🂡" }'.encode())
        self.book.append("friday", [odd])
        assert self.contents() == [GAME.content, odd.content]

    def test_numbers_events_without_gaps_in_each_game(self) -> None:
        self.book.open_game("saturday", [GAME])
        assert self.book.append("friday", [knock(1, "a"), knock(2)]).last == 3
        assert self.book.append("saturday", [knock(3, "a")]).first == 2
        assert [stored.seq for stored in self.book.read("friday")] == [1, 2, 3]
        assert [stored.seq for stored in self.book.read("friday", after=2)] == [3]
        assert [stored.seq for stored in self.book.read("friday", 1, 1)] == [2]
        assert list(self.book.read("friday", 0, 0)) == []

    def test_reads_long_games_to_their_end(self) -> None:
        self.book.append("friday", [knock(number) for number in range(2500)])
        assert [stored.seq for stored in self.book.read("friday")] == list(range(1, 2502))

    def test_tells_a_late_writer_what_came_in_between(self) -> None:
        self.book.append("friday", [knock(1), knock(2)], expects=1)
        with pytest.raises(Conflict) as caught:
            self.book.append("friday", [knock(3)], expects=1)
        assert (caught.value.wanted, caught.value.actual) == (1, 3)
        between = [stored.content for stored in self.book.read("friday", caught.value.wanted)]
        assert between == [knock(1).content, knock(2).content]
        with pytest.raises(Conflict):
            # events that never were
            self.book.append("friday", [knock(1)], expects=7)
        assert len(self.contents()) == 3

    def test_gives_the_first_answer_again_to_who_asks_again(self) -> None:
        batch = [knock(1, "a"), knock(2), knock(3, "c")]
        first = self.book.append("friday", batch, expects=1)
        self.book.append("friday", [knock(4)])
        again = self.book.append("friday", batch, expects=1)
        assert (first.repeated, again.repeated) == (False, True)
        assert answered(again) == answered(first)
        assert len(self.contents()) == 5

    def test_knows_a_repeated_event_whose_fields_come_in_another_order(self) -> None:
        self.book.append("friday", [Entry(b'{"type":"end","id":"e"}', "e")])
        assert self.book.append("friday", [Entry(b'{"id":"e","type":"end"}', "e")]).repeated

    def test_opens_a_game_once(self) -> None:
        with pytest.raises(GameExists):
            self.book.open_game("friday", [knock(1)])
        self.book.open_game("sunday", [OPENING])
        assert self.book.open_game("sunday", [OPENING]).repeated
        assert [kept.name for kept in self.book.games()] == ["friday", "sunday"]

    @pytest.mark.parametrize("name", ["", "a b", "-x", "x" * 65, "a/b", "a\n", PERSONS, REVEALS])
    def test_refuses_names_that_cannot_be_typed_or_are_its_own(self, name: str) -> None:
        with pytest.raises(BookError):
            self.book.open_game(name, [GAME])

    def test_finds_a_game_or_names_the_nearest(self) -> None:
        self.book.append("friday", [knock(1)])
        assert self.book.find("friday") == self.book.game("friday")
        assert self.book.find("fridya") is None
        self.refuses(NoSuchGame, "fridya", knock(1), match='Did you mean "friday"?')
        with pytest.raises(NoSuchGame):
            list(self.book.read("nowhere"))

    def test_salts_every_event(self) -> None:
        self.book.open_game("saturday", [GAME])
        one, other = next(self.book.read("friday")), next(self.book.read("saturday"))
        assert one.salt != other.salt
        assert len({kept.opening.beginning() for kept in self.book.games()}) == 2

    def test_serves_many_threads_without_losing_an_event(self) -> None:
        def write(writer: int) -> None:
            for number in range(25):
                self.book.append("friday", [knock(number, f"{writer}-{number}")])

        all_at_once(write, 4)
        assert verified(self.book, "friday").events == 101

    def test_another_program_sees_what_was_acknowledged_and_goes_on_with_it(self) -> None:
        with self.opened_again() as other:
            self.book.append("friday", [knock(1, "a")], expects=1)
            assert other.game("friday") == self.book.game("friday")
            assert other.append("friday", [knock(2)], expects=2).last == 3
            other.open_game("saturday", [GAME])
            with pytest.raises(Conflict):
                self.book.append("friday", [knock(3)], expects=2)
            assert self.book.append("friday", [knock(3)]).last == 4
            assert self.contents_of(other) == self.contents_of(self.book)
            assert verified(other, "friday").whole

    def test_nothing_is_forgotten_on_reopening(self) -> None:
        batch = [knock(1, "a"), knock(2)]
        first = self.book.append("friday", batch, expects=1)
        self.book.open_game("saturday", [GAME])
        sealed = self.book.seal()
        before, kept = self.contents_of(self.book), self.book.games()
        with self.opened_again() as again:
            assert (self.contents_of(again), again.games()) == (before, kept)
            assert again.seal() == sealed
            assert again.damage() == []
            with pytest.raises(IdTaken):
                again.append("friday", [knock(9, "a")])
            answer = again.append("friday", batch, expects=1)
            assert answer.repeated
            assert answered(answer) == answered(first)
            assert self.contents_of(again) == before

    def test_what_was_refused_in_the_middle_left_nothing(self) -> None:
        self.book.append("friday", [knock(number) for number in range(20)])
        self.book.append("friday", [knock(1, "a")])
        before = self.contents_of(self.book)
        many = [knock(number) for number in range(700)]
        self.refuses(IdTaken, "friday", *many, knock(2, "a"))
        self.refuses(IdTaken, "friday", knock(5, "b"), knock(2, "a"), match="says something else")
        self.refuses(IdTaken, "friday", knock(1, "a"), knock(2), match="the events around it")
        self.refuses(BookError, "friday", knock(5, "b"), knock(5, "b"))
        self.refuses(BookError, "friday", knock(1), knock(2), Entry(b""))
        self.refuses(BookError, "friday")
        with pytest.raises(GameExists):
            self.book.open_game("friday", many)
        with pytest.raises(BookError):
            self.book.open_game("sunday", [GAME, Entry(b"")])
        assert self.contents_of(self.book) == before
        with self.opened_again() as other:
            assert self.contents_of(other) == before
            assert other.append("friday", [knock(7, "b")]).last == 23

    def test_who_only_reads_reads_everything_and_writes_nothing(self) -> None:
        self.book.append("friday", [knock(1, "a")])
        before = self.contents_of(self.book)
        with self.opened_again(writable=False) as reader:
            assert self.contents_of(reader) == before
            assert verified(reader, "friday").whole
            for act in (
                lambda: reader.append("friday", [knock(2)]),
                lambda: reader.append("friday", [knock(1, "a")]),
                lambda: reader.open_game("sunday", [GAME]),
                reader.seal,
            ):
                with pytest.raises(BookError):
                    act()
        assert self.contents_of(self.book) == before

    def test_takes_what_is_as_large_as_it_may_be(self) -> None:
        largest = Entry(b'{"n":"' + b"x" * (LARGEST_CONTENT - 8) + b'"}')
        assert len(largest.content) == LARGEST_CONTENT
        longest = Entry.of({"type": "end", "id": "\U0001f0a1" * 64})
        name, entries = "ñ" * 64, [GAME, largest, longest, Entry(b"{}")]
        self.book.open_game(name, entries)
        told = self.book.append(name, [largest, largest])
        assert told.last == 6
        with self.opened_again() as other:
            there = [Entry(one.content, one.id) for one in other.read(name)]
            assert there == [*entries, largest, largest]
            assert verified(other, name).whole
        for much in (Entry(largest.content + b" "), Entry(b"{"), Entry(b"{}", "x" * 65)):
            self.refuses(BookError, name, much)
        assert self.book.game(name).head == told.head

    def test_what_the_book_keeps_for_itself_is_listed_and_counted_nowhere(self) -> None:
        names = ["friday", *(f"game{number}" for number in range(60))]
        for number, name in enumerate(names[1:]):
            if number in (0, 30):
                join(self.book, f"Anna{number}", "Ana")
            self.book.open_game(name, [GAME])
        assert self.book.names() == [kept.name for kept in self.book.games()] == names
        assert [kept.name for kept in self.book.games(2, 3)] == names[1:4]
        assert [kept.position for kept in self.book.games(60)] == [61, 62]
        assert self.book.games(62) == []
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
        with pytest.raises(NoSuchGame) as caught:
            self.book.game(".person")
        assert f'"{PERSONS}"' not in str(caught.value)
        with pytest.raises(NoSuchGame):
            LiveGame(self.book, PERSONS)
        self.book.seal()
        sealed = {facts[1] for _seal, facts in sealed_in(self.book.seals())}
        assert sealed == {*names, PERSONS}
        assert verify_book(self.book).whole

    def test_a_game_moves_to_another_book_with_its_heads_and_goes_on_both_ways(self) -> None:
        with self.another_book() as there:
            there.open_game("before", [GAME])
            there.open_game("moved", [GAME, knock(1, "a")])
            assert move(there, self.book, "moved") == 2
            there.append("moved", [knock(2)])
            assert move(there, self.book, "moved") == 1
            assert move(there, self.book, "moved") == 0
            assert self.book.append("moved", [knock(1, "a")]).repeated
            assert self.book.append("moved", [knock(3)]).last == 4
            assert move(self.book, there, "moved") == 1
            assert there.game("moved").head == self.book.game("moved").head
            assert list(there.read("moved")) == list(self.book.read("moved"))
            assert verified(self.book, "moved").whole
            assert there.damage() == []
            for book, number in ((there, 4), (self.book, 5)):
                book.append("moved", [knock(number)])
            with pytest.raises(GameExists):
                self.book.adopt(there.game("moved").opening, there.read("moved"))
            first, _missing, *events = there.read("moved")
            with pytest.raises(BookError, match="was changed after it was written"):
                self.book.adopt(there.game("before").opening, [first, *events])

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
        with pytest.raises(BookError):
            join(self.book, "Ana", "Annie")
        part(self.book, "Anna")
        assert persons_of(self.book).names() == {"Anna": ["Annie"]}
        with pytest.raises(BookError):
            part(self.book, "Beto")
        assert verified(self.book, PERSONS).whole

    def test_keeps_which_hands_stay_closed_beside_the_games(self) -> None:
        ours = Reveals(self.book)
        assert ours.of("friday") is None
        ours.close("friday", 7)
        with self.opened_again() as other:
            theirs = Reveals(other)
            assert theirs.of("friday") == ours.of("friday") == CLOSED
            theirs.close("saturday", 7)
            theirs.open("friday", 7)
        assert ours.of("friday") == Decision(is_closed=False, line=7)
        assert Reveals(self.book).of("saturday") == CLOSED
        assert self.book.names() == ["friday"]
        verdict = verified(self.book, REVEALS)
        assert (verdict.whole, verdict.events) == (True, 3)

    def test_a_hand_that_stays_closed_is_closed_in_the_book_to_which_its_game_moves(self) -> None:
        Reveals(self.book).close("friday", 7)
        with self.another_book() as target:
            for opens in (False, False, True):
                if opens:
                    Reveals(self.book).open("friday", 7)
                move(self.book, target, "friday")
                assert Reveals(target).of("friday") == CLOSED
            assert verified(target, REVEALS).events == 1

    def test_a_hand_stays_closed_where_nobody_can_read_who_opened_it(self) -> None:
        Reveals(self.book).open("friday", 7)
        self.book.append(REVEALS, [Entry(b"no JSON")])
        damaged = Reveals(self.book)
        assert damaged.of("friday") == damaged.of("saturday") == IN_DOUBT
        damaged.open("saturday", 3)
        assert damaged.of("friday") == IN_DOUBT
        assert damaged.of("saturday") == Decision(is_closed=False, line=3)


class TestSQLiteBook(RecordBookContract):
    def open_book(self, folder: Path) -> RecordBook:
        return SQLiteBook(folder / "book.db")

    def opened_again(self, *, writable: bool = True) -> RecordBook:
        return SQLiteBook(Path(self.folder.name) / "book.db", writable=writable)
