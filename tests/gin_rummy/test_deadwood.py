"""Deadwood is the minimum over all choices of melds."""

from random import Random

from referee.cards.deck import NAMES, cards_of, names
from referee.cards.melds import least
from referee.games.gin_rummy import worth
from tests.depth import count
from tests.gin_rummy import deadwood as tried
from tests.melds import RANKS, is_meld

HANDS = count(2500, 200)


def dense(rng: Random, size: int) -> list[str]:
    """Return cards that lie close together, so that many of them fit together."""
    ranks = rng.sample(RANKS, rng.choice((3, 4, 5, 13)))
    cards = [card for card in NAMES if card[0] in ranks]
    return rng.sample(cards, min(size, len(cards)))


def test_the_least_that_a_hand_leaves() -> None:
    rng = Random("deadwood")
    for _ in range(HANDS):
        cards = dense(rng, rng.choice((9, 10, 11)))
        laid = least(cards_of(cards), worth)
        assert laid.points == tried.worth(tried.best(cards)[1]), cards
        assert sorted(names(sum(laid.melds) | laid.left)) == sorted(cards)
        assert all(is_meld(names(meld)) for meld in laid.melds)


def test_the_least_that_a_hand_leaves_when_it_may_lay_off() -> None:
    rng = Random("lay-offs")
    for _ in range(HANDS // 10):
        cards = dense(rng, 20)
        knockers, others = cards[:10], cards[10:]
        melds, _ = tried.best(knockers)
        laid = least(cards_of(others), worth, tuple(cards_of(meld) for meld in melds))
        assert laid.points == tried.worth(tried.left_against(others, melds)), (melds, others)
