"""Corrections of earlier lines on the pad, and the lines of one tap for the keys *Undo* and *Redo*.

A correction is built up in the address of its page. Nothing is written until its scribe has read
it, and nothing is erased. Undo records for each line of a tap that it never happened; redo takes
those corrections back.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import Final

from referee_schemas.reading import read_event
from referee_schemas.typed import as_it_should_read, typed
from werkzeug.datastructures import MultiDict

from referee.cards.melds import as_laid
from referee.judging import corrections
from referee.judging.corrections import Event
from referee.judging.replay import ReplayedLog
from referee.notation.reader import LineReader
from referee.web.event_forms import EventForms, FormField, cards_in, lie_in_order
from referee.web.labels import acts
from referee.web.pad import plain_acts
from referee.wording.language import N_

REDONE: Final = N_("it did happen")  # the reason recorded when a correction is taken back


def undone_next(replay: ReplayedLog) -> dict[int, Event]:
    """Return the lines of the next tap to undo, by their numbers; none on the opening line."""
    last = corrections.last_standing(replay.events)
    if last == 1:
        return {}
    tap = _of_one_tap(replay.lines, last)
    standing = corrections.standing_from(replay.events, tap[0])
    return {number: standing[number] for number in tap if number in standing}


def redone_next(lines: Sequence[Event]) -> dict[int, Event]:
    """Return the lines that the next redo brings back, by the numbers of the corrections to take
    back; none if something else was written since.

    >>> undo = {"type": "correct", "event": 2, "with": None, "why": "undone"}
    >>> redo = {"type": "correct", "event": 3, "with": None, "why": "it did happen"}
    >>> lines = [{"type": "game"}, {"type": "end"}, undo, redo]
    >>> redone_next(lines[:3]), redone_next(lines), redone_next([*lines, undo])
    ({3: {'type': 'end'}}, {}, {5: {'type': 'end'}})
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
            return {number: lines[lines[number - 1]["event"] - 1] for number in tap}
        last = tap[0] - 1
    return {}


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


WAYS: Final = frozenset({"other", "forgotten", "never", "line", "fields", "insert"})
"""The ways to correct a line: another card or player; something is missing before it; it never
happened; a new text, typed as a line or field by field; a typed line is missing before it."""


class Fix:
    """A correction of line ``seq`` so far, as in the address of its page; the last value of a field
    counts, because it comes from the key that was tapped.

    ``event`` is the event of the line now. ``keys`` is the field that card keys fill, ``card`` or
    ``cards``; empty if the page has no card keys.
    """

    def __init__(
        self, replay: ReplayedLog, seq: int, address: MultiDict[str, str], asker: EventForms
    ) -> None:
        self.seq = seq
        self._address, self._asker = address, asker
        self._line = replay.lines[seq - 1]
        reads = [event for number, event in replay.events if number == seq]
        self.stands = bool(reads)
        self.event = corrections.without_line(next(iter(reads), self._line))
        self.way = address.get("do", "")
        if self.way not in WAYS:
            self.way = "other"
        self.act, self.keys = self.event["type"], ""
        self.player = (address.getlist("player") or [self.event.get("player", "")])[-1]
        if self.way == "forgotten":
            fields = dict(plain_acts(asker.rulebook))
            act = (address.getlist("type") or [""])[-1]
            self.act = act if act in fields else next(iter(fields))
            self.keys = fields[self.act]
            if self.player not in asker.seated:
                self.player = asker.seated[0]
        elif self.way == "other" and self.act in acts(asker.rulebook):
            cards = () if lie_in_order(asker.rulebook, self.act) else ("card", "cards")
            self.keys = next((name for name in cards if name in self.event), "")
        before = self.event.get(self.keys, ()) if self.way == "other" else ()
        self._before = (before,) if isinstance(before, str) else tuple(before)
        self.cards = self._tapped()

    def _tapped(self) -> tuple[str, ...]:
        """Return the cards after the tap, which replaces a single one; others come or go."""
        address, tap = self._address, self._address.get("tap", "")
        if not self.keys:
            return ()
        if tap and self.keys == "card":
            return (tap,)
        cards = cards_in(address["cards"]) if "cards" in address else list(self._before)
        if tap in cards:
            cards.remove(tap)
        elif tap:
            cards.append(tap)
        return tuple(cards[:1] if self.keys == "card" else cards)

    @property
    def questions(self) -> list[FormField]:
        """The fields of the event, with the values in the address."""
        act = self.event["type"]
        if act not in acts(self._asker.rulebook):
            return []
        typed_anew = self.way == "fields" and "type" in self._address
        given = self._asker.answered(self._address) if typed_anew else self.event
        return self._asker.questions(act, given)

    def lines(self, sheet: LineReader) -> list[Event]:
        """Return the lines that it would write; none if it changes nothing. Raises Unreadable."""
        return [read_event(json.dumps(line)) for line in self._lines(sheet)]

    def _lines(self, sheet: LineReader) -> list[Event]:
        seq, why, text = self.seq, self._address.get("why", ""), self._address.get("line")
        correct = partial(corrections.correction, seq, self._line, why=why)
        if self.way == "never":
            return [correct(None)]
        if self.way == "line" and text is not None:
            return [correct(as_it_should_read(text, seq, sheet))]
        if self.way == "insert" and text is not None:
            forgotten = typed(f"insert before #{seq}: {text}", sheet)
            return [{**event, "why": event["why"] or why} for event in forgotten]
        if self.way == "fields" and "type" in self._address:
            return [correct(self._asker.answered(self._address))]
        if self.way == "forgotten" and (self.cards or not self.keys):
            event = self._filled({"type": self.act, "player": self.player})
            return [corrections.insertion(seq, event, why)]
        if self.way != "other" or (self.keys and not self.cards):
            return []
        now = {**self.event, "player": self.player} if self.player else self.event
        now = self._filled(now) if self.cards != self._before else now
        return [correct(now)] if now != self.event else []

    def _filled(self, event: Event) -> Event:
        if not self.keys:
            return event
        return {**event, self.keys: self.cards[0] if self.keys == "card" else as_laid(self.cards)}


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
    numbers = [seq for seq, _event in replay.events]
    # a line that was taken back has no position any more
    place = numbers.index(number) if number in numbers else sum(seq < number for seq in numbers)
    opens_a_hand = [event["type"] == "hand" for _seq, event in replay.events]
    hand = max(sum(opens_a_hand[: place if is_insertion else place + 1]), 1)
    is_over = hand <= sum(opens_a_hand) - replay.play.hand_is_open
    return hand if is_over else 0
