"""The results of evenings of Dimes, computed from their cards and the page of the game. Only the
fewest points of large hands, which have their own tests, are the referee's."""

from collections import Counter
from dataclasses import dataclass, field

from referee.cards.arranging import arrange
from referee.cards.wild_melds import Round
from tests.dimes.brute_force import least
from tests.evenings import Event, Log, hands_of, house_of, total, until

ROUNDS = "3456789TJQK"
STAKE = 5
SMALL = 8
"""Hands up to this size are arranged by brute force."""


@dataclass
class Counted:
    """The results of every hand: the player who went out and the line, points and money."""

    outs: list[tuple[str, int]] = field(default_factory=list)
    scores: list[dict[str, int]] = field(default_factory=list)
    nets: list[dict[str, int]] = field(default_factory=list)
    carried: list[int] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)


def counted(log: Log) -> Counted:
    """Count an evening of which every card is recorded."""
    players, house, found = log[0]["players"], house_of(log), Counted()
    pot, before = STAKE * len(players) * (house["dimes"] == "on"), 1
    for wild, hand in zip(ROUNDS, hands_of(log), strict=False):
        held, at = until(hand, lambda held, line: line["type"] == "discard" and any(held.empty()))
        (out,) = held.empty()
        found.outs.append((out, before + at + 1))
        before += len(hand)
        natural = house["wild_in_place"] == "natural"
        cards = {name: [*held.hands[name].elements()] for name in players}
        found.scores.append({name: fewest(cards[name], wild, natural) for name in players})
        gets = dict.fromkeys(players, 0)
        if pot:
            gets[out] += 1
        if wild == ROUNDS[-1]:
            at = players.index(hand[0]["dealer"]) + 1
            best = best_of(found, players[at:] + players[:at])
            for place in range(pot - sum(gets.values())):
                gets[best[place % len(best)]] += 1
            found.winners = [name for name in players if name in best]
        pot -= sum(gets.values())
        stake = STAKE * (wild == ROUNDS[0] and house["dimes"] == "on")
        found.nets.append({name: got - stake for name, got in gets.items()})
        found.carried.append(pot)
    return found


def fewest(hand: list[str], wild: str, natural: bool) -> int:
    if len(hand) > SMALL:
        return arrange(hand, Round(wild, natural_in_place=natural)).penalty
    return least(hand, wild, natural=natural)


def best_of(found: Counted, order: list[str]) -> list[str]:
    """Return the players with the lowest total; those who went out most often come first."""
    sums, outs = total(found.scores), Counter(name for name, _ in found.outs)
    best = [name for name in order if sums[name] == min(sums.values())]
    return sorted(best, key=lambda name: (-outs[name], order.index(name)))


def with_payments(log: Log, found: Counted) -> Log:
    """Return the log with what players put into the pot, and take from it."""
    paid: Log = [log[0]]
    for number, (hand, nets) in enumerate(zip(hands_of(log), found.nets, strict=True)):
        stake = STAKE * (not number and any(nets.values()))
        puts: Log = [transfer(name, "pot", stake) for name in nets if stake]
        takes = [transfer("pot", name, net + stake) for name, net in nets.items() if net + stake]
        paid += [*hand, *puts, *takes]
    return paid


def transfer(giver: str, taker: str, amount: int) -> Event:
    return {"type": "payment", "from": giver, "to": taker, "amount": amount}
