"""Cards of hidden hands that a record shows are right, whatever of it nobody wrote down."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from referee.cards.deck import NAMES
from referee.judging.replay import replayed
from tests.depth import seeds
from tests.partial.evenings import EVENINGS
from tests.partial.poverty import Event, numbered, written
from tests.partial.trying import accepted
from tests.slips import ONE_PACK

WAYS = (
    "20 % of the cards", "50 % of the cards", "the hands", "the optional lines",
    "one or two turns, a gap each", "the cards of a player",
)  # fmt: skip

GAMES = [game for game in EVENINGS if game != "high_card"]

LONGEST = 250
"""So many first lines of an evening are looked at."""

EACH = 3
"""The ways in which an evening is made poorer."""


@cache
def evening(game: str, number: int) -> list[Event]:
    return accepted(EVENINGS[game].lawful(Random(f"known/{number}")))[:LONGEST]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_known_of_hidden_hands_is_so(game: str) -> None:
    for seed in seeds(18, 2):
        rng, rich = Random(f"known/{seed}"), evening(game, seed // EACH)
        made = written(EVENINGS[game].ways[WAYS[seed % len(WAYS)]](numbered(rich), rng))
        if made is None:
            continue
        poor, numbers = made
        whole, replay = replayed(rich), replayed(poor)
        in_play = {
            number
            for hand in whole.report()["hands"]
            for number in range(hand["first_event"] + 1, hand["outcome"]["event"] or 0)
        }
        lines = [line for line, number in enumerate(numbers, 1) if number in in_play]
        for line in rng.sample(lines, min(len(lines), 3)):
            truth = {one.player: one for one in whole.knowledge(numbers[line - 1])}
            known = replay.knowledge(line)
            for one in known:
                real = truth[one.player]
                held = Counter(real.surely)
                if real.count == (held.total(), held.total()):
                    where = (seed, line, one.player)
                    assert Counter(one.surely) <= held, where
                    assert held.keys() <= {*one.surely, *one.possibly}, where
                    assert held.keys().isdisjoint(one.impossible), where
                    assert one.count[0] <= held.total() <= one.count[1], where
            deal = replay.possible_deal(line) if known else None
            if deal is not None:
                lying = [*deal["hands"].values(), deal["deck"], deal["open"]]
                if game in ONE_PACK:
                    assert sorted(card for cards in lying for card in cards) == sorted(NAMES)
                for one in known:
                    dealt = Counter(deal["hands"][one.player])
                    assert Counter(one.surely) <= dealt
                    assert one.count[0] <= dealt.total() <= one.count[1]
                    assert dealt.keys() <= {*one.surely, *one.possibly}
