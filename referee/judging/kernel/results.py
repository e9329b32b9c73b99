"""What a hand came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.judging.findings import Undecided


@dataclass(frozen=True, slots=True)
class Result:
    """What a hand came to: points for each player (None where the record leaves them open), money
    won or lost, the pot that was played for and what of it stays, and the open questions.

    ``counted`` are the points as the cards give them, whatever was written down.
    """

    scores: Mapping[str, int | None]
    counted: Mapping[str, int | None] = field(default_factory=dict)
    net: Mapping[str, int] = field(default_factory=dict)
    pot: int = 0
    carried: int = 0
    questions: tuple[Undecided, ...] = ()
