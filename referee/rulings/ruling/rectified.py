"""A finding put right: the edit that its rule names, and what the evening comes to with it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from referee.judging.findings import DISQUALIFICATION, RECORD, VIOLATION
from referee.judging.rectification import (
    BROUGHT_ALONG,
    Edit,
    Rectification,
    Rectifying,
    Wrong,
)
from referee.judging.report import Report, ReportedFinding
from referee.judging.rulebook import Rulebook
from referee.rulings.whatif import Difference, supposing
from referee.wording.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Rectified:
    """How a finding is put right, and the evening with and without that.

    ``as_it_should_be`` is None where no edit tells what would have been: there is none, or the play
    that followed cannot have followed it.
    """

    rectification: Rectification
    as_it_should_be: Difference | None = None

    @property
    def edit(self) -> Edit:
        """The lines that make the record say what should have been."""
        return self.rectification.edit if self.as_it_should_be is not None else ()


def rectifying_of(rulebook: Rulebook) -> Rectifying:
    """How the findings of a game are put right."""
    if not rulebook.rectifying:
        return {}
    found: Rectifying = import_module(rulebook.rectifying).RECTIFYING
    return found


def rectified(rulebook: Rulebook, wrong: Wrong, report: Report) -> Rectified:
    """What puts a finding of a report right, and what comes of it."""
    rectify = rectifying_of(rulebook).get(wrong.finding.rule)
    if rectify is None:
        return Rectified(Rectification(Sentence("No line puts it right.", {})))
    how = rectify(wrong)
    if not how.edit:
        return Rectified(how)
    would_be = Difference(report, supposing(wrong.lines, besides=how.edit))
    if not how.decides and any(_clashes(wrong, one) for one in would_be.findings_new):
        return Rectified(how)
    return Rectified(how, would_be)


def _clashes(wrong: Wrong, found: ReportedFinding) -> bool:
    """Whether this, which would be found in the same hand, says that its play cannot have gone on
    as it is written."""
    serious = found["kind"] in (RECORD, VIOLATION, DISQUALIFICATION)
    here = found["hand"] == wrong.finding.hand
    return here and serious and found["rule"] not in BROUGHT_ALONG
