"""Evenings in the language of the table, several lines at once."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from tests.table_talk import say


def lines(written: str) -> list[dict[str, Any]]:
    """Return the events of these lines.

    >>> [event["type"] for event in lines("draw Ana 7h")]
    ['draw']
    """
    return [event for line in cleandoc(written).splitlines() for event in say(line)]


ANA_WINS = """
    draw Ana 3h
    meld Ana Ah2h3h
    pay Ana Kc
    draw Beto 9s
    meld Ana 7s8s9s
    pay Ana Qd
    draw Beto 5d
    meld Ana 5c5d5s5h
"""
"""Let Ana win with ten cards and a mico; Beto never melds."""
