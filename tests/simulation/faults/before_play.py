"""Slips before the first draw: bets, seats, the deal, the Cambio, declarations."""

from __future__ import annotations

from typing import Any

from tests.simulation.faults.base import (
    slip,
)
from tests.simulation.hands import RAREST, is_played, is_win
from tests.simulation.house import SIDE_GAMES
from tests.simulation.play import Hand
from tests.simulation.session import Session
from tests.simulation.table import Event, Finding, Ref, TryAgain


@slip("bet.equal", "opening")
def bets_differ(session: Session, opening: Event) -> Finding:
    who = session.rng.choice(session.seats)
    bet = opening["bet"]
    amount = session.rng.choice([bet + 1, bet + 2, max(0, bet - 1)])
    opening["bets"] = dict.fromkeys(session.seats, bet) | {who: amount}
    opening.pop("agreed_by", None)
    return Finding("bet.equal", "violation", who, [opening])


def carried_over(session: Session) -> bool:
    """Return whether the previous hand had no winner; None before the first hand."""
    if not session.expected_hands:
        raise TryAgain
    return session.winner_of_last() is None


def other_bet(session: Session) -> int:
    """Return a bet that differs from the last one."""
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
    return bool(side_bet_after_the_deal(hand, player))


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
    """Return the dealt hands, one with a card too many or too few."""
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


@slip("cambio.one", "cambio", house={"automatic_wins": ("off",)})
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


@slip("cambio.late", "draw", house={"forced_cards": ("off", "on_demand")})
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
    """Declare a win that the hand does not have, or that the table does not play."""
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
