"""Who acts in an event, and whom it names."""

from __future__ import annotations

from collections.abc import Callable

from referee.judging.account import THE_MIDDLE
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.acts import Act, act_of_nobody
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.chances import hopes
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import TABLE

Reader = Callable[[Hand, int, Event], Act]
"""What reads an event against the hand as it stands, before anything has changed."""


def of_a_player(hand: Hand, seq: int, event: Event) -> Act:
    """An event of one player, and no more than that."""
    act, name = Act(), event["player"]
    act.seq = seq
    act.type = event["type"]
    act.event = event
    # every act is asked for these: Python finds them sooner in the object than in its class
    act.stranger, act.misplaced = "", 0
    try:
        act.seat = hand.seat_of[name]
    except KeyError:
        # they are spelt otherwise than at the first time, or nobody is called that
        act.seat = hand.find(name)
        if act.seat is None:
            act.stranger = name
    return act


def of_the_table(hand: Hand, seq: int, event: Event) -> Act:
    """An event of nobody."""
    return act_of_nobody(seq, event["type"], event)


def whose_move_it_is(hand: Hand) -> Seat | None:
    """Whom an act by a stranger is taken for: the drawer of the card, or who owes a payment."""
    offer = hand.offer
    return offer.by if offer is not None and offer.held else hand.unpaid


def force(hand: Hand, seq: int, event: Event) -> Act:
    """A card that one player forces on another."""
    act = of_a_player(hand, seq, event)
    if hand.find(event["by"]) is None:
        act.stranger = act.stranger or event["by"]
    return act


def payment(hand: Hand, seq: int, event: Event) -> Act:
    """Money that goes from one side to the other; either may be the middle."""
    act = of_the_table(hand, seq, event)
    names = [event[side] for side in ("from", "to") if event[side] != THE_MIDDLE]
    act.stranger = next((name for name in names if hand.known(name) is None), "")
    return act


def result(hand: Hand, seq: int, event: Event) -> Act:
    """The result that the table agreed on, with everybody whom it names."""
    act = naming("winner", "up_the_tree")(hand, seq, event)
    for won in event.get("side_games", {}).values():
        names = [won] if isinstance(won, str) else won or ()
        act.stranger = act.stranger or next((one for one in names if not hand.find(one)), "")
    return act


def naming(*fields: str) -> Reader:
    """An event that names people in lists, mappings or single fields."""

    def read(hand: Hand, seq: int, event: Event) -> Act:
        act = of_the_table(hand, seq, event)
        for key in fields:
            named = event.get(key) or ()
            for name in (named,) if isinstance(named, str) else tuple(named):
                if hand.find(name) is None:
                    act.stranger = act.stranger or name
        return act

    return read


def withdraw(hand: Hand, seq: int, event: Event) -> Act:
    """A player who passes for the rest of the hand, and what they could still hope for where that
    matters."""
    act = of_a_player(hand, seq, event)
    seat = act.seat
    if seat is None or not seat.melds or seat.unknown & TABLE:
        return act
    if "withdraw.live" in hand.rule_ids and hand.house["withdraw"] == "blocked_melds":
        act.hopes = hopes(hand, seat)
    return act


def offence(hand: Hand, seq: int, event: Event) -> Act:
    """An offence that somebody tells of."""
    act = of_a_player(hand, seq, event)
    by = event.get("by")
    if by is not None and hand.known(by) is None:
        act.stranger = act.stranger or by
    return act
