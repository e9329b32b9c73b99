"""The session around the hands: opening a hand, sitting down and leaving, house rules."""

from __future__ import annotations

from collections.abc import Callable

from referee.judging.names import fold
from referee.judging.rulebook import Event, agreed
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand, Seat
from referee.rulebooks.desmoche.mechanics.leaving import pardon
from referee.rulebooks.desmoche.table import Chair, Table

MOST_PLAYERS = 4


def expected_dealer(table: Table) -> str | None:
    """Whose deal it is; None for the first hand and after a gap, when it may be anybody's."""
    if table.last_dealer is None or table.blurred:
        return None
    return table.right_of(table.last_dealer).name


def read(table: Table, seq: int, event: Event) -> Act:
    """A session event, with the first name in it that nobody at the table has."""
    act = Act(seq, event["type"], event)
    named = {
        "hand": [event.get("dealer"), *event.get("bets", ()), *event.get("agreed_by", ())],
        "join": [event.get("after")],
        "leave": [event.get("player")],
        "house": event.get("agreed_by", ()),
    }.get(act.type, ())
    seated = set(table.seated())
    act.stranger = next((name for name in named if table.known(name) not in seated), "")
    if act.type == "dispute" and table.known(event["by"]) is None:
        act.stranger = event["by"]
    return act


def _hand(table: Table, act: Act) -> None:
    seated = table.seated()
    if not seated:
        return
    event = act.event
    named = table.known(event["dealer"])
    dealer = named if named in seated else expected_dealer(table) or seated[-1]
    at = seated.index(dealer)
    order = seated[at + 1 :] + seated[: at + 1]
    bet: int = event["bet"]
    bets = dict.fromkeys(order, bet)
    for name, amount in event.get("bets", {}).items():
        known = table.known(name)
        if known is not None and known in bets:
            bets[known] = amount
    table.last_dealer = next(
        chair for chair in table.chairs if chair.taken and chair.name == dealer
    )
    table.last_bet = event["bet"]
    table.blurred = False
    table.hands.append(
        Hand(
            number=len(table.hands) + 1,
            first_event=act.seq,
            last_event=act.seq,
            dealer=dealer,
            bet=event["bet"],
            bets=bets,
            house=table.house,
            names=table.names,
            seats=[Seat(name, place) for place, name in enumerate(order)],
            stakes=table.stakes + 1,
            brought=table.carried,
            side_brought=dict(table.side_carried),
            brought_unsure=table.unsure,
        )
    )


def joins(table: Table, event: Event) -> bool:
    """Whether the newcomer can sit down: he does not sit already, and there is a place."""
    seated = table.seated()
    return len(seated) < MOST_PLAYERS and table.known(event["player"]) not in seated


def _join(table: Table, act: Act) -> None:
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


def _leave(table: Table, act: Act) -> None:
    name = table.known(act.event["player"])
    for chair in table.chairs:
        if chair.name == name:
            chair.taken = False


def _house(table: Table, act: Act) -> None:
    table.house = agreed(table.house, act.event["house"])


def _dispute(table: Table, act: Act) -> None:
    table.disputes[act.seq] = act.event["event"]


def _ruling(table: Table, act: Act) -> None:
    """A table that rules "forgiven" forgives what was flagged at the disputed event."""
    contested = table.disputes.get(act.event["dispute"])
    if contested is None or act.event["decision"] != "forgiven":
        return
    table.forgiven.add(contested)
    if table.hand is not None:
        pardon(table.hand, contested, act.seq)


def _gap(table: Table, act: Act) -> None:
    table.blurred = True


BETWEEN_HANDS = frozenset({"join", "leave", "house"})
"""Events that show that the hand before is over, if its cards allow that."""

SESSION: dict[str, Callable[[Table, Act], None]] = {
    "hand": _hand,
    "join": _join,
    "leave": _leave,
    "house": _house,
    "dispute": _dispute,
    "ruling": _ruling,
    "gap": _gap,
}
"""What each event outside a hand does."""
