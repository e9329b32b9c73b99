"""The end of a hand's record: what can be said only when all of it is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from referee.judging.kernel.acts import CLOSING
from referee.judging.kernel.hands import Hand
from referee.judging.kernel.results import Result

R = TypeVar("R", bound=Result)


@dataclass(slots=True, eq=False, kw_only=True)
class Closing(Generic[R]):
    """A hand whose record is complete, as the rules about its end look at it."""

    hand: Hand[Any]
    result: R
    type: str = CLOSING

    @property
    def seq(self) -> int:
        """The number of the last event, by which the record is complete."""
        return self.hand.last_event
