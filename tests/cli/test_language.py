"""The commands in the language of ``--lang`` or of the environment."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import referee_cli.language
from click.testing import CliRunner
from referee_cli.commands import EVERY
from referee_cli.language import of_the_environment
from referee_cli.main import main

from tests.cli.running import commands, process, referee
from tests.depth import one_in, only_deep
from tests.wordless import Strict

LOGS = Path(__file__).parent.parent / "conformance"
CLEAN = LOGS / "legal-01.jsonl"
QUARREL = LOGS / "fault-claim.priority.jsonl"
NEUTRAL = dict.fromkeys(referee_cli.language.ENVIRONMENT, "")


def run(*words: object, stdin: bytes = b"", **environment: str) -> tuple[str, str]:
    """Return the command's standard output and standard error in this environment."""
    done = referee(*words, stdin=stdin, **NEUTRAL | environment)
    return done.stdout.decode(), done.stderr.decode()


def test_without_being_asked_the_commands_speak_the_language_of_the_environment() -> None:
    assert "Lo que encontró el árbitro" in run("check", QUARREL, LANG="es_NI.UTF-8")[0]
    assert "What the referee found" in run("check", QUARREL, LANG="C.UTF-8")[0]
    assert "What the referee found" in run("check", "--lang=en", QUARREL, LANG="es_HN")[0]
    told = process("check", QUARREL, **NEUTRAL | {"LANG": "es_NI.UTF-8"}).stdout.decode()
    assert "Lo que encontró el árbitro" in told


@pytest.mark.parametrize(
    ("named", "language"),
    [
        ("LANG=es_NI.UTF-8", "es"),
        ("LANG=es_NI.UTF-8 LC_ALL=C", "en"),
        ("LANG=en_US.UTF-8 LC_MESSAGES=es_HN", "es"),
        ("LC_ALL=en_US LANGUAGE=de:es:en", "es"),
        ("LANG=POSIX", "en"),
        ("LANG=de_DE", "en"),
        ("", "en"),
    ],
)
def test_the_environment_names_a_language_as_gettext_reads_it(
    named: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in (NEUTRAL | dict(word.split("=") for word in named.split())).items():
        monkeypatch.setenv(variable, value)
    assert of_the_environment() == language


@pytest.mark.parametrize(
    "words", [("check", "--json", QUARREL), only_deep(("check", "--summary", "--json", LOGS))]
)
def test_json_is_the_same_on_every_machine_unless_a_language_is_asked_for(
    words: tuple[object, ...],
) -> None:
    english, _ = run(*words)
    # an archive is printed in the order in which its logs are finished
    assert sorted(run(*words, LANG="es_NI.UTF-8")[0].splitlines()) == sorted(english.splitlines())
    spanish, _ = run(*words, "--lang", "es")
    assert "pero esa carta la había pedido Hugo" in spanish
    assert "had asked for it" not in spanish


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Strict]:
    """Make every command in this process speak strict Spanish, with its own book."""
    strict = Strict()
    monkeypatch.setattr(referee_cli.language, "catalogue", lambda _language: strict)
    there = {"LANG": "es_NI.UTF-8", "REFEREE_DB": str(tmp_path / "book.db")}
    for variable, value in (NEUTRAL | there).items():
        monkeypatch.setenv(variable, value)
    yield strict
    assert strict.missing == set()


def says(*words: object, stdin: str = "") -> str:
    return CliRunner().invoke(main, list(map(str, words)), input=stdin).output


@pytest.mark.parametrize("command", one_in(3, [None, *EVERY]))
def test_every_command_is_explained_in_spanish(command: str | None, spanish: Strict) -> None:
    told = says(*(command or "").split(), "--help")
    assert told.startswith("Uso: ")
    assert all(one in told for one in ("[OPCIONES]", "Muestra esta ayuda y termina.", "Opciones:"))
    for english in ("Usage", "Options:", "Show this", " the ", "TEXT ", "GAME", "INTEGER"):
        assert english not in told
    assert spanish.missing == set()


@pytest.mark.usefixtures("spanish")
def test_an_evening_with_the_record_book_is_told_in_spanish(tmp_path: Path) -> None:
    says("book", "list")
    says("new", "friday", "--players", "Ana, Beto", "--bet", 5, "--dealer", "Beto")
    lines = ["help", "?", "deal", "cambio Ana xx, Beto xx", "Ana 7c =7c8c9c -Kf Beto.", "call"]
    lines += ["Ana 1c", "Zed 2f", "Beto 7f Ana =7f7o7n -2c Beto.", "undo", "table", "quit"]
    assert "Beto toca" in says("record", "friday", stdin="\n".join(lines))
    places = {"CLEAN": CLEAN, "QUARREL": QUARREL, "OUT": tmp_path}
    for words in commands("an evening in Spanish", **places):
        assert "Traceback" not in says(*words)


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    "words",
    [
        ("check", *sorted(LOGS.glob("*.jsonl"))),
        ("check", "--summary", "--jobs", 1, LOGS),
        ("replay", QUARREL),
        ("rules",),
        ("rules", "conquien"),
        ("knows", CLEAN),
        ("check", "nobody"),
        ("check", LOGS),
    ],
    ids=lambda words: words[0],
)
def test_whatever_is_told_of_a_log_is_told_in_spanish(words: tuple[object, ...]) -> None:
    says(*words)
