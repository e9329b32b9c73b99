"""Two scribes' logs: where they contradict each other, and whether it matters."""

from itertools import zip_longest
from random import Random

import pytest

from referee.cards.deck import NAMES
from referee.judging.replay import replayed
from referee.library import read_sheet
from referee.rulings.compare import compare
from referee.rulings.compare.logs import ComparedLog
from referee.simulating.many import with_a_slip
from tests.depth import seeds
from tests.evenings import Log
from tests.lawful import AS_WRITTEN, lawful
from tests.rulings.asking import mirrored
from tests.rulings.repair_slips import REFERENCES, played

NEED_NOT_BE_WRITTEN = ("discard", "claim", "win", "end", "cut", "deal", "pass", "show")


def whole(rng: Random) -> Log:
    """Return a legal log without lines about other lines."""
    while True:
        log = lawful(rng, AS_WRITTEN)
        if not any(key in event for event in log for key in REFERENCES):
            return log


@pytest.mark.parametrize("seed", seeds(100, 10))
def test_one_slip_is_one_difference(seed: int) -> None:
    rng = Random(f"slip/{seed}")
    log = whole(rng)
    wrong = with_a_slip(log, rng)
    place = next(at for at, (one, other) in enumerate(zip_longest(log, wrong)) if one != other)
    slip = log[place : place + 2], wrong[place : place + 2]
    found = mirrored(log, wrong)
    if not found.differences:
        longer = max(log, wrong, key=len)
        left_out = len(log) != len(wrong) and longer[place]["type"] in NEED_NOT_BE_WRITTEN
        # another hidden card of a hand that is only partly known
        more = len(found.additions) == 2
        assert left_out or more or played(log) == played(wrong), slip
        return
    (difference,) = found.differences
    near = {number for reading in difference.readings for number in reading.events}
    assert near & set(range(place - 1, place + 4)), slip
    assert all(reading.difference is not None for reading in difference.readings)
    takes = difference.readings[1].corrections or ()
    assert not compare(log, [*wrong, *takes]).differences, slip


def poorly_written(log: Log, rng: Random) -> Log:
    """Return the log of a scribe who leaves out many optional parts."""
    share = rng.choice((0.3, 0.6, 1.0))
    lines = [line for hand in ComparedLog(replayed(log), False).hands for line in hand]
    optional = {line.number for line in lines if line.may_be_left_out}
    gone = {number for number in optional if rng.random() < share}
    return [event for number, event in enumerate(log, 1) if number not in gone]


@pytest.mark.parametrize("seed", seeds(30, 5))
def test_what_may_be_left_out_is_asked_of_nobody(seed: int) -> None:
    rng = Random(f"left out/{seed}")
    log = whole(rng)
    poor = poorly_written(log, rng)
    assert compare(log, poor).differences == []
    places = [at for at, event in enumerate(poor) if event["type"] in ("draw", "pay")]
    if not places:
        return
    at = rng.choice(places)
    other = rng.choice([card for card in NAMES if card != poor[at]["card"]])
    found = compare(log, [*poor[:at], {**poor[at], "card": other}, *poor[at + 1 :]]).differences
    assert len(found) == 1, (poor[at], other, [one.question.render() for one in found])
    assert found[0].readings[1].events == (at + 1,)


GOLF = "golf players Ana, Beto*"
DESMOCHE = "desmoche lang=en house play_everything=on players Ana, Beto*"
PLAYED = """hand bet 5; deal; cambio Ana xx, Beto xx; Ana +7h =7h8h9h -Kc; Beto +7c =5c6c7c -2h;
            Ana +Ts Beto =ThTsTd -9d"""


@pytest.mark.parametrize(
    ("opening", "one", "other", "asked"),
    [
        (GOLF, "hand; score Ana 5, Beto 6", "hand; totals Ana 5, Beto 6", 0),
        (GOLF, "hand; score Ana 5, Beto 6", "hand; totals Ana 5, Beto 7", 1),
        (GOLF, "hand; score Ana 5", "hand; score Beto 6", 0),
        (GOLF, "hand; score Ana 5", "hand; score Ana 7, Beto 6", 1),
        (GOLF, "hand; score Ana 5; hand; score Ana 4", "hand; score Ana 5; hand; totals Ana 8", 1),
        (DESMOCHE, f"{PLAYED}; result Beto", "hand bet 5; result Beto", 0),
        (DESMOCHE, f"{PLAYED}; result Beto", "hand bet 5; result Ana", 1),
        (DESMOCHE, PLAYED, "hand bet 5", 0),
        (DESMOCHE, f"{PLAYED}; result Beto; paid pot to Beto 10", "hand bet 5; result Beto", 0),
        (DESMOCHE, "hand bet 5; side oro 1; result Beto", "hand bet 5; result Beto", 1),
        (DESMOCHE, "hand bet 5; result Ana mico, palo Beto", "hand bet 5; result Ana", 0),
        (DESMOCHE, "hand bet 5; result Ana mico", "hand bet 5; result Ana ()", 1),
    ],
)
def test_who_writes_less_of_a_hand_contradicts_nobody(
    opening: str, one: str, other: str, asked: int
) -> None:
    ones, others = (read_sheet(";".join([opening, log]).replace(";", "\n")) for log in (one, other))
    assert len(mirrored(list(ones), list(others)).differences) == asked
