"""Single slips of the record in legal logs. A slip counts if it changes the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Any

from referee.cards.deck import NAMES, RANKS, SUITS
from referee.judging.corrections import REVISING, as_they_should_read
from referee.judging.replay import judge
from referee.rulings.repair.hand_in_question import Slot, slots, with_card
from referee.simulating.many import evenings
from tests.evenings import Event, Log, seated
from tests.lawful import lawful

Slip = Callable[[Log, Sequence[int], Random], "tuple[int, Log, str] | None"]

REFERENCES = ("event", "before", "dispute")
ALIKE = ("A4", "17", "6G", "69", "38", "58", "56", "TJ", "JQ", "QK", "JK")
CARDS = ("card", "cards", "hands")


@dataclass
class Slipped:
    """A log with one slip, the correct log, and a description of the slip."""

    kind: str
    true: Log
    wrong: Log
    what: str


def referring(log: Iterable[Event], behind: int, by: int) -> Iterator[Event]:
    """Yield lines with their references to lines after ``behind`` increased by ``by``."""
    for event in log:
        moved = {
            key: event[key] + by
            for key in REFERENCES
            if isinstance(event.get(key), int) and event[key] > behind
        }
        yield event | moved


def misread(card: str, rng: Random) -> str:
    """Return another card that may be written by mistake: the wrong suit, or a rank that is near or
    looks similar."""
    rank, suit = card
    if rng.random() < 0.5:
        return rank + rng.choice([other for other in SUITS if other != suit])
    at = RANKS.index(rank)
    near = {*RANKS[max(at - 1, 0) : at + 2]}
    near |= {other for pair in ALIKE if rank in pair for other in pair if other in RANKS}
    return rng.choice(sorted(near - {rank})) + suit


def any_other(card: str, rng: Random) -> str:
    return rng.choice([other for other in NAMES if other != card])


def mistyped(
    log: Log, standing: Sequence[int], rng: Random, other: Callable[[str, Random], str]
) -> tuple[int, Log, str] | None:
    written: dict[int, list[tuple[Slot, str]]] = {
        place: cards for place in standing if (cards := list(slots(log[place])))
    }
    if not written:
        return None
    place = rng.choice(list(written))
    slot, card = rng.choice(written[place])
    wrong, instead = list(log), other(card, rng)
    wrong[place] = with_card(log[place], slot, instead)
    return place, wrong, f"{log[place]['type']}: {card} written as {instead}"


def swapped(log: Log, standing: Sequence[int], rng: Random) -> tuple[int, Log, str] | None:
    pairs = [place for place in standing if place + 1 in standing]
    pairs = [place for place in pairs if log[place] != log[place + 1]]
    if not pairs:
        return None
    place = rng.choice(pairs)
    wrong = list(log)
    wrong[place], wrong[place + 1] = log[place + 1], log[place]
    return place, wrong, f"{log[place]} {log[place + 1]}"


def other_actor(log: Log, standing: Sequence[int], rng: Random) -> tuple[int, Log, str] | None:
    places = [place for place in standing if "player" in log[place]]
    if not places:
        return None
    place = rng.choice(places)
    others = [name for name in seated(log[:place]) if name != log[place]["player"]]
    if not others:
        return None
    wrong = list(log)
    wrong[place] = {**log[place], "player": rng.choice(others)}
    return place, wrong, f"{log[place]} as {wrong[place]['player']}"


def line_left_out(*kinds: str) -> Slip:
    """A line of one of these kinds is not written down."""

    def without(log: Log, standing: Sequence[int], rng: Random) -> tuple[int, Log, str] | None:
        return left_out(log, [place for place in standing if log[place]["type"] in kinds], rng)

    return without


AFTERWARDS = ("payment", "join", "leave", "house", "note", "show", "end", "win")
"""Lines between the last act of a hand and the next hand."""


def without_its_last_line(
    log: Log, standing: Sequence[int], rng: Random
) -> tuple[int, Log, str] | None:
    lasts = []
    for opened in [place for place, event in enumerate(log) if event["type"] == "hand"][1:]:
        acts = (at for at in reversed(range(opened)) if log[at]["type"] not in AFTERWARDS)
        lasts += [place for place in [next(acts)] if place in standing]
    return left_out(log, lasts, rng)


def left_out(log: Log, places: Sequence[int], rng: Random) -> tuple[int, Log, str] | None:
    if not places:
        return None
    place = rng.choice(places)
    wrong = [*log[:place], *referring(log[place + 1 :], place + 1, -1)]
    return place, wrong, f"{log[place]}"


SLIPS: dict[str, Slip] = {
    "card": lambda log, standing, rng: mistyped(log, standing, rng, misread),
    "swap": swapped,
    "payment": line_left_out("pay"),
    "meld": line_left_out("meld"),
    "last line": without_its_last_line,
    "draw": line_left_out("draw"),
    "turn": line_left_out("draw", "take", "discard", "swap", "knock"),
}


def lines_that_stand(log: Log) -> list[int]:
    """Return the indexes of the lines that are not corrected, and correct nothing."""
    corrected = {event["event"] - 1 for event in log if event["type"] == "correct"}
    return [
        place
        for place, event in enumerate(log)
        if event["type"] not in (*REVISING, "game", "hand", "gap", "join", "leave", "house", "note")
        and place not in corrected
    ]


DESMOCHE = "desmoche"


def slipped(kind: str, rng: Random, game: str = DESMOCHE) -> Slipped:
    """Return a legal log with a slip of this kind that changes the report: two hands of a game, or
    an evening of Desmoche."""
    while True:
        desmoche = game == DESMOCHE
        log = lawful(rng) if desmoche else next(evenings(game, 2, rng.getrandbits(32)))
        made = SLIPS[kind](log, lines_that_stand(log), rng)
        if made and trace(judge(log)) != trace(judge(made[1])):
            return Slipped(kind, log, made[1], made[2])


def trace(report: dict[str, Any]) -> tuple[Any, ...]:
    """Return the parts of a report in which a slip can show."""
    return (
        sorted((one["rule"], one["kind"], one["player"] or "") for one in report["findings"]),
        sorted((one["rule"], one["player"] or "") for one in report["undecided"]),
        [
            (hand["outcome"]["kind"], hand["outcome"]["winner"], hand["outcome"]["win"])
            for hand in report["hands"]
        ],
    )


IN_NO_ORDER = ({"side_bet"}, {"announce", "cambio"}, {"payment"}, {"show"})
"""Kinds of lines that mean the same in any order when they are neighbours."""


def played(log: Sequence[Event]) -> Log:
    """Return the acts of a log without the other contents of its lines, and with lines of
    irrelevant order sorted."""
    told: Log = []
    for _, lines in groupby(_bare(log), key=_order):
        together = list(lines)
        told += sorted(together, key=_but_for_cards) if _order(together[0]) else together
    return told


def _but_for_cards(event: Event) -> str:
    """Return a line without its cards, because some may be unrecorded."""
    return str({key: value for key, value in event.items() if key not in CARDS})


def _order(event: Event) -> int:
    """Return the number of a line's kind; 0 if its order matters."""
    return next((at for at, kinds in enumerate(IN_NO_ORDER, 1) if event["type"] in kinds), 0)


def _bare(log: Sequence[Event]) -> Log:
    events = [event for _, event in as_they_should_read(log) if event["type"] not in REVISING]
    return [
        {
            key: sorted(value) if key in ("cards", "players") else value
            for key, value in sorted(event.items())
            if key not in REFERENCES and not (key == "players" and _names_all(event, events, place))
        }
        for place, event in enumerate(events)
    ]


def _names_all(event: Event, events: Log, place: int) -> bool:
    """Return whether a side bet names all players, which means the same as naming none."""
    return event["type"] == "side_bet" and {*event["players"]} == {*seated(events[:place])}
