"""Walks through the web form, as ``walks/*.txt`` tell them: who asks for what, and what they see.

A walk is made of steps. The lines indented below one are its lines, or say what is expected::

    table friday                            a table with these lines, or ``like`` a sample
      desmoche
      players Ana, Beto*
    scribe tap type=end why=abandoned       a tap on the pad that was seen last; ``tap /fix/3``
    Ana get /tables/friday/pad              players and the others come with links of their own,
      403                                   ``phone`` and all other words without any
      + said on the page                    with ``-``: not said
      > /the/address                        to which it leads
      json totals.Ana = 5
      every /pattern/ = ["found"]
      let token /join/(\\w+)                 what was found, which is ``{token}`` from here on
    writes                                  the lines since the last such step
      {"type": "end", ...}                  with dots: these fields among others

``{x*20}`` is a long text, ``{viewer}`` a fresh link; ``for NAME in ...`` takes the steps below it
once for each word.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

from flask.testing import FlaskClient
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import read_lines
from werkzeug.test import TestResponse

from referee.store.links import Role
from tests.parts import Step
from tests.web.visitors import Line, keep, link, sample, server, visitor

ROLES = {"scribe": Role.SCRIBE, "viewer": Role.VIEWER}
ESCAPES = {r"\n": "\n", r"\r": "\r", r"\0": "\0"}
HEADER = re.compile(r"([A-Z][\w-]+):(.*)", re.DOTALL)


class Visitor:
    """Somebody at the pages, who taps on the one of the pad that they saw last."""

    def __init__(self, browser: FlaskClient, table: str) -> None:
        self.browser = browser
        self.pad = f"/tables/{quote(table)}/pad"
        self.page = ""
        self.sent: tuple[str, dict[str, Any]] = "", {}

    def ask(self, verb: str, words: str) -> TestResponse:
        """Ask as a step says; pages of the pad open by ``look``, ``tap`` and such."""
        if verb == "send":
            address, _, body = words.partition(" ")
            return self.browser.post(address, json=json.loads(body))
        if verb == "bring":
            address, kind, body = [*words.split(" ", 2), ""][:3]
            content = body.encode().decode("unicode_escape").encode("latin-1")
            return self.browser.post(address, data=content, content_type=kind.replace("_", " "))
        if verb == "press":
            return self._press(words)
        if verb == "again":
            return self._tap(*self.sent)
        if verb == "write":
            return self._tap("", self._carried() | asked(words)[2] | {"event": self.plan()})
        if verb in ("undo", "redo") and not words:
            found = re.search(f'name="{verb}" value="([0-9 ]*)"', self.page)
            assert found, verb
            return self._tap("", self._carried() | {verb: found[1]})
        at, headers, form = asked(words)
        if verb in ("get", "post", "follow"):
            handed = {"data": form} if verb != "get" else {"query_string": form or None}
            return self.browser.open(
                at, method="GET" if verb == "get" else "POST", headers=headers,
                follow_redirects=verb == "follow", **handed,
            )  # fmt: skip
        if verb == "tap":
            return self._tap(at, self._carried() | form)
        answer = self._look(at + (f"?{urlencode(form, doseq=True)}" if form else ""))
        return self.ask("write", "") if verb == "fix" else answer

    def plan(self) -> list[str]:
        """Return the lines that the page would write."""
        form = re.search(r'<form class="plan"(?:(?!</form>).)*', self.page, re.DOTALL)
        return re.findall(r'name="event" value="(\{.*?\})">', form[0]) if form else []

    def key(self, said: str) -> list[str]:
        """Return what a key of the page writes at once."""
        form = re.search(rf"(<form(?:(?!<form).)*>{said}<)", self.page, re.DOTALL)
        assert form is not None, said
        return re.findall(r'name="event" value="(\{.*?\})"', form[1])

    def _press(self, said: str) -> TestResponse:
        return self._tap("", self._carried() | {"event": self.key(said)})

    def _look(self, at: str) -> TestResponse:
        answer = self.browser.get(self.pad + at)
        self.page = unescape(answer.text)
        return answer

    def _tap(self, at: str, form: dict[str, Any]) -> TestResponse:
        self.sent = at, form
        answer = self.browser.post(self.pad + at, data=form)
        if answer.status_code == 303:
            self._look("")
        elif answer.status_code == 409:
            self.page = unescape(answer.text)
        return answer

    def _carried(self) -> dict[str, Any]:
        """Return what every form of the page carries."""
        if not self.page:
            self._look("")
        found = {name: re.search(f'name="{name}" value="([^"]*)"', self.page) for name in CARRIED}
        return {name: one[1] for name, one in found.items() if one}


CARRIED = ("id", "expects")


def asked(words: str) -> tuple[str, dict[str, str], dict[str, list[str]]]:
    """Return the address, the headers and the fields of a form in the words of a step."""
    at, headers = "", {}
    form: dict[str, list[str]] = {}
    for place, word in enumerate(shlex.split(words)):
        name, is_field, text = word.partition("=")
        if place == 0 and word.startswith(("/", "?")):
            at = word
        elif (header := HEADER.fullmatch(word)) is not None:
            headers[header[1]] = header[2]
        else:
            assert is_field, word
            for escape, sign in ESCAPES.items():
                text = text.replace(escape, sign)
            form.setdefault(name, []).append(text)
    return at, headers, form


class Walk:
    """A walk over a record book of its own."""

    def __init__(self, folder: Path) -> None:
        self.book = folder / "book.db"
        self.settings: dict[str, Any] = {}
        self.tables: list[str] = []
        self.names: dict[str, str] = {}
        self.visitors: dict[str, Visitor] = {}
        self.seen: dict[str, int] = {}

    def takes(self, steps: Sequence[Step]) -> None:
        """Take these steps."""
        for place, (line, below) in enumerate(steps):
            try:
                if line.startswith("for "):
                    _, name, _, words = line.split(" ", 3)
                    for word in shlex.split(words):
                        self.names[name] = self._filled(word)
                        self.takes(steps[place + 1 :])
                    return
                self._take(line, below)
            except AssertionError as problem:
                raise AssertionError(f"{line}\n{problem}") from problem

    def _take(self, line: str, below: list[str]) -> None:
        word, _, rest = self._filled(line).partition(" ")
        if word == "alone":
            self.settings["links"] = False
        elif word == "table":
            self._lays(rest, below)
        elif word == "meanwhile":
            tables = self.app.extensions["referee-tables"]
            tables.find(rest or self.tables[0]).write(self._read(below))
        elif word == "revoke":
            self.app.extensions["referee-links"].revoke(self.tables[0], int(rest))
        elif word == "writes":
            self._wrote(rest or self.tables[0], list(map(self._filled, below)))
        else:
            verb, _, words = rest.partition(" ")
            who = self._visitor(word)
            self._sees(who, who.ask(verb, words), below, verb)

    def _lays(self, words: str, below: list[str]) -> None:
        name, _, like = words.partition(" like ")
        so_far = LogSoFar()
        of, _, first = like.partition(" first ")
        lines: list[Line] = sample(of)[: int(first) if first else None] if like else []
        further = self._read(below)
        keep(self.book, name, [dict(so_far.add(line)) for line in [*lines, *further]])
        self.tables.append(name)
        self.seen[name] = len(lines) + len(further)

    def _read(self, below: list[str]) -> list[Line]:
        """Return the events of these lines: a sheet, and behind it JSON."""
        filled = [self._filled(line) for line in below]
        sheet = [f"{line}\n".encode() for line in filled if not line.startswith("{")]
        further = [json.loads(line) for line in filled if line.startswith("{")]
        return [*(read_lines(sheet, "the walk") if sheet else ()), *further]

    @property
    def app(self) -> Any:
        """The server, which starts when the first one comes."""
        if not hasattr(self, "_app"):
            self._app = server(self.book, **self.settings)
        return self._app

    def _visitor(self, name: str) -> Visitor:
        if name not in self.visitors:
            who, _, table = name.partition("@")
            table = table or (self.tables[0] if self.tables else "none")
            role = ROLES.get(who, Role.PLAYER if who[0].isupper() else None)
            player = who if role is Role.PLAYER else None
            browser = visitor(self.app, table, None if not self.tables else role, player)
            self.visitors[name] = Visitor(browser, table)
        return self.visitors[name]

    def _filled(self, text: str) -> str:
        """Return a line with what stands for its names."""
        return re.sub(r"\{([^{}\s\":]+)\}", self._meant, text)

    def _meant(self, found: re.Match[str]) -> str:
        name = found[1]
        if name in self.names:
            return self.names[name]
        long = re.fullmatch(r"(.+)\*(\d+)", name)
        if long is not None:
            return long[1] * int(long[2])
        who, _, table = name.partition("@")
        if who in ROLES or who.istitle():
            role = ROLES.get(who, Role.PLAYER)
            player = who if role is Role.PLAYER else None
            return link(self.app, table or self.tables[0], role, player)
        return found[0]

    def _wrote(self, table: str, lines: list[str]) -> None:
        book = self.app.extensions["referee-tables"].book
        stored = [one.event() for one in book.read(table)]
        new = [{name: one for name, one in line.items() if name != "id"}
               for line in stored[self.seen.get(table, 0):]]  # fmt: skip
        self.seen[table] = len(stored)
        assert len(new) == len(lines), new
        for line, wanted in zip(new, lines, strict=True):
            among = json.loads(wanted.replace(", ...}", "}"))
            kept = {name: line.get(name) for name in among} if wanted.endswith("...}") else line
            assert kept == among, kept

    def _sees(self, who: Visitor, answer: TestResponse, below: list[str], verb: str) -> None:
        page = (
            unescape(answer.text)
            if answer.is_json or (answer.mimetype or "").startswith("text")
            else ""
        )
        page = who.page if verb in TAPS and answer.status_code == 303 else page or answer.text
        shown = " ".join(re.sub(r"<[^>]*>", " ", page).split())
        status = [line for line in below if line[:3].isdecimal()] or ["200 201 303 304"]
        assert str(answer.status_code) in status[0], f"{answer.status_code}: {shown}"
        for line in below:
            sign, _, text = self._filled(line).partition(" ")
            if sign in "+-":
                assert (text in page or text in shown) is (sign == "+"), f"{line}\n{shown}"
            elif sign == "html":
                assert (text[2:] in answer.text) is (text[0] == "+"), line
            elif sign == ">":
                assert unquote(answer.location or "") == text, answer.location
            elif sign == "head":
                name, is_, value = [*text.split(" ", 2), ""][:3]
                found = answer.headers.get(name, "")
                if is_ == "let":
                    self.names[value] = found
                    continue
                assert found == value if is_ == "=" else (value in found) is (is_ == "~"), found
            elif sign == "json":
                self._compares(answer.get_json(), text)
            elif sign == "every":
                pattern, _, wanted = text[1:].rpartition("/ = ")
                told = [list(one) if isinstance(one, tuple) else one
                        for one in re.findall(pattern, page, re.DOTALL)]  # fmt: skip
                assert told == json.loads(wanted), told
            elif sign == "let":
                name, pattern = text.split(" ", 1)
                match = re.search(pattern, page)
                assert match is not None, shown
                self.names[name] = match[1]
            elif sign in ("plans", "key"):
                said, bracket, wanted = text.partition("[")
                events = who.key(said.rstrip(": ")) if sign == "key" else who.plan()
                assert list(map(json.loads, events)) == json.loads(bracket + wanted), events
            else:
                assert sign.isdecimal(), f"what is {sign}?"

    def _compares(self, value: Any, text: str) -> None:
        path, is_, wanted = text.split(" ", 2)
        for part in path.split("."):
            value = value[int(part)] if isinstance(value, list) else value[part] if part else value
        if is_ == "~":
            assert wanted in str(value), value
        elif is_ == "!":
            assert wanted not in str(value), value
        else:
            assert value == json.loads(wanted), value


TAPS = ("tap", "press", "fix", "write", "undo", "redo", "again")
