"""The result of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.judging.findings import Undecided


@dataclass(slots=True, kw_only=True)
class Result:
    """The result of a hand: the money that each player won or lost, the pot, the part of it that is
    carried over, and the open questions."""

    net: Mapping[str, int] = field(default_factory=dict)
    pot: int = 0
    carried: int = 0
    questions: tuple[Undecided, ...] = ()
