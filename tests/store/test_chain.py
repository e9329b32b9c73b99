"""Changes of the record are found, by the chain or by a noted head."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.store import BookError, BookUnreadable, Entry, Head, SQLiteBook, Verdict, verified
from referee.store.chain import MISREAD, SIGNS, NotedHead, link
from referee.store.entries import Stored
from referee.store.record import verify_book
from tests.store.books import another_program, begun, knock, noted, statements, without_guards

HEADS = st.builds(Head, st.integers(1, 99_999), st.binary(min_size=32, max_size=32))

TAMPERING = statements("tampering")
"""Changes to the game of Friday by a user of SQLite who drops the triggers."""

AT_THE_END = statements("at_the_end")


def verdicts(path: Path, *fridays: NotedHead) -> list[Verdict]:
    with SQLiteBook(path, writable=False) as book:
        return [verified(book, name, fridays * (name == "friday")) for name in book.names()]


@pytest.fixture
def closed(tmp_path: Path) -> tuple[Path, Head]:
    """Return a closed book, and the head of Friday's game."""
    with begun(tmp_path / "book.db", 6, "friday", "saturday") as book:
        return book.path, book.game("friday").head


@pytest.mark.parametrize("act", TAMPERING.values(), ids=TAMPERING)
def test_tampering_in_the_middle_is_found(closed: tuple[Path, Head], act: str) -> None:
    path, _ = closed
    assert all(verdict.whole for verdict in verdicts(path))
    with without_guards(path) as connection:
        connection.executescript(act)
    assert not all(verdict.whole for verdict in verdicts(path))


@pytest.mark.parametrize("act", AT_THE_END.values(), ids=AT_THE_END)
def test_tampering_at_the_end_is_found_with_a_noted_head(
    closed: tuple[Path, Head], act: str
) -> None:
    path, head = closed
    known = noted(head)
    assert all(verdict.whole for verdict in verdicts(path, known))
    with without_guards(path) as connection:
        connection.executescript(act)
    friday = verdicts(path, known)[0]
    assert not friday.whole
    assert known.text in friday.problem


def test_an_end_that_was_written_anew_is_found_with_a_noted_head(
    closed: tuple[Path, Head],
) -> None:
    """Recompute the whole chain from a changed event on."""
    path, head = closed
    with without_guards(path) as connection:
        rewrite_from(connection, 4, b'{"type":"end"}')
    assert all(verdict.whole for verdict in verdicts(path))
    for known in (noted(head), noted(head.hash.hex())):
        assert verdicts(path, known)[0].problem.startswith("no event of this game has the head")


def rewrite_from(connection: Any, seq: int, content: bytes) -> None:
    before = connection.execute(
        "SELECT hash FROM events WHERE game = 1 AND seq = ?", (seq - 1,)
    ).fetchone()[0]
    connection.execute(
        "UPDATE events SET content = ?, id = NULL WHERE game = 1 AND seq = ?", (content, seq)
    )
    rest = connection.execute(
        "SELECT seq, salt, content FROM events WHERE game = 1 AND seq >= ? ORDER BY seq", (seq,)
    ).fetchall()
    for number, salt, kept in rest:
        before = link(before, salt, kept)
        connection.execute(
            "UPDATE events SET hash = ? WHERE game = 1 AND seq = ?", (before, number)
        )


def test_the_first_event_that_does_not_fit_is_named(closed: tuple[Path, Head]) -> None:
    path, _ = closed
    with without_guards(path) as connection:
        connection.execute("UPDATE events SET content = x'7b7d' WHERE game = 1 AND seq IN (3, 5)")
        connection.execute("DELETE FROM events WHERE game = 2 AND seq = 4")
    friday, saturday = verdicts(path)
    assert (friday.at, friday.events, friday.head.seq) == (3, 2, 2)
    assert saturday.at == 4
    assert saturday.problem == "event 4 is missing; the next one is event 5"


def test_verify_works_on_the_stored_bytes(tmp_path: Path) -> None:
    odd = [
        b'{ "type" : "note" , "id" : "a" , "note" : "\\u00bfqui\\u00e9n?" }',
        b'{"type":"pass","player":"Ana","player":"Beto","amount":1.0e0}',
        b'{"type":"note","note":"\xff\xfe is not UTF-8"}',
        b"this is no JSON",
        b"[" * 5000,
        b'"id"',
    ]
    with begun(tmp_path / "book.db", 1) as book:
        for content in odd:
            book.append("friday", [Entry(content, "a" if b'"a"' in content else None)])
        assert [stored.content for stored in book.read("friday", after=1)] == odd
        assert verified(book, "friday").whole


@pytest.mark.parametrize(
    "entry",
    [
        Entry(b'{"type":"end","id":"a"}', "b"),
        Entry(b'{"type":"end","id":"a"}'),
        Entry(b'{"type":"end","\\u0069d":"a"}'),
        Entry(b'{"type":"end"}', "a"),
        Entry(b"this is no JSON", "a"),
        Entry(b"[" * 5000, "a"),
        Entry(b'["id"]', "id"),
    ],
)
def test_an_event_that_verify_would_doubt_is_not_taken(tmp_path: Path, entry: Entry) -> None:
    with begun(tmp_path / "book.db", 1) as book:
        with pytest.raises(BookError, match="is not the id that you sent with it"):
            book.append("friday", [entry])
        assert book.game("friday").head.seq == 1


@pytest.mark.parametrize("column", ["id", "content", "salt", "hash", "seq"])
@pytest.mark.parametrize("value", ["NULL", "'text'", "x'00'", "7.5", "-1", "9223372036854775807"])
def test_values_of_another_kind_get_a_clean_verdict(
    tmp_path: Path, column: str, value: str
) -> None:
    """Store values of other types, as flipped bits do in a file without constraints."""
    path = tmp_path / "book.db"
    begun(path, 6).close()
    unconstrained(path)
    with another_program(path) as connection:
        connection.execute(f"UPDATE events SET {column} = {value} WHERE seq = 6")
    with SQLiteBook(path, writable=False) as book:
        verdict = verified(book, "friday")
        assert not verdict.whole or book.damage()
        assert verdict.whole == (column == "seq" and value in ("NULL", "-1"))
    with SQLiteBook(path) as book:
        must_not_traceback(lambda: book.append("friday", [knock(7)]))
        must_not_traceback(lambda: book.append("friday", [knock(8, "e6")]))
        must_not_traceback(book.games)


def unconstrained(path: Path) -> None:
    """Rebuild the table of events without constraints."""
    with another_program(path) as connection:
        connection.executescript(
            "CREATE TABLE others AS SELECT * FROM events; DROP TABLE events;"
            "ALTER TABLE others RENAME TO events"
        )


def must_not_traceback(act: Callable[[], object]) -> None:
    with suppress(BookError):
        act()


@given(HEADS)
def test_a_head_on_paper_can_be_read_again(head: Head) -> None:
    stored = Stored(head.seq, None, b"{}", bytes(16), head.hash)
    assert noted(head).matches(stored)
    assert noted(head.on_paper().lower().replace("-", " ").replace("0", "o")).matches(stored)
    assert noted(f" {head.hash.hex().upper()}\n").matches(stored)


@given(HEADS, st.data())
def test_one_wrong_sign_is_noticed(head: Head, data: st.DataObject) -> None:
    paper = head.on_paper()
    at = data.draw(st.sampled_from([at for at, sign in enumerate(paper) if sign != "-"]))
    wrong = data.draw(st.sampled_from(sorted(set(SIGNS + "ILOZ") - meaning(paper[at]))))
    assert NotedHead.read(paper[:at] + wrong + paper[at + 1 :]) is None


def meaning(sign: str) -> set[str]:
    """Return the signs that are read as this one."""
    return {sign} | {one for one in "ILOZ" if one.translate(MISREAD) == sign}


@given(HEADS, st.data())
def test_two_swapped_signs_are_noticed(head: Head, data: st.DataObject) -> None:
    paper = head.on_paper()
    places = [at for at, sign in enumerate(paper) if sign != "-"]
    one, other = data.draw(st.lists(st.sampled_from(places), min_size=2, max_size=2, unique=True))
    signs = list(paper)
    signs[one], signs[other] = signs[other], signs[one]
    swapped = "".join(signs)
    assert swapped == paper or NotedHead.read(swapped) is None


@given(st.text(max_size=80))
def test_no_text_breaks_the_reading_of_heads(text: str) -> None:
    head = NotedHead.read(text)
    assert head is None or head.text == text.strip()


def test_a_layout_that_is_no_text_any_more_is_damage(tmp_path: Path) -> None:
    """Damage the schema so that SQLite's own message is not valid text."""
    path = tmp_path / "book.db"
    begun(path).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE UNIQUE INDEX", b"CREATE UNIQU\xc5 INDEX"))
    for writable in (True, False):
        with pytest.raises(BookUnreadable, match="is damaged"):
            SQLiteBook(path, writable=writable)


# ---- a seal covers the whole book

SEALED = statements("sealed")


@pytest.fixture
def sealed(tmp_path: Path) -> tuple[Path, NotedHead]:
    """Return a book of three games that grew after it was sealed, and the head of the seal."""
    with begun(tmp_path / "book.db", 4, "friday", "saturday", "sunday") as book:
        head = book.seal()
        book.append("sunday", [knock(9)])
    return book.path, noted(head)


def test_a_book_that_went_on_is_whole_as_it_was_sealed(sealed: tuple[Path, NotedHead]) -> None:
    path, head = sealed
    with SQLiteBook(path) as book:
        assert verify_book(book, [head]).whole
        assert book.seal().seq == 2
        assert book.seal().seq == 2
        assert verify_book(book, [head]).whole
        assert b"friday" not in list(book.seals())[1].content


@pytest.mark.parametrize("act", SEALED.values(), ids=SEALED)
def test_what_a_seal_told_of_is_missed(sealed: tuple[Path, NotedHead], act: str) -> None:
    path, head = sealed
    with without_guards(path) as connection:
        connection.executescript(act)
    with SQLiteBook(path, writable=False) as book:
        assert not verify_book(book).whole
        assert not verify_book(book, [head]).whole


def test_seals_that_are_removed_are_missed_by_who_noted_the_head(
    sealed: tuple[Path, NotedHead],
) -> None:
    path, head = sealed
    with without_guards(path) as connection:
        connection.execute("DELETE FROM seals")
        connection.execute("DELETE FROM events WHERE game = 3")
    with SQLiteBook(path, writable=False) as book:
        assert verify_book(book).whole
        assert not verify_book(book, [head]).whole
