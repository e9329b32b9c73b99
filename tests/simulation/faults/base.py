"""Common parts of the slips: their register, and play after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.simulation.opening import CLOSED, TAKEN, Slip
from tests.simulation.play import Hand
from tests.simulation.table import Event, Ref, Use

SLIPS: list[Slip] = []
Act = Callable[..., Any]


def slip(rule: str, moment: str, **options: Any) -> Callable[[Act], Act]:
    """Register an act as a slip against a rule."""
    house = options.pop("house", {})

    def register(act: Act) -> Act:
        name = f"{rule}-{act.__name__.replace('_', '-')}"
        rules = tuple(house.items())
        SLIPS.append(Slip(rule, moment, act, name, rules, **options))
        return act

    return register


def other(hand: Hand, player: str) -> str | None:
    """Return another player who is still in and plays actively."""
    others = [p for p in hand.others_after(player) if p not in hand.passive]
    return hand.rng.choice(others) if others else None


def unwinning(hand: Hand, player: str, uses: list[Use]) -> list[Use]:
    """Return the uses that leave the player a card to pay."""
    return [use for use in uses if use.from_hand < len(hand.hands[player])]


def freely(hand: Hand, rule: str, option: str, ask: Callable[[], list[Use]]) -> list[Use]:
    """Return a player's options if the table had another house rule."""
    here = hand.house[rule]
    hand.house[rule] = option
    found = ask()
    hand.house[rule] = here
    return found


def use_and_pay(
    hand: Hand, player: str, cards: list[str], card: str, rule: str, kind: str = "violation"
) -> str:
    """Use the card in this meld, which is the slip, and pay."""
    event = hand.lay_meld(player, cards, card)
    hand.flag(rule, kind, player, event)
    hand.pay(player, hand.worst_card(player))
    return TAKEN


def claim_and_meld(hand: Hand, player: str, card: str, rule: str, use: Use) -> str:
    """Take the card against a rule, with or without a claim; then pay."""
    if hand.chance(0.5):
        hand.flag(rule, "violation", player, hand.emit("claim", player=player, card=card))
        hand.lay_meld(player, hand.laid(use.cards), card, use.moved)
    else:
        hand.flag(
            rule, "violation", player, hand.lay_meld(player, hand.laid(use.cards), card, use.moved)
        )
    hand.pay(player, hand.worst_card(player))
    return TAKEN


def close_offer(hand: Hand) -> str:
    """Close the offer: nobody takes the card."""
    hand.offer = None
    return CLOSED


def enforce(hand: Hand, player: str, event: Event) -> None:
    """Forgive or enforce a disqualifying offence, or do nothing about it."""
    if hand.chance(0.3):
        named = {"agreed_by": list(hand.players)} if hand.chance(0.5) else {}
        hand.emit("forgive", event=Ref(event), **named)
    elif hand.house["enforcement"] == "strict":
        hand.remove(player)
        hand.look_who_is_left()
    elif hand.chance(0.5):

        def disqualify() -> None:
            if not hand.is_over() and hand.is_in(player):
                hand.emit("disqualify", player=player, event=Ref(event))
                hand.remove(player)
                hand.look_who_is_left()

        hand.later.append((hand.turns + hand.rng.randint(0, 6), disqualify))
