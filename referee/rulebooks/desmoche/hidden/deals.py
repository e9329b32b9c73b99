"""All deals of a hand that fit its record.

A deal fits the record if every card started in a place that the record allows and all places
hold as many cards as they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from referee.cards.deck import DECK, each
from referee.knowledge.fitting import Fit, bits
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.evidence import DECK_PLACE, UNCOUNTED, Evidence
from referee.rulebooks.desmoche.hidden.histories import ALL_CARDS, NEVER, histories
from referee.rulebooks.desmoche.hidden.layouts import Cell, Layout, lay_out
from referee.rulebooks.desmoche.hidden.locations import OPEN, Condition, Deal, Location, negated
from referee.rulebooks.desmoche.seat import Seat

LATER: Final = NEVER - 1
"""A moment after everything that the record has."""

STEPS: Final = 3000
"""After so many tries a search gives up and calls what it looked for possible."""


def deals_of(hand: Hand, moment: int) -> Deals:
    """All deals that fit what is recorded so far, as they stand at this moment; worked out anew
    only where something was learnt since."""
    evidence = hand.where.evidence
    if evidence.memo_of != evidence.state:
        evidence.memo, evidence.memo_of = {}, evidence.state
    deals = evidence.memo.get(moment)
    if not isinstance(deals, Deals):
        deals = evidence.memo[moment] = Deals(hand, moment)
    return deals


class Deals:
    """All deals of a hand that fit the record, as they stand after one of its events."""

    def __init__(self, hand: Hand, moment: int) -> None:
        self.hand = hand
        self.moment = moment
        self._evidence: Evidence = hand.where.evidence
        self._players = len(hand.seats)
        self._told = [
            (offence.seat.place, self._evidence.moment_of(offence.event))
            for offence in hand.offences
            if offence.told and offence.rule == "draw.hidden"
        ]
        self._cells: dict[tuple[int, int, Condition], int] = {}

    @cached_property
    def layouts(self) -> list[Layout]:
        """All ways in which the record can be read, as far as any deal fits them."""
        if not self._evidence.dealt_at:
            return []
        found = []
        for history in histories(self._evidence, self._players, self.moment):
            last, course = len(self._evidence.timeline), history.course
            more_left = self.moment < last and (course.blank_exits or course.blank_draws)
            if not more_left or any(one.fit.found for one in lay_out(history, last)):
                found += [one for one in lay_out(history, self.moment) if one.fit.found]
        return found

    @property
    def contradicted(self) -> bool:
        """Whether no deal at all fits the record."""
        return bool(self._evidence.dealt_at) and not self.layouts

    # -------------------------------------------------------------- where cards are

    def locations(self, layout: Layout, card: int, cell: Cell) -> list[Location]:
        """Where a card of this cell may be now; more than one only where a gap, or a card hidden
        in a hand, leaves it open."""
        place = cell.place
        return [
            Location(place.owner, not place.moves, now) for now in self._now(layout, card, cell)
        ]

    def cells_where(self, layout: Layout, card: int, condition: Condition) -> int:
        """The cells of a layout, as bits, from which a card may be where it is asked to be."""
        asked = id(layout), card, condition
        if asked not in self._cells:
            self._cells[asked] = sum(
                1 << number
                for number, cell in enumerate(layout.cells)
                if layout.allowed[card] >> number & 1
                and any(map(condition, self.locations(layout, card, cell)))
            )
        return self._cells[asked]

    def _now(self, layout: Layout, card: int, cell: Cell) -> tuple[int, ...]:
        course, moment = layout.history.course, self.moment
        if card in course.hidden:
            whose, since, until = course.hidden[card]
            if since <= moment < until:
                return (whose,)
            if course.open_since(card) <= moment < until and not course.drawn.get(card):
                return (whose, OPEN)
        if course.open_since(card) <= moment:
            laid_in_pile = not any(card & seat.table for seat in self.hand.seats)
            also = [who for who, told in self._told if told and course.open_since(card) <= told]
            return (OPEN, *also) if also and laid_in_pile else (OPEN,)
        if cell.group is not None:
            return (OPEN,)
        return self._across_gaps(layout, card, cell.now)

    def _across_gaps(self, layout: Layout, card: int, now: int) -> tuple[int, ...]:
        course, moment = layout.history.course, self.moment
        if moment < self._evidence.dealt_at or not any(at <= moment for at, _ in course.gaps):
            return (now,)
        if course.last_in_hand(card) > moment or course.drawn.get(card, (0, 0))[0] > moment:
            return (now,)
        low, high, pinned, whole = self._after_gaps(layout, now)
        found = (now,) if high > pinned else ()
        return (*found, OPEN) if low < whole else found or (now,)

    def _after_gaps(self, layout: Layout, where: int) -> tuple[int, int, int, int]:
        """How many cards a hand or the deck has after gaps: at least, at most, how many of them are
        seen there later, and how many it would have if nothing had happened in the gaps."""
        course, moment = layout.history.course, self.moment
        whole = self._size(layout, where)
        if where == DECK_PLACE:
            pinned = sum(at > moment for at, _ in course.drawn.values())
            counted = [(at, left) for at, left in course.gaps if at <= moment and left != UNCOUNTED]
            if not counted:
                return pinned, whole, pinned, whole
            at, left = counted[-1]
            draws = [*course.blank_draws, *(drawn for drawn, _ in course.drawn.values())]
            left -= sum(at < drawn <= moment for drawn in draws)
            later = any(at < other <= moment for other, _ in course.gaps)
            return (pinned if later else left), min(left, whole), pinned, whole
        pinned = sum(who == where and at > moment for at, who in course.left.values())
        pinned += sum(
            any(who == where and at > moment for at, who in sights)
            for card, sights in course.seen.items()
            if card not in course.left
        )
        if where not in course.tables or course.tables[where][0] > moment:
            return pinned, whole, pinned, whole
        at, lying = course.tables[where]
        exits = [*course.blank_exits, *course.left.values()]
        since = sum(at < gone <= moment and who == where for gone, who in exits)
        later = any(at < other <= moment for other, _ in course.gaps)
        low, high = 9 - lying - since, 10 - lying - since
        return (pinned if later else max(low, pinned)), min(high, whole), pinned, whole

    def _size(self, layout: Layout, where: int) -> int:
        """The most cards of this history that are in a hand, or in the deck."""
        course, moment = layout.history.course, self.moment
        size = sum(
            place.size for place in layout.history.places if place.holder(moment) == where
        )  # fmt: skip
        size -= sum(group.fewest for group in layout.groups if group.player == where)
        gone = [*course.left.values(), *((at, DECK_PLACE) for at, _ in course.drawn.values())]
        return size - sum(at <= moment and who == where for at, who in gone)

    @cached_property
    def where(self) -> dict[int, frozenset[int]]:
        """For every card everywhere that it may be: players' places, the deck, the open."""
        if not self._evidence.dealt_at or self.moment < self._evidence.dealt_at:
            return dict.fromkeys(ALL_CARDS, frozenset({DECK_PLACE}))
        found: dict[int, set[int]] = {card: set() for card in ALL_CARDS}
        for layout in self.layouts:
            for card, cells in layout.fit.possible.items():
                for number, cell in enumerate(layout.cells):
                    if cells >> number & 1:
                        found[card].update(self._now(layout, card, cell))
        if self.contradicted:
            anywhere = {DECK_PLACE, OPEN, *range(self._players)}
            found = dict.fromkeys(ALL_CARDS, anywhere)
        return {card: frozenset(places) for card, places in found.items()}

    def surely(self, place: int) -> int:
        """The cards that are certainly in this player's hand."""
        return sum(card for card, places in self.where.items() if places == {place})

    def possibly(self, place: int) -> int:
        """The cards that may be in this player's hand."""
        return sum(card for card, places in self.where.items() if place in places)

    def count(self, place: int) -> tuple[int, int]:
        """How many cards are in this player's hand, at least and at most."""
        if not self._evidence.dealt_at or self.moment < self._evidence.dealt_at:
            return 0, 0
        counts: list[tuple[int, int]] = []
        for layout in self.layouts:
            course = layout.history.course
            size = self._size(layout, place)
            unsure = sum(w == place and at <= self.moment for at, w in course.perhaps_exits)
            hidden = sum(
                who == place and since <= self.moment < until
                for who, since, until in course.hidden.values()
            )
            low, high = size - unsure, size
            if any(at <= self.moment for at, _ in course.gaps):
                low, high, _, _ = self._after_gaps(layout, place)
            counts.append((max(low, 0) + hidden, max(high, 0) + hidden))
        if not counts:
            return 0, 10
        more = sum(who == place and at <= self.moment for who, at in self._told)
        return min(low for low, _ in counts), max(high for _, high in counts) + more

    @cached_property
    def _starts(self) -> dict[tuple[int, bool], int]:
        """The cards that may have started in each place: by whose it was as dealt (or the deck's),
        and whether they were kept. Nothing where no deal fits."""
        found: dict[tuple[int, bool], int] = {}
        for layout in self.layouts:
            alike: dict[int, int] = {}
            for card, cells in layout.fit.possible.items():
                alike[cells] = alike.get(cells, 0) | card
            for cells, cards in alike.items():
                for number in bits(cells):
                    place = layout.cells[number].place
                    start = place.owner, not place.moves
                    found[start] = found.get(start, 0) | cards
        return found

    def surely_dealt(self, seat: Seat) -> int:
        """The cards that were dealt to the player in every deal that fits the record."""
        cards = self.possibly_dealt(seat)
        for (owner, _), others in self._starts.items():
            if owner != seat.place:
                cards &= ~others
        return cards

    def possibly_dealt(self, seat: Seat) -> int:
        """The cards that were dealt to the player in some deal that fits the record."""
        starts = self._starts
        return starts.get((seat.place, True), 0) | starts.get((seat.place, False), 0)

    def can_be_dealt(self, seat: Seat, cards: int) -> bool:
        """Whether all these cards were dealt to the player in some deal that fits the record."""
        if cards & ~self.possibly_dealt(seat):
            return not self.layouts
        unsure = cards & ~self.surely_dealt(seat)
        if unsure.bit_count() < 2 or not self.layouts:
            return True
        return any(_can_start_with(layout, seat.place, unsure) for layout in self.layouts)

    def possibly_passed(self, seat: Seat) -> int:
        """The cards that the player passed on in some deal that fits the record."""
        return self._starts.get((seat.place, False), 0)

    # -------------------------------------------------------------- deals with a property

    def one(self, conditions: Mapping[int, Condition] | None = None) -> Deal | None:
        """A deal that fits the record and in which these cards are where they are asked to be."""
        for layout in self.layouts:
            deal = self._one(layout, conditions or {})
            if deal is not None:
                return deal
        return None

    def can(self, conditions: Mapping[int, Condition]) -> bool:
        """Whether that is so in some deal that fits the record. A record that contradicts itself
        rules nothing out."""
        if not self.layouts:
            return True
        return any(_asked(self, layout, conditions) is not None for layout in self.layouts)

    def in_some(self, condition: Condition, cards: int = DECK) -> int:
        """Those of the cards of which this is so in some deal that fits the record."""
        if not self.layouts:
            return cards
        found = 0
        for layout in self.layouts:
            possible = layout.fit.possible
            for card in each(cards & ~found):
                here = (layout.cells[number] for number in bits(possible[card]))
                if any(any(map(condition, self.locations(layout, card, cell))) for cell in here):
                    found |= card
        return found

    def in_every(self, condition: Condition, cards: int = DECK) -> int:
        """Those of the cards of which this is so in every deal that fits the record."""
        return cards & ~self.in_some(negated(condition), cards) if self.layouts else 0

    def can_all(self, cards: int, condition: Condition) -> bool:
        """Whether all these cards can be there together."""
        return self.can(dict.fromkeys(each(cards), condition))

    def _one(self, layout: Layout, conditions: Mapping[int, Condition]) -> Deal | None:
        fit = _asked(self, layout, conditions)
        if fit is None:
            return None
        locations = {}
        for card, number in fit.example().items():
            here = self.locations(layout, card, layout.cells[number])
            wanted = conditions.get(card)
            locations[card] = next(
                (location for location in here if wanted is None or wanted(location)), here[0]
            )
        return Deal(locations)

    def without_any(
        self,
        sets: Sequence[int],
        inside: Condition,
        conditions: Mapping[int, Condition] | None = None,
    ) -> Deal | None:
        """A deal in which none of these sets of cards lies wholly ``inside``; None if every deal
        has one of them there."""
        steps = 0
        outside = negated(inside)

        def search(asked: dict[int, Condition]) -> Deal | None:
            nonlocal steps
            steps += 1
            deal = self.one(asked)
            if deal is None:
                return None
            there = deal.cards(inside)
            whole = next((cards for cards in sets if cards & ~there == 0), 0)
            if not whole or steps > STEPS:
                return deal
            kept = dict(asked)
            for card in each(whole):
                if card in asked:
                    continue
                found = search({**kept, card: outside})
                if found is not None:
                    return found
                kept[card] = inside
            return None

        return search(dict(conditions or {}))


def _can_start_with(layout: Layout, owner: int, cards: int) -> bool:
    """Whether one way to fill a layout has all these cards dealt to this player."""
    own = sum(1 << number for number, cell in enumerate(layout.cells) if cell.place.owner == owner)
    allowed = dict(layout.allowed)
    for card in each(cards):
        allowed[card] &= own
        if not allowed[card]:
            return False
    return Fit(allowed, layout.bounds).found


def _asked(deals: Deals, layout: Layout, conditions: Mapping[int, Condition]) -> Fit | None:
    """One way to fill a layout in which these cards are where they are asked to be."""
    allowed = dict(layout.allowed)
    for card, condition in conditions.items():
        allowed[card] = deals.cells_where(layout, card, condition)
        if not allowed[card]:
            return None
    fit = Fit(allowed, layout.bounds)
    return fit if fit.found else None
