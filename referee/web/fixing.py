"""An earlier line put right on the pad: what is tapped or typed, and the lines that it comes to.

A fix is put together in the address of its page. Nothing is written before its scribe has read it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from referee_schemas.reading import read_event
from referee_schemas.typed import as_it_should_read, typed
from werkzeug.datastructures import MultiDict

from referee.judging.corrections import REVISING, Event, correction, insertion
from referee.judging.replay import Replay
from referee.notation.reader import LineReader
from referee.web.event_forms import Asker, cards_in, lie_in_order
from referee.web.labels import acts
from referee.web.pad import as_laid, plain_acts

OTHER: Final = "other"
FORGOTTEN: Final = "forgotten"
NEVER: Final = "never"
LINE: Final = "line"
FIELDS: Final = "fields"
INSERT: Final = "insert"

WAYS: Final = frozenset({OTHER, FORGOTTEN, NEVER, LINE, FIELDS, INSERT})
"""How a line is put right: it has another card or player; something is missing before it; it never
happened; it reads otherwise, typed as a line or field by field; a typed line is missing before
it."""

Address = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Target:
    """The line that is put right: its number, what it comes to by now, and how it was written."""

    seq: int
    event: Event
    written: Event


@dataclass(frozen=True, slots=True)
class Fix:
    """The keys tapped so far to put a line right. ``keys`` is the field that card keys fill,
    ``card`` or ``cards``; empty if the page has no card keys."""

    way: str
    player: str = ""
    act: str = ""
    keys: str = ""
    cards: tuple[str, ...] = ()


def fix_of(address: Address, event: Event, asker: Asker) -> Fix:
    """Return what the address of a page says about this event. The last value of a field counts:
    it comes from the key that was tapped."""
    way = address.get("do", OTHER)
    player = (address.getlist("player") or [event.get("player", "")])[-1]
    if way == FORGOTTEN:
        fields = dict(plain_acts(asker.rulebook))
        act = (address.getlist("type") or [""])[-1]
        act = act if act in fields else next(iter(fields))
        cards = _tapped(address, fields[act], ())
        player = player if player in asker.seated else asker.seated[0]
        return Fix(way, player, act, fields[act], cards)
    if way in WAYS - {OTHER}:
        return Fix(way)
    act = event["type"]
    by_tap = act in acts(asker.rulebook) and not lie_in_order(asker.rulebook, act)
    keys = next((name for name in ("card", "cards") if by_tap and name in event), "")
    return Fix(OTHER, player, act, keys, _tapped(address, keys, _cards(event, keys)))


def lines_of(
    fix: Fix, address: Address, target: Target, asker: Asker, sheet: LineReader
) -> list[Event]:
    """Return the lines that this fix would write; none while it changes nothing. Raises
    Unreadable."""
    lines = _lines(fix, address, target, asker, sheet)
    return [read_event(json.dumps(one)) for one in lines]


def _lines(
    fix: Fix, address: Address, target: Target, asker: Asker, sheet: LineReader
) -> list[Event]:
    seq, event, line = target.seq, target.event, target.written
    why, typed_line = address.get("why", ""), address.get("line")
    if fix.way == NEVER:
        return [correction(seq, line, None, why)]
    if fix.way == LINE and typed_line is not None:
        return [correction(seq, line, as_it_should_read(typed_line, seq, sheet), why)]
    if fix.way == INSERT and typed_line is not None:
        forgotten = typed(f"insert before #{seq}: {typed_line}", sheet)
        return [{**one, "why": one["why"] or why} for one in forgotten]
    if fix.way == FIELDS and "type" in address:
        return [correction(seq, line, asker.answered(address), why)]
    if fix.way == FORGOTTEN and (fix.cards or not fix.keys):
        return [insertion(seq, _filled({"type": fix.act, "player": fix.player}, fix), why)]
    if fix.way != OTHER or (fix.keys and not fix.cards):
        return []
    now = {**event, "player": fix.player} if fix.player else event
    if fix.cards != _cards(event, fix.keys):
        now = _filled(now, fix)
    return [correction(seq, line, now, why)] if now != event else []


def _filled(event: Event, fix: Fix) -> Event:
    """The event with the cards that are tapped."""
    if not fix.keys:
        return event
    return {**event, fix.keys: fix.cards[0] if fix.keys == "card" else as_laid(fix.cards)}


def _cards(event: Event, field: str) -> tuple[str, ...]:
    if not field:
        return ()
    return (event["card"],) if field == "card" else tuple(event["cards"])


def _tapped(address: Address, field: str, before: Sequence[str]) -> tuple[str, ...]:
    """The cards of the page before, with the one that was tapped: it takes the place of a single
    card; among several it is added, or taken out."""
    if not field:
        return ()
    cards = cards_in(address["cards"]) if "cards" in address else list(before)
    tap = address.get("tap", "")
    if tap and field == "card":
        return (tap,)
    if tap in cards:
        cards.remove(tap)
    elif tap:
        cards.append(tap)
    return tuple(cards[:1] if field == "card" else cards)


def closed_hand(replay: Replay, line: Event) -> int:
    """Return the number of the hand that is over and that this line would change; 0 if it changes
    none.

    >>> from referee.judging.replay import replayed
    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> hands = [{"type": "hand", "dealer": name, "bet": 5} for name in ("Ana", "Beto")]
    >>> replay = replayed([opening, hands[0], {"type": "end"}, hands[1]])
    >>> corrections = [{"type": "correct", "event": seq, "with": None} for seq in (3, 4)]
    >>> [closed_hand(replay, line) for line in corrections]
    [1, 0]
    """
    if line["type"] not in REVISING:
        return 0
    is_insertion = line["type"] == "insert"
    number = line["before"] if is_insertion else line["event"]
    events = replay.events
    numbers = [seq for seq, _event in events]
    # a line that was taken back has no place of its own any more
    place = numbers.index(number) if number in numbers else sum(seq < number for seq in numbers)
    place = min(place, len(events) - 1)
    hands = list(accumulate(event["type"] == "hand" for _seq, event in events))
    opens_a_hand = events[place][1]["type"] == "hand"
    hand = max(hands[place] - (is_insertion and opens_a_hand), 1)
    is_over = hand < hands[-1] or (hand == hands[-1] and not replay.play.hand_is_open)
    return hand if is_over else 0
