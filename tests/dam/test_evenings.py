"""Evenings of That Dam Game are found lawful, and come to what is computed here."""

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.evenings import evening, hands_of, total, until

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
