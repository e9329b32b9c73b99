"""The simulator holds itself to the rulebook's bookkeeping, and covers all of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from referee_schemas.acceptance import accept_event

from tests.depth import one_in, seeds
from tests.simulation import faulty_session, lawful_session
from tests.simulation.cards import DECK, is_meld, melds_around, remains
from tests.simulation.faults import SLIPS
from tests.simulation.hands import best, is_win
from tests.simulation.house import OPTIONS, defaults
from tests.simulation.opening import Slip
from tests.simulation.settling import settled

RULES = frozenset(
    [
        "bet.equal",
        "bet.changed",
        "bet.carry",
        "seat.carry",
        "dealer.rotation",
        "side.timing",
        "side.not_played",
        "cut.player",
        "deal.order",
        "deal.count",
        "cambio.one",
        "cambio.right",
        "cambio.late",
        "auto.late",
        "auto.false",
        "auto.off",
        "auto.missed",
        "turn.order",
        "draw.hidden",
        "discard.search",
        "claim.priority",
        "claim.own",
        "claim.dead",
        "claim.unused",
        "claim.passed",
        "pay.missing",
        "pay.extra",
        "pay.table",
        "player.out",
        "hand.over",
        "stock.empty",
        "meld.invalid",
        "meld.broken",
        "meld.stolen",
        "meld.turn",
        "meld.from_hand",
        "desmoche.one_card",
        "meld.order",
        "force.off",
        "force.invalid",
        "force.priority",
        "force.refused",
        "force.missed",
        "withdraw.live",
        "withdraw.off",
        "win.false",
        "end.early",
        "side.unannounced",
        "side.late",
        "side.not_entered",
        "side.false",
        "side.unshown",
        "side.passed",
        "payment.wrong",
        "disqualify.baseless",
        "offence.other",
        "card.location",
        "card.count",
        "event.phase",
        "event.reference",
        "player.unknown",
    ]
)
"""The ids of the rulebook, edition 1."""

MONEY_STAYS = {"melds", "automatic", "last_standing"}


def check_report(log: list[dict[str, Any]], expected: dict[str, Any]) -> None:
    for hand in expected["hands"]:
        outcome = hand["outcome"]
        assert (outcome["winner"] is not None) == (outcome["kind"] in MONEY_STAYS)
        assert (outcome["win"] is not None) == (outcome["kind"] == "automatic")
        assert hand["bonuses"] == sorted(hand["bonuses"])
        if outcome["winner"]:
            assert hand["carried"] == 0
    for player, total in expected["totals"].items():
        assert total == sum(hand["net"].get(player, 0) for hand in expected["hands"])
    in_the_middle = -sum(expected["totals"].values())
    assert in_the_middle >= expected["hands"][-1]["carried"] >= 0
    assert len(expected["hands"]) == sum(event["type"] == "hand" for event in log)
    for place, event in enumerate(log):
        assert event.get("seq", place + 1) == place + 1


@pytest.mark.parametrize("seed", seeds(150, 30))
def test_lawful_sessions_balance(seed: int) -> None:
    log, expected = lawful_session(Random(seed))
    check_report(log, expected)
    assert expected["findings"] == []
    assert expected["exit"] == 0


@pytest.mark.parametrize("seed", seeds(150, 10))
def test_a_whole_log_is_settled_as_it_was_played(seed: int) -> None:
    written, expected = lawful_session(Random(seed), masked=False)
    log = [event for line in written if (event := accept_event(line)) is not None]
    if "gap" not in expected["tags"]:
        assert settled(log)[0] == expected["totals"]


@pytest.mark.parametrize("slip", one_in(3, SLIPS), ids=lambda slip: slip.name)
def test_each_slip_has_one_finding(slip: Slip) -> None:
    for seed in seeds(3, 1):
        log, expected = faulty_session(Random(seed), slip)
        check_report(log, expected)
        (finding,) = expected["findings"]
        assert finding["rule"] == slip.rule
        lines = finding["event"] if isinstance(finding["event"], list) else [finding["event"]]
        assert all(1 <= line <= len(log) for line in lines)
        assert expected["exit"] == {"record": 4, "missed": 0}.get(finding["kind"], 1)


def test_same_seed_same_session() -> None:
    assert lawful_session(Random(7)) == lawful_session(Random(7))
    assert faulty_session(Random(7), SLIPS[0]) == faulty_session(Random(7), SLIPS[0])


def test_every_card_is_dealt_once() -> None:
    for seed in seeds(40, 10):
        log, _ = lawful_session(Random(seed), masked=False, mended=False)
        for event in log:
            if event["type"] == "deal":
                dealt = [card for cards in event["hands"].values() for card in cards]
                assert len(set(dealt)) == len(dealt)
                assert set(dealt) <= set(DECK)


def test_every_rule_of_the_rulebook_has_a_slip() -> None:
    assert {slip.rule for slip in SLIPS} == RULES


def test_every_house_rule_varies() -> None:
    seen: dict[str, set[str]] = {rule: set() for rule in OPTIONS}
    for seed in range(300):
        log, _ = lawful_session(Random(seed), hands=1, mended=False)
        for rule, option in log[0].get("house", {}).items():
            if rule in seen:
                seen[rule].add(option)
    assert {rule: set(options) for rule, options in OPTIONS.items()} == seen


def test_melds_by_hand() -> None:
    assert is_meld(["Ac", "2c", "3c"])
    assert not is_meld(["Qc", "Kc", "Ac"])
    assert is_meld(["Qc", "Kc", "Ac"], "both")
    assert not is_meld(["Kc", "Ac", "2c"], "both")
    assert is_meld(["9c", "9d", "9h", "9s"])
    assert remains(["9c", "Tc", "Jc", "Qc", "Kc", "Ac"], ["9c", "Tc"], "both") == [
        ["Jc", "Qc", "Kc", "Ac"]
    ]
    assert remains(["Jc", "Qc", "Kc", "Ac"], ["Kc"], "both") is None
    assert melds_around("Ah", ["Qh", "Kh", "2h"], "both") == [["Qh", "Kh", "Ah"]]
    assert remains(["3h", "4h", "5h", "6h", "7h", "8h", "9h"], ["6h"]) == [
        ["3h", "4h", "5h"],
        ["7h", "8h", "9h"],
    ]
    assert remains(["3h", "4h", "5h"], ["3h"]) is None
    assert sorted(map(sorted, melds_around("5c", ["5d", "5h", "4c", "6c"]))) == [
        ["4c", "5c", "6c"],
        ["5c", "5d", "5h"],
    ]


def test_nine_cards_by_hand() -> None:
    house = defaults("desmoche")
    apart = ["Ac", "3c", "5c", "7d", "9d", "Jd", "Kh", "2h", "4h"]
    assert is_win("peladilla", apart, house)
    assert not is_win("peladilla", ["Ac", "2c", *apart[2:7], "Qs", "4h"], house)
    assert best("oro", ["2d", "Ad", "Kd"], house) == ((13,), ["Ad"])
    low = ["Ac", "2c", "3c", "Jd", "Qd", "Kd"]
    assert best("escalera", low, house) == ((1, 2, 3), ["Ac", "2c", "3c"])
    assert best("escalera", low, {**house, "escalera_a23": "low"}) == (
        (0, 12, 3),
        ["Jd", "Qd", "Kd"],
    )
    assert best("dos_par_rojo", ["Ad", "Ah", "3d", "3h", "3c"], house) == (
        (13, 2),
        ["Ad", "Ah", "3d", "3h"],
    )
