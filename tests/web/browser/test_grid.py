"""The score grid on a phone: few taps beside the numbers, on every phone, also offline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Frame, Page

from referee.judging.corrections import without_line
from tests.web.browser.phones import Phones, Served, hidden, is_in_sight, wider_than_the_screen
from tests.web.browser.thumbs import window_of

pytestmark = pytest.mark.deep

PLAYERS = ["Ana", "Beto", "Carla", "Mayra"]
LONG = [
    "Guillermina",
    "Maximiliano José",
    "Ana",
    "Don Francisco",
    "Wenceslaosalvadorguillermoantonio",
    "Beto",
]

MOST_TAPS = 5
"""The most taps in a round, beside the numbers."""

ROUNDS: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "golf": ((12, 4, 20, 8),) * 9,
    "dam": ((25, 0, 40, 15),) * 2,
    "dimes": ((60, 0, 30, 90),) * 2,
}
"""Points as each game gives them: all rounds of one, and two of the others."""


def opens(
    served: Served, game: str, players: list[str], detail: str = "points", **hand: Any
) -> str:
    """A table that writes points, or who has won; gives the address of its page."""
    opening = {"type": "game", "game": game, "players": players, "x_detail": detail}
    begun = [{"type": "hand", "dealer": players[-1], **hand}] if hand or detail == "points" else []
    served.tables.begin([opening, *begun], "friday")
    return f"{served.address}/tables/friday/pad"


def scores(served: Served) -> list[dict[str, Any]]:
    """Return the scores in the book."""
    return [without_line(one) for one in served.lines() if one["type"] == "score"]


class Thumb:
    """A user who fills in the grid, and counts the taps that are no digits."""

    def __init__(self, page: Page | Frame) -> None:
        self.page = page
        self.taps = 0

    def out(self, player: str) -> None:
        """Mark the player who ended the hand."""
        self.page.locator(f".pick:has([value='{player}'])").tap()
        self.taps += 1

    def types(self, points: int) -> None:
        """Type the points of the player whose turn it is, and go on."""
        for digit in str(points):
            self.page.locator(f".digits [data-digit='{digit}']").tap()
        self.page.locator(".digits .next").tap()
        self.taps += 1

    def writes(self, points: tuple[int, ...], out: str) -> None:
        """Write a whole row, and wait for the answer."""
        with window_of(self.page).expect_response(lambda answer: answer.request.method == "POST"):
            self.out(out)
            for name, count in zip(PLAYERS, points, strict=True):
                if self.page.locator(f"[name='points:{name}']").input_value() == "":
                    self.types(count)
        self.page.locator("html:not(.busy)").wait_for()


@pytest.mark.parametrize("game", ROUNDS)
def test_a_whole_evening_takes_five_taps_a_round_beside_the_numbers(
    served: Served, phone: Phones, game: str
) -> None:
    page = phone()
    page.goto(opens(served, game, PLAYERS))
    for number, points in enumerate(ROUNDS[game], 1):
        thumb = Thumb(page)
        least = min(points)
        thumb.writes(points, PLAYERS[points.index(least)])
        assert thumb.taps <= MOST_TAPS, f"round {number}"
    assert [list(one["points"].values()) for one in scores(served)] == list(map(list, ROUNDS[game]))
    assert page.locator("h2", has_text="Beto has won the game.").count() == (game == "golf")
    assert page.locator(".finding:visible").count() == 0


@pytest.mark.parametrize(
    ("players", "width", "height"), [(PLAYERS, 360, 740), (LONG, 320, 568), (LONG, 740, 360)]
)
def test_every_key_is_on_the_screen_and_the_newest_row_above_it(
    served: Served, phone: Phones, players: list[str], width: int, height: int
) -> None:
    address = opens(served, "golf", players)
    for hole in range(8):
        events: list[dict[str, Any]] = [
            {"type": "hand", "dealer": players[hole % len(players)]},
            {"type": "score", "points": dict.fromkeys(players, 20)},
        ]
        served.tables.find("friday").write(events[not hole :])
    page = phone(width=width, height=height)
    page.goto(address)
    keys = page.locator("#row button:visible, #row .pick, #row input[inputmode], .pad-bar > *")
    assert keys.count() >= 12 + 2 * len(players)
    assert hidden(keys) == []
    assert is_in_sight(page.locator(".score-grid tbody tr").last)
    assert wider_than_the_screen(page) <= 0


def test_rows_without_network_are_sent_in_order_each_once(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(opens(served, "golf", PLAYERS))
    page.context.set_offline(True)
    for place, points in enumerate(((12, 4, 20, 8), (1, 2, 3, 5))):
        thumb = Thumb(page)
        for count in points:
            thumb.types(count)
        page.locator(f"[data-outbox] li >> nth={place}").wait_for()
        assert page.locator("#points-1").input_value() == ""
    assert "Ana 12, Beto 4, Carla 20, Mayra 8" in page.locator("[data-outbox]").inner_text()
    assert scores(served) == []
    page.context.set_offline(False)
    page.locator(".score-grid tbody tr >> nth=1").wait_for()
    assert [list(one["points"].values()) for one in scores(served)] == [
        [12, 4, 20, 8],
        [1, 2, 3, 5],
    ]
    assert page.locator("[data-outbox]:visible").count() == 0


def test_a_number_is_put_right_and_a_hand_counted_for_the_grid(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(opens(served, "golf", PLAYERS))
    Thumb(page).writes((12, 4, 20, 8), "Beto")
    page.locator(".score-grid a").tap()
    page.locator(".score-grid .chosen").wait_for()
    page.locator("#points-3").tap()
    for key in ("", "", "9"):
        page.locator(f".digits [data-digit='{key}']").tap()
    page.locator("button[form=row]").tap()
    page.locator(".score-grid td >> nth=2").get_by_text("9").first.wait_for()
    assert served.lines()[-1]["with"]["points"] == {"Ana": 12, "Beto": 4, "Carla": 9, "Mayra": 8}
    page.goto(f"{served.address}/tables/friday/pad")
    Thumb(page).types(12)
    page.get_by_role("link", name="Count the cards").tap()
    for card in ("7h", "2c", "Kd", "Js"):
        page.locator(f"[data-card='{card}']").tap()
        page.locator(".held .cards, .counting .card", has_text=card[0]).first.wait_for()
    page.get_by_role("link", name="Write it").tap()
    page.locator(".digits .next").wait_for()
    fields = page.locator("#row input[inputmode]").all()
    assert [field.input_value() for field in fields] == ["12", "19", "", ""]


def test_the_first_number_of_a_new_evening_takes_five_taps_beside_names_and_digits(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(f"{served.address}/open?game=golf")
    page.locator("[name=player]").first.tap()
    page.keyboard.type("Ana")
    page.locator("[name=player]").nth(1).tap()
    page.keyboard.type("Beto")
    page.locator("[name=detail][value=points]").tap()
    with page.expect_navigation():
        page.locator("#opening button:not([formaction])").last.tap()
    Thumb(page).types(12)
    assert page.locator("[name='points:Ana']").input_value() == "12"


def wins(page: Page, player: str) -> None:
    """Tap the winner of a hand, and wait for the answer."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(f"button[name=winner][value='{player}']").tap()
    page.locator("html:not(.busy)").wait_for()


def test_a_tap_says_who_has_won_and_the_money_adds_up(served: Served, phone: Phones) -> None:
    page = phone(width=320, height=568)
    page.goto(opens(served, "desmoche", PLAYERS[:3], "winner"))
    page.locator("#bet").fill("5")
    for winner in ("Beto", "Ana", ""):
        wins(page, winner)
    told = list(map(without_line, served.lines()))
    assert [one["winner"] for one in told if one["type"] == "result"] == ["Beto", "Ana", None]
    hands = [(one["dealer"], one["bet"]) for one in told if one["type"] == "hand"]
    assert hands == [("Carla", 5), ("Ana", 5), ("Beto", 5)]
    rows = page.locator(".score-grid tbody tr")
    assert rows.count() == 3
    assert rows.nth(1).locator("td").all_inner_texts() == ["+10\n+5", "-5\n+5", "-5\n-10"]
    assert "for 30" in page.locator(".round").inner_text()  # nobody has won the pot of 15
    assert page.locator(".finding:visible").count() == 0
    assert wider_than_the_screen(page) <= 0
    page.locator(".score-grid a").first.tap()
    page.locator(".score-grid .chosen").wait_for()
    wins(page, "Ana")
    page.locator(".score-grid td >> nth=0").get_by_text("+10").first.wait_for()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (740, 360)])
def test_the_winners_fit_every_phone(
    served: Served, phone: Phones, width: int, height: int
) -> None:
    page = phone(width=width, height=height)
    page.goto(opens(served, "desmoche", LONG[1:5], "winner", bet=5))
    wins(page, LONG[1])
    assert wider_than_the_screen(page) <= 0
