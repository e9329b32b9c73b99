"""The game in ``docs/plug-in`` as if it were installed, and evenings in files with their slips."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee import judge, read_log
from referee.judging.registry import find
from referee.judging.rulebook import Rulebook
from referee.wording.translations import catalogue
from tests.catalogues import said_of
from tests.plugged import plugged

FOLDER = Path(__file__).parents[2] / "docs" / "plug-in"

sys.path.append(str(FOLDER))

from high_card import HIGH_CARD  # noqa: E402 - it lies where no package of ours does


@contextmanager
def installed() -> Iterator[None]:
    """Install the example until the end of the block."""
    with plugged(HIGH_CARD, module="high_card"):
        assert find("high_card") is HIGH_CARD  # loaded, with its Spanish
        yield


def told(game: str) -> dict[str, list[str]]:
    """Return the lines of every evening of a game's file by its title."""
    text = Path(__file__).with_name(f"{game}.txt").read_text("utf-8")
    return {title: lines for title, *lines in map(str.splitlines, text.split("\n== ")[1:])}


def is_found(opening: str, lines: list[str]) -> None:
    """Compare what is found with the lines that begin with "="."""
    sheet = [line for line in lines if line and line[0] != "="]
    house = " ".join(line for line in sheet if line.startswith("house "))
    play = [line for line in sheet if line not in (house, "")]
    log = list(read_log("\n".join([opening.replace(" lang=en", f" lang=en {house}"), *play, ""])))
    found = [f"{one['event']} {one['rule']} {one['player']}" for one in judge(log)["findings"]]
    assert found == [line[2:] for line in lines if line.startswith("= ")]


def untranslated(book: Rulebook) -> list[str]:
    """Return the texts of a game that have no Spanish."""
    said = [text for _, text in said_of(book)]
    said += [text for form in book.events.values() for text in (form.plain, form.key, form.what)]
    texts = {text if isinstance(text, str) else text[0] for text in said}
    return [text for text in sorted(texts) if text and catalogue("es").gettext(text) == text]
