"""The commands in the language of ``--lang`` or of the environment."""

from pathlib import Path

import pytest
import referee_cli.language
from referee_cli.commands import EVERY
from referee_cli.language import of_the_environment

from tests.cli.running import referee
from tests.depth import one_in, only_deep
from tests.wordless import Strict

LOGS = Path(__file__).parent.parent / "conformance"
QUARREL = LOGS / "fault-claim.priority.jsonl"
NEUTRAL = dict.fromkeys(referee_cli.language.ENVIRONMENT, "")


def run(*words: object, **environment: str) -> str:
    """Return what a command prints in this environment."""
    return referee(*words, **NEUTRAL | environment).stdout.decode()


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
    english = run(*words)
    # an archive is printed in the order in which its logs are finished
    assert sorted(run(*words, LANG="es_NI.UTF-8").splitlines()) == sorted(english.splitlines())
    spanish = run(*words, "--lang", "es")
    assert "pero esa carta la había pedido Hugo" in spanish
    assert "had asked for it" not in spanish


@pytest.mark.parametrize("command", one_in(3, [None, *EVERY]))
def test_every_command_is_explained_in_spanish(
    command: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    spanish = Strict()
    monkeypatch.setattr(referee_cli.language, "catalogue", lambda _language: spanish)
    told = run(*(command or "").split(), "--help", LANG="es_NI.UTF-8")
    assert told.startswith("Uso: ")
    assert all(one in told for one in ("[OPCIONES]", "Muestra esta ayuda y termina.", "Opciones:"))
    for english in ("Usage", "Options:", "Show this", " the ", "TEXT ", "GAME", "INTEGER"):
        assert english not in told
    assert spanish.missing == set()
