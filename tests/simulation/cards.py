"""Cards as two-letter names, and the melds that can be made of them."""

from collections.abc import Callable, Collection, Iterable, Iterator

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
RED = frozenset("dh")


def number(card: str) -> int:
    """Return the index of a card in its suit: ace 0, king 12."""
    return RANKS.index(card[0])


def height(card: str) -> int:
    """Return the rank of a card with the ace high: two 1, ace 13."""
    return number(card) or 13


def is_red(card: str) -> bool:
    return card[1] in RED


def one_colour(cards: Iterable[str]) -> bool:
    """Return whether all cards are red, or all black."""
    return len({is_red(card) for card in cards}) == 1


def one_suit(cards: Iterable[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def by_number(cards: Iterable[str]) -> list[str]:
    """Return the cards from the ace up."""
    return sorted(cards, key=lambda card: (number(card), card[1]))


def is_set(cards: Collection[str]) -> bool:
    """Return whether the cards are three or four of a rank."""
    return 3 <= len(cards) <= 4 and len({card[0] for card in cards}) == 1


def are_neighbours(numbers: Iterable[int]) -> bool:
    """Return whether these numbers follow each other without a gap."""
    found = sorted(numbers)
    return found == list(range(found[0], found[0] + len(found)))


def is_run(cards: Collection[str], aces: str = "low") -> bool:
    """Return whether the cards are three to ten neighbours of one suit, with the ace low, or by
    ``aces`` also above the king."""
    if not 3 <= len(cards) <= 10 or not one_suit(cards):
        return False
    high = aces == "both" and are_neighbours(map(height, cards))
    return high or are_neighbours(map(number, cards))


def is_meld(cards: Collection[str], aces: str = "low") -> bool:
    """Return whether the cards make a run or a set."""
    return is_set(cards) or is_run(cards, aces)


def extends(card: str, meld: Collection[str], aces: str = "low") -> bool:
    """Return whether the meld with this card added is still one meld."""
    return is_meld(meld, aces) and is_meld([*meld, card], aces)


def place_in(run: Iterable[str]) -> Callable[[str], int]:
    """Return a function that gives the position of a card in a run: the ace is high if the run has
    a king."""
    return height if "K" in {card[0] for card in run} else number


def ascending(run: Collection[str]) -> list[str]:
    """Return a run from its lowest card up."""
    return sorted(run, key=place_in(run))


def stretches(cards: Iterable[str], place: Callable[[str], int] = number) -> list[list[str]]:
    """Split the cards of one suit into stretches of neighbours."""
    parts: list[list[str]] = []
    for card in sorted(cards, key=place):
        if parts and place(parts[-1][-1]) + 1 == place(card):
            parts[-1].append(card)
        else:
            parts.append([card])
    return parts


def remains(
    meld: Collection[str], taken: Collection[str], aces: str = "low"
) -> list[list[str]] | None:
    """Return the melds that remain of a meld without these cards; None if the rest is not all
    melds."""
    left = [card for card in meld if card not in taken]
    if not left:
        return []
    parts = [left] if is_set(meld) else stretches(left, place_in(meld))
    return parts if all(is_meld(part, aces) for part in parts) else None


def melds_around(card: str, pool: Collection[str], aces: str = "low") -> list[list[str]]:
    """Return every meld that the card makes with cards of the pool."""
    others = sorted({other for other in pool if other[0] == card[0]} - {card})
    found = []
    if len(others) >= 2:
        found += [[card, *[o for o in others if o != out]] for out in others if len(others) == 3]
        found.append([card, *others])
    suit = {card} | {other for other in pool if other[1] == card[1]}
    for place in (number, height) if aces == "both" else (number,):
        line = next(part for part in stretches(suit, place) if card in part)
        middle = line.index(card)
        found += [
            line[start:stop]
            for start in range(middle + 1)
            for stop in range(middle + 1, len(line) + 1)
            if 3 <= stop - start <= 10 and line[start:stop] not in found
        ]
    return found


def shared_out(cards: Collection[str], aces: str) -> Iterator[list[list[str]]]:
    """Yield every way to lay all of these cards as melds."""
    if not cards:
        yield []
        return
    first = min(cards)
    for meld in melds_around(first, cards, aces):
        for others in shared_out(set(cards) - set(meld), aces):
            yield [meld, *others]


def alternating(cards: Collection[str]) -> list[str]:
    """Return a set with alternating colours, in the order of strict tables."""
    red = [card for card in cards if is_red(card)]
    black = [card for card in cards if not is_red(card)]
    first, second = (red, black) if len(red) >= len(black) else (black, red)
    woven = [card for pair in zip(first, second, strict=False) for card in pair]
    return woven + first[len(second) :]
