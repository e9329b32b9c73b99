"""The end of a hand's record: what can be said only when all of it is known."""

from __future__ import annotations

from dataclasses import dataclass

from referee.judging.kernel.acts import CLOSING
from referee.judging.kernel.results import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """A hand whose record is complete, as the rules about its end look at it."""

    seq: int
    result: Result
    type: str = CLOSING
