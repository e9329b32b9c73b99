"""Slips in withdrawals, at the end of a hand, and in the money."""

from __future__ import annotations

from tests.simulation.cards import DECK
from tests.simulation.faults.base import (
    slip,
)
from tests.simulation.hands import best
from tests.simulation.play import Hand


def live_cards(hand: Hand, player: str) -> int:
    """Return the number of unseen cards, not held by the player, that extend the player's melds."""
    known = hand.visible() | hand.hands[player]
    return len(hand.taken_by(player, set(DECK) - known))


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
    """Let one of these players withdraw, which takes effect anyway."""
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


@slip("side.unshown", "showing", sides=True, masked="never")
def never_shows(hand: Hand, _: str) -> bool:
    if hand.outcome is None or hand.outcome.kind == "automatic":
        return False
    # a player who shows cards for another game shows them for this one, too
    announced = [player for game in hand.stakes for player in hand.announced[game]]

    def seen(player: str) -> set[str]:
        # the receiver of the passed card may have shown it
        return hand.dealt[player] & (hand.shown[player] | {hand.passed_on.get(player, "")})

    choices = [
        (player, game)
        for game, (_, entrants) in hand.stakes.items()
        for player in hand.announced[game]
        if player in entrants
        and announced.count(player) == 1
        and not best(game, seen(player), hand.house)
    ]
    if not choices:
        return False
    hand.unshown = hand.rng.choice(choices)
    hand.flag("side.unshown", "forfeit", hand.unshown[0], *hand.outcome.decided)
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
