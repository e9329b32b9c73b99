"""A ruling: what was asked, the facts, the rule, what it says, what it costs and what may be done.

Every part is always there; where it has nothing to say, it says why. The referee weighs no
testimony and guesses no card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.facts import Fact
from referee.judging.findings import MISSED, PAYMENT, RECORD
from referee.judging.report import ReportedFinding
from referee.judging.rulebook import HouseRule, Rule
from referee.rulings.ruling.consequences import Consequence, consequence
from referee.rulings.ruling.moment import Asked, Moment, facts_of
from referee.rulings.ruling.remedies import Remedy, forgiveness, remedies
from referee.rulings.whatif import Difference, NotPossible, what_if
from referee.rulings.whatif.outcomes import who_has_more, who_wins
from referee.wording.language import N_, _
from referee.wording.sentences import Sentence, SpellCard, letters

LEGAL: Final = N_("legal")
ILLEGAL: Final = N_("illegal")
UNDECIDED: Final = N_("undecided")
CONTRADICTION: Final = N_("the record contradicts itself")

ACTS: Final = frozenset(
    {"announce", "declare", "discard", "pass", "claim", "meld", "pay", "force", "withdraw", "win"}
)
"""Acts that a player can leave be, and the hand goes on."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A house rule that bears on a ruling, with the option in force."""

    house_rule: HouseRule
    option: str

    def as_dict(self) -> dict[str, Any]:
        """The house rule as plain data."""
        rule = self.house_rule
        return {
            "name": rule.name,
            "option": self.option,
            "options": list(rule.options),
            "plain": _(rule.plain),
        }


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling; the parts are those of ``report.md``.

    ``verdict`` is legal, illegal, undecided, or that the record contradicts itself; ``shown_by``
    are the fewest events that show it. ``rules`` is the rule in question, or those that were asked
    about a lawful act.
    """

    asked: Asked
    question: tuple[Sentence, ...]
    facts: tuple[Fact, ...]
    rules: tuple[Rule, ...]
    bound: tuple[Bound, ...]
    verdict: str
    reason: Sentence
    shown_by: tuple[int, ...]
    by_whom: Sentence
    consequence: Consequence
    remedies: tuple[Remedy, ...]
    done_right: tuple[Sentence, ...]
    would_decide: tuple[Sentence, ...]
    forgiveness: tuple[Sentence, ...]

    def as_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The ruling as plain data."""

        def told(sentences: Sequence[Sentence]) -> list[str]:
            return [one.told(spell) for one in sentences]

        return {
            "event": self.asked.event,
            "asked_by": self.asked.by,
            "question": told(self.question),
            "facts": [fact.as_dict(spell) for fact in self.facts],
            "rules": [_rule(rule) for rule in self.rules],
            "house_rules": [bound.as_dict() for bound in self.bound],
            "verdict": self.verdict,
            "finding": self.reason.told(spell),
            "shown_by": list(self.shown_by),
            "by_whom": self.by_whom.told(spell),
            "consequence": self.consequence.as_dict(),
            "remedies": [
                {
                    "what": one.what.told(spell),
                    "who": one.who.told(spell),
                    "until": one.until.told(spell),
                }
                for one in self.remedies
            ],
            "done_right": told(self.done_right),
            "would_decide": told(self.would_decide),
            "forgiveness": told(self.forgiveness),
        }


def _rule(rule: Rule) -> dict[str, str]:
    return {"id": rule.id, "plain": _(rule.plain), "source": _(rule.source), "kind": rule.kind}


def rule_on(
    lines: Sequence[Event],
    event: int,
    rule_id: str | None = None,
    asked: Asked | None = None,
    spell: SpellCard = letters,
) -> list[Ruling]:
    """The rulings on one event of a log: one for each finding and open question there, or one that
    says why it was lawful; with ``rule_id`` only on that rule. ``spell`` writes the cards in what
    the report says.

    Raises NotPossible where there is no such event, or no such rule in this game.

    >>> log = [{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
    ...        {"type": "draw", "player": "Ana", "card": "7h"}]
    >>> [(one.rules[0].id, one.verdict) for one in rule_on(log, 2)]
    [('event.phase', 'the record contradicts itself')]
    """
    asked = asked or Asked(event)
    moment = Moment(lines, event, spell)
    wanted = (rule_id,) if rule_id else tuple(rule.id for rule in moment.rulebook.rules)
    if rule_id and moment.rulebook.rule(rule_id) is None:
        text = _("{game} has no rule {rule}.")
        raise NotPossible(text.format(game=_(moment.rulebook.title), rule=rule_id))
    about = [one for one in moment.findings if one["rule"] in wanted]
    found = [_breach(moment, asked, finding) for finding in about]
    found += [_open(moment, asked, one) for one in moment.questions if one["rule"] in wanted]
    return found or [_lawful(moment, asked, rule_id)]


def rulings(lines: Sequence[Event], spell: SpellCard = letters) -> list[Ruling]:
    """A ruling for every dispute in the log, in their order. One about an event that is not there
    has none."""
    found = []
    for asked, rule_id in asked_in(lines):
        with suppress(NotPossible):
            found += rule_on(lines, asked.event, rule_id, asked, spell)
    return found


def asked_in(lines: Sequence[Event]) -> Iterator[tuple[Asked, str | None]]:
    """What the disputes in a log ask, in their order, each with the rule that it names.

    >>> contest = {"type": "dispute", "by": "Beto", "event": 3, "text": "It was mine."}
    >>> list(asked_in([contest]))
    [(Asked(event=3, by='Beto', words='It was mine.', at=1), None)]
    """
    for number, line in enumerate(lines, 1):
        if line["type"] == "dispute":
            asked = Asked(line["event"], line["by"], line["text"], number)
            yield asked, line.get("rule")


def _breach(moment: Moment, asked: Asked, finding: ReportedFinding) -> Ruling:
    rule = moment.rule(finding["rule"])
    shown_by = (finding["event"], *(one for one in finding["cites"] if one != finding["event"]))
    verdict = CONTRADICTION if finding["kind"] == RECORD else ILLEGAL
    if finding["kind"] == MISSED:
        verdict = LEGAL
    return Ruling(
        asked=asked,
        question=_question(moment, asked),
        facts=facts_of(moment, (rule,), asked, shown_by),
        rules=(rule,),
        bound=_bound(moment, (rule,)),
        verdict=verdict,
        reason=Sentence("{message}", {"message": finding["message"]}),
        shown_by=tuple(sorted(shown_by)),
        by_whom=_by_whom(moment, finding),
        consequence=consequence(moment.lines, moment.report, finding),
        remedies=remedies(finding, moment.house.get("enforcement", "")),
        done_right=(*_right(rule), *_without_it(moment, finding)),
        would_decide=(Sentence("Nothing is open: the record decides it.", {}),),
        forgiveness=forgiveness(finding, moment.pardons()),
    )


def _open(moment: Moment, asked: Asked, question: Mapping[str, Any]) -> Ruling:
    rule = moment.rule(question["rule"])
    nothing = Sentence("There is nothing to forgive while it is open.", {})
    return Ruling(
        asked=asked,
        question=_question(moment, asked),
        facts=facts_of(moment, (rule,), asked, (asked.event,)),
        rules=(rule,),
        bound=_bound(moment, (rule,)),
        verdict=UNDECIDED,
        reason=Sentence(
            "The record leaves it open. {question}", {"question": question["question"]}
        ),
        shown_by=(question["event"],),
        by_whom=Sentence("Nobody is found to have done wrong; the referee guesses no card.", {}),
        consequence=Consequence.none(
            moment.report, "None while it is open: the hand stays as played."
        ),
        remedies=(
            Remedy.worded(
                "Say what would decide it, and write it down: a show, a correction or an inserted "
                "line.",
                "whoever knows it, if the table agrees",
                "at any time",
            ),
        ),
        done_right=_right(rule),
        would_decide=tuple(_would_decide(moment, question)),
        forgiveness=(nothing,),
    )


def _lawful(moment: Moment, asked: Asked, rule_id: str | None) -> Ruling:
    rules = tuple(moment.rules_asked() if rule_id is None else [moment.rule(rule_id)])
    text = "Nothing in the record speaks against it."
    if not rules:
        text = "No rule of the game is about such a line; nothing speaks against it."
    return Ruling(
        asked=asked,
        question=_question(moment, asked),
        facts=facts_of(moment, rules, asked, (asked.event,)),
        rules=rules,
        bound=_bound(moment, rules),
        verdict=LEGAL,
        reason=Sentence(text, {}),
        shown_by=(asked.event,),
        by_whom=Sentence("Nobody has done wrong.", {}),
        consequence=Consequence.none(moment.report, "None: it was lawful."),
        remedies=(
            Remedy.worded(
                "Nothing has to be done. If event {event} was written down wrongly: correct it.",
                "whoever keeps the record, if the table agrees",
                "at any time",
                event=asked.event,
            ),
        ),
        done_right=(Sentence("It was done right.", {}),),
        would_decide=(Sentence("Nothing is open: the record decides it.", {}),),
        forgiveness=(Sentence("There is nothing to forgive.", {}),),
    )


def _question(moment: Moment, asked: Asked) -> tuple[Sentence, ...]:
    told = [Sentence("Was this in order? Event {event}:", {"event": asked.event})]
    if asked.by:
        text = "{by} contests event {event}:"
        told = [Sentence(text, {"by": asked.by, "event": asked.event})]
    told += moment.said()
    if asked.words:
        told.append(Sentence("“{words}”", {"words": asked.words}))
    return tuple(told)


def _bound(moment: Moment, rules: Sequence[Rule]) -> tuple[Bound, ...]:
    names = dict.fromkeys(name for rule in rules for name in rule.binds)
    declared = {rule.name: rule for rule in moment.rulebook.house_rules}
    return tuple(Bound(declared[name], moment.option(name)) for name in names)


def _by_whom(moment: Moment, finding: ReportedFinding) -> Sentence:
    if finding["kind"] == RECORD:
        scribe = moment.event.get("scribe")
        text = "No player: it is a slip of the record, written by {scribe}."
        if scribe is None:
            text = "No player: it is a slip of whoever keeps the record."
        return Sentence(text, {"scribe": scribe})
    if finding["kind"] == MISSED:
        return Sentence("{player} missed it; nobody did wrong.", {"player": finding["player"]})
    if finding["player"] is None:
        return Sentence("No single player: the table as a whole.", {})
    text = "{player}, if the record has it right; whether it was a slip of the pen the table knows."
    return Sentence(text, {"player": finding["player"]})


def _right(rule: Rule) -> tuple[Sentence, ...]:
    return (Sentence(rule.right, {}),)


def _without_it(moment: Moment, finding: ReportedFinding) -> Iterator[Sentence]:
    """What would have been without the act, all else as it is written; nothing where leaving the
    line out would tell of another game."""
    if finding["kind"] in (RECORD, MISSED, PAYMENT) or moment.event["type"] not in ACTS:
        return
    told = _told(what_if(moment.lines, without=[moment.seq]))
    if told:
        yield Sentence("Had it not been done, with all else as written:", {})
        yield from told
    else:
        text = "Had it not been done, with all else as written, the hand would come out the same."
        yield Sentence(text, {})


def _told(difference: Difference) -> list[Sentence]:
    """Who would win, and who would count or have more or less."""
    ends = [(hand.number, hand.outcomes) for hand in difference.hands if hand.outcomes]
    winners = [who_wins(number, *outcomes) for number, outcomes in ends]
    return winners + who_has_more(difference.moves, difference.middle, difference.recount)


def _would_decide(moment: Moment, question: Mapping[str, Any]) -> Iterator[Sentence]:
    yield Sentence("It would be decided by: {fact}.", {"fact": question["would_decide"]})
    yield from moment.examples(question)
    told = _told(what_if(moment.lines, without=[moment.seq]))
    if told:
        yield Sentence("If it was in order, the hand stays as played. If it was not:", {})
        yield from told
    else:
        yield Sentence("Either way the hand comes out the same.", {})
