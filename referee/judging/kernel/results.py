"""What a hand came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.judging.findings import Undecided


@dataclass(slots=True, kw_only=True)
class Result:
    """What a hand came to: money won or lost by each player, the pot that was played for and what
    of it stays, and the open questions."""

    net: Mapping[str, int] = field(default_factory=dict)
    pot: int = 0
    carried: int = 0
    questions: tuple[Undecided, ...] = ()
