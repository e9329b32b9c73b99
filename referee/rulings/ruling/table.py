"""The words for verdicts, the table's own decisions about an event, and denials of reported
offences."""

from collections.abc import Iterator, Mapping
from typing import Final

from referee.judging.corrections import Event
from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT, RECORD, VIOLATION
from referee.judging.names import fold
from referee.judging.summary import DECISIONS
from referee.judging.summary import KINDS as OF_FINDINGS
from referee.rulings.ruling.moment import Asked, InQuestion
from referee.wording.language import N_, Word
from referee.wording.sentences import Sentence

UPHELD: Final = "upheld"
FORGIVEN: Final = "forgiven"

DECIDED: Final = (
    N_("Event {event}: the table's decision: {decision}."),
    N_("Event {event}: the table's decision: {decision}. “{words}”"),
)
DECIDED_ON: Final = (
    N_("Event {event}: the table's decision on what {by} disputes: {decision}."),
    N_("Event {event}: the table's decision on what {by} disputes: {decision}. “{words}”"),
)
"""The decision of the table, without and with its words."""


def decided(
    moment: InQuestion, asked: Asked, kind: str, wrongdoer: str | None = None
) -> Iterator[Sentence]:
    """Yield the table's decisions on disputes over the event, and whether the record agrees; on all
    of them if no player in particular asks."""
    for number, line in moment.evening.items():
        if line["type"] != "ruling":
            continue
        dispute = moment.evening.get(line["dispute"])
        if dispute is None or dispute["type"] != "dispute" or dispute["event"] != moment.seq:
            continue
        if asked.at in (None, line["dispute"]):
            yield _decision(number, line, None if asked.at else dispute["by"])
            his_own = wrongdoer is not None and fold(wrongdoer) == fold(dispute["by"])
            if line["decision"] != FORGIVEN:
                yield _agrees(line["decision"], IN_ORDER if his_own else kind)


def _decision(number: int, line: Event, by: str | None) -> Sentence:
    """Return the table's decision, naming the disputing player ``by`` if given."""
    facts: Mapping[str, object] = {
        "event": number,
        "by": by,
        "decision": Word(DECISIONS[line["decision"]]),
        "words": line.get("text"),
    }
    texts = DECIDED if by is None else DECIDED_ON
    return Sentence(texts[bool(line.get("text"))], facts)


def _agrees(decision: str, kind: str) -> Sentence:
    """Return whether the record agrees with the table. If players dispute their own wrong act, that
    does not count as agreement."""
    if kind == UNDECIDED:
        return Sentence("The record leaves it open, and the table's decision stands.", {})
    right = (decision == UPHELD) == (kind not in (IN_ORDER, CHANCE_MISSED))
    text = "The record agrees." if right else "The record says otherwise."
    return Sentence(text, {})


def who_denies(moment: InQuestion) -> str | None:
    """Return the player who denies a reported offence; None for other lines."""
    if moment.event["type"] != "offence":
        return None
    return next(
        (
            str(line["by"])
            for line in moment.evening.values()
            if line["type"] == "dispute" and line["event"] == moment.seq
        ),
        None,
    )


IN_ORDER: Final = N_("in order")
UNDECIDED: Final = N_("undecided")
NOT_ALLOWED: Final = OF_FINDINGS[VIOLATION]
RIGHT_LOST: Final = OF_FINDINGS[FORFEIT]
RECORD_WRONG: Final = OF_FINDINGS[RECORD]
CHANCE_MISSED: Final = OF_FINDINGS[MISSED]
WRONG_PAYMENT: Final = OF_FINDINGS[PAYMENT]

KINDS: Final[Mapping[str, str]] = {**OF_FINDINGS, DISQUALIFICATION: NOT_ALLOWED}
"""The name of each kind of finding in a verdict."""
