"""The session around the hands: who sits, who deals, how much is bet."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.desmoche.table import MoneyTable

shelf = RuleShelf("Table, bets, deal")
rule = shelf.rule


@rule("bet.equal", VIOLATION, on=("hand",))
def bet_equal(table: MoneyTable, act: Act) -> Verdict:
    """Every player bets the same amount for a hand.

    Right: Everybody puts in the same bet before the deal.
    Source: rule text, Betting
    """
    bet = act.event["bet"]
    return [
        Breach(
            known,
            "{player} put in {amount} where the bet is {bet}.",
            {"player": known, "amount": amount, "bet": bet},
        )
        for name, amount in act.event.get("bets", {}).items()
        if amount != bet and (known := table.known(name)) in table.seated()
    ]


def _all_agreed(table: MoneyTable, act: Act) -> bool:
    agreed = act.event.get("agreed_by")
    return agreed is None or {table.known(name) for name in agreed} >= set(table.seated())


@rule("bet.changed", VIOLATION, on=("hand",))
def bet_changed(table: MoneyTable, act: Act) -> Verdict:
    """The bet changes only before the deal, and only if all agree. Where the log says who agreed,
    it must name everybody.

    Right: The whole table agrees on the new bet before the deal, or keeps the old one.
    Source: rule text, Betting
    """
    before, bet = table.last_bet, act.event["bet"]
    if before is None or bet == before or table.winnerless or table.blurred:
        return None
    if _all_agreed(table, act):
        return None
    return Breach(
        None,
        "The bet changed from {before} to {bet}, and not everybody agreed.",
        {"before": before, "bet": bet},
    )


@rule("bet.carry", VIOLATION, on=("hand",), binds=("carry_bet",))
def bet_carry(table: MoneyTable, act: Act) -> Verdict:
    """After a hand without a winner everybody adds the same bet as before to the pot (Doble,
    Triple, ...).

    Right: Everybody adds the same bet as in the hand before until somebody wins the pot.
    Source: rule text, Betting
    """
    before, bet, option = table.last_bet, act.event["bet"], table.house["carry_bet"]
    if before is None or bet == before or option == "free":
        return None
    if table.blurred or not table.winnerless:
        return None
    if option == "unanimous" and _all_agreed(table, act):
        return None
    return Breach(
        None,
        "A pot is carried over, but the bet changed from {before} to {bet}.",
        {"before": before, "bet": bet},
    )


@rule("seat.carry", VIOLATION, on=("join",), binds=("carry_join",))
def seat_carry(table: MoneyTable, act: Act) -> Verdict:
    """Nobody sits down while a pot is carried over: it is the money of those who played for it.

    Right: The newcomer waits until the carried pot has been won, and sits down then.
    Source: the simplest reading; the rule text is silent
    """
    if table.house["carry_join"] == "free" or table.inside_hand or not table.pot_is_carried:
        return None
    name = act.event["player"]
    if table.known(name) in table.seated():
        return None
    return Breach(name, "{player} sat down while a pot is carried over.", {"player": name})


@rule("dealer.rotation", VIOLATION, on=("hand",))
def dealer_rotation(table: MoneyTable, act: Act) -> Verdict:
    """After every hand, won or not, the player on the right deals. Anybody may deal the first
    hand.

    Right: The player on the last dealer's right deals.
    Source: rule text, Gameplay
    """
    dealer = table.known(act.event["dealer"])
    expected = table.next_dealer
    if expected is None or dealer is None or dealer == expected or dealer not in table.seated():
        return None
    return Breach(
        dealer,
        "{dealer} deals, but it is {expected}'s deal.",
        {"dealer": dealer, "expected": expected},
    )
