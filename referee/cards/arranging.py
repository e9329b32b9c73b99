"""The exact minimum of points that a hand of Dimes leaves, with the arrangement as proof.

Groups follow from the choice of sequences: three or more remaining cards of a rank form a group,
and so do two with one wild. So the search is for sequences only, suit by suit: the possible
leftovers of a suit, and the fewest wilds that put its other cards into sequences. The suits are
added up rank by rank; of two ways with the same leftovers, the one with fewer wilds is always
better. Every meld takes more wilds as long as it has as many naturals, so wilds are left over only
if they outnumber the naturals laid out.

Cards of one suit, and cards counted by rank, are one integer with a field of five bits per rank:
adding two of them adds up every rank, and a hand is too small to overflow a field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.cards.deck import JOKER, RANKS, SUITS
from referee.cards.wild_melds import (
    JOKER_POINTS,
    LONGEST_SEQUENCE,
    SHORTEST,
    TWO,
    WILD_POINTS,
    Round,
    WildMeld,
    lawful,
)

MOST_CARDS = 16
"""The largest hand: thirteen cards in the last round, and a few more for a player with too many."""
SUITS_KEPT = 1 << 13
"""The number of cached suits, because small suits recur often; eight times as many take 80 MB and
are hardly faster."""

HANDS_KEPT = 1 << 8
"""The number of cached hands: at the end of a hand several rules arrange up to ten hands each, and
so does every later look at the points."""
PARTS_KEPT = 1 << 11  # enough for all cases: some twos, and some cards of the round's rank

_FIELD = 5
_UNITS: dict[str, int] = {rank: 1 << _FIELD * at for at, rank in enumerate(RANKS)}
_ONES = sum(_UNITS.values())
_TOPS = _ONES << _FIELD - 1
_FULL = (1 << _FIELD) - 1
_ACE_HIGH = 13

Leavings = dict[int, int]
"""The possible leftovers, each with the fewest wilds that put the rest into sequences."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An arranged hand: the melds, the cards left over, and their points in the round."""

    melds: tuple[WildMeld, ...]
    left: tuple[str, ...]
    penalty: int


@dataclass(frozen=True, slots=True)
class _Held:
    """A sorted hand: its suits, the cards that are always wild, and the ranks that are natural in
    place and wild elsewhere."""

    suits: tuple[int, ...]
    wilds: tuple[str, ...]
    either: int

    @classmethod
    def sort(cls, hand: Sequence[str], round_: Round) -> _Held:
        if len(hand) > MOST_CARDS:
            raise ValueError(f"a hand has at most {MOST_CARDS} cards, not {len(hand)}")
        suits, wilds = dict.fromkeys(SUITS, 0), []
        for card in hand:
            if card == JOKER or (round_.is_wild(card) and not round_.natural_in_place):
                wilds.append(card)
            else:
                suits[card[1]] += _UNITS[card[0]]
        either = (_UNITS[TWO] | _UNITS[round_.wild]) * _FULL
        return cls(tuple(suits.values()), tuple(wilds), either)

    def most_wilds(self) -> int:
        """Return the number of wilds if none is natural in place."""
        return len(self.wilds) + sum(_size(suit & self.either) for suit in self.suits)


class _End(NamedTuple):
    """A final choice of the search: the points; the leftovers of the sequences, and the wilds that
    they need; the cards among the leftovers that stay natural in place; the number of pairs that
    get a wild; the number of surplus wilds."""

    points: int
    left: int
    needed: int
    in_place: int
    completed: int
    over: int


def arrange(hand: Sequence[str], round_: Round) -> Arrangement:
    """Return the arrangement of a hand with the fewest points (possibly no meld at all).

    Raises ValueError for more than sixteen cards, KeyError for an invalid or unrecorded card.

    >>> found = arrange(["8c", "8c", "2h", "Qh", "Ah", "Jk", "4d"], Round("7"))
    >>> [meld.cards for meld in found.melds], found.left, found.penalty
    ([('Qh', 'Jk', 'Ah'), ('8c', '8c', '2h')], ('4d',), 4)
    >>> arrange(["Kc", "2c", "Jk"], Round("J")).penalty
    160
    """
    return _arranged(tuple(hand), round_)


@lru_cache(HANDS_KEPT)
def _arranged(hand: tuple[str, ...], round_: Round) -> Arrangement:
    held = _Held.sort(hand, round_)
    layers = _add_up(held.suits, held.most_wilds())
    end = min(_ends(held, layers[-1], len(hand), round_.wild))
    return _lay_out(held, layers, end, round_)


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


def _size(cards: int) -> int:
    """Return the number of cards: every field's unit is a power of 32, which is 1 modulo 31."""
    return cards % _FULL


def _add_up(suits: Sequence[int], wilds: int) -> list[Leavings]:
    """Return the possible leftovers by rank after no suit, one suit, two suits, and so on."""
    layers = [{0: 0}]
    for suit in suits:
        layer: Leavings = {}
        ways = _leavings(suit, wilds).items()
        for before, spent in layers[-1].items():
            for rest, more in ways:
                needed = spent + more
                if needed <= wilds and needed < layer.get(before + rest, wilds + 1):
                    layer[before + rest] = needed
        layers.append(layer)
    return layers


@lru_cache(SUITS_KEPT)
def _leavings(cards: int, wilds: int) -> Leavings:
    """Return the possible leftovers of one suit with at most ``wilds`` wilds."""
    if not cards:
        return {0: 0}
    card = _lowest(cards)
    found = {left + card: needed for left, needed in _leavings(cards - card, wilds).items()}
    for taken, need in _sequences(_present(cards), wilds):
        for left, more in _leavings(cards - taken, wilds - need).items():
            if need + more < found.get(left, wilds + 1):
                found[left] = need + more
    return found


def _lowest(cards: int) -> int:
    """Return one card of the lowest rank present."""
    return 1 << ((cards & -cards).bit_length() - 1) // _FIELD * _FIELD


def _present(cards: int) -> int:
    """Return the highest bits of the non-empty fields."""
    return (cards + _FULL // 2 * _ONES) & _TOPS


@lru_cache(SUITS_KEPT)
def _sequences(present: int, wilds: int) -> tuple[tuple[int, int], ...]:
    """Return every choice of naturals that forms one sequence with the lowest rank present, and the
    fewest wilds that it needs."""
    places = [at for at in range(13) if present >> _FIELD * at & _FULL]
    if places[0] == 0:
        line = [*places, _ACE_HIGH]
        grown = [choice for at in range(len(line)) for choice in _grow(line[at:], wilds)]
        choices = [choice for choice in grown if choice[0] == 0 or choice[-1] == _ACE_HIGH]
    else:
        choices = list(_grow(places, wilds))
    found = []
    for chosen in choices:
        length = chosen[-1] - chosen[0] + 1
        need = max(length, SHORTEST) - len(chosen)
        if need <= min(wilds, len(chosen)) and length <= LONGEST_SEQUENCE:
            found.append((sum(1 << _FIELD * (at % 13) for at in chosen), need))
    return tuple(found)


def _grow(line: Sequence[int], wilds: int) -> Iterator[tuple[int, ...]]:
    """Yield every run from a line's first place, as far as wilds bridge the gaps."""
    yield (line[0],)
    for at in range(1, len(line)):
        gap = line[at] - line[0] - 1
        if gap > wilds:
            return
        for rest in _grow(line[at:], wilds - gap):
            yield (line[0], *rest)


def _ends(held: _Held, ways: Leavings, size: int, wild: str) -> Iterator[_End]:
    """Yield every possible end with the other cards grouped; stop when nothing is left over."""
    jokers = held.wilds.count(JOKER)
    for left, needed in ways.items():
        for in_place in _parts(left & held.either):
            free = (left & held.either) - in_place
            twenties = len(held.wilds) - jokers + _size(free)
            spare = jokers + twenties - needed
            if spare < 0:
                continue
            ones, pairs = _singles_and_pairs(left - free)
            completed = min(spare, pairs.bit_count())
            lost = ones.bit_count() + 2 * (pairs.bit_count() - completed)
            over = max(0, 2 * (jokers + twenties) + lost - size)
            points = (
                _points(ones, 0, wild)
                + 2 * _points(pairs, completed, wild)
                + over * WILD_POINTS
                + max(0, over - twenties) * (JOKER_POINTS - WILD_POINTS)
            )
            yield _End(points, left, needed, in_place, completed, over)
            if not points:
                return


@lru_cache(PARTS_KEPT)
def _parts(cards: int) -> tuple[int, ...]:
    """Return every choice of some cards, from none to all."""
    counts = [(unit, cards // unit & _FULL) for unit in _UNITS.values()]
    choices = product(*(range(0, (count + 1) * unit, unit) for unit, count in counts))
    return tuple(map(sum, choices))


def _singles_and_pairs(cards: int) -> tuple[int, int]:
    """Return the ranks with exactly one card and with two, by the highest bits of their fields."""
    two, three = cards + 14 * _ONES & _TOPS, cards + 13 * _ONES & _TOPS
    return _present(cards) ^ two, two ^ three


def _dearest(ranks: int, wild: str) -> list[str]:
    """Return the ranks whose fields' highest bits are set, from the most points to the fewest."""
    names = [rank for rank, unit in _UNITS.items() if ranks & unit * _FULL]
    return sorted(names, key=lambda rank: -Round(wild).points(rank + SUITS[0]))


@lru_cache(SUITS_KEPT)
def _points(ranks: int, dropped: int, wild: str) -> int:
    """Return the points of one card of each rank, except the ``dropped`` highest."""
    return sum(Round(wild).points(rank + SUITS[0]) for rank in _dearest(ranks, wild)[dropped:])


def _lay_out(held: _Held, layers: Sequence[Leavings], end: _End, round_: Round) -> Arrangement:
    """Return the arrangement of the best end: sequences, groups, wilds from the most expensive
    down, and the rest."""
    laid: list[tuple[list[str], int]] = []
    by_rank: dict[str, list[str]] = {rank: [] for rank in RANKS}
    for suit, cards, rest, needed in _trace(held, layers, end):
        laid += [
            ([rank + suit for rank in _ranks(taken)], need)
            for taken, need in _taken(cards, rest, needed)
        ]
        for rank in _ranks(rest):
            by_rank[rank].append(rank + suit)
    wilds = list(held.wilds)
    for rank in (TWO, round_.wild) if round_.natural_in_place else ():
        stay = end.in_place // _UNITS[rank] & _FULL
        wilds += by_rank[rank][stay:]
        del by_rank[rank][stay:]
    _, pairs = _singles_and_pairs(sum(_UNITS[rank] * len(same) for rank, same in by_rank.items()))
    completed = _dearest(pairs, round_.wild)[: end.completed]
    left = []
    for rank, same in by_rank.items():
        if len(same) >= SHORTEST or rank in completed:
            laid.append((same, max(0, SHORTEST - len(same))))
        else:
            left += same
    wilds.sort(key=round_.points)
    left += wilds[: end.over]
    melds = [next(lawful(cards, round_)) for cards in _with_wilds(laid, wilds[end.over :])]
    return Arrangement(tuple(melds), tuple(left), round_.penalty(left))


def _trace(
    held: _Held, layers: Sequence[Leavings], end: _End
) -> Iterator[tuple[str, int, int, int]]:
    """Yield every suit, the last first, with its cards, the leftovers of its sequences on the way
    to this end, and the wilds that they need."""
    left, needed = end.left, end.needed
    for suit, cards, before in reversed(list(zip(SUITS, held.suits, layers[:-1], strict=True))):
        for rest, need in _leavings(cards, held.most_wilds()).items():
            if before.get(left - rest) == needed - need:
                yield suit, cards, rest, need
                left, needed = left - rest, needed - need
                break


def _taken(cards: int, left: int, needed: int) -> Iterator[tuple[int, int]]:
    """Yield sequences that leave ``left`` of a suit: their naturals, and the wilds they need."""
    while cards:
        card = _lowest(cards)
        if _leavings(cards - card, needed).get(left - card) == needed:
            cards, left = cards - card, left - card
            continue
        for taken, need in _sequences(_present(cards), needed):
            if _leavings(cards - taken, needed - need).get(left) == needed - need:
                yield taken, need
                cards, needed = cards - taken, needed - need
                break


def _ranks(cards: int) -> Iterator[str]:
    """Yield the rank of every card, from the ace up."""
    for rank, unit in _UNITS.items():
        yield from rank * (cards // unit & _FULL)


def _with_wilds(laid: Sequence[tuple[list[str], int]], wilds: list[str]) -> Iterator[list[str]]:
    """Yield each meld's naturals with the wilds that it needs, and spread the other wilds."""
    spare = len(wilds) - sum(need for _, need in laid)
    for naturals, need in laid:
        more = min(spare, len(naturals) - need)
        spare -= more
        yield naturals + [wilds.pop() for _ in range(need + more)]
