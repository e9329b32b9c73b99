"""The record of a session: hidden parts, and corrections."""

from random import Random

from tests.simulation.hands import best
from tests.simulation.play import Hand
from tests.simulation.session import Session
from tests.simulation.table import Event, Ref

UNSEEN = "??"
NEVER_MENDED = ("game", "hand", "deal", "correct", "insert", "gap", "house", "join", "leave")


def written(session: Session, rng: Random, *, masked: bool, mended: bool) -> list[Event]:
    """Return the log of a session as a scribe might have kept it."""
    for hand, first in session.played if masked else ():
        hide(hand, session.events, first, rng)
    if mended:
        for _ in range(rng.choice([0, 0, 0, 0, 0, 0, 0, 1, 1, 2])):
            mend(session, rng)
    number = {id(event): at for at, event in enumerate(session.events, 1)}
    return [
        {
            name: number[id(value.event)] if isinstance(value, Ref) else value
            for name, value in event.items()
        }
        for event in session.events
    ]


def hide(hand: Hand, events: list[Event], first: int, rng: Random) -> None:
    """Leave out what a table does not see of a hand."""
    for player, _, cards, _ in hand.declared:
        hand.shown[player] |= set(cards)
    known = {player: set[str]() for player in hand.players}
    for game, announced in hand.announced.items():
        for player in announced:
            found = best(game, hand.dealt[player] & hand.shown[player], hand.house)
            if found and (rng.random() < 0.5 or player in hand.tops.get(game, ())):
                known[player] |= set(found[1])
    if any(hand.announced.values()):
        for giver, card in hand.passed_on.items():
            if any(card in hand.shown[player] for player in hand.players):
                known[giver].add(card)
    bare = rng.random()
    for place, event in enumerate(events):
        if place < first:
            continue
        if place > first and event["type"] == "hand":
            return
        if event["type"] == "deal":
            event["hands"] = {
                player: hidden
                for player, cards in event["hands"].items()
                if (hidden := hidden_hand(cards, known[player], bare, rng)) is not None
            }
        elif event["type"] == "cambio":
            event["card"] = UNSEEN
        elif event["type"] == "declare" and "cards" not in event:
            cards = next(cards for _, _, cards, declared in hand.declared if declared is event)
            event["cards"] = cards


def hidden_hand(
    cards: list[str], known: set[str], bare: float, rng: Random
) -> list[str] | int | None:
    """Return a dealt hand with only these cards known; None if it is left out."""
    if known:
        seen = [card for card in cards if card in known]
        return seen + [UNSEEN] * (len(cards) - len(seen))
    if bare < 0.3:
        return None
    if bare < 0.6 or rng.random() < 0.3:
        return len(cards)
    return [UNSEEN] * len(cards)


def mend(session: Session, rng: Random) -> None:
    """Write one event wrongly, leave it out, or invent one, and correct it later."""
    events = session.events
    held = [value.event for event in events for value in event.values() if isinstance(value, Ref)]
    plain = [
        place
        for place, event in enumerate(events[:-1])
        if event["type"] not in NEVER_MENDED and not any(event is other for other in held)
    ]
    if not plain:
        return
    place = rng.choice(plain)
    event = events[place]
    later = min(len(events), place + rng.choice([1, 1, 2, 3, 5, 8, 500]))
    why = rng.choice(["mal anotada", "se olvidó", "both saw it"])
    what = rng.random()
    if what < 0.25:
        follower = events[place + 1]
        if follower["type"] in ("correct", "insert", "gap"):
            return
        del events[place]
        events.insert(
            later, {"type": "insert", "before": Ref(follower), "event": event, "why": why}
        )
        return
    if what < 0.4:
        never: Event = {"type": "pass", "player": session.seats[0]}
        events.insert(place, never)
        events.insert(later + 1, {"type": "correct", "event": Ref(never), "with": None, "why": why})
    else:
        wrong = miswritten(event, session, rng)
        events[place] = wrong
        mending = {"type": "correct", "event": Ref(wrong), "with": event, "why": why}
        events.insert(later, mending)
        if rng.random() < 0.2:
            first = {**mending, "with": miswritten(event, session, rng)}
            events.insert(later, first)


def miswritten(event: Event, session: Session, rng: Random) -> Event:
    wrong = dict(event)
    if "card" in event and rng.random() < 0.7:
        wrong["card"] = rng.choice("A23456789TJQK") + rng.choice("cdhs")
    elif "player" in event:
        wrong["player"] = rng.choice(session.seats)
    elif "amount" in event:
        wrong["amount"] = event["amount"] + 1
    return wrong
