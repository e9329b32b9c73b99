"""The season, compared with a plain recomputation from the exported logs, and queries as a club
makes them."""

import json
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.log_so_far import LogSoFar

from referee.season import Selection, newest, standings
from referee.store import Entry, SQLiteBook
from referee.store.persons import join, part, persons_of
from tests.cli.running import referee
from tests.depth import is_deep
from tests.season.clubs import evenings, fill

EVERYTHING = Selection()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("club") / "book.db"
    with SQLiteBook(path) as book:
        fill(book, evenings(80 if is_deep() else 8))
    return path


def season(book: Path, *words: object) -> dict[str, Any]:
    done = referee("standings", "--json", *words, book=book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def reports(book: Path, folder: Path) -> Path:
    """Write the reports on every exported log into a file, one a line; return its path."""
    told = folder / "reports.jsonl"
    with SQLiteBook(book, writable=False) as kept, told.open("wb") as file:
        for name in kept.names():
            log = folder / f"{name}.jsonl"
            assert referee("export", name, log, book=book).returncode == 0
            opening = json.loads(log.read_text("utf-8").splitlines()[0])
            report = json.loads(referee("check", "--json", log).stdout)
            row = {"unit": opening.get("unit", ""), "day": opening["date"], "report": report}
            file.write(json.dumps(row).encode() + b"\n")
    return told


def _question(name: str, file: Path) -> str:
    """Return a query from a file of SQL, for the reports in another file."""
    return Path(__file__).with_name(f"{name}.sql").read_text("utf-8").replace("{file}", str(file))


def test_money_is_what_a_plain_recomputation_of_the_exported_logs_gives(
    club: Path, tmp_path: Path
) -> None:
    duckdb = pytest.importorskip("duckdb")
    told = season(club)
    file = reports(club, tmp_path)
    mine = {
        (section["unit"], line["player"]): (
            *(line[each] for each in ("evenings", "hands", "counted", "won", "amount")),
            line["biggest"] and line["biggest"]["amount"],
        )
        for section in told["sections"] if "unit" in section
        for line in section["players"]
    }  # fmt: skip
    plain = {
        (unit, player): (*sums, most if most and most > 0 else None)
        for unit, player, *sums, most in duckdb.sql(_question("money", file)).fetchall()
    }
    assert mine == plain
    assert {"", "lempiras"} <= {unit for unit, _player in mine}
    points = duckdb.sql(_question("points", file)).fetchall()
    [golf] = [section for section in told["sections"] if section.get("game") == "golf"]
    assert {line["player"]: (line["amount"], line["counted"]) for line in golf["players"]} == {
        player: (total or 0, count) for player, total, count in points
    }


def test_what_was_kept_up_is_what_a_fresh_start_gives(tmp_path: Path) -> None:
    """Add and extend evenings in any order, and join and part names in between."""
    made = evenings(40 if is_deep() else 4, seed="kept up")
    with SQLiteBook(tmp_path / "book.db") as book:
        for number, events in enumerate(reversed(made)):
            so_far = LogSoFar(ids=False)
            entries = [Entry.of(so_far.add(event)) for event in events]
            name, half = f"evening-{number}", len(entries) // 2
            book.open_game(name, entries[:half])
            kept = _asked(book)
            book.append(name, entries[half:])
            if number == 1:
                join(book, "Eva", "Ana")
            if number == 4:
                part(book, "Eva")
            kept = _asked(book)
        (tmp_path / "book.db-season").unlink()
        assert kept == _asked(book)


def _asked(book: SQLiteBook, which: Selection = EVERYTHING) -> dict[str, Any]:
    return standings(newest(book), persons_of(book), which).to_dict()


def test_only_the_evenings_that_are_asked_for_count(club: Path) -> None:
    told = season(club, "--since", "2024-03", "--until", "2024-05")
    days = {day[:7] for one in told["sections"] for line in one["players"]
            for day, _sum in line["over_time"]}  # fmt: skip
    assert days == {"2024-03", "2024-04", "2024-05"}
    months = [season(club, "--since", f"2024-{month:02}", "--until", f"2024-{month:02}")
              for month in range(1, 13)]  # fmt: skip
    whole = season(club)
    for each in ("evenings", "hands", "undecided"):
        assert sum(month[each] for month in months) == whole[each]
    golf = season(club, "--game", "golf")
    assert [one["game"] for one in golf["sections"]] == ["golf"]
    together = season(club, "--players", "Ana, Fidel")
    for section in together["sections"]:
        assert {line["player"] for line in section["players"]} <= {"Ana", "Fidel"}
    assert 0 < together["evenings"] < season(club, "--players", "Ana")["evenings"]
    one, other = (season(club, "--game", "desmoche", "--house", f"knock={option}")["evenings"]
                  for option in ("binding", "free"))  # fmt: skip
    assert 0 < one <= one + other <= season(club, "--game", "desmoche")["evenings"]
    assert season(club, "--since", "2030")["sections"] == []
    assert referee("standings", "--since", "yesterday", book=club).returncode == 2
    refused = referee("standings", "--house", "knock=loud", book=club)
    assert refused.returncode == 2
    assert b"No such house rule: knock=loud." in refused.stderr
    with SQLiteBook(club, writable=False) as book:
        assert _asked(book, Selection(positions=(1, 2)))["evenings"] == 2


@pytest.mark.parametrize("width", [30, 40, 80])
def test_on_a_narrow_terminal_columns_follow_below_and_no_number_is_broken(
    club: Path, width: int
) -> None:
    told = referee("standings", book=club, COLUMNS=str(width)).stdout.decode()
    assert max(map(len, told.splitlines())) <= width
    words = told.split()
    for section in season(club)["sections"]:
        for line in section["players"]:
            if line["counted"]:
                amount, each = line["amount"], line["each_hand"]
                assert (str(amount) if "game" in section else f"{amount:+}") in words or not amount
                assert (f"{each:.2f}" if "game" in section else f"{each:+.2f}") in words
