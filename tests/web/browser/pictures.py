"""Takes the pictures of the README: ``python -m tests.web.browser.pictures``."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from tests.web.browser.phones import Served, chromium
from tests.web.visitors import sample

HERE = Path(__file__).parents[3]
INTO = HERE / "docs" / "pictures"

IN_PLAY = """
desmoche
players Ana, Beto, Carla, Mayra*
hand bet 5
deal
cambio Ana xx, Beto xx, Carla xx, Mayra xx
Ana +7h =7h8h9h -Kc Beto.
Beto 7c Ana =7c7d7s -2h
Carla 5s
"""

PLAYERS = ["Ana", "Beto", "Carla", "Mayra"]
HOLES = [(6, 20, 4, 10), (5, 17, 16, 17), (22, 14, 8, 5)]
POINTS: list[dict[str, Any]] = [
    {"type": "game", "game": "golf", "players": PLAYERS, "x_detail": "points"},
    *(
        event
        for dealer, points in zip(PLAYERS, HOLES, strict=False)
        for event in (
            {"type": "hand", "dealer": dealer},
            {"type": "score", "points": dict(zip(PLAYERS, points, strict=True))},
        )
    ),
]

PICTURES = {
    "pad": ("/tables/friday/pad", "es-NI"),
    "points": ("/tables/golf/pad", "en"),
    "table": ("/tables/friday", "es-NI"),
    "replay": ("/tables/quarrel/replay/39", "en"),
    "report": ("/tables/quarrel/report", "en"),
    "dispute": ("/tables/quarrel/dispute?event=39", "en"),
}
"""The page and the language of each picture, by name."""


def main() -> None:
    """Serve a table in play and a quarrel, and take the pictures."""
    INTO.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        Served(Path(folder) / "book.db").serving() as here,
        sync_playwright() as playwright,
    ):
        here.lay(IN_PLAY)
        here.tables.begin(POINTS, "golf")
        here.tables.begin(sample("priority-quarrel"), "quarrel")
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (path, locale) in PICTURES.items():
            page = browser.new_page(locale=locale, viewport={"width": 360, "height": 740})
            page.goto(here.address + path)
            page.screenshot(path=INTO / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
