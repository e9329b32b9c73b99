"""Who may see what of a game that is being played.

A viewer gets the record without the cards that he may not know, and everything that he is shown
(the table, the replay, the report, a ruling) is made from that record: what it does not say cannot
be told to him in any way. Which cards those are the rulebook says (``Rulebook.open_fields``); a
hand's cards open when it is settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.corrections import REVISING, Event, Numbered
from referee.replay import Replay
from referee.rulebooks import find
from referee.rulebooks.base import Rulebook

HELD_BACK: Final = "…"
"""Stands where somebody wrote a text that not everybody may read yet."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a game: a player of this name, or nobody in particular; ``everything``
    is for who wrote it down."""

    player: str | None = None
    everything: bool = False


ANYBODY: Final = Viewer()
SCRIBE: Final = Viewer(everything=True)


class Sight:
    """One viewer's record of a game, kept up while the game goes on.

    ``replay`` is the game as this viewer may know it.

    >>> lines = [
    ...     {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
    ...     {"type": "hand", "dealer": "Beto", "bet": 5},
    ...     {"type": "deal", "hands": {"Ana": 9, "Beto": 9}},
    ...     {"type": "cambio", "player": "Ana", "card": "7h"},
    ... ]
    >>> sight = Sight(ANYBODY)
    >>> sight.take(lines, settled=False)
    >>> sight.replay.lines[-1]
    {'type': 'cambio', 'player': 'Ana', 'card': '??'}
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.replay = Replay()
        self._in_public = _InPublic()

    def take(self, lines: Sequence[Event], *, settled: bool) -> None:
        """Take over all lines of the game; ``settled`` tells that by them no hand is in play.

        A hand counts as settled when it is so by what everybody may know, too.
        """
        if self.viewer.everything:
            self._show(lines)
            return
        rulebook = find(lines[0]["game"])
        for line in lines[len(self._in_public.lines) :]:
            self._in_public.feed(masked(line, rulebook, ANYBODY))
        self._show(
            [
                line if opened else masked(line, rulebook, self.viewer)
                for line, opened in zip(lines, self._opened(lines, settled, rulebook), strict=True)
            ]
        )

    def _opened(self, lines: Sequence[Event], settled: bool, rulebook: Rulebook) -> Iterable[bool]:
        """For each line whether everybody may read it whole."""
        public = self._in_public
        in_play = public.play.hand_is_open or not settled
        first, of_the_hand = public.first_unsettled(), public.first_of_the_last_hand()
        for seq, line in enumerate(lines, 1):
            if seq >= of_the_hand and in_play:
                yield False
            else:
                yield seq < first or not _deals_anew(line, first, rulebook)

    def _show(self, lines: Sequence[Event]) -> None:
        shown = self.replay.lines
        if shown != lines[: len(shown)]:
            self.replay = Replay()
            shown = []
        self.replay.feed_all(lines[len(shown) :])


class _InPublic(Replay):
    """The game as everybody may know it, with the places at which its hands were settled."""

    def __init__(self) -> None:
        super().__init__()
        self._settled: list[int] = []

    def _step(self, numbered: Numbered) -> None:
        at = len(self._events)
        while self._settled and self._settled[-1] >= at:
            self._settled.pop()
        was_open = at > 1 and self.play.hand_is_open
        super()._step(numbered)
        if was_open and (not self.play.hand_is_open or numbered[1]["type"] == "hand"):
            self._settled.append(at)

    def first_of_the_last_hand(self) -> int:
        """The number of the first line that is about the last hand."""
        opened_at = self._marks[-1][0] if self._marks else 0
        return min(seq for seq, _ in self._events[opened_at:])

    def first_unsettled(self) -> int:
        """The number of the first line behind those of the hands that are settled, taken back
        lines among them."""
        settled = self._events[: self._settled[-1]] if self._settled else []
        return 1 + max(
            (seq for seq, _ in settled if self.lines[seq - 1]["type"] != "insert"), default=0
        )


def _deals_anew(line: Event, first: int, rulebook: Rulebook) -> bool:
    """Whether a line behind the last settled hand brings hidden cards that are not of that hand: a
    hand whose beginning nobody wrote down."""
    if line["type"] == "correct":
        return bool(line["event"] >= first) and _hides(line["with"], rulebook)
    if line["type"] == "insert":
        return bool(line["before"] >= first) and _hides(line["event"], rulebook)
    return _hides(line, rulebook)


def _hides(event: Event | None, rulebook: Rulebook) -> bool:
    if event is None:
        return False
    if event["type"] in REVISING:
        return _hides(event["with" if event["type"] == "correct" else "event"], rulebook)
    return event["type"] in rulebook.secrets


def masked(line: Event, rulebook: Rulebook, viewer: Viewer) -> dict[str, Any]:
    """A line with nothing in it that this viewer may not know while its hand is in play.

    >>> from referee.rulebooks import find
    >>> deal = {"type": "deal", "hands": {"Ana": ["7h", "??"], "Beto": 9}, "note": "Ana: 7h"}
    >>> masked(deal, find("desmoche"), ANYBODY)
    {'type': 'deal', 'hands': {'Ana': 2, 'Beto': 9}}
    >>> masked(deal, find("desmoche"), Viewer("ana"))["hands"]
    {'Ana': ['7h', '??'], 'Beto': 9}
    """
    kind = line["type"]
    if kind in REVISING:
        return _masked_revision(line, rulebook, viewer)
    fields = rulebook.open_fields.get(kind, frozenset()) | OF_EVERY_LINE
    told = {name: value for name, value in line.items() if name in fields}
    if kind in rulebook.secrets:
        told |= rulebook.secrets[kind](line, viewer.player)
    if kind == "note":
        told["note"] = HELD_BACK
    return told


OF_EVERY_LINE: Final = frozenset({"type", "at", "scribe", "seq"})
"""What everybody may know of every line."""


def _masked_revision(line: Event, rulebook: Rulebook, viewer: Viewer) -> dict[str, Any]:
    told = {name: line[name] for name in line if name in OF_EVERY_LINE | {"before"}}
    held: Mapping[str, Any] = {
        name: masked(event, rulebook, viewer)
        for name in ("with", "event")
        if isinstance(event := line.get(name), Mapping)
    }
    plain = {name: line[name] for name in ("event", "with") if name in line and name not in held}
    return {**told, **plain, **held, "why": HELD_BACK}
