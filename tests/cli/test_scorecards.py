"""The scorecards of every game, in a wide and in a narrow terminal.

``python -m tests.cli.test_scorecards`` rewrites the expected files; check the changes before you
commit them.
"""

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pexpect
import pytest
from referee_schemas.reading import read_log

from referee.judging.registry import games
from tests.cli.running import COMMAND, referee
from tests.depth import only_deep

SAMPLES = Path(__file__).parents[2] / "sample_games"
GOLDEN = Path(__file__).parent / "golden"

ONE_OF_EACH = (
    "carried-to-triple", "conquien", "app-clean-evening", "golf-clean-game", "golf-cambio-cabo",
    "gin-clean-game", "dimes-eleven-rounds", "dam-ten-hands",
)  # fmt: skip
WIDTHS = (40, 80)

CARD = re.compile(r"^(Points|Money|Hands won)")
BEHIND = re.compile(r"^(What was paid|Still owed|==)")
STYLES = re.compile("\x1b\\[[0-9;]*m")

ODD_NAMES = ["אברהם בן־דוד", "王小明", "María del Carmen Espinoza Gutiérrez", "محمد"]


def odd_evening(folder: Path) -> Path:
    """Return two hands of players whose names are long, wide, or written from right to left."""
    one, other, *_ = ODD_NAMES
    shown = [f"{rank}h" for rank in "23456789T"]
    lines = [
        {"type": "game", "game": "desmoche", "players": ODD_NAMES, "title": "Names"},
        {"type": "hand", "dealer": one, "bet": 1_000_000},
        {"type": "deal", "hands": {}},
        {"type": "declare", "player": other, "win": "color", "cards": shown},
        {"type": "hand", "dealer": other, "bet": 1_000_000},
        {"type": "end", "why": "abandoned"},
    ]
    log = folder / "names.jsonl"
    log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return log


def logs(folder: Path) -> list[Path]:
    """Return the evenings with an expected scorecard."""
    return [*(SAMPLES / f"{name}.jsonl" for name in ONE_OF_EACH), odd_evening(folder)]


def cards_in(text: str) -> Iterator[str]:
    """Yield the lines of the scorecards in the output of the command, with the name of each log."""
    inside = False
    for line in text.splitlines():
        if line.startswith("== "):
            yield line
        inside = bool(CARD.match(line)) or (inside and not BEHIND.match(line))
        if inside:
            yield line.rstrip()


def piped(logs: list[Path], width: int) -> str:
    """Return the scorecards in the output of the command into a pipe of this width."""
    told = referee("check", *logs, COLUMNS=str(width)).stdout.decode()
    return "\n".join(cards_in(told)) + "\n"


def on_a_terminal(folder: Path, width: int) -> str:
    """Return the output of the command on a terminal of this width, without colours."""
    command = shlex.join([*COMMAND, "check", *map(str, logs(folder))])
    there = {"COLUMNS": str(width), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    told = pexpect.run(command, timeout=None, env=os.environ | there)
    plain = STYLES.sub("", told.decode()).replace("\r\n", "\n")
    return "\n".join(cards_in(plain)) + "\n"


def golden(width: int) -> Path:
    return GOLDEN / f"scorecards.{width}.txt"


def test_every_game_has_its_card_here() -> None:
    kept = {next(iter(read_log(SAMPLES / f"{name}.jsonl")))["game"] for name in ONE_OF_EACH}
    assert kept == {book.name for book in games()}


@pytest.mark.parametrize("width", WIDTHS)
def test_the_cards_are_as_they_were_read(tmp_path: Path, width: int) -> None:
    assert piped(logs(tmp_path), width) == golden(width).read_text("utf-8")


@pytest.mark.parametrize("width", [WIDTHS[0], only_deep(WIDTHS[1])])
def test_a_terminal_shows_what_a_pipe_gets(tmp_path: Path, width: int) -> None:
    assert on_a_terminal(tmp_path, width) == golden(width).read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for each in WIDTHS:
            golden(each).write_text(piped(logs(Path(folder)), each), encoding="utf-8")
