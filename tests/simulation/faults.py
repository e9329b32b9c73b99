"""Slips: for each rule of the rulebook, ways in which somebody breaks it once.

A slip happens at its moment in a hand (or when the next hand opens). It writes what happened,
moves the cards as they then really lie, notes the one finding, and lets the play go on from
there. Players whose cards no longer fit (a card too many, an invalid meld) use nothing more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.simulation.cards import (
    SUITS,
    alternating,
    extends,
    in_strict_order,
    is_meld,
    is_set,
    melds_around,
    remains,
)
from tests.simulation.hands import RAREST, best, is_played, is_win
from tests.simulation.house import OPTIONS, SIDE_GAMES
from tests.simulation.play import CLOSED, TAKEN, Hand, Slip
from tests.simulation.session import NAMES, Session
from tests.simulation.table import Event, Finding, Ref, TryAgain, Use

SLIPS: list[Slip] = []
Act = Callable[..., Any]
UNFORCED = ("forced_cards", ("off",))


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
    """Somebody else who is still in and plays actively."""
    others = [p for p in hand.others_after(player) if p not in hand.passive]
    return hand.rng.choice(others) if others else None


def unwinning(hand: Hand, player: str, uses: list[Use]) -> list[Use]:
    """The uses that leave the player a card to pay."""
    return [use for use in uses if use.from_hand < len(hand.hands[player])]


def freely(hand: Hand, rule: str, option: str, ask: Callable[[], list[Use]]) -> list[Use]:
    """What a player could do if the table had another house rule."""
    here = hand.house[rule]
    hand.house[rule] = option
    found = ask()
    hand.house[rule] = here
    return found


def use_and_pay(
    hand: Hand, player: str, cards: list[str], card: str, rule: str, kind: str = "violation"
) -> str:
    """Use the card in this meld, which is the slip, and pay."""
    claimed = hand.discarder != player and hand.laid_by.get(card) is not None
    event = hand.lay_meld(player, cards, card)
    del claimed
    hand.flag(rule, kind, player, event)
    hand.pay(player, hand.worst_card(player))
    return TAKEN


def claim_and_meld(hand: Hand, player: str, card: str, rule: str, use: Use) -> str:
    """Take the card against a rule, with or without asking for it; then pay."""
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
    """Nobody takes what is on offer."""
    hand.offer = None
    return CLOSED


# Bets, seats, deal


@slip("bet.equal", "opening")
def bets_differ(session: Session, opening: Event) -> Finding:
    who = session.rng.choice(session.seats)
    bet = opening["bet"]
    amount = session.rng.choice([bet + 1, bet + 2, max(0, bet - 1)])
    opening["bets"] = dict.fromkeys(session.seats, bet) | {who: amount}
    opening.pop("agreed_by", None)
    return Finding("bet.equal", "violation", who, [opening])


def carried_over(session: Session) -> bool:
    """Whether the hand before had no winner; no answer before the first hand."""
    if not session.expected_hands:
        raise TryAgain
    return session.winner_of_last() is None


def other_bet(session: Session) -> int:
    """A bet that differs from the last one."""
    last = next(e["bet"] for e in reversed(session.events) if e["type"] == "hand")
    return int(session.rng.choice([b for b in range(1, 11) if b != last]))


@slip("bet.changed", "opening")
def not_all_agree(session: Session, opening: Event) -> Finding:
    if carried_over(session):
        raise TryAgain
    opening["bet"] = other_bet(session)
    opening["agreed_by"] = session.rng.sample(session.seats, len(session.seats) - 1)
    return Finding("bet.changed", "violation", None, [opening])


@slip("bet.carry", "opening", house={"carry_bet": ("locked",)})
def other_bet_over_a_pot(session: Session, opening: Event) -> Finding:
    if not carried_over(session):
        raise TryAgain
    opening["bet"] = other_bet(session)
    opening.pop("agreed_by", None)
    if session.rng.random() < 0.5:
        opening["agreed_by"] = list(session.seats)
    return Finding("bet.carry", "violation", None, [opening])


@slip("bet.carry", "opening", house={"carry_bet": ("unanimous",)})
def other_bet_not_all_agree(session: Session, opening: Event) -> Finding:
    if not carried_over(session):
        raise TryAgain
    opening["bet"] = other_bet(session)
    opening["agreed_by"] = session.rng.sample(session.seats, len(session.seats) - 1)
    return Finding("bet.carry", "violation", None, [opening])


@slip("seat.carry", "opening", house={"carry_join": ("locked",)})
def sits_down_over_a_pot(session: Session, opening: Event) -> Finding:
    if not carried_over(session) or len(session.seats) == 4:
        raise TryAgain
    dealers = [e["dealer"] for e in session.events if e["type"] == "hand"]
    opening["dealer"] = session.join(dealers[-1], opening["dealer"])
    if "agreed_by" in opening:
        opening["agreed_by"] = list(session.seats)
    joined = session.events[-1]
    return Finding("seat.carry", "violation", joined["player"], [joined])


@slip("dealer.rotation", "opening")
def deals_out_of_turn(session: Session, opening: Event) -> Finding:
    if not session.expected_hands:
        raise TryAgain
    opening["dealer"] = session.rng.choice([p for p in session.seats if p != opening["dealer"]])
    return Finding("dealer.rotation", "violation", opening["dealer"], [opening])


@slip("side.timing", "dealt", sides=True)
def side_bet_after_the_deal(hand: Hand, _: str) -> bool:
    free = [game for game in hand.house["side_games"] if game not in hand.stakes]
    if not free:
        return False
    hand.emit("side_bet", side_game=hand.rng.choice(free), amount=hand.rng.randint(1, 4))
    hand.flag("side.timing", "violation", None)
    return True


@slip("side.timing", "draw", sides=True)
def side_bet_during_play(hand: Hand, player: str) -> bool:
    return side_bet_after_the_deal(hand, player)


@slip(
    "side.not_played", "before_deal", sides=True, house={"side_games": (["oro"], ["flor", "oro"])}
)
def side_game_of_another_table(hand: Hand, _: str) -> bool:
    free = [game for game in SIDE_GAMES if game not in hand.house["side_games"]]
    hand.emit("side_bet", side_game=hand.rng.choice(free), amount=hand.rng.randint(1, 4))
    hand.flag("side.not_played", "violation", None)
    return True


@slip("cut.player", "before_deal", sides=True)
def another_cuts(hand: Hand, _: str) -> bool:
    if hand.events[-1]["type"] == "cut":
        return False
    who = hand.rng.choice(hand.players[1:])
    hand.emit("cut", player=who)
    hand.flag("cut.player", "violation", who)
    return True


@slip("deal.order", "dealt")
def dealt_twice(hand: Hand, _: str) -> bool:
    hands = {player: sorted(hand.dealt[player]) for player in hand.players}
    if hand.chance(0.5):
        cards = hand.rng.sample(sorted(c for nine in hands.values() for c in nine), 9 * len(hands))
        hands = {p: cards[9 * i : 9 * i + 9] for i, p in enumerate(hands)}
    hand.emit("deal", hands=hands)
    hand.flag("deal.order", "record", None)
    return True


def misdealt_hands(hand: Hand) -> dict[str, Any]:
    """What the deal looked like: one hand with a card too many or too few."""
    hands: dict[str, Any] = {p: hand.rng.sample(sorted(hand.dealt[p]), 9) for p in hand.players}
    victim = hand.rng.choice(hand.players)
    if hand.chance(0.5):
        hands[victim].insert(hand.rng.randint(0, 9), hand.rng.choice(hand.deck))
    else:
        hands[victim].pop()
    if hand.chance(0.5):
        hands = {player: len(cards) for player, cards in hands.items()}
    return hands


@slip("deal.count", "deal", house={"misdeal": ("dealer_out",)}, masked="never")
def misdeal_puts_the_dealer_out(hand: Hand, dealer: str) -> bool:
    event = hand.emit("deal", hands=misdealt_hands(hand))
    hand.misdealt = True
    hand.flag("deal.count", "disqualification", dealer, event)
    if hand.chance(0.25):
        hand.emit("forgive", event=Ref(event), agreed_by=list(hand.players))
    else:
        hand.remove(dealer)
    return True


@slip("deal.count", "deal", house={"misdeal": ("redeal",)}, masked="never")
def misdeal_and_redeal(hand: Hand, dealer: str) -> bool:
    event = hand.emit("deal", hands=misdealt_hands(hand))
    hand.misdealt = True
    hand.flag("deal.count", "violation", dealer, event)
    hand.hands = {player: set() for player in hand.players}
    hand.shuffle()
    hand.emit("deal", hands={p: sorted(hand.dealt[p]) for p in hand.players})
    return True


@slip("deal.count", "dealt", house={"misdeal": ("dealer_out",)}, masked="always")
def misdeal_seen(hand: Hand, dealer: str) -> bool:
    hand.events[-1]["hands"] = {}
    hand.misdealt = True
    hand.emit("offence", player=dealer, kind="misdeal")
    hand.flag("deal.count", "disqualification", dealer)
    hand.remove(dealer)
    return True


# Cambio


@slip("cambio.one", "cambio")
def passes_two(hand: Hand, player: str) -> bool:
    hand.pass_card(player, hand.cambio_plan[player])
    mine = sorted(hand.dealt[player] & hand.hands[player])
    kept = hand.passed_on[player]
    hand.pass_card(player, hand.rng.choice(mine))
    hand.passed_on[player] = kept
    hand.flag("cambio.one", "violation", player)
    hand.passive |= {player, hand.right_of(player)}
    return True


@slip("cambio.one", "cambio")
def passes_none(hand: Hand, player: str) -> bool:
    receiver = hand.right_of(player)
    late = hand.cambio_plan[player]
    hand.passive |= {player, receiver}
    hand.due.append(("cambio.one", player))

    def pass_after_all() -> None:
        hand.pass_card(player, late)
        hand.passive.clear()

    if hand.chance(0.4):
        hand.later.append((1, pass_after_all))
    return True


@slip("cambio.right", "cambio", seats=3)
def passes_elsewhere(hand: Hand, player: str) -> bool:
    neighbour = hand.right_of(player)
    to = hand.rng.choice([p for p in hand.players if p not in (player, neighbour)])
    hand.pass_card(player, hand.cambio_plan[player], to)
    hand.flag("cambio.right", "violation", player)
    hand.passive |= {neighbour, to}
    return True


@slip("cambio.late", "draw")
def passes_again_later(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(hand.active)
    if not hand.hands[who] or len(hand.active) < 2:
        return False
    receiver = hand.right_of(who)
    card = hand.rng.choice(sorted(hand.hands[who]))
    hand.hands[who].discard(card)
    hand.hands[receiver].add(card)
    hand.emit("cambio", player=who, card=card)
    hand.flag("cambio.late", "violation", who)
    hand.passive |= {who, receiver}
    return True


# Automatic wins


@slip("auto.late", "draw", sides=True, house={"automatic_wins": ("on",)}, rig="auto")
def declares_late(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(sorted(hand.holders) or hand.active)
    if len(hand.holders - {who}) or not hand.is_in(who):
        return False
    win = hand.rng.choice([win for win in RAREST if is_played(win, hand.house)])
    hand.emit("declare", player=who, win=win, cards=sorted(hand.hands[who]))
    hand.shown[who] |= hand.hands[who]
    hand.flag("auto.late", "forfeit", who)
    return True


def declare_falsely(hand: Hand, played: bool) -> bool:
    """Declare a win that the hand does not hold, or that the table does not play."""
    who = hand.rng.choice(hand.active)
    wins = [win for win in RAREST if is_played(win, hand.house) == played]
    wins = [win for win in wins if not played or not is_win(win, hand.hands[who], hand.house)]
    if not wins:
        return False
    cards = hand.rng.sample(sorted(hand.hands[who]), 9)
    hand.emit("declare", player=who, win=hand.rng.choice(wins), cards=cards)
    hand.shown[who] |= set(cards)
    hand.flag("auto.false" if played else "auto.off", "violation", who)
    return True


@slip("auto.false", "announced", sides=True, house={"automatic_wins": ("on",)})
def declares_what_he_was_not_dealt(hand: Hand, _: str) -> bool:
    if any(event["type"] == "cambio" for event in hand.events[-8:]):
        return False
    return declare_falsely(hand, played=True)


@slip("auto.false", "after_cambio", sides=True, house={"automatic_wins": ("on",)})
def declares_what_he_has_not(hand: Hand, _: str) -> bool:
    return declare_falsely(hand, played=True)


@slip("auto.off", "after_cambio", sides=True, house={"automatic_wins": ("off",)})
def declares_where_none_is_played(hand: Hand, _: str) -> bool:
    return declare_falsely(hand, played=False)


@slip(
    "auto.off",
    "after_cambio",
    sides=True,
    house={"automatic_wins": ("on",), "color_win": ("off",)},
)
def declares_color_where_it_is_off(hand: Hand, _: str) -> bool:
    return declare_falsely(hand, played=False)


@slip(
    "auto.missed",
    "after_cambio",
    sides=True,
    masked="never",
    rig="auto",
    house={"automatic_wins": ("on",)},
)
def sees_his_win_too_late(hand: Hand, _: str) -> bool:
    if len(hand.holders) != 1:
        return False
    hand.due.append(("auto.missed", next(iter(hand.holders))))
    return True


# Turns


@slip("turn.order", "draw", sides=True)
def draws_out_of_turn(hand: Hand, player: str) -> str | bool:
    who = other(hand, player)
    if who is None or not hand.deck:
        return False
    hand.due.append(("turn.order", who))
    return who


def enforce(hand: Hand, player: str, event: Event) -> None:
    """What the table does about a disqualifying offence: nothing, forgive, or enforce."""
    if hand.chance(0.3):
        named = {"agreed_by": list(hand.players)} if hand.chance(0.5) else {}
        hand.emit("forgive", event=Ref(event), **named)
    elif hand.house["enforcement"] == "strict":
        hand.remove(player)
        hand.look_who_is_left()
    elif hand.chance(0.5):

        def disqualify() -> None:
            if not hand.over and hand.is_in(player):
                hand.emit("disqualify", player=player, event=Ref(event))
                hand.remove(player)
                hand.look_who_is_left()

        hand.later.append((hand.turns + hand.rng.randint(0, 6), disqualify))


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


# Claims


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


# Melds


@slip(
    "meld.invalid",
    "drawn",
    sides=True,
    house={"forced_cards": ("off",), "meld_order": ("free",)},
)
def melds_what_is_no_meld(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    mine = sorted(hand.hands[player], key=lambda c: (c[0] != card[0], c[1] != card[1]))
    if len(mine) < 4:
        return False
    cards = [card, *hand.rng.sample(mine[:3], 2)]
    if is_meld(cards):
        return False
    hand.passive.add(player)
    return use_and_pay(hand, player, cards, card, "meld.invalid")


@slip("meld.broken", "drawn", sides=True, house={"forced_cards": ("off",)}, rig="dense")
def breaks_a_meld(hand: Hand, player: str) -> str | bool:
    card = hand.pile[-1]
    table = hand.on_table(player)
    choices = [
        cards
        for cards in melds_around(card, hand.hands[player] | table)
        if len(table & set(cards)) == 1
        and any(remains(meld, cards) is None for meld in hand.melds[player])
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
                left = remains(meld, [stolen])
                if not left or len(left) != 1:
                    continue
                choices = [
                    cards
                    for cards in melds_around(card, hand.hands[player] | {stolen})
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
    if who is None or not uses:
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


def out_of_order(hand: Hand, use: Use) -> list[str] | None:
    """The meld's cards in an order that strict tables punish."""
    for _ in range(10):
        cards = hand.rng.sample(use.cards, len(use.cards))
        if not in_strict_order(cards):
            return cards
    return None


def could_alternate(use: Use) -> bool:
    """Whether some order of the meld satisfies strict tables."""
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
    if hand.over or not hand.is_in(player):
        return close_offer(hand)
    hand.pay(player, hand.worst_card(player))
    return TAKEN


# Forced cards


def forcible(hand: Hand, discarder: str) -> list[str]:
    """The owners onto whose melds the card on offer could be forced, the discarder apart."""
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
    fits = [p for p in hand.active if any(extends(card, meld) for meld in hand.melds[p])]
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


# Withdrawing and the end


def live_cards(hand: Hand, player: str) -> int:
    """How many cards that nobody has seen, nor he holds, extend the player's melds."""
    known = hand.visible() | hand.hands[player]
    return sum(
        any(extends(rank + suit, meld) for meld in hand.melds[player])
        for suit in SUITS
        for rank in "A23456789TJQK"
        if rank + suit not in known
    )


@slip("withdraw.live", "draw", sides=True, house={"withdraw": ("blocked_melds",)}, masked="never")
def withdraws_too_early(hand: Hand, _: str) -> bool:
    who = [p for p in hand.active if live_cards(hand, p)]
    return withdraw_wrongly(hand, who, "withdraw.live")


@slip("withdraw.live", "draw", sides=True, house={"withdraw": ("blocked_melds",)})
def withdraws_without_melds(hand: Hand, _: str) -> bool:
    return withdraw_wrongly(hand, [p for p in hand.active if not hand.melds[p]], "withdraw.live")


@slip("withdraw.off", "draw", sides=True, house={"withdraw": ("off",)})
def withdraws_where_it_is_not_played(hand: Hand, _: str) -> bool:
    return withdraw_wrongly(hand, hand.active, "withdraw.off")


def withdraw_wrongly(hand: Hand, who: list[str], rule: str) -> bool:
    """One of these players withdraws, which takes effect all the same."""
    fair = hand.house["disqualified_pays_bonuses"] == "yes" or (
        hand.house["play_everything"] == "off"
    )
    if not who or not fair:
        return False
    player = hand.rng.choice(who)
    hand.withdraw(player)
    hand.flag(rule, "violation", player)
    hand.look_who_is_left()
    return True


@slip("win.false", "draw", sides=True)
def calls_a_win_that_is_none(hand: Hand, _: str) -> bool:
    who = hand.rng.choice(hand.active)
    hand.emit("win", player=who)
    hand.flag("win.false", "violation", who)
    return True


@slip("end.early", "draw")
def ends_the_hand_early(hand: Hand, _: str) -> bool:
    event = hand.emit("end", **hand.rng.choice([{}, {"why": "stock_empty"}, {"why": "se fueron"}]))
    hand.flag("end.early", "record", None, event)
    hand.finish("undecided")
    return True


@slip("end.early", "draw")
def opens_the_next_hand_early(hand: Hand, _: str) -> bool:
    if hand.last_hand:
        return False
    hand.ends_at_next = True
    hand.finish("undecided")
    return True


# Side games and payments


@slip("side.unannounced", "after_hand", sides=True, masked="never")
def says_nothing(hand: Hand, _: str) -> bool:
    if hand.silent is None or hand.outcome is None:
        return False
    hand.flag("side.unannounced", "forfeit", hand.silent[0], *hand.outcome.decided)
    return True


@slip("side.late", "draw", sides=True)
def announces_late(hand: Hand, _: str) -> bool:
    if hand.silent is None:
        return False
    player, game = hand.silent
    hand.emit("announce", player=player, side_game=game)
    hand.flag("side.late", "forfeit", player)
    return True


@slip("side.not_entered", "announced", sides=True)
def announces_what_he_did_not_enter(hand: Hand, _: str) -> bool:
    choices = [
        (player, game)
        for game, (_, entrants) in hand.stakes.items()
        for player in hand.active
        if player not in entrants and best(game, hand.dealt[player], hand.house)
    ]
    if not choices:
        return False
    player, game = hand.rng.choice(choices)
    hand.emit("announce", player=player, side_game=game)
    hand.flag("side.not_entered", "violation", player)
    return True


@slip("side.false", "announced", sides=True, masked="never")
def announces_what_he_has_not(hand: Hand, _: str) -> bool:
    choices = [
        (player, game)
        for game, (_, entrants) in hand.stakes.items()
        for player in entrants
        if not best(game, hand.dealt[player], hand.house)
    ]
    if not choices:
        return False
    player, game = hand.rng.choice(choices)
    hand.emit("announce", player=player, side_game=game)
    hand.flag("side.false", "violation", player)
    return True


@slip("side.unshown", "showing", sides=True)
def never_shows(hand: Hand, _: str) -> bool:
    if hand.outcome is None:
        return False
    choices = [
        (player, game)
        for game, (_, entrants) in hand.stakes.items()
        for player in hand.announced[game]
        if player in entrants
        and not best(game, hand.dealt[player] & hand.shown[player], hand.house)
    ]
    if not choices:
        return False
    hand.unshown = hand.rng.choice(choices)
    player, game = hand.unshown
    hand.flag("side.unshown", "forfeit", player, *hand.outcome.decided)
    return True


@slip("side.passed", "cambio", sides=True, masked="never", house={"side_passed": ("loses",)})
def passes_what_he_announced(hand: Hand, player: str) -> bool:
    games = [game for game in hand.stakes if player in hand.announced[game]]
    for card in hand.rng.sample(sorted(hand.hands[player] & hand.dealt[player]), 9):
        kept = hand.dealt[player] - {card}
        lost = [game for game in games if not best(game, kept, hand.house)]
        if len(lost) == 1:
            hand.pass_card(player, card)
            hand.flag("side.passed", "forfeit", player)
            return True
    return False


@slip("payment.wrong", "payment", sides=True)
def pays_a_wrong_sum(_: Hand, __: str) -> bool:
    raise AssertionError("the session itself miscounts its payments")


# The record


@slip(
    "card.location",
    "drawn",
    house={"forced_cards": ("off",), "withdraw": ("off",)},
)
def writes_a_card_that_lies_elsewhere(hand: Hand, player: str) -> str | bool:
    event, drawn = hand.events[-1], hand.pile[-1]
    seen = [card for card in hand.pile[:-2]]
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
def comes_or_goes_inside_a_hand(hand: Hand, _: str) -> bool:
    if not hand.last_hand:
        return False
    if hand.chance(0.5) and len(hand.players) < 4:
        stranger = hand.rng.choice([name for name in NAMES if name not in hand.players])
        seated = {e.get("player") for e in hand.events if e["type"] == "leave"}
        if stranger in seated:
            return False
        hand.emit("join", player=stranger, after=hand.rng.choice(hand.players))
    elif len(hand.players) > 2:
        hand.emit("leave", player=hand.rng.choice(hand.players))
    else:
        return False
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
