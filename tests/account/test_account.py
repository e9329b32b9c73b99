"""In every evening, the money won, paid and still owed adds up, and the payments that settle it
leave nothing owed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from referee.judging.live import closing_payments
from referee.judging.registry import games
from referee.judging.replay import judge
from tests.account.evenings import Evening, desmoche, dimes, paid
from tests.depth import seeds
from tests.partial.trying import accepted
from tests.simulation import lawful_session

GAMES = [desmoche, dimes]


def settled(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the report after the payments that close the evening."""
    return judge([*events, *closing_payments(judge(events))])


def is_played_out(report: dict[str, Any]) -> bool:
    return bool(report["hands"]) and report["hands"][-1]["outcome"]["kind"] != "open"


@pytest.mark.parametrize("evening_of", GAMES)
@pytest.mark.parametrize("seed", seeds(80, 10))
def test_what_was_paid_and_what_is_owed_is_what_was_won(
    evening_of: Callable[[Random], Evening], seed: int
) -> None:
    evening = evening_of(Random(seed))
    report = judge(evening.events)
    account, won = report["account"], report["totals"]
    # the record leaves it open, so only the model knows it
    if not account["open"]:
        assert account["paid"] == paid(evening)
        assert won == evening.won
    assert account["owed"] == {name: won[name] - account["paid"][name] for name in won}
    assert sum(account["owed"].values()) + account["middle"]["owed"] == 0


@pytest.mark.parametrize("evening_of", GAMES)
@pytest.mark.parametrize("seed", seeds(80, 10))
def test_the_payments_still_owed_close_a_decided_evening(
    evening_of: Callable[[Random], Evening], seed: int
) -> None:
    events = evening_of(Random(seed)).events
    before = judge(events)
    if not is_played_out(before):
        return
    after = settled(events)
    assert closing_payments(after) == []
    assert not any(after["account"]["owed"].values())
    assert after["account"]["middle"]["owed"] == 0
    assert after["totals"] == before["totals"]
    if closing_payments(before):
        assert "payment.wrong" not in [one["rule"] for one in after["findings"]]
    known = [one["event"] for one in before["findings"]]
    assert all(one["event"] in known for one in after["findings"])


@pytest.mark.parametrize("seed", seeds(120, 12))
def test_nobody_owes_anything_once_every_hand_was_paid_as_it_should(seed: int) -> None:
    log = accepted(lawful_session(Random(seed), mended=False)[0])
    report = judge(log)
    account = report["account"]
    paid_for = {one["hand"] for one in account["payments"]}
    if len(paid_for) == len(report["hands"]) and not account["open"]:
        assert account["still_owed"] == []


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_every_game_with_money_has_an_account(book: Any) -> None:
    opening = {"type": "game", "game": book.name, "players": ["Ana", "Beto"]}
    assert ("account" in judge([opening])) is book.money
