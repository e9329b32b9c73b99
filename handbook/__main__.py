"""``python -m handbook``: update the reference pages, the client and the pictures."""

from __future__ import annotations

from handbook import cards, client, layers
from handbook.making import PAGES, filled
from tests.test_architecture import BESIDE, LAYERS


def main() -> None:
    """Update the generated parts of all pages, the client, and every picture that a page shows;
    remove the others."""
    for page in PAGES.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        current = filled(text)
        if current != text:
            page.write_text(current, encoding="utf-8", newline="\n")
    client.write()
    layers.PICTURE.write_text(layers.picture(LAYERS, BESIDE), encoding="utf-8")
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
