"""The acts that may come next: only those allowed by the rules that judge them."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from referee.answers.scoring import ScoredTable
from referee.answers.situation import is_dealt
from referee.cards.deck import UNRECORDED
from referee.core.declaring import Event
from referee.core.facts import known
from referee.core.hand import Act, Hand, Seat
from referee.core.rules import RuleSet
from referee.core.turns import DONE
from referee.judging.findings import Expectation, may

NEXT: Final = {
    "cut": "{players} may cut the deck.",
    "deal": "{players} deals {count} cards to each.",
    "turn_up": "The top card of the deck is turned up.",
    "draw": "{players} draws the top card of the deck.",
    "take": "{players} may take the top card of the pile instead.",
    "discard": "{players} may discard the card.",
}
"""Default sentences for events that may come next."""

WHOSE_MOVE: Final = "It is unknown whose move it is: {players} may act."


def expected(table: ScoredTable) -> Iterator[Expectation]:
    """Yield the acts that may come next, beginning with those that play waits for."""
    hand = table.hand
    if hand is not None and not hand.maybe("over"):
        yield from _in_hand(table, hand)
    yield from _after_the_hand(table)


def _in_hand(table: ScoredTable, hand: Hand) -> Iterator[Expectation]:
    if not is_dealt(hand):
        cutter = [seat for seat in hand.seats if hand.after(seat) is hand.maybe("dealer")]
        yield from _offer(hand, hand.game.events["cut"], cutter)
        yield from _offer(hand, hand.game.events["deal"], hand.seats[-1:], required=True)
        return
    for event in hand.game.events.values():
        if event.stage > 2 and known(lambda: not hand.begun):
            seats = hand.seats if event.is_act else hand.seats[-1:]
            able = [seat for seat in seats if _lawful(table, hand, event, seat)]
            yield from _offer(hand, event, able)
    turn, step = hand.maybe("turn"), hand.maybe("step")
    names = [seat.name for seat in hand.seats]
    if turn is None or step is None:
        for event in sorted(hand.game.turn_events, key=attrgetter("type")):
            yield from may(event.type, names, WHOSE_MOVE)
    else:
        acts = dict[Event, list[Seat]]()
        for event, seat in (*next_acts(hand), *(known(lambda: hand.ask("aside")) or ())):
            if _lawful(table, hand, event, seat):
                acts.setdefault(event, []).append(seat)
        for event, seats in acts.items():
            yield from _offer(hand, event, seats, required=event is next(iter(acts)))
    for event in hand.game.events.values() if hand.missing_lines else ():
        if event.result and event.is_act:
            text = "The hand may be over: {players} may show their cards."
            yield from may(event.type, names, text)


def next_acts(hand: Hand) -> Iterator[tuple[Event, Seat]]:
    """Yield the events of turns that may come next, each with the player who would act: the player
    in turn, or the next one if the turn may stop. Free events come last."""
    may_stop = hand.mid_turn and hand.step is DONE
    for event in sorted(hand.game.events.values(), key=lambda form: form.free):
        if event in hand.step.then or (event.free and hand.mid_turn):
            yield event, hand.turn
        elif may_stop and event in hand.start.then:
            yield event, hand.next_seat(hand.turn)


def lawful(
    rules: RuleSet, hand: Hand, form: Event, seat: Seat, event: Mapping[str, Any]
) -> Act | None:
    """Return an event as an act; None if it breaks a rule, or other events come first."""
    if known(lambda: hand.ask("left_out", form, seat)):
        return None
    act = hand.act(0, event, form, seat if form.is_act else None)
    return None if rules.faults(hand, act) else act


def _lawful(table: ScoredTable, hand: Hand, event: Event, seat: Seat) -> bool:
    """Return whether an act would be legal with any cards."""
    return lawful(table.rules, hand, event, seat, sample(event, seat)) is not None


def sample(event: Event, seat: Seat) -> dict[str, Any]:
    """Return such an event by this seat, with unrecorded cards."""
    blank: dict[str, Any] = {"player": seat.name, "card": UNRECORDED, "cards": [], "position": 1}
    fields = {field.name: blank[field.name] for field in event.form.fields if field.name in blank}
    return {"type": event.type, **fields}


def _offer(
    hand: Hand, event: Event, seats: Iterable[Seat], *, required: bool = False
) -> Iterator[Expectation]:
    text: str | tuple[str, str] = event.next or NEXT.get(event.type, event.form.key + ".")
    if required and not event.next and event.type == "take":
        # it is the only possible act
        text = (
            "{players} may take the top card of the pile.",
            "One of {players} may take the top card of the pile.",
        )
    names = [seat.name for seat in seats]
    facts = {"count": hand.each, "player": names[0] if names else ""}
    yield from may(event.type, names, text, event.asked_by, required=required, **facts)


def _laying(table: ScoredTable, hand: Hand, event: Event) -> Iterator[Expectation]:
    if event.lays and not known(lambda: hand.ask("closed")):
        return
    names, row = [], event.shown_in
    for seat in hand.seats:
        # all cards are shown if they lie in a row
        count = len(hand.cards_in(row, seat)) if row is not None and row.kind == "row" else 1
        shown = {"type": event.type, "player": seat.name, "cards": [UNRECORDED] * count}
        if lawful(table.rules, hand, event, seat, shown):
            names.append(seat.name)
    asked_by = event.asked_by if event.lays else "score.wrong"
    yield from may(event.type, names, event.next or "{players} may show their cards.", asked_by)


def _after_the_hand(table: ScoredTable) -> Iterator[Expectation]:
    hand = table.hand
    if table.hand_is_open:
        yield Expectation("end", (), False, "end.early", "The table may give the hand up.")
        return
    if hand is not None and hand.maybe("over") and not hand.scores:
        for event in hand.game.events.values():
            if event.result and event.is_act:
                yield from _laying(table, hand, event)
        act, text = "result", "The result of the hand may be written down."
        if table.game.scored:
            act, text = "score", "The points may be written down."
        yield Expectation(act, (), False, f"{act}.wrong", text)
    if table.is_complete:
        return
    dealers = [table.next_dealer] if table.next_dealer is not None else list(table.players)
    opens = ("{players} deals the next hand.", "The next hand may be dealt by {players}.")
    yield from may("hand", dealers, opens, "dealer.rotation", required=True)
