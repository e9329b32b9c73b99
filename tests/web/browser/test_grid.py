"""The score grid under one thumb: few taps beside the numbers, on every phone, without network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Frame, Page

from referee.judging.corrections import without_line
from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some
from tests.web.browser.scribes import window_of
from tests.web.browser.test_small_screens import is_in_sight

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
"""In a round, beside the numbers."""

ROUNDS: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "golf": ((12, 4, 20, 8),) * 9,
    "dam": ((25, 0, 40, 15),) * 10,
    "dimes": ((60, 0, 30, 90),) * 11,
}
"""Points as each game gives them, in its own rounds."""


def opens(served: Served, game: str, players: list[str]) -> str:
    """A table that writes points; gives the address of its page."""
    opening = {"type": "game", "game": game, "players": players, "x_detail": "points"}
    served.tables.begin([opening, {"type": "hand", "dealer": players[-1]}], "friday")
    return f"{served.address}/tables/friday/pad"


def scores(served: Served) -> list[dict[str, Any]]:
    """The scores that lie in the book."""
    return [without_line(one) for one in served.lines() if one["type"] == "score"]


class Thumb:
    """Fills in the grid, and counts its taps that are no digits."""

    def __init__(self, page: Page | Frame) -> None:
        self.page = page
        self.taps = 0

    def out(self, player: str) -> None:
        """Say who ended the hand."""
        self.page.locator(f".pick:has([value='{player}'])").tap()
        self.taps += 1

    def types(self, points: int) -> None:
        """Type the points of the player whose turn it is, and go on."""
        for digit in str(points):
            self.page.locator(f".digits [data-digit='{digit}']").tap()
        self.page.locator(".digits .next").tap()
        self.taps += 1

    def writes(self, points: tuple[int, ...], out: str) -> None:
        """Write a whole row, and wait for what the page answers."""
        with window_of(self.page).expect_response(lambda answer: answer.request.method == "POST"):
            self.out(out)
            for name, count in zip(PLAYERS, points, strict=True):
                if self.page.locator(f"[name='points:{name}']").input_value() == "":
                    self.types(count)
        self.page.locator("html:not(.busy)").wait_for()


@pytest.mark.deep
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
    assert page.locator("h2", has_text="Beto has won the game.").is_visible()
    assert page.locator(".finding:visible").count() == 0


@pytest.mark.deep
@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), only_deep(320, 568), only_deep(740, 360)]
)
@pytest.mark.parametrize("players", [PLAYERS, only_deep(LONG)])
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
    assert [key.inner_text() for key in keys.all() if not is_in_sight(key)] == []
    assert is_in_sight(page.locator(".score-grid tbody tr").last)
    assert wider_than_the_screen(page) <= 0


@pytest.mark.deep
@pytest.mark.parametrize("scheme", ["light", only_deep("dark")])
@pytest.mark.parametrize("locale", ["es-NI", only_deep("en")])
def test_nothing_on_the_grid_is_wrong_for_some(
    served: Served, phone: Phones, locale: str, scheme: Any
) -> None:
    address = opens(served, "golf", PLAYERS)
    score = {"type": "score", "points": {"Ana": 99, "Beto": 3}, "out": "Beto"}
    served.tables.find("friday").write([score])
    page = phone(locale)
    page.emulate_media(color_scheme=scheme)
    for query in ("", "?row=1"):
        page.goto(address + query)
        assert wrong_for_some(page) == []


@pytest.mark.deep
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


@pytest.mark.deep
def test_a_number_that_was_typed_wrongly_is_put_right(served: Served, phone: Phones) -> None:
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


@pytest.mark.deep
def test_a_hand_is_counted_for_the_grid(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(opens(served, "golf", PLAYERS))
    Thumb(page).types(12)
    page.get_by_role("link", name="Count the cards").tap()
    for card in ("7h", "2c", "Kd", "Js"):
        page.locator(f"[data-card='{card}']").tap()
        page.locator(".held .cards, .counting .card", has_text=card[0]).first.wait_for()
    page.get_by_role("link", name="Write it").tap()
    page.locator(".digits .next").wait_for()
    fields = page.locator("#row input[inputmode]").all()
    assert [field.input_value() for field in fields] == ["12", "19", "", ""]


@pytest.mark.deep
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
