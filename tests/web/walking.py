"""Walks through the web form, as ``walks/*.txt`` tell them: who asks for what, and what they see.

A walk is made of steps. The lines indented below one are its lines, or say what is expected::

    table friday                            a table with these lines, or ``like`` a sample
      desmoche
      players Ana, Beto*
    public https://club.example 2           the server's own address, behind two proxies
    club 4                                  evenings of several games
    others 200                              other tables with the lines below
    scribe tap type=end why=abandoned       a tap on the pad that was seen last; ``tap /fix/3``
    phone go /print/blank-sheet             ``get`` or ``post``; ``go`` and ``follow`` do as they
                                            are redirected
    Ana get /tables/friday/pad              players and the others come with links of their own,
      403                                   ``phone`` and all other words without any
      + said on the page                    with ``-``: not said
      > /the/address                        to which it leads
      json totals.Ana = 5
      every /pattern/ = ["found"]
      let token /join/(\\w+)                 what was found, which is ``{token}`` from here on
      head Vary ~ Cookie                    a header: ``=``, ``!`` without the text, ``let``
      clean, bytes 100000                   nothing that people do not see; fewer bytes than this;
      pdf claim.priority                    a PDF with this text, ``pdf-`` without it
    limit GUESSES phone get /join/guess     as often as may be, like the first line below; then once
    later 60                                the clock goes on; ``anew``: another server starts
    writes                                  the lines since the last such step
      {"type": "end", ...}                  with dots: these fields among others

``{viewer}`` is a fresh link.
"""

import json
import re
import shlex
from functools import cached_property
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

from flask import Flask
from flask.testing import FlaskClient
from referee_schemas.reading import read_lines
from werkzeug.test import TestResponse

from referee.store import Entry, SQLiteBook, verified
from referee.store.links import Role
from referee.store.naming import REVEALS
from referee.visibility import ANYBODY
from referee.web import security
from referee.web.access import JoinCodes
from referee.web.tables import Tables
from tests.season.clubs import evenings, fill
from tests.stories import Story, has_text
from tests.web.visitors import Line, keep, link, sample, server, visitor

ROLES = {"scribe": Role.SCRIBE, "viewer": Role.VIEWER}
ESCAPES = {r"\n": "\n", r"\r": "\r", r"\0": "\0"}
HEADER = re.compile(r"([A-Z][\w-]+):(.*)", re.DOTALL)


class Visitor:
    """A visitor of the pages, who taps on the one of the pad that they saw last."""

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
        if verb == "upload":
            address, name, text = [*words.split(" ", 2), ""][:3]
            content = text.encode().decode("unicode_escape").encode("latin-1")
            return self.browser.post(address, data={"file": (BytesIO(content), name)})
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
        if verb in ("get", "go", "post", "follow"):
            method = "GET" if verb in ("get", "go") else "POST"
            handed = {"data": form} if method == "POST" else {"query_string": form or None}
            return self.browser.open(
                at, method=method, headers=headers, follow_redirects=verb in ("go", "follow"),
                **handed,
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
        """Return the events that a key of the page writes at once."""
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
        """Return the fields that every form of the page has."""
        if not self.page:
            self._look("")
        found = {name: re.search(f'name="{name}" value="([^"]*)"', self.page) for name in CARRIED}
        return {name: one[1] for name, one in found.items() if one}


CARRIED = ("id", "expects")
HIDDEN = ("\x1b", "\x9b", "\u202e", "\u2066", "\u200b")
"""Signs that people do not see, or that turn the others around."""


def lines_below(story: Story, below: list[str]) -> list[Line]:
    """Return the events below a step: a sheet, and behind it JSON."""
    lines = list(map(story.filled, below))
    sheet = [f"{line}\n".encode() for line in lines if not line.startswith("{")]
    further = [json.loads(line) for line in lines if line.startswith("{")]
    return [*(read_lines(sheet, "the walk") if sheet else ()), *further]


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


def role_of(who: str) -> tuple[Role | None, str | None]:
    """Return the role of a visitor, and the name of a player."""
    is_player = who.istitle() and who.isalpha()
    return (Role.PLAYER, who) if is_player else (ROLES.get(who), None)


class Walk(Story):
    """A walk over the tables of a record book of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.settings: dict[str, Any] = {}
        self.tables: list[str] = []
        self.visitors: dict[str, Visitor] = {}
        self.seconds = 0.0

    @cached_property
    def app(self) -> Flask:
        """The server, which starts when the first one comes, and whose clock stands still."""
        app = server(self.book, **self.settings)
        app.extensions["referee-tables"].close()
        app.extensions["referee-tables"] = Tables(self.book, lambda: self.seconds)
        app.extensions["referee-join-codes"] = JoinCodes(lambda: self.seconds)
        return app

    @property
    def served(self) -> Tables:
        tables: Tables = self.app.extensions["referee-tables"]
        return tables

    def take(self, line: str, below: list[str]) -> None:
        word, _, rest = line.partition(" ")
        if word == "alone":
            self.settings["links"] = False
        elif word == "public":
            url, *proxies = rest.split()
            self.settings |= {"url": url, "proxies": int(*proxies or "1")}
        elif word == "table":
            self._lays(rest, below)
        elif word == "meanwhile":
            game = self.served.find(rest or self.tables[0]).game
            game.write(lines_below(self, below))
        elif word == "revoke":
            links = self.app.extensions["referee-links"]
            for known in links.of_table(self.tables[0]):
                links.revoke(self.tables[0], known.number)
        elif word == "later":
            self.seconds += float(rest)
        elif word == "club":
            with SQLiteBook(self.book) as book:
                self.tables += fill(book, evenings(int(rest)))
        elif word == "others":
            self._opens_others(int(rest), lines_below(self, below))
        elif word == "whole":
            assert verified(self.served.book, REVEALS).whole
        elif word == "limit":
            name, _, step = rest.partition(" ")
            for _place in range(getattr(security, name).amount):
                self.take(step, below[:1])
            self.take(step, below[1:])
        elif word == "anew":
            del self.app
            self.visitors.clear()
        elif word == "writes":
            table = rest or (self.tables or self.served.book.names()[::-1])[0]
            stored = self.served.book.read(table)
            self.wrote(table, [one.event() for one in stored], below)
        else:
            verb, _, words = rest.partition(" ")
            self.does(word, verb, words, below)

    def does(self, who: str, verb: str, words: str, below: list[str]) -> None:
        """Let a visitor do something, and look at what they see."""
        visitor = self._visitor(who)
        self._sees(visitor, visitor.ask(verb, words), below, verb)

    def meant(self, name: str) -> str:
        """Return a fresh link of a scribe, a viewer or a player, or what else the name means."""
        who, _, table = name.partition("@")
        role, player = role_of(who)
        if role and name not in self.names:
            return link(self.app, table or self.tables[0], role, player)
        return super().meant(name)

    def _lays(self, words: str, below: list[str]) -> None:
        name, _, like = words.partition(" like ")
        of, _, first = like.partition(" first ")
        lines = sample(of)[: int(first) if first else None] if like else []
        lines += lines_below(self, below)
        keep(self.book, name, lines)
        self.tables.append(name)
        self.begins_with(name, len(lines))

    def _opens_others(self, many: int, lines: list[Line]) -> None:
        """Open many other tables with the same lines, and look at each."""
        for number in range(many):
            self.served.book.open_game(f"other{number}", list(map(Entry.of, lines)))
            self.served.find(f"other{number}").as_seen_by(ANYBODY)

    def _visitor(self, name: str) -> Visitor:
        if name not in self.visitors:
            who, _, table = name.partition("@")
            table = table or (self.tables[0] if self.tables else "none")
            role, player = role_of(who)
            browser = visitor(self.app, table, role if self.tables else None, player)
            self.visitors[name] = Visitor(browser, table)
        return self.visitors[name]

    def _sees(self, who: Visitor, answer: TestResponse, below: list[str], verb: str) -> None:
        told = answer.data.decode(errors="replace")
        page = who.page if verb in TAPS and answer.status_code == 303 else unescape(told)
        shown = " ".join(re.sub(r"<[^>]*>", " ", page).split())
        status = [line for line in below if line[:3].isdecimal()] or ["200 201 303 304"]
        assert str(answer.status_code) in status[0], f"{answer.status_code}: {shown}"
        for line in below:
            sign, _, text = self.filled(line).partition(" ")
            if sign in "+-":
                assert (text in page or text in shown) is (sign == "+"), f"{line}\n{shown}"
            elif sign == "html":
                assert (text[2:] in told) is (text[0] == "+"), line
            elif sign == "clean":
                assert not any(mark in told for mark in HIDDEN)
            elif sign in ("pdf", "pdf-"):
                assert has_text(answer.data, text) is (sign == "pdf"), line
            elif sign == "bytes":
                assert len(answer.data) < int(text), len(answer.data)
            elif sign == ">":
                assert unquote(answer.location or "") == text, answer.location
            elif sign == "head":
                self._heads(answer, text)
            elif sign == "json":
                self.compares(answer.get_json(), text)
            elif sign == "every":
                pattern, _, wanted = text[1:].rpartition("/ = ")
                found = re.findall(pattern, page, re.DOTALL)
                assert json.loads(json.dumps(found)) == json.loads(wanted), found
            elif sign == "let":
                self.keeps(text, page)
            elif sign in ("plans", "key"):
                said, bracket, wanted = text.partition("[")
                events = who.key(said.rstrip(": ")) if sign == "key" else who.plan()
                assert list(map(json.loads, events)) == json.loads(bracket + wanted), events
            else:
                assert sign.isdecimal(), f"nobody knows what {sign} means"

    def _heads(self, answer: TestResponse, text: str) -> None:
        name, is_, value = [*text.split(" ", 2), ""][:3]
        found = answer.headers.get(name, "")
        if is_ == "let":
            self.names[value] = found
        else:
            held = {"=": found == value, "~": value in found, "!": value not in found}
            assert held[is_], found


TAPS = ("tap", "press", "fix", "write", "undo", "redo", "again")
