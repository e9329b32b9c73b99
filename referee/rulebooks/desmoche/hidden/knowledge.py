"""What the record of a hand proves about its hidden cards, at every moment of it, and from which
events.

What is so in every deal that fits is certain, whenever it was learnt: nothing enters a hand after
the Cambio, so that a card played late was there all along.
"""

from __future__ import annotations

from referee.cards.deck import each, names
from referee.judging.facts import Known
from referee.knowledge.fitting import Fit
from referee.rulebooks.desmoche.hidden.deals import Deals
from referee.rulebooks.desmoche.hidden.histories import ALL_CARDS, NEVER, History
from referee.rulebooks.desmoche.hidden.layouts import Layout
from referee.rulebooks.desmoche.seat import Seat


def known(deals: Deals) -> list[Known]:
    """What the record proves about every hand at the moment of these deals."""
    found = []
    everything = sum(ALL_CARDS)
    for seat in deals.hand.seats:
        surely, possibly = deals.surely(seat.place), deals.possibly(seat.place)
        found.append(
            Known(
                seat.name,
                tuple(names(surely)),
                tuple(names(possibly & ~surely)),
                tuple(names(everything & ~possibly)),
                deals.count(seat.place),
                {
                    name: because(deals, seat, card)
                    for card, name in zip(each(surely), names(surely), strict=True)
                },
            )
        )
    return found


def because(deals: Deals, seat: Seat, card: int) -> tuple[int, ...]:
    """The fewest events that show that the card is certainly in this hand: one if one is enough,
    else a smallest selection of all that strike places out."""
    if len(deals.layouts) != 1:
        return _single(deals, seat, card)
    layout = deals.layouts[0]
    single = _single(deals, seat, card)
    if single or layout.history.course.gaps:
        return single
    return _several(deals, layout, seat, card)


def _single(deals: Deals, seat: Seat, card: int) -> tuple[int, ...]:
    for layout in deals.layouts[:1]:
        history, course = layout.history, layout.history.course
        if card in course.hidden:
            moments = [course.drawn.get(card, (0, 0))[0], course.hidden[card][2]]
            events = (_event(deals, moment) for moment in moments if 0 < moment < NEVER)
            return tuple(sorted(set(events)))
        fine = _held_by(deals, history, seat.place)
        shown = sorted(history.shown_by(card).items())
        for event, places in shown:
            if not places & ~fine:
                return (event,)
        left = -1
        for _, places in shown:
            left &= places
        if shown and not left & ~fine:
            return tuple(event for event, _ in shown)
    return ()


def _event(deals: Deals, moment: int) -> int:
    return deals.hand.where.evidence.timeline[moment - 1]


def _held_by(deals: Deals, history: History, player: int) -> int:
    return sum(
        1 << number
        for number, place in enumerate(history.places)
        if place.holder(deals.moment) == player
    )


def _several(deals: Deals, layout: Layout, seat: Seat, card: int) -> tuple[int, ...]:
    """Leave out one event after the other, as long as the rest still shows it."""
    history, places = layout.history, layout.history.places
    bounds = [(place.size, place.size) for place in places]
    everywhere = (1 << len(places)) - 1
    elsewhere = everywhere & ~_held_by(deals, history, seat.place)
    events = sorted({event for cards, _, event in history.strikes if cards})

    def shows(some: set[int]) -> bool:
        allowed = dict.fromkeys(ALL_CARDS, everywhere)
        for cards, left, event in history.strikes:
            for one in each(cards) if event in some else ():
                allowed[one] &= left
        allowed[card] &= elsewhere
        return not allowed[card] or not Fit(allowed, bounds).found

    needed = set(events)
    if not shows(needed):
        return ()
    for event in reversed(events):
        if shows(needed - {event}):
            needed.discard(event)
    return tuple(sorted(needed))
