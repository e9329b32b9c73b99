"""The remedy for a finding: the steps, the people, the deadline, and who may forgive it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT, RECORD
from referee.judging.rectification import ANY_TIME, NEVER, NEXT_HAND, THIS_HAND, Irregularity
from referee.judging.remedies import TAKING
from referee.judging.report import Report, ReportedFinding
from referee.rulings.ruling.cost import GOES_ON, Rectified
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


def is_open(
    until: str, wrong: Irregularity, report: Report, *, win_rests_on_it: bool = False
) -> bool:
    """Return whether a remedy with this deadline is still possible at the end of the log. A win
    that rests on the act stands once it is paid or the next hand is open."""
    if until in (NEVER, ANY_TIME):
        return until == ANY_TIME
    if any(event["type"] == "hand" for _seq, event in wrong.events[wrong.closed :]):
        return False
    if until == NEXT_HAND:
        return True
    later = {event["type"] for _seq, event in wrong.after()}
    number = wrong.finding.hand
    is_over = any(
        hand["outcome"]["kind"] != "open" for hand in report["hands"][number - 1 : number]
    )
    if is_over and ("payment" in later or not win_rests_on_it):
        return False
    return until == THIS_HAND or later.isdisjoint(TAKING)


def remedies(
    finding: ReportedFinding,
    wrong: Irregularity,
    right: Rectified,
    report: Report,
    enforcement: str,
    *,
    forgiven: bool,
) -> Iterator[Remedy]:
    """Yield the possible remedies for a finding of a report, those named by the rules first;
    ``enforcement`` is the table's rule for offences, ``forgiven`` whether the table forgave this
    one."""
    if forgiven:
        yield Remedy.worded("Nothing more: it was forgiven.", NOBODY, DONE)
        return
    how = right.rectification
    in_time = is_open(how.until, wrong, report, win_rests_on_it=right.unknown == GOES_ON)
    mends = how.who is not None and in_time
    kind, event = finding["kind"], finding["event"]
    at_once = []
    if how.named is not None:
        at_once = [Remedy(how.named, Sentence(THE_TABLE, {}), Sentence("at once", {}))]
    if finding["status"] == "enforced":
        text = "{player} is out: the cards are put aside, and {player} pays like those who lose."
        yield Remedy.worded(text, THE_TABLE, DONE, player=finding["player"])
        yield from at_once
        return
    if how.mended_at:
        text = "Nothing more: it was put right at event {number}."
        yield Remedy.worded(text, NOBODY, DONE, number=how.mended_at)
        return
    if kind == MISSED:
        text = "Nothing: a missed chance is not given back."
        yield Remedy.worded(text, NOBODY, N_("it is over"))
        return
    if kind == DISQUALIFICATION:
        yield from _about_an_offence(finding, enforcement, is_open(NEXT_HAND, wrong, report))
        return
    yield from at_once
    if mends and how.who is not None and how.sentence != how.named:
        yield Remedy(how.sentence, how.who, Sentence(how.until, {}))
    if kind in (RECORD, PAYMENT):
        return
    if kind == FORFEIT and not mends:
        text = "The right stays lost in this hand; forgiving gives nothing back."
        yield Remedy.worded(text, N_("nobody may give it back"), N_("it is over"))
    elif not mends and how.named is None:
        text = "Let it stand: it is too late to put it right, and there is no penalty."
        yield Remedy.worded(text, THE_TABLE, NO_TIME)
    if kind != FORFEIT:
        yield Remedy.worded(FORGIVE, THE_TABLE, ANY_TIME, event=event)


def _about_an_offence(
    finding: ReportedFinding, enforcement: str, in_time: bool
) -> Iterator[Remedy]:
    facts, until = {"player": finding["player"], "event": finding["event"]}, NEXT_HAND
    if not in_time:
        text = "Let it stand: the next hand is open, and it is too late to enforce it."
        yield Remedy.worded(text, THE_TABLE, NO_TIME)
        until = ANY_TIME
    elif enforcement == "strict":
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


def forgiveness(
    finding: ReportedFinding, pardons: Mapping[int, tuple[str, ...]]
) -> tuple[Sentence, ...]:
    """Return who may forgive a finding, and who did at the events in ``pardons``."""
    if not pardons and finding["kind"] in NOTHING_TO_FORGIVE:
        return (Sentence(NOTHING_TO_FORGIVE[finding["kind"]], {}),)
    if not pardons and finding["status"] != "enforced":
        text = "Everybody together may forgive event {event}; so far they have not."
        return (Sentence(text, {"event": finding["event"]}),)
    by = "It was forgiven at event {number}, by {names}."
    alone = "It was forgiven at event {number}."
    if finding["status"] == "enforced":
        by = alone = "Event {number} came too late to forgive it."
    return tuple(
        Sentence(by if names else alone, {"number": number, "names": names})
        for number, names in pardons.items()
    )
