"""What may be done about a finding, by whom, and until when; and who may forgive it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT, RECORD, VIOLATION
from referee.judging.report import ReportedFinding
from referee.wording.language import N_
from referee.wording.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing that may be done: what, who may choose it, and until when."""

    what: Sentence
    who: Sentence
    until: Sentence

    @classmethod
    def worded(cls, what: str, who: str, until: str, **facts: Any) -> Remedy:
        """A remedy in words; the facts are in all three of them."""
        return cls(Sentence(what, facts), Sentence(who, facts), Sentence(until, facts))


THE_TABLE = "the table: all who play"
THE_SCRIBE = "whoever keeps the record, if the table agrees"
ANY_TIME = "at any time; the old line stays to be seen"
THIS_HAND = "until the next hand is opened"


def _mend(finding: ReportedFinding) -> Remedy:
    return Remedy.worded(
        "If event {event} was written down wrongly: correct it, or insert what is missing.",
        THE_SCRIBE,
        ANY_TIME,
        event=finding["event"],
    )


def _let_it_stand() -> Remedy:
    text = "Let it stand: the rules set no penalty for it, and play goes on as the cards lie."
    return Remedy.worded(text, THE_TABLE, "no time is set")


def _forgive(finding: ReportedFinding, until: str = "at any time") -> Remedy:
    text = "Forgive it, by a forgive line for event {event}."
    return Remedy.worded(text, THE_TABLE, until, event=finding["event"])


def _about_an_offence(finding: ReportedFinding, enforcement: str) -> Iterator[Remedy]:
    facts = {"player": finding["player"], "event": finding["event"]}
    if finding["status"] == "enforced":
        text = "Nothing more: {player} has been disqualified for it."
        yield Remedy.worded(text, "nobody", "it is done", **facts)
    elif finding["status"] == "forgiven":
        yield Remedy.worded("Nothing more: it was forgiven.", "nobody", "it is done")
    elif enforcement == "strict":
        yield _forgive(finding, N_("before the next card is drawn; afterwards it is enforced"))
    else:
        text = "Enforce it: disqualify {player} for event {event}."
        yield Remedy.worded(text, THE_TABLE, THIS_HAND, **facts)
        yield _forgive(finding, THIS_HAND)


def remedies(finding: ReportedFinding, enforcement: str) -> tuple[Remedy, ...]:
    """What may be done about this finding of a report; ``enforcement`` is how the table enforces
    offences."""
    kind = finding["kind"]
    if kind == RECORD:
        return (_mend(finding),)
    if kind == DISQUALIFICATION:
        return (*_about_an_offence(finding, enforcement), _mend(finding))
    if kind == VIOLATION:
        return (_let_it_stand(), _forgive(finding), _mend(finding))
    what, who, until = AFTERWARDS[kind]
    return (Remedy.worded(what, who, until), _mend(finding))


AFTERWARDS: Mapping[str, tuple[str, str, str]] = {
    MISSED: (
        N_("Nothing: a chance that was missed is not given back."),
        N_("nobody"),
        N_("it is over"),
    ),
    FORFEIT: (
        N_("Nothing gives the right back in this hand; the table may forgive the slip."),
        THE_TABLE,
        N_("at any time"),
    ),
    PAYMENT: (
        N_("Pay what is missing, or give back what is too much, and write the payment down."),
        N_("those whom the finding names"),
        THIS_HAND,
    ),
}
"""What may be done, by whom and until when, where there is little to choose."""


NOTHING_TO_FORGIVE: Mapping[str, str] = {
    RECORD: "A slip of the record is nobody's fault: it is corrected, not forgiven.",
    MISSED: "A chance missed is no offence: there is nothing to forgive.",
    PAYMENT: "Money is settled by paying: there is nothing to forgive.",
}


def forgiveness(
    finding: ReportedFinding, pardons: Mapping[int, tuple[str, ...]]
) -> tuple[Sentence, ...]:
    """Who may forgive a finding, and who did; ``pardons`` are the events by which the table forgave
    it, with the names that they give."""
    kind, event = finding["kind"], finding["event"]
    if kind in NOTHING_TO_FORGIVE:
        return (Sentence(NOTHING_TO_FORGIVE[kind], {}),)
    told = [
        Sentence("The table may forgive it, all together, for event {event}.", {"event": event})
    ]
    if kind != DISQUALIFICATION:
        told.append(Sentence("Forgiving it does not change how the hand comes out.", {}))
    for number, names in pardons.items():
        text = "It was forgiven at event {number}, by {names}."
        if not names:
            text = "It was forgiven at event {number}."
        told.append(Sentence(text, {"number": number, "names": names}))
    if not pardons:
        told.append(Sentence("Nobody has forgiven it so far.", {}))
    return tuple(told)
