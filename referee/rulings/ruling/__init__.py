"""The ruling on one event: the verdict and its price, what to do now, and what it rests on.

``moment`` is the event with the table before it, ``rectified`` what puts a finding right, ``cost``
what that comes to, ``remedies`` what may be done and who may forgive, ``facts`` and ``house`` what
it rests on, ``allegations`` what answers who asks, ``table`` what the table said itself,
``verdicts`` the words for it all; ``ruling`` puts them together. Uses ``whatif``. Another part of a
ruling gets a module here.
"""

from referee.rulings.ruling.cost import Worth
from referee.rulings.ruling.house import Bound
from referee.rulings.ruling.moment import Asked
from referee.rulings.ruling.ruling import Ruling, asked_in, rule_on, rulings
from referee.rulings.ruling.verdicts import (
    CHANCE_MISSED,
    IN_ORDER,
    KINDS,
    NOT_ALLOWED,
    RECORD_WRONG,
    RIGHT_LOST,
    UNDECIDED,
    WRONG_PAYMENT,
)

__all__ = [
    "CHANCE_MISSED",
    "IN_ORDER",
    "KINDS",
    "NOT_ALLOWED",
    "RECORD_WRONG",
    "RIGHT_LOST",
    "UNDECIDED",
    "WRONG_PAYMENT",
    "Asked",
    "Bound",
    "Ruling",
    "Worth",
    "asked_in",
    "rule_on",
    "rulings",
]
