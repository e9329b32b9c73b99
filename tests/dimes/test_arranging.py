"""The fewest points that a hand can leave: compared with brute force."""

from collections import Counter
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards.arranging import arrange, way_out
from referee.cards.deck import JOKER, NAMES
from referee.cards.wild_melds import Round, why_no_meld
from tests.depth import examples, seeds
from tests.dimes import brute_force
from tests.dimes.hands import any_round, dense, with_wilds

ROUNDS = st.builds(Round.numbered, st.integers(1, 11), natural_in_place=st.booleans())
NARROW = st.sampled_from([*(rank + suit for rank in "A2345QK" for suit in "hs"), JOKER])
HANDS = st.lists(NARROW, max_size=13) | st.lists(st.sampled_from([*NAMES, JOKER]), max_size=13)


@pytest.mark.parametrize("seed", seeds(40, 5))
def test_as_few_as_by_trying_everything(seed: int) -> None:
    rng = Random(f"dimes/{seed}")
    round_ = any_round(rng)
    small = dense(rng, round_, rng.randint(3, 8))
    full = with_wilds(rng, round_, 13, rng.randint(0, 9)) if seed % 2 else dense(rng, round_, 13)
    for hand in (small, full):
        right = brute_force.least(hand, round_.wild, natural=round_.natural_in_place)
        assert arrange(hand, round_).penalty == right, (hand, round_)


@examples(150)
@given(HANDS, ROUNDS)
def test_the_arrangement_is_the_proof(hand: list[str], round_: Round) -> None:
    found = arrange(hand, round_)
    melds = [list(meld.cards) for meld in found.melds]
    assert not any(why_no_meld(meld, round_) for meld in melds)
    assert Counter(hand) == Counter(found.left) + Counter(chain(*melds))
    assert found.penalty == round_.penalty(found.left)


@pytest.mark.parametrize("seed", seeds(30, 8))
def test_who_can_go_out_can_do_so(seed: int) -> None:
    rng = Random(f"out/{seed}")
    round_ = any_round(rng)
    hand = dense(rng, round_, rng.randint(4, 8))
    outs = [
        card
        for at, card in enumerate(hand)
        if not brute_force.least(
            hand[:at] + hand[at + 1 :], round_.wild, natural=round_.natural_in_place
        )
    ]
    found = way_out(hand, round_)
    assert (found[0] in outs) if found else not outs


@pytest.mark.parametrize(
    ("hand", "round_", "penalty"),
    [
        ("Ah 2h 3h", Round("7"), 0),
        ("Qh Kh Ah", Round("7"), 0),
        ("Kh Ah 3h", Round("7"), 33),
        ("5c 5d 2c 2d 2h", Round("7"), 20),
        ("5c 5d 2c 2d", Round("7"), 0),
        ("5c 5d 2c 2d", Round("5"), 80),
        ("5c 5d 2c 2d", Round("5", natural_in_place=True), 0),
        ("8c 8c 8c", Round("7"), 0),
        ("Jk 8c Jh", Round("7"), 68),
        ("Ah 2h Kh", Round("3"), 0),
        ("Ac Kd 9h", Round("J"), 78),
        ("Ac Qd 9h", Round("K"), 117),
        ("3c 3d 3h", Round("3"), 60),
        ("3c 3d 3h", Round("3", natural_in_place=True), 0),
        ("4c 5c 6c 7c 6d 6h", Round("9"), 12),
        ("4c 5c 6c 7c 6d 6h", Round("K"), 36),
        # two ways leave the same ranks, and the better one is found later
        ("Kd 2h 9c Tc 9d 9d Kc Kd Qd", Round("K", natural_in_place=True), 0),
        ("", Round("3"), 0),
    ],
)
def test_hands_from_the_rule_text_and_its_edges(hand: str, round_: Round, penalty: int) -> None:
    assert arrange(hand.split(), round_).penalty == penalty


def test_what_is_no_hand() -> None:
    with pytest.raises(ValueError, match="at most 16 cards, not 17"):
        arrange(["8c"] * 17, Round("3"))
    with pytest.raises(KeyError):
        arrange(["??"], Round("3"))
