"""The melds of Dimes, and the fewest points that a hand can leave: compared with brute force."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from referee.cards.arranging import arrange, way_out
from referee.cards.deck import JOKER, NAMES, RANKS, SUITS
from referee.cards.wild_melds import APART, SHORT, TOO_WILD, Round, WildMeld, read, why_no_meld
from tests.depth import seeds
from tests.dimes import brute_force

PACKS = [*NAMES, JOKER, JOKER] * 3


def any_round(rng: Random) -> Round:
    return Round.numbered(rng.randint(1, 11), natural_in_place=rng.random() < 0.5)


def dense(rng: Random, round_: Round, size: int) -> list[str]:
    """Return a hand from a few neighbouring ranks and a few suits, at most half of it wild."""
    lowest, width = rng.randrange(13), rng.randint(2, 6)
    ranks = {RANKS[at % 13] for at in range(lowest, lowest + width)}
    suits = rng.sample(SUITS, rng.randint(1, 3))
    narrow = [card for card in PACKS if card[0] in ranks and card[1] in suits]
    wilds = rng.sample(list(filter(round_.is_wild, PACKS)), rng.randint(0, size // 2))
    return [*wilds, *rng.sample(narrow, min(len(narrow), size - len(wilds)))]


def least(hand: list[str], round_: Round) -> int:
    return brute_force.least(hand, round_.wild, natural=round_.natural_in_place)


@pytest.mark.parametrize("first", range(0, 2000, 200))
def test_the_same_melds_as_by_trying_everything(first: int) -> None:
    for seed in range(first, first + 200):
        rng = Random(f"melds/{seed}")
        round_ = any_round(rng)
        cards = dense(rng, round_, rng.randint(3, 6))
        found = read(cards, round_)
        lawful = brute_force.is_lawful(tuple(cards), round_.wild, round_.natural_in_place)
        assert isinstance(found, WildMeld) == lawful, (cards, round_)
        if isinstance(found, WildMeld):
            assert sorted(found.cards) == sorted(cards)
            for card, stands in zip(found.cards, found.stand_for, strict=True):
                assert card == stands or round_.is_wild(card)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("8c 8d", SHORT),
        ("8c 9c Jk Qc", APART),
        ("8c 8d 9c", APART),
        ("8c 8c 9c", APART),
        ("Kc Ac 3c", APART),
        ("8c 2d Jk", TOO_WILD),
        ("5c 5d 2c 2d 2h", TOO_WILD),
        ("7c 7d 7h", TOO_WILD),
        ("2c 3c 7c", TOO_WILD),
    ],
)
def test_why_it_is_no_meld(cards: str, why: str) -> None:
    assert read(cards.split(), Round("7")) == why


def test_a_line_ends_at_one_ace() -> None:
    line = [rank + "h" for rank in "A3456789TJQK"]
    assert isinstance(read([*line, "2h"], Round("7")), WildMeld)
    assert read([*line, "2h", "Ah"], Round("7")) == APART


@pytest.mark.parametrize("seed", seeds(80, 10))
def test_as_few_points_as_by_trying_everything_and_the_melds_prove_it(seed: int) -> None:
    rng = Random(f"dimes/{seed}")
    round_ = any_round(rng)
    full = rng.sample(PACKS, 13) if seed % 2 else dense(rng, round_, 13)
    for hand in (dense(rng, round_, rng.randint(3, 8)), full):
        found = arrange(hand, round_)
        melds = [list(meld.cards) for meld in found.melds]
        assert found.penalty == round_.penalty(found.left) == least(hand, round_), (hand, round_)
        assert not any(why_no_meld(meld, round_) for meld in melds)
        assert Counter(hand) == Counter(found.left) + Counter(chain(*melds))


@pytest.mark.parametrize("seed", seeds(30, 8))
def test_who_can_go_out_can_do_so(seed: int) -> None:
    rng = Random(f"out/{seed}")
    round_ = any_round(rng)
    hand = dense(rng, round_, rng.randint(4, 8))
    outs = [card for at, card in enumerate(hand) if not least(hand[:at] + hand[at + 1 :], round_)]
    found = way_out(hand, round_)
    assert (found[0] in outs) if found else not outs


def test_what_is_no_hand() -> None:
    with pytest.raises(ValueError, match="at most 16 cards, not 17"):
        arrange(["8c"] * 17, Round("3"))
    with pytest.raises(KeyError):
        arrange(["??"], Round("3"))
