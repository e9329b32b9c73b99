"""Lawful evenings of every game at tables of every kind, and what each comes to, in
``lawful/expected.json``.

Those of Desmoche and Conquién were played, written and counted by an independent model, which knew
all hands: ``whole`` evenings and a single ``hand`` have every card, ``masked`` ones hide what a
table does not see, and ``mended`` ones have corrections. Those of other games were played by the
referee's own players and counted apart, from the cards and the page of the game; in some of them
cards are unseen, or lines left out.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from referee_schemas.reading import read_log

from tests.evenings import Event, Log

FOLDER: Final = Path(__file__).with_name("lawful")


def of(*kinds: str) -> list[Path]:
    return sorted(path for kind in kinds for path in FOLDER.glob(f"{kind}-*.sheet"))


EVERY: Final = of("*")
WHOLE, HANDS, MENDED = of("whole"), of("hand"), of("mended")
AS_WRITTEN: Final = of("whole", "hand", "masked")
OF_DESMOCHE: Final = [*AS_WRITTEN, *MENDED]

EXPECTED: Final[dict[str, Event]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
"""A part of the report on each evening."""

read = cache(lambda path: tuple(read_log(path)))


def lawful(rng: Random, among: Sequence[Path] = OF_DESMOCHE) -> Log:
    """Return one of these evenings."""
    return [dict(event) for event in read(rng.choice(among))]
