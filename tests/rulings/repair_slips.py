"""Single slips of the record in legal logs, each of which changes the report.

``slipped`` has the logs, each named after its slip and its game. Its first line says what was
written instead: from which line on, of how many lines, and the events.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from referee_schemas.reading import read_log

from referee.judging.corrections import REVISING, as_they_should_read
from tests.evenings import Event, Log, seated

FOLDER = Path(__file__).with_name("slipped")
REFERENCES = ("event", "before", "dispute")
CARDS = ("card", "cards", "hands")


@dataclass
class Slipped:
    """A log with one slip, and the correct log."""

    kind: str
    true: Log
    wrong: Log


def slipped(kind: str, game: str) -> Iterator[Slipped]:
    """Yield the slips of this kind in a game."""
    for path in sorted(FOLDER.glob(f"{kind}-{game}-*.sheet")):
        true = list(read_log(path))
        place, count, events = path.read_text("utf-8").splitlines()[0].split(" ", 3)[1:]
        at, instead, after = int(place) - 1, json.loads(events), true[int(place) - 1 + int(count) :]
        after = list(referring(after, at + 1, len(instead) - int(count)))
        yield Slipped(kind, true, [*true[:at], *instead, *after])


def referring(log: Iterable[Event], behind: int, by: int) -> Iterator[Event]:
    """Yield lines with their references to lines after ``behind`` increased by ``by``."""
    for event in log:
        moved = {
            key: event[key] + by
            for key in REFERENCES
            if isinstance(event.get(key), int) and event[key] > behind
        }
        yield event | moved


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
