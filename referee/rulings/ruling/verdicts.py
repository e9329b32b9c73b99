"""The words for verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT, RECORD, VIOLATION
from referee.judging.summary import KINDS as OF_FINDINGS
from referee.wording.language import N_

IN_ORDER: Final = N_("in order")
UNDECIDED: Final = N_("undecided")
NOT_ALLOWED: Final = OF_FINDINGS[VIOLATION]
RIGHT_LOST: Final = OF_FINDINGS[FORFEIT]
RECORD_WRONG: Final = OF_FINDINGS[RECORD]
CHANCE_MISSED: Final = OF_FINDINGS[MISSED]
WRONG_PAYMENT: Final = OF_FINDINGS[PAYMENT]

KINDS: Final[Mapping[str, str]] = {**OF_FINDINGS, DISQUALIFICATION: NOT_ALLOWED}
"""The name of each kind of finding in a verdict."""
