"""The histories that the record of a hand allows: what its unclear lines may have meant.

A history settles what a few lines leave open between a few readings: whether a Cambio card that was
not written down was passed, which of the named cards of a meld was the unrecorded one on offer.
In one history every card started in one of a few places of a known size: in the deck, or dealt to
a player and kept or passed on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import prod
from typing import Final

from referee.cards.deck import DECK, NAMES, each
from referee.rulebooks.desmoche.hidden.evidence import (
    DEALT,
    DECK_PLACE,
    DRAWN,
    GAP,
    HIDDEN,
    LAID,
    LEFT,
    MIXED,
    PASSED,
    PASSED_LATE,
    SHOWN,
    Evidence,
    Fact,
    blanks_in,
    named_in,
)

NINE: Final = 9
MOST_READINGS: Final = 64
"""Beyond so many readings of the unclear lines they are not told apart: less is certain then."""

NEVER: Final = 1 << 30
ALL_CARDS: Final = tuple(1 << number for number in range(len(NAMES)))


@dataclass(frozen=True, slots=True)
class Place:
    """Where cards start: in the deck, or dealt to a player. ``moves`` tell from which moment on
    somebody else holds them."""

    owner: int
    size: int
    moves: tuple[tuple[int, int], ...] = ()

    def holder(self, moment: int) -> int:
        """Who holds the cards of this place after a moment."""
        holder = self.owner
        for at, to in self.moves:
            if at <= moment:
                holder = to
        return holder


@dataclass(slots=True)
class Course:
    """What became of the cards in one reading, as far as it was seen: when a card left whose hand,
    was drawn, was seen in a hand, lay open; and when an unrecorded card left a hand or the deck."""

    left: dict[int, tuple[int, int]] = field(default_factory=dict)
    drawn: dict[int, tuple[int, int]] = field(default_factory=dict)
    seen: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    laid: dict[int, int] = field(default_factory=dict)
    hidden: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """Cards put among a hand's cards after the deal: whose, since when, and until when."""
    blank_exits: list[tuple[int, int]] = field(default_factory=list)
    perhaps_exits: list[tuple[int, int]] = field(default_factory=list)
    """Of the unrecorded cards that left a hand, those of which that is not certain."""
    blank_draws: list[int] = field(default_factory=list)
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """The moments of gaps with the cards that they leave in the deck."""
    tables: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For a player the moment at which a gap last told their melds, and of how many cards."""

    def open_since(self, card: int) -> int:
        """The moment from which the card lies open for all to see."""
        return min(
            self.left.get(card, (NEVER, 0))[0],
            self.drawn.get(card, (NEVER, 0))[0],
            self.laid.get(card, NEVER),
        )

    def last_in_hand(self, card: int) -> int:
        """The last moment at which the card was seen in a hand, or came from one."""
        moments = [moment for moment, _ in self.seen.get(card, ())]
        return max([self.left.get(card, (0, 0))[0], *moments])


@dataclass(frozen=True, slots=True)
class History:
    """One reading of the whole record: the places, where each card may have started, and what
    became of it."""

    places: tuple[Place, ...]
    course: Course
    allowed: dict[int, int]
    strikes: list[tuple[int, int, int]]
    """What bears on where cards started: the cards, the places that it leaves, and the event."""

    def shown_by(self, card: int) -> dict[int, int]:
        """The events that bear on where a card started, each with the places that it leaves."""
        found: dict[int, int] = {}
        for cards, left, event in self.strikes:
            if cards & card:
                found[event] = found.get(event, left) & left
        return found


def histories(evidence: Evidence, players: int, moment: int) -> list[History]:
    """All readings of the record, as far as they bear on this moment."""
    found = []
    for course in _courses(evidence):
        for places, lying in _placings(evidence, players, moment):
            found.append(_told(evidence, course, places, lying))
    return found


# ------------------------------------------------------------------ what became of the cards


def _courses(evidence: Evidence) -> Iterator[Course]:
    unclear = [fact for fact in evidence.facts if fact.kind == MIXED]
    readings = [_readings(evidence, fact) for fact in unclear]
    if prod(map(len, readings)) > MOST_READINGS:
        yield _course(evidence, None)
        return
    for chosen in product(*readings):
        named = [blank for reading in chosen for blank in reading]
        if len(named) == len(set(named)):
            yield _course(evidence, dict(zip(map(id, unclear), chosen, strict=True)))


Reading = dict[int, int]
"""Which unrecorded cards are which of the named cards of a meld."""


def _readings(evidence: Evidence, fact: Fact) -> list[Reading]:
    """The ways in which unrecorded cards that lay open can be among the named cards of a meld;
    unrecorded cards that came together from one hand are told apart in one way only."""
    cards = named_in(fact.cards)
    sure = blanks_in(fact.blanks & ~fact.perhaps)
    dealt = _certainly_dealt(evidence)
    came = {
        blank: (other.kind, other.moment, blank == other.perhaps)
        for other in evidence.facts
        if other.kind in (LEFT, DRAWN)
        for blank in blanks_in(other.cards)
    }
    drawn = {blank for blank, (kind, *_) in came.items() if kind == DRAWN}
    found: dict[frozenset[tuple[object, int]], Reading] = {}
    for blanks in (sure, [*sure, fact.perhaps]) if fact.perhaps else (sure,):
        for some in permutations(cards, min(len(blanks), len(cards))):
            reading = dict(zip(blanks, some, strict=False))
            if any(blank in drawn and card & dealt for blank, card in reading.items()):
                continue
            same = frozenset((came.get(blank, blank), card) for blank, card in reading.items())
            found.setdefault(same, reading)
    return list(found.values()) or [{}]


def _certainly_dealt(evidence: Evidence) -> int:
    """Cards that were in somebody's hand from the deal on, whatever the unclear lines mean."""
    cards = hidden = 0
    for fact in evidence.facts:
        if fact.kind == HIDDEN:
            hidden |= fact.cards
        if fact.kind in (SHOWN, LEFT, PASSED) or (fact.kind == DEALT and fact.other <= NINE):
            cards |= fact.cards
    return cards & DECK & ~(hidden | evidence.contradicted)


def _course(evidence: Evidence, readings: dict[int, Reading] | None) -> Course:
    course = Course()
    known = dict(evidence.named)
    for reading in (readings or {}).values():
        known |= reading
    for fact in evidence.facts:
        if fact.kind == MIXED:
            _take_mixed(evidence, course, fact, readings)
        elif fact.kind in (LEFT, DRAWN):
            for card in each(fact.cards):
                told = _as_known(evidence, known.get(card, card))
                if told and card == fact.perhaps:
                    # it lies open, and may have come from elsewhere than the hand
                    course.laid.setdefault(told, fact.moment)
                    told = 0
                _take(course, fact, told)
        else:
            _TAKING.get(fact.kind, _nothing)(course, fact, fact.cards & ~evidence.contradicted)
    return course


def _as_known(evidence: Evidence, card: int) -> int:
    return 0 if card > DECK or card & evidence.contradicted else card


def _take(course: Course, fact: Fact, card: int) -> None:
    """A card was drawn, or left a hand."""
    if fact.kind == DRAWN:
        if card:
            course.drawn[card] = (fact.moment, fact.player)
        else:
            course.blank_draws.append(fact.moment)
    elif card in course.hidden:
        whose, since, _ = course.hidden[card]
        course.hidden[card] = (whose, since, fact.moment)
    elif card:
        course.left[card] = (fact.moment, fact.player)
    else:
        course.blank_exits.append((fact.moment, fact.player))
        if fact.perhaps:
            course.perhaps_exits.append((fact.moment, fact.player))


def _take_mixed(
    evidence: Evidence, course: Course, fact: Fact, readings: dict[int, Reading] | None
) -> None:
    cards = named_in(fact.cards)
    if readings is None:
        gone = len(cards) - len(blanks_in(fact.blanks & ~fact.perhaps))
        course.blank_exits += [(fact.moment, fact.player)] * max(gone, 0)
        if fact.perhaps and not fact.instead:
            course.perhaps_exits.append((fact.moment, fact.player))
        for card in cards:
            course.laid[card] = fact.moment
        return
    reading = readings[id(fact)]
    if fact.instead and fact.perhaps in reading:
        course.blank_exits.append((fact.moment, fact.player))
    for card in cards:
        if card in reading.values():
            course.laid.setdefault(card, fact.moment)
        else:
            _take(course, fact, _as_known(evidence, card))


def _see(course: Course, fact: Fact, cards: int) -> None:
    for card in each(cards):
        course.seen.setdefault(card, []).append((fact.moment, fact.player))


def _hide(course: Course, fact: Fact, cards: int) -> None:
    for card in each(cards & DECK):
        drawn_at, drawer = course.drawn.get(card, (0, DECK_PLACE))
        since = drawn_at if drawer == fact.player else fact.moment - 1
        course.hidden[card] = (fact.player, since, NEVER)


def _lay(course: Course, fact: Fact, cards: int) -> None:
    for card in each(cards & DECK):
        course.laid.setdefault(card, fact.moment)
    course.tables[fact.player] = (fact.moment, fact.cards.bit_count())


def _miss(course: Course, fact: Fact, cards: int) -> None:
    course.gaps.append((fact.moment, fact.other))


def _nothing(course: Course, fact: Fact, cards: int) -> None:
    """It bears on nothing but where cards started."""


_TAKING: Final = {SHOWN: _see, PASSED_LATE: _see, HIDDEN: _hide, LAID: _lay, GAP: _miss}


# ------------------------------------------------------------------ where they started


Lying = dict[int, int]
"""For a passed card that was recorded the number of its place."""


def _placings(
    evidence: Evidence, players: int, moment: int
) -> Iterator[tuple[tuple[Place, ...], Lying]]:
    """The deck, what each player kept, and every card that was passed on, in all readings."""
    passed = [fact for fact in evidence.facts if fact.kind == PASSED]
    late = [fact for fact in evidence.facts if fact.kind == PASSED_LATE]
    options = [_missing_pass(evidence, player, moment) for player in _silent(evidence)]
    for chosen in product(*options):
        moved = [Place(fact.player, 1, ((fact.moment, fact.other),)) for fact in passed]
        moved += [place for place in chosen if place is not None]
        for all_moved, places_of_late in _pass_late(moved, late):
            kept = [NINE] * players
            for place in all_moved:
                kept[place.owner] -= 1
            if min(kept, default=0) < 0:
                continue
            first = [Place(DECK_PLACE, len(NAMES) - NINE * players)]
            first += [Place(player, size) for player, size in enumerate(kept)]
            lying: Lying = {}
            numbered = [(fact, number) for number, fact in enumerate(passed)]
            for fact, number in [*numbered, *places_of_late]:
                if fact.cards & ~evidence.contradicted:
                    lying[fact.cards] = len(first) + number
            yield (*first, *all_moved), lying


def _silent(evidence: Evidence) -> list[int]:
    """Whose Cambio card was not written down, though play has gone on."""
    if not evidence.play_at or len(evidence.ring) < 2:
        return []
    passed = {fact.player for fact in evidence.facts if fact.kind in (PASSED, PASSED_LATE)}
    return [player for player in evidence.ring if player not in passed]


def _missing_pass(evidence: Evidence, player: int, moment: int) -> list[Place | None]:
    """The player may have passed a card, or none."""
    at = evidence.ring.index(player)
    right = evidence.ring[(at + 1) % len(evidence.ring)]
    moments = {evidence.play_at}
    if moment < evidence.play_at:
        moments.add(evidence.dealt_at + evidence.deal_written)
    return [None, *(Place(player, 1, ((at, right),)) for at in sorted(moments))]


def _pass_late(
    moved: list[Place], late: Sequence[Fact]
) -> Iterator[tuple[list[Place], list[tuple[Fact, int]]]]:
    """Cards passed when play had begun: dealt to the giver, or received by the giver before."""
    if not late:
        yield moved, []
        return
    fact, move = late[0], (late[0].moment, late[0].other)
    ways = [(len(moved), [*moved, Place(fact.player, 1, (move,))])]
    for number, place in enumerate(moved):
        if place.holder(fact.moment - 1) == fact.player:
            onward = Place(place.owner, 1, (*place.moves, move))
            ways.append((number, [*moved[:number], onward, *moved[number + 1 :]]))
    for number, way in ways:
        for rest, others in _pass_late(way, late[1:]):
            yield rest, [(fact, number), *others]


def _told(evidence: Evidence, course: Course, places: tuple[Place, ...], lying: Lying) -> History:
    everywhere = (1 << len(places)) - 1
    strikes: list[tuple[int, int, int]] = []
    event_at = [0, *evidence.timeline]
    for fact in evidence.facts:
        cards = fact.cards & ~evidence.contradicted
        if fact.kind == DEALT:
            for struck, left in _strikes_of_the_deal(fact, cards, places):
                strikes.append((struck, left, event_at[fact.moment]))
        elif fact.kind in (PASSED, PASSED_LATE) and cards:
            strikes.append((cards, 1 << lying[cards], event_at[fact.moment]))
    for card, (moment, _) in course.drawn.items():
        strikes.append((card, 1, event_at[moment]))
    passed_by = 1 + max([evidence.play_at, *(at for place in places for at, _ in place.moves)])
    held: dict[tuple[int, int], int] = {}

    def in_hand(player: int, moment: int) -> int:
        # once all cards are passed, nothing enters a hand
        asked = player, min(moment, passed_by)
        if asked not in held:
            held[asked] = _in_hand(places, *asked, evidence)
        return held[asked]

    for card, (moment, player) in course.left.items():
        strikes.append((card, in_hand(player, moment), event_at[moment]))
    for card, sights in course.seen.items():
        for moment, player in sights:
            strikes.append((card, in_hand(player, moment), event_at[moment]))
    allowed = dict.fromkeys(ALL_CARDS, everywhere)
    for cards, left, _ in strikes:
        for card in each(cards):
            allowed[card] &= left
    return History(places, course, allowed, strikes)


def _strikes_of_the_deal(
    fact: Fact, cards: int, places: Sequence[Place]
) -> Iterator[tuple[int, int]]:
    own = sum(1 << number for number, place in enumerate(places) if place.owner == fact.player)
    surplus = fact.other > NINE
    yield cards, own | 1 if surplus else own
    if surplus and cards.bit_count() == fact.other:
        yield DECK & ~cards, ~own & (1 << len(places)) - 1


def _in_hand(places: Sequence[Place], player: int, moment: int, evidence: Evidence) -> int:
    """The places of cards that are in a player's hand as an event begins. Within the Cambio the
    lines may stand in another order than the cards moved in: who has passed may have received."""
    found = 0
    for number, place in enumerate(places):
        if (place.holder(moment - 1) if place.moves else place.owner) == player:
            found |= 1 << number
    if moment <= (evidence.play_at or NEVER):
        moving = [(number, place) for number, place in enumerate(places) if place.moves]
        if any(place.owner == player and place.moves[0][0] < moment for _, place in moving):
            for number, place in moving:
                if any(to == player for _, to in place.moves):
                    found |= 1 << number
    return found
