"""The meaning of an act that shows cards: which cards come from the hand, and where the others lay.

An act is read before it changes the table. Rules and effects find the reading in ``act.onto``. If
all cards are named there is one reading; every unrecorded card adds a few (``act.ways``), and open
parts of a reading are missing from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import or_
from typing import Any, Final

from referee.cards.deck import BITS, DECK, UNRECORDED, cards_of, each
from referee.cards.melds import lies_in_order
from referee.core.declaring import Event
from referee.core.facts import OPEN, Facts, NotKnown, Open, having, known
from referee.core.hand import Act, Hand, Seat
from referee.games.desmoche import game
from referee.games.desmoche.game import bit, bits, cards_as, claim, desmoche, discard, meld, pay
from referee.games.desmoche.melds import extensions, is_meld, melds_with

MOST_WAYS: Final = 12
"""The most readings of a line. Beyond that, a line only shows that its cards lie together."""

Names = tuple[tuple[str, str], ...]
"""Unrecorded cards, each with the name that it now has."""


class Melded(Facts):
    """A meld line: its ``cards``, those from the player's own melds (``lying``), the card on offer
    that it uses, those from other players' melds (``stolen``), those from the pile that are not on
    offer (``dead``), those the player had drawn and kept (``picked``), those from the hand, and the
    number of unrecorded ones from the hand (``unread``).

    ``names`` are unrecorded cards that it names; ``perhaps`` are cards of which one may be the card
    on offer, so that those from the hand are open.
    """

    def __init__(self, cards: int, *, is_ordered: bool = True) -> None:
        self.cards, self.in_order = cards, is_ordered
        self.lying = self.used = self.stolen = self.dead = self.picked = self.from_hand = 0
        self.unread = self.perhaps = 0
        self.is_guessed = False
        self.names: Names = ()
        self.is_free = False
        """The card on offer was forced on the player, and costs nothing."""

    @property
    def is_blind(self) -> bool:
        """True if the origin of the cards is unknown."""
        return "from_hand" not in self.__dict__

    @property
    def takes(self) -> bool:
        """True if the meld has a card that was not the player's own."""
        return bool(self.used or self.dead or self.stolen or self.picked)

    def but(self, **changes: Any) -> Melded:
        """Return the same reading with these changes."""
        other = self.fork()
        other.set(**changes)
        return other

    def place(self, t: Hand, seat: Seat) -> Melded:
        """Find the origin of cards that seem to come from the hand but lay in the open."""
        rest = self.from_hand
        on_tables = game.on_tables(t)
        for card in cards_as(rest & DECK):
            one = bit(card)
            if card in t.loose or not (one & on_tables or card in t.pile):
                continue
            if any(one & game.lying_of(t, other) for other in t.seats if other is not seat):
                self.stolen |= one
            elif has_picked(t, seat, card):
                self.picked |= one
            else:
                self.dead |= one
        claimant, claimed = t.__dict__.get("dead_claim", (None, ""))
        if claimant is seat:
            self.dead |= rest & bit(claimed)
        self.from_hand = rest & ~(self.stolen | self.dead | self.picked)
        return self


ORIGIN: Final = frozenset(
    {"lying", "used", "stolen", "dead", "picked", "from_hand", "unread", "is_free"}
)
"""The facts of a meld line that are open if the origin of its cards is unknown."""


def blind(t: Hand, seat: Seat, named: int, fresh: Sequence[int]) -> Melded:
    """Return a reading of a meld with few facts: its cards, those from other players' melds, and
    the card on offer if that is certain."""
    found: Melded = having(Melded, ORIGIN)(named | sum(fresh))
    found.forget(*ORIGIN - {"is_free"})
    offer = t.maybe("offer", OPEN)
    others = [game.lying_of(t, other) for other in t.seats if other is not seat]
    if stolen := named & reduce(or_, others, 0) & ~cards_of(t.loose):
        found.stolen = stolen
    elif offer == "" or (offer in BITS and (named & bit(offer) or not fresh)):
        found.used = named & bit(offer)
    if game.may_pay_nothing(t):
        found.forget("is_free")
    return found


def ways_of_meld(t: Hand, a: Act) -> list[Melded]:
    """Return the possible readings of a meld line."""
    seat, listed = a.seat, a.event["cards"]
    named, is_ordered = cards_of(listed), lies_in_order(listed)
    fresh = [bit(t.blank()) for _ in range(listed.count(UNRECORDED))]
    offer = t.__dict__.get("offer")
    if offer is None or seat not in t.melds:
        return [blind(t, seat, named, fresh)]
    lying = game.on_table(t, seat)
    if not fresh and lying <= DECK and (not offer or offer in BITS):
        reading = Melded(named, is_ordered=is_ordered)
        reading.lying = named & lying
        reading.used = named & ~lying & bit(offer)
        reading.from_hand = named & ~lying & ~reading.used
        ways = with_cost(t, seat, reading.place(t, seat))
        return ways if reading.takes else [*ways, *with_a_dead_card(t, seat, reading)]
    found: list[Melded] = []
    for reading in with_holes(t, seat, named, fresh):
        reading.in_order = is_ordered
        if not any(vars(reading) == vars(other) for other in found):
            if reading.cards <= DECK or possible_melds(t, reading.cards, located(t)):
                found += with_cost(t, seat, reading)
            found += with_a_dead_card(t, seat, reading)
        if len(found) > MOST_WAYS:
            break
    return found if 0 < len(found) <= MOST_WAYS else [blind(t, seat, named, fresh)]


def with_holes(t: Hand, seat: Seat, named: int, fresh: list[int]) -> Iterator[Melded]:
    """Yield the readings of a meld of these cards and unrecorded ones."""
    lying, size = game.on_table(t, seat), named.bit_count() + len(fresh)
    for taken in takings(t, seat, named, fresh):
        old = taken & ~DECK
        room = len(fresh) - (taken & DECK & ~named).bit_count()
        loose = named & ~lying
        for names in namings(t, seat, [*each(old)], loose, room):
            now = dict(names)
            unnamed = [card for card in each(old) if game.card_of(card) not in now]
            left = fresh[len(fresh) - room + len(unnamed) :]
            free = loose & ~bits(tuple(now.values()))
            rest = taken & DECK | sum(unnamed) | bits(tuple(now.values()))
            other = Melded(rest | free | sum(left))
            other.is_guessed = bool(fresh) or other.cards > DECK
            other.lying, other.names = taken & ~bits(tuple(now)) | bits(tuple(now.values())), names
            if other.cards.bit_count() == size:
                yield from with_offer(t, seat, other, free, left)


def takings(t: Hand, seat: Seat, named: int, fresh: Sequence[int]) -> Iterator[int]:
    """Yield the cards that a meld may take from the player's own melds: named ones, those in some
    meld with these, and unrecorded ones."""
    lying = game.on_table(t, seat)
    known, size = lying & DECK, named.bit_count() + len(fresh)
    more = {meld & known & ~named for meld in melds_with(named, size, t.house)} if fresh else {0}
    unread = [0]  # the unrecorded cards of a meld are all alike
    for old in t.melds[seat]:
        blanks = [*each(old & ~DECK)] if old > DECK and may_share(t, old, named, size) else []
        unread = [some | sum(blanks[:n]) for some in unread for n in range(len(blanks) + 1)]
    most = len(fresh) + (named & ~lying).bit_count()
    for faces in more or {0}:
        if faces.bit_count() <= len(fresh):
            for old in unread:
                if faces.bit_count() + old.bit_count() <= most:
                    yield named & known | faces | old


def may_share(t: Hand, old: int, named: int, size: int) -> bool:
    """Return whether an unrecorded card of a meld may be in a new meld with these cards."""
    before = reduce(or_, melds_with(old & DECK, old.bit_count(), t.house), 0)
    now = reduce(or_, melds_with(named, size, t.house), 0)
    return not (before and now) or bool(before & now & ~(old & DECK))


def located(t: Hand) -> int:
    """Return the cards in the open."""
    return (bits(t.pile) | game.on_tables(t)) & DECK


def namings(t: Hand, seat: Seat, old: list[int], loose: int, room: int) -> Iterator[Names]:
    """Yield ways to name unrecorded cards of the melds; at most ``room`` stay unrecorded."""
    held = t.hand.get(seat, ())
    pool = [card for card in each(loose & ~located(t)) if game.card_of(card) not in held]
    meld_of = {card: lying for lying in t.melds[seat] for card in old if card & lying}
    for count in range(max(0, len(old) - room), min(len(old), len(pool)) + 1):
        alike = {tuple(map(meld_of.get, some)): some for some in combinations(old, count)}
        for some, faces in product(alike.values(), combinations(pool, count)):
            names = tuple(zip(map(game.card_of, some), map(game.card_of, faces), strict=True))
            if all(is_lawful(t, lying, names, loose) for lying in t.melds[seat]):
                yield names


def is_lawful(t: Hand, lying: int, names: Names, loose: int) -> bool:
    """Return whether a meld that may have been valid may still be, with these names and without
    the ``loose`` cards."""
    now, elsewhere = lying, located(t)
    for old, new in names:
        if now & bit(old):
            now = now & ~bit(old) | bit(new)
    may_be = possible_melds(t, now, elsewhere | loose)
    return bool(may_be) or not possible_melds(t, lying, elsewhere)


def possible_melds(t: Hand, cards: int, elsewhere: int) -> list[int]:
    """Return the melds that these cards may be if the unrecorded ones are not ``elsewhere``."""
    melds = melds_with(cards & DECK, cards.bit_count(), t.house)
    return [meld for meld in melds if not meld & ~cards & elsewhere]


def with_offer(
    t: Hand, seat: Seat, reading: Melded, free: int, left: Sequence[int]
) -> Iterator[Melded]:
    """Yield the readings with the card on offer used, and the reading without."""
    offer, held = bit(t.offer), t.hand.get(seat, ())
    reading.unread = len(left)
    if offer & free:
        yield from if_lawful(t, seat, reading, free & ~offer, offer)
        return
    yield from if_lawful(t, seat, reading, free, 0)
    if offer and left:
        other = reading.but(cards=reading.cards & ~left[0] | offer, unread=reading.unread - 1)
        yield from if_lawful(t, seat, other, free, offer)
    if offer > DECK:
        fits = [card for card in cards_as(free) if card not in held and not t.wrong([("", card)])]
        if fits:
            names, face = (*reading.names, (t.offer, fits[0])), bit(fits[0])
            perhaps = bits(tuple(fits)) if len(fits) > 1 else 0
            other = reading.but(names=names, perhaps=perhaps)
            yield from if_lawful(t, seat, other, free & ~face, face)


def if_lawful(t: Hand, seat: Seat, reading: Melded, free: int, used: int) -> Iterator[Melded]:
    """Yield a reading with its cards placed, unless it cannot be a meld."""
    if not reading.is_guessed or is_meld(reading.cards, t.house):
        yield reading.but(used=used, from_hand=free).place(t, seat)


def with_a_dead_card(t: Hand, seat: Seat, reading: Melded) -> Iterator[Melded]:
    """Yield the reading of a meld out of turn with a card of the pile or of unknown origin."""
    holes = reading.unread or t.buried or t.loose or bits(t.pile) > DECK
    if reading.takes or not holes:
        return
    cards = cards_as(reading.from_hand)
    loose = [card for card in cards if card in t.loose]
    is_own = known(lambda: game.decides(t, seat)) and t.house["hand_melds"] == "own_decision"
    if is_own and not loose:
        return
    yield from with_a_seen_card(t, seat, reading)
    unread = [card for card in t.pile if card[0] == "?" and card != t.maybe("offer")]
    unknown = [card for card in cards if card not in t.hand.get(seat, ())]
    unknown = [card for card in unknown if not t.wrong([("", card)])]
    if not loose and not ((unread or t.buried) and unknown):
        return
    dead, perhaps = bit((loose or unknown)[0]), reading.from_hand if len(unknown) > 1 else 0
    names = ((unread[-1], unknown[0]),) if unread and not loose else reading.names
    yield reading.but(dead=dead, from_hand=reading.from_hand & ~dead, perhaps=perhaps, names=names)


def with_a_seen_card(t: Hand, seat: Seat, way: Melded) -> Iterator[Melded]:
    """Yield the reading in which an unrecorded card comes from the open."""
    faces, size = way.cards & DECK, way.cards.bit_count()
    for whole in melds_with(faces, size, t.house) if way.unread else ():
        if seen := whole & ~faces & located(t) & ~(game.on_table(t, seat) | bit(t.offer)):
            taken, blanks = seen & -seen, way.cards & ~DECK
            cards = way.cards & ~(blanks & -blanks) | taken
            other = way.but(cards=cards, unread=way.unread - 1, from_hand=way.from_hand | taken)
            yield other.place(t, seat)
            return


def with_cost(t: Hand, seat: Seat, reading: Melded) -> list[Melded]:
    """Return the reading of a meld with its cost; two readings if it may have been free."""
    if not reading.used or t.house["forced_pay"] == "pays":
        return [reading]
    is_free = known(lambda: costs_nothing(t, seat, reading), OPEN)
    if is_free is OPEN:
        return [reading, reading.but(is_free=True)]
    reading.is_free = bool(is_free)
    return [reading]


def costs_nothing(t: Hand, seat: Seat, reading: Melded) -> bool:
    """Return whether a meld only lays a forced card onto a meld that it extends."""
    whole = [meld for meld in t.melds[seat] if not meld & ~reading.cards]
    is_open = reading.perhaps or (reading.cards | game.on_table(t, seat)) > DECK
    if not is_open and not extensions(whole, t.house) & reading.used:
        return False
    if t.house["forced_cards"] != "automatic" and not (t.forced is seat and t.binding):
        return False
    if is_open or (t.held and t.by is seat and t.house["force_back"] == "on"):
        raise NotKnown("held")  # they may have laid a card down, and got it back by force
    return not (t.held and t.by is seat)


class Discard:
    """A card laid on the pile: the ``drawn`` one, one ``from_table``, one previously drawn and kept
    (``picked``), or else one from the hand."""

    drawn: Any = Open()

    def __init__(self, card: str, *, drawn: bool = False, names: Names = ()) -> None:
        self.card, self.drawn, self.names, self.perhaps = card, drawn, names, 0
        self.from_table = self.picked = False

    @property
    def is_blind(self) -> bool:
        """True if it is unknown whether it is the drawn card."""
        return "drawn" not in self.__dict__

    @property
    def from_hand(self) -> bool:
        """True if the card comes from the hand."""
        return not (self.drawn or self.from_table or self.picked)


def ways_of_laying(t: Hand, a: Act) -> list[Discard]:
    """Return the possible readings of a card laid on the pile."""
    seat, card, offer, down = a.seat, a.event["card"], t.maybe("offer", OPEN), t.maybe("set_down")
    drawn = bool(offer and offer is not OPEN and t.drawn and (offer in t.loose or not down))
    own = drawn and t.by is seat
    covered, by_another = t.maybe("covered"), drawn and t.maybe("irregular", t.by) is t.by
    other = covered if covered in t.drew[seat] else offer if by_another else ""
    if card == other or (own and card == offer):
        return [Discard(card, drawn=True)]
    known = Discard(card)
    if card != UNRECORDED:
        known.from_table = bool(bit(card) & game.lying_of(t, seat))
        # a discard in another turn is a line that stands too late
        may_be_kept = a.form is pay or own or t.owes.get(seat)
        known.picked = bool(may_be_kept) and not known.from_table and has_picked(t, seat, card)
    if offer is OPEN or (other and not own and "?" in (card[0], other[0])):
        if a.form is discard and not known.from_table:
            del known.__dict__["drawn"]
        return [known]
    may_be_drawn = own and (a.form is discard or (t.held and not t.owes.get(seat, ())))
    if not may_be_drawn:
        return [known, *as_picked(t, seat, card)] if known.from_hand and card in BITS else [known]
    if card == UNRECORDED:
        return [Discard(offer, drawn=True), known] if a.form is discard else [known]
    if offer not in BITS and not (known.from_table or t.wrong([("", card)])):
        as_drawn = Discard(card, drawn=True, names=((offer, card),))
        held = t.hand.get(seat, ("?",))
        may_be_held = card in held or any(name[0] == "?" for name in held)
        return [as_drawn, known] if may_be_held else [as_drawn]
    return [known]


def as_picked(t: Hand, seat: Seat, card: str) -> list[Discard]:
    """Return the reading of a card not from the hand as one that was drawn and kept."""
    held = t.hand.get(seat)
    unread = [name for name in t.drew[seat] if name[0] == "?" and name in t.pile]
    if not unread or held is None or card in held or any(name[0] == "?" for name in held):
        return []
    kept = Discard(card, names=((unread[-1], card),))
    kept.picked = True
    return [] if t.wrong([("", card)]) else [kept]


def has_picked(t: Hand, seat: Seat, card: str) -> bool:
    """Return whether a player kept a card of the pile that they drew, asked for, or paid for in
    another turn. If they were reported for keeping a card, any one of the pile qualifies."""
    if card not in t.pile or card == t.maybe("covered") or t.maybe("dead_claim") == (seat, card):
        return False
    reported = [(entry.seat, entry.rule) for entry in t.offences if entry.reported]
    return (seat, "draw.hidden") in reported or card in t.drew[seat]


@desmoche.hook
def from_hand(t: Hand, a: Act) -> list[str]:
    """Return the cards of an act that come from the hand, in its first reading."""
    if a.form in READERS:
        if a.onto is None:
            ways: Sequence[Any] = READERS[a.form](t, a)
            a.onto = ways[0]
            a.ways = ways if len(ways) > 1 or ways[0].names else ()
        else:
            for old, new in a.onto.names:
                game.rename(t, old, new, is_certain=not a.onto.perhaps)
        return cards_from_hand(t, a)
    listed: list[str] = a.event.get("cards") or ([a.event["card"]] if "card" in a.event else [])
    if a.form is game.declare:
        came, held = t.passed.get(a.seat, ()), t.hand.get(a.seat, ())
        if t.given[a.seat] and not t.came[a.seat] and 0 < len(held) < len(listed):
            return [card for card in listed if card in held]  # one of the others is still to come
        rest = [card for card in listed if card not in came]
        for _ in [card for card in came if card[0] == "?" and rest]:
            # a card that their hand lacks in the record may be the one that came
            named = [card for card in rest if card not in held and card != UNRECORDED]
            room = sum(card[0] == "?" for card in held)
            spare = UNRECORDED in rest and len(named) <= room
            rest.remove(UNRECORDED if spare else (named or rest)[0])
        a.onto = set(listed).difference(rest)
        return rest
    # cards that lie in melds already, or have come from the hand, are seen
    seen, again = game.lying_of(t, a.seat), set[str]()
    if a.form is game.show:
        seen = reduce(or_, (cards for cards, _ in t.sights[a.seat]), seen)
        again = {card for card in listed if has_picked(t, a.seat, card)}
    a.onto = {card for card in listed if bit(card) & seen or card in again}
    return [card for card in listed if card not in a.onto]


def cards_from_hand(t: Hand, a: Act) -> list[str]:
    """Return the cards of a reading that come from the hand."""
    it = a.onto
    if a.form is claim or it.is_blind:
        return []
    if a.form is not meld:
        return [a.event["card"]] if it.from_hand else []
    return [*cards_as(it.from_hand), *[UNRECORDED] * it.unread]


def ways_of_claim(t: Hand, a: Act) -> list[Discard]:
    """Return the reading of a claim: its card may show which one is on offer."""
    card, offer = a.event.get("card", UNRECORDED), t.maybe("offer") or ""
    is_named = card != UNRECORDED and offer[:1] == "?" and not t.wrong([("", card)])
    return [Discard(card, names=((offer, card),) if is_named else ())]


READERS: Final[dict[Event, Callable[[Hand, Act], Sequence[Any]]]] = {
    meld: ways_of_meld, pay: ways_of_laying, discard: ways_of_laying, claim: ways_of_claim,
}  # fmt: skip


def misplaced(t: Hand, a: Act) -> Sequence[str]:
    """Return the cards of an act that cannot be at their places, each judged by itself."""
    if not a.wrong:
        return []
    held: Any = t.hand.get(a.seat) if a.seat is not None else None
    if held is None or a.form.type in ("draw", "deal"):
        return a.wrong
    blank = next((card for card in held if card[0] == "?"), None)
    dealt = t.as_dealt[a.seat]
    if blank is None and not held and (dealt is None or any(name[0] == "?" for name in dealt)):
        blank = ""
    faces = [face for face in a.faces if face != UNRECORDED and face not in held]
    return [face for face in faces if t.wrong([(blank, face)])]
