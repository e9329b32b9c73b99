"""The parts of a game that each viewer may see while it is being played.

A viewer gets the record without the cards that they may not know. Everything shown to them (the
table, the replay, the report, a ruling) is made from that record, so that it cannot reveal more.
The rulebook decides which cards those are (``Rulebook.secrecy``); a hand's cards are revealed when
it is settled.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from referee.judging.corrections import REVISING, Event, Numbered
from referee.judging.registry import find
from referee.judging.replay import ReplayedLog
from referee.judging.rulebook import Rulebook

HELD_BACK: Final = "…"
"""Replaces a text that may not be public yet."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a game: a player, the public (None), or the scribe with ``everything``."""

    player: str | None = None
    everything: bool = False


ANYBODY: Final = Viewer()
SCRIBE: Final = Viewer(everything=True)


def at_once(_won_by: int) -> bool:
    """Open a hand as soon as it is won."""
    return True


class Sight:
    """One viewer's record of a game, updated while the game goes on.

    ``replay`` is the game as this viewer may know it, ``in_public`` as the public may.

    >>> lines = [
    ...     {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
    ...     {"type": "hand", "dealer": "Beto", "bet": 5},
    ...     {"type": "deal", "hands": {"Ana": 9, "Beto": 9}},
    ...     {"type": "cambio", "player": "Ana", "card": "7h"},
    ... ]
    >>> sight = Sight(ANYBODY)
    >>> sight.take(lines)
    >>> sight.replay.lines[-1]
    {'type': 'cambio', 'player': 'Ana', 'card': '??'}
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.replay = ReplayedLog()
        self.in_public = _InPublic()
        self._hidden = 1
        """The number of the first line that is not shown in full."""

    def take(self, lines: Sequence[Event], opens: Callable[[int], bool] = at_once) -> None:
        """Replace the lines of the game. ``opens`` returns whether a hand that was won with the
        line of this number, by visible cards, may be revealed already."""
        if self.viewer.everything:
            self._show(lines, len(lines) + 1)
            return
        rulebook = find(lines[0]["game"])
        for line in lines[len(self.in_public.lines) :]:
            self.in_public.feed(masked(line, rulebook, ANYBODY))
        self._show(lines, self.in_public.first_hidden(rulebook, opens), rulebook)

    def _show(self, lines: Sequence[Event], hidden: int, rulebook: Rulebook | None = None) -> None:
        """Show the lines before number ``hidden`` in full, and masks of the others."""
        shown, same = self.replay.lines, min(hidden, self._hidden) - 1
        fresh = [*lines[same : hidden - 1]]
        if rulebook is not None:
            fresh += (masked(line, rulebook, self.viewer) for line in lines[hidden - 1 :])
        pairs = zip(shown[same:], fresh, strict=False)
        known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._hidden = hidden
        self.replay.go_back(same + known)
        self.replay.feed_all(fresh[known:])


class _InPublic(ReplayedLog):
    """The game as the public may know it, with the points at which its hands were settled.

    A hand is settled when it is won with visible cards, when a line closes it (its end, a payment),
    or when the next one begins. If it ends by a claim about hidden cards, or by an offence that may
    be forgiven, it waits for such a line, whatever the hidden cards are.
    """

    def __init__(self) -> None:
        super().__init__()
        self._settled: list[tuple[int, int]] = []
        """The number of events of each settled hand and those before it, and of its last line."""
        self._begun: list[int] = []
        """The number of events before the opening of each hand."""

    def _play_on(self, numbered: Iterable[Numbered], behind: int) -> None:
        for at, line in enumerate(numbered, behind + 1):
            kind = line[1]["type"]
            while self._settled and self._settled[-1][0] >= at:
                self._settled.pop()
            while self._begun and self._begun[-1] >= at - 1:
                self._begun.pop()
            super()._play_on([line], at - 1)
            if kind == "hand":
                self._begun.append(at - 1)
                if not self._is_settled(before=1):
                    self._settle(at - 1)
            elif not self._is_settled() and not self.play.hand_is_open:
                closes = kind in find(self.opening["game"]).secrecy.closing
                if closes or self.play.decided_in_the_open:
                    self._settle(at)

    def _settle(self, events: int) -> None:
        """Note that the hands up to this event are settled."""
        since, last = self._settled[-1] if self._settled else (0, 0)
        fresh = (seq for seq, _ in self.events[since:events])
        written = (seq for seq in fresh if self.lines[seq - 1]["type"] not in REVISING)
        self._settled.append((events, max([last, *written])))

    def _is_settled(self, before: int = 0) -> bool:
        """Return whether the last hand is settled, or one before it; true if there is none."""
        if len(self._begun) <= before:
            return True
        return bool(self._settled) and self._settled[-1][0] > self._begun[-1 - before]

    @property
    def won_by(self) -> int | None:
        """The number of the line that won the last hand with visible cards, while only that line
        reveals it: no line has closed it, and no other hand has begun."""
        if not self.lines or not self._is_settled() or not self._settled:
            return None
        closing = find(self.opening["game"]).secrecy.closing
        since = self.events[self._settled[-1][0] - 1 :]
        return None if any(event["type"] in closing for _, event in since) else since[0][0]

    def first_hidden(self, rulebook: Rulebook, opens: Callable[[int], bool]) -> int:
        """Return the number of the first line that is not public in full."""
        won_by = self.won_by
        waiting = [] if won_by is None or opens(won_by) else [self._settled.pop()]
        # lines that were taken back belong to the settled hands
        first = 1 + (self._settled[-1][1] if self._settled else 0)
        rest = len(self.lines) + 1
        if not self._is_settled():
            rest = min(seq for seq, _ in self.events[self._begun[-1] :])
        numbers = range(first, rest)
        begun = (n for n in numbers if self._begins_a_hand(self.lines[n - 1], first, rulebook))
        hidden = next(begun, rest)
        self._settled += waiting
        return hidden

    def _begins_a_hand(self, line: Event | None, first: int, rulebook: Rulebook) -> bool:
        """Return whether a line after the last settled hand shows that another one was begun."""
        if line is None:
            return False
        if line["type"] == "correct":
            return line["event"] >= first and self._begins_a_hand(line["with"], first, rulebook)
        if line["type"] == "insert":
            return line["before"] >= first and self._begins_a_hand(line["event"], first, rulebook)
        kind, secrecy = line["type"], rulebook.secrecy
        return kind in secrecy.beginning or (not self._settled and kind in secrecy.secrets)


def masked(line: Event, rulebook: Rulebook, viewer: Viewer) -> dict[str, Any]:
    """Return a line without anything that this viewer may not know while its hand is in play.

    >>> from referee.judging.registry import find
    >>> deal = {"type": "deal", "hands": {"Ana": ["7h", "??"], "Beto": 9}, "note": "Ana: 7h"}
    >>> masked(deal, find("desmoche"), ANYBODY)
    {'type': 'deal', 'hands': {'Ana': 2, 'Beto': 9}}
    >>> masked(deal, find("desmoche"), Viewer("ana"))["hands"]
    {'Ana': ['7h', '??'], 'Beto': 9}
    """
    kind, secrecy = line["type"], rulebook.secrecy
    if kind in REVISING:
        return _masked_revision(line, rulebook, viewer)
    fields = secrecy.open_fields.get(kind, frozenset()) | OF_EVERY_LINE
    shown = {name: value for name, value in line.items() if name in fields}
    if kind in secrecy.secrets:
        shown |= secrecy.secrets[kind](line, viewer.player)
    if kind == "note":
        shown["note"] = HELD_BACK
    return shown


OF_EVERY_LINE: Final = frozenset({"type", "at", "scribe", "seq"})
"""Fields of every line that are public."""


def _masked_revision(line: Event, rulebook: Rulebook, viewer: Viewer) -> dict[str, Any]:
    shown = {
        name: masked(value, rulebook, viewer) if isinstance(value, dict) else value
        for name, value in line.items()
        if name in OF_EVERY_LINE | {"before", "event", "with"}
    }
    return {**shown, "why": HELD_BACK}
