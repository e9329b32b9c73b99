"""Evenings of That Dam Game are found lawful, and come to what is computed here."""

from random import Random

import pytest

from referee.judging.replay import ReplayedLog, judge
from tests.depth import count, seeds
from tests.evenings import Event, evening, hands_of, seen_in_part, total, until

WORTH = {"2": 20, "A": 15, "K": 10, "Q": 10, "J": 10, "T": 10}


def worth(card: str) -> int:
    return 50 if card == "Jk" else WORTH.get(card[0], 5)


@pytest.mark.parametrize("seed", seeds(12, 2))
def test_nothing_is_found_in_a_lawful_game(seed: int) -> None:
    log = evening("dam", seed, (3, 5, 10)[seed % 3])
    scores, outs, before = [], [], 1
    for hand in hands_of(log):
        held, at = until(hand, lambda held, _: any(held.empty()))
        outs.append((*held.empty(), before + at + 1))
        before += len(hand)
        cards = {name: held.hands[name].elements() for name in log[0]["players"]}
        scores.append({name: sum(map(worth, mine)) for name, mine in cards.items()})
    sums, report = total(scores), judge(log)
    assert report["findings"] == []
    assert [hand["scores"] for hand in report["hands"]] == scores
    ends = [hand["outcome"] for hand in report["hands"]]
    assert [(end["winner"], end["event"]) for end in ends] == outs
    assert report["scores"] == sums
    best = [name for name in sums if sums[name] == min(sums.values())]
    assert report["winners"] == best * (len(scores) == 10)
    assert report["undecided"] == []


def masked(event: Event) -> Event:
    """Return the event as the table sees it, without hidden cards."""
    if event["type"] == "beg":
        return {name: value for name, value in event.items() if name != "drawn"}
    return seen_in_part([event], Random(), 0)[0]


def test_every_lawful_act_is_expected_and_hidden_cards_change_nothing() -> None:
    for seed in seeds(6, 1):
        game = evening("dam", seed, count(4, 2))
        known, hidden = ReplayedLog(), ReplayedLog()
        for event in game:
            if known.lines and event["type"] not in ("show", "score", "reshuffle", "end"):
                expected = known.expected()
                assert [one.plain() for one in expected] == [
                    one.plain() for one in hidden.expected()
                ]
                actor = event.get("player", event.get("dealer"))
                acts = [one for one in expected if one.act == event["type"]]
                assert any(actor is None or actor in one.players for one in acts), (seed, event)
            known.feed(event)
            hidden.feed(masked(event))
