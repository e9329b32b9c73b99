"""The remedy for a finding: the steps, the people, the deadline, and who may forgive it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT, RECORD, Finding
from referee.judging.rectification import ANY_TIME, NEVER, NEXT_HAND, THIS_HAND
from referee.judging.remedies import TAKING
from referee.rulings.ruling.cost import GOES_ON, Rectified
from referee.rulings.ruling.moment import InQuestion
from referee.wording.language import N_
from referee.wording.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Remedy:
    """One possible remedy: what to do, who may choose it, and until when."""

    what: Sentence
    who: Sentence
    until: Sentence

    @classmethod
    def worded(cls, what: str, who: str, until: str, **facts: Any) -> Remedy:
        """Make a remedy in words; the facts fill all three sentences."""
        return cls(*(Sentence(text, facts) for text in (what, who, until)))


THE_TABLE = "the table: all who play"
NOBODY = "nobody"
DONE = "it is done"
NO_TIME = N_("no time is set")
FORGIVE = "Or forgive event {event}, if the table agrees to overlook it."
ENFORCE = "Enforce it: disqualify {player} for event {event}."


def _is_open(until: str, moment: InQuestion, right: Rectified) -> bool:
    """Return whether a remedy with this deadline is still possible at the end of the log. A win
    that rests on the act stands once it is paid or the next hand is open."""
    wrong = right.wrong
    if until in (NEVER, ANY_TIME):
        return until == ANY_TIME
    if any(event["type"] == "hand" for _seq, event in wrong.events[wrong.closed :]):
        return False
    if until == NEXT_HAND:
        return True
    later = {event["type"] for _seq, event in wrong.after()}
    hands = moment.report["hands"][wrong.finding.hand - 1 : wrong.finding.hand]
    is_over = any(hand["outcome"]["kind"] != "open" for hand in hands)
    if is_over and ("payment" in later or right.unknown != GOES_ON):
        return False
    return until == THIS_HAND or later.isdisjoint(TAKING)


def remedies(moment: InQuestion, finding: Finding, right: Rectified) -> Iterator[Remedy]:
    """Yield the possible remedies for a finding, those named by the rules first."""
    status = moment.status(finding)
    if moment.pardons() and status != "enforced":
        yield Remedy.worded("Nothing more: it was forgiven.", NOBODY, DONE)
        return
    how = right.rectification
    in_time = _is_open(how.until, moment, right)
    mends = how.who is not None and in_time
    at_once = []
    if how.named is not None:
        at_once = [Remedy(how.named, Sentence(THE_TABLE, {}), Sentence("at once", {}))]
    if status == "enforced":
        text = "{player} is out: the cards are put aside, and {player} pays like those who lose."
        yield Remedy.worded(text, THE_TABLE, DONE, player=finding.player)
        yield from at_once
        return
    if how.mended_at:
        text = "Nothing more: it was put right at event {number}."
        yield Remedy.worded(text, NOBODY, DONE, number=how.mended_at)
        return
    if finding.kind == MISSED:
        text = "Nothing: a missed chance is not given back."
        yield Remedy.worded(text, NOBODY, N_("it is over"))
        return
    if finding.kind == DISQUALIFICATION:
        yield from _about_an_offence(moment, finding, right)
        return
    yield from at_once
    if mends and how.who is not None and how.sentence != how.named:
        yield Remedy(how.sentence, how.who, Sentence(how.until, {}))
    if finding.kind in (RECORD, PAYMENT):
        return
    if finding.kind == FORFEIT and not mends:
        text = "The right stays lost in this hand; forgiving gives nothing back."
        yield Remedy.worded(text, N_("nobody may give it back"), N_("it is over"))
    elif not mends and how.named is None:
        text = "Let it stand: it is too late to put it right, and there is no penalty."
        yield Remedy.worded(text, THE_TABLE, NO_TIME)
    if finding.kind != FORFEIT:
        yield Remedy.worded(FORGIVE, THE_TABLE, ANY_TIME, event=finding.event)


def _about_an_offence(moment: InQuestion, finding: Finding, right: Rectified) -> Iterator[Remedy]:
    facts, until = {"player": finding.player, "event": finding.event}, NEXT_HAND
    if not _is_open(NEXT_HAND, moment, right):
        text = "Let it stand: the next hand is open, and it is too late to enforce it."
        yield Remedy.worded(text, THE_TABLE, NO_TIME)
        until = ANY_TIME
    elif moment.house.get("enforcement") == "strict":
        until = N_("before the next card is drawn; afterwards it is enforced")
    else:
        yield Remedy.worded(ENFORCE, THE_TABLE, until, **facts)
    yield Remedy.worded(FORGIVE, THE_TABLE, until, **facts)


NOTHING_TO_FORGIVE: Mapping[str, str] = {
    RECORD: "A slip in the record is nobody's fault: correct it. There is nothing to forgive.",
    MISSED: "A missed chance is not an offence: there is nothing to forgive.",
    PAYMENT: "Money is settled by paying: there is nothing to forgive.",
    FORFEIT: "A lost right is not given back: there is nothing to forgive.",
}


def forgiveness(moment: InQuestion, finding: Finding) -> tuple[Sentence, ...]:
    """Return who may forgive a finding, and who did."""
    pardons, status = moment.pardons(), moment.status(finding)
    if not pardons and finding.kind in NOTHING_TO_FORGIVE:
        return (Sentence(NOTHING_TO_FORGIVE[finding.kind], {}),)
    if not pardons and status != "enforced":
        text = "Everybody together may forgive event {event}; so far they have not."
        return (Sentence(text, {"event": finding.event}),)
    by = "It was forgiven at event {number}, by {names}."
    alone = "It was forgiven at event {number}."
    if status == "enforced":
        by = alone = "Event {number} came too late to forgive it."
    return tuple(
        Sentence(by if names else alone, {"number": number, "names": names})
        for number, names in pardons.items()
    )
