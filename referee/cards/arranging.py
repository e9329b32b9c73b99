"""The exact minimum of points that a hand of Dimes leaves, with the arrangement as proof.

Groups follow from the choice of sequences: three or more remaining cards of a rank form a group,
and so do two with one wild. So the search is for sequences only, suit by suit: the possible
leftovers of a suit, and the fewest wilds that put its other cards into sequences. Of two ways that
leave the same ranks, the one with fewer wilds is always better. Every meld takes more wilds as long
as it has as many naturals, so wilds are left over only if they outnumber the naturals laid out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product

from referee.cards.deck import JOKER, RANKS, SUITS
from referee.cards.wild_melds import (
    LONGEST_SEQUENCE,
    SHORTEST,
    WILD_POINTS,
    Round,
    WildMeld,
    lawful,
)

MOST_CARDS = 16
"""The largest hand: thirteen cards in the last round, and a few more for a player with too many."""

SUITS_KEPT = 1 << 13
"""The number of cached suits, because small suits recur often."""

HANDS_KEPT = 1 << 8
"""The number of cached hands: at the end of a hand several rules arrange up to ten hands each, and
so does every later look at the points."""

PLACES = {rank: at for at, rank in enumerate(RANKS)}
ACE_HIGH = len(RANKS)  # the place of an ace behind the king

Ranks = tuple[int, ...]
"""Cards of one suit, or of any, by the sorted places of their ranks."""

Taken = tuple[Ranks, int]
"""The naturals of a sequence, and the fewest wilds that it needs."""

Ways = dict[Ranks, tuple[int, tuple[Taken, ...]]]
"""The possible leftovers of one suit, each with the fewest wilds that put the rest into sequences,
and these sequences."""

Laid = list[tuple[str, Taken]]
"""Sequences, each with its suit."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An arranged hand: the melds, the cards left over, and their points in the round."""

    melds: tuple[WildMeld, ...]
    left: tuple[str, ...]
    penalty: int


def arrange(hand: Sequence[str], round_: Round) -> Arrangement:
    """Return the arrangement of a hand with the fewest points (possibly no meld at all).

    Raises ValueError for more than sixteen cards, KeyError for an invalid or unrecorded card.

    >>> found = arrange(["8c", "8c", "2h", "Qh", "Ah", "Jk", "4d"], Round("7"))
    >>> [meld.cards for meld in found.melds], found.left, found.penalty
    ([('Qh', 'Jk', 'Ah'), ('8c', '8c', '2h')], ('4d',), 4)
    >>> arrange(["Kc", "2c", "Jk"], Round("J")).penalty
    160
    """
    if len(hand) > MOST_CARDS:
        raise ValueError(f"a hand has at most {MOST_CARDS} cards, not {len(hand)}")
    return _arranged(tuple(hand), round_)


def way_out(hand: Sequence[str], round_: Round) -> tuple[str, Arrangement] | None:
    """Return the discard with which a hand goes out after a draw, and the arrangement of the
    others; None if no discard works.

    >>> way_out(["8c", "8c", "2h", "4d"], Round("3"))[0]
    '4d'
    >>> way_out(["8c", "9d", "2h", "4d"], Round("3")) is None
    True
    """
    for card in dict.fromkeys(hand):
        others = list(hand)
        others.remove(card)
        found = arrange(others, round_)
        if not found.left:
            return card, found
    return None


@lru_cache(HANDS_KEPT)
def _arranged(hand: tuple[str, ...], round_: Round) -> Arrangement:
    wilds, suits = list[str](), {suit: list[str]() for suit in reversed(SUITS)}
    for card in hand:
        is_natural = card != JOKER and (round_.natural_in_place or not round_.is_wild(card))
        (suits[card[1]] if is_natural else wilds).append(card)
    naturals = [*chain(*suits.values())]
    wilds.sort(key=round_.points)
    costs = [*map(round_.points, wilds)]
    # these are natural in place and wild elsewhere
    either = {PLACES[card[0]] for card in naturals if round_.is_wild(card)}
    most = len(wilds) + sum(map(round_.is_wild, naturals))
    best = None
    for left, (needed, laid) in _all_ways(suits, most).items():
        for free in _choices(tuple(at for at in left if at in either)):
            spare = len(wilds) + len(free) - needed
            if spare >= 0:
                points, lost = _ungrouped(left, free, spare, round_.wild)
                over = max(0, 2 * (len(wilds) + len(free)) + len(lost) - len(hand))
                points += sum(([WILD_POINTS] * len(free) + costs)[:over])
                # of equal ends, the one with the lowest ranks outside sequences
                worth = points, left[::-1]
                if best is None or worth < best[0]:
                    best = worth, laid, free, lost, over
        if best is not None and not best[0][0]:
            break
    assert best is not None
    return _lay_out(naturals, wilds, round_, *best[1:])


def _all_ways(suits: Mapping[str, Sequence[str]], wilds: int) -> dict[Ranks, tuple[int, Laid]]:
    """Return the possible leftovers of all suits, with the wilds and the sequences of the rest."""
    every: dict[Ranks, tuple[int, Laid]] = {(): (0, [])}
    for suit, cards in suits.items():
        before, every = every, {}
        ways = _ways(tuple(sorted(PLACES[card[0]] for card in cards)), wilds).items()
        for others, (spent, laid) in before.items():
            for rest, (more, sequences) in ways:
                needed, left = spent + more, tuple(sorted(others + rest))
                if needed <= wilds and (left not in every or needed < every[left][0]):
                    every[left] = needed, [*laid, *((suit, taken) for taken in sequences)]
    return every


@lru_cache(SUITS_KEPT)
def _ways(cards: Ranks, wilds: int) -> Ways:
    """Return the possible leftovers of one suit with at most ``wilds`` wilds."""
    if not cards:
        return {(): (0, ())}
    found = {(cards[0], *left): way for left, way in _ways(cards[1:], wilds).items()}
    for taken, need in _sequences(tuple(dict.fromkeys(cards)), wilds):
        others = list(cards)
        for place in taken:
            others.remove(place)
        for left, (more, sequences) in _ways(tuple(others), wilds - need).items():
            if left not in found or need + more < found[left][0]:
                found[left] = need + more, ((taken, need), *sequences)
    return found


@lru_cache(SUITS_KEPT)
def _sequences(places: Ranks, wilds: int) -> list[Taken]:
    """Return every choice of naturals that forms one sequence with the lowest rank present, and the
    fewest wilds that it needs."""
    choices = list(_grow(places, wilds))
    if places[0] == 0:
        line = (*places[1:], ACE_HIGH)
        grown = (choice for at in range(len(line)) for choice in _grow(line[at:], wilds))
        choices += (choice for choice in grown if choice[-1] == ACE_HIGH)
    found = []
    for chosen in choices:
        length = chosen[-1] - chosen[0] + 1
        need = max(length, SHORTEST) - len(chosen)
        if need <= min(wilds, len(chosen)) and length <= LONGEST_SEQUENCE:
            found.append((tuple(at % ACE_HIGH for at in chosen), need))
    return found


def _grow(line: Ranks, wilds: int) -> Iterator[Ranks]:
    """Yield every run from a line's first place, as far as wilds bridge the gaps."""
    yield line[:1]
    for at in range(1, len(line)):
        gap = line[at] - line[0] - 1
        if gap > wilds:
            return
        yield from (line[:1] + rest for rest in _grow(line[at:], wilds - gap))


@lru_cache(SUITS_KEPT)
def _choices(cards: Ranks) -> list[Ranks]:
    """Return every choice of some cards, from none to all."""
    each = [[(at,) * some for some in range(count + 1)] for at, count in Counter(cards).items()]
    return [tuple(chain(*chosen)) for chosen in product(*each)]


@lru_cache(SUITS_KEPT)
def _ungrouped(left: Ranks, free: Ranks, spare: int, wild: str) -> tuple[int, Ranks]:
    """Return the cards that no group takes, and their points: spare wilds complete the most
    expensive pairs."""
    worth = {at: Round(wild).points(RANKS[at] + SUITS[0]) for at in left}
    counts = Counter(left)
    counts.subtract(free)
    pairs = sorted((at for at in counts if counts[at] == 2), key=lambda at: -worth[at])[spare:]
    lost = (*(at for at in counts if counts[at] == 1), *pairs, *pairs)
    return sum(worth[at] for at in lost), lost


def _lay_out(
    naturals: Sequence[str], wilds: Sequence[str], round_: Round,
    sequences: Laid, free: Ranks, lost: Ranks, over: int,
) -> Arrangement:  # fmt: skip
    """Return the arrangement of the best end: sequences, groups, wilds from the most expensive
    down, and the rest."""
    laid = [([RANKS[at] + suit for at in taken], need) for suit, (taken, need) in sequences]
    rest = Counter(naturals) - Counter(chain(*(cards for cards, _ in laid)))
    used, left = [*wilds], list[str]()
    for place in free:
        card = next(card for card in rest.elements() if PLACES[card[0]] == place)
        rest[card] -= 1
        used.append(card)
    for place, rank in enumerate(RANKS):
        same = [card for card in rest.elements() if card[0] == rank]
        if place in lost:
            left += same
        elif same:
            laid.append((same, max(0, SHORTEST - len(same))))
    used.sort(key=round_.points)
    left += used[:over]
    melds = [next(lawful(cards, round_)) for cards in _with_wilds(laid, used[over:])]
    return Arrangement(tuple(melds), tuple(left), round_.penalty(left))


def _with_wilds(laid: Sequence[tuple[list[str], int]], wilds: list[str]) -> Iterator[list[str]]:
    """Yield each meld's naturals with the wilds that it needs, and spread the other wilds."""
    spare = len(wilds) - sum(need for _, need in laid)
    for naturals, need in laid:
        more = min(spare, len(naturals) - need)
        spare -= more
        yield naturals + [wilds.pop() for _ in range(need + more)]
