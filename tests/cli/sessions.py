"""Sessions at a terminal, as ``sessions/*.txt`` tell them: what is typed, and what is printed.

A session takes place in a folder of its own, with a record book of its own::

    file friday.sheet               a file with the lines below; ``more`` adds them to one
      desmoche
    sample clean-evening as a.jsonl a file like one of ``sample_games``
    case legal-01 as b.jsonl        or of ``tests/conformance``
    $ LANG=es check friday.sheet    a command, with what its environment says besides
      1                             its exit status, if that is not 0
      < line                        what is typed, or comes from a file
      + words                       printed, wherever its lines are broken
      ! words                       said on standard error
      - words                       on neither
      json totals.Ana = 5
      let head "head": "(.*)"       what was found, which is ``{head}`` from here on
    writes friday                   the lines of a game since the last such step
      {"type": "pass", ...}         with dots: these fields among others
"""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Final

from tests.cli.running import Done, referee
from tests.stories import Story

ROOT = Path(__file__).parents[2]
PLACES: Final = {"sample": ROOT / "sample_games", "case": ROOT / "tests" / "conformance"}


class Session(Story):
    """A session in a folder."""

    def take(self, line: str, below: list[str]) -> None:
        """Take one step."""
        word, _, rest = line.partition(" ")
        if word in ("file", "more"):
            with (self.book.parent / rest).open(
                "w" if word == "file" else "a", encoding="utf-8"
            ) as file:
                file.write("".join(self.filled(one).replace("(empty)", "") + "\n" for one in below))
        elif word in PLACES:
            name, _, to = rest.partition(" as ")
            target = self.book.parent / (to or f"{name}.jsonl")
            target.parent.mkdir(exist_ok=True)
            shutil.copy(PLACES[word] / f"{name}.jsonl", target)
        elif word == "writes":
            stored = referee("book", "show", rest, "--json", book=self.book)
            self.wrote(rest, json.loads(stored.stdout)["lines"], below)
        else:
            assert word == "$", f"nobody knows what {word} means"
            self._runs(rest, list(map(self.filled, below)))

    def _runs(self, typed: str, below: list[str]) -> None:
        words = shlex.split(typed)
        named = {}
        while words and words[0].partition("=")[0].isupper():
            name, _, value = words.pop(0).partition("=")
            named[name] = value
        stdin = "".join(f"{line[2:]}\n" for line in below if line.startswith("< "))
        done = referee(*words, stdin=stdin.encode(), book=self.book, **named)
        status = next((int(line) for line in below if line.isdecimal()), 0)
        assert done.returncode == status, f"{done.returncode}: {done.stderr.decode()}"
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
            assert sign == "<" or sign.isdecimal(), f"nobody knows what {sign} means"
