"""One evening, made poorer, judged beside the richer one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from referee.judging.registry import find
from referee.judging.replay import judge
from tests.accepting import accept_event
from tests.partial.evenings import EVENINGS
from tests.partial.poverty import Event, numbered, written
from tests.partial.promise import Broken, Compared


@dataclass(frozen=True, slots=True)
class Trial:
    """An evening and its poorer record, with both reports and what they say too much."""

    rich: list[Event]
    poor: list[Event]
    numbers: list[int]
    said_of_rich: dict[str, Any]
    said_of_poor: dict[str, Any]
    promise: Compared

    @property
    def broken(self) -> list[Broken]:
        """Return what the poorer report says too much."""
        return self.promise.said_too_much()


def accepted(log: list[Event]) -> list[Event]:
    """The log as it is read: without lines of other programs."""
    return [event for event in map(accept_event, log) if event is not None]


def trial(game: str, way: str, seed: int | str, faulty: bool = False) -> Trial | None:
    """Play an evening and make it poorer; None where that leaves a line that refers to nothing."""
    rng = Random(f"partial/{game}/{seed}")
    evenings = EVENINGS[game]
    rich = accepted((evenings.faulty if faulty else evenings.lawful)(rng))
    made = written(evenings.ways[way](numbered(rich), Random(f"{way}/{seed}")))
    if made is None:
        return None
    return compared(rich, *made)


def compared(rich: list[Event], poor: list[Event], numbers: list[int]) -> Trial:
    """A record beside a poorer one, of whose lines ``numbers`` has the numbers in the richer."""
    before, after = judge(rich), judge(poor)
    book = find(before["game"])
    assert book is not None
    once = frozenset(rule.id for rule in book.rules if rule.once)
    return Trial(rich, poor, numbers, before, after, Compared(before, after, numbers, once))
