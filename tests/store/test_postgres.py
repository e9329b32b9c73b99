"""The record book on a real PostgreSQL server."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Final

import psycopg
import pytest
from werkzeug.test import TestResponse

from referee.judging.report import UNREADABLE
from referee.store import RecordBook, SQLiteBook, errors, verified
from referee.store.links import Role
from referee.store.opening import back_up, open_book, open_links, open_news
from referee.store.postgres import Mark, PostgresBook, PostgresNews
from referee.store.record import verify_book
from tests.cli.running import referee
from tests.store.books import GAME, all_at_once, knock, noted, statements
from tests.store.server import Server
from tests.store.test_contract import RecordBookContract
from tests.web.visitors import IN_PLAY
from tests.web.visitors import server as web_server

pytestmark = pytest.mark.deep

SERVERS: list[Server] = []


@pytest.fixture(scope="module", autouse=True)
def server() -> Iterator[Server]:
    """Yield one server for the tests of this file."""
    with Server() as started:
        SERVERS.append(started)
        yield started
        SERVERS.clear()


@pytest.fixture
def address(server: Server) -> str:
    return server.database()


class TestPostgresBook(RecordBookContract):
    def open_book(self, folder: Path) -> RecordBook:  # noqa: ARG002
        address = SERVERS[0].database()
        if not hasattr(self, "book"):
            self.address = address
        return PostgresBook(address)

    def opened_again(self, *, writable: bool = True) -> RecordBook:
        return PostgresBook(self.address, writable=writable)


REFUSED = statements("refused")


@pytest.mark.parametrize("statement", REFUSED.values(), ids=REFUSED)
def test_the_server_refuses_all_but_the_next_event(address: str, statement: str) -> None:
    with PostgresBook(address) as book:
        book.open_game("friday", [GAME])
        book.append("friday", [knock(number, f"e{number}") for number in range(2, 5)])
        before = list(book.read("friday"))
        with psycopg.connect(address) as connection, pytest.raises(psycopg.Error):
            connection.execute(statement.encode())
        assert list(book.read("friday")) == before
        assert verified(book, "friday").whole


FOUND = statements("found_on_server")


@pytest.mark.parametrize("damage", FOUND)
def test_damage_on_the_server_is_seen(address: str, damage: str) -> None:
    with PostgresBook(address) as book:
        book.open_game("friday", [GAME])
        assert book.damage() == []
        with psycopg.connect(address) as connection:
            connection.execute(FOUND[damage].encode())
        assert damage in "; ".join(book.damage())


def test_a_number_that_no_event_can_have_is_damage(address: str) -> None:
    with PostgresBook(address) as book:
        book.open_game("friday", [GAME, knock(1)])
    with psycopg.connect(address) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(f"UPDATE referee.events SET seq = {2**62} WHERE seq = 2".encode())
    with PostgresBook(address) as book, pytest.raises(errors.BookUnreadable, match="damaged"):
        book.append("friday", [knock(2)])


def test_a_backup_of_the_server_has_its_games_seals_and_links(address: str, tmp_path: Path) -> None:
    with PostgresBook(address) as book:
        book.open_game("friday", [GAME])
        there = open_links(address)
        kept, revoked = (there.make("friday", Role.PLAYER, "Ana") for _ in range(2))
        there.revoke("friday", 2)
        there.close()
        book.seal()
        book.open_game("saturday", [GAME, knock(1, "a")])
        head = book.seal()
        book.append("friday", [knock(2)])
        assert back_up(address, tmp_path / "copy.db") == 2
        with SQLiteBook(tmp_path / "copy.db") as copy:
            assert list(copy.read("friday")) == list(book.read("friday"))
            assert copy.damage() == []
            assert verify_book(copy, [noted(head)]).whole
            assert list(copy.seals()) == list(book.seals())
    copied = open_links(tmp_path / "copy.db")
    assert copied.of_table("friday") == [copied.of(kept)]
    both = open_links(address).of_table("friday", revoked=True)
    assert copied.of_table("friday", revoked=True) == both
    assert len(both) == 2
    assert copied.of(revoked) is None
    copied.close()


def test_who_may_only_insert_writes_and_who_may_only_read_does_not(address: str) -> None:
    with PostgresBook(address) as owner, psycopg.connect(address) as connection:
        owner.open_game("friday", [GAME])
        connection.execute("DROP ROLE IF EXISTS scribe")
        connection.execute("CREATE ROLE scribe LOGIN")
        connection.execute("GRANT USAGE ON SCHEMA referee TO scribe")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA referee TO scribe")
        connection.commit()
        scribe = address.replace("postgres:@", "scribe:@")
        with PostgresBook(scribe) as book:
            with pytest.raises(
                errors.BookUnwritable, match="This user of the server may not write"
            ):
                book.append("friday", [knock(1)])
            connection.execute("GRANT INSERT ON referee.games, referee.events TO scribe")
            connection.commit()
            assert book.append("friday", [knock(1)]).last == 2
        connection.execute("DROP OWNED BY scribe")


def test_what_is_no_book_is_said(server: Server, address: str) -> None:
    for asked in ({"create": False}, {"writable": False}):
        with pytest.raises(errors.BookMissing):
            PostgresBook(address, **asked)
    with pytest.raises(errors.BookUnreachable, match=r'database "none.*" does not exist'):
        PostgresBook(address.replace("/book", "/none"))
    with pytest.raises(errors.BookUnreachable, match="cannot be reached"):
        PostgresBook("postgresql://club:secret@127.0.0.1:1/book")
    done = referee("book", "list", REFEREE_DB="postgresql://club:secret@127.0.0.1:1/book")
    assert done.returncode == UNREADABLE
    assert b"secret" not in done.stderr
    with PostgresBook(address), psycopg.connect(address) as connection:
        connection.execute("INSERT INTO referee.book VALUES (7)")
    with pytest.raises(errors.BookNewer):
        PostgresBook(address)
    assert server


def test_a_connection_that_was_lost_costs_nothing(address: str) -> None:
    with PostgresBook(address) as book, psycopg.connect(address, autocommit=True) as other:
        book.open_game("friday", [GAME])
        for number in range(1, 6):
            book.append("friday", [knock(number)])
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'referee' AND datname = current_database()"
            )
        assert book.append("friday", [knock(6)]).last == 7
        assert verified(book, "friday").events == 7


def test_books_are_begun_and_laid_out_by_many_at_once(address: str) -> None:
    def begin(number: int) -> None:
        with PostgresBook(address) as book:
            book.open_game(f"game{number}", [GAME])

    all_at_once(begin, 6)
    with PostgresBook(address) as book:
        assert sorted(book.names()) == [f"game{number}" for number in range(6)]
        assert book.damage() == []


def test_commands_take_its_address(address: str) -> None:
    opened = referee("new", "friday", "--players", "Ana, Beto", "--bet", "5", "--db", address)
    assert opened.returncode == 0, opened.stderr
    for words in (
        ("add", "friday", "deal"),
        ("check", "friday"),
        ("book", "show", "friday"),
        ("book", "list"),
        ("export", "friday"),
        ("book", "verify", "--seal"),
        ("book", "doctor"),
    ):
        done = referee(*words, REFEREE_DB=address)
        assert done.returncode == 0, (words, done.stderr)
    with open_book(address) as book:
        assert book.game("friday").head.seq == 3


@pytest.fixture
def news(address: str) -> Iterator[PostgresNews]:
    """Yield news of the games of a new book, once they can be heard."""
    with PostgresBook(address) as book:
        book.open_game("friday", [GAME])
        book.open_game("saturday", [GAME])
    listening = open_news(address)
    assert listening is not None
    heard(listening)
    yield listening
    listening.close()


def heard(news: PostgresNews) -> Mark:
    """Return the mark of a game, as soon as news can be heard."""
    while (mark := news.mark("friday")) is None:
        pass
    return mark


LONG: Final = 60
"""In seconds; no wait takes this long if news arrives."""


def test_who_waits_for_news_of_a_game_is_woken(address: str, news: PostgresNews) -> None:
    with PostgresBook(address) as book:
        for entry, expects in ((knock(1), None), (knock(2), None), (knock(3, "a"), 3)):
            mark = heard(news)
            assert not news.wait("friday", mark, 0)
            book.append("saturday", [knock(1)])
            writer = Thread(target=book.append, args=("friday", [entry], expects))
            writer.start()
            assert news.wait("friday", mark, LONG)
            writer.join()


def test_who_waits_is_told_to_ask_when_nothing_is_heard_any_more(
    address: str, news: PostgresNews
) -> None:
    mark = heard(news)
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN referee'"
        )
    assert not news.wait("friday", mark, LONG)
    # what was written meanwhile was not announced: it counts as news
    assert heard(news) != mark
    assert news.wait("friday", mark, LONG)
    news.close()
    assert news.mark("friday") is None


def test_a_page_of_one_server_waits_for_what_another_server_writes(address: str) -> None:
    apps = [web_server(address, links=False) for _ in range(2)]
    here, there = (app.test_client() for app in apps)
    there.post("/api/v1/games", json={"name": "friday", "events": IN_PLAY})
    heard(apps[0].extensions["referee-waiting"].news)
    page = here.get("/tables/friday", headers={"Prefer": "wait=60"})
    assert page.headers["Preference-Applied"] == "wait=20"
    known = {"If-None-Match": page.headers["ETag"]}
    assert here.get("/tables/friday", headers=known).status_code == 304
    answers: list[TestResponse] = []
    waits = {**known, "Prefer": "wait=20"}
    waiting = Thread(target=lambda: answers.append(here.get("/tables/friday", headers=waits)))
    waiting.start()
    with psycopg.connect(address, autocommit=True) as other:
        # news without new events wakes no page
        other.execute("NOTIFY referee, 'friday'")
    note = {"type": "note", "note": "Somebody knocks."}
    written = {"expects": len(IN_PLAY), "events": [note]}
    assert there.post("/api/v1/games/friday/events", json=written).status_code == 201
    waiting.join()
    (fresh,) = answers
    assert fresh.status_code == 200
    assert "Somebody knocks." in fresh.text
    apps[0].extensions["referee-waiting"].news.close()
    unheard = here.get("/tables/friday", headers=waits)
    assert "Preference-Applied" not in unheard.headers
    for app in apps:
        for opened in ("tables", "links"):
            app.extensions[f"referee-{opened}"].close()
