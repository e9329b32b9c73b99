"""The session around the hands: opening a hand, sitting down and leaving."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.judging.kernel import session
from referee.judging.kernel.acts import Act
from referee.judging.names import fold
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.mechanics.gaps import gap_behind
from referee.rulebooks.desmoche.mechanics.leaving import pardon
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.table import Chair, MoneyTable

MOST_PLAYERS: Final = 4


def open_hand(table: MoneyTable, act: Act) -> Hand | None:
    """The next hand; where nobody at the table has the dealer's name, it is dealt by whose deal it
    is. None where nobody sits at the table."""
    taken = [chair for chair in table.chairs if chair.taken]
    if not taken:
        return None
    seated, event = [chair.name for chair in taken], act.event
    named = table.known(event["dealer"])
    dealer = named if named in seated else table.next_dealer or seated[-1]
    at = seated.index(dealer)
    order = seated[at + 1 :] + seated[: at + 1]
    bet: int = event["bet"]
    bets = dict.fromkeys(order, bet)
    for name, amount in event.get("bets", {}).items():
        known = table.known(name)
        if known is not None and known in bets:
            bets[known] = amount
    table.last_dealer, table.last_bet = taken[at], bet
    table.blurred = False
    return Hand(
        number=len(table.hands) + 1,
        first_event=act.seq,
        dealer=dealer,
        bet=bet,
        bets=bets,
        house=table.house,
        rule_ids=table.rule_ids,
        names=table.names,
        seats=[Seat(name, place) for place, name in enumerate(order)],
        stakes=table.stakes + 1,
        brought=table.carried,
        side_brought=table.side_carried,
        brought_unsure=table.unsure,
    )


def joins(table: MoneyTable, event: Event) -> bool:
    """Whether the newcomer can sit down: they do not sit already, and there is a place."""
    return len(table.seated()) < MOST_PLAYERS and not table.sits(event["player"])


def _join(table: MoneyTable, act: Act) -> None:
    if not joins(table, act.event):
        return
    name = table.known(act.event["player"]) or act.event["player"]
    if name not in table.players:
        table.players.append(name)
        table.names = {**table.names, fold(name): name}
    after = table.known(act.event["after"])
    places = [at for at, chair in enumerate(table.chairs) if chair.name == after and chair.taken]
    at = places[0] + 1 if places else len(table.chairs)
    table.chairs.insert(at, Chair(name))


def _leave(table: MoneyTable, act: Act) -> None:
    name = table.known(act.event["player"])
    for chair in table.chairs:
        if chair.name == name:
            chair.taken = False


def _ruling(table: MoneyTable, act: Act) -> None:
    """A table that rules "forgiven" forgives what was flagged at the disputed event."""
    session.SESSION["ruling"](table, act)
    contested = table.disputes.get(act.event["dispute"])
    if contested is not None and act.event["decision"] == "forgiven" and table.hand is not None:
        pardon(table.hand, contested, act.seq)


def _gap(table: MoneyTable, act: Act) -> None:
    session.SESSION["gap"](table, act)
    if table.hand is not None and not table.closed:
        gap_behind(table.hand)


SESSION: Final[Mapping[str, Callable[[Any, Act], None]]] = {
    "house": session.SESSION["house"],
    "join": _join,
    "leave": _leave,
    "dispute": session.SESSION["dispute"],
    "ruling": _ruling,
    "gap": _gap,
    "position": _gap,
}
"""What each event outside a hand does; a pardon is an event of the hand in this game."""
