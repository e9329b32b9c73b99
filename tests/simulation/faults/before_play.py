"""Slips before the first draw: bets, seats, the deal, the Cambio, declarations."""

from typing import Any

from tests.simulation.faults.base import needs, slip
from tests.simulation.hands import RAREST, is_played, is_win
from tests.simulation.house import SIDE_GAMES
from tests.simulation.play import Hand
from tests.simulation.session import Session
from tests.simulation.table import Event, Ref, TryAgain


@slip("bet.equal", "opening", quiet=True)
def bets_differ(session: Session, opening: Event) -> None:
    who = session.rng.choice(session.seats)
    bet = opening["bet"]
    amount = session.rng.choice([bet + 1, bet + 2, max(0, bet - 1)])
    opening["bets"] = dict.fromkeys(session.seats, bet) | {who: amount}
    opening.pop("agreed_by", None)
    session.flag(who, opening)


def bet_anew(session: Session, opening: Event, *, over_a_pot: bool, agreed: bool = False) -> None:
    """Bet another amount than in the last hand, after one with or without a winner."""
    last = session.last_opening()
    if over_a_pot is not (session.winner_of_last() is None):
        raise TryAgain
    opening["bet"] = session.rng.choice([bet for bet in range(1, 11) if bet != last["bet"]])
    if not agreed:
        opening["agreed_by"] = session.rng.sample(session.seats, len(session.seats) - 1)
    session.flag(None, opening)


@slip("bet.changed", "opening", quiet=True)
def not_all_agree(session: Session, opening: Event) -> None:
    bet_anew(session, opening, over_a_pot=False)


@slip("bet.carry", "opening", "carry_bet=locked", quiet=True)
def other_bet_over_a_pot(session: Session, opening: Event) -> None:
    bet_anew(session, opening, over_a_pot=True, agreed=True)
    opening.pop("agreed_by", None)
    if session.rng.random() < 0.5:
        opening["agreed_by"] = list(session.seats)


@slip("bet.carry", "opening", "carry_bet=unanimous", quiet=True)
def other_bet_not_all_agree(session: Session, opening: Event) -> None:
    bet_anew(session, opening, over_a_pot=True)


@slip("seat.carry", "opening", "carry_join=locked", quiet=True)
def sits_down_over_a_pot(session: Session, opening: Event) -> None:
    last = session.last_opening()
    if session.winner_of_last() or len(session.seats) == 4:
        raise TryAgain
    opening["dealer"] = session.join(last["dealer"], opening["dealer"])
    if "agreed_by" in opening:
        opening["agreed_by"] = list(session.seats)
    joined = session.events[-1]
    session.flag(joined["player"], joined)


def bet_on(hand: Hand, games: list[str]) -> None:
    hand.emit("side_bet", side_game=hand.pick(games), amount=hand.rng.randint(1, 4))
    hand.flag()


@slip("side.timing", "dealt")
def side_bet_after_the_deal(hand: Hand, _: str) -> None:
    bet_on(hand, [game for game in hand.house["side_games"] if game not in hand.stakes])


@slip("side.timing", "draw")
def side_bet_during_play(hand: Hand, player: str) -> None:
    side_bet_after_the_deal(hand, player)


@slip("side.not_played", "before_deal", "side_games=oro|flor,oro")
def side_game_of_another_table(hand: Hand, _: str) -> None:
    bet_on(hand, [game for game in SIDE_GAMES if game not in hand.house["side_games"]])


@slip("deal.order", "dealt", kind="record", quiet=True)
def dealt_twice(hand: Hand, _: str) -> None:
    hands = {player: sorted(hand.dealt[player]) for player in hand.players}
    if hand.chance(0.5):
        cards = hand.rng.sample(sorted(c for nine in hands.values() for c in nine), 9 * len(hands))
        hands = {p: cards[9 * i : 9 * i + 9] for i, p in enumerate(hands)}
    hand.emit("deal", hands=hands)
    hand.flag()


def misdeal(hand: Hand) -> Event:
    """Deal one player a card too many or too few."""
    hands: dict[str, Any] = {p: hand.rng.sample(sorted(hand.dealt[p]), 9) for p in hand.players}
    victim = hand.rng.choice(hand.players)
    if hand.chance(0.5):
        hands[victim].insert(hand.rng.randint(0, 9), hand.rng.choice(hand.deck))
    else:
        hands[victim].pop()
    if hand.chance(0.5):
        hands = {player: len(cards) for player, cards in hands.items()}
    hand.misdealt = True
    hand.emit("deal", hands=hands)
    return hand.flag(hand.dealer)


@slip(
    "deal.count", "deal", "misdeal=dealer_out", kind="disqualification", masked="never", quiet=True
)
def misdeal_puts_the_dealer_out(hand: Hand, dealer: str) -> None:
    event = misdeal(hand)
    if hand.chance(0.25):
        hand.emit("forgive", event=Ref(event), agreed_by=list(hand.players))
    else:
        hand.remove(dealer)


@slip("deal.count", "deal", "misdeal=redeal", masked="never", quiet=True)
def misdeal_and_redeal(hand: Hand, _: str) -> None:
    misdeal(hand)
    hand.hands = {player: set() for player in hand.players}
    hand.shuffle()
    hand.emit("deal", hands={p: sorted(hand.dealt[p]) for p in hand.players})


@slip(
    "deal.count",
    "dealt",
    "misdeal=dealer_out",
    kind="disqualification",
    masked="always",
    quiet=True,
)
def misdeal_seen(hand: Hand, dealer: str) -> None:
    hand.events[-1]["hands"] = {}
    hand.misdealt = True
    hand.emit("offence", player=dealer, kind="misdeal")
    hand.flag(dealer)
    hand.remove(dealer)


@slip("cambio.one", "cambio", quiet=True)
def passes_two(hand: Hand, player: str) -> None:
    hand.pass_card(player, hand.cambio_plan[player])
    mine = sorted(hand.dealt[player] & hand.hands[player])
    kept = hand.passed_on[player]
    hand.pass_card(player, hand.rng.choice(mine))
    hand.passed_on[player] = kept
    hand.flag(player)
    hand.passive |= {player, hand.next_after(player)}


@slip("cambio.one", "cambio", "automatic_wins=off", quiet=True)
def passes_none(hand: Hand, player: str) -> None:
    late = hand.cambio_plan[player]
    hand.passive |= {player, hand.next_after(player)}
    hand.due.append(player)

    def pass_after_all() -> None:
        hand.pass_card(player, late)
        hand.passive.clear()

    if hand.chance(0.4):
        hand.later.append((1, pass_after_all))


@slip("cambio.right", "cambio", seats=3, quiet=True)
def passes_elsewhere(hand: Hand, player: str) -> None:
    neighbour = hand.next_after(player)
    to = hand.pick([p for p in hand.players if p not in (player, neighbour)])
    hand.pass_card(player, hand.cambio_plan[player], to)
    hand.flag(player)
    hand.passive |= {neighbour, to}


@slip("cambio.late", "draw", "forced_cards=off|on_demand", quiet=True)
def passes_again_later(hand: Hand, _: str) -> None:
    who = hand.pick(hand.active)
    needs(hand.hands[who], len(hand.active) > 1)
    receiver = hand.next_after(who)
    card = hand.rng.choice(sorted(hand.hands[who]))
    hand.hands[who].discard(card)
    hand.hands[receiver].add(card)
    hand.emit("cambio", player=who, card=card)
    hand.flag(who)
    hand.passive |= {who, receiver}


@slip("auto.late", "draw", "automatic_wins=on", kind="forfeit", rig="auto")
def declares_late(hand: Hand, _: str) -> None:
    who = hand.rng.choice(sorted(hand.holders) or hand.active)
    needs(hand.holders <= {who}, hand.is_in(who))
    win = hand.rng.choice([win for win in RAREST if is_played(win, hand.house)])
    hand.emit("declare", player=who, win=win, cards=sorted(hand.hands[who]))
    hand.shown[who] |= hand.hands[who]
    hand.flag(who)


def declare_falsely(hand: Hand, played: bool) -> None:
    """Declare a win that the hand does not have, or that the table does not play."""
    who = hand.pick(hand.active)
    wins = [win for win in RAREST if is_played(win, hand.house) == played]
    wins = [win for win in wins if not played or not is_win(win, hand.hands[who], hand.house)]
    needs(wins)
    cards = hand.rng.sample(sorted(hand.hands[who]), 9)
    hand.emit("declare", player=who, win=hand.rng.choice(wins), cards=cards)
    hand.shown[who] |= set(cards)
    hand.flag(who)


@slip("auto.false", "announced", "automatic_wins=on")
def declares_what_he_was_not_dealt(hand: Hand, _: str) -> None:
    declare_falsely(hand, played=True)


@slip("auto.false", "after_cambio", "automatic_wins=on")
def declares_what_he_has_not(hand: Hand, _: str) -> None:
    declare_falsely(hand, played=True)


@slip("auto.off", "after_cambio", "automatic_wins=off")
def declares_where_none_is_played(hand: Hand, _: str) -> None:
    declare_falsely(hand, played=False)


@slip("auto.off", "after_cambio", "automatic_wins=on color_win=off")
def declares_color_where_it_is_off(hand: Hand, _: str) -> None:
    declare_falsely(hand, played=False)


@slip("auto.missed", "after_cambio", "automatic_wins=on", kind="missed", masked="never", rig="auto")
def sees_his_win_too_late(hand: Hand, _: str) -> None:
    needs(len(hand.holders) == 1)
    hand.due += hand.holders
