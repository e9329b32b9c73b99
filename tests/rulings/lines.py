"""Evenings in the language of the table, several lines at once."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from referee.judging.replay import judge
from referee.rulings.ruling import Ruling, rule_on
from tests.table_talk import say


def lines(written: str) -> list[dict[str, Any]]:
    """The events of these lines.

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
"""Ana wins with ten cards and a mico; Beto never melds."""


def ruling_in(events: list[dict[str, Any]], rule: str) -> Ruling:
    """Return the ruling on what this rule found first."""
    finding = next(one for one in judge(events)["findings"] if one["rule"] == rule)
    return rule_on(events, finding["event"], rule)[0]


def ruling(written: str, rule: str) -> Ruling:
    """Return the ruling on what this rule found first in these lines."""
    return ruling_in(lines(written), rule)


def remedies(found: Ruling) -> list[str]:
    """Return what a ruling says can be done."""
    return [one.what.render() for one in found.remedies]
