"""The score grid on a phone: few taps beside the numbers, and every key on the screen."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Frame, Page

from referee.judging.corrections import without_line
from tests.web.browser.phones import Phones, Served, hidden, wider_than_the_screen
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


def opens(served: Served, game: str, players: list[str]) -> str:
    """Open a table that writes points; return the address of its page."""
    opening = {"type": "game", "game": game, "players": players, "x_detail": "points"}
    served.tables.begin([opening, {"type": "hand", "dealer": players[-1]}], "friday")
    return f"{served.address}/tables/friday/pad"


class Thumb:
    """A user who fills in the grid, and counts the taps that are no digits."""

    def __init__(self, page: Page | Frame) -> None:
        self.page = page
        self.taps = 0

    def types(self, points: int) -> None:
        """Type the points of the player whose turn it is, and go on."""
        for digit in str(points):
            self.page.locator(f".digits [data-digit='{digit}']").tap()
        self.page.locator(".digits .next").tap()
        self.taps += 1

    def writes(self, points: tuple[int, ...], out: str) -> None:
        """Write a whole row, and wait for the answer."""
        with window_of(self.page).expect_response(lambda answer: answer.request.method == "POST"):
            self.page.locator(f".pick:has([value='{out}'])").tap()
            self.taps += 1
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
    scores = [without_line(one) for one in served.lines() if one["type"] == "score"]
    assert [list(one["points"].values()) for one in scores] == list(map(list, ROUNDS[game]))
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
        served.tables.find("friday").game.write(events[not hole :])
    page = phone(width=width, height=height)
    page.goto(address)
    keys = page.locator("#row button:visible, #row .pick, #row input[inputmode], .pad-bar > *")
    assert keys.count() >= 12 + 2 * len(players)
    assert hidden(keys) == []
    assert hidden(page.locator(".score-grid tbody tr").last) == []
    assert wider_than_the_screen(page) <= 0
