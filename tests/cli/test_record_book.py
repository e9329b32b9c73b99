"""Games kept in the record book, from one command to the next, in a real file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.cli.running import process, referee
from tests.store.books import begun, without_guards

HERE = Path(__file__).parent
QUARREL = HERE.parent / "conformance" / "fault-claim.priority.jsonl"

OPENING = ["hand Beto bet 5", "deal", "cambio Ana xx, Beto xx"]


class Table:
    """A record book in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.book = folder / "book.db"

    def referee(self, *words: object, stdin: bytes = b"") -> CompletedProcess[bytes]:
        return referee(*words, stdin=stdin, book=self.book)

    def json(self, *words: object) -> dict[str, object]:
        done = self.referee(*words, "--json")
        assert done.returncode == 0, done.stderr.decode()
        read: dict[str, object] = json.loads(done.stdout)
        return read

    def says(self, *words: object) -> str:
        done = self.referee(*words)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def refuses(self, status: int, *words: object) -> str:
        done = self.referee(*words)
        assert done.returncode == status
        assert b"Traceback" not in done.stderr
        return " ".join(done.stderr.decode().split())


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with a game of four events."""
    begun(tmp_path / "book.db").close()
    return tmp_path / "book.db"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def friday(table: Table) -> Table:
    table.says("new", "friday", "--players", "Ana, Beto", "--house", "play_everything=on")
    table.says("add", "friday", *OPENING)
    return table


def test_a_game_is_opened_written_shown_and_judged(friday: Table) -> None:
    friday.says("add", "friday", "Ana 7h =7h8h9h -Kc", "Beto.")
    assert "7. Ana melds 7♥ 8♥ 9♥." in friday.says("book", "show", "friday")
    assert "1 hand, 9 events" in friday.says("check", "friday")
    assert "9. Beto knocks." in friday.says("replay", "friday")
    assert "Logs: 1. Hands: 1. Events: 9." in friday.says("check", "--summary", "friday")


def test_new_needs_to_know_who_plays(table: Table) -> None:
    assert "--players" in table.refuses(2, "new", "friday")
    assert not table.book.exists()


def test_new_finds_a_name_of_its_own(table: Table) -> None:
    first = table.json("new", "--players", "Ana, Beto", "--date", "2026-11-21")
    second = table.json("new", "--players", "Ana, Beto", "--date", "2026-11-21")
    assert (first["game"], second["game"]) == ("2026-11-21-ana-beto", "2026-11-21-ana-beto-2")


def test_new_can_put_the_first_stakes_on_the_table(table: Table) -> None:
    table.says("new", "friday", "--players", "Ana, Beto", "--bet", "5", "--dealer", "Ana")
    assert "2. Ana opens a hand; the bet is 5." in table.says("book", "show", "friday")


def test_a_name_is_for_one_game(friday: Table) -> None:
    told = friday.refuses(2, "new", "friday", "--players", "Carla, Dora")
    assert 'has a game "friday" already' in told


def test_a_house_rule_that_is_none_opens_nothing(table: Table) -> None:
    told = table.refuses(3, "new", "friday", "--players", "Ana, Beto", "--house", "knock=loud")
    assert "binding, free" in told
    assert not table.book.exists()


def test_one_unreadable_line_keeps_none_of_them(friday: Table) -> None:
    told = friday.refuses(3, "add", "friday", "Ana 7h", "Beto +1x")
    assert "1x" in told
    assert friday.json("book", "show", "friday")["first"] == 1
    assert len(friday.json("book", "show", "friday")["lines"]) == 5


def test_events_can_be_json_and_come_from_standard_input(friday: Table) -> None:
    lines = b'{"type": "draw", "player": "Ana", "card": "7H"}\nBeto.\n'
    assert friday.referee("add", "friday", "-", stdin=lines).returncode == 0
    assert friday.json("book", "show", "friday", "--last", "2")["lines"] == [
        {"type": "draw", "player": "Ana", "card": "7h"},
        {"type": "pass", "player": "Beto"},
    ]


def test_asking_again_with_the_same_id_writes_once(friday: Table) -> None:
    asked = ("add", "friday", "Ana 7h", "--id", "draw-1", "--expect", "5")
    first, again = friday.json(*asked), friday.json(*asked)
    assert again == first | {"repeated": True}
    told = friday.refuses(2, "add", "friday", "Ana 8h", "--id", "draw-1")
    assert 'The id "draw-1" belongs to event 6, which says something else.' in told


def test_late_writers_are_told_what_they_missed(friday: Table) -> None:
    friday.says("add", "friday", "Ana 7h")
    told = friday.refuses(2, "add", "friday", "Ana 9h", "--expect", "5")
    assert 'The last event of "friday" is 6, not 5: 1 event came in between' in told


def test_a_planted_slip_is_told_on_the_line_where_it_was_typed(friday: Table) -> None:
    friday.says("add", "friday", "Ana 7h Beto.")
    told = friday.says("add", "friday", "Ana 7h")
    assert "! " in told
    assert "card.location" in told
    assert "card.location" not in friday.says("add", "friday", "Beto.")


@pytest.mark.parametrize(
    ("warnings", "at_once", "on_call"),
    [("silent", False, False), ("on_call", False, True), ("open", True, True)],
)
def test_the_table_decides_how_loud_the_referee_is(
    table: Table, warnings: str, at_once: bool, on_call: bool
) -> None:
    table.says("new", "friday", "--players", "Ana, Beto, Carla", "--warnings", warnings)
    table.says("add", "friday", "hand Carla bet 5", "deal", "cambio Ana xx, Beto xx, Carla xx")
    written = table.says("add", "friday", "Ana 7h", "Carla 9h")
    assert ("turn.order" in written) is at_once
    assert ("turn.order" in table.says("book", "show", "friday")) is on_call
    assert table.referee("check", "friday").returncode == 1


def test_who_mends_or_forgives_is_warned_where_that_does_no_good(friday: Table) -> None:
    friday.says("add", "friday", "Ana 7h =7h8h9h -Kc", "Beto 7c")
    doubtful = friday.referee("correct", "friday", "9", "Beto 9h")
    assert doubtful.returncode == 0
    assert b"Warning: With this correction the record shows a fault" in doubtful.stderr
    assert friday.referee("correct", "friday", "9", "Beto 2h").stderr == b""
    assert friday.json("forgive", "friday", "6")["warnings"] == [
        "Event 6 has no finding that the table could forgive."
    ]


def test_a_line_is_corrected_forgiven_and_disputed_by_later_ones(friday: Table) -> None:
    friday.says("add", "friday", "Ana 7h", "Beto.")
    friday.says("correct", "friday", "6", "Ana +6h", "--why", "misread")
    friday.says("correct", "friday", "7", "--never")
    friday.says("forgive", "friday", "6", "--agreed", "Ana", "--agreed", "Beto")
    friday.says("dispute", "friday", "6", "--by", "Beto", "--text", "It was the seven.")
    lines = friday.json("book", "show", "friday", "--last", "4")["lines"]
    assert lines == [
        {"type": "correct", "event": 6, "with": {"type": "draw", "player": "Ana", "card": "6h"},
         "why": "misread"},
        {"type": "correct", "event": 7, "with": None, "why": ""},
        {"type": "forgive", "event": 6, "agreed_by": ["Ana", "Beto"]},
        {"type": "dispute", "by": "Beto", "event": 6, "text": "It was the seven."},
    ]  # fmt: skip
    friday.says("correct", "friday", "6", "nothing")
    assert friday.json("book", "show", "friday", "--last", "1")["lines"][0]["with"] is None
    assert "not decided by the table yet" in " ".join(friday.says("check", "friday").split())
    assert "There is no event 99" in friday.refuses(2, "forgive", "friday", "99")
    assert "--never" in friday.refuses(2, "correct", "friday", "6")


def test_next_says_who_may_act_and_never_what_to_do(friday: Table) -> None:
    assert "Ana" in friday.says("next", "friday")
    friday.says("add", "friday", "Ana 7h =7h8h9h")
    acts = {one["act"]: one for one in friday.json("next", "friday")}
    assert acts["pay"]["players"] == ["Ana"]
    assert acts["pay"]["required"]


def test_a_log_goes_in_and_comes_out_unchanged(table: Table, tmp_path: Path) -> None:
    table.says("book", "import", QUARREL, "--name", "quarrel")
    assert "nothing new" in table.says("book", "import", QUARREL, "--name", "quarrel")
    written = [json.loads(line) for line in QUARREL.read_bytes().splitlines()]
    exported = table.says("export", "quarrel")
    assert [json.loads(line) for line in exported.splitlines()] == written
    table.says("export", "quarrel", tmp_path / "quarrel.sheet", "--lang", "es")
    table.says("export", tmp_path / "quarrel.sheet", tmp_path / "back.jsonl")
    back = (tmp_path / "back.jsonl").read_text("utf-8")
    assert [json.loads(line) for line in back.splitlines()] == written
    told = table.refuses(2, "export", QUARREL, tmp_path / "back.jsonl")
    assert "is there already" in told


def test_an_import_goes_on_where_the_book_stops(table: Table, tmp_path: Path) -> None:
    lines = QUARREL.read_bytes().splitlines(keepends=True)
    part = tmp_path / "evening.jsonl"
    part.write_bytes(b"".join(lines[:5]))
    table.says("book", "import", part)
    part.write_bytes(b"".join(lines))
    assert f"{len(lines) - 5} new events" in table.says("book", "import", part)
    part.write_bytes(b"".join(lines[:1] + lines[2:]))
    assert 'has a game "evening" already' in table.refuses(2, "book", "import", part)


def test_verify_holds_the_record_against_a_head_on_paper(friday: Table) -> None:
    head = friday.json("book", "list")[0]["head"]
    friday.says("add", "friday", "Ana 7h")
    assert "friday: whole, 6 events" in friday.says("book", "verify")
    assert "whole" in friday.says("book", "verify", "friday", "--head", head)
    other = friday.json("new", "saturday", "--players", "Ana, Beto")["head"]
    done = friday.referee("book", "verify", "friday", "--head", other)
    assert done.returncode == 4
    assert "NOT as it was written" in done.stdout.decode()
    assert 'belongs to the game "saturday"' in done.stdout.decode()
    wrong = head[:-1] + ("A" if head[-1] != "A" else "B")
    assert "is not a head. Check each character" in friday.refuses(
        2, "verify", "friday", "--head", wrong
    )


def test_no_game_is_lost_from_the_list_when_names_are_joined(friday: Table) -> None:
    friday.says("book", "import", QUARREL, "--name", "quarrel")
    friday.says("person", "Hugo", "--is", "Huguito")
    friday.says("new", "saturday", "--players", "Ana, Beto")
    listed = friday.says("book", "list")
    assert all(name in listed for name in ("friday", "quarrel", "saturday"))
    assert ".persons" not in listed
    for name in (".persons", ".reveals"):
        assert "cannot be the name" in friday.refuses(2, "new", name, "--players", "Ana, Beto")


def test_a_backup_is_a_record_book(friday: Table, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    # the name of the folder decides where the line is broken
    assert "holds 1 game" in " ".join(friday.says("book", "backup", copy).split())
    assert "whole, 5 events" in friday.says("book", "verify", "--db", copy)
    assert "never replaces a file" in friday.refuses(3, "book", "backup", copy)


def test_doctor_says_what_the_book_rests_on(friday: Table) -> None:
    told = friday.says("book", "doctor")
    assert str(friday.book) in told
    assert "SQLite: 3." in told
    assert friday.json("book", "doctor")["damage"] == []


@pytest.mark.deep
def test_one_process_reads_what_another_wrote(table: Table) -> None:
    for words in (
        ("new", "friday", "--players", "Ana, Beto"),
        ("add", "friday", *OPENING),
        ("book", "show", "friday"),
    ):
        done = process(*words, book=table.book)
        assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode() == table.says("book", "show", "friday")


def test_what_is_neither_file_nor_game_is_said_so(friday: Table) -> None:
    told = friday.refuses(3, "check", "fridya")
    assert "No file or recorded game is called fridya." in told
    assert 'Did you mean "friday"?' in told
    assert 'Did you mean "friday"?' in friday.refuses(2, "add", "fridya", "Ana 7h")


def test_a_command_that_is_none_is_answered_with_the_nearest(table: Table) -> None:
    assert "Did you mean 'book show'?" in table.refuses(2, "shwo", "friday")
    assert "Did you mean 'correct'?" in table.refuses(2, "undo", "friday")


def test_the_words_of_the_conversation_are_read_in_spanish_too(friday: Table) -> None:
    said = "ayuda\nAna 7h\nMESA\nárbitro\ndeshacer\nsalir\nAna 8h\n"
    done = friday.referee("record", "friday", stdin=said.encode())
    assert b"Not written" not in done.stdout
    drawn, taken_back = map(json.loads, friday.says("export", "friday").splitlines()[-2:])
    assert (drawn["card"], taken_back["type"]) == ("7h", "correct")


def test_the_links_of_two_scribes_are_told_apart_by_when_they_were_made(friday: Table) -> None:
    for _ in range(2):
        friday.says("links", "friday", "--for", "scribe")
    made = r"scribe, since \d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf"1\. {made}\n2\. {made}\n", friday.says("links", "friday"))


def test_a_link_that_is_not_there_cannot_be_revoked(friday: Table) -> None:
    assert "friday has no link 99" in friday.refuses(2, "links", "friday", "--revoke", 99)
    friday.says("links", "friday", "--for", "scribe")
    assert "Link 1 is revoked" in friday.says("links", "friday", "--revoke", 1)
    assert "friday has no link 1." in friday.refuses(2, "links", "friday", "--revoke", 1)
    assert "no link" in friday.refuses(2, "links", "friday", "--revoke", 10**30)


def test_every_place_of_a_sheet_that_cannot_be_read_is_told(table: Table, tmp_path: Path) -> None:
    sheet = tmp_path / "evening.sheet"
    sheet.write_text("desmoche\nplayers Ana, Beto\nAna +1x\nBto +7h\n")
    told = table.refuses(3, "check", sheet)
    assert "line 3, column 6: found «1x»" in told
    assert "line 4, column 1: found «Bto»" in told
    assert "Did you mean «Beto»?" in told


def test_without_a_book_nothing_is_made_by_looking(table: Table) -> None:
    assert "There is no record book" in table.refuses(2, "games")
    assert "There is no record book" in table.refuses(2, "show", "friday")
    assert "There is no record book" in table.refuses(2, "record", "friday")
    assert not table.book.exists()


def test_a_file_that_is_no_book_is_left_alone(table: Table) -> None:
    table.book.write_text("not a book")
    assert "is not a record book" in table.refuses(3, "games")
    assert table.book.read_text() == "not a book"


def test_a_game_that_moves_to_another_book_keeps_its_head(book: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    done = referee("book", "copy", "friday", "--to", other, book=book)
    assert done.returncode == 0
    head = json.loads(referee("book", "verify", "friday", "--json", book=book).stdout)["games"][0][
        "head"
    ]
    assert head.encode() in done.stdout
    assert referee("book", "verify", "friday", "--head", head, book=other).returncode == 0
    assert b"nothing new" in referee("book", "copy", "friday", "--to", other, book=book).stdout


def test_a_head_of_a_game_that_is_gone_is_a_contradiction(book: Path) -> None:
    head = json.loads(referee("book", "verify", "friday", "--json", book=book).stdout)["games"][0][
        "head"
    ]
    done = referee("book", "verify", "thursday", "--head", head, book=book)
    assert done.returncode == 4
    assert b"this game is no longer in the record book" in b" ".join(done.stdout.split())
    assert referee("book", "verify", "thursday", book=book).returncode == 2


def test_a_seal_proves_the_whole_book(book: Path) -> None:
    sealed = json.loads(referee("book", "verify", "--seal", "--json", book=book).stdout)["book"]
    assert sealed["whole"]
    done = referee("book", "verify", "--head", sealed["head"], book=book)
    assert done.returncode == 0
    assert b"The book: whole as it was sealed" in done.stdout
    with without_guards(book) as connection:
        connection.execute("DELETE FROM events WHERE seq > 1")
    done = referee("book", "verify", "--head", sealed["head"], book=book)
    assert done.returncode == 4
    assert b"The book: NOT as it was sealed" in done.stdout
