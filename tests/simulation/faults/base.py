"""Common parts of the slips: their register, and play after them."""

from collections.abc import Callable
from typing import Any

from tests.simulation.play import Hand
from tests.simulation.table import CLOSED, TAKEN, Event, NotNow, Ref, Slip, Use

SLIPS: list[Slip] = []
Act = Callable[..., Any]


def slip(rule: str, moment: str, house: str = "", **options: Any) -> Callable[[Act], Act]:
    """Register an act as a slip against a rule, at tables that play one of these options each:
    ``knock=binding forced_cards=off|on_demand``."""
    rules = dict(one.split("=") for one in house.split())

    def register(act: Act) -> Act:
        name = f"{rule}-{act.__name__.replace('_', '-')}"
        SLIPS.append(Slip(rule, moment, act, name, rules, **options))
        return act

    return register


def other(hand: Hand, player: str) -> str:
    """Choose another player who is still in and plays actively."""
    return hand.pick([p for p in hand.others_after(player) if p not in hand.passive])


def unwinning(hand: Hand, player: str, uses: list[Use]) -> list[Use]:
    """Return the uses that leave the player a card to pay."""
    return [use for use in uses if use.from_hand < len(hand.hands[player])]


def able(hand: Hand, players: list[str], card: str) -> list[str]:
    """Return those who can use the card and then pay."""
    return [p for p in players if p not in hand.passive and unwinning(hand, p, hand.uses(p, card))]


def freely(hand: Hand, rule: str, option: str, ask: Callable[[], list[Use]]) -> list[Use]:
    """Return a player's options if the table had another house rule."""
    here = hand.house[rule]
    hand.house[rule] = option
    found = ask()
    hand.house[rule] = here
    return found


def use_and_pay(hand: Hand, player: str, cards: list[str], card: str) -> str:
    """Use the card in this meld, which is the slip, and pay."""
    hand.flag(player, hand.lay_meld(player, cards, card))
    hand.pay(player, hand.worst_card(player))
    return TAKEN


def claim_and_meld(hand: Hand, player: str, card: str, uses: list[Use]) -> str:
    """Take the card against a rule, with or without a claim; then pay."""
    use = hand.pick(uses)
    claim = hand.emit("claim", player=player, card=card) if hand.chance(0.5) else None
    meld = hand.lay_meld(player, hand.laid(use.cards), card, use.moved)
    hand.flag(player, claim or meld)
    hand.pay(player, hand.worst_card(player))
    return TAKEN


def close_offer(hand: Hand) -> str:
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


def needs(*facts: object) -> None:
    """Let the slip wait until these facts hold."""
    if not all(facts):
        raise NotNow
