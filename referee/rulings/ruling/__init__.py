"""The ruling on one event: the facts, the rule, what it says, what it costs, what may be done.

``moment`` is the event with the table before it, ``consequences`` the money, ``remedies`` what may
be done and who may forgive; ``ruling`` puts them together. Uses ``whatif``. Another part of a
ruling gets a module here.
"""

from referee.rulings.ruling.consequences import NO_MONEY
from referee.rulings.ruling.moment import Asked
from referee.rulings.ruling.ruling import (
    ILLEGAL,
    LEGAL,
    UNDECIDED,
    Ruling,
    asked_in,
    rule_on,
    rulings,
)

__all__ = [
    "ILLEGAL",
    "LEGAL",
    "NO_MONEY",
    "UNDECIDED",
    "Asked",
    "Ruling",
    "asked_in",
    "rule_on",
    "rulings",
]
