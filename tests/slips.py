"""Evenings with one slip each, in ``one_slip``, and what must be found.

Those of Desmoche are named after the broken rule; an independent model of the game, which knew all
hands, wrote them. Slips that every game with turns can have were put into lawful evenings of each:
``mends.json`` has the finding, and the line that puts it right.
"""

import json
from pathlib import Path
from typing import Final

from tests.evenings import Event

FOLDER: Final = Path(__file__).with_name("one_slip")

RECORDED: Final = sorted(FOLDER.glob("*.jsonl"))
OF_EVERY_GAME: Final = sorted(FOLDER.glob("*.sheet"))
MENDS: Final[dict[str, Event]] = json.loads((FOLDER / "mends.json").read_text("utf-8"))

ONE_PACK: Final = ("golf", "cambio_cabo", "gin_rummy", "desmoche_app")
"""Games in which every card is there once."""
