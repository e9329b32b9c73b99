"""The end of a hand's record: what can be said only when all of it is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.judging.kernel.acts import CLOSING
from referee.judging.kernel.results import Result


@dataclass(frozen=True, slots=True)
class Closing:
    """A hand whose record is complete, as the rules about its end look at it.

    ``before`` is what everybody had before this hand, as far as it is known, ``carried`` what
    follows as that from what was written down.
    """

    seq: int
    result: Result
    before: Mapping[str, int | None]
    carried: Mapping[str, int | None]
    type: str = CLOSING
