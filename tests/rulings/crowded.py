"""Hands in which everything happens that a house rule may turn on."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.accepting import accept_event
from tests.simulation import lawful_session
from tests.simulation.house import SIDE_GAMES

Event = dict[str, Any]

WINS = ("color", "peladilla", "cuatro_cuerpos")
TROUBLE = (
    "offence", "offence", "withdraw", "force", "force", "pass", "claim", "disqualify", "forgive",
)  # fmt: skip
OFFENCES = ("hid_draw", "searched_pile", "misdeal", "meld_order")


def crowded_hand(rng: Random) -> list[Event]:
    """A lawful hand into which trouble of every kind was put: bets on all side games with
    announcements, declared wins, wrong counts in the deal, melds in disorder, offences, players who
    leave, forced cards, knocks and claims out of place."""
    events, _ = lawful_session(rng, hands=1, masked=rng.random() < 0.3, mended=False)
    players, crowded = events[0]["players"], []
    for event in map(accept_event, events):
        assert event is not None
        plain = {key: value for key, value in event.items() if key not in ("seq", "id")}
        match plain["type"]:
            case "side_bet":
                continue
            case "deal":
                crowded += _dealt(rng, plain, players)
                continue
            case "meld" if rng.random() < 0.5:
                plain["cards"] = rng.sample(plain["cards"], len(plain["cards"]))
        crowded.append(plain)
        if len(crowded) > 15 and rng.random() < 0.2:
            crowded.append(_trouble(rng, players, len(crowded)))
    return crowded


def _dealt(rng: Random, deal: Event, players: list[str]) -> list[Event]:
    bets = [{"type": "side_bet", "side_game": g, "amount": rng.randint(1, 3)} for g in SIDE_GAMES]
    if rng.random() < 0.4:
        deal["hands"] = {**deal["hands"], rng.choice(players): rng.choice([8, 10])}
    said: list[Event] = []
    for player in players:
        said += [
            {"type": "announce", "player": player, "side_game": game}
            for game in SIDE_GAMES
            if rng.random() < 0.5
        ]
        if rng.random() < 0.3:
            said.append({"type": "declare", "player": player, "win": rng.choice(WINS)})
    return [*bets, deal, *said]


def _trouble(rng: Random, players: list[str], events: int) -> Event:
    kind = rng.choice(TROUBLE)
    if kind == "forgive":
        return {"type": kind, "event": rng.randint(10, events)}
    trouble: Event = {"type": kind, "player": rng.choice(players)}
    if kind == "offence":
        trouble["kind"] = rng.choice(OFFENCES)
    if kind == "force":
        trouble["by"] = rng.choice(players)
    return trouble
