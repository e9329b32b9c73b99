"""Repairs: slips in the record are found, and real breaches are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, islice

import pytest

from referee.cards.deck import UNRECORDED
from referee.rulings.repair import repairs
from tests.depth import count, only_deep
from tests.evenings import Event, Log, evening
from tests.rulings.repair_slips import CARDS, Slipped, played, slipped


def is_true(slip: Slipped, corrections: Sequence[Event]) -> bool:
    """Return whether these corrections restore the original events. Cards of a forgotten line that
    the record does not show may be restored as unrecorded ones, and the melds of one act in any
    order."""
    wanted, got = played(slip.true), played([*slip.wrong, *corrections])
    return _same(slip, wanted, got) or _same(slip, acts_sorted(wanted), acts_sorted(got))


def acts_sorted(log: Log) -> Log:
    """Return the acts with the melds of each act sorted, because their order means nothing."""
    told: Log = []
    for is_a_meld, lines in groupby(log, key=lambda one: one["type"] == "meld" and one["player"]):
        together = list(lines)
        told += sorted(together, key=str) if is_a_meld else together
    return told


def _same(slip: Slipped, wanted: Log, got: Log) -> bool:
    if len(wanted) != len(got):
        return False
    return all(
        one == other or (slip.kind in FORGOTTEN_LINES and _unseen(one, other))
        for one, other in zip(wanted, got, strict=True)
    )


FORGOTTEN_LINES = ("payment", "meld", "last_line", "draw", "turn")


def _unseen(true: Event, brought: Event) -> bool:
    """Return whether a line is the true one except for unrecorded cards and for the receiver of a
    passed card, who is always the same player."""
    unseen = dict.fromkeys((*CARDS, "to") if true["type"] == "cambio" else CARDS, 0)
    if {**true, **unseen} != {**brought, **unseen}:
        return False
    if brought.get("card", UNRECORDED) not in (UNRECORDED, true.get("card")):
        return False
    known = [card for card in brought.get("cards", ()) if card != UNRECORDED]
    return "cards" not in brought or set(known) <= set(true["cards"])


AT_LEAST = [
    ("card", "desmoche", (70, 90)),
    ("swap", "desmoche", (90, 95)),
    ("payment", "desmoche", (90, 95)),
    ("last_line", "desmoche", (72, 85)),
    ("draw", "desmoche", (85, 95)),
    ("turn", "golf", (80, 95)),
    ("turn", "dimes", (80, 95)),
    ("turn", "dam", (80, 95)),
    ("turn", "desmoche_app", (80, 95)),
    ("meld", "dimes", (90, 97)),
    ("meld", "dam", (60, 60)),
    ("meld", "desmoche_app", (40, 40)),
]
"""A kind of slip, a game, and the least percentage of true repairs in the first place and among the
first three.

A card that lies unused on the pile can have been any that was never seen, and into a side game
anything can have been put: no record tells that. A missing last line shows in nothing where the
payments of the hand are written. In the rummies a player has much to choose from; cards laid onto
the meld of another player are not tried, and in the app most evenings without a meld only stop
before somebody has won: nothing in them is wrong."""


@pytest.mark.parametrize(
    ("kind", "game", "least"),
    [one if one[0] == "last_line" or one[1] == "golf" else only_deep(*one) for one in AT_LEAST],
)
def test_the_true_repair_comes_first(kind: str, game: str, least: tuple[int, int]) -> None:
    places = []
    for slip in islice(slipped(kind, game), count(99, 1)):
        proposed = repairs(slip.wrong)
        assert all(len({*one.others}) == len(one.others) for one in proposed)
        right = (at for at, one in enumerate(proposed) if is_true(slip, one.corrections))
        places.append(next(right, 99))
    for first, share in zip((1, 3), least, strict=True):
        assert sum(at < first for at in places) >= share * len(places) // 100, places


def test_two_lines_swapped_are_likelier_than_a_forgotten_knock() -> None:
    log = list(evening("gin_rummy", 3, 2))
    log[23], log[24] = log[24], log[23]
    first, *_ = repairs(log)
    assert first.message() == "Events 24 and 25 are in the wrong order."
