"""One evening, made partial, and judged beside the full one."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.simulating.many import with_a_slip
from tests.accepting import accepted
from tests.partial.evenings import EVENINGS
from tests.partial.poverty import Event, numbered, written
from tests.partial.promise import Broken, Compared


@dataclass(frozen=True, slots=True)
class Trial:
    """An evening and its partial record, with both reports and the unconfirmed claims."""

    rich: list[Event]
    poor: list[Event]
    numbers: list[int]
    said_of_rich: dict[str, Any]
    said_of_poor: dict[str, Any]
    promise: Compared

    @property
    def broken(self) -> list[Broken]:
        """Return the unconfirmed claims of the partial report."""
        return self.promise.said_too_much()


def trial(game: str, way: str, seed: int | str, faulty: bool = False) -> Trial | None:
    """Play an evening and make it partial; None if a line then refers to a missing one."""
    rich, said = _judged(game, seed, faulty)
    made = written(EVENINGS[game].ways[way](numbered(rich), Random(f"{way}/{seed}")))
    return None if made is None else compared(rich, *made, said)


@lru_cache(maxsize=64)
def _judged(game: str, seed: int | str, faulty: bool) -> tuple[list[Event], dict[str, Any]]:
    """Return an evening and its report: each is made poorer in many ways."""
    evenings, rng = EVENINGS[game], Random(f"partial/{game}/{seed}")
    if faulty and rng.random() < 0.5:
        rich = accepted(with_a_slip(evenings.lawful(rng), rng))
    else:
        rich = accepted((evenings.faulty if faulty else evenings.lawful)(rng))
    return rich, judge(rich)


def compared(
    rich: list[Event],
    poor: list[Event],
    numbers: list[int],
    said_of_rich: dict[str, Any] | None = None,
) -> Trial:
    """Compare a full record with a partial one; ``numbers`` has the full record's number of each
    partial line."""
    before, after = said_of_rich or judge(rich), judge(poor)
    book = find(before["game"])
    assert book is not None
    once = frozenset(rule.id for rule in book.rules if rule.once)
    return Trial(rich, poor, numbers, before, after, Compared(before, after, numbers, once))
