"""Slips in the turns: draws, claims and payments of cards."""

from __future__ import annotations

from tests.simulation.cards import (
    remains,
)
from tests.simulation.faults.base import (
    claim_and_meld,
    close_offer,
    enforce,
    other,
    slip,
    unwinning,
)
from tests.simulation.opening import TAKEN
from tests.simulation.play import Hand


@slip("turn.order", "draw", sides=True)
def draws_out_of_turn(hand: Hand, player: str) -> str | bool:
    who = other(hand, player)
    if who is None or not hand.deck:
        return False
    hand.due.append(("turn.order", who))
    return who


@slip("draw.hidden", "drawn", house={"forced_cards": ("off",)})
def hides_the_drawn_card(hand: Hand, player: str) -> str:
    card = hand.pile.pop()
    hand.hands[player].add(card)
    hand.discarder = player
    hand.passive.add(player)
    event = hand.emit("offence", player=player, kind="hid_draw")
    hand.flag("draw.hidden", "disqualification", player, event)
    enforce(hand, player, event)
    return close_offer(hand)


@slip("draw.hidden", "drawn", house={"forced_cards": ("off",)})
def lays_another_card(hand: Hand, player: str) -> str | bool:
    if not hand.hands[player]:
        return False
    laid = hand.worst_card(player)
    drawn = hand.pile.pop()
    hand.hands[player].discard(laid)
    hand.hands[player].add(drawn)
    hand.put_on_offer(player, laid)
    event = hand.emit(hand.rng.choice(["discard", "discard", "pay"]), player=player, card=laid)
    hand.flag("draw.hidden", "disqualification", player, event)
    hand.passive.add(player)
    enforce(hand, player, event)
    return close_offer(hand)


@slip("draw.hidden", "used", house={"forced_cards": ("off",)})
def pays_a_card_drawn_before(hand: Hand, player: str) -> bool:
    hidden = [
        card
        for card in hand.pile
        if hand.understood.get(card) == player and hand.laid_by[card] == player
    ]
    if not hidden or hand.house["enforcement"] == "strict":
        return False
    card = hand.rng.choice(hidden)
    hand.pile.remove(card)
    hand.put_on_offer(player, card)
    event = hand.emit("pay", player=player, card=card)
    hand.flag("draw.hidden", "disqualification", player, event)
    hand.passive.add(player)
    close_offer(hand)
    enforce(hand, player, event)
    return True


@slip("discard.search", "draw")
def searches_the_pile(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(hand.active)
    event = hand.emit("offence", player=who, kind="searched_pile")
    hand.flag("discard.search", "disqualification", who, event)
    enforce(hand, who, event)
    return True


@slip("offence.other", "draw", sides=True)
def another_offence(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(hand.active)
    hand.emit("offence", player=who, kind="other", note="miró la mano de otro")
    hand.flag("offence.other", "violation", who)
    return True


@slip("disqualify.baseless", "draw")
def disqualified_for_nothing(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(hand.active)
    hand.emit("disqualify", player=who)
    hand.flag("disqualify.baseless", "violation", None)
    hand.remove(who)
    hand.look_who_is_left()
    return True


@slip("claim.priority", "offer", sides=True, house={"forced_cards": ("off",)}, seats=3)
def takes_what_a_nearer_one_claimed(hand: Hand, discarder: str) -> str | bool:
    card = hand.offer or ""
    able = [
        p
        for p in hand.others_after(discarder)
        if p not in hand.passive and unwinning(hand, p, hand.uses(p, card))
    ]
    if (
        len(hand.others_after(discarder)) < 2
        or not able
        or able[-1:] == hand.others_after(discarder)[:1]
    ):
        return False
    taker = able[-1]
    order = hand.others_after(discarder)
    nearer = hand.rng.choice(order[: order.index(taker)])
    hand.claim(nearer)
    use = hand.rng.choice(unwinning(hand, taker, hand.uses(taker, card)))
    if hand.chance(0.3):
        hand.claim(taker)
    event = hand.lay_meld(taker, hand.laid(use.cards), card, use.moved)
    hand.flag("claim.priority", "violation", taker, event)
    hand.pay(taker, hand.worst_card(taker))
    return TAKEN


@slip("claim.own", "offer", sides=True, house={"forced_cards": ("off",)})
def takes_his_own_discard(hand: Hand, discarder: str) -> str | bool:
    card = hand.offer or ""
    last = hand.events[-1]
    uses = unwinning(hand, discarder, hand.uses(discarder, card))
    if last["type"] not in ("discard", "pay") or discarder in hand.passive or not uses:
        return False
    return claim_and_meld(hand, discarder, card, "claim.own", hand.rng.choice(uses))


@slip("claim.own", "drawn", sides=True, house={"forced_cards": ("off",)})
def lays_it_and_takes_it_back(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    uses = unwinning(hand, player, hand.uses(player, card))
    if not uses:
        return False
    hand.lay_unused(player, card, written=True)
    return claim_and_meld(hand, player, card, "claim.own", hand.rng.choice(uses))


@slip("claim.dead", "drawn", sides=True, house={"forced_cards": ("off",)})
def takes_a_dead_card(hand: Hand, player: str) -> str | bool:
    if len(hand.pile) < 2:
        return False
    card = hand.rng.choice(hand.pile[-4:-1])
    takers = [
        p
        for p in hand.others_after(player)
        if hand.laid_by.get(card) != p
        and hand.understood.get(card) != p
        and p not in hand.passive
        and card not in hand.shown[p]
        and unwinning(hand, p, hand.uses(p, card))
    ]
    if not takers:
        return False
    taker = hand.rng.choice(takers)
    hand.lay_unused(player, hand.pile[-1], written=True)
    use = hand.rng.choice(unwinning(hand, taker, hand.uses(taker, card)))
    return claim_and_meld(hand, taker, card, "claim.dead", use)


@slip("claim.unused", "offer", sides=True, house={"forced_cards": ("off",)})
def claims_and_leaves_it(hand: Hand, discarder: str) -> str | bool:
    who = other(hand, discarder)
    if who is None:
        return False
    hand.claim(who)
    hand.due.append(("claim.unused", who))
    return close_offer(hand)


@slip("claim.passed", "offer", sides=True, house={"forced_cards": ("off",), "knock": ("binding",)})
def knocks_and_takes(hand: Hand, discarder: str) -> str | bool:
    card = hand.offer or ""
    able = [
        p
        for p in hand.others_after(discarder)
        if p not in hand.passive and unwinning(hand, p, hand.uses(p, card))
    ]
    if not able:
        return False
    hand.emit("pass", player=able[0])
    use = hand.rng.choice(unwinning(hand, able[0], hand.uses(able[0], card)))
    return claim_and_meld(hand, able[0], card, "claim.passed", use)


@slip("pay.missing", "used", sides=True, house={"forced_cards": ("off", "on_demand")})
def does_not_pay(hand: Hand, player: str) -> bool:
    if len(hand.active) < 2:
        return False
    hand.discarder = player
    hand.due.append(("pay.missing", player))
    hand.passive.add(player)
    return True


@slip("pay.extra", "drawn", sides=True, house={"forced_cards": ("off",)})
def pays_for_nothing(hand: Hand, player: str) -> str | bool:
    if not hand.hands[player]:
        return False
    hand.lay_unused(player, hand.pile[-1], written=True)
    hand.pay(player, hand.worst_card(player))
    hand.flag("pay.extra", "violation", player)
    hand.passive.add(player)
    return close_offer(hand)


@slip(
    "pay.extra",
    "offer",
    sides=True,
    house={"forced_cards": ("on_demand",), "forced_pay": ("free",)},
)
def pays_for_a_free_card(hand: Hand, discarder: str) -> str | bool:
    owners = [p for p in hand.owners(hand.offer or "", discarder) if p not in hand.passive]
    if not owners or len(hand.hands[owners[0]]) < 2 or hand.offer is None:
        return False
    owner, card = owners[0], hand.offer
    meld = next(meld for meld in hand.melds[owner] if hand.extends(card, meld))
    hand.emit("force", player=owner, by=hand.rng.choice(hand.active))
    hand.lay_meld(owner, hand.laid((*meld, card)), card)
    hand.pay(owner, hand.worst_card(owner))
    hand.flag("pay.extra", "violation", owner)
    hand.passive.add(owner)
    return close_offer(hand)


@slip("pay.table", "used", sides=True, house={"forced_cards": ("off",)})
def pays_from_his_melds(hand: Hand, player: str) -> bool:
    loose = [
        (meld, card)
        for meld in hand.melds[player]
        for card in meld
        if len(remains(meld, [card]) or []) == 1
    ]
    if not loose:
        return False
    meld, card = hand.rng.choice(loose)
    meld.remove(card)
    hand.put_on_offer(player, card)
    hand.emit("pay", player=player, card=card)
    hand.flag("pay.table", "violation", player)
    hand.passive.add(player)
    close_offer(hand)
    return True


@slip("player.out", "draw", house={"withdraw": ("free",), "forced_cards": ("off",)})
def claims_after_withdrawing(hand: Hand, _: str) -> bool:
    out = [p for p in hand.withdrawn if p != hand.discarder]
    if not out or hand.offer is None:
        return False
    who = hand.rng.choice(out)
    hand.emit("claim", player=who, card=hand.offer)
    hand.flag("player.out", "violation", who)
    return True


@slip("player.out", "draw", house={"withdraw": ("free",), "forced_cards": ("off",)})
def draws_after_withdrawing(hand: Hand, _: str) -> str | bool:
    if not hand.withdrawn or not hand.deck:
        return False
    who = hand.rng.choice(hand.withdrawn)
    hand.due.append(("player.out", who))
    hand.passive.add(who)
    return who


@slip("hand.over", "after_hand", sides=True)
def draws_after_the_win(hand: Hand, _: str) -> bool:
    if hand.outcome is None or hand.outcome.kind not in ("melds", "automatic") or not hand.deck:
        return False
    event = hand.emit("draw", player=hand.rng.choice(hand.active), card=hand.deck[-1])
    hand.flag("hand.over", "record", None, event)
    if hand.chance(0.4):
        hand.emit("pass", player=hand.rng.choice(hand.active))
    return True


@slip("stock.empty", "stock_empty", sides=True)
def draws_from_the_empty_deck(hand: Hand, player: str) -> bool:
    hand.emit("draw", player=player, card="??")
    hand.flag("stock.empty", "record", None)
    hand.emit("end", why="stock_empty")
    hand.finish("none", None, *hand.events[-3:])
    return True
