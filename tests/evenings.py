"""Evenings of the declared games for the tests, which the referee's own players play."""

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any, Final

from referee.core.hand import ABANDONED
from referee.judging.registry import find
from referee.simulating.declared import evening_of
from tests.partial.poverty import numbered, of, overwritten

Event = dict[str, Any]
Log = list[Event]

HIDDEN: Final = ("deal", "cambio", "draw", "beg", "look")
"""Lines with cards that only their player sees."""


@lru_cache(maxsize=256)
def evening(game: str, seed: object, hands: int) -> Log:
    """Return the log of a legal evening of at most so many hands, every seen card recorded, and no
    hand given up."""
    rng = Random(f"{game}/{seed}")
    while True:
        log = evening_of(find(game), rng, hands)
        if not any(event.get("why") == ABANDONED for event in log):
            return log


def seated(log: Log) -> list[str]:
    """Return the players who sit at the table after these lines."""
    seats = list(log[0]["players"])
    for event in log:
        if event["type"] == "join":
            seats.append(event["player"])
        elif event["type"] == "leave":
            seats.remove(event["player"])
    return seats


def house_of(log: Log) -> dict[str, str]:
    """Return the house rules of an evening."""
    return {**find(log[0]["game"]).house(), **log[0].get("house", {})}


def seen_in_part(
    log: Log, rng: Random, share: float, kinds: Iterable[str] = HIDDEN, left_out: Iterable[str] = ()
) -> Log:
    """Return the log with this share of the cards in lines of these kinds, and without most of the
    lines that may be left out."""
    kept = [event for event in log if event["type"] not in left_out or rng.random() < 0.2]
    return [event for _, event in overwritten(numbered(kept), rng, 1 - share, of(kinds))]
