"""Readings of runs and sets, against every card tried on every place."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.cards.deck import SUITS
from referee.rulebooks.dam.cards import PLACES
from referee.rulebooks.dam.readings import (
    EVERY_CARD,
    NATURAL,
    RUN,
    SET,
    WILD,
    Reading,
    in_order,
    lay_offs,
    meld_fault,
    readings,
    settled,
)
from tests import depth
from tests.dam import all_readings
from tests.dam.all_readings import Found

SCATTERED = [*EVERY_CARD, "??"]
DENSE = ["2c", "2h", "2h", "3h", "4h", "5h", "6h", "7h", "Kh", "Ah", "Jk", "Jk", "??", "3c"]
"""Few places and many wild cards, where readings abound and two cards meet in one place."""

LIMITS = st.one_of(st.none(), st.integers(0, 5))
TWOS = st.sampled_from([NATURAL, WILD])


@st.composite
def grown_runs(draw: st.DrawFn, least: int = 1, most: int = 13) -> list[str]:
    """Runs, some of whose cards are wild or unrecorded, in any order."""
    size = draw(st.integers(least, most))
    low = draw(st.integers(0, 13 - size))
    suit = draw(st.sampled_from(SUITS))
    itself = [rank + suit for rank in PLACES[low : low + size]]
    fillers = st.sampled_from(["2c", "2d", "2h", "2s", "Jk", "??"])
    lying = [draw(st.one_of(st.just(name), fillers)) for name in itself]
    return draw(st.permutations(lying))


def as_found(found: tuple[Reading, ...]) -> Found:
    assert len(set(found)) == len(found)
    return {(one.names(), frozenset(one.stood_for()), one.wilds) for one in found}


def randomly(seed: int, count: int, most: int) -> list[list[str]]:
    """Handfuls of cards, by turns scattered and dense."""
    rng = Random(seed)
    return [
        rng.choices((SCATTERED, DENSE, DENSE)[number % 3], k=rng.randint(1, most))
        for number in range(count)
    ]


@pytest.mark.parametrize("two_in_place", [NATURAL, WILD])
def test_the_readings_are_all_there_are(two_in_place: str) -> None:
    lawful = 0
    for cards in randomly(1, depth.count(1500, 500), most=7):
        expected = all_readings.runs(cards, two_in_place)
        assert as_found(readings(cards, None, two_in_place)) == expected, cards
        in_sight = all_readings.runs_in_order(cards, two_in_place)
        assert as_found(in_order(cards, None, two_in_place)) == in_sight, cards
        for most in range(4):
            within = {one for one in expected if one[2] <= most}
            assert as_found(readings(cards, most, two_in_place)) == within, cards
            no_fault = meld_fault(RUN, cards, most, two_in_place) is None
            assert no_fault == bool(within), cards
        lawful += bool(expected)
    assert lawful > 100


def test_the_readings_of_long_runs_are_all_there_are() -> None:
    rng = Random(4)
    for _ in range(300):
        size = rng.randint(8, 13)
        low = rng.randint(0, 13 - size)
        cards = [rank + "h" for rank in PLACES[low : low + size]]
        for place in rng.sample(range(size), rng.randint(0, 5)):
            cards[place] = rng.choice(["2c", "2h", "2s", "Jk", "??", "9h"])
        assert as_found(readings(cards)) == all_readings.runs(cards), cards


def test_sets_are_those_of_one_rank() -> None:
    for cards in randomly(2, 3000, most=4):
        assert (meld_fault(SET, cards) is None) == all_readings.is_set(cards), cards


def test_what_can_be_laid_off_is_what_leaves_a_reading() -> None:
    for cards in randomly(3, 30, most=3):
        for most in (None, 1):
            found = [
                card
                for card in EVERY_CARD
                if any(most is None or one[2] <= most for one in all_readings.runs([*cards, card]))
            ]
            assert lay_offs(RUN, cards, most) == found, cards


@given(grown_runs(), LIMITS, TWOS, st.randoms())
def test_the_order_decides_nothing(
    cards: list[str], most: int | None, two_in_place: str, rng: Random
) -> None:
    mixed = rng.sample(cards, len(cards))
    assert readings(mixed, most, two_in_place) == readings(cards, most, two_in_place)
    assert set(in_order(cards)) <= set(readings(cards))


@given(grown_runs(), LIMITS, TWOS, st.permutations(SUITS))
def test_suits_are_alike(
    cards: list[str], most: int | None, two_in_place: str, suits: list[str]
) -> None:
    other = dict(zip(SUITS, suits, strict=True))
    renamed = [card if card in ("Jk", "??") else card[0] + other[card[1]] for card in cards]
    before = {(other[one.suit], one.low, one.filled) for one in readings(cards, most, two_in_place)}
    after = {(one.suit, one.low, one.filled) for one in readings(renamed, most, two_in_place)}
    assert before == after


@given(grown_runs(), LIMITS, TWOS)
def test_a_lay_off_leaves_a_run(cards: list[str], most: int | None, two_in_place: str) -> None:
    assume(meld_fault(RUN, cards, most, two_in_place) is None)
    found = lay_offs(RUN, cards, most, two_in_place)
    for card in found:
        assert readings([*cards, card], most, two_in_place)
    if len(cards) < 13 and most is None:
        assert {"Jk", "2c", "2d", "2h", "2s"} <= set(found)
    if len(cards) == 13:
        assert found == []


@given(grown_runs(least=4, most=12))
def test_the_card_that_a_wild_card_stands_for_makes_it_give_way(cards: list[str]) -> None:
    for reading in readings(cards):
        for name in reading.stood_for():
            assert meld_fault(RUN, [*cards, name]) is None


@given(grown_runs(), TWOS)
def test_a_run_is_shown_as_it_is_read(cards: list[str], two_in_place: str) -> None:
    for reading in readings(cards, None, two_in_place):
        shown = reading.shown(cards)
        lying = [card for card, _ in shown]
        assert sorted(lying) == sorted(cards)
        assert tuple(name for _, name in shown) == reading.names()
        assert reading in in_order(lying, None, two_in_place)


@given(grown_runs())
def test_a_settled_place_is_filled_in_every_reading(cards: list[str]) -> None:
    found = readings(cards)
    for name in settled(found):
        assert all(name in one.stood_for() for one in found)
    free = {name for one in found for name in one.stood_for()} - settled(found)
    assert all(any(name not in one.stood_for() for one in found) for name in free)


@given(grown_runs(least=2), st.data())
def test_several_lay_offs_can_be_made_one_by_one(cards: list[str], data: st.DataObject) -> None:
    begun = data.draw(st.integers(1, len(cards)))
    run, more = cards[:begun], cards[begun:]
    assume(meld_fault(RUN, run) is None)
    while more:
        one = next(card for card in more if meld_fault(RUN, [*run, card]) is None)
        more.remove(one)
        run = [*run, one]


@pytest.mark.parametrize(
    ("kind", "cards", "most", "why"),
    [
        (SET, "Kd Kd Ks", None, None),
        (SET, "2d 2h 2s", None, None),
        (SET, "Jk Jk Jk", None, None),
        (SET, "2d 2h Jk", None, "2d 2h Jk are not of one rank"),
        (SET, "Kd Jk Jk", None, "Jk Jk stand for no other cards in a set"),
        (SET, "Jd Jh Jk", None, "Jk stands for no other card in a set"),
        (SET, "Kd Qd Jk", None, "Kd Qd Jk are not of one rank"),
        (RUN, "2h 3h 4h 5h", 0, None),
        (RUN, "2c 3h 4h 5h", 0, "wild cards in 2c 3h 4h 5h: 1; allowed: 0"),
        (RUN, "2h Qh Kh Ah", 1, None),
        (RUN, "Jk 2h 4h 5h", 1, None),
        (RUN, "Qh Kh Ah 3h", None, "the ace stands above the king: from 3h to Ah a run has 12"
         " cards, and these are 4"),
        (RUN, "5h 6h 8h 9h", None, "from 5h to 9h a run has 5 cards, and these are 4"),
        (RUN, "5h 6c 7h 8h", None, "5h 6c 7h 8h are not of one suit"),
        (RUN, "5h 6h 6h Jk", None, "a run has 6h only once"),
        (RUN, "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah Jk", 1, None),
        (RUN, "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah Jk 2h", None,
         "a run has 13 cards at the most, and these are 14"),
    ],
)  # fmt: skip
def test_reasons(kind: str, cards: str, most: int | None, why: str | None) -> None:
    fault = meld_fault(kind, cards.split(), most)
    assert (fault and fault.told()) == why
