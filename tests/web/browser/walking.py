"""Walks on phones, as ``walks/*.txt`` tell them: what is tapped, and what is on the screen.

A walk is made of steps; the words ``page`` and all others that begin a step are phones::

    table friday                        a table with the lines below, or ``like`` a sample
    links                               the server has links
    meanwhile friday                    another scribe writes the lines below
    revoke                              every link of the first table
    writes friday                       the lines since the last such step
    page is es-NI 320x568 no-script     a new phone: its language, size, and what else is unusual
    page goes /tables/friday/pad
    page goes /join/{Beto}              with a link of their own, or as ``{scribe}`` or ``{viewer}``
    page taps TARGET                    ``sends``: and waits for the answer
    page types TARGET = words           ``chooses`` an option; ``enters`` keys, with their answer
    page offline                        and ``online``; ``queues 7c Ts`` taps cards meanwhile
    page sees TARGET                    with the text below (+), without it (-), or first of all (^)
    page no TARGET                      ``counts 3 TARGET``: so many are there
    page has TARGET = value             of a field
    page tells EXPRESSION = JSON        or a file of ``scripts``; ``until`` waits for it
    page at /pad                        the end of its address; ``leads TARGET || /pad``: by a tap
    page stays TARGET                   where it was before; ``above A || B``; ``shows`` keys whole
    page usable                         by everybody; ``fits`` the screen

A target is CSS, ``card 7c 8c``, ``button Undo``, ``=`` before the whole name, ``words All of it``,
or a part of one behind ``>>``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.browser.phones import (
    ROOM,
    Phones,
    Served,
    hidden,
    place_of,
    taps,
    wider_than_the_screen,
    wrong_for_some,
)
from tests.web.visitors import sample
from tests.web.walking import Walk as PagesWalk

HERE = Path(__file__).parent
NAMED: Final = {"button", "dialog", "group", "heading", "link"}
expect.set_options(timeout=30_000)
OPTIONS: Final = {
    "no-script": {"java_script_enabled": False},
    "worker": {"service_workers": "allow"},
}


class OnPhone:
    """A phone, with a method for each verb of a step."""

    def __init__(self, page: Page, walk: Walk) -> None:
        self.page = page
        self._walk = walk
        self._held: list[Route] = []
        self._places: dict[str, tuple[float, float]] = {}

    def part(self, words: str) -> Locator:
        found: Any = self.page
        for word in words.split(" >> "):
            kind, _, name = word.partition(" ")
            if kind in NAMED:
                exact = name.startswith("=")
                found = found.get_by_role(kind, name=name.removeprefix("="), exact=exact)
            elif kind == "words":
                found = found.get_by_text(name.removeprefix("="), exact=name.startswith("="))
            else:
                found = found.locator(f'[data-card="{name}"]' if kind == "card" else word)
        return found

    def goes(self, path: str, _: list[str]) -> None:
        here = self._walk.address
        if path.startswith("room "):
            here = here.replace("127.0.0.1", ROOM)
        self.page.goto(path if "://" in path else here + path.removeprefix("room "))

    def again(self, *_: object) -> None:
        """Close the page, and open another one on the same phone."""
        before, self.page = self.page, self.page.context.new_page()
        before.close()

    def taps(self, target: str, _: list[str]) -> None:
        kind, _, cards = target.partition(" ")
        for one in [f"card {card}" for card in cards.split()] if kind == "card" else [target]:
            self.part(one).tap()

    def sends(self, target: str, _: list[str]) -> None:
        taps(self.page, self.part(target))

    def queues(self, cards: str, _: list[str]) -> None:
        self.offline()
        for place, card in enumerate(cards.split()):
            self.part(f"card {card}").tap()
            self.part(f"[data-outbox] li >> nth={place}").wait_for()

    def types(self, words: str, _: list[str]) -> None:
        target, text = words.split(" = ")
        self.part(target).fill(text)

    def digits(self, points: str, _: list[str]) -> None:
        """Type points on the keys of the score grid, and go on behind each number."""
        for number in points.split():
            for digit in number:
                self.taps(f".digits [data-digit='{digit}']", [])
            self.taps(".digits .next", [])

    def pastes(self, words: str, _: list[str]) -> None:
        target, name = words.split(" = ")
        self.part(target).fill("\n".join(map(json.dumps, sample(name))))

    def chooses(self, words: str, _: list[str]) -> None:
        target, option = words.split(" = ")
        self.part(target).select_option(option)

    def focuses(self, target: str, _: list[str]) -> None:
        self.part(target).focus()

    def presses(self, keys: str, _: list[str]) -> None:
        named = keys in ("Enter", "Escape") or keys.startswith("Arrow")
        (self.page.keyboard.press if named else self.page.keyboard.type)(keys)

    def enters(self, keys: str, _: list[str]) -> None:
        with self.page.expect_response(lambda answer: answer.status != 303):
            self.presses(keys, [])
        self.page.locator("html:not(.busy)").wait_for()

    def offline(self, *_: object) -> None:
        self.page.context.set_offline(True)

    def online(self, *_: object) -> None:
        self.page.context.set_offline(False)

    def holds(self, address: str, _: list[str]) -> None:
        """Keep back the next request, until the step ``releases``."""
        self.page.route(address, lambda route: self._held.append(route), times=1)

    def releases(self, *_: object) -> None:
        """Let the request go on that was kept back, once it has come."""
        for _wait in range(3000):
            if self._held:
                break
            self.page.wait_for_timeout(10)
        self._held.pop().continue_()

    def loses(self, address: str, _: list[str]) -> None:
        """Lose the next answer: the request arrives."""
        self.page.route(address, lambda route: (route.fetch(), route.abort())[-1], times=1)

    def fails(self, address: str, _: list[str]) -> None:
        self.page.route(address, lambda route: route.abort(), times=1)

    def waits(self, state: str, _: list[str]) -> None:
        self.page.wait_for_load_state(state)  # type: ignore[arg-type]

    def sees(self, target: str, below: list[str]) -> None:
        part = self.part(target)
        part.first.wait_for()
        text = " ".join(part.first.inner_text().split())
        for line in below:
            sign, _, wanted = line.partition(" ")
            met = {"+": wanted in text, "-": wanted not in text, "^": text.startswith(wanted)}
            assert met[sign], f"{line}\n{text}"

    def no(self, target: str, _: list[str]) -> None:
        expect(self.part(target).locator("visible=true")).to_have_count(0)

    def counts(self, words: str, _: list[str]) -> None:
        many, _, target = words.partition(" ")
        expect(self.part(target)).to_have_count(int(many))

    def reads(self, target: str, below: list[str]) -> None:
        assert self.part(target).all_inner_texts() == json.loads(" ".join(below))

    def has(self, words: str, _: list[str]) -> None:
        target, value = words.rsplit(" =", 1)
        expect(self.part(target)).to_have_value(value.strip())

    def tells(self, words: str, _: list[str]) -> None:
        asked, wanted = words.rsplit(" = ", 1)
        found = self.page.evaluate(script(asked))
        assert found == json.loads(wanted), found

    def copied(self, wanted: str, _: list[str]) -> None:
        self.page.context.grant_permissions(["clipboard-read"])
        assert self.page.evaluate("navigator.clipboard.readText()") == json.loads(wanted)

    def runs(self, name: str, _: list[str]) -> None:
        self.page.evaluate(script(name))

    def until(self, name: str, _: list[str]) -> None:
        assert checked_until(self.page, script(name))

    def leads(self, words: str, _: list[str]) -> None:
        target, address = words.split(" || ")
        self.part(target).tap()
        self.at(address, [])

    def at(self, address: str, _: list[str]) -> None:
        self.page.wait_for_url(lambda url: url.endswith(address))

    def let(self, words: str, _: list[str]) -> None:
        """Keep what is in a field under a name."""
        name, _, target = words.partition(" ")
        self._walk.names[name] = self.part(target).input_value()

    def stays(self, target: str, _: list[str]) -> None:
        box = place_of(self.part(target))
        assert self._places.setdefault(target, (box["x"], box["y"])) == (box["x"], box["y"])

    def above(self, words: str, _: list[str]) -> None:
        upper, lower = (place_of(self.part(one)) for one in words.split(" || "))
        assert 0 <= upper["y"] <= upper["y"] + upper["height"] <= lower["y"]

    def shows(self, keys: str, _: list[str]) -> None:
        assert hidden(self.part(keys)) == []

    def fits(self, *_: object) -> None:
        assert wider_than_the_screen(self.page) <= 0

    def usable(self, *_: object) -> None:
        assert wrong_for_some(self.page) == []


def script(words: str) -> str:
    """Return the script with this name, or the words themselves."""
    file = HERE / "scripts" / f"{words}.js"
    return file.read_text("utf-8") if words.isidentifier() and file.exists() else words


def checked_until(page: Page, asked: str) -> bool:
    """Ask at each frame until it is true; return whether it was."""
    return bool(
        page.evaluate(
            f"""async () => {{
                for (let tries = 0; tries < 600; tries += 1) {{
                    if (await ({asked})()) return true;
                    await new Promise((done) => requestAnimationFrame(done));
                }}
                return false;
            }}"""
        )
    )


class Walk(PagesWalk):
    """A walk at a server of its own."""

    def __init__(self, folder: Path, phone: Phones, served: Served) -> None:
        super().__init__(folder)
        self.app = served.app
        self.address = served.address
        self._take_phone = phone
        self._phones: dict[str, OnPhone] = {}

    def does(self, who: str, verb: str, words: str, below: list[str]) -> None:
        if verb == "is" or who not in self._phones:
            self._phones[who] = self._phone(words.split() if verb == "is" else [])
        if verb != "is":
            getattr(self._phones[who], verb)(words, below)

    def _phone(self, words: list[str]) -> OnPhone:
        about: dict[str, Any] = {}
        for word in words:
            if word[0].isdigit():
                about["width"], about["height"] = map(int, word.split("x"))
            elif word in OPTIONS:
                about |= OPTIONS[word]
            elif word[:2] in ("en", "es"):
                about["locale"] = word
        return OnPhone(self._take_phone(**about), self)
