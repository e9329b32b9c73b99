"""Simulates any number of evenings."""

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
"""The simulated games, each with its module."""

BY_ITS_RULES: Final = "declared"  # the module that plays any declared game
AN_EVENING: Final = 9  # the number of hands in one evening: those of a game of Golf


def is_declared(game: str) -> bool:
    """Return whether a game is declared on the core, and so can be played by its rules."""
    return isinstance(find(game).lay_table, partial)


def evenings(
    game: str, hands: int, seed: int, *, slips: float = 0, masks: float = 0
) -> Iterator[list[Event]]:
    """Yield logs with ``hands`` hands in total; ``slips`` is the share of logs with a slip in the
    record, ``masks`` the share of unseen cards. Without them the same evenings are legal and
    complete. Any declared game can be played, including plug-ins.

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
