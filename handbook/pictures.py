"""Takes the pictures of the README: ``python -m handbook.pictures``."""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.web.browser.phones import Served, chromium
from tests.web.visitors import laid, sample

HERE = Path(__file__).parents[1]
INTO = HERE / "docs" / "pictures"

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
        for name, lines in (
            ("friday", laid("in play")),
            ("golf", laid("points")),
            ("quarrel", sample("priority-quarrel")),
        ):
            here.tables.begin(lines, name)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (path, locale) in PICTURES.items():
            page = browser.new_page(locale=locale, viewport={"width": 360, "height": 740})
            page.goto(here.address + path)
            page.screenshot(path=INTO / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
