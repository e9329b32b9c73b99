"""The referee's answers to a question from the table, limited to what may be said at the moment.

The table has chosen how much the referee says about a hand in play (see ``referee.judging.live``).
A missed chance is never reported before the hand is decided. Nor may the answer reveal it
indirectly: an event that missed a chance is answered like one that missed none.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from referee.judging.corrections import REVISING, Event, Numbered, as_they_should_read
from referee.judging.findings import VIOLATION
from referee.judging.live import may_be_said
from referee.judging.replay import ReplayedLog
from referee.judging.report import Report, ReportedFinding
from referee.judging.rulebook import Rule
from referee.rulings.ask import OpenQuestion, open_questions
from referee.rulings.ruling import IN_ORDER, Asked, Ruling, asked_in, rule_on
from referee.rulings.whatif import Difference, NotPossible
from referee.wording.language import N_
from referee.wording.sentences import SpellCard, letters

AFTER_THE_HAND: Final = N_("The referee speaks about this only when the hand is decided.")
NOTHING_SO_FAR: Final = N_(
    "Nothing in the record is against it so far. The referee reports missed chances once the hand "
    "is decided. Choose a rule to read what it says about this event."
)


class InPlay(NamedTuple):
    """The rulings that may be shown now; if there are none, ``remark`` says why."""

    rulings: tuple[Ruling, ...]
    remark: str = ""


def answer(
    replay: ReplayedLog, asked: Asked, rule_id: str | None = None, spell: SpellCard = letters
) -> InPlay:
    """Return the answer to a question about an event. Raises NotPossible if there is no such event,
    or no such rule in this game."""
    found = rule_on(replay.lines, asked.event, rule_id, asked, spell)
    if asked.event not in _in_play(replay):
        return InPlay(tuple(found))
    shown = tuple(
        ruling for ruling in found if _may_be_shown(replay, ruling, named=rule_id is not None)
    )
    if shown:
        return InPlay(shown)
    hears = may_be_said(replay, VIOLATION, replay.play.hand_number, called=True)
    return InPlay((), NOTHING_SO_FAR if hears and rule_id is None else AFTER_THE_HAND)


def answers(replay: ReplayedLog, spell: SpellCard = letters) -> list[Ruling]:
    """Return the rulings on a game's disputes about events on record that may be shown now."""
    found: list[Ruling] = []
    for asked, rule_id in asked_in(replay.lines):
        with suppress(NotPossible):
            found += answer(replay, asked, rule_id, spell).rulings
    return found


def leaves_open(replay: ReplayedLog) -> bool:
    """Return whether the record leaves anything open, apart from the hand in play."""
    open_at = {question["event"] for question in replay.report()["undecided"]}
    return bool(open_at - _in_play(replay))


def questions(replay: ReplayedLog, spell: SpellCard = letters) -> list[OpenQuestion]:
    """Return the open questions outside the hand in play, those with something at stake first."""
    found, in_play = open_questions(replay.lines, spell), _in_play(replay)
    shown = [question for question in found if question.event not in in_play]
    return sorted(shown, key=lambda question: not question.moves)


def difference_now(replay: ReplayedLog, difference: Difference) -> Difference:
    """Return the difference without findings that may not be shown now."""
    in_play = _in_play(replay)

    def shown_now(report: Report) -> Report:
        findings = [finding for finding in report["findings"] if may_be_shown(finding)]
        return Report(report | {"findings": findings})

    def may_be_shown(finding: ReportedFinding) -> bool:
        # hand numbers may differ between the two reports, so the event decides
        waits = finding["event"] > len(replay.lines) or finding["event"] in in_play
        hand = replay.play.hand_number if waits else 0
        return may_be_said(replay, finding["kind"], hand, called=True)

    return Difference(shown_now(difference.was), shown_now(difference.would_be))


def by_hand(replay: ReplayedLog) -> list[list[Numbered]]:
    """Return the events as they should read, one list for each hand. Events before the first hand
    belong to it; others between hands belong to the hand before them."""
    begins = {hand["first_event"] for hand in replay.report()["hands"][1:]}
    hands: list[list[Numbered]] = [[]]
    for numbered in as_they_should_read(replay.lines):
        # the line that inserted a hand has the same number, but begins no hand
        if numbered[0] in begins and numbered[1]["type"] not in REVISING:
            hands.append([])
        hands[-1].append(numbered)
    return hands


def by_number(lines: Sequence[Event]) -> dict[int, Event]:
    """Return the events of a log as they should read; for an ``insert`` line the inserted event."""
    # an inserted event comes before the line that inserts it
    return dict(reversed(as_they_should_read(lines)))


def _in_play(replay: ReplayedLog) -> set[int]:
    """Return the numbers of the events of the hand in play."""
    return {number for number, _ in by_hand(replay)[-1]} if replay.play.hand_is_open else set()


def _may_be_shown(replay: ReplayedLog, ruling: Ruling, *, named: bool) -> bool:
    """Return whether a ruling on the hand in play may be shown. Without a named rule, "in order"
    says something about every rule on such acts."""
    rules: Iterable[Rule] = ruling.rules
    if ruling.kind == IN_ORDER and not named:
        kind = by_number(replay.lines)[ruling.asked.event]["type"]
        rules = (rule for rule in replay.rulebook.rules if kind in rule.on)
    hand = replay.play.hand_number
    return all(may_be_said(replay, rule.kind, hand, called=True) for rule in rules)
