"""A history of a hand laid out, so that it can be filled with cards: which places hold how many,
and which cards may be in them. Unrecorded cards that left a hand or the deck take up room, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from referee.knowledge.fitting import Fit
from referee.rulebooks.desmoche.hidden.evidence import DECK_PLACE
from referee.rulebooks.desmoche.hidden.histories import ALL_CARDS, History, Place
from referee.rulebooks.desmoche.hidden.locations import OPEN

MOST_CHOICES: Final = 64


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a card can be in one history at one moment: the place that it started in, and where it
    is ``now``. ``group`` tells which of the unrecorded cards that left it is one of."""

    place: Place
    now: int
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Unrecorded cards that left one hand, or the deck, between two moments."""

    player: int
    since: int
    size: int
    fewest: int


@dataclass(slots=True)
class Layout:
    """One history at one moment, ready to be filled with cards."""

    history: History
    groups: Sequence[Group]
    cells: list[Cell]
    bounds: list[tuple[int, int]]
    allowed: dict[int, int]
    fit: Fit


def lay_out(history: History, moment: int) -> Iterator[Layout]:
    """A history at one moment, ready to be filled: once for every choice of which of the unrecorded
    cards that left were those passed in the Cambio, or once for all where there are too many."""
    groups = _groups(history, moment)
    small = [place for place in history.places if place.moves]
    options: list[list[Group | None]] = [
        [None, *(group for group in groups if _fits_group(place, group))] for place in small
    ]
    if prod(map(len, options)) > MOST_CHOICES:
        yield _fill(history, moment, groups, None)
        return
    for chosen in product(*options):
        taken = {id(place): group for place, group in zip(small, chosen, strict=True)}
        if all(sum(one is group for one in chosen) <= group.size for group in groups):
            yield _fill(history, moment, groups, taken)


def _fill(
    history: History,
    moment: int,
    groups: Sequence[Group],
    taken: Mapping[int, Group | None] | None,
) -> Layout:
    cells: list[Cell] = []
    bounds: list[tuple[int, int]] = []
    masks: list[int] = []
    for place in history.places:
        mask = 0
        for group, low, high in _shares(history, place, groups, taken):
            now = OPEN if group else place.holder(moment)
            mask |= 1 << len(cells)
            cells.append(Cell(place, now, group))
            bounds.append((low, high))
        masks.append(mask)
    cells_of = {
        starts: sum(mask for number, mask in enumerate(masks) if starts >> number & 1)
        for starts in set(history.allowed.values())
    }
    grouped = [(1 << number, cell.group) for number, cell in enumerate(cells) if cell.group]
    allowed = {card: cells_of[starts] for card, starts in history.allowed.items()}
    for card in ALL_CARDS if grouped else ():
        allowed[card] &= ~sum(bit for bit, group in grouped if not _may_be_in(history, card, group))
    return Layout(history, groups, cells, bounds, allowed, Fit(allowed, bounds))


def _groups(history: History, moment: int) -> list[Group]:
    """The unrecorded cards that left the hands and the deck until this moment, told apart where
    it matters which of them came first."""
    course = history.course
    found = []
    draws = sum(at <= moment for at in course.blank_draws)
    if draws:
        found.append(Group(DECK_PLACE, 0, draws, draws))
    moves = {at for place in history.places for at, _ in place.moves}
    for player in sorted({who for _, who in course.blank_exits}):
        shown = {
            at
            for card, sights in course.seen.items()
            for at, who in sights
            if who == player and card not in course.left
        }
        counts: dict[int, int] = {}
        for at, who in course.blank_exits:
            if who == player and at <= moment:
                since = max((edge for edge in shown | moves if edge < at), default=0)
                counts[since] = counts.get(since, 0) + 1
        perhaps = sum(who == player and at <= moment for at, who in course.perhaps_exits)
        found += [
            Group(player, since, size, max(size - perhaps, 0))
            for since, size in sorted(counts.items())
        ]
    return found


def _fits_group(place: Place, group: Group) -> bool:
    return place.holder(group.since) == group.player


def _may_be_in(history: History, card: int, group: Group) -> bool:
    """Whether a card can be one of the unrecorded cards that left."""
    course = history.course
    if card in course.left or card in course.drawn:
        return False
    if card in course.hidden:
        return False
    return group.player == DECK_PLACE or course.last_in_hand(card) <= group.since


def _shares(
    history: History,
    place: Place,
    groups: Sequence[Group],
    taken: Mapping[int, Group | None] | None,
) -> list[tuple[Group | None, int, int]]:
    """How many cards of a place are still where they were, and how many are in each group."""
    fitting = [group for group in groups if _fits_group(place, group)]
    if taken is None and place.moves and fitting:
        return [(None, 0, 1), *((group, 0, 1) for group in fitting)]
    if taken is not None and place.moves:
        return [(taken[id(place)], 1, 1)]
    rivals = [other for other in history.places if other.moves]
    found: list[tuple[Group | None, int, int]] = []
    low = high = place.size
    for group in fitting:
        if taken is None:
            fewest = group.fewest - sum(_fits_group(other, group) for other in rivals)
            share = (max(fewest, 0), group.size)
        else:
            others = sum(one is group for one in taken.values())
            share = (max(group.fewest - others, 0), group.size - others)
        found.append((group, *share))
        low, high = low - share[1], high - share[0]
    return [(None, max(low, 0), max(high, -1)), *found]
