"""The grid of a table that writes who has won: one tap a hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from referee.judging.corrections import without_line
from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some
from tests.web.browser.test_grid import LONG

PLAYERS = ["Ana", "Beto", "Carla"]


def opens(served: Served, game: str, players: list[str], **hand: Any) -> str:
    """A table that writes who has won; gives the address of its page."""
    opening = {"type": "game", "game": game, "players": players, "x_detail": "winner"}
    first = [{"type": "hand", "dealer": players[-1], **hand}] if hand else []
    served.tables.begin([opening, *first], "friday")
    return f"{served.address}/tables/friday/pad"


def wins(page: Page, player: str) -> None:
    """Tap the winner of a hand, and wait for what the page answers."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(f"button[name=winner][value='{player}']").tap()
    page.locator("html:not(.busy)").wait_for()


def results(served: Served) -> list[Any]:
    return [one["winner"] for one in map(without_line, served.lines()) if one["type"] == "result"]


def test_a_tap_says_who_has_won_and_the_money_adds_up(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(opens(served, "desmoche", PLAYERS, bet=5))
    for winner in ("Beto", "Ana", ""):
        wins(page, winner)
    assert results(served) == ["Beto", "Ana", None]
    rows = page.locator(".score-grid tbody tr")
    assert rows.count() == 3
    assert rows.nth(1).locator("td").all_inner_texts() == ["+10\n+5", "-5\n+5", "-5\n-10"]
    assert "for 30" in page.locator(".round").inner_text()  # nobody has won the pot of 15
    assert page.locator(".finding:visible").count() == 0


@pytest.mark.deep
def test_a_wrong_winner_is_put_right_in_its_row(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(opens(served, "desmoche_app", ["Ana", "Beto"]))
    wins(page, "Ana")
    page.locator(".score-grid a").first.tap()
    page.locator(".score-grid .chosen").wait_for()
    wins(page, "Beto")
    page.locator(".score-grid td >> nth=1").get_by_text("1").first.wait_for()


@pytest.mark.deep
def test_the_first_hand_asks_for_the_bet(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(opens(served, "desmoche", PLAYERS))
    page.locator("#bet").fill("5")
    wins(page, "Carla")
    wins(page, "Carla")
    hands = [one for one in map(without_line, served.lines()) if one["type"] == "hand"]
    assert [(one["dealer"], one["bet"]) for one in hands] == [("Carla", 5), ("Ana", 5)]


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), only_deep(320, 568), only_deep(740, 360)]
)
@pytest.mark.parametrize("players", [PLAYERS, only_deep(LONG[1:5])])
def test_the_winners_fit_every_phone(
    served: Served, phone: Phones, players: list[str], width: int, height: int
) -> None:
    page = phone(width=width, height=height)
    page.goto(opens(served, "desmoche", players, bet=5))
    wins(page, players[0])
    assert not wider_than_the_screen(page)
    assert wrong_for_some(page) == []
