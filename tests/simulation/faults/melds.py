"""Slips in melds and forced cards."""

from __future__ import annotations

from tests.simulation.cards import (
    alternating,
    in_strict_order,
    is_set,
)
from tests.simulation.faults.base import (
    close_offer,
    enforce,
    freely,
    other,
    slip,
    unwinning,
    use_and_pay,
)
from tests.simulation.opening import TAKEN
from tests.simulation.play import Hand
from tests.simulation.table import Use


@slip(
    "meld.invalid",
    "drawn",
    sides=True,
    house={"forced_cards": ("off",), "meld_order": ("free",)},
)
def melds_what_is_no_meld(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    mine = sorted(hand.hands[player], key=lambda c: (c[0] != card[0], c[1] != card[1], c))
    if len(mine) < 4:
        return False
    cards = [card, *hand.rng.sample(mine[:3], 2)]
    if hand.is_meld(cards):
        return False
    hand.passive.add(player)
    return use_and_pay(hand, player, cards, card, "meld.invalid")


@slip(
    "meld.broken",
    "drawn",
    sides=True,
    # if only sets of four give cards, taking one from a run breaks that rule, too
    house={"forced_cards": ("off",), "desmoche": ("free", "one_card")},
    rig="dense",
)
def breaks_a_meld(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    table = hand.on_table(player)
    choices = [
        cards
        for cards in hand.melds_around(card, hand.hands[player] | table)
        if len(table & set(cards)) == 1
        and any(hand.remains(meld, cards) is None for meld in hand.melds[player])
        and len(hand.hands[player] & set(cards)) < len(hand.hands[player])
    ]
    if not choices:
        return False
    hand.passive.add(player)
    cards = hand.laid(tuple(hand.rng.choice(choices)))
    return use_and_pay(hand, player, cards, card, "meld.broken")


@slip("meld.stolen", "drawn", sides=True, house={"forced_cards": ("off",)}, rig="dense")
def takes_from_anothers_meld(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    for victim in hand.others_after(player):
        for meld in hand.melds[victim]:
            for stolen in meld:
                left = hand.remains(meld, [stolen])
                if not left or len(left) != 1:
                    continue
                choices = [
                    cards
                    for cards in hand.melds_around(card, hand.hands[player] | {stolen})
                    if stolen in cards and len(cards) == 3 and len(hand.hands[player]) > 1
                ]
                if choices:
                    meld.remove(stolen)
                    hand.passive |= {player, victim}
                    cards = hand.laid(tuple(choices[0]))
                    return use_and_pay(hand, player, cards, card, "meld.stolen")
    return False


@slip(
    "meld.turn",
    "drawn",
    sides=True,
    house={"forced_cards": ("off",), "hand_melds": ("own_decision",)},
)
def melds_out_of_turn(hand: Hand, player: str) -> str | bool:
    who = other(hand, player)
    uses = hand.hand_uses(who) if who else []
    if who is None or not uses or hand.ends_after is not None:
        return False
    hand.lay_unused(player, hand.pile[-1], written=True)
    use = hand.rng.choice(uses)
    hand.lay_meld(who, hand.laid(use.cards), moved=use.moved)
    hand.flag("meld.turn", "violation", who)
    return close_offer(hand)


@slip(
    "meld.from_hand",
    "drawn",
    sides=True,
    house={"forced_cards": ("off",), "hand_melds": ("with_card", "never")},
)
def melds_from_the_hand_alone(hand: Hand, player: str) -> str | bool:
    uses = freely(hand, "hand_melds", "own_decision", lambda: hand.hand_uses(player))
    never = hand.house["hand_melds"] == "never"
    uses = [use for use in uses if not use.moved and (use.new or not never)]
    if not uses:
        return False
    card = hand.pile[-1]
    use = hand.rng.choice(uses)
    hand.lay_meld(player, hand.laid(use.cards), moved=use.moved)
    hand.flag("meld.from_hand", "violation", player)
    hand.lay_unused(player, card, written=True)
    return close_offer(hand)


@slip(
    "meld.from_hand",
    "used",
    sides=True,
    house={"forced_cards": ("off",), "hand_melds": ("never",)},
)
def melds_more_than_the_card(hand: Hand, player: str) -> bool:
    uses = freely(hand, "hand_melds", "own_decision", lambda: hand.hand_uses(player))
    uses = [use for use in unwinning(hand, player, uses) if use.new and not use.moved]
    if not uses:
        return False
    hand.lay_meld(player, hand.laid(hand.rng.choice(uses).cards))
    hand.flag("meld.from_hand", "violation", player)
    hand.pay(player, hand.worst_card(player))
    return True


@slip(
    "desmoche.one_card",
    "drawn",
    sides=True,
    house={"forced_cards": ("off",), "desmoche": ("one_card",)},
    rig="dense",
)
def moves_two_cards(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    uses = freely(hand, "desmoche", "free", lambda: hand.uses(player, card))
    uses = [use for use in unwinning(hand, player, uses) if use.moved > 1]
    if not uses:
        return False
    use = hand.rng.choice(uses)
    return use_and_pay(hand, player, hand.laid(use.cards), card, "desmoche.one_card")


@slip(
    "desmoche.one_card",
    "drawn",
    sides=True,
    house={"forced_cards": ("off",), "desmoche": ("sets_of_four",)},
    rig="dense",
)
def takes_from_a_run(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    uses = freely(hand, "desmoche", "free", lambda: hand.uses(player, card))
    runs = {one for meld in hand.melds[player] if not is_set(meld) for one in meld}
    uses = [
        use
        for use in unwinning(hand, player, uses)
        if use.moved and is_set(use.cards) and runs & set(use.cards)
    ]
    if not uses:
        return False
    use = hand.rng.choice(uses)
    return use_and_pay(hand, player, hand.laid(use.cards), card, "desmoche.one_card")


def out_of_order(hand: Hand, use: Use) -> list[str] | None:
    """Return the meld's cards in an order that strict tables punish."""
    for _ in range(10):
        cards = hand.rng.sample(use.cards, len(use.cards))
        if not in_strict_order(cards):
            return cards
    return None


def could_alternate(use: Use) -> bool:
    """Return whether some order of the meld satisfies strict tables."""
    return not is_set(use.cards) or in_strict_order(alternating(use.cards))


@slip("meld.order", "drawn", house={"forced_cards": ("off",), "meld_order": ("strict",)})
def lays_cards_in_disorder(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    uses = unwinning(hand, player, hand.uses(player, card))
    uses = [use for use in uses if not use.moved and could_alternate(use)]
    if not uses:
        return False
    use = hand.rng.choice(uses)
    seen = hand.chance(0.3)
    cards = hand.laid(use.cards) if seen else out_of_order(hand, use)
    if cards is None:
        return False
    event = hand.lay_meld(player, cards, card)
    if seen:
        event = hand.emit("offence", player=player, kind="meld_order")
    hand.flag("meld.order", "disqualification", player, event)
    hand.discarder = player
    enforce(hand, player, event)
    if hand.is_over() or not hand.is_in(player):
        return close_offer(hand)
    hand.pay(player, hand.worst_card(player))
    return TAKEN


def forcible(hand: Hand, discarder: str) -> list[str]:
    """Return the owners onto whose melds the card on offer could be forced, without the
    discarder."""
    owners = [p for p in hand.owners(hand.offer or "", discarder) if p not in hand.passive]
    return [p for p in owners if p != discarder]


@slip("force.off", "offer", sides=True, house={"forced_cards": ("off",)})
def forces_where_it_is_not_played(hand: Hand, discarder: str) -> str | bool:
    owners = forcible(hand, discarder)
    if not owners or hand.offer is None:
        return False
    by = hand.rng.choice([p for p in hand.active if p != owners[0]])
    hand.emit("force", player=owners[0], by=by)
    hand.flag("force.off", "violation", by)
    hand.use(owners[0], hand.offer, hand.uses(owners[0], hand.offer))
    return TAKEN


@slip("force.invalid", "offer", sides=True, house={"forced_cards": ("on_demand", "automatic")})
def forces_what_does_not_fit(hand: Hand, discarder: str) -> str | bool:
    card = hand.offer or ""
    fits = [p for p in hand.active if any(hand.extends(card, meld) for meld in hand.melds[p])]
    targets = [p for p in hand.others_after(discarder) if hand.melds[p]]
    if fits or not targets:
        return False
    target = hand.rng.choice(targets)
    by = hand.rng.choice([p for p in hand.active if p != target])
    hand.emit("force", player=target, by=by)
    hand.flag("force.invalid", "violation", by)
    return close_offer(hand)


@slip(
    "force.priority",
    "offer",
    sides=True,
    house={"forced_cards": ("on_demand",)},
    seats=3,
    rig="dense",
)
def forces_over_an_earlier_claim(hand: Hand, discarder: str) -> str | bool:
    card = hand.offer or ""
    order = hand.others_after(discarder)
    owners = forcible(hand, discarder)
    able = [p for p in order if unwinning(hand, p, hand.uses(p, card)) and p not in hand.passive]
    if not owners or not able or order.index(able[0]) >= order.index(owners[0]):
        return False
    by = hand.rng.choice([p for p in hand.active if p not in (able[0], owners[0])] or [discarder])
    hand.claim(able[0])
    hand.emit("force", player=owners[0], by=by)
    hand.flag("force.priority", "violation", by)
    use = hand.rng.choice(unwinning(hand, able[0], hand.uses(able[0], card)))
    hand.lay_meld(able[0], hand.laid(use.cards), card, use.moved)
    hand.pay(able[0], hand.worst_card(able[0]))
    return TAKEN


@slip("force.refused", "offer", sides=True, house={"forced_cards": ("on_demand",)})
def refuses_the_forced_card(hand: Hand, discarder: str) -> str | bool:
    owners = [p for p in hand.owners(hand.offer or "", discarder) if p not in hand.passive]
    if not owners:
        return False
    by = hand.rng.choice([p for p in hand.active if p != owners[0]] or [owners[0]])
    hand.emit("force", player=owners[0], by=by)
    hand.due.append(("force.refused", owners[0]))
    return close_offer(hand)


@slip("force.missed", "offer", sides=True, house={"forced_cards": ("automatic",)})
def forgets_to_force(hand: Hand, discarder: str) -> str | bool:
    owners = hand.owners(hand.offer or "", discarder)
    if not owners:
        return False
    hand.due.append(("force.missed", owners[0]))
    return close_offer(hand)
