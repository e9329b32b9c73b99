"""Lawful evenings of Desmoche and Conquién at tables of every kind, and what each comes to.

An independent model of the game, which knew all hands, played, wrote and counted them. ``whole``
evenings and single ``hand``s have every card; ``masked`` ones hide what a table does not see, and
``mended`` ones have corrections.
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
WHOLE, HANDS, MASKED, MENDED = (
    sorted(FOLDER.glob(f"{kind}-*.sheet")) for kind in ("whole", "hand", "masked", "mended")
)
EVERY: Final = [*WHOLE, *HANDS, *MASKED, *MENDED]

EXPECTED: Final[dict[str, Event]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
"""The expected report of each evening."""

read = cache(lambda path: tuple(read_log(path)))


def lawful(rng: Random, among: Sequence[Path] = EVERY) -> Log:
    """Return one of these evenings."""
    return [dict(event) for event in read(rng.choice(among))]
