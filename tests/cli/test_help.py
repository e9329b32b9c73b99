"""Texts about the program: help, manual, completion, and the sample to try."""

import platform
import re
import shlex
import subprocess
import sys
from copy import copy
from inspect import cleandoc
from pathlib import Path

import click
import pytest
from referee_cli.commands import ALONE, COMMANDS, COMPLETING, EVERY, RENAMED, load
from referee_cli.completion import SHELLS
from referee_cli.language import Wanted
from referee_cli.main import main

from referee.store import sqlite
from referee.wording.language import _, speaking
from referee.wording.translations import LANGUAGES, catalogue
from tests.cli.running import referee

QUARREL = Path(__file__).parents[2] / "sample_games" / "priority-quarrel.jsonl"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_all_commands_fits_on_one_screen(language: str) -> None:
    told = referee("--help", "--lang", language).stdout.decode()
    assert len(told.splitlines()) <= 40
    assert len(COMMANDS) <= 28
    narrow = " ".join(referee("--help", "--lang", language, COLUMNS="40").stdout.decode().split())
    with speaking(catalogue(language)):
        assert all(f" {name} {_(one.plain)} " in f"{narrow} " for name, one in COMMANDS.items())


@pytest.mark.parametrize(("old", "now"), RENAMED.items())
def test_an_older_name_leads_to_the_command_of_now(old: str, now: str) -> None:
    done = referee(old, "--help")
    assert done.stderr.decode() == f'Note: "referee {old}" is now: referee {now}\n'
    name = now.partition(" --")[0]
    assert done.stdout == referee(*name.split(), "--help").stdout


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_an_example_that_it_understands(name: str) -> None:
    (example,) = re.findall(r"^Example: (.*)$", cleandoc(load(name).help or ""), re.MULTILINE)
    program, *words = shlex.split(example.partition(" > ")[0])
    assert program == "referee"
    assert words[: len(name.split())] == name.split()
    with click.Context(main, obj=Wanted.by([])) as ctx:
        copy(load(name)).make_context(name, words[len(name.split()) :], parent=ctx)


def test_the_manual_has_every_command_and_option() -> None:
    page = alone("manual")
    assert page.startswith(".TH REFEREE 1")
    for name in EVERY:
        assert f".SS referee {name} " in page
        for param in load(name).params:
            if isinstance(param, click.Option):
                assert param.opts[0].replace("-", "\\-") in page
    assert "\n'" not in page


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_learns_to_complete_the_commands(shell: str) -> None:
    assert COMPLETING in alone("completion", shell)


def alone(program: str, *words: str) -> str:
    """Return the output of a separate program; its old name prints the same."""
    assert program in ALONE
    done = subprocess.run(
        [sys.executable, "-m", f"referee_cli.{program}", *words], capture_output=True, check=True
    )
    assert referee(program, *words).stdout == done.stdout
    return done.stdout.decode()


def test_a_word_that_was_begun_is_completed() -> None:
    asked = {COMPLETING: "fish_complete", "COMP_WORDS": "referee ru", "COMP_CWORD": "ru"}
    offered = referee(**asked).stdout.decode()
    assert [line.split("\t")[0] for line in offered.splitlines()] == [
        "plain,rules", "plain,rule",
    ]  # fmt: skip


def test_the_version_names_what_it_rests_on() -> None:
    told = referee("--version").stdout.decode()
    assert f"Python {platform.python_version()}, SQLite {sqlite.VERSION}" in told
