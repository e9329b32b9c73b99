"""The replay: a log's events, one after another, onto a table.

The state after n + 1 events comes from the state after n, in a time that does not grow with n. A
correction takes the table back to the hand that it changes and replays from there. Nothing here
reads a file or a clock, and nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from operator import itemgetter
from typing import Any, Final, Protocol

from referee.judging.corrections import (
    REVISING,
    Event,
    Numbered,
    as_they_should_read,
    same_until,
)
from referee.judging.expectation import Expectation
from referee.judging.facts import Fact
from referee.judging.findings import Finding, Undecided
from referee.judging.registry import INSTALLED, Games
from referee.judging.report import Report
from referee.judging.rulebook import House, Milestone, Rulebook
from referee.wording.sentences import SpellCard, letters

_type_of: Final = itemgetter("type")


class Play(Protocol):
    """A game being judged: what every rulebook gives to the replay."""

    def step(self, seq: int, event: Event) -> None:
        """Judge one event, and let it happen."""

    def play_on(self, events: Iterable[Numbered]) -> None:
        """Judge these events one after another, and let each of them happen."""

    @property
    def snapshots(self) -> Sequence[Any]:
        """Return what is needed to come back to the moments before each ``hand`` event so far."""

    def snapshot(self) -> Any:
        """Return what is needed to come back to this moment; taken where a new hand begins."""

    def restore(self, snapshot: Any) -> None:
        """Go back to the moment of a snapshot."""

    def report(self, events: int, spell: SpellCard) -> Report:
        """The report (see ``report.md``) after a log of that many lines."""

    def standing(self) -> Report:
        """The part of the report that says how everybody stands."""

    def view(self) -> dict[str, Any]:
        """Return what lies on the table now, as plain data: everything, hidden cards as far as
        known."""

    def expected(self) -> list[Expectation]:
        """Return what may come next, and who may do it: rights only, never what would help a
        player."""

    def found(self, since: int, *, final: bool) -> list[Finding]:
        """The findings about the hands from this number on (0: all); ``final`` as if the record
        ended here, else without those that the rest of the hand's record may still change."""

    def status(self, finding: Finding) -> str | None:
        """Return what became of a finding: open, forgiven or enforced; None where nobody can
        forgive it."""

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, or of the last one; 0 before the first."""

    @property
    def round(self) -> int:
        """The number of the last round that was begun, without hands that did not count; 0 before
        the first."""

    @property
    def hand_is_open(self) -> bool:
        """Return whether there is a hand in play that is not decided."""

    @property
    def decided_in_the_open(self) -> bool:
        """Return whether the last hand was decided by cards that lie open on the table."""

    def knowledge(self, past: Sequence[Numbered], later: Sequence[Numbered]) -> Sequence[Any]:
        """Return what the record proves about every hand after these events, with what followed."""

    def possible_deal(
        self, past: Sequence[Numbered], later: Sequence[Numbered], where: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """One deal that fits the record, with these cards where they are asked to be."""

    def undecided(self) -> list[Undecided]:
        """Return what the record leaves open."""

    def situation(self, event: Event) -> list[Fact]:
        """How the table stands before an event, as far as such events are judged by it."""

    def deciding_facts(self, event: Event, rule: str) -> list[Fact]:
        """How the table stands before an event, as far as the verdict of this rule turns on it."""

    def why_in_order(self, event: Event) -> list[Fact]:
        """Why an event was in order that nothing speaks against, where the game can say so."""

    def unasked(self, event: Event) -> list[str]:
        """Return the rules that cannot be asked about an event, as they rest on something open."""

    def milestones(self) -> list[Milestone]:
        """The events that people look for when they go through the evening, in their order."""

    @property
    def house(self) -> House:
        """The house rules in force."""


class Replay:
    """One log under judgement: by the rulebook that it names among ``games``, ``without`` the rules
    of these ids.

    >>> replay = Replay()
    >>> replay.feed({"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]})
    >>> replay.feed({"type": "hand", "dealer": "Beto", "bet": 5})
    >>> replay.report()["hands"][0]["outcome"]["kind"]
    'open'
    """

    def __init__(self, without: Iterable[str] = (), games: Games = INSTALLED) -> None:
        self.lines: list[Event] = []
        self._without = tuple(without)
        self._games = games
        self._numbered: list[Numbered] = []
        self._read = self._added = 0
        """How many lines are numbered, since nobody asks for the events of most logs; and how many
        more events they come to."""
        self._play: Play | None = None

    @property
    def play(self) -> Play:
        """The game as it stands after the events so far."""
        if self._play is None:
            raise ValueError("a log begins with its game event")
        return self._play

    @property
    def opening(self) -> Event:
        """The game event, as it should read."""
        if not self.lines:
            raise ValueError("a log begins with its game event")
        return self.events[0][1]

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that the log names, with all its rules."""
        return self._games.find(self.opening["game"])

    @property
    def events(self) -> Sequence[Numbered]:
        """The events as they should read, in the order in which they happened."""
        return self._events_of(len(self.lines))

    def _events_of(self, lines: int) -> Sequence[Numbered]:
        """The events that so many lines come to. None behind those that are numbered already
        corrects another."""
        read = self._read
        if lines > read:
            # two threads that ask at once write the same
            self._numbered[read + self._added :] = enumerate(self.lines[read:lines], read + 1)
            self._read = lines
        return self._numbered

    def feed(self, event: Event) -> None:
        """Take the next line of the log."""
        self.feed_all((event,))

    def feed_all(self, events: Iterable[Event]) -> None:
        """Take many lines at once; the same as feeding them one by one."""
        fresh, known = list(events), len(self.lines)
        before = self._events_of(known)
        self.lines += fresh
        if REVISING.isdisjoint(map(_type_of, fresh)):
            self._play_on(enumerate(fresh, known + 1), len(before))
        else:
            # nothing is judged twice: the lines are put right first
            self._revise(before)

    def report(self, spell: SpellCard = letters) -> Report:
        """The report of the log so far; ``spell`` writes the cards in messages."""
        return self.play.report(len(self.lines), spell)

    def standing(self) -> Report:
        """Return the part of the report that says how everybody stands: ``game``, ``players``,
        ``totals`` and, if the game counts points, ``scores``. It takes no longer after many
        hands.

        >>> replay = Replay()
        >>> replay.feed({"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]})
        >>> replay.standing()["totals"]
        {'Ana': 0, 'Beto': 0}
        """
        return self.play.standing()

    def go_back(self, lines: int) -> None:
        """Forget the lines behind so many."""
        before, forgotten = self.events, self.lines[lines:]
        if not forgotten:
            return
        del self.lines[lines:]
        if REVISING.isdisjoint(map(_type_of, forgotten)):
            # the last events are those of the last lines
            start = len(before) - len(forgotten)
            back = self._back_before(before, start)
            del self._numbered[start:]
            self._read = lines
            self._play_on(self._numbered[back:], back)
        else:
            self._revise(before)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table after the events so far, as plain data."""
        return self.play.view()

    def expected(self) -> list[Expectation]:
        """Return what may come next after the events so far, and who may do it.

        >>> replay = Replay()
        >>> replay.feed({"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]})
        >>> replay.feed({"type": "hand", "dealer": "Beto", "bet": 5})
        >>> [each.message() for each in replay.expected() if each.required]
        ['Beto deals nine cards to each.']
        """
        return self.play.expected()

    def knowledge(self, at: int | None = None) -> Sequence[Any]:
        """Return what the whole record proves about every player's hand as it was after the event
        of this number, or after the last one; nothing where no hand was being played."""
        return self.play.knowledge(*self._parted(at))

    def possible_deal(
        self, at: int | None = None, where: Mapping[str, str] | None = None
    ) -> dict[str, Any] | None:
        """One deal that fits the whole record, as it lay after that event; ``where`` asks that a
        card be in a player's hand (their name), in the ``deck``, or not there (``not Ana``)."""
        return self.play.possible_deal(*self._parted(at), where or {})

    def _parted(self, at: int | None) -> tuple[Sequence[Numbered], Sequence[Numbered]]:
        """The events up to that of this number, and those behind it."""
        events, order = self.events, [seq for seq, _ in self.events]
        if at is None:
            return events, []
        if at in order:
            place = order.index(at) + 1
            return events[:place], events[place:]
        return [one for one in events if one[0] <= at], [one for one in events if one[0] > at]

    def _play_on(self, numbered: Iterable[Numbered], behind: int) -> None:
        """Let these events happen ``behind`` so many others, one after another."""
        coming = iter(numbered)
        if not behind:
            opening = next(coming, None)
            if opening is None:
                return
            self._play = self._laid(opening[1])
        self.play.play_on(coming)

    def otherwise(self, events: Sequence[Numbered]) -> Play:
        """Return the table as these events would leave it, which begin like those of the log. The
        hands at the beginning that are the same are not judged again, and the table of the log
        stays as it is.

        >>> log = [{"type": "game", "game": "golf", "players": ["Ana", "Beto"]},
        ...        {"type": "hand", "dealer": "Beto"}]
        >>> replay = replayed(log)
        >>> replay.otherwise(replay.events[:1]).hand_number, replay.play.hand_number
        (0, 1)
        """
        before = self.events
        start, moment = self._hand_of(before, min(same_until(before, events), len(before) - 1))
        if moment is None:
            start, play = 1, self._laid(events[0][1])
        else:
            play = copy(self.play)
            play.restore(moment)
        play.play_on(events[start:])
        return play

    def _laid(self, event: Event) -> Play:
        """Return the table that the first event asks for."""
        rulebook = self._games.find(event["game"]).without(*self._without)
        play: Play = rulebook.lay_table(rulebook, event)
        return play

    def _revise(self, before: Sequence[Numbered]) -> None:
        """Play on with all lines, where the new ones correct some of those that came to what was
        ``before``."""
        after = as_they_should_read(self.lines)
        start = same_until(before, after)
        if start < len(before):
            start = self._back_before(before, start)
        self._numbered, self._read = after, len(self.lines)
        self._added = len(after) - self._read
        self._play_on(after[start:], start)

    def _back_before(self, events: Sequence[Numbered], changed: int) -> int:
        """Go back to before the hand that the event at this place belongs to; the place of the
        event that opens it, or 0 where that is no hand."""
        start, moment = self._hand_of(events, changed)
        if moment is not None:
            self.play.restore(moment)
        return start

    def _hand_of(self, events: Sequence[Numbered], place: int) -> tuple[int, Any]:
        """Return the place of the event that opens the hand to which the event at this place
        belongs, and the moment before it; 0 and None where that is no hand."""
        later = sum(event["type"] == "hand" for _, event in events[place + 1 :])
        begun = len(self.play.snapshots) - later
        if not begun:
            return 0, None
        start = next(at for at in range(place, -1, -1) if events[at][1]["type"] == "hand")
        return start, self.play.snapshots[begun - 1]


def judge(
    events: Iterable[Event],
    without: Iterable[str] = (),
    spell: SpellCard = letters,
    games: Games = INSTALLED,
) -> Report:
    """The report of a whole log; ``without`` switches rules off by their ids, ``spell`` writes the
    cards in messages, ``games`` has the rulebook that the log names.

    >>> report = judge([{"type": "game", "game": "conquien", "players": ["Ana", "Beto"]}])
    >>> report["totals"], report["house"]["side_games"]
    ({'Ana': 0, 'Beto': 0}, ['oro'])
    """
    return replayed(events, without, games).report(spell)


def replayed(
    events: Iterable[Event], without: Iterable[str] = (), games: Games = INSTALLED
) -> Replay:
    """The table after a whole log; ``without`` and ``games`` as for `judge`."""
    replay = Replay(without, games)
    replay.feed_all(events)
    return replay
