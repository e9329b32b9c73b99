"""Hidden cards are shared out among the places where they may be, if any way fits."""

from collections import Counter
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.answers.knowing import shared_out
from tests.depth import examples


@st.composite
def shares(draw: st.DrawFn) -> tuple[dict[int, int], list[tuple[int, int]]]:
    """Up to seven cards on up to five places; the places hold about as many as there are."""
    count = draw(st.integers(1, 5))
    allowed = {card: draw(st.integers(1, 2**count - 1)) for card in range(draw(st.integers(1, 7)))}
    load = [0] * count
    for places in allowed.values():
        load[draw(st.sampled_from([p for p in range(count) if places >> p & 1]))] += 1
    slack = st.sampled_from([0, 0, 0, 1])
    return allowed, [(max(size - draw(slack), 0), size + draw(slack)) for size in load]


def can_be_shared_out(allowed: dict[int, int], bounds: list[tuple[int, int]]) -> bool:
    options = [[p for p in range(len(bounds)) if places >> p & 1] for places in allowed.values()]
    loads = map(Counter, product(*options))
    return any(
        all(low <= load[place] <= high for place, (low, high) in enumerate(bounds))
        for load in loads
    )


def fits(
    shared: dict[int, int] | None, allowed: dict[int, int], bounds: list[tuple[int, int]]
) -> bool:
    if shared is None:
        return not can_be_shared_out(allowed, bounds)
    load = Counter(shared.values())
    return (
        shared.keys() == allowed.keys()
        and all(allowed[card] >> place & 1 for card, place in shared.items())
        and all(low <= load[place] <= high for place, (low, high) in enumerate(bounds))
    )


@examples(400)
@given(shares(), st.randoms(use_true_random=False))
def test_cards_are_shared_out_if_any_way_fits(
    share: tuple[dict[int, int], list[tuple[int, int]]], rng: Random
) -> None:
    allowed, bounds = share
    assert shared_out(allowed, bounds) is not None
    assert fits(shared_out(allowed, bounds), allowed, bounds)
    others = [(rng.randint(0, 3), rng.randint(3, 5)) for _ in bounds]
    assert fits(shared_out(allowed, others), allowed, others)


def test_what_cannot_be_shared_out_is_said_to_be_so() -> None:
    assert shared_out({1: 0b01, 2: 0b01, 3: 0b11}, [(1, 1), (2, 2)]) is None
    assert shared_out({1: 0b01, 2: 0b01}, [(1, 1), (1, 1)]) is None
