"""Games played at random: nothing is found in a lawful one, and in one with a slip that slip."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.judging.replay import ReplayedLog, judge
from tests.dam.games import Event, faulty, lawful
from tests.depth import seeds

SLIPS = [
    "dealer.rotation", "cut.player", "deal.count", "turn.order", "turn.discard", "turn.draw",
    "take.first",
    "take.old", "beg.who", "beg.late", "beg.order", "beg.fourth", "beg.discard", "meld.turn",
    "meld.invalid", "contract.wrong", "contract.extra", "layoff.early", "layoff.invalid",
    "out.discard", "hand.over", "score.wrong",
]  # fmt: skip

WERE_WRONG = {
    "lawful": [262349927],
    "meld.turn": [262349927],
    "layoff.early": [262349947],
    "beg.order": [777011],
    "layoff.invalid": [777015],
}
"""Games that were judged wrongly: lawful ones, and those with a slip in the open."""


def found(report: dict[str, Any]) -> list[tuple[int, str, str | None]]:
    return [(one["event"], one["rule"], one["player"]) for one in report["findings"]]


@pytest.mark.parametrize("seed", [*WERE_WRONG["lawful"], *seeds(60, 15)])
def test_nothing_is_found_in_a_lawful_game(seed: int) -> None:
    game = lawful(Random(f"lawful/{seed}"))
    report = judge(game.log)
    assert found(report) == []
    assert [hand["scores"] for hand in report["hands"]] == game.scores
    outs = [(hand["outcome"]["winner"], hand["outcome"]["event"]) for hand in report["hands"]]
    assert outs == game.outs
    assert report["scores"] == game.totals
    least = min(game.totals.values())
    assert report["winners"] == [name for name, sum_ in game.totals.items() if sum_ == least]
    assert report["undecided"] == []


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_is_one_finding(slip: str) -> None:
    for seed in seeds(12, 2):
        game = faulty(Random(f"{slip}/{seed}"), slip)
        assert found(judge(game.log)) == game.found, seed


def masked(event: Event) -> Event:
    """The event as a table sees it that looks into nobody's hand."""
    match event["type"]:
        case "deal":
            return event | {"hands": {name: len(cards) for name, cards in event["hands"].items()}}
        case "draw":
            return event | {"card": "??"}
        case "beg":
            return {name: value for name, value in event.items() if name != "drawn"}
    return event


def test_nothing_is_found_where_hands_are_hidden() -> None:
    for seed in seeds(40, 6):
        game = lawful(Random(f"masked/{seed}"))
        events = [masked(event) for event in game.log]
        report = judge(events)
        assert found(report) == [], seed
        for hand, points in zip(report["hands"], game.scores, strict=True):
            told = {name: count for name, count in hand["scores"].items() if count is not None}
            assert told.items() <= points.items()
            assert told[hand["outcome"]["winner"]] == 0
        questions = sum(None is one for hand in report["hands"] for one in hand["scores"].values())
        assert len(report["undecided"]) == questions


VISIBLE = {"take.old", "beg.order", "beg.fourth", "beg.late", "meld.turn", "meld.invalid"}
VISIBLE |= {"contract.wrong", "contract.extra", "layoff.early", "layoff.invalid", "turn.draw"}


@pytest.mark.parametrize("slip", sorted(VISIBLE))
def test_a_slip_in_the_open_is_found_where_hands_are_hidden(slip: str) -> None:
    for seed in (*WERE_WRONG.get(slip, ()), *seeds(6, 2)):
        game = faulty(Random(f"open/{slip}/{seed}"), slip)
        assert found(judge([masked(event) for event in game.log])) == game.found, seed


def test_every_lawful_act_is_expected_and_hidden_cards_change_nothing() -> None:
    for seed in seeds(6, 2):
        game = lawful(Random(f"next/{seed}"), hands=4)
        known, hidden = ReplayedLog(), ReplayedLog()
        for event in game.log:
            if known.lines and event["type"] not in ("show", "score", "reshuffle"):
                expected = known.expected()
                assert [one.plain() for one in expected] == [
                    one.plain() for one in hidden.expected()
                ]
                actor = event.get("player", event.get("dealer"))
                acts = [one for one in expected if one.act == event["type"]]
                assert any(actor is None or actor in one.players for one in acts), (seed, event)
            known.feed(event)
            hidden.feed(masked(event))


def test_a_correction_leads_to_the_same_as_the_right_log() -> None:
    for seed in seeds(12, 3):
        game = faulty(Random(f"corrected/{seed}"), "meld.invalid")
        at = game.found[0][0]
        right = lawful(Random(f"corrected/{seed}"), hands=1).log
        corrected = [
            *right[:-1],
            {"type": "correct", "event": len(right) - 1, "with": right[-2], "why": "slip"},
        ]
        report, straight = judge(corrected), judge(right[:-1])
        assert (report["findings"], report["hands"]) == (straight["findings"], straight["hands"])
        gone = [*game.log, {"type": "correct", "event": at, "with": None, "why": "slip"}]
        assert "meld.invalid" not in {rule for _, rule, _ in found(judge(gone))}


def test_every_prefix_can_be_told() -> None:
    game = lawful(Random("prefix"), hands=2)
    replay = ReplayedLog()
    for event in game.log:
        replay.feed(event)
        replay.report()
        assert replay.view()
        for one in replay.expected():
            assert not {"{", "}"} & set(one.message())
        for kind in ("draw", "take", "discard", "pass", "beg", "meld"):
            event = {"type": kind, "player": game.players[0], "card": "??", "cards": ["??"]}
            for fact in replay.play.why_in_order(event):
                assert not {"{", "}"} & set(fact.render())
