"""Corrections of earlier lines on the pad, and the lines of one tap for the keys *Undo* and *Redo*.

A correction is built up in the address of its page. Nothing is written until its scribe has read
it, and nothing is erased. Undo records for each line of a tap that it never happened; redo takes
those corrections back.
"""

import json
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from referee_schemas.reading import read_event
from referee_schemas.typed import as_it_should_read, typed
from werkzeug.datastructures import MultiDict

from referee.judging import corrections
from referee.judging.corrections import Event
from referee.judging.replay import ReplayedLog
from referee.notation.reader import LineReader
from referee.web.event_forms import EventForms, cards_in, lie_in_order
from referee.web.labels import acts
from referee.web.pad import as_laid, plain_acts
from referee.wording.language import N_

REDONE: Final = N_("it did happen")  # the reason recorded when a correction is taken back


def undone_next(replay: ReplayedLog) -> list[int]:
    """Return the numbers of the lines of the next tap to undo; none if only the opening line is
    left."""
    last = corrections.last_standing(replay.events)
    if last == 1:
        return []
    tap = _of_one_tap(replay.lines, last)
    standing = corrections.standing_from(replay.events, tap[0])
    return [number for number in tap if number in standing]


def redone_next(lines: Sequence[Event]) -> list[int]:
    """Return the numbers of the corrections to take back for the next redo; none if something else
    was written since.

    >>> undo = {"type": "correct", "event": 2, "with": None, "why": "undone"}
    >>> redo = {"type": "correct", "event": 3, "with": None, "why": "it did happen"}
    >>> lines = [{"type": "game"}, {"type": "end"}, undo, redo]
    >>> redone_next(lines[:3]), redone_next(lines), redone_next([*lines, undo])
    ([3], [], [5])
    """
    brought_back = 0
    last = len(lines)
    while last > 1 and _takes_back(lines[last - 1]):
        tap = _of_one_tap(lines, last)
        if _takes_back(lines[lines[last - 1]["event"] - 1]):
            brought_back += 1
        elif brought_back:
            brought_back -= 1
        else:
            return tap
        last = tap[0] - 1
    return []


def named(events: Sequence[Event], sent_as: str) -> list[Event]:
    """Return the events of one tap with ids made from the tap's id.

    >>> [line["id"] for line in named([{}, {}], "a")]
    ['a', 'a.1']
    """
    return [
        {**event, "id": f"{sent_as}.{place}" if place else sent_as}
        for place, event in enumerate(events)
    ]


def lines_of_tap(lines: Sequence[Event], sent_as: str) -> list[int]:
    """Return the numbers of the lines sent under this id; none if nothing was.

    >>> lines_of_tap([{"id": "a"}, {"id": "b"}, {"id": "b.1"}, {"id": "c"}], "b")
    [2, 3]
    """
    return [number for number, line in enumerate(lines, 1) if sent_as and _tap(line) == sent_as]


def _takes_back(line: Event) -> bool:
    return bool(line["type"] == "correct" and line["with"] is None)


def _of_one_tap(lines: Sequence[Event], last: int) -> list[int]:
    """Return the lines of the same tap as this one, by their ids, up to this one."""
    tap, first = _tap(lines[last - 1]), last
    while tap and first > 1 and _tap(lines[first - 2]) == tap:
        first -= 1
    return list(range(first, last + 1))


def _tap(line: Event) -> str:
    """Return the common prefix of the ids of one tap."""
    stem: str = line.get("id", "").partition(".")[0]
    return stem


OTHER: Final = "other"
FORGOTTEN: Final = "forgotten"
NEVER: Final = "never"
LINE: Final = "line"
FIELDS: Final = "fields"
INSERT: Final = "insert"

WAYS: Final = frozenset({OTHER, FORGOTTEN, NEVER, LINE, FIELDS, INSERT})
"""The ways to correct a line: another card or player; something is missing before it; it never
happened; a new text, typed as a line or field by field; a typed line is missing before it."""

Address = MultiDict[str, str]


class Target(NamedTuple):
    """The line to correct: its number, its current event, and the line as written."""

    seq: int
    event: Event
    written: Event


class Fix(NamedTuple):
    """The keys tapped so far for a correction. ``keys`` is the field that card keys fill, ``card``
    or ``cards``; empty if the page has no card keys."""

    way: str
    player: str = ""
    act: str = ""
    keys: str = ""
    cards: tuple[str, ...] = ()


def fix_of(address: Address, event: Event, asker: EventForms) -> Fix:
    """Return the correction in the address of a page. The last value of a field counts: it comes
    from the key that was tapped."""
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
    fix: Fix, address: Address, target: Target, asker: EventForms, sheet: LineReader
) -> list[Event]:
    """Return the lines that this correction would write; none if it changes nothing. Raises
    Unreadable."""
    lines = _lines(fix, address, target, asker, sheet)
    return [read_event(json.dumps(line)) for line in lines]


def _lines(
    fix: Fix, address: Address, target: Target, asker: EventForms, sheet: LineReader
) -> list[Event]:
    seq, event, line = target.seq, target.event, target.written
    why, typed_line = address.get("why", ""), address.get("line")
    if fix.way == NEVER:
        return [corrections.correction(seq, line, None, why)]
    if fix.way == LINE and typed_line is not None:
        return [corrections.correction(seq, line, as_it_should_read(typed_line, seq, sheet), why)]
    if fix.way == INSERT and typed_line is not None:
        forgotten = typed(f"insert before #{seq}: {typed_line}", sheet)
        return [{**event, "why": event["why"] or why} for event in forgotten]
    if fix.way == FIELDS and "type" in address:
        return [corrections.correction(seq, line, asker.answered(address), why)]
    if fix.way == FORGOTTEN and (fix.cards or not fix.keys):
        return [
            corrections.insertion(seq, _filled({"type": fix.act, "player": fix.player}, fix), why)
        ]
    if fix.way != OTHER or (fix.keys and not fix.cards):
        return []
    now = {**event, "player": fix.player} if fix.player else event
    if fix.cards != _cards(event, fix.keys):
        now = _filled(now, fix)
    return [corrections.correction(seq, line, now, why)] if now != event else []


def _filled(event: Event, fix: Fix) -> Event:
    if not fix.keys:
        return event
    return {**event, fix.keys: fix.cards[0] if fix.keys == "card" else as_laid(fix.cards)}


def _cards(event: Event, field: str) -> tuple[str, ...]:
    if not field:
        return ()
    return (event["card"],) if field == "card" else tuple(event["cards"])


def _tapped(address: Address, field: str, before: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of the previous page, changed by the tap: it replaces a single card; among
    several it is added or removed."""
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


def closed_hand(replay: ReplayedLog, line: Event) -> int:
    """Return the number of the finished hand that this line would change; 0 if none.

    >>> from referee.judging.replay import replayed
    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> hands = [{"type": "hand", "dealer": name, "bet": 5} for name in ("Ana", "Beto")]
    >>> replay = replayed([opening, hands[0], {"type": "end"}, hands[1]])
    >>> corrections = [{"type": "correct", "event": seq, "with": None} for seq in (3, 4)]
    >>> [closed_hand(replay, line) for line in corrections]
    [1, 0]
    """
    if line["type"] not in corrections.REVISING:
        return 0
    is_insertion = line["type"] == "insert"
    number = line["before"] if is_insertion else line["event"]
    events = replay.events
    numbers = [seq for seq, _event in events]
    # a line that was taken back has no position any more
    place = numbers.index(number) if number in numbers else sum(seq < number for seq in numbers)
    place = min(place, len(events) - 1)
    hands = list(accumulate(event["type"] == "hand" for _seq, event in events))
    opens_a_hand = events[place][1]["type"] == "hand"
    hand = max(hands[place] - (is_insertion and opens_a_hand), 1)
    is_over = hand < hands[-1] or (hand == hands[-1] and not replay.play.hand_is_open)
    return hand if is_over else 0
