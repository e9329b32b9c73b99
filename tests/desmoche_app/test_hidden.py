"""Hidden cards: what the record of a hand shows is so, whatever of it nobody wrote down."""

from __future__ import annotations

from random import Random

import pytest

from referee.judging.replay import ReplayedLog, judge
from tests.depth import seeds
from tests.desmoche_app.playing import Event, game


def hidden(log: list[Event], rng: Random, share: float) -> list[Event]:
    """The log without a share of the cards that not everybody saw."""

    def perhaps(card: str) -> str:
        return "??" if rng.random() < share else card

    told = []
    for event in log:
        match event["type"]:
            case "deal":
                hands = {who: [*map(perhaps, cards)] for who, cards in event["hands"].items()}
                told.append({**event, "hands": hands})
            case "cambio" | "draw":
                told.append({**event, "card": perhaps(event["card"])})
            case _:
                told.append(event)
    return told


def held(log: list[Event]) -> list[dict[str, set[str]]]:
    """Return what the players really hold after each event of a log that hides nothing."""
    hands: dict[str, set[str]] = {name: set() for name in log[0]["players"]}
    pile: list[str] = []
    moments = []
    for event in log:
        who = event.get("player", "")
        match event["type"]:
            case "deal":
                hands = {name: set(cards) for name, cards in event["hands"].items()}
            case "cambio":
                for name in hands:
                    change = hands[name].remove if name == who else hands[name].add
                    change(event["card"])
            case "turn_up":
                pile.append(event["card"])
            case "take":
                hands[who].add(pile.pop())
            case "draw":
                hands[who].add(event["card"])
            case "take_back":
                hands[who] |= set(event["cards"])
            case "meld":
                hands[who] -= set(event["cards"])
            case "discard":
                hands[who].remove(event["card"])
                pile.append(event["card"])
        moments.append({name: set(cards) for name, cards in hands.items()})
    return moments


@pytest.mark.parametrize("seed", seeds(24, 4))
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_what_is_known_is_so(seed: int, share: float) -> None:
    log, _ = game(seed, keen=(0.9, 0.3)[seed % 2], hands=1, turns=90)
    truth, replay = held(log), ReplayedLog()
    rng = Random(seed)
    for at, event in enumerate(hidden(log, rng, share)):
        replay.feed(event)
        if rng.random() < 0.1:
            for known in replay.knowledge():
                really = truth[at][known.player]
                assert set(known.surely) <= really
                assert really <= {*known.surely, *known.possibly}
                assert known.count == (len(really), len(really))
    assert replay.report()["findings"] == []


def overlooked(log: list[Event], rng: Random, share: float) -> list[Event]:
    """The log of a scribe who overlooks a share of the cards that everybody saw, too."""

    def perhaps(card: str) -> str:
        return "??" if rng.random() < share else card

    told = []
    for event in log:
        match event["type"]:
            case "discard" | "turn_up":
                told.append({**event, "card": perhaps(event["card"])})
            case "meld" | "take_back":
                told.append({**event, "cards": [*map(perhaps, event["cards"])]})
            case "take" if perhaps("") == "??":
                told.append({kind: told for kind, told in event.items() if kind != "card"})
            case "pass" | "turn_up" | "reshuffle" | "cut" | "win" if perhaps("") == "??":
                pass
            case _:
                told.append(event)
    return told


@pytest.mark.parametrize("seed", seeds(40, 6))
@pytest.mark.parametrize("share", [0.05, 0.3, 1])
def test_a_lawful_hand_is_lawful_whatever_is_overlooked(seed: int, share: float) -> None:
    rng = Random(seed)
    log, _ = game(seed, keen=(0.9, 0.3)[seed % 2], hands=2, turns=90)
    told = overlooked(hidden(log, rng, share), rng, share)
    assert judge(told)["findings"] == []
