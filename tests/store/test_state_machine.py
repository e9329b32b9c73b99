"""The book in a file, held against plain lists at every step."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, precondition, rule

from referee.store import (
    Conflict,
    Entry,
    GameExists,
    Head,
    IdTaken,
    NoSuchGame,
    SQLiteBook,
    verified,
)
from referee.store.chain import NotedHead
from tests.depth import examples

NAMES = st.sampled_from(["friday", "saturday", "sunday"])
IDS = st.none() | st.sampled_from("abcdefgh")
BATCHES = st.lists(st.tuples(IDS, st.integers(0, 2)), min_size=1, max_size=4)


def entry(event_id: str | None, number: int) -> Entry:
    event: dict[str, object] = {"type": "pass", "player": "Ana", "x_number": number}
    return Entry.of(event | ({"id": event_id} if event_id else {}))


def one_of_a_kind(batch: list[tuple[str | None, int]]) -> list[Entry]:
    """The batch, with each id where it comes first."""
    seen: set[str | None] = set()
    kept = []
    for event_id, number in batch:
        kept.append(entry(None if event_id in seen else event_id, number))
        seen.add(event_id)
    return kept


class BookAndLists(RuleBasedStateMachine):
    """``games`` is what must be in the book: lists of entries."""

    written = Bundle("written")

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "book.db"
        self.book = SQLiteBook(self.path)
        self.other: SQLiteBook | None = None
        self.games: dict[str, list[Entry]] = {}
        self.heads: dict[str, list[Head]] = {}

    def teardown(self) -> None:
        self.book.close()
        if self.other is not None:
            self.other.close()
        self.folder.cleanup()

    @rule(target=written, name=NAMES, batch=BATCHES)
    def open_game(self, name: str, batch: list[tuple[str | None, int]]) -> tuple[str, list[Entry]]:
        entries = one_of_a_kind(batch)
        if name not in self.games:
            self.games[name] = []
            self.heads[name] = []
            answer = self.book.open_game(name, entries)
            self.happened(name, entries, answer.first, answer.head)
        else:
            self.tried(name, entries, 0, opening=True)
        return name, entries

    @rule(target=written, name=NAMES, batch=BATCHES, back=st.none() | st.integers(-2, 3))
    def append(
        self, name: str, batch: list[tuple[str | None, int]], back: int | None
    ) -> tuple[str, list[Entry]]:
        entries = one_of_a_kind(batch)
        known = len(self.games.get(name, ()))
        self.tried(name, entries, None if back is None else known - back)
        return name, entries

    @rule(sent=written)
    def send_again(self, sent: tuple[str, list[Entry]]) -> None:
        self.tried(*sent, expects=None)

    @rule(sent=written)
    def send_again_in_another_order(self, sent: tuple[str, list[Entry]]) -> None:
        name, entries = sent
        self.tried(name, entries[::-1], expects=None)

    @rule(sent=written, more=BATCHES)
    def send_again_with_more(
        self, sent: tuple[str, list[Entry]], more: list[tuple[str | None, int]]
    ) -> None:
        name, entries = sent
        known = {one.id for one in entries}
        added = [one for one in one_of_a_kind(more) if one.id not in known]
        self.tried(name, entries + added, expects=None)

    def tried(
        self, name: str, entries: list[Entry], expects: int | None, *, opening: bool = False
    ) -> None:
        """Append to the book, with what the lists say must come of it."""
        write = self.book.open_game if opening else self.book.append
        if name not in self.games:
            with pytest.raises(NoSuchGame):
                write(name, entries)
            return
        kept = self.games[name]
        ids = [one.id for one in kept]
        met = [place for place, one in enumerate(entries) if one.id and one.id in ids]
        if met:
            first = ids.index(entries[met[0]].id) - met[0]
            if first < 0 or kept[first : first + len(entries)] != entries:
                with pytest.raises(IdTaken):
                    write(name, entries)
                return
            answer = write(name, entries)
            last = first + len(entries)
            assert answer.repeated
            assert (answer.first, answer.last) == (first + 1, last)
            assert answer.head == self.heads[name][last - 1]
        elif opening:
            with pytest.raises(GameExists):
                self.book.open_game(name, entries)
        elif expects is not None and expects != len(kept):
            with pytest.raises(Conflict) as conflict:
                self.book.append(name, entries, expects)
            between = [one.content for one in conflict.value.between]
            assert between == [one.content for one in kept[max(expects, 0) :]]
            assert (conflict.value.wanted, conflict.value.actual) == (expects, len(kept))
        else:
            answer = self.book.append(name, entries, expects)
            assert not answer.repeated
            self.happened(name, entries, answer.first, answer.head)

    def happened(self, name: str, entries: list[Entry], first: int, head: Head) -> None:
        assert first == len(self.games[name]) + 1
        self.games[name] += entries
        stored = list(self.book.read(name, after=first - 1))
        self.heads[name] += [Head(one.seq, one.hash) for one in stored]
        assert self.heads[name][-1] == head

    @rule()
    def reopen(self) -> None:
        self.book.close()
        self.book = SQLiteBook(self.path)

    @rule()
    def write_from_elsewhere(self) -> None:
        if self.other is None:
            self.other = SQLiteBook(self.path)
        self.book, self.other = self.other, self.book

    @rule()
    def go_on_with_a_backup(self) -> None:
        copy = self.path.with_name("copy.db")
        self.book.back_up(copy)
        if self.other is not None:
            self.other.close()
            self.other = None
        self.book.close()
        copy.replace(self.path)
        self.book = SQLiteBook(self.path)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def read_after(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.games)))
        after = data.draw(st.integers(0, len(self.games[name]) + 1))
        found = [(one.seq, one.content, one.id) for one in self.book.read(name, after)]
        wanted = [(seq, one.content, one.id) for seq, one in enumerate(self.games[name], 1)]
        assert found == wanted[after:]

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def verify_against_all_heads(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.games)))
        papers = [NotedHead.read(head.on_paper()) for head in self.heads[name]]
        noted = [paper for paper in papers if paper is not None]
        assert len(noted) == len(self.games[name])
        verdict = verified(self.book, name, noted)
        assert verdict.whole
        assert verdict.head == self.heads[name][-1]

    @invariant()
    def the_book_holds_what_the_lists_hold(self) -> None:
        kept = {one.name: one.head for one in self.book.games()}
        assert list(kept) == list(self.games)
        assert kept == {name: heads[-1] for name, heads in self.heads.items()}
        for name, entries in self.games.items():
            assert [one.content for one in self.book.read(name)] == [one.content for one in entries]


TestBookAndLists = BookAndLists.TestCase
TestBookAndLists.settings = settings(examples(25), stateful_step_count=25)
