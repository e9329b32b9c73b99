"""All possible acts of players in a declared game with the cards that they hold.

The rules decide which are legal. ``deck`` has all cards in shuffled order, the bottom first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from referee.answers.expecting import next_acts
from referee.core.cards import Zone
from referee.core.declaring import Event as Form
from referee.core.hand import Act, Hand, Seat
from referee.judging.corrections import Event
from referee.judging.forms import Field


def next_ways(hand: Hand, deck: Sequence[str]) -> list[Act]:
    """Return all possible next acts in the turns of a hand, except free events and those that take
    cards up from the table."""
    next_ = [(form, seat) for form, seat in next_acts(hand) if not form.free]
    acts = [(form, seat) for form, seat in next_ if not is_taken_up(form)]
    return [act for form, seat in acts for act in ways(form, seat, hand, deck)]


def is_taken_up(form: Form) -> bool:
    """Return whether an event takes cards up from the table."""
    return form.shown_in is not None and form.shown_in.open


def ways(form: Form, seat: Seat, hand: Hand, deck: Sequence[str]) -> list[Act]:
    """Return the possible acts of this form for a player."""
    actor = seat if form.is_act else None
    return [hand.act(0, event, form, actor) for event in events(form, seat, hand, deck)]


def events(form: Form, seat: Seat, hand: Hand, deck: Sequence[str]) -> Iterator[Event]:
    """Yield an event for every card and place that a player can choose."""
    cards = lying(form.source, seat, hand, deck) if form.source is not None else deck[-1:]
    place = form.moves.place if form.moves is not None else ""
    chosen: dict[str, Iterable[Any]] = {}
    for field in form.form.fields:
        match field.kind:
            case "player" if field.name == "player":
                chosen[field.name] = [seat.name]
            case "count" if field.most:
                chosen[field.name] = range(field.least, field.most + 1)
            case "hands":
                chosen[field.name] = [dealt(hand, deck)]
            case "card" if field.name == form.with_card:
                chosen[field.name] = lying(hand.game.stock, seat, hand, deck)
            case "card" if not place:
                chosen[field.name] = dict.fromkeys(cards)
            case "cards":
                left_out = [] if field.required else [None]
                chosen[field.name] = [*left_out, *several(form, field, cards)]
    for values in product(*chosen.values()):
        event = {"type": form.type, **dict(zip(chosen, values, strict=True))}
        if place:
            event["card"] = cards[event[place] - 1]
        yield {name: value for name, value in event.items() if value is not None}


def lying(zone: Zone, seat: Seat, hand: Hand, deck: Sequence[str]) -> Sequence[str]:
    """Return the cards of a zone that can be taken."""
    if zone.kind == "stock":
        return deck[hand.stock - 1 : hand.stock]
    return hand.cards_in(zone, seat)[-1 if zone.kind == "pile" else 0 :]


def dealt(hand: Hand, deck: Sequence[str]) -> dict[str, list[str]]:
    """Return the cards dealt to each player."""
    cards = iter(deck[hand.stock :])
    return {seat.name: [next(cards) for _ in range(hand.each)] for seat in hand.seats}


def several(form: Form, field: Field, cards: Sequence[str]) -> Iterator[list[str]]:
    """Yield the selections of cards that a player can show or move together; only the first ones if
    their order matters or they are shown."""
    for count in range(1, len(cards) + 1):
        if field.in_order or form.reveals is not None:
            yield list(cards[:count])
        else:
            yield from map(list, combinations(cards, count))
