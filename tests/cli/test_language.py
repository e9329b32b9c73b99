"""The commands in the language that somebody asks for, or that the environment names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
import referee_cli.language
from click.testing import CliRunner
from referee_cli.commands import EVERY
from referee_cli.language import of_the_environment
from referee_cli.main import main

from referee.wording.translations import catalogue
from tests import catalogues
from tests.cli.running import commands, process, referee
from tests.depth import one_in

LOGS = Path(__file__).parent.parent / "conformance"
CLEAN = LOGS / "legal-01.jsonl"
QUARREL = LOGS / "fault-claim.priority.jsonl"
BAD_EVENT = b'{"type":"game","game":"desmoche","players":["Ana","Beto"]}\n{"type":"drwa"}\n'
BAD_LINE = b"desmoche\nplayers Ana, Beto\nAna 1h\n"


def run(*words: object, stdin: bytes = b"", **environment: str) -> tuple[str, str]:
    """Return what the command says on standard output and standard error, in this environment."""
    neutral = dict.fromkeys(referee_cli.language.ENVIRONMENT, "")
    done = referee(*words, stdin=stdin, **neutral | environment)
    return done.stdout.decode(), done.stderr.decode()


def test_a_log_is_judged_in_the_language_asked_for() -> None:
    clean, _ = run("check", "--lang", "es", CLEAN)
    assert "No se encontró nada contra las reglas." in clean
    quarrel, _ = run("--lang", "es_NI", "check", QUARREL)
    assert "Inés usó el 8♦, pero esa carta la había pedido Hugo" in quarrel
    assert "evento 13; no se vale; pendiente; ver evento 11 y evento 12" in quarrel
    assert "Hugo le paga 14 al centro." in quarrel.split("Todavía se debe")[1]


def test_without_being_asked_the_commands_speak_the_language_of_the_environment() -> None:
    assert "Lo que encontró el árbitro" in run("check", QUARREL, LANG="es_NI.UTF-8")[0]
    assert "What the referee found" in run("check", QUARREL, LANG="C.UTF-8")[0]
    assert "What the referee found" in run("check", "--lang=en", QUARREL, LANG="es_HN")[0]
    neutral = dict.fromkeys(referee_cli.language.ENVIRONMENT, "")
    told = process("check", QUARREL, **neutral | {"LANG": "es_NI.UTF-8"}).stdout.decode()
    assert "Lo que encontró el árbitro" in told


@pytest.mark.parametrize(
    ("named", "language"),
    [
        ({"LANG": "es_NI.UTF-8"}, "es"),
        ({"LANG": "es_NI.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_HN"}, "es"),
        ({"LC_ALL": "en_US", "LANGUAGE": "de:es:en"}, "es"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_names_a_language_as_gettext_reads_it(
    named: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in referee_cli.language.ENVIRONMENT:
        monkeypatch.setenv(variable, named.get(variable, ""))
    assert of_the_environment() == language


@pytest.mark.parametrize(
    "words", [("check", "--json", QUARREL), ("check", "--summary", "--json", LOGS)]
)
def test_json_is_the_same_on_every_machine_unless_a_language_is_asked_for(
    words: tuple[object, ...],
) -> None:
    english, _ = run(*words)
    # an archive is told in the order in which its logs are finished
    assert sorted(run(*words, LANG="es_NI.UTF-8")[0].splitlines()) == sorted(english.splitlines())
    spanish, _ = run(*words, "--lang", "es")
    assert "pero esa carta la había pedido Hugo" in spanish
    assert "had asked for it" not in spanish


def test_errors_go_to_people_in_their_language_with_json_too(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    log.write_bytes(BAD_EVENT)
    printed, told = run("check", "--json", log, LANG="es_NI.UTF-8")
    assert json.loads(printed)["error"]["expected"] == '"draw", the nearest known name'
    assert 'línea 2, campo "type": encontrado: "drwa"; esperado: "draw", el nombre' in told
    for wrong in (
        ["replay", "--json", "--step", "999", CLEAN],
        ["book", "show", "--json", "nobody"],
    ):
        _, told = run(*wrong, LANG="es_NI.UTF-8", REFEREE_DB=str(tmp_path / "none.db"))
        assert "el registro tiene" in told or "Todavía no hay libro de registros" in told


def test_what_cannot_be_read_is_told_in_spanish() -> None:
    _, told = run("check", "--lang", "es", "-", stdin=BAD_EVENT)
    assert "Error: entrada estándar, línea 2" in told
    _, told = run("check", "--lang", "es", "-", stdin=BAD_LINE)
    assert "línea 3, columna 5: encontrado: «1h»; esperado: una carta como 7h" in told
    assert "¿Quiso decir «Ah»?" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chek",), "No existe el comando 'chek'. ¿Quiso decir 'check'?"),
        (("check",), "Falta el argumento 'REGISTRO|CARPETA|PARTIDA...'."),
        (("check", "--frob"), "No existe la opción '--frob'."),
        (("knows", "--at", "x", CLEAN), "'x' no es un número válido."),
        (("rules", "poker"), "Valor no válido: no hay ningún juego 'poker'"),
        (("book", "verify", "--head", "x"), 'Valor no válido en --head: "x" no es un sello'),
    ],
)
def test_wrong_use_is_told_in_spanish(words: tuple[object, ...], told: str) -> None:
    _, error = run(*words, "--lang", "es")
    assert told in error
    assert "Uso: " in error
    assert "Para ver la ayuda: " in error


def test_the_version_is_told_in_spanish() -> None:
    assert run("--version", "--lang", "es")[0].startswith("referee, versión ")


def test_a_language_that_is_not_spoken_is_refused() -> None:
    _, error = run("check", "--lang", "de", CLEAN, LANG="es_NI.UTF-8")
    assert "'de' no es ninguno de estos: 'en', 'es'." in error


def test_the_language_of_a_sheet_is_that_of_its_messages_too(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    referee("new", "friday", "--players", "Ana, Beto", "--bet", 5, "--dealer", "Beto", book=book)
    written, _ = run("add", "friday", "deal", "Ana 7c", "--lang", "es", REFEREE_DB=str(book))
    assert "4. Ana saca el 7♥." in written
    written, _ = run("add", "friday", "Ana /7h", LANG="es_NI.UTF-8", REFEREE_DB=str(book))
    assert "5. Ana bota el 7♥." in written
    error = run("add", "friday", "Ana +7f", "--lang", "en", REFEREE_DB=str(book))[1]
    assert "expected a card such as 7h (A 2-9 T J Q K with c d h s" in error


def test_in_spanish_c_is_not_taken_for_clubs_in_silence(tmp_path: Path) -> None:
    book, spanish = str(tmp_path / "book.db"), {"LANG": "es_NI.UTF-8"}
    log = tmp_path / "evening.sheet"
    log.write_text("desmoche\nplayers Ana, Beto*\nhand bet 5\ndeal\nAna 7c\n", encoding="utf-8")
    for environment in (spanish, {}):
        _, told = run("check", log, **environment)
        assert "7c" in told
        assert "lang=es" in told
    opening = ("--players", "Ana, Beto", "--bet", 5, "--dealer", "Beto")
    run("new", "english", *opening, REFEREE_DB=book)
    written, told = run("add", "english", "deal", "Ana 7c", REFEREE_DB=book, **spanish)
    assert written == ""
    assert "7♣ o 7♥" in told
    assert "--lang es" in told
    written, _ = run("add", "english", "deal", "Ana 7o", REFEREE_DB=book, **spanish)
    assert "4. Ana saca el 7♦." in written
    run("new", "spanish", *opening, REFEREE_DB=book, **spanish)
    written, _ = run("add", "spanish", "deal", "Ana 7c", REFEREE_DB=book)
    assert "4. Ana draws 7♥." in written


class Strict(NullTranslations):
    """Spanish that remembers what it was asked for and does not have."""

    def __init__(self) -> None:
        super().__init__()
        self.missing: set[str] = set()
        self._known = {
            message.id if isinstance(message.id, str) else message.id[0]
            for catalog in catalogues.catalogues().values()
            for message in catalog
        }

    def gettext(self, message: str) -> str:
        self._look(message)
        return catalogue("es").gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._look(msgid1)
        return catalogue("es").ngettext(msgid1, msgid2, n)

    def _look(self, message: str) -> None:
        if message not in self._known:
            self.missing.add(message)


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Strict]:
    """Every command in this process speaks strict Spanish, over a book of its own."""
    strict = Strict()
    monkeypatch.setattr(referee_cli.language, "catalogue", lambda _language: strict)
    monkeypatch.setenv("LANG", "es_NI.UTF-8")
    for variable in referee_cli.language.ENVIRONMENT[:-1]:
        monkeypatch.setenv(variable, "")
    monkeypatch.setenv("REFEREE_DB", str(tmp_path / "book.db"))
    yield strict
    assert strict.missing == set()


def says(*words: object, stdin: str = "") -> str:
    return CliRunner().invoke(main, list(map(str, words)), input=stdin).output


@pytest.mark.parametrize("command", one_in(3, [None, *EVERY]))
def test_every_command_is_explained_in_spanish(command: str | None, spanish: Strict) -> None:
    told = says(*(command or "").split(), "--help")
    assert told.startswith("Uso: ")
    assert "[OPCIONES]" in told
    assert "Muestra esta ayuda y termina." in told
    assert "Opciones:" in told
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
