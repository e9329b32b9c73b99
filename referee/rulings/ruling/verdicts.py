"""The words for verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.judging.findings import (
    DISQUALIFICATION,
    FORFEIT,
    MISSED,
    PAYMENT,
    RECORD,
    VIOLATION,
)
from referee.wording.language import N_

IN_ORDER: Final = N_("in order")
NOT_ALLOWED: Final = N_("not allowed")
RIGHT_LOST: Final = N_("right lost")
RECORD_WRONG: Final = N_("record wrong")
CHANCE_MISSED: Final = N_("chance missed")
WRONG_PAYMENT: Final = N_("wrong payment")
UNDECIDED: Final = N_("undecided")

KINDS: Final[Mapping[str, str]] = {
    VIOLATION: NOT_ALLOWED,
    DISQUALIFICATION: NOT_ALLOWED,
    FORFEIT: RIGHT_LOST,
    RECORD: RECORD_WRONG,
    MISSED: CHANCE_MISSED,
    PAYMENT: WRONG_PAYMENT,
}
"""The name of each kind of finding in a verdict."""
