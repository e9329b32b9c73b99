"""Knowledge of hidden cards, traced back in time by the cards' identity, deals that fit, and
positions that do not fit the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.cards.deck import UNRECORDED, Deck
from referee.core.cards import is_blank
from referee.core.hand import Hand, Seat
from referee.core.melds import cards_of
from referee.judging.corrections import Event, Numbered
from referee.judging.findings import Known
from referee.judging.telling import card_in_words
from referee.wording.language import N_


def in_every_reading(readings: Sequence[Known], faces: Iterable[str]) -> Known:
    """Return what is known about a player's cards in all readings of a record; ``faces`` are those
    of the deck, in order."""
    first, order = readings[0], list(dict.fromkeys(faces))
    surely = [face for face in first.surely if all(face in fact.surely for fact in readings)]
    possibly = {face for fact in readings for face in (*fact.possibly, *fact.surely)}
    lows, highs = zip(*(fact.count for fact in readings), strict=True)
    return Known(
        first.player,
        tuple(sorted(surely, key=order.index)),
        tuple(face for face in order if face in possibly and face not in surely),
        tuple(face for face in order if face not in possibly),
        (min(lows), max(highs)),
        {face: first.because[face] for face in surely if face in first.because},
    )


def rest_of_hand(later: Sequence[Numbered]) -> list[Numbered]:
    """Return the later events of the same hand, up to the next gap."""
    events = []
    for one in later:
        if one[1]["type"] in ("hand", "gap", "position"):
            break
        events.append(one)
    return events


def _cards(hand: Hand, seat: Seat) -> list[str] | None:
    """Return the hidden cards of a seat; None if their number is unknown."""
    zones = [zone for zone in hand.game.seat_zones if not zone.open]
    held = [hand.beside_melds(zone, seat) for zone in zones]
    return None if None in held else [card for cards in held for card in cards or ()]


def as_seen(hand: Hand, then: Hand, cards: Iterable[str]) -> list[str]:
    """Return cards of the moment ``then`` with the faces that were seen later."""
    named = hand.named.items()
    later = {card: list(seen[len(then.named.get(card, ())) :]) for card, seen in named}
    return [later[card].pop(0) if later.get(card) else card for card in cards]


def known_of(hand: Hand, then: Hand, seat: Seat) -> Known:
    """Return the proven facts about a seat's cards at the moment ``then``."""
    cards = _cards(then, seat)
    faces = as_seen(hand, then, cards or ())
    named = tuple(face for face in faces if not is_blank(face) and face not in hand.loose)
    in_melds = _unseen_in_melds(then, seat)
    surely = () if in_melds else named  # any of them may be the card of the meld
    possibly: tuple[str, ...] = ()
    if cards is None or len(surely) < len(faces):
        # a card that was mixed with others may be any card that shows later
        bags = [cards for zone in hand.game.seat_zones for cards in vars(hand)[zone.name].values()]
        gone = {face for face in faces if is_blank(face)}.difference(hand.pile, *bags)
        gone |= hand.loose.intersection(faces)
        since = then if cards is None or gone else hand
        possibly = tuple(
            face
            for face in dict.fromkeys(hand.deck.faces())
            if face in hand.loose or not _located(since, face) or (in_melds and face in named)
        )
    held = len(faces) - in_melds
    count = (0, hand.deck.size) if cards is None else (held, held)
    return Known(seat.name, surely, possibly, (), count)


def _unseen_in_melds(hand: Hand, seat: Seat) -> int:
    """Return the number of a seat's unseen cards in its melds."""
    melds = hand.laid.get(seat, ()) if hand.game.melds_in_hand else ()
    return sum(meld.cards.count(UNRECORDED) for meld in melds)


def _located(hand: Hand, face: str) -> bool:
    return face not in hand.loose and hand.located.get(face, 0) >= hand.deck.copies(face)


# ---- deals that fit


def possible_deal(
    hand: Hand, then: Hand, facts: Sequence[Known], where: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return a deal that fits the record and these facts at the moment ``then``: the ``hands``, the
    ``deck``, and the cards in the ``open``; None if there is none.

    ``where`` puts a card with a player (``Ana``), into the ``deck``, or elsewhere (``not Ana``).
    Raises KeyError for an unknown name.
    """
    places = [*(fact.player for fact in facts), "deck"]
    found = [*(list(fact.surely) for fact in facts), [], _on_the_table(hand, then)]
    seen = Counter(card for there in found for card in there)
    free = list((Counter(then.deck.faces()) - seen).elements())
    allowed = {at: _places(hand, then, facts, face) for at, face in enumerate(free)}
    for card, text in where.items():
        name = text.removeprefix("not ")
        if name not in places:
            raise KeyError(text)
        place = places.index(name)
        copies = [at for at, face in enumerate(free) if face == card]
        if name != text:
            if card in found[place]:
                return None
            allowed.update((at, allowed[at] & ~(1 << place)) for at in copies)
        elif card not in found[place]:
            if not copies:
                return None
            allowed[copies[0]] &= 1 << place
    stock, anything = then.maybe("stock"), (0, then.deck.size)
    deck = anything if stock is None else (max(0, stock), max(0, stock))
    # besides the certain cards
    sure = [(*fact.count, len(fact.surely)) for fact in facts]
    unseen = [(max(0, low - certain), high - certain) for low, high, certain in sure]
    shared = shared_out(allowed, [*unseen, deck, anything])
    if shared is None:
        return None
    for at, place in sorted(shared.items()):
        found[place].append(free[at])
    hands = dict(zip(places, found[:-2], strict=False))
    return {"hands": hands, "deck": found[-2], "open": found[-1]}


def _on_the_table(hand: Hand, then: Hand) -> list[str]:
    """Return the cards that lay open then, as far as known now."""
    zones = [zone for zone in then.game.seat_zones if zone.open]
    laid = [then.held_in(zone, seat) or () for zone in zones for seat in then.seats]
    cards = as_seen(hand, then, [card for cards in (then.pile, *laid) for card in cards])
    if then.game.melds_in_hand:
        cards += [card for melds in then.laid.values() for card in cards_of(melds)]
    return [card for card in cards if not is_blank(card) and card not in hand.loose]


def _places(hand: Hand, then: Hand, facts: Sequence[Known], face: str) -> int:
    """Return the places where a card that was unseen then may have been, as a bit mask."""
    with_players = sum(1 << at for at, fact in enumerate(facts) if face in fact.possibly)
    drawn_later = _located(hand, face) and not then.buried
    may_lie_open = not drawn_later or (then.game.melds_in_hand and with_players > 0)
    return with_players | 1 << len(facts) | may_lie_open << len(facts) + 1


def shared_out(
    allowed: Mapping[int, int], bounds: Sequence[tuple[int, int]]
) -> dict[int, int] | None:
    """Return a place for each card; None if there is none.

    Every card may be in some places (a bit mask), and every place holds a minimum and a maximum of
    cards. The minimums are filled first: moving cards aside for others leaves no place emptier.

    >>> shared_out({1: 0b01, 2: 0b11, 3: 0b11}, [(2, 2), (1, 1)])
    {1: 0, 2: 1, 3: 0}
    """
    placed: dict[int, int] = {}

    def finds_a_place(card: int, most: Sequence[int], tried: set[int]) -> bool:
        for place, count in enumerate(most):
            if not allowed[card] >> place & 1 or place in tried:
                continue
            tried.add(place)
            there = [other for other, at in placed.items() if at == place]
            if len(there) < count or any(finds_a_place(other, most, tried) for other in there):
                placed[card] = place
                return True
        return False

    fewest, most = ([bound[at] for bound in bounds] for at in (0, 1))
    for room in (fewest, most):
        for card in sorted(allowed, key=lambda card: allowed[card].bit_count()):
            if card not in placed:
                finds_a_place(card, room, set())
    load = Counter(placed.values())
    is_filled = all(load[place] >= count for place, count in enumerate(fewest))
    return placed if is_filled and len(placed) == len(allowed) else None


def contradictions(
    position: Event, deck: Deck, most_hands: int | None = None
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the contradictions between a position and the deck, or the game: the broken rule, its
    sentence, and the facts for the sentence."""
    number = position.get("round", 0)
    if most_hands is not None and number > most_hands:
        text = N_("The game has {count} hands, but the position is in round {round}.")
        yield "hand.over", text, {"count": most_hands, "round": number}
    hands = position.get("hands", {}).values()
    groups = [position.get("pile", ()), *(hand for hand in hands if isinstance(hand, list))]
    groups += [meld for melds in position.get("melds", {}).values() for meld in melds]
    groups += [[position["offer"]["card"]]] if "offer" in position else []
    named = [card for group in groups for card in group]
    for card, count in Counter(named).items():
        if card != UNRECORDED and count > deck.copies(card):
            text = N_("The position names {card} more often than the deck has it.")
            yield "card.location", text, {"card": card_in_words(card)}
    counts = sum(hand for hand in hands if isinstance(hand, int))
    total = len(named) + counts + position.get("stock", 0)
    if total > deck.size:
        text = N_("The position has {count} cards, but the deck has only {most}.")
        yield "card.count", text, {"count": total, "most": deck.size}
