"""Lawful games played at random: nothing is found, and they come to what was counted apart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.judging.replay import ReplayedLog, judge
from tests.dam.games import Event, lawful
from tests.depth import seeds

WAS_WRONG = 262349927
"""The seed of a lawful game that was judged wrongly."""


def found(report: dict[str, Any]) -> list[tuple[int, str, str | None]]:
    return [(one["event"], one["rule"], one["player"]) for one in report["findings"]]


@pytest.mark.parametrize("seed", [WAS_WRONG, *seeds(30, 8)])
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


def masked(event: Event) -> Event:
    """Return the event as the table sees it, without hidden cards."""
    match event["type"]:
        case "deal":
            return event | {"hands": {name: len(cards) for name, cards in event["hands"].items()}}
        case "draw":
            return event | {"card": "??"}
        case "beg":
            return {name: value for name, value in event.items() if name != "drawn"}
    return event


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
