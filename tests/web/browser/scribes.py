"""A scribe with one thumb: taps keys on the pad as the scribe's language calls them, and counts."""

from __future__ import annotations

from playwright.sync_api import Frame, Locator, Page

from referee.judging.registry import find
from referee.web.labels import field_label, label
from referee.wording.language import _, speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue, nearest


def window_of(page: Page | Frame) -> Page:
    """Return the page in which the pages are shown, if they are in a frame of it."""
    return page.page if isinstance(page, Frame) else page


class Scribe:
    """A scribe who writes a game down on a phone."""

    def __init__(
        self, page: Page | Frame, locale: str, *, script: bool, game: str = "desmoche"
    ) -> None:
        self.page = page
        self._rulebook = find(game)
        self.taps = 0
        self._words = catalogue(nearest(locale.replace("-", "_")))
        self._script = script

    def opens(self, address: str) -> None:
        """Open the pad of a table."""
        self.page.goto(f"{address}/pad")

    def key(self, text: str) -> None:
        """Tap the key with this text, given in English."""
        with speaking(self._words):
            self._go(self._named(_(text)))

    def act(self, act: str, player: str | None = None, card: str | None = None) -> None:
        """Tap the key of this act of a player; it names the card where that is known."""
        with speaking(self._words):
            said = label(self._rulebook, act, player)
            self._go(self._named(f"{said}: {symbols(card)}" if card else said))

    def position(self, number: int) -> None:
        """Tap the key of a position at which a card lies."""
        with speaking(self._words):
            self._go(self.page.locator(".likely a", has_text=f"{field_label('position')} {number}"))

    def card(self, name: str) -> None:
        """Tap a card, which writes it."""
        self._go(self.page.locator(f'button[data-card="{name}"]'))

    def undo(self) -> None:
        """Take back what was written last."""
        self._go(self.page.locator("button[name=undo]"))

    def uses(self, player: str, *held: str, pays: str | None) -> None:
        """The player uses the card on offer with these two from their hand, and pays."""
        self.act("meld", player)
        [key] = [
            key
            for key in self.page.locator(".three").all()
            if set(held) < set((key.get_attribute("value") or "").split())
        ]
        self._go(key)
        if pays is not None:
            self.card(pays)

    def extends(self, player: str, meld: str, *, pays: str | None) -> None:
        """The player lays the card on offer onto their meld, which has this card."""
        self.act("meld", player)
        self._go(self.page.locator(f'button[name=onto]:has-text("{meld}")'))
        if pays is not None:
            self.card(pays)

    def _named(self, text: str) -> Locator:
        button = self.page.get_by_role("button", name=text, exact=True)
        return button.or_(self.page.get_by_role("link", name=text, exact=True))

    def _go(self, key: Locator) -> None:
        """Tap a key that asks the server, and wait for what it answers."""
        self.taps += 1
        if not self._script:
            with window_of(self.page).expect_navigation():
                key.tap()
            return
        with window_of(self.page).expect_response(lambda answer: answer.status != 303):
            key.tap()
        self.page.locator("html:not(.busy)").wait_for()
