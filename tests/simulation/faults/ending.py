"""Slips in withdrawals, at the end of a hand, and in the money."""

from tests.simulation.cards import DECK
from tests.simulation.faults.base import needs, slip
from tests.simulation.hands import best
from tests.simulation.play import Hand


def live_cards(hand: Hand, player: str) -> int:
    """Return the number of unseen cards, not held by the player, that extend the player's melds."""
    known = hand.visible() | hand.hands[player]
    return len(hand.taken_by(player, set(DECK) - known))


@slip("withdraw.live", "draw", "withdraw=blocked_melds", masked="never")
def withdraws_too_early(hand: Hand, _: str) -> None:
    withdraw_wrongly(hand, [p for p in hand.active if live_cards(hand, p)])


@slip("withdraw.live", "draw", "withdraw=blocked_melds")
def withdraws_without_melds(hand: Hand, _: str) -> None:
    withdraw_wrongly(hand, [p for p in hand.active if not hand.melds[p]])


@slip("withdraw.off", "draw", "withdraw=off")
def withdraws_where_it_is_not_played(hand: Hand, _: str) -> None:
    withdraw_wrongly(hand, hand.active)


def withdraw_wrongly(hand: Hand, who: list[str]) -> None:
    """Let one of these players withdraw, which takes effect anyway."""
    all_pay = hand.house["disqualified_pays_bonuses"] == "yes"
    needs(all_pay or hand.house["play_everything"] == "off")
    player = hand.pick(who)
    hand.withdraw(player)
    hand.flag(player)
    hand.look_who_is_left()


@slip("win.false", "draw")
def calls_a_win_that_is_none(hand: Hand, _: str) -> None:
    who = hand.pick(hand.active)
    hand.emit("win", player=who)
    hand.flag(who)


@slip("end.early", "draw", kind="record", quiet=True)
def ends_the_hand_early(hand: Hand, _: str) -> None:
    hand.emit("end", **hand.rng.choice([{}, {"why": "stock_empty"}, {"why": "se fueron"}]))
    hand.flag()
    hand.finish("undecided")


@slip("end.early", "draw", kind="record", quiet=True)
def opens_the_next_hand_early(hand: Hand, _: str) -> None:
    needs(not hand.last_hand)
    hand.ends_at_next = True
    hand.finish("undecided")


@slip("side.unannounced", "after_hand", kind="forfeit", masked="never")
def says_nothing(hand: Hand, _: str) -> None:
    needs(hand.silent, hand.outcome)
    hand.flag(hand.silent[0], *hand.outcome.decided)


@slip("side.late", "draw", kind="forfeit")
def announces_late(hand: Hand, _: str) -> None:
    needs(hand.silent)
    announces(hand, *hand.silent)


def announces(hand: Hand, player: str, game: str) -> None:
    hand.emit("announce", player=player, side_game=game)
    hand.flag(player)


@slip("side.not_entered", "announced")
def announces_what_he_did_not_enter(hand: Hand, _: str) -> None:
    choices = [
        (player, game)
        for game, (_, entrants) in hand.stakes.items()
        for player in hand.active
        if player not in entrants and best(game, hand.dealt[player], hand.house)
    ]
    announces(hand, *hand.pick(choices))


@slip("side.false", "announced", masked="never")
def announces_what_he_has_not(hand: Hand, _: str) -> None:
    choices = [
        (player, game)
        for game, (_, entrants) in hand.stakes.items()
        for player in entrants
        if not best(game, hand.dealt[player], hand.house)
    ]
    announces(hand, *hand.pick(choices))


@slip("side.unshown", "showing", kind="forfeit", masked="never")
def never_shows(hand: Hand, _: str) -> None:
    needs(hand.outcome and hand.outcome.kind != "automatic")
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
    hand.unshown = hand.pick(choices)
    hand.flag(hand.unshown[0], *hand.outcome.decided)


@slip("side.passed", "cambio", "side_passed=loses", kind="forfeit", masked="never")
def passes_what_he_announced(hand: Hand, player: str) -> bool:
    games = [game for game in hand.stakes if player in hand.announced[game]]
    for card in hand.rng.sample(sorted(hand.hands[player] & hand.dealt[player]), 9):
        kept = hand.dealt[player] - {card}
        lost = [game for game in games if not best(game, kept, hand.house)]
        if len(lost) == 1:
            hand.pass_card(player, card)
            hand.flag(player)
            return True
    return False


@slip("payment.wrong", "payment", kind="payment")
def pays_a_wrong_sum(_: Hand, __: str) -> None:
    raise AssertionError("the session itself miscounts its payments")
