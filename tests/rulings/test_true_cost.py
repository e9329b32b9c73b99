"""The cost of a fault by its ruling, against a model of the game that asks no referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, tee
from random import Random
from typing import Any

import pytest

from referee.judging.replay import judge
from referee.rulings.ruling import Ruling, rule_on
from tests.accepting import accept_event
from tests.depth import count, is_deep, one_in
from tests.simulation import faulty_session
from tests.simulation.faults import SLIPS
from tests.simulation.settling import settled

Log = list[dict[str, Any]]
Evening = tuple[Log, dict[str, int]]
"""A log, and the money by the model."""

RULES = sorted({slip.rule for slip in SLIPS})

NO_LINE = {"card.count", "deal.count", "dealer.rotation", "offence.other", "player.unknown"}
"""Rules whose findings no line puts right: other cards would have been dealt, or only the table
knows."""

NOT_ALWAYS = {"seat.carry", "meld.from_hand", "desmoche.one_card", "player.out", "claim.priority"}
"""Rules whose findings a line puts right only sometimes: later play may rest on the fault."""

MOST = 30
"""So many evenings of each kind of fault are looked through for some whose edit tells the cost."""


def evenings(rule: str) -> Iterator[Evening]:
    """Evenings of which every card is known, with one fault against a rule, and the money."""
    for seed in range(count(MOST, 3) if rule in NOT_ALWAYS | NO_LINE else MOST):
        for slip in (one for one in SLIPS if one.rule == rule):
            written, expected = faulty_session(Random(seed), slip)
            log = [event for line in written if (event := accept_event(line)) is not None]
            if all(map(is_seen_whole, log)) and "masked" not in expected["tags"]:
                yield log, expected["totals"]


def is_seen_whole(event: dict[str, Any]) -> bool:
    """Return whether nobody left a card or a line out."""
    dealt = event["hands"].values() if event["type"] == "deal" else ()
    return event["type"] != "gap" and all(isinstance(cards, list) for cards in dealt)


def rulings_with_the_edit(played: Iterable[Evening]) -> Iterator[tuple[Log, Ruling]]:
    """Faults, with the rulings that say what should have been."""
    for log, money in played:
        for finding in judge(log)["findings"]:
            for ruling in rule_on(log, finding["event"], finding["rule"]):
                assert ruling.cost.as_it_lies.money == money
                if ruling.edit:
                    yield log, ruling


def tells_who_won(log: Log) -> bool:
    """Return whether nothing about a win is open: a payment that an edit adds names no card, and
    may have come from the melds that won."""
    return all(one["rule"] != "win.false" for one in judge(log)["undecided"])


SELDOM = {"card.count", "claim.priority", "dealer.rotation", "player.unknown", "seat.carry"}
"""Faults after which hardly an evening is one of Conquién, too."""


def as_conquien(rule: str, played: Iterable[Evening]) -> Iterator[Log]:
    """Evenings with this one fault, on the money of which the model agrees, and that have no other
    fault where Conquién is played."""
    for log, money in played:
        other = [{**log[0], "game": "conquien"}, *log[1:]]
        found = [one["rule"] for one in judge(other)["findings"]]
        if found == [rule] and settled(log)[0] == money:
            yield other


@pytest.mark.parametrize("rule", one_in(2, RULES))
def test_the_cost_is_what_the_model_says_of_both_records(rule: str) -> None:
    played, again = tee(evenings(rule))
    told = list(islice(rulings_with_the_edit(played), count(4, 1)))
    for log, ruling in told:
        mended = [*log, *map(dict, ruling.edit)]
        right = ruling.cost.as_it_should_be
        assert right is not None
        if tells_who_won(mended):
            assert (right.money, right.middle) == settled(mended), ruling.edit
    assert told or rule in NO_LINE | NOT_ALWAYS
    assert not (told and rule in NO_LINE)
    costs_the_same_in_conquien(rule, again)


def costs_the_same_in_conquien(rule: str, played: Iterable[Evening]) -> None:
    told = 0
    for log in islice(as_conquien(rule, played), count(4, 0)):
        event = judge(log)["findings"][0]["event"]
        for ruling in rule_on(log, event, rule):
            lies, right = ruling.cost.as_it_lies, ruling.cost.as_it_should_be
            assert (lies.money, lies.middle) == settled(log)
            if right is not None:
                with_edit = settled([*log, *map(dict, ruling.edit)])
                assert (right.money, right.middle) == with_edit, ruling.edit
            told += 1
    assert told or rule in SELDOM or not is_deep()
