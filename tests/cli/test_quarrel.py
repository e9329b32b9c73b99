"""``referee quarrel``: a quarrel settled in the terminal, without a log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import referee


def asked(*words: object, answers: str = "", **environment: str) -> str:
    """Return what the command prints when it is told these answers, one a line."""
    stdin = "".join(f"{answer}\n" for answer in answers.split(", ") if answer).encode()
    return referee("quarrel", *words, stdin=stdin, **environment).stdout.decode()


def test_two_want_the_same_card_in_six_answers() -> None:
    answers = "Desmoche, 1, Beto, Ana, Carla, 7h"
    with_a_word = "1, who gets the card, 1, 2, 1, 7h"
    for one in (answers.replace(", Carla", ""), with_a_word):
        told = asked(answers=one)
        assert "Ana used 7♥, but Carla, who sits nearer to Beto, had asked for it" in told
        assert "The 7♥ is for Carla" in told
        assert "claim.priority" in told
        assert len(one.split(", ")) <= 6


def test_words_lead_straight_to_the_topics_that_fit() -> None:
    done = referee("quarrel", "desmoche", "who gets the card", stdin=b"")
    assert "  1. Two of us want the same card" in done.stderr.decode()
    told = asked("desmoche", "Two of us want the same card", answers="2, 2, 7h")
    assert told.startswith("In order: 7♥ is Carla's")


def test_the_answer_at_other_tables_is_shown() -> None:
    told = asked("desmoche", "said-no", answers="Ana, Beto, 10d")
    assert told.startswith("Not allowed: Beto took 10♦ after having knocked on it.")
    assert "With “Taking a card after a knock” (allowed): In order" in " ".join(told.split())


def test_it_is_asked_in_spanish() -> None:
    told = asked("desmoche", "said-no", "--lang", "es", answers="Ana, Beto, 10o")
    assert told.startswith("No se vale: Beto")
    assert "En otras mesas" in told


def test_the_answer_is_kept_with_the_evening(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    referee("new", "friday", "--players", "Ana, Beto, Carla", book=book)
    given = ("--answer", "laid=Ana", "--answer", "who=Beto", "--answer", "card=7h")
    done = referee("quarrel", "desmoche", "said-no", *given, "--into", "friday", book=book)
    assert done.returncode == 1
    assert "Written into friday." in done.stderr.decode()
    kept = json.loads(referee("export", "friday", book=book).stdout.splitlines()[-1])
    assert kept["note"].startswith("Quarrel: ")
    assert "Not allowed: Beto took" in kept["note"]
    missing = referee("quarrel", "desmoche", "said-no", *given, "--into", "monday", book=book)
    assert missing.returncode == 2


def test_answers_may_be_given_and_the_log_kept(tmp_path: Path) -> None:
    kept = tmp_path / "quarrel.jsonl"
    given = ("--answer", "winner=Zoë", "--answer", "bet=5", "--answer", "got=10")
    words = ("quarrel", "desmoche", "who-pays", "--players", "Zoë, Ximena", *given)
    done = referee(*words, "--json", "--save", kept)
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["verdict"].startswith("In order")
    assert [json.loads(line) for line in kept.read_text().splitlines()] == found["log"]
    assert referee("check", kept).returncode == 0
    assert referee(*words[:-1], "got=9").returncode == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("poker",), "there is no game 'poker'"),
        (("desmoche", "who-pays", "--answer", "who=Ana"), "There is no question who"),
        (("desmoche", "who-pays", "--answer", "Ana"), "Write an answer as QUESTION=ANSWER"),
        (("desmoche", "who-pays", "--players", "Ana"), "2 to 4 players sit"),
        (("desmoche", "same-card", "--players", "Ana, Beto"), "3 to 4 players sit"),
        (("desmoche", "who-pays", "--answer", "winner=Zoe"), "“Zoe” does not answer"),
    ],
)
def test_what_cannot_be_asked_is_wrong_use(words: tuple[str, ...], told: str) -> None:
    done = referee("quarrel", *words)
    assert done.returncode == 2
    assert told in done.stderr.decode()


def test_an_answer_that_cannot_be_is_asked_again() -> None:
    told = asked("desmoche", "who-pays", answers="Zoe, Ana, much, 5, 15")
    assert told.startswith("In order")
