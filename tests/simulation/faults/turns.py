"""Slips in the turns: draws, claims and payments of cards."""

from tests.simulation.cards import remains
from tests.simulation.faults.base import (
    able,
    claim_and_meld,
    close_offer,
    enforce,
    needs,
    other,
    slip,
    unwinning,
)
from tests.simulation.faults.melds import owners_of
from tests.simulation.play import Hand
from tests.simulation.table import TAKEN


@slip("turn.order", "draw")
def draws_out_of_turn(hand: Hand, player: str) -> str:
    who = other(hand, player)
    needs(hand.deck)
    hand.due.append(who)
    return who


@slip("draw.hidden", "drawn", "forced_cards=off", kind="disqualification", quiet=True)
def hides_the_drawn_card(hand: Hand, player: str) -> str:
    card = hand.pile.pop()
    hand.hands[player].add(card)
    hand.discarder = player
    hand.passive.add(player)
    hand.emit("offence", player=player, kind="hid_draw")
    enforce(hand, player, hand.flag(player))
    return close_offer(hand)


@slip("draw.hidden", "drawn", "forced_cards=off", kind="disqualification", quiet=True)
def lays_another_card(hand: Hand, player: str) -> str:
    needs(hand.hands[player])
    laid = hand.worst_card(player)
    drawn = hand.pile.pop()
    hand.hands[player].discard(laid)
    hand.hands[player].add(drawn)
    hand.put_on_offer(player, laid)
    hand.emit(hand.rng.choice(["discard", "discard", "pay"]), player=player, card=laid)
    hand.passive.add(player)
    enforce(hand, player, hand.flag(player))
    return close_offer(hand)


@slip("draw.hidden", "used", "forced_cards=off", kind="disqualification", quiet=True)
def pays_a_card_drawn_before(hand: Hand, player: str) -> None:
    hidden = [
        card
        for card in hand.pile
        if hand.understood.get(card) == player and hand.laid_by[card] == player
    ]
    needs(hidden, hand.house["enforcement"] != "strict")
    pay_from(hand, player, hand.rng.choice(hidden), hand.pile)
    enforce(hand, player, hand.findings[-1].events[0])


def pay_from(hand: Hand, player: str, card: str, cards: list[str]) -> None:
    """Pay a card that lies among these on the table, which is the slip."""
    cards.remove(card)
    hand.put_on_offer(player, card)
    hand.emit("pay", player=player, card=card)
    hand.flag(player)
    hand.passive.add(player)
    close_offer(hand)


@slip("discard.search", "draw", kind="disqualification", quiet=True)
def searches_the_pile(hand: Hand, _: str) -> None:
    who = hand.pick(hand.active)
    hand.emit("offence", player=who, kind="searched_pile")
    enforce(hand, who, hand.flag(who))


@slip("disqualify.baseless", "draw", quiet=True)
def disqualified_for_nothing(hand: Hand, _: str) -> None:
    who = hand.pick(hand.active)
    hand.emit("disqualify", player=who)
    hand.flag()
    hand.remove(who)
    hand.look_who_is_left()


@slip("claim.priority", "offer", "forced_cards=off", seats=3)
def takes_what_a_nearer_one_claimed(hand: Hand, discarder: str) -> str:
    card = hand.offer or ""
    order = hand.others_after(discarder)
    takers = able(hand, order, card)
    needs(len(order) > 1 and takers and takers[-1] != order[0])
    taker = takers[-1]
    hand.claim(hand.rng.choice(order[: order.index(taker)]))
    use = hand.rng.choice(unwinning(hand, taker, hand.uses(taker, card)))
    if hand.chance(0.3):
        hand.claim(taker)
    hand.lay_meld(taker, hand.laid(use.cards), card, use.moved)
    hand.flag(taker)
    hand.pay(taker, hand.worst_card(taker))
    return TAKEN


@slip("claim.own", "offer", "forced_cards=off")
def takes_his_own_discard(hand: Hand, discarder: str) -> str:
    card = hand.offer or ""
    needs(hand.events[-1]["type"] in ("discard", "pay"), discarder not in hand.passive)
    uses = unwinning(hand, discarder, hand.uses(discarder, card))
    return claim_and_meld(hand, discarder, card, uses)


@slip("claim.own", "drawn", "forced_cards=off")
def lays_it_and_takes_it_back(hand: Hand, player: str) -> str:
    card = hand.pile[-1]
    uses = unwinning(hand, player, hand.uses(player, card))
    needs(uses)
    hand.lay_unused(player, card, written=True)
    return claim_and_meld(hand, player, card, uses)


@slip("claim.dead", "drawn", "forced_cards=off")
def takes_a_dead_card(hand: Hand, player: str) -> str:
    needs(len(hand.pile) > 1)
    card = hand.rng.choice(hand.pile[-4:-1])
    untouched = [
        p
        for p in hand.others_after(player)
        if p not in (hand.laid_by.get(card), hand.understood.get(card))
        and card not in hand.shown[p]
    ]
    taker = hand.pick(able(hand, untouched, card))
    hand.lay_unused(player, hand.pile[-1], written=True)
    return claim_and_meld(hand, taker, card, unwinning(hand, taker, hand.uses(taker, card)))


@slip("claim.unused", "offer", "forced_cards=off")
def claims_and_leaves_it(hand: Hand, discarder: str) -> str:
    who = other(hand, discarder)
    hand.claim(who)
    hand.due.append(who)
    return close_offer(hand)


@slip("claim.passed", "offer", "forced_cards=off knock=binding")
def knocks_and_takes(hand: Hand, discarder: str) -> str:
    card = hand.offer or ""
    takers = able(hand, hand.others_after(discarder), card)
    needs(takers)
    hand.emit("pass", player=takers[0])
    uses = unwinning(hand, takers[0], hand.uses(takers[0], card))
    return claim_and_meld(hand, takers[0], card, uses)


@slip("pay.missing", "used", "forced_cards=off|on_demand")
def does_not_pay(hand: Hand, player: str) -> None:
    needs(len(hand.active) > 1)
    hand.discarder = player
    hand.due.append(player)
    hand.passive.add(player)


@slip("pay.extra", "drawn", "forced_cards=off")
def pays_for_nothing(hand: Hand, player: str) -> str:
    needs(hand.hands[player])
    hand.lay_unused(player, hand.pile[-1], written=True)
    return pay_too_much(hand, player)


def pay_too_much(hand: Hand, player: str) -> str:
    """Pay a card for nothing, which is the slip."""
    hand.pay(player, hand.worst_card(player))
    hand.flag(player)
    hand.passive.add(player)
    return close_offer(hand)


@slip("pay.extra", "offer", "forced_cards=on_demand forced_pay=free")
def pays_for_a_free_card(hand: Hand, discarder: str) -> str:
    owners = owners_of(hand, discarder)
    needs(owners and len(hand.hands[owners[0]]) > 1, hand.offer is not None)
    owner, card = owners[0], hand.offer
    meld = next(meld for meld in hand.melds[owner] if hand.extends(card, meld))
    hand.emit("force", player=owner, by=hand.rng.choice(hand.active))
    hand.lay_meld(owner, hand.laid((*meld, card)), card)
    return pay_too_much(hand, owner)


@slip("pay.table", "used", "forced_cards=off")
def pays_from_his_melds(hand: Hand, player: str) -> None:
    loose = [
        (meld, card)
        for meld in hand.melds[player]
        for card in meld
        if len(remains(meld, [card]) or []) == 1
    ]
    meld, card = hand.pick(loose)
    pay_from(hand, player, card, meld)


@slip("player.out", "draw", "withdraw=free forced_cards=off", quiet=True)
def claims_after_withdrawing(hand: Hand, _: str) -> None:
    needs(hand.offer is not None)
    who = hand.pick([p for p in hand.withdrawn if p != hand.discarder])
    hand.emit("claim", player=who, card=hand.offer)
    hand.flag(who)


@slip("player.out", "draw", "withdraw=free forced_cards=off", quiet=True)
def draws_after_withdrawing(hand: Hand, _: str) -> str:
    needs(hand.deck)
    who = hand.pick(hand.withdrawn)
    hand.due.append(who)
    hand.passive.add(who)
    return who


@slip("hand.over", "after_hand", kind="record")
def draws_after_the_win(hand: Hand, _: str) -> None:
    needs(hand.outcome and hand.outcome.kind in ("melds", "automatic"), hand.deck)
    hand.emit("draw", player=hand.rng.choice(hand.active), card=hand.deck[-1])
    hand.flag()
    if hand.chance(0.4):
        hand.emit("pass", player=hand.rng.choice(hand.active))


@slip("stock.empty", "stock_empty", kind="record")
def draws_from_the_empty_deck(hand: Hand, player: str) -> None:
    hand.emit("draw", player=player, card="??")
    hand.flag()
    hand.emit("end", why="stock_empty")
    hand.finish("none", None, *hand.events[-3:])
