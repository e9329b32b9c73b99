"""The referee at a live table: the findings, as openly as the table wants them, and the payments
that close the evening.

The game's opening line sets ``warnings``. An error in the record is reported at once, so that it
can be corrected. A breach in an undecided hand is reported at once (``open``), when a player asks
(``on_call``), or not at all (``silent``). A missed chance is never reported before the hand is
decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from referee.judging.corrections import REVISING
from referee.judging.findings import MISSED, RECORD, Finding
from referee.judging.replay import ReplayedLog, judge
from referee.judging.report import Report, who_pays_whom
from referee.wording.language import N_
from referee.wording.sentences import Sentence, SpellCard, letters

SILENT: Final = "silent"
ON_CALL: Final = "on_call"
OPEN: Final = "open"


class Notices:
    """The findings to report while a game is live, line by line.

    >>> replay = ReplayedLog()
    >>> notices = Notices(replay)
    >>> replay.feed({"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]})
    >>> replay.feed({"type": "draw", "player": "Ana", "card": "7h"})
    >>> [finding.message() for finding in notices.new()]
    ['The record has a draw before the first hand.']
    >>> notices.new()
    []
    """

    def __init__(self, replay: ReplayedLog) -> None:
        self._replay = replay
        self._read = 0
        self._hand = 0
        self._said: set[_Key] = set()

    def new(self) -> list[Finding]:
        """Return the new findings that may be reported now. Findings that the rest of the hand's
        record may still change (shown announcements, payments) wait until the next hand opens."""
        return self._say(final=False)

    def last(self) -> list[Finding]:
        """Return the new findings at the end of the record, including those that waited."""
        return self._say(final=True)

    def on_call(self) -> list[Finding]:
        """Return the findings for a player who asks, about the hand in play or the last one."""
        findings = dict(_numbered(said_now(self._replay, called=True)))
        self._said.update(findings)
        return list(findings.values())

    def _say(self, *, final: bool) -> list[Finding]:
        play, lines = self._replay.play, self._replay.lines
        fresh, self._read = lines[self._read :], len(lines)
        if any(line["type"] in REVISING for line in fresh):
            # findings removed by a correction are new if they return
            self._hand = 0
            self._said &= {key for key, _ in _numbered(play.found(0, final=True))}
        found = _numbered(play.found(self._hand, final=final))
        now = {
            key: finding
            for key, finding in found
            if key not in self._said
            and may_be_said(self._replay, finding.kind, finding.hand, called=False)
        }
        self._said.update(now)
        self._hand = play.hand_number
        return list(now.values())


def said_now(replay: ReplayedLog, *, called: bool) -> list[Finding]:
    """Return all findings about the current or last hand that may be reported now, old and new;
    with ``called`` (a player asks) also those that the rest of the record may still change."""
    play = replay.play
    return [
        finding
        for finding in play.found(play.hand_number, final=called)
        if finding.hand == play.hand_number
        and may_be_said(replay, finding.kind, finding.hand, called=called)
    ]


def may_be_said(replay: ReplayedLog, kind: str, hand: int, *, called: bool) -> bool:
    """Return whether such a finding may be reported now, or when a player has ``called``."""
    play = replay.play
    if kind == RECORD or not play.hand_is_open or hand != play.hand_number:
        return True
    loudness = replay.opening.get("warnings", ON_CALL)
    return kind != MISSED and (loudness == OPEN or (called and loudness != SILENT))


def forgives_nothing(replay: ReplayedLog, event: int) -> bool:
    """Return whether a pardon at an event has nothing to forgive, as far as may be said now."""
    play = replay.play
    if replay.opening.get("warnings") == SILENT and play.hand_is_open:
        return False
    found = replay.report()["findings"]
    return not any(finding["event"] == event and finding["status"] is not None for finding in found)


def report_now(replay: ReplayedLog, spell: SpellCard = letters) -> Report:
    """Return the report with what a player who asks now may know."""
    report = replay.report(spell)
    kinds = {rule.id: rule.kind for rule in replay.rulebook.rules}

    def sayable(every: Sequence[Any]) -> list[Any]:
        kind_of = [(entry, entry.get("kind") or kinds[entry.rule]) for entry in every]
        return [
            entry for entry, kind in kind_of if may_be_said(replay, kind, entry.hand, called=True)
        ]

    more = {"findings": sayable(report.findings), "undecided": sayable(report.undecided)}
    return Report(report | more)


_Key = tuple[int, str, str | None, int]


def _numbered(found: Iterable[Finding]) -> Iterator[tuple[_Key, Finding]]:
    """Yield findings with a key: rule, player, event, and a number if several are alike."""
    alike: Counter[tuple[int, str, str | None]] = Counter()
    for finding in found:
        which = (finding.event, finding.rule, finding.player)
        yield (*which, alike[which]), finding
        alike[which] += 1


def closing_payments(report: Report) -> list[dict[str, Any]]:
    """Return the events that record the remaining debts as paid."""
    return [{"type": "payment", **transfer.to_dict()} for transfer in who_pays_whom(report)]


def why_not_settled(replay: ReplayedLog, payments: Sequence[dict[str, Any]]) -> Sentence | None:
    """Return why these payments do not close the evening now, and what to do; None if they do."""
    if replay.play.hand_is_open:
        return Sentence(N_("A hand is not over. End it first, and then settle."), {})
    if judge([*replay.lines, *payments])["account"]["still_owed"]:
        text = N_("Payments cannot follow the last line. Correct it first, and then settle.")
        return Sentence(text, {})
    return None
