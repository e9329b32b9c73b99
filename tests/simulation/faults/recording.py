"""Slips of the scribe."""

from __future__ import annotations

from tests.simulation.cards import melds_around
from tests.simulation.faults.base import close_offer, needs, slip
from tests.simulation.house import OPTIONS
from tests.simulation.play import Hand
from tests.simulation.table import Event, Ref


@slip("card.location", "drawn", "forced_cards=off withdraw=off", kind="record", quiet=True)
def writes_a_card_that_lies_elsewhere(hand: Hand, player: str) -> str:
    event, drawn = hand.events[-1], hand.pile[-1]
    event["card"] = hand.pick(hand.pile[:-2])
    hand.flag(None, event)
    hand.pile.remove(drawn)
    hand.put_on_offer(player, drawn)
    return close_offer(hand)


@slip("card.location", "after_hand", kind="record", quiet=True)
def shows_a_card_of_the_pile(hand: Hand, _: str) -> None:
    needs(hand.outcome and hand.outcome.kind == "melds")
    player = hand.pick(hand.active)
    seen = [card for card in hand.pile if hand.laid_by.get(card) != player]
    needs(seen, hand.hands[player])
    hand.emit("show", player=player, cards=[hand.rng.choice(seen)])
    hand.flag()


@slip(
    "card.count",
    "drawn",
    "forced_cards=off hand_melds=own_decision withdraw=off meld_order=free",
    kind="record",
    masked="always",
    quiet=True,
)
def melds_more_than_he_holds(hand: Hand, player: str) -> str:
    needs(len(hand.hands[player]) <= 1)
    bottom = hand.deck[: len(hand.deck) - 6]
    choices = [cards for c in bottom for cards in melds_around(c, bottom) if len(cards) == 3]
    drawn = hand.pile[-1]
    hand.emit("meld", player=player, cards=hand.pick(choices))
    hand.flag()
    hand.passive.add(player)
    hand.lay_unused(player, drawn, written=True)
    hand.abandoned_after = hand.turns + hand.rng.randint(0, 2)
    return close_offer(hand)


@slip("event.phase", "before_deal", kind="record", quiet=True)
def plays_before_the_deal(hand: Hand, _: str) -> None:
    who = hand.pick(hand.players)
    if hand.chance(0.5):
        hand.emit("draw", player=who, card="??")
    else:
        hand.emit(hand.rng.choice(["pass", "claim"]), player=who)
    hand.flag()


@slip("event.phase", "draw", kind="record")
def changes_the_house_inside_a_hand(hand: Hand, _: str) -> None:
    rule = hand.pick(list(OPTIONS))
    hand.new_house = {rule: hand.rng.choice(OPTIONS[rule])}
    hand.emit("house", house=dict(hand.new_house), agreed_by=list(hand.players))
    hand.flag()


@slip("event.phase", "draw", kind="record")
def goes_inside_a_hand(hand: Hand, _: str) -> None:
    needs(hand.last_hand, len(hand.players) > 2)
    hand.emit("leave", player=hand.rng.choice(hand.players))
    hand.flag()


@slip("event.phase", "draw", kind="record")
def cuts_inside_a_hand(hand: Hand, _: str) -> None:
    hand.emit("cut", player=hand.players[0])
    hand.flag()


def write_one_of(hand: Hand, kinds: list[tuple[str, Event]]) -> None:
    kind, fields = hand.rng.choice(kinds)
    hand.emit(kind, **fields)
    hand.flag()


@slip("event.reference", "draw", kind="record")
def refers_to_nothing(hand: Hand, _: str) -> None:
    who = hand.rng.choice(hand.players)
    opening = Ref(next(event for event in reversed(hand.events) if event["type"] == "hand"))
    kinds: list[tuple[str, Event]] = [
        ("dispute", {"by": who, "event": 9999, "text": "eso no fue así"}),
        ("dispute", {"by": who, "event": opening, "text": "no", "rule": "no.such_rule"}),
        ("forgive", {"event": 9999}),
        ("ruling", {"dispute": opening, "decision": "dismissed"}),
        ("correct", {"event": 9999, "with": None, "why": "nunca pasó"}),
    ]
    write_one_of(hand, kinds)


@slip("player.unknown", "draw", kind="record")
def names_a_stranger(hand: Hand, _: str) -> None:
    who = "Don Nadie"
    kinds: list[tuple[str, Event]] = [
        ("pass", {"player": who}),
        ("withdraw", {"player": who}),
        ("dispute", {"by": who, "event": Ref(hand.events[-1]), "text": "así no"}),
        ("offence", {"player": who, "kind": "other"}),
    ]
    write_one_of(hand, kinds)
