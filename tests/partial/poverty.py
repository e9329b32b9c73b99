"""Ways to remove information from a record: overwritten cards, missing lines, unrecorded stretches.

Every way takes a log and returns the partial one as pairs: the number of the line in the full log
(0 for a line of the partial one only), and the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any, Final

Event = dict[str, Any]
Line = tuple[int, Event]
Log = Sequence[Line]

UNSEEN: Final = "??"
NINE: Final = 9
GAP: Final[Event] = {"type": "gap"}

KEPT: Final = frozenset({"game", "hand", "join", "leave", "house", "correct", "insert"})
"""Lines that no gap hides."""

REFERRING: Final = ("event", "dispute", "before")
"""Fields with the number of another line."""

Poverty = Callable[[Log, Random], Log]


def numbered(log: Sequence[Event]) -> Log:
    """Return every line with its number."""
    return list(enumerate(log, 1))


# ---- cards


def cards_unseen(share: float, kinds: Iterable[str] = ()) -> Poverty:
    """Overwrite this share of the cards, of all lines or of these kinds of lines."""
    chosen = frozenset(kinds)

    def poorer(log: Log, rng: Random) -> Log:
        return [
            (at, overwritten(event, share, rng) if not chosen or event["type"] in chosen else event)
            for at, event in log
        ]

    return poorer


def overwritten(event: Event, share: float, rng: Random) -> Event:
    """Return a line with some of its cards unknown."""
    return with_other_cards(event, lambda card: UNSEEN if rng.random() < share else card)


def with_other_cards(event: Event, instead: Callable[[str], str]) -> Event:
    """Return a line with its cards replaced."""
    found = dict(event)
    for name, value in event.items():
        if name in ("card", "discard") and isinstance(value, str):
            found[name] = instead(value)
        elif name in ("cards", "hand"):
            if isinstance(value, list):
                found[name] = [instead(card) for card in value]
        elif name == "melds" and isinstance(value, list):
            found[name] = [[instead(card) for card in meld] for meld in value]
        elif name == "hands":
            found[name] = {
                player: [instead(card) for card in cards] if isinstance(cards, list) else cards
                for player, cards in value.items()
            }
    return found


# ---- lines


def hands_left_out(log: Log, _: Random) -> Log:
    """Leave out the dealt cards, and the cards of a declared win."""
    found = []
    for at, event in log:
        if event["type"] == "deal":
            # everyone saw who got a wrong number of cards
            counts = {name: _count(cards) for name, cards in event["hands"].items()}
            event = {**event, "hands": {name: n for name, n in counts.items() if n != NINE}}
        elif event["type"] == "declare":
            event = {name: value for name, value in event.items() if name != "cards"}
        found.append((at, event))
    return found


def lines_left_out(kinds: Iterable[str], share: float) -> Poverty:
    """Leave out this share of the optional lines of these kinds."""
    chosen = frozenset(kinds)

    def poorer(log: Log, rng: Random) -> Log:
        held = set(_referred_to(log))
        drawn, offered = "", ""
        found = []
        for place, (at, event) in enumerate(log):
            kind, behind = event["type"], [event for _, event in log[place + 1 :]]
            gone = kind in chosen and at not in held and rng.random() < share
            if gone and kind == "discard":
                # only the unused drawn card is understood to lie on the pile, and only if its
                # drawer lays no other card
                lays_more = bool(behind) and behind[0]["type"] in ("pay", "discard")
                gone = event["card"] == drawn and not lays_more
            elif gone and kind == "claim":
                # only before the meld that uses the card
                gone = _melds(behind, event["player"], event.get("card", offered))
            if kind == "draw":
                drawn = event["card"]
            if kind in ("draw", "discard", "pay"):
                offered = event["card"]
            if not gone:
                found.append((at, event))
        return found

    return poorer


def _melds(behind: Iterable[Event], player: str, card: str) -> bool:
    """Return whether the next lines are melds of a player, one of them with this card."""
    act = takewhile(lambda event: event["type"] == "meld" and event["player"] == player, behind)
    return any(card in event["cards"] for event in act)


def _count(cards: Any) -> int:
    return cards if isinstance(cards, int) else len(cards)


# ------------------------------------------------------------------ gaps


def lines_unrecorded(kinds: Iterable[str], fewest: int, most: int) -> Poverty:
    """Replace a few lines of these kinds with bare gaps, anywhere in the evening."""
    chosen = frozenset(kinds)

    def poorer(log: Log, rng: Random) -> Log:
        places = [at for at, (_, event) in enumerate(log) if event["type"] in chosen]
        some = rng.sample(places, min(len(places), rng.randint(fewest, most)))
        return hidden(log, {(at, at + 1) for at in some})

    return poorer


def share_unrecorded(kinds: Iterable[str], share: float) -> Poverty:
    """Replace this share of the lines of these kinds with bare gaps."""
    chosen = frozenset(kinds)

    def poorer(log: Log, rng: Random) -> Log:
        some = {
            (at, at + 1)
            for at, (_, event) in enumerate(log)
            if event["type"] in chosen and rng.random() < share
        }
        return hidden(log, some)

    return poorer


def stretches_unrecorded(count: int, longest: int) -> Poverty:
    """Replace ``count`` stretches of one hand with bare gaps, each of at most ``longest`` lines."""

    def poorer(log: Log, rng: Random) -> Log:
        hands = list(hands_of(log))
        some = set()
        for _ in range(count):
            first, end = rng.choice(hands)
            if first < end:
                start = rng.randrange(first, end)
                some.add((start, min(end, start + rng.randint(1, longest))))
        return hidden(log, some)

    return poorer


def hand_unrecorded(log: Log, rng: Random) -> Log:
    """Replace all lines of a hand with a bare gap."""
    return hidden(log, {rng.choice(list(hands_of(log)))})


def hands_of(log: Log) -> Iterator[tuple[int, int]]:
    """Yield the beginning and end of each hand's lines."""
    opened = [at for at, (_, event) in enumerate(log) if event["type"] == "hand"]
    for start, end in zip(opened, [*opened[1:], len(log)], strict=False):
        yield start + 1, end


def hidden(log: Log, stretches: set[tuple[int, int]]) -> Log:
    """Return the log with gaps in place of these stretches; lines that must stay follow the gap."""
    gone = {at for start, end in stretches for at in range(start, end)}
    gone = {at for at in gone if log[at][1]["type"] not in KEPT}
    found: list[Line] = []
    for at, (number, event) in enumerate(log):
        if at not in gone:
            found.append((number, event))
        elif at - 1 not in gone:
            found.append((0, GAP))
    return found


def _referred_to(log: Log) -> Iterator[int]:
    for _, event in log:
        for name in REFERRING:
            if isinstance(event.get(name), int):
                yield event[name]


# ---- mixtures


def mixture(ways: Sequence[Poverty]) -> Poverty:
    """Combine two or three of these ways."""

    def poorer(log: Log, rng: Random) -> Log:
        for way in rng.sample(ways, rng.randint(2, 3)):
            log = way(log, rng)
        return log

    return poorer


def written(log: Log) -> tuple[list[Event], list[int]] | None:
    """Return the partial log with its own line numbers, references included, and each line's number
    in the full log; None if a line refers to a missing one."""
    place = {number: at for at, (number, _) in enumerate(log, 1) if number}
    events = []
    for _, event in log:
        changed = dict(event)
        for name in REFERRING:
            if isinstance(event.get(name), int):
                if event[name] not in place:
                    return None
                changed[name] = place[event[name]]
        events.append(changed)
    return events, [number for number, _ in log]
