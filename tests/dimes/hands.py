"""Hands of Dimes for the tests: as dealt from several packs, and dense ones, where most cards fit
together."""

from random import Random

from referee.cards.deck import JOKER, NAMES, RANKS, SUITS
from referee.cards.wild_melds import Round


def packs(count: int) -> list[str]:
    return [*NAMES, JOKER, JOKER] * count


def any_round(rng: Random) -> Round:
    return Round.numbered(rng.randint(1, 11), natural_in_place=rng.random() < 0.5)


def with_wilds(rng: Random, round_: Round, size: int, wilds: int) -> list[str]:
    """Return a hand from two packs with this many wilds."""
    deck = packs(2)
    rng.shuffle(deck)
    deck.sort(key=round_.is_wild)
    return deck[: size - wilds] + deck[len(deck) - wilds :]


def dense(rng: Random, round_: Round, size: int) -> list[str]:
    """Return a hand from a few neighbouring ranks and a few suits of three packs, at most half of
    it wild."""
    lowest, width = rng.randrange(13), rng.randint(2, 6)
    ranks = {RANKS[at % 13] for at in range(lowest, lowest + width)}
    suits = rng.sample(SUITS, rng.randint(1, 3))
    narrow = [card for card in packs(3) if card[0] in ranks and card[1] in suits]
    wild = [card for card in packs(3) if round_.is_wild(card)]
    wilds = rng.sample(wild, rng.randint(0, size // 2))
    return [*wilds, *rng.sample(narrow, min(len(narrow), size - len(wilds)))]
