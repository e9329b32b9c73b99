"""The replay: a log's events, applied one after another to a table.

The state after n + 1 events comes from the state after n, in a time independent of n. A correction
restores the table before the changed hand and replays from there. This module reads no file or
clock, and knows no rule.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from operator import itemgetter
from typing import Any, Final, Protocol

from referee.judging.corrections import REVISING, Event, Numbered, as_they_should_read, same_until
from referee.judging.findings import Expectation, Fact, Finding, Undecided
from referee.judging.registry import find
from referee.judging.report import Report
from referee.judging.rulebook import House, Milestone, Rulebook
from referee.wording.sentences import SpellCard, letters

_type_of: Final = itemgetter("type")


Pot = tuple[int, str]
"""A pot of the evening: the number of the hand, and the pot's name in it."""


class Play(Protocol):
    """A game being judged, as implemented by `referee.answers.witness.Witness`."""

    play_on: Callable[[Iterable[Numbered]], None]
    snapshots: Sequence[Any]
    """The snapshots of the moments before each ``hand`` event so far."""
    restore: Callable[[Any], None]
    report: Callable[[int, SpellCard], Report]
    standing: Callable[[], Report]
    view: Callable[[], dict[str, Any]]
    expected: Callable[[], list[Expectation]]
    found: Callable[..., list[Finding]]
    status: Callable[[Finding], str | None]
    hand_number: int
    round: int
    hand_is_open: bool
    decided_in_the_open: bool
    house: House
    knowledge: Callable[[Sequence[Numbered], Sequence[Numbered]], Sequence[Any]]
    possible_deal: Callable[
        [Sequence[Numbered], Sequence[Numbered], Mapping[str, str]], dict[str, Any] | None
    ]
    undecided: Callable[[], list[Undecided]]
    deciding_facts: Callable[[Event, str], list[Fact]]
    why_in_order: Callable[[Event], list[Fact]]
    undecidable: Callable[[Event], list[str]]
    milestones: Callable[[], list[Milestone]]
    findings: list[Finding]
    """The findings so far, in the order in which they were made."""
    begins_afresh: Callable[[Event], bool]
    pots: Callable[[Any, int | None], Mapping[Pot, Callable[[], Hashable]]]


class ReplayedLog:
    """One log under judgement, by the rulebook that it names, ``without`` the rules of these ids.

    >>> replay = ReplayedLog()
    >>> replay.feed({"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]})
    >>> replay.feed({"type": "hand", "dealer": "Beto", "bet": 5})
    >>> replay.report()["hands"][0]["outcome"]["kind"]
    'open'
    """

    def __init__(self, without: Iterable[str] = ()) -> None:
        self.lines: list[Event] = []
        self.events: list[Numbered] = []
        """The events after corrections, in the order in which they happened."""
        self._without = tuple(without)
        self._play: Play | None = None

    @property
    def play(self) -> Play:
        """The game after the events so far."""
        if self._play is None:
            raise ValueError("a log begins with its game event")
        return self._play

    @property
    def opening(self) -> Event:
        """The game event after corrections."""
        if not self.lines:
            raise ValueError("a log begins with its game event")
        return self.events[0][1]

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that the log names, with all its rules."""
        return find(self.opening["game"])

    def feed(self, event: Event) -> None:
        """Add the next line of the log."""
        self.feed_all((event,))

    def feed_all(self, events: Iterable[Event]) -> None:
        """Add many lines at once; equivalent to feeding them one by one."""
        fresh, behind = list(events), len(self.events)
        numbered = list(enumerate(fresh, len(self.lines) + 1))
        self.lines += fresh
        if REVISING.isdisjoint(map(_type_of, fresh)):
            self.events += numbered
            self._play_on(numbered, behind)
        else:
            # apply corrections first, so that nothing is judged twice
            self._revise()

    def report(self, spell: SpellCard = letters) -> Report:
        """Return the report of the log so far; ``spell`` writes the cards in messages."""
        return self.play.report(len(self.lines), spell)

    def standing(self) -> Report:
        """Return the part of the report with the standings: ``game``, ``players``, ``totals`` and,
        if the game counts points, ``scores``. It takes constant time."""
        return self.play.standing()

    def go_back(self, lines: int) -> None:
        """Forget all lines after the first ``lines``."""
        if lines < len(self.lines):
            del self.lines[lines:]
            self._revise()

    def view(self) -> dict[str, Any]:
        """Return the table after the events so far as plain data."""
        return self.play.view()

    def expected(self) -> list[Expectation]:
        """Return the acts that may come next, and the players who may do them."""
        return self.play.expected()

    def knowledge(self, at: int | None = None) -> Sequence[Any]:
        """Return what the whole record proves about every player's hand after event ``at`` (by
        default the last); empty if no hand was being played."""
        return self.play.knowledge(*self._parted(at))

    def possible_deal(
        self, at: int | None = None, where: Mapping[str, str] | None = None
    ) -> dict[str, Any] | None:
        """Return a deal that fits the whole record, as it lay after event ``at``; ``where`` puts
        cards into a player's hand (their name), into the ``deck``, or elsewhere (``not Ana``)."""
        return self.play.possible_deal(*self._parted(at), where or {})

    def _parted(self, at: int | None) -> tuple[Sequence[Numbered], Sequence[Numbered]]:
        """Split the events into those up to event ``at`` and those after it."""
        events, order = self.events, [seq for seq, _ in self.events]
        if at is None:
            return events, []
        if at in order:
            place = order.index(at) + 1
            return events[:place], events[place:]
        before = [event for event in events if event[0] <= at]
        return before, [event for event in events if event[0] > at]

    def _play_on(self, numbered: Iterable[Numbered], behind: int) -> None:
        """Play these events after the first ``behind`` others."""
        coming = iter(numbered)
        if not behind:
            opening = next(coming, None)
            if opening is None:
                return
            self._play = self._laid(opening[1])
        self.play.play_on(coming)

    def otherwise(self, events: Sequence[Numbered]) -> Play:
        """Return the table after these events, which begin like those of the log. Unchanged hands
        at the beginning are not judged again, and the table of the log is not modified."""
        before = self.events
        start, hand = self._hand_of(before, min(same_until(before, events), len(before) - 1))
        play = self.before_hand(hand) if hand else self._laid(events[0][1])
        play.play_on(events[start or 1 :])
        return play

    def before_hand(self, number: int) -> Play:
        """Return a copy of the table before a hand, ready to play on."""
        play = copy(self.play)
        play.restore(self.play.snapshots[number - 1])
        return play

    def _laid(self, event: Event) -> Play:
        rulebook = find(event["game"]).without(*self._without)
        play: Play = rulebook.lay_table(rulebook, event)
        return play

    def _revise(self) -> None:
        """Apply the corrections in all lines to the events so far, and play on: from the table
        before the first changed hand."""
        before, self.events = self.events, as_they_should_read(self.lines)
        start = same_until(before, self.events)
        if start < len(before):
            start, hand = self._hand_of(before, start)
            if hand:
                self.play.restore(self.play.snapshots[hand - 1])
        self._play_on(self.events[start:], start)

    def _hand_of(self, events: Sequence[Numbered], place: int) -> tuple[int, int]:
        """Return the index of the opening of an event's hand, and its number, or 0 and 0."""
        later = sum(event["type"] == "hand" for _, event in events[place + 1 :])
        begun = len(self.play.snapshots) - later
        opened = (at for at in range(place, -1, -1) if events[at][1]["type"] == "hand")
        return (next(opened), begun) if begun else (0, 0)


def judge(
    events: Iterable[Event], without: Iterable[str] = (), spell: SpellCard = letters
) -> Report:
    """Return the report of a whole log; ``without`` switches rules off by their ids, ``spell``
    writes the cards in messages.

    >>> report = judge([{"type": "game", "game": "conquien", "players": ["Ana", "Beto"]}])
    >>> report["totals"], report["house"]["side_games"]
    ({'Ana': 0, 'Beto': 0}, ['oro'])
    """
    return replayed(events, without).report(spell)


def replayed(events: Iterable[Event], without: Iterable[str] = ()) -> ReplayedLog:
    """Return the replay of a whole log; ``without`` as for `judge`."""
    replay = ReplayedLog(without)
    replay.feed_all(events)
    return replay
