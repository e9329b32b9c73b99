"""A user who records any event without a keyboard: by the key that offers it, by a card, or under
*Something else happened*."""

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Frame, Locator, Page

from referee.judging.registry import find
from referee.web.labels import label, option_label
from referee.wording.language import speaking
from referee.wording.translations import catalogue, nearest

SHIFTS: Final = """
const asked = [];
const frame = () => new Promise(requestAnimationFrame);
document.addEventListener("asking", () => asked.push([performance.now(), Infinity]));
document.addEventListener("answered", async () => {
    const last = asked.at(-1);
    await frame();
    await frame();
    last[1] = performance.now();
});
window.shifts = [];
new PerformanceObserver(list => window.shifts.push(...list.getEntries()))
    .observe({type: "layout-shift", buffered: true});
window.shifted = () => window.shifts
    .filter(one => !one.hadRecentInput)
    .filter(one => !asked.some(([from, to]) => from <= one.startTime && one.startTime <= to))
    .reduce((sum, one) => sum + one.value, 0);
"""
"""Sums up the layout shifts: none within half a second of a tap, and none when its answer is
shown."""

PLACES: Final = """
[".dock .keys .key", ".pad-bar button"].flatMap(keys => {
    const key = document.querySelector(keys);
    return key ? [`${keys} ${key.getBoundingClientRect().x} ${key.getBoundingClientRect().y}`] : [];
})
"""
"""Returns the positions of the first card and the first key of the bar, if they exist."""


def window_of(page: Page | Frame) -> Page:
    """Return the page that contains the pages, if they are in a frame of it."""
    return page.page if isinstance(page, Frame) else page


class Thumb:
    """Records the events of a game on the pad of a table, and counts the taps."""

    def __init__(
        self, page: Page | Frame, pad: str, game: str, *, locale: str = "en", script: bool = True
    ) -> None:
        if script:
            window_of(page).add_init_script(SHIFTS)
        page.goto(pad)
        self._script = script
        self._words = catalogue(nearest(locale.replace("-", "_")))
        self.page = page
        self.taps = 0
        self.places: set[str] = set()
        self._rulebook = find(game)

    def writes(self, event: Mapping[str, Any]) -> None:
        with speaking(self._words):
            self._writes(event)

    def _writes(self, event: Mapping[str, Any]) -> None:
        key = self._key_that_writes(event)
        if key is not None:
            if not key.is_visible():
                self._opens_the_rest()
            self._tap(key)
        elif self._cards_write(event):
            self._tap(self.page.locator(f'#cards [data-card="{event["card"]}"]'))
        elif (key := self._key_that_begins(event)) is not None:
            self._tap(key)
            self._answers(event)
        else:
            self._opens_the_rest()
            said = label(self._rulebook, event["type"])
            self._tap(self.page.locator("#something-else").get_by_text(said, exact=True))
            self._answers(event)

    def moved(self) -> float:
        """Return how far the page has moved so far."""
        return float(self.page.evaluate("window.shifted()")) if self._script else 0.0

    def _opens_the_rest(self) -> None:
        self.page.locator("#more > summary").tap()
        self.taps += 1

    def _answers(self, event: Mapping[str, Any]) -> None:
        """Answer the questions about the event until it is written."""
        while self.page.locator("#asked").count():
            cards = self.page.locator("#cards")
            if self.page.locator("section form > p > button.main").count():
                self._tap(self.page.locator("section form > p > button.main"))
            elif not cards.count():
                answers = {str(event[name]) for name in ("player", "dealer", "by") if name in event}
                answers |= {option_label(name, str(event[name])) for name in event}
                keys = self.page.locator(".likely button, .likely a")
                place = next(
                    at for at, text in enumerate(keys.all_inner_texts()) if text in answers
                )
                self._tap(keys.nth(place))
            elif (meld := self._key_of_a_meld(event)) is not None:
                self._tap(meld)
            elif cards.locator("input[type=checkbox]").count():
                if len(set(event["cards"])) < len(event["cards"]):
                    self._tap(self.page.get_by_role("link", name="A card twice"))
                else:
                    self._ticks(event["cards"])
            elif "cards" in event:
                self._taps_in_order(event["cards"])
            else:
                self._tap(cards.locator(f'[data-card="{event["card"]}"]'))

    def _key_of_a_meld(self, event: Mapping[str, Any]) -> Locator | None:
        """Return the key that writes this meld with the card on offer: a new one, or one that the
        card extends."""
        ticked = self.page.locator("#cards input:checked").evaluate_all(
            "all => all.map(one => one.value)"
        )
        keys = self.page.locator("button[name=onto]:visible")
        for place, value in enumerate(keys.evaluate_all("all => all.map(one => one.value)")):
            if {*value.partition("@")[0].split(), *ticked} == {*event.get("cards", ())}:
                return keys.nth(place)
        return None

    def _taps_in_order(self, wanted: list[str]) -> None:
        """Tap the cards for the empty places; the last one of a row writes them."""
        lying = self.page.locator(".in-order .card")
        known = lying.evaluate_all("all => all.map(one => !one.classList.contains('back'))")
        for place, card in enumerate(wanted):
            if not (place < len(known) and known[place]):
                self._tap(self.page.locator(f'#cards [data-card="{card}"]'))
        whole = self.page.get_by_role("button", name="Write these cards")
        if whole.count():
            self._tap(whole)

    def _ticks(self, wanted: list[str]) -> None:
        keys = self.page.locator("#cards input[type=checkbox]")
        ticked = keys.evaluate_all("all => all.map(one => [one.value, one.checked])")
        for place, (card, is_checked) in enumerate(ticked):
            if is_checked != (card in wanted):
                keys.nth(place).locator("xpath=..").tap()
                self.taps += 1
        self._tap(self.page.locator("#cards .lay .main"))

    def _key_that_writes(self, event: Mapping[str, Any]) -> Locator | None:
        forms = self.page.locator("main form:has(input[name=event])")
        written = forms.evaluate_all(
            """all => all.map(form =>
                [...form.querySelectorAll("input[name=event]")].map(one => one.value))"""
        )
        for place, lines in enumerate(written):
            if list(map(json.loads, lines)) == [event]:
                return forms.nth(place).locator("button")
        return None

    def _key_that_begins(self, event: Mapping[str, Any]) -> Locator | None:
        """Return the key at the bottom that leads to most of this event."""
        found = []
        keys = self.page.locator(".dock .likely a")
        for place, address in enumerate(keys.evaluate_all("all => all.map(key => key.href)")):
            asks = dict(parse_qsl(urlsplit(address).query))
            if asks.pop("act", "") == event["type"] and all(
                str(event.get(name)) == value for name, value in asks.items()
            ):
                found.append((len(asks), keys.nth(place)))
        return max(found, key=lambda one: one[0])[1] if found else None

    def _cards_write(self, event: Mapping[str, Any]) -> bool:
        form = self.page.locator("#cards")
        if "card" not in event or not form.count():
            return False
        asked = form.locator("input[type=hidden]").evaluate_all(
            "all => Object.fromEntries(all.map(one => [one.name, one.value]))"
        )
        return {"type": asked["type"], "player": asked.get("player")} == {
            "type": event["type"],
            "player": event.get("player"),
        } and event.keys() <= {"type", "player", "card"}

    def _tap(self, key: Locator) -> None:
        """Tap a key that sends a request, and wait for the answer."""
        self.taps += 1
        if not self._script:
            with window_of(self.page).expect_navigation():
                key.tap()
        else:
            with window_of(self.page).expect_response(lambda answer: answer.status != 303):
                key.tap()
            self.page.locator("html:not(.busy)").wait_for()
        self.places |= set(self.page.evaluate(PLACES))
