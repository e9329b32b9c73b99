"""Money won, paid and owed adds up in evenings of the independent models with invented payments,
and the payments that settle an evening leave nothing owed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.pages import hands_of
from referee.judging.live import closing_payments
from referee.judging.registry import games
from referee.judging.replay import judge
from tests.depth import seeds
from tests.evenings import Event, house_of, seated
from tests.lawful import AS_WRITTEN, EXPECTED, of, read

POT = "pot"
DIMES = [
    path
    for path in of("dimes")
    if "totals" in EXPECTED[path.stem] and "\npaid " not in path.read_text("utf-8")
]
STAKE = 5
"""The stake of a game of Dimes."""


@dataclass
class Evening:
    """A log, each player's gain or loss by the model, and the stakes of each hand by player."""

    events: list[Event]
    won: dict[str, int]
    stakes: list[dict[str, int]]


def evening_of(rng: Random, among: Sequence[Path]) -> Evening:
    """Return an evening, often with other payments than were due."""
    path = rng.choice(among)
    log = [*read(path)]
    return Evening(with_payments(rng, log), EXPECTED[path.stem]["totals"], stakes_of(log))


def with_payments(rng: Random, log: list[Event]) -> list[Event]:
    """Return the log with some of its payments removed, and invented ones at the end of hands."""
    events: list[Event] = []
    chance = rng.choice([0.0, 0.3, 1.0])
    for at, event in enumerate(log):
        if event["type"] != "payment" or rng.random() > chance:
            events.append(event)
        following = log[at + 1 : at + 2]
        ends = not following or following[0]["type"] == "hand"
        if ends and events[-1]["type"] in ("payment", "end") and rng.random() < chance:
            events += made_up(rng, events)
    return events


def made_up(rng: Random, events: list[Event]) -> list[Event]:
    parties = [*seated(events), POT]
    pairs = [rng.sample(parties, 2) for _ in range(rng.randint(1, 3))]
    return [
        {"type": "payment", "from": giver, "to": taker, "amount": rng.randint(STAKE + 1, 30)}
        for giver, taker in pairs
    ]


def stakes_of(log: list[Event]) -> list[dict[str, int]]:
    """Return the stakes of each hand by player, in Dimes only in the first."""
    stakes: list[dict[str, int]] = []
    for at, event in enumerate(log):
        if event["type"] == "hand":
            of_dimes = STAKE * (not stakes and house_of(log).get("dimes") == "on")
            bets = dict.fromkeys(seated(log[:at]), event.get("bet", of_dimes))
            stakes.append(bets | event.get("bets", {}))
        elif event["type"] == "side_bet":
            for player in event.get("players", stakes[-1]):
                stakes[-1][player] += event["amount"]
    return stakes


def paid(evening: Evening) -> dict[str, int]:
    """Return each player's receipts less their payments. If a hand takes money from the middle, the
    stakes since the last hand with payments were put in."""
    got: Counter[str] = Counter(dict.fromkeys(evening.won, 0))
    waiting: Counter[str] = Counter()
    for stakes, hand in zip(evening.stakes, hands_of(evening.events)[1:], strict=True):
        payments = [event for event in hand if event["type"] == "payment"]
        waiting.update(stakes)
        for one in payments:
            got[one["from"]] -= one["amount"]
            got[one["to"]] += one["amount"]
        if any(one["from"] == POT for one in payments):
            _put_in(got, waiting)
        if payments:
            last, waiting = waiting, Counter()
        else:
            last = waiting
    won_by_the_middle = -sum(evening.won.values())
    if got[POT] > won_by_the_middle:
        _put_in(got, last)
    return {name: got[name] for name in evening.won}


def _put_in(got: Counter[str], stakes: Counter[str]) -> None:
    got.subtract(stakes)
    got[POT] += sum(stakes.values())
    stakes.clear()


@pytest.mark.parametrize("among", [AS_WRITTEN, DIMES], ids=["desmoche", "dimes"])
@pytest.mark.parametrize("seed", seeds(80, 10))
def test_the_money_adds_up_and_the_payments_still_owed_close_the_evening(
    among: Sequence[Path], seed: int
) -> None:
    evening = evening_of(Random(seed), among)
    before = judge(evening.events)
    account, won = before["account"], before["totals"]
    # the record leaves it open, so only the model knows it
    if not account["open"]:
        assert account["paid"] == paid(evening)
        assert won == evening.won
    assert account["owed"] == {name: won[name] - account["paid"][name] for name in won}
    assert sum(account["owed"].values()) + account["middle"]["owed"] == 0
    if not before["hands"] or before["hands"][-1]["outcome"]["kind"] == "open":
        return
    closing = closing_payments(before)
    after = judge([*evening.events, *closing])
    assert closing_payments(after) == []
    assert not any(after["account"]["owed"].values())
    assert after["account"]["middle"]["owed"] == 0
    assert after["totals"] == won
    if closing:
        assert "payment.wrong" not in [one["rule"] for one in after["findings"]]
    known = [one["event"] for one in before["findings"]]
    assert all(one["event"] in known for one in after["findings"])


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_every_game_with_money_has_an_account(book: Any) -> None:
    opening = {"type": "game", "game": book.name, "players": ["Ana", "Beto"]}
    assert ("account" in judge([opening])) is book.money
