"""The season, compared with a plain recomputation from the exported logs, and queries as a club
makes them."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.log_so_far import LogSoFar

from referee.season import Selection, ask, standings
from referee.store import Entry, SQLiteBook
from referee.store.persons import join, part, persons_of
from tests.cli.running import referee
from tests.depth import is_deep
from tests.season.clubs import evenings, fill


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


def lines(told: dict[str, Any], **which: object) -> dict[str, dict[str, Any]]:
    """Return the lines of the section with this title, by player."""
    sections = [one for one in told["sections"] if which.items() <= one.items()]
    return {line["player"]: line for section in sections for line in section["players"]}


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
    text = Path(__file__).with_name(f"{name}.sql").read_text("utf-8")
    return text.replace("{file}", str(file))


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
    golf = lines(told, game="golf")
    assert {player: (one["amount"], one["counted"]) for player, one in golf.items()} == {
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


def _asked(book: SQLiteBook) -> dict[str, Any]:
    return ask(book, lambda figures: standings(figures, persons_of(book), Selection())).to_dict()


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


def test_whose_money_is_undecided_throughout_has_no_sum_and_stands_last(club: Path) -> None:
    [money] = [one for one in season(club)["sections"] if one.get("unit") == ""]
    counted = [bool(line["counted"]) for line in money["players"]]
    assert False in counted
    assert counted == sorted(counted, reverse=True)


def test_players_stand_over_the_evenings_at_which_they_all_sat(club: Path) -> None:
    together = season(club, "--players", "Ana, Eva")
    for section in together["sections"]:
        assert {line["player"] for line in section["players"]} <= {"Ana", "Eva"}
    assert 0 < together["evenings"] < season(club, "--players", "Ana")["evenings"]


def test_a_house_rule_leaves_the_evenings_that_were_played_by_it(club: Path) -> None:
    one, other = (season(club, "--game", "desmoche", "--house", f"ace_runs={option}")["evenings"]
                  for option in ("both", "low"))  # fmt: skip
    assert one
    assert one + other <= season(club, "--game", "desmoche")["evenings"]


def test_two_spellings_of_one_person_are_joined_and_parted_on_the_record(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    with SQLiteBook(book) as kept:
        fill(kept, [_won_by(*names) for names in (("Ramón", "Eva"), ("Ramon", "Eva"))])
        before = [one.head for one in kept.games()]
    assert {name: line["amount"] for name, line in lines(season(book), unit="").items()} == {
        "Ramón": 5, "Ramon": 5, "Eva": -10,
    }  # fmt: skip
    assert (
        referee("person", "Ramon", "--is", "Ramón", "--why", "one man", book=book).returncode == 0
    )
    joined = lines(season(book), unit="")
    assert {name: (line["amount"], line["evenings"]) for name, line in joined.items()} == {
        "Ramón": (10, 2), "Eva": (-10, 2),
    }  # fmt: skip
    with SQLiteBook(book) as kept:
        assert [one.head for one in kept.games()][:2] == before
    assert b".persons: unchanged, 1 event" in referee("book", "verify", book=book).stdout
    assert b".persons" not in referee("book", "list", book=book).stdout
    assert referee("person", "Ramon", "--apart", book=book).returncode == 0
    assert set(lines(season(book), unit="")) == {"Ramón", "Ramon", "Eva"}


def _won_by(winner: str, loser: str) -> list[dict[str, Any]]:
    hand = ["8c", "8d", "8h", "8s", "Kc", "Qs", "Jh", "6s", "4c"]
    return [
        {"type": "game", "game": "desmoche", "players": [winner, loser]},
        {"type": "hand", "dealer": loser, "bet": 5},
        {"type": "deal", "hands": {winner: hand, loser: 9}},
        {"type": "declare", "player": winner, "win": "cuatro_cuerpos"},
    ]


def test_a_circle_of_names_is_refused(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    with SQLiteBook(book) as kept:
        fill(kept, [_won_by("Ramón", "Eva")])
    assert referee("person", "Ramón", "--is", "Eva", book=book).returncode == 0
    refused = referee("person", "Eva", "--is", "Ramón", book=book)
    assert refused.returncode == 2
    assert "joined" in refused.stderr.decode()
    misspelt = referee("person", "Ramom", "--is", "Eva", book=book)
    assert 'Did you mean "Ramón"?' in misspelt.stderr.decode()


def test_money_that_is_undecided_counts_nowhere_and_is_told(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    given_up = [*_won_by("Ramón", "Eva")[:2], {"type": "end", "why": "abandoned"}]
    again = [{"type": "hand", "dealer": "Ramón", "bet": 5}, *_won_by("Ramón", "Eva")[2:]]
    with SQLiteBook(book) as kept:
        fill(kept, [[*given_up, *again], _won_by("Ramón", "Eva")])
    told = season(book)
    assert told["undecided"] == 2
    assert {name: line["amount"] for name, line in lines(told, unit="").items()} == {
        "Ramón": 5, "Eva": -5,
    }  # fmt: skip
    assert "2 hands is undecided" in referee("standings", book=book).stdout.decode()


def test_what_was_paid_counts_where_the_result_of_a_hand_is_not_known(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    opening = {"type": "game", "game": "desmoche", "players": ["Ramón", "Eva"]}
    hand = {"type": "hand", "dealer": "Eva", "bet": 5}
    paid = {"type": "payment", "from": "Eva", "to": "Ramón", "amount": 15}
    won = {"type": "result", "winner": "Eva"}
    with SQLiteBook(book) as kept:
        fill(kept, [[opening, hand, paid], [opening, hand, won]])
    told = season(book)
    assert told["undecided"] == 0
    assert {name: line["amount"] for name, line in lines(told, unit="").items()} == {
        "Ramón": 10, "Eva": -10,
    }  # fmt: skip


def test_points_that_were_only_written_down_count_and_nobody_speaks_of_money(
    tmp_path: Path,
) -> None:
    book = tmp_path / "book.db"
    opening = {"type": "game", "game": "golf", "players": ["Ramón", "Eva"]}
    scores = [{"points": {"Ramón": 8, "Eva": 3}}, {"totals": {"Ramón": 9, "Eva": 14}}]
    hands = [[{"type": "hand", "dealer": "Eva"}, {"type": "score", **one}] for one in scores]
    with SQLiteBook(book) as kept:
        fill(kept, [[opening, *hands[0], {"type": "hand", "dealer": "Ramón"}, hands[1][1]]])
    told = lines(season(book), game="golf")
    assert {name: (one["amount"], one["counted"]) for name, one in told.items()} == {
        "Ramón": (9, 2), "Eva": (14, 2),
    }  # fmt: skip
    assert "money" not in referee("standings", book=book).stdout.decode()


def test_who_wins_at_points_is_rated_above_who_loses(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    opening = {"type": "game", "game": "golf", "players": ["Ramón", "Eva"]}
    holes = [
        [{"type": "hand", "dealer": dealer}, {"type": "score", "points": {"Ramón": 3, "Eva": 8}}]
        for dealer in ("Eva", "Ramón") * 5
    ][:9]
    book = tmp_path / "book.db"
    with SQLiteBook(book) as kept:
        fill(kept, [[opening, *chain(*holes)]])
    golf = lines(season(book), game="golf")
    assert golf["Ramón"]["rating"]["mu"] > golf["Eva"]["rating"]["mu"]
    assert all(line["rating"]["sigma"] < 25 / 3 for line in golf.values())


def test_figures_of_another_program_or_damaged_ones_are_made_anew(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    with SQLiteBook(book) as kept:
        fill(kept, [_won_by("Ramón", "Eva")])
    first = season(book)
    (tmp_path / "book.db-season").write_bytes(b"no figures at all" * 100)
    assert season(book) == first


def test_an_evening_without_a_finished_hand_has_no_section(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    with SQLiteBook(book) as kept:
        fill(kept, [_won_by("Ramón", "Eva")[:1]])
    assert season(book)["sections"] == []


def test_a_book_without_evenings_says_so(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    SQLiteBook(book).close()
    assert b"No evening" in referee("standings", book=book).stdout
    assert season(book, "--since", "2020")["sections"] == []
    assert referee("standings", "--since", "yesterday", book=book).returncode == 2


def test_in_json_too_the_standings_are_written_to_a_file(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "season.csv"
    told = season(club, "--out", out)
    assert told == season(club)
    plain = tmp_path / "plain.csv"
    assert referee("standings", "--out", plain, book=club).returncode == 0
    assert out.read_bytes() == plain.read_bytes()


def test_a_question_may_be_bound_to_some_games(club: Path) -> None:
    some = Selection(positions=(1, 2))
    with SQLiteBook(club, writable=False) as book:
        some_of_it = ask(book, lambda figures: standings(figures, persons_of(book), some))
    assert some_of_it.evenings == 2
