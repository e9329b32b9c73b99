"""What the program says of itself: help, manual, completion, and a sample to try it on."""

from __future__ import annotations

import platform
import re
import shlex
from collections import Counter
from inspect import cleandoc

import click
import pytest
from referee_cli.commands import COMMANDS, COMPLETING, GROUPS, load
from referee_cli.completion import SHELLS
from referee_cli.language import Wanted
from referee_cli.main import main

from referee.store import sqlite
from referee.wording.language import _, speaking
from referee.wording.translations import LANGUAGES, catalogue
from tests.cli.running import referee


def test_every_command_is_in_one_group() -> None:
    assert Counter(name for names in GROUPS.values() for name in names) == Counter(list(COMMANDS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_summary_is_cut(language: str) -> None:
    told = " ".join(referee("--help", "--lang", language, COLUMNS="40").stdout.decode().split())
    with speaking(catalogue(language)):
        assert all(f" {name} {_(one.plain)} " in f"{told} " for name, one in COMMANDS.items())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_that_it_understands(name: str) -> None:
    (example,) = re.findall(r"^Example: (.*)$", cleandoc(load(name).help or ""), re.MULTILINE)
    program, called, *words = shlex.split(example.partition(" > ")[0])
    assert (program, called) == ("referee", name)
    with click.Context(main, obj=Wanted.by([])) as ctx:
        command = main.get_command(ctx, name)
        assert command is not None
        command.make_context(name, words, parent=ctx)


def test_the_manual_has_every_command_and_option() -> None:
    page = referee("manual").stdout.decode()
    assert page.startswith(".TH REFEREE 1")
    for name in COMMANDS:
        assert f".SS referee {name} " in page
        for param in load(name).params:
            if isinstance(param, click.Option):
                assert param.opts[0].replace("-", "\\-") in page
    wild = [line for line in page.splitlines() if line.startswith("'")]
    assert wild == []


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_learns_to_complete_the_commands(shell: str) -> None:
    assert COMPLETING in referee("completion", shell).stdout.decode()


def test_a_word_that_was_begun_is_completed() -> None:
    asked = {COMPLETING: "fish_complete", "COMP_WORDS": "referee ru", "COMP_CWORD": "ru"}
    offered = referee(**asked).stdout.decode()
    assert [line.split("\t")[0] for line in offered.splitlines()] == [
        "plain,rules", "plain,rule", "plain,rulings",
    ]  # fmt: skip


def test_the_version_names_what_it_rests_on() -> None:
    told = referee("--version").stdout.decode()
    assert f"Python {platform.python_version()}, SQLite {sqlite.VERSION}" in told


def test_a_sample_is_judged_and_can_be_had() -> None:
    done = referee("demo")
    assert done.returncode == 1
    assert "Yo la pedí primero" in done.stdout.decode()
    assert "every-bonus" in referee("demo", "--list").stdout.decode()
    had = referee("demo", "golf-unseen", "--out", "-").stdout
    assert referee("check", "-", stdin=had).stdout == referee("demo", "golf-unseen").stdout
    refused = referee("demo", "nothing")
    assert refused.returncode == 2
    assert b"referee demo --list" in refused.stderr
