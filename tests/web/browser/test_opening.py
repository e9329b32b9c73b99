"""Opening a table on a phone: the chosen game, the players, and the last settings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.web.browser.phones import Phones, Served, wrong_for_some

pytestmark = pytest.mark.deep


def opens(page: Page, *players: str, dealer: str = "") -> None:
    """Type the players, mark the dealer, and open the table."""
    for place, player in enumerate(players):
        page.locator("[name=player]").nth(place).fill(player)
        if player == dealer:
            page.locator(".deals").nth(place).tap()
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url("**/pad")


def lines(served: Served) -> list[dict[str, Any]]:
    """Return the lines of the newest table."""
    return served.lines(served.tables.book.names()[-1])


@pytest.mark.parametrize("script", [True, False])
def test_the_game_that_is_chosen_is_the_game_that_opens(
    served: Served, phone: Phones, script: bool
) -> None:
    page = phone(script=script)
    page.goto(f"{served.address}/open")
    page.locator("#game").select_option("golf")
    opens(page, "Ana", "Beto", dealer="Ana")
    opening, hand = lines(served)
    assert opening["game"] == "golf"
    assert hand["dealer"] == "Ana"
    table = page.url.removesuffix("/pad")
    for address in (f"{table}/pad", table):
        page.goto(address)
        assert page.locator(".table-name").inner_text().startswith("Golf")
        assert page.title().startswith("Golf")
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{table}/pad")
    assert not page.locator(".table-name").is_visible(), "the screen is too low for a header"
    assert page.locator(".last-line").inner_text().startswith("Golf")


def test_another_game_asks_its_own_questions_and_keeps_what_was_typed(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(f"{served.address}/open")
    assert page.locator("#bet").count() == 1
    late: list[Route] = []
    page.route("**/open/game", lambda route: late.append(route))
    page.locator("#player0").fill("Ana")
    page.locator("#game").select_option("golf")
    page.locator("#player1").fill("Beto")
    page.locator(".deals").nth(1).tap()
    late.pop().continue_()
    page.locator("[name=of][value=golf]").wait_for(state="attached")
    assert page.locator("#bet").count() == 0
    assert page.url == f"{served.address}/open"
    assert wrong_for_some(page) == []
    opens(page)
    opening, hand = lines(served)
    assert opening["players"] == ["Ana", "Beto"]
    assert hand["dealer"] == "Beto"


def test_without_script_a_key_shows_the_questions_of_the_game(
    served: Served, phone: Phones
) -> None:
    page = phone(script=False)
    page.goto(f"{served.address}/open")
    page.locator("#player0").fill("Ana")
    page.locator("#game").select_option("golf")
    page.get_by_role("button", name="Show its questions").tap()
    page.wait_for_url("**/open/game")
    assert page.locator("#bet").count() == 0
    assert page.locator("#player0").input_value() == "Ana"
    page.goto(f"{served.address}/open/game")
    assert page.url == f"{served.address}/open"


@pytest.mark.parametrize("script", [True, False])
def test_what_was_played_last_is_offered_again(served: Served, phone: Phones, script: bool) -> None:
    page = phone(script=script)
    page.goto(f"{served.address}/open")
    page.locator("#bet").fill("5")
    page.locator("#unit").fill("lempiras")
    page.get_by_text("At once, aloud").tap()
    page.locator("summary").tap()
    page.locator('[name="house.knock"][value=free]').check()
    opens(page, "Ana", "Beto", dealer="Ana")
    first = lines(served)
    page.goto(f"{served.address}/open")
    assert "1 differs from the usual" in page.locator("summary").inner_text()
    opens(page)
    again = lines(served)
    assert len(served.tables.book.names()) == 2
    same = ("game", "players", "unit", "warnings", "house")
    assert [again[0][name] for name in same] == [first[0][name] for name in same]
    assert first[0]["house"] == {"knock": "free"}
    assert (first[1]["dealer"], again[1]["dealer"], again[1]["bet"]) == ("Ana", "Beto", 5)
    page.goto(f"{served.address}/open?game=golf")
    opens(page)
    assert lines(served)[0]["game"] == "golf"
    assert "house" not in lines(served)[0]
    page.goto(f"{served.address}/open?game=desmoche")
    assert page.locator("#bet").input_value() == "5"
    assert page.locator('[name="house.knock"][value=free]').is_checked()
    other = phone()
    other.goto(f"{served.address}/open")
    assert other.locator("#player0").input_value() == ""
