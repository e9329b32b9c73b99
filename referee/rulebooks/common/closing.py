"""What a hand came to where points are counted, and its look back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from referee.judging.account import Paid
from referee.judging.kernel.closing import Closing
from referee.judging.kernel.results import Result


@dataclass(slots=True, kw_only=True)
class Score(Result):
    """What a hand came to: points for each player (None where the record leaves them open), and
    money where the game has any.

    ``counted`` are the points as the cards give them, whatever was written down.
    """

    scores: Mapping[str, int | None]
    counted: Mapping[str, int | None] = field(default_factory=dict)


@dataclass(slots=True, eq=False, kw_only=True)
class PointsClosing(Closing[Score]):
    """The look back at a hand of points: ``before`` is what everybody had before it, as far as it
    is known, ``carried`` what follows as that from what was written down, and ``paid`` gives the
    account before and after the hand."""

    before: Mapping[str, int | None]
    carried: Mapping[str, int | None]
    paid: Callable[[], Paid]
