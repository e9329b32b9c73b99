"""As many evenings as are wanted, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from typing import Final

from referee.judging.corrections import Event
from referee.judging.registry import find
from referee.simulating.pen import with_a_slip, with_cards_unseen

PLAYED: Final[Mapping[str, str]] = {
    "desmoche": "desmoche",
    "conquien": "desmoche",
    "desmoche_app": "declared",
    "golf": "declared",
    "cambio_cabo": "declared",
    "gin_rummy": "declared",
    "dimes": "declared",
    "dam": "declared",
}
"""The games that are played here, each with the module that plays it."""

BY_ITS_RULES: Final = "declared"
"""The module that plays any game that is declared on the core."""

AN_EVENING: Final = 9
"""Hands of one evening: as many as a game of Golf has."""


def is_declared(game: str) -> bool:
    """Return whether a game is declared on the core, so that it can be played by its rules."""
    return isinstance(find(game).lay_table, partial)


def evenings(
    game: str, hands: int, seed: int, *, slips: float = 0, masks: float = 0
) -> Iterator[list[Event]]:
    """Evenings of so many hands together, as logs: this share of them with a slip in the record,
    and this share of all cards unseen. Without either they are lawful, and the same besides. Any
    game that is declared on the core can be played, one that is installed beside this project, too.

    >>> [sum(event["type"] == "hand" for event in log) for log in evenings("golf", 11, 1)]
    [9, 2]
    """
    play = import_module(f"referee.simulating.{PLAYED.get(game, BY_ITS_RULES)}").evening
    left = hands
    for number in count(1):
        if left <= 0:
            return
        log = play(game, Random(f"{seed}/{number}"), min(left, AN_EVENING))
        left -= sum(event["type"] == "hand" for event in log)
        pen = Random(f"{seed}/{number}/pen")
        if pen.random() < slips:
            log = with_a_slip(log, pen)
        yield list(with_cards_unseen(log, masks, pen)) if masks else log
