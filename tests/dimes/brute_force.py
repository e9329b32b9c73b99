"""The fewest points that a hand can leave, by brute force: every choice of cards, every rank and
every stretch of every suit. Shares no code with the referee."""

from collections.abc import Sequence
from functools import cache

LINE = "A23456789TJQKA"
POINTS = {rank: int(rank) for rank in "3456789"} | dict.fromkeys("TJQK", 10) | {"A": 20}
TIMES = {"J": 2, "Q": 2, "K": 3}


def is_wild(card: str, wild: str) -> bool:
    return card == "Jk" or card[0] in ("2", wild)


@cache
def is_lawful(cards: tuple[str, ...], wild: str, natural: bool) -> bool:
    """Return whether the cards can lie as a group or a sequence, at least half of it natural."""
    size, plain = len(cards), [card for card in cards if not is_wild(card, wild)]
    own = [card for card in cards if card != "Jk" and (natural or not is_wild(card, wild))]
    if size < 3 or 2 * len(own) < size:
        return False
    groups = [rank for rank in LINE[:13] if all(card[0] == rank for card in plain)]
    if any(2 * sum(card[0] == rank for card in own) >= size for rank in groups):
        return True
    if len(set(plain)) < len(plain) or len({card[1] for card in plain}) > 1:
        return False
    stretches = (
        {rank + suit for rank in LINE[start : start + size]}
        for suit in "cdhs"
        for start in range(15 - size if size < 14 else 0)
    )
    return any(
        stretch.issuperset(plain) and 2 * len(stretch.intersection(own)) >= size
        for stretch in stretches
    )


def count(cards: Sequence[str], wild: str) -> int:
    """Return the points of cards outside melds."""
    points = (
        50 if card == "Jk" else 20 if is_wild(card, wild) else POINTS[card[0]] for card in cards
    )
    return TIMES.get(wild, 1) * sum(points)


def least(hand: Sequence[str], wild: str, *, natural: bool) -> int:
    """Return the fewest points that the hand can leave."""
    hand = sorted(hand)
    single = [count([card], wild) for card in hand]
    melds: list[list[int]] = [[] for _ in hand]
    best = [0]
    for some in range(1, 1 << len(hand)):
        first = some.bit_length() - 1
        cards = tuple(card for at, card in enumerate(hand) if some >> at & 1)
        if is_lawful(cards, wild, natural):
            melds[first].append(some)
        without = single[first] + best[some ^ 1 << first]
        laid = [best[some ^ meld] for meld in melds[first] if not meld & ~some]
        best.append(min([without, *laid]))
    return best[-1]
