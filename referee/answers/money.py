"""The pot of a game that is played for money, and the payments after its hands.

A game defines its pot with the hook ``purse(t, before, results)``: ``before`` are the purses of
earlier hands, ``results`` the results of the hands, this one included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.core.hand import GIVEN_UP, UNDECIDED, Act, Hand
from referee.judging.account import RULE, HandMoney, Payment, Payments
from referee.judging.findings import Finding, Undecided

if TYPE_CHECKING:
    from referee.answers.scoring import Result, ScoredTable


@dataclass(frozen=True, slots=True)
class Purse:
    """The pot in one hand: the money in it before the payout (``pot``), each player's ``stake`` in
    this hand, and the amount that each player takes out (``gets``), as far as known. ``open`` if
    the record leaves that open, ``idle`` if this hand is not played for the pot."""

    pot: int
    stake: int
    gets: Mapping[str, int]
    open: bool = False
    idle: bool = False

    @property
    def net(self) -> dict[str, int]:
        """Each player's gain or loss in the hand."""
        return {name: amount - self.stake for name, amount in self.gets.items()}

    @property
    def carried(self) -> int:
        """The amount left in the pot."""
        return self.pot - sum(self.gets.values())


def has_money(table: ScoredTable) -> bool:
    """Return whether a game is played for money."""
    return "purse" in table.game.hooks


def purses(table: ScoredTable, results: Sequence[Result]) -> list[Purse]:
    """Return the purse of every hand."""
    found: list[Purse] = []
    for at, hand in enumerate(table.hands if has_money(table) else ()):
        found.append(hand.ask("purse", found, results[: at + 1]))
    return found


def purse_of(
    hand: Hand, before: Sequence[Purse], results: Sequence[Result], *, stake: int, prize: int
) -> Purse:
    """Return the purse of a hand, for a pot into which each player puts one stake: the winner of
    each hand takes a prize while there is enough, and the best total takes the rest after the last
    hand. Ties share it, and an odd remainder goes to those who won more hands. Without a stake
    there is no pot."""
    names, result = [seat.name for seat in hand.seats], results[-1]
    due = 0 if any(purse.stake for purse in before) else stake
    pot = (before[-1].carried if before else 0) + due * len(names)
    gets = dict.fromkeys(names, 0)
    unknown = sum(result.kind == UNDECIDED for result in results[:-1])  # the winners of prizes
    if result.kind in (GIVEN_UP, "open") or not stake or not pot:
        return Purse(pot, due, gets, idle=not stake)
    if result.winner is None or pot < prize * (unknown + 1) or hand.maybe("round") is None:
        return Purse(pot, due, gets, open=True)
    gets[result.winner] = prize
    rest = pot - prize
    if hand.round < (hand.game.hands or 0) or not rest:
        return Purse(pot, due, gets)
    sums = {
        name: [result.points.get(name, 0) for result in results if result.points] for name in names
    }
    totals = {name: sum(had for had in counts if had is not None) for name, counts in sums.items()}
    if unknown or any(None in total for total in sums.values()):
        return Purse(pot, due, gets, open=True)
    choose = min if hand.game.lowest_wins else max
    best = [name for name in names if totals[name] == choose(totals.values())]
    wins = Counter(result.winner for result in results)
    share, odd = divmod(rest, len(best))
    for at, name in enumerate(sorted(best, key=lambda player: -wins[player])):
        gets[name] += share + (at < odd)
    return Purse(pot, due, gets)


def pay(hand: Hand, act: Act) -> None:
    """Record a payment; the effect of a payment event."""
    sides = act.event["from"], act.event["to"]
    giver, taker = (getattr(hand.seat_of(side), "name", side) for side in sides)
    payment = Payment(giver, taker, act.event["amount"], act.seq)
    vars(hand)["payments"] = (*paid_in(hand), payment)


def paid_in(hand: Hand) -> tuple[Payment, ...]:
    """Return all payments of a hand."""
    payments: tuple[Payment, ...] = vars(hand).get("payments", ())
    return payments


def stakes_of(hand: Hand, purse: Purse) -> dict[str, Payment]:
    """Return the payments that record players' stakes."""
    found: dict[str, Payment] = {}
    for payment in paid_in(hand) if purse.stake else ():
        if payment.taker not in hand.by_name and payment.amount == purse.stake:
            found.setdefault(payment.giver, payment)
    return found


def evening(table: ScoredTable, found: Sequence[Purse]) -> Payments:
    """Return the payments of an evening with these purses."""

    def money_of(number: int) -> HandMoney:
        hand, purse = table.hands[number - 1], found[number - 1]
        wrote = stakes_of(hand, purse)
        stakes = [payment.event for payment in wrote.values()]
        settling = tuple(payment for payment in paid_in(hand) if payment.event not in stakes)
        unclear = purse.open or purse.idle or hand.missing_lines or hand.missing_behind
        return HandMoney(
            net=purse.net, gets=purse.gets, payments=paid_in(hand), settling=settling,
            stakes={name: purse.stake for name in table.players if name not in wrote},
            is_open=purse.open and hand.maybe("over") != GIVEN_UP,
            is_open_behind=hand.missing_behind,
            is_judged=bool(hand.maybe("over")) and not unclear,
        )  # fmt: skip

    return Payments(table.players, money_of, len(found))


def findings(table: ScoredTable, found: Sequence[Purse]) -> Iterator[Finding]:
    """Yield a finding for each hand with wrong payments, unless later ones correct them."""
    paid = evening(table, found)
    for number in range(1, len(found) + 1) if RULE in table.rulebook.rule_ids else ():
        wrong = paid.finding(number)
        if wrong is not None and not paid.is_put_right(number):
            yield wrong


def money_of_evening(
    table: ScoredTable, found: Sequence[Purse], undecided: Sequence[Undecided]
) -> dict[str, Any]:
    """Return the money of an evening for its report; debts are open while anything else is."""
    account = evening(table, found).account()
    is_open = table.hand_is_open or any(question.rule != "score.wrong" for question in undecided)
    return {
        "totals": account.totals,
        "carried": found[-1].carried if found else 0,
        "account": account.to_dict(is_open=is_open),
    }
