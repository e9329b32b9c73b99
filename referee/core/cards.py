"""The places of the cards of a hand, as far as known.

A zone holds cards. A card with a known face is its name (``7h``); one with an unknown face is a
numbered *blank* (``?3``), renamed when its face is seen. So later knowledge also applies to the
past: a card that comes out of a player's layout had been there since the deal.

``located`` counts the known places of each face. A face in more places than there are such cards
contradicts the record; from then on it is ``loose``: it may be anywhere, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards.deck import UNRECORDED, Deck
from referee.core.facts import Facts, NotKnown

FRESH: Final = ""
"""A card without a known place: drawn from the stock, or taken from unknown cards."""
NOWHERE: Final = None
"""Marks a card that cannot be where an event has it."""

Shown = tuple[str | None, str]
"""A card in its zone (or ``FRESH``, or ``NOWHERE``), and the face that an event gives it."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards.

    ``kind`` is ``stock`` (a number of cards), ``pile`` (cards on each other, the last on top),
    ``bag`` (unordered cards) or ``row`` (cards at numbered places); each player has their own bag
    or row. ``seen_by`` is the player who sees its cards: ``all``, ``owner`` or ``nobody``. A
    ``turn`` zone is empty between turns. The cards of an ``open`` zone are on the table.
    """

    name: str
    kind: str
    seen_by: str = "all"
    turn: bool = False
    open: bool = False

    def __rshift__(self, to: Zone | Spot) -> Move:
        return Move((self, to))

    def __getitem__(self, field: str) -> Spot:
        """Return the place of a row given by this field of an event."""
        return Spot(self, field)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a row, named by a field of the event."""

    zone: Zone
    field: str

    def __rshift__(self, to: Zone) -> Move:
        return Move((self, to))


class Move:
    """The path of an event's cards through zones.

    The cards that the event names go last, from ``source`` to ``to``; if the source is a row,
    ``place`` is the field of the event with their position. Before that, the cards of the zones in
    ``before`` move up: they fill the vacated places.
    """

    def __init__(self, way: tuple[Zone | Spot, ...]) -> None:
        self.way = way
        self.zones = [stop.zone if isinstance(stop, Spot) else stop for stop in way]
        *self.before, self.source, self.to = self.zones
        self.start, source = self.zones[0], way[-2]
        self.place = source.field if isinstance(source, Spot) else ""
        self.is_own = any(zone.kind in ("bag", "row") for zone in self.zones)
        """True if the path leads through a zone of the player's own."""

    def __rshift__(self, to: Zone | Spot) -> Move:
        return Move((*self.way, to))


def is_blank(card: str) -> bool:
    """Return whether the face of a card is unknown."""
    return card[0] == "?"


def face_of(card: str | None) -> str:
    """Return the face of a card. Raises `NotKnown` if it is unknown."""
    if not card or card[0] == "?":
        raise NotKnown("face")
    return card


def faces_of(cards: Iterable[str]) -> list[str]:
    """Return the faces of cards. Raises `NotKnown` if one is unknown."""
    faces = list(cards)
    if not {"", "?"}.isdisjoint([card[:1] for card in faces]):
        raise NotKnown("face")
    return faces


class CardFacts(Facts):
    """The cards of a hand."""

    deck: Deck
    pile: tuple[str, ...]
    located: dict[str, int]
    loose: frozenset[str]
    named: dict[str, tuple[str, ...]]
    """The faces of blanks seen later. Unknown cards of a bag share a blank until others join
    them."""
    buried: bool
    """True if the pile may have unknown cards below the known ones."""
    order: tuple[str, ...]
    """The cards of the stock if their order is known, the next one last; else empty."""
    blanks: int

    # ---- reading

    def blank(self) -> str:
        """Return a new card with an unknown face."""
        self.blanks += 1
        return f"?{self.blanks}"

    def fresh(self, count: int, zone: Zone | None = None) -> tuple[str, ...]:
        """Return new cards with unknown faces."""
        shared = zone is not None and zone.kind == "bag"
        return (self.blank(),) * count if shared else tuple(self.blank() for _ in range(count))

    def cards_in(self, zone: Zone, seat: object = None) -> tuple[str, ...]:
        """Return the cards of a zone. Raises `NotKnown` if even their number is unknown."""
        held = getattr(self, zone.name)
        cards: tuple[str, ...] = held if zone.kind == "pile" else held[seat]
        return cards

    def held_in(self, zone: Zone, seat: object) -> tuple[str, ...] | None:
        """Return the cards of a seat's zone; None if even their number is unknown."""
        cards: tuple[str, ...] | None = self.__dict__[zone.name].get(seat)
        return cards

    def put(self, zone: Zone, seat: object, cards: tuple[str, ...]) -> None:
        """Put these cards into a zone."""
        if zone.kind == "pile":
            setattr(self, zone.name, cards)
        else:
            self.__dict__[zone.name][seat] = cards

    @property
    def top(self) -> str | None:
        """The top card of the pile; ``NOWHERE`` if there is none."""
        return self.pile[-1] if self.pile else FRESH if self.buried else NOWHERE

    def wrong(self, shown: Iterable[Shown]) -> list[str]:
        """Return the contradictions of these cards: impossible faces, and their known faces."""
        found: list[str] = []
        new: dict[str, int] = {}
        for card, face in shown:
            if card == face or (face == UNRECORDED and card is not NOWHERE) or face in self.loose:
                continue
            is_seen = card and card[0] != "?"
            is_other = (is_seen and card not in self.loose) or card is NOWHERE
            count = new.get(face) or self.located.get(face, 0)
            if is_other or (count and count >= self.deck.copies(face)):
                found += [face, card] if card and is_seen else [face]
            new[face] = count + 1
        return found

    # ---- changing

    def see(self, card: str | None, face: str, zone: Zone | None, seat: object) -> str:
        """Record the face of a card, and return the card's new name."""
        is_loose = face in self.loose
        if card in (None, face) or face == UNRECORDED or (zone is None and is_loose):
            return card or self.blank()
        if card and card[0] == "?":
            self.named[card] = (*self.named.get(card, ()), face)
        elif card and card not in self.loose:
            return card
        if not is_loose:
            self.located[face] = self.located.get(face, 0) + 1
        if card and zone is not None:
            held = self.pile if zone.kind == "pile" else self.held_in(zone, seat)
            if held and card in held:
                self.put(zone, seat, replaced(held, card, face))
        return face

    def lose(self, *cards: str) -> None:
        """Forget the places of these cards: each may appear anywhere."""
        for card in cards:
            if card and not is_blank(card) and card not in self.loose and self.located.get(card):
                self.located[card] -= 1

    def lose_order(self) -> None:
        """Forget the order of the stock."""
        self.lose(*self.order)
        self.order = ()

    def blur(self, zone: Zone, seat: object = None, cards: Iterable[str] | None = None) -> None:
        """Forget the faces of cards in a zone (by default of all), and in a bag their order."""
        held = self.cards_in(zone, seat)
        for card in list(held if cards is None else cards):
            if not is_blank(card) and card in held:
                self.lose(card)
                held = replaced(held, card, self.blank())
        self.put(zone, seat, held)
        if zone.kind == "bag":
            self.mix(zone, seat)

    def mix(self, zone: Zone, seat: object) -> None:
        """Forget the order in which the unknown cards of a bag arrived."""
        blank, held = self.blank(), self.cards_in(zone, seat)
        self.put(zone, seat, tuple([blank if card[0] == "?" else card for card in held]))


def replaced(cards: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    """Return cards with the first ``old`` one replaced.

    >>> replaced(("7h", "?1"), "?1", "Kd")
    ('7h', 'Kd')
    """
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Return cards without some of them, each removed once.

    >>> without(("7h", "7h", "Kd"), ["7h"])
    ('7h', 'Kd')
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def picked(cards: tuple[str, ...], faces: Sequence[str]) -> list[str | None]:
    """Return, for each of these faces, the card of a bag that has it: the card of that name, else a
    blank; ``NOWHERE`` if it is impossible, ``FRESH`` for one of several unrecorded cards.

    >>> picked(("7h", "?1"), ["Kd", "7h", "2c"])
    ['?1', '7h', None]
    """
    left = list(cards)
    found: list[str | None] = []
    for face in faces:
        card: str | None = face
        if face == UNRECORDED:
            card = FRESH  # any of the remaining cards
        elif face not in left:
            card = next(iter(left) if len(cards) == 1 else filter(is_blank, left), NOWHERE)
        if card:
            left.remove(card)
        found.append(card)
    for at, face in enumerate(faces if len(left) < 2 else ()):
        if face == UNRECORDED:
            found[at] = left.pop() if left else NOWHERE
    return found
