"""Slips of the scribe."""

from tests.simulation.cards import melds_around
from tests.simulation.faults.base import close_offer, needs, slip
from tests.simulation.play import Hand


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
def goes_inside_a_hand(hand: Hand, _: str) -> None:
    needs(hand.last_hand, len(hand.players) > 2)
    hand.emit("leave", player=hand.rng.choice(hand.players))
    hand.flag()
