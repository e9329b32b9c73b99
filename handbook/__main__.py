"""Draws the pictures of the pages: ``python -m handbook``."""

from __future__ import annotations

from handbook import cards, rooms
from tests.test_architecture import BESIDE, FLOORS


def main() -> None:
    """Write every picture that a page shows, and remove the others."""
    rooms.PICTURE.write_text(rooms.picture(FLOORS, BESIDE), encoding="utf-8")
    cards.FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = cards.wanted()
    for name in wanted:
        path = cards.FOLDER / f"{name}.svg"
        path.write_text(cards.picture(name), encoding="utf-8")
    for path in cards.FOLDER.glob("*.svg"):
        if path.stem not in wanted:
            path.unlink()


if __name__ == "__main__":
    main()
