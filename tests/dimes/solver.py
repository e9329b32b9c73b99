"""The fewest points that a full hand can leave, by integer programming: a yes or no for every
possible meld and every card in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.dimes.brute_force import LINE, POINTS, TIMES, is_wild
from tests.dimes.highs import Model

Place = dict[str, int]
"""The natural cards of a meld, each with its maximum number."""


def least(hand: list[str], wild: str, *, natural: bool) -> int:
    """Return the fewest points that the hand can leave."""
    held = Counter(hand)
    wilds = {card: copies for card, copies in held.items() if is_wild(card, wild)}
    own = {
        card: copies
        for card, copies in held.items()
        if card != "Jk" and (natural or not is_wild(card, wild))
    }
    model = Model()
    used: dict[str, list[int]] = {card: [] for card in held}
    standing, needed = [], []
    for card, copies in wilds.items():
        standing.append(model.whole(copies))
        used[card].append(standing[-1])
    for place, length in (*_groups(own), *_sequences(own)):
        laid = model.whole(1)
        naturals = []
        for card, most in place.items():
            naturals.append(model.whole(most))
            # no more cards than there are, and none in a meld that is not laid
            model.at_most(0, {naturals[-1]: 1, laid: -most})
            used[card].append(naturals[-1])
        stand = model.whole(len(hand))
        # at least half of a meld is natural
        model.at_most(0, {stand: 1} | dict.fromkeys(naturals, -1))
        lying = dict.fromkeys([*naturals, stand], 1)
        if length:
            model.exactly(0, lying | {laid: -length})
        else:
            model.at_least(0, lying | {laid: -3})
        needed.append(stand)
    model.exactly(0, dict.fromkeys(standing, 1) | dict.fromkeys(needed, -1))
    for card, copies in held.items():
        points = 50 if card == "Jk" else 20 if is_wild(card, wild) else POINTS[card[0]]
        left = model.whole(copies, worth=points)
        model.exactly(copies, dict.fromkeys([*used[card], left], 1))
    return TIMES.get(wild, 1) * model.least()


def _groups(own: Place) -> Iterator[tuple[Place, int]]:
    """Yield one group for every rank, of any size: two groups of a rank can be merged."""
    for rank in LINE[:13]:
        if place := {card: copies for card, copies in own.items() if card[0] == rank}:
            yield place, 0


def _sequences(own: Place) -> Iterator[tuple[Place, int]]:
    """Yield every stretch of every suit, as often as its naturals can fill half of it."""
    for suit in "cdhs":
        for length in range(3, 14):
            for start in range(15 - length):
                stretch = [rank + suit for rank in LINE[start : start + length]]
                place = {card: 1 for card in stretch if card in own}
                half = (length + 1) // 2
                if len(place) >= half:
                    for _ in range(sum(own[card] for card in place) // half):
                        yield place, length
