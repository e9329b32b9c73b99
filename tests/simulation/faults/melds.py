"""Slips in melds and forced cards."""

from tests.simulation.cards import alternating, in_strict_order, is_set
from tests.simulation.faults.base import (
    able,
    close_offer,
    enforce,
    freely,
    needs,
    other,
    slip,
    unwinning,
    use_and_pay,
)
from tests.simulation.play import Hand
from tests.simulation.table import TAKEN, Use


@slip("meld.invalid", "drawn", "forced_cards=off meld_order=free")
def melds_what_is_no_meld(hand: Hand, player: str) -> str:
    card = hand.pile[-1]
    mine = sorted(hand.hands[player], key=lambda c: (c[0] != card[0], c[1] != card[1], c))
    needs(len(mine) > 3)
    cards = [card, *hand.rng.sample(mine[:3], 2)]
    needs(not hand.is_meld(cards))
    hand.passive.add(player)
    return use_and_pay(hand, player, cards, card)


# if only sets of four give cards, taking one from a run breaks that rule, too
@slip("meld.broken", "drawn", "forced_cards=off desmoche=free|one_card", rig="dense")
def breaks_a_meld(hand: Hand, player: str) -> str:
    card = hand.pile[-1]
    table = hand.on_table(player)
    choices = [
        cards
        for cards in hand.melds_around(card, hand.hands[player] | table)
        if len(table & set(cards)) == 1
        and any(hand.remains(meld, cards) is None for meld in hand.melds[player])
        and len(hand.hands[player] & set(cards)) < len(hand.hands[player])
    ]
    cards = hand.laid(tuple(hand.pick(choices)))
    hand.passive.add(player)
    return use_and_pay(hand, player, cards, card)


@slip("meld.stolen", "drawn", "forced_cards=off", rig="dense")
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
                    return use_and_pay(hand, player, hand.laid(tuple(choices[0])), card)
    return False


@slip("meld.turn", "drawn", "forced_cards=off hand_melds=own_decision")
def melds_out_of_turn(hand: Hand, player: str) -> str:
    who = other(hand, player)
    uses = hand.hand_uses(who)
    needs(uses, hand.ends_after is None)
    hand.lay_unused(player, hand.pile[-1], written=True)
    use = hand.rng.choice(uses)
    hand.lay_meld(who, hand.laid(use.cards), moved=use.moved)
    hand.flag(who)
    return close_offer(hand)


@slip("meld.from_hand", "drawn", "forced_cards=off hand_melds=with_card|never")
def melds_from_the_hand_alone(hand: Hand, player: str) -> str:
    uses = freely(hand, "hand_melds", "own_decision", lambda: hand.hand_uses(player))
    never = hand.house["hand_melds"] == "never"
    card = hand.pile[-1]
    use = hand.pick([use for use in uses if not use.moved and (use.new or not never)])
    hand.lay_meld(player, hand.laid(use.cards), moved=use.moved)
    hand.flag(player)
    hand.lay_unused(player, card, written=True)
    return close_offer(hand)


@slip("meld.from_hand", "used", "forced_cards=off hand_melds=never")
def melds_more_than_the_card(hand: Hand, player: str) -> None:
    uses = freely(hand, "hand_melds", "own_decision", lambda: hand.hand_uses(player))
    use = hand.pick([use for use in unwinning(hand, player, uses) if use.new and not use.moved])
    hand.lay_meld(player, hand.laid(use.cards))
    hand.flag(player)
    hand.pay(player, hand.worst_card(player))


@slip("desmoche.one_card", "drawn", "forced_cards=off desmoche=one_card", rig="dense")
def moves_two_cards(hand: Hand, player: str) -> str:
    card = hand.pile[-1]
    uses = freely(hand, "desmoche", "free", lambda: hand.uses(player, card))
    use = hand.pick([use for use in unwinning(hand, player, uses) if use.moved > 1])
    return use_and_pay(hand, player, hand.laid(use.cards), card)


@slip("desmoche.one_card", "drawn", "forced_cards=off desmoche=sets_of_four", rig="dense")
def takes_from_a_run(hand: Hand, player: str) -> str:
    card = hand.pile[-1]
    uses = freely(hand, "desmoche", "free", lambda: hand.uses(player, card))
    runs = {one for meld in hand.melds[player] if not is_set(meld) for one in meld}
    uses = [
        use
        for use in unwinning(hand, player, uses)
        if use.moved and is_set(use.cards) and runs & set(use.cards)
    ]
    return use_and_pay(hand, player, hand.laid(hand.pick(uses).cards), card)


def out_of_order(hand: Hand, use: Use) -> list[str]:
    """Return the meld's cards in an order that strict tables punish."""
    orders = (hand.rng.sample(use.cards, len(use.cards)) for _ in range(10))
    found = next((cards for cards in orders if not in_strict_order(cards)), [])
    needs(found)
    return found


def could_alternate(use: Use) -> bool:
    """Return whether some order of the meld satisfies strict tables."""
    return not is_set(use.cards) or in_strict_order(alternating(use.cards))


@slip(
    "meld.order",
    "drawn",
    "forced_cards=off meld_order=strict",
    kind="disqualification",
    quiet=True,
)
def lays_cards_in_disorder(hand: Hand, player: str) -> str:
    card = hand.pile[-1]
    uses = unwinning(hand, player, hand.uses(player, card))
    use = hand.pick([use for use in uses if not use.moved and could_alternate(use)])
    seen = hand.chance(0.3)
    cards = hand.laid(use.cards) if seen else out_of_order(hand, use)
    hand.lay_meld(player, cards, card)
    if seen:
        hand.emit("offence", player=player, kind="meld_order")
    event = hand.flag(player)
    hand.discarder = player
    enforce(hand, player, event)
    if hand.is_over() or not hand.is_in(player):
        return close_offer(hand)
    hand.pay(player, hand.worst_card(player))
    return TAKEN


def owners_of(hand: Hand, discarder: str) -> list[str]:
    """Return the active owners of melds onto which the card on offer could be forced."""
    return [p for p in hand.owners(hand.offer or "", discarder) if p not in hand.passive]


@slip("force.off", "offer", "forced_cards=off")
def forces_where_it_is_not_played(hand: Hand, discarder: str) -> str:
    owners = [p for p in owners_of(hand, discarder) if p != discarder]
    needs(owners, hand.offer)
    by = hand.rng.choice([p for p in hand.active if p != owners[0]])
    hand.emit("force", player=owners[0], by=by)
    hand.flag(by)
    hand.use(owners[0], hand.offer, hand.uses(owners[0], hand.offer))
    return TAKEN


@slip("force.invalid", "offer", "forced_cards=on_demand|automatic")
def forces_what_does_not_fit(hand: Hand, discarder: str) -> str:
    card = hand.offer or ""
    needs(not any(hand.extends(card, meld) for p in hand.active for meld in hand.melds[p]))
    target = hand.pick([p for p in hand.others_after(discarder) if hand.melds[p]])
    by = hand.rng.choice([p for p in hand.active if p != target])
    hand.emit("force", player=target, by=by)
    hand.flag(by)
    return close_offer(hand)


@slip("force.priority", "offer", "forced_cards=on_demand", seats=3, rig="dense")
def forces_over_an_earlier_claim(hand: Hand, discarder: str) -> str:
    card = hand.offer or ""
    order = hand.others_after(discarder)
    owners = [p for p in owners_of(hand, discarder) if p != discarder]
    takers = able(hand, order, card)
    needs(owners and takers and order.index(takers[0]) < order.index(owners[0]))
    taker, owner = takers[0], owners[0]
    by = hand.rng.choice([p for p in hand.active if p not in (taker, owner)] or [discarder])
    hand.claim(taker)
    hand.emit("force", player=owner, by=by)
    hand.flag(by)
    use = hand.rng.choice(unwinning(hand, taker, hand.uses(taker, card)))
    hand.lay_meld(taker, hand.laid(use.cards), card, use.moved)
    hand.pay(taker, hand.worst_card(taker))
    return TAKEN


@slip("force.refused", "offer", "forced_cards=on_demand")
def refuses_the_forced_card(hand: Hand, discarder: str) -> str:
    owners = owners_of(hand, discarder)
    needs(owners)
    by = hand.rng.choice([p for p in hand.active if p != owners[0]] or [owners[0]])
    hand.emit("force", player=owners[0], by=by)
    hand.due.append(owners[0])
    return close_offer(hand)


@slip("force.missed", "offer", "forced_cards=automatic")
def forgets_to_force(hand: Hand, discarder: str) -> str:
    owners = hand.owners(hand.offer or "", discarder)
    needs(owners)
    hand.due.append(owners[0])
    return close_offer(hand)
