"""Slips of the scribe."""

from __future__ import annotations

from tests.simulation.cards import (
    melds_around,
)
from tests.simulation.faults.base import (
    close_offer,
    slip,
)
from tests.simulation.house import OPTIONS
from tests.simulation.play import Hand
from tests.simulation.table import Event, Ref


@slip(
    "card.location",
    "drawn",
    house={"forced_cards": ("off",), "withdraw": ("off",)},
)
def writes_a_card_that_lies_elsewhere(hand: Hand, player: str) -> str | bool:
    event, drawn = hand.events[-1], hand.pile[-1]
    seen = hand.pile[:-2]
    if not seen:
        return False
    event["card"] = hand.rng.choice(seen)
    hand.flag("card.location", "record", None, event)
    hand.pile.remove(drawn)
    hand.put_on_offer(player, drawn)
    return close_offer(hand)


@slip("card.location", "after_hand")
def shows_a_card_of_the_pile(hand: Hand, _: str) -> bool:
    if hand.outcome is None or hand.outcome.kind != "melds":
        return False
    player = hand.rng.choice(hand.active)
    seen = [card for card in hand.pile if hand.laid_by.get(card) != player]
    if not seen or not hand.hands[player]:
        return False
    hand.emit("show", player=player, cards=[hand.rng.choice(seen)])
    hand.flag("card.location", "record", None)
    return True


@slip(
    "card.count",
    "drawn",
    masked="always",
    house={
        "forced_cards": ("off",),
        "hand_melds": ("own_decision",),
        "withdraw": ("off",),
        "meld_order": ("free",),
    },
)
def melds_more_than_he_holds(hand: Hand, player: str) -> str | bool:
    if len(hand.hands[player]) > 1:
        return False
    bottom = hand.deck[: len(hand.deck) - 6]
    choices = [cards for c in bottom for cards in melds_around(c, bottom) if len(cards) == 3]
    if not choices:
        return False
    drawn = hand.pile[-1]
    hand.emit("meld", player=player, cards=hand.rng.choice(choices))
    hand.flag("card.count", "record", None)
    hand.passive.add(player)
    hand.lay_unused(player, drawn, written=True)
    hand.abandoned_after = hand.turns + hand.rng.randint(0, 2)
    return close_offer(hand)


@slip("event.phase", "before_deal")
def plays_before_the_deal(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(hand.players)
    if hand.chance(0.5):
        hand.emit("draw", player=who, card="??")
    else:
        hand.emit(hand.rng.choice(["pass", "claim"]), player=who)
    hand.flag("event.phase", "record", None)
    return True


@slip("event.phase", "draw", sides=True)
def changes_the_house_inside_a_hand(hand: Hand, _: str) -> bool:
    bound = {rule for rule, _ in hand.slip.house} if hand.slip else set()
    rule = hand.rng.choice([rule for rule in OPTIONS if rule not in bound])
    hand.new_house = {rule: hand.rng.choice(OPTIONS[rule])}
    hand.emit("house", house=dict(hand.new_house), agreed_by=list(hand.players))
    hand.flag("event.phase", "record", None)
    return True


@slip("event.phase", "draw", sides=True)
def goes_inside_a_hand(hand: Hand, _: str) -> bool:
    if not hand.last_hand or len(hand.players) < 3:
        return False
    hand.emit("leave", player=hand.rng.choice(hand.players))
    hand.flag("event.phase", "record", None)
    return True


@slip("event.phase", "draw", sides=True)
def cuts_inside_a_hand(hand: Hand, _: str) -> bool:
    hand.emit("cut", player=hand.players[0])
    hand.flag("event.phase", "record", None)
    return True


@slip("event.reference", "draw", sides=True)
def refers_to_nothing(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(hand.players)
    hand_event = next(event for event in reversed(hand.events) if event["type"] == "hand")
    kinds: list[tuple[str, Event]] = [
        ("dispute", {"by": who, "event": 9999, "text": "eso no fue así"}),
        (
            "dispute",
            {"by": who, "event": Ref(hand_event), "text": "no", "rule": "no.such_rule"},
        ),
        ("forgive", {"event": 9999}),
        ("ruling", {"dispute": Ref(hand_event), "decision": "dismissed"}),
        ("correct", {"event": 9999, "with": None, "why": "nunca pasó"}),
    ]
    kind, fields = hand.rng.choice(kinds)
    hand.emit(kind, **fields)
    hand.flag("event.reference", "record", None)
    return True


@slip("player.unknown", "draw", sides=True)
def names_a_stranger(hand: Hand, _: str) -> bool:
    who = "Don Nadie"
    kinds: list[tuple[str, Event]] = [
        ("pass", {"player": who}),
        ("withdraw", {"player": who}),
        ("dispute", {"by": who, "event": Ref(hand.events[-1]), "text": "así no"}),
        ("offence", {"player": who, "kind": "other"}),
    ]
    kind, fields = hand.rng.choice(kinds)
    hand.emit(kind, **fields)
    hand.flag("player.unknown", "record", None)
    return True
