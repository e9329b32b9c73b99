"""Sessions at a terminal, as ``sessions/*.txt`` tell them: what is typed, and what is printed.

A session takes place in a folder of its own, with a record book of its own::

    file friday.sheet               a file with the lines below; ``more`` adds them to one
      desmoche
    sample clean-evening as a.jsonl a file like one of ``sample_games``
    case legal-01 as b.jsonl        or of ``tests/conformance``
    $ LANG=es check friday.sheet    a command, with what its environment says besides; ``$$`` in a
                                    process of its own
      1                             its exit status, if that is not 0; ``0 1``: either
      < line                        what is typed, or comes from a file; ``<x`` with ``\\xf3``
      + words                       printed, wherever its lines are broken
      ! words                       said on standard error
      - words                       on neither
      json totals.Ana = 5
      let head "head": "(.*)"       what was found, which is ``{head}`` from here on
    writes friday                   the lines of a game since the last such step
      {"type": "pass", ...}         with dots: these fields among others
    damaged no UTF-8                a book with the games friday, which is damaged so, and saturday
    holds mine.txt                  a file has the lines below; ``pdf out.pdf``: these texts
    % record friday                 a command in a terminal; ``no-readline``: without that module
      > Ana 7h                      what is typed at its prompt; ``? Who plays = Ana`` at another
      + words                       printed until the next prompt; ``-``, ``wide 80`` at most
      ^C Beto                       typed, and interrupted
      $ add friday Beto.            a command meanwhile; ``kill``
      keys 120                      the most keys of all that was typed
      status 2                      how it ended
"""

import json
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pexpect
import pytest
import referee_cli.language

from referee.wording.translations import LANGUAGES
from tests.cli.running import COMMAND, Done, process, referee
from tests.store.damaged import DAMAGES, damaged
from tests.stories import Step, Story, has_text, stories
from tests.wordless import Strict

ROOT = Path(__file__).parents[2]
PLACES: Final = {"sample": ROOT / "sample_games", "case": ROOT / "tests" / "conformance"}


class Session(Story):
    """A session in a folder."""

    def take(self, line: str, below: list[str]) -> None:
        word, _, rest = line.partition(" ")
        if word in ("file", "more"):
            with self.at(rest).open("w" if word == "file" else "a", encoding="utf-8") as file:
                file.writelines(self.filled(one).replace("(empty)", "") + "\n" for one in below)
        elif word in PLACES:
            name, _, to = rest.partition(" as ")
            target = self.at(to or f"{name}.jsonl")
            target.parent.mkdir(exist_ok=True)
            shutil.copy(PLACES[word] / f"{name}.jsonl", target)
        elif word == "writes":
            stored = referee("book", "show", rest, "--json", book=self.book)
            self.wrote(rest, json.loads(stored.stdout)["lines"], below)
        elif word == "damaged":
            damaged(self.book, DAMAGES[rest])
        elif word == "holds":
            assert self.at(rest).read_text("utf-8").splitlines() == below
        elif word == "pdf":
            content = self.at(rest).read_bytes()
            assert [one for one in map(self.filled, below) if not has_text(content, one)] == []
        elif word == "%":
            Dialogue(rest, self.book).goes(list(map(self.filled, below)))
        else:
            assert word in ("$", "$$"), f"nobody knows what {word} means"
            run = referee if word == "$" else process
            self._runs(rest, list(map(self.filled, below)), run)

    def at(self, name: str) -> Path:
        """Return the path of a file."""
        return self.book.parent / name

    def _runs(self, typed: str, below: list[str], run: Callable[..., Done]) -> None:
        words = shlex.split(typed)
        named = {}
        while words and words[0].partition("=")[0].isupper():
            name, _, value = words.pop(0).partition("=")
            named[name] = value
        stdin = b"".join(map(_typed, below))
        done = run(*words, stdin=stdin, book=self.book, **named)
        status = next((line for line in below if line[0].isdecimal()), "0")
        told = f"{done.returncode}: {done.stderr.decode()}"
        assert str(done.returncode) in status.split(), told
        assert b"Traceback" not in done.stderr
        for line in below:
            self._says(done, line)

    def _says(self, done: Done, line: str) -> None:
        said, warned = (one.decode() for one in (done.stdout, done.stderr))
        printed, told = (" ".join(one.split()) for one in (said, warned))
        sign, _, text = line.partition(" ")
        if sign == "+":
            assert text in printed or text in said, f"{text}\n{said}"
        elif sign == "!":
            assert text in told or text in warned, f"{text}\n{warned}"
        elif sign == "-":
            assert text not in printed + told, f"{text}\n{said}{warned}"
        elif sign == "json":
            lines = said.splitlines()
            self.compares(
                json.loads(said)
                if len(lines) == 1 or said.startswith("{\n")
                else list(map(json.loads, lines)),
                text,
            )
        elif sign == "let":
            self.keeps(text, said)
        else:
            assert sign in ("<", "<x") or sign.isdecimal(), f"nobody knows what {sign} means"


def _typed(line: str) -> bytes:
    sign, _, text = line.partition(" ")
    if sign == "<x":
        return text.encode().decode("unicode_escape").encode("latin-1") + b"\n"
    return f"{text}\n".encode() if sign == "<" else b""


NO_READLINE: Final = """
import sys
sys.modules["readline"] = None
from referee_cli.start import start
start()
"""


class Dialogue:
    """A command in a terminal of 80 columns."""

    def __init__(self, words: str, book: Path) -> None:
        self.book = book
        self.keys = 0
        own = words.removeprefix("no-readline ")
        command = COMMAND if own == words else [sys.executable, "-c", NO_READLINE]
        self.program = pexpect.spawn(
            command[0],
            [*command[1:], *shlex.split(own)],
            env=os.environ | {"REFEREE_DB": str(book), "NO_COLOR": "1", "TERM": "dumb"},
            dimensions=(40, 80),
            encoding="utf-8",
            timeout=30,
            # tests that run in the background were told to ignore interrupts, and tell it on
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )

    def goes(self, below: list[str]) -> None:
        """Type what these lines say, and check what is printed behind each until it waits again."""
        checks: list[str] = []
        waits = False
        try:
            for line in below:
                sign, _, text = line.partition(" ")
                if sign not in (">", "?", "^C", "$", "kill"):
                    checks.append(line)
                    continue
                prompt, _, typed = text.partition(" =") if sign == "?" else (r"\d+> ", "", text)
                typed = typed.strip()
                if not waits:
                    self._waits(prompt, checks)
                checks, waits = [], sign == "$"
                if sign == "$":
                    assert referee(*shlex.split(text), book=self.book).returncode in (0, 1)
                elif sign == "kill":
                    self.program.kill(signal.SIGKILL)
                    return
                elif sign == "^C":
                    self.program.send(f"{text} ")
                    self.program.expect(f"{text} ")
                    self.program.sendintr()
                else:
                    self.program.sendline(typed)
                    self.keys += len(typed) + 1
            ends = [line for line in checks if line.startswith("status ")]
            self._waits(pexpect.EOF, [line for line in checks if line not in ends])
            self.program.wait()
            assert f"status {self.program.exitstatus}" in (ends or ["status 0"])
        finally:
            self.program.close(force=True)

    def _waits(self, prompt: object, checks: list[str]) -> None:
        self.program.expect(prompt)
        printed = str(self.program.before).replace("\r\n", "\n")
        words = " ".join(printed.split())
        for line in checks:
            sign, _, text = line.partition(" ")
            if sign == "wide":
                assert max(map(len, printed.splitlines())) <= int(text)
            elif sign == "keys":
                assert self.keys <= int(text), self.keys
            elif sign == "marks":
                lines = printed.splitlines()
                shown = next(at for at, one in enumerate(lines) if one.strip() == "^")
                assert lines[shown - 1][lines[shown].index("^") :].startswith(text)
            else:
                assert sign in "+-", line
                assert (text in words or text in printed) is (sign == "+"), f"{line}\n{printed}"


@pytest.mark.parametrize("steps", stories(Path(__file__).with_name("sessions")))
def test_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[Step]) -> None:
    """Every text on the way must be in the catalogues."""
    monkeypatch.chdir(tmp_path)
    for variable in referee_cli.language.ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    spoken = {language: Strict(language) for language in LANGUAGES}
    monkeypatch.setattr(referee_cli.language, "catalogue", spoken.__getitem__)
    Session(tmp_path).takes(steps)
    assert [text for language in spoken.values() for text in language.lacks()] == []
