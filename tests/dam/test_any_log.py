"""Whatever the lines say: every log is judged, and told."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from referee.judging.forms import Field
from referee.judging.registry import find
from referee.judging.replay import Replay, judge
from tests.dam.games import Event, lawful
from tests.depth import seeds

PLAYERS = ["Ana", "Beto", "Carla"]
BOOK = find("dam")


def value(field: Field, rng: Random) -> Any:
    some = [rng.choice(["5h", "6h", "7h", "Jk", "2c", "Kd", "Ks", "??"]) for _ in range(9)]
    match field.kind:
        case "player":
            return rng.choice([*PLAYERS, *PLAYERS, "Zoe"])
        case "card":
            return some[0]
        case "cards":
            return some[: rng.randint(0, 7)]
        case "hands":
            return {
                rng.choice([*PLAYERS, "Zoe"]): rng.choice([some[:6], 6, 7])
                for _ in range(rng.randint(0, 3))
            }
        case "points":
            return {rng.choice([*PLAYERS, "Zoe"]): rng.randint(0, 50) for _ in range(2)}
        case "event":
            return rng.randint(1, 30)
        case "players":
            return [rng.choice(PLAYERS)]
        case "choice":
            return rng.choice(BOOK.words[field.name])
    return "abandoned"


def any_event(rng: Random) -> Event:
    if rng.random() < 0.04:
        melds = {rng.choice(PLAYERS): [["5h", "6h", "7h", "8h"]]}
        told: Event = rng.choice([{}, {"melds": melds}, {"stock": rng.randint(0, 2)}])
        stands = {"turn": rng.choice(PLAYERS), "pile": ["5h", "Kd"], "hands": {"Ana": ["2c"]}}
        return rng.choice([{"type": "gap", **told}, {"type": "position", **told, **stands}])
    plays = ["draw", "take", "discard", "beg", "meld", "meld", "pass"] * 4
    form = BOOK.events[rng.choice([*plays, *BOOK.events])]
    return {
        "type": form.type,
        **{
            field.name: value(field, rng)
            for field in form.fields
            if field.required or rng.random() < 0.5
        },
    }


@pytest.mark.parametrize("seed", seeds(150, 30))
def test_any_log_is_judged(seed: int) -> None:
    rng = Random(f"any/{seed}")
    house = {one.name: rng.choice(one.options) for one in BOOK.house_rules}
    lines: list[Event] = [
        {"type": "game", "game": "dam", "players": PLAYERS, "house": house},
        *([{"type": "hand", "dealer": "Carla"}] if rng.random() < 0.9 else []),
    ]
    lines += [any_event(rng) for _ in range(rng.randint(1, 70))]
    replay = Replay()
    for line in lines:
        if replay.lines:
            replay.play.situation(line)
        replay.feed(line)
        report = replay.report()
        json.dumps([report, replay.view(), [one.plain() for one in replay.expected()]])
        for found in report["findings"]:
            assert not {"{", "}"} & set(found["message"])
    assert replay.report() == judge(lines)


@pytest.mark.parametrize("seed", seeds(40, 10))
def test_a_game_with_lines_lost_and_changed_is_judged(seed: int) -> None:
    rng = Random(f"torn/{seed}")
    lines = lawful(rng, hands=2).log
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(2, len(lines))
        if rng.random() < 0.5:
            del lines[at]
        else:
            lines.insert(at, any_event(rng))
    assert judge(lines)["hands"]
