"""Lines that refer to other lines, and events of the session that stand in the wrong place."""

from __future__ import annotations

from typing import Final

from referee.judging.corrections import refers_soundly
from referee.judging.findings import RECORD, Breach
from referee.judging.kernel.acts import Act as Line
from referee.judging.references import names_no_line
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.table import MoneyTable

shelf = RuleShelf("The record itself", rests_on=EVERYTHING)
rule = shelf.rule


_NAMED_BY: Final = {"ruling": "dispute", "insert": "before"}
"""The field with the number of the other line, where it is not ``event``."""


def is_earlier(place: MoneyTable | Hand, number: int, seq: int) -> bool:
    """Whether the line of this number comes before the line ``seq``: one that was inserted may
    have a higher number."""
    hand = place if isinstance(place, Hand) else place.hand
    return 1 <= number < seq or (hand is not None and number in hand.timeline)


@rule(
    "event.reference",
    RECORD,
    on=("correct", "insert", "dispute", "ruling", "forgive", "disqualify"),
    rests_on=NOTHING,
)
def event_reference(place: MoneyTable | Hand, act: Act | Line) -> Verdict:
    """A line that refers to another one refers to an earlier line of this log, and to one that can
    be meant: a ruling to a dispute, a dispute to a rule that exists.

    Right: Correct the number to that of the line that was meant.
    Source: the log format
    """
    event = act.event
    number = event.get(_NAMED_BY.get(act.type, "event"))
    if number is None:
        return None
    if act.type in ("correct", "insert"):
        if refers_soundly(act.seq, event):
            return None
    elif act.type == "ruling" and isinstance(place, MoneyTable):
        if number in place.disputes:
            return None
    elif act.type == "dispute" and isinstance(place, MoneyTable):
        cited = event.get("rule")
        if is_earlier(place, number, act.seq):
            if cited is None or cited in place.rule_ids:
                return None
            text = "The dispute cites the rule {rule}, which this game does not have."
            return Breach(None, text, {"rule": cited})
    elif is_earlier(place, number, act.seq):
        return None
    return names_no_line(act.type, number, act.seq)
