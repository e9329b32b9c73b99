"""Cards of hidden hands that later lines show are right, in the games with a deck and a pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from referee import Replay
from tests.dam.games import lawful as dam
from tests.depth import seeds
from tests.desmoche_app.playing import game as app
from tests.dimes.games import game as dimes

Event = dict[str, Any]

LOGS = {
    "dam": lambda seed: dam(Random(f"back/{seed}"), hands=1).log,
    "dimes": lambda seed: dimes(Random(f"back/{seed}"), rounds=2, hidden=0).events,
    "desmoche_app": lambda seed: app(seed, keen=0.5, hands=1, turns=40)[0],
}


def unseen(event: Event, rng: Random, share: float) -> Event:
    """The event without the cards that not everybody saw."""
    if event["type"] == "deal":
        return {**event, "hands": {who: len(cards) for who, cards in event["hands"].items()}}
    if event["type"] in ("draw", "cambio") and rng.random() < share:
        return {**event, "card": "??"}
    return event


def asked(log: list[Event], rng: Random) -> int:
    """The number of an event in the first hand's play."""
    dealt = next(at for at, event in enumerate(log, 1) if event["type"] == "deal")
    return rng.randrange(dealt, max(dealt + 1, len(log) * 2 // 3))


def hands(replay: Replay, at: int) -> Mapping[str, Counter[str]]:
    return {known.player: Counter(known.surely) for known in replay.knowledge(at)}


@pytest.mark.parametrize("name", LOGS)
def test_what_is_worked_back_was_so(name: str) -> None:
    more = 0
    for seed in seeds(30, 8):
        rng = Random(seed)
        log = LOGS[name](seed)
        known, hidden, begun = Replay(), Replay(), Replay()
        poorer = [unseen(event, rng, (0.3, 1.0)[seed % 2]) for event in log]
        known.feed_all(log)
        hidden.feed_all(poorer)
        at = asked(log, rng)
        begun.feed_all(poorer[:at])
        truth, seen_then = hands(known, at), hands(begun, at)
        for player, held in hands(hidden, at).items():
            assert held <= truth[player], (seed, at, player)
            assert held >= seen_then[player], (seed, at, player)
            more += held.total() - seen_then[player].total()
    assert more > 0


@pytest.mark.parametrize("name", LOGS)
def test_a_deal_that_fits_has_what_is_known_and_every_card_once(name: str) -> None:
    for seed in seeds(30, 8):
        rng = Random(seed)
        log = LOGS[name](seed)
        replay = Replay()
        replay.feed_all([unseen(event, rng, 1.0) for event in log])
        at = asked(log, rng)
        known = replay.knowledge(at)
        if not known:
            continue
        deal = replay.possible_deal(at)
        assert deal is not None
        for one in known:
            held = Counter(deal["hands"][one.player])
            assert Counter(one.surely) <= held
            assert one.count[0] <= held.total() <= one.count[1]
            assert held.keys() <= {*one.surely, *one.possibly}
        somebody = known[0]
        for card in rng.sample(list(somebody.possibly), min(3, len(somebody.possibly))):
            for wish, has in ((somebody.player, True), (f"not {somebody.player}", False)):
                other = replay.possible_deal(at, {card: wish})
                if other is not None:
                    assert (card in other["hands"][somebody.player]) is has


OPENING: list[Event] = [
    {"type": "game", "game": "dimes", "players": ["Ana", "Beto"]},
    {"type": "hand", "dealer": "Beto"},
    {"type": "deal", "hands": {"Ana": 3, "Beto": 3}},
    {"type": "turn_up", "card": "9c"},
]


def told(*later: Event) -> Replay:
    replay = Replay()
    replay.feed_all([*OPENING, *later])
    return replay


def test_who_lays_down_a_card_without_having_drawn_unseen_held_it() -> None:
    replay = told(
        {"type": "take", "player": "Ana", "card": "9c"},
        {"type": "discard", "player": "Ana", "card": "Kd"},
    )
    ana, beto = replay.knowledge(4)
    assert ana.surely == ("Kd",)
    assert ana.count == (3, 3)
    assert "Kd" not in beto.surely


def test_a_card_drawn_unseen_may_be_the_one_that_is_laid_down() -> None:
    replay = told(
        {"type": "draw", "player": "Ana", "card": "??"},
        {"type": "discard", "player": "Ana", "card": "Kd"},
    )
    assert replay.knowledge(4)[0].surely == ()


def test_a_gap_ends_what_can_be_worked_back() -> None:
    replay = told(
        {"type": "gap"},
        {"type": "take", "player": "Ana"},
        {"type": "discard", "player": "Ana", "card": "Kd"},
    )
    assert replay.knowledge(4)[0].surely == ()


def test_a_deal_puts_a_card_where_it_is_asked_to_be() -> None:
    replay = told()
    with_ana = replay.possible_deal(4, {"Kd": "Ana"})
    assert with_ana is not None
    assert "Kd" in with_ana["hands"]["Ana"]
    in_the_deck = replay.possible_deal(4, {"9c": "deck"})
    assert in_the_deck is None or "9c" in in_the_deck["deck"]
    with pytest.raises(KeyError):
        replay.possible_deal(4, {"Kd": "Zoe"})
