"""A ruling: the verdict with its reason and cost, the remedies, and the facts behind it.

The referee neither weighs testimony nor guesses cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.findings import (
    DISQUALIFICATION,
    MISSED,
    RECORD,
    VIOLATION,
    Fact,
    Finding,
    Undecided,
)
from referee.judging.rectification import ANY_TIME, Edit
from referee.judging.replay import replayed
from referee.judging.rulebook import Rule
from referee.rulings.ask import World, settled
from referee.rulings.repair import repairs
from referee.rulings.ruling.cost import TURNS, Cost, Worth, as_it_lies, cost, rectified
from referee.rulings.ruling.facts import (
    agreed_on,
    alleged,
    answers,
    deduced,
    recorded,
    seen_before,
    standing,
)
from referee.rulings.ruling.moment import Asked, InQuestion
from referee.rulings.ruling.remedies import Remedy, forgiveness, remedies
from referee.rulings.ruling.table import IN_ORDER, KINDS, UNDECIDED, CitedHouseRule, bound, decided
from referee.rulings.whatif import NotPossible, about
from referee.wording.language import Word, _, joined
from referee.wording.sentences import Sentence, SpellCard, fields_of, letters, plain


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling; ``report.md`` describes its parts.

    ``kind`` is the verdict in a word or two, ``reason`` the deciding reason. Parts that do not
    apply are empty. ``shown_by`` are the fewest events that show it, ``rules`` the rules in
    question; ``edit`` are the lines that correct the record, if their effect is known.
    """

    asked: Asked
    kind: str
    reason: Sentence
    cost: Cost
    question: tuple[Sentence, ...]
    rules: tuple[Rule, ...]
    facts: tuple[Fact, ...]
    shown_by: tuple[int, ...]
    remedies: tuple[Remedy, ...] = ()
    bound: tuple[CitedHouseRule, ...] = ()
    by_whom: tuple[Sentence, ...] = ()
    right: tuple[Sentence, ...] = ()
    edit: Edit = ()
    would_decide: tuple[Sentence, ...] = ()
    worlds: tuple[World, ...] = ()
    decided: tuple[Sentence, ...] = ()
    forgiveness: tuple[Sentence, ...] = ()

    def verdict(self, spell: SpellCard | None = None) -> str:
        """Return the verdict in one line: kind, reason and cost."""
        kind, sentences = _(self.kind), (self.reason, *self.cost.sentences)
        texts = filter(None, (sentence.render(spell or letters) for sentence in sentences))
        kind = kind[:1].upper() + kind[1:]
        return _("{kind}: {reason}").format(kind=kind, reason=joined(texts, " "))

    def to_dict(self, spell: SpellCard | None = None) -> dict[str, Any]:
        """The ruling as plain data."""
        spell = spell or letters
        rules = [
            {"id": one.id, "plain": _(one.plain), "source": _(one.source), "kind": one.kind}
            for one in self.rules
        ]
        parts = {
            "event": self.asked.event,
            "asked_by": self.asked.by,
            "kind": self.kind,
            "verdict": self.verdict(spell),
            "remedies": self.remedies,
            "cost": fields_of(self.cost, ("as_it_lies", "as_it_should_be", "enforced"), spell),
            "rectification": {"told": self.right, "lines": self.edit},
            "question": self.question,
            "rules": rules,
            "house_rules": [bound.to_dict() for bound in self.bound],
            "facts": [fact.to_dict(spell) for fact in self.facts],
            "finding": self.reason,
            "shown_by": self.shown_by,
            "by_whom": self.by_whom,
            "would_decide": self.would_decide,
            "worlds": [
                {"answer": world.answer, "lines": world.edit, "worth": Worth.of(world.report)}
                for world in self.worlds
            ],
            "table": self.decided,
            "forgiveness": self.forgiveness,
        }
        return {name: plain(part, spell) for name, part in parts.items()}


MOST_GROUNDS: Final = 3  # the largest number of facts about the table for an act in order
UNRULED: Final = frozenset({"game", "note", "gap"})  # lines that no rule of a game is about


def rule_on(
    lines: Sequence[Event],
    event: int,
    rule_id: str | None = None,
    asked: Asked | None = None,
    spell: SpellCard = letters,
    *,
    slips: bool = False,
) -> list[Ruling]:
    """Return the rulings on one event of a log: one for each finding and open question there, or
    one that says why it was in order; with ``rule_id`` only on that rule. Beside a finding, open
    questions about the record, such as the points of the hand, are left out. ``spell`` writes the
    cards; ``slips`` also looks for slips in the record that would explain a finding. Raises
    NotPossible if there is no such event or rule.

    >>> log = [{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
    ...        {"type": "draw", "player": "Ana", "card": "7h"}]
    >>> [(one.rules[0].id, one.kind) for one in rule_on(log, 2)]
    [('event.phase', 'record wrong')]
    """
    moment = InQuestion(replayed(lines), event, spell)
    return _ruled(moment, asked or Asked(event), rule_id, slips=slips)


def _ruled(moment: InQuestion, asked: Asked, rule_id: str | None, *, slips: bool) -> list[Ruling]:
    """Return the rulings on a moment of a log; see `rule_on`."""
    wanted = (rule_id,) if rule_id else tuple(rule.id for rule in moment.rulebook.rules)
    if rule_id and moment.rulebook.rule(rule_id) is None:
        text = "{game} has no rule {rule}."
        raise NotPossible(text, game=Word(moment.rulebook.title), rule=rule_id)
    found = [
        _breach(moment, asked, finding, slips=slips)
        for finding in moment.whole.play.found(0, final=True)
        if finding.event == moment.seq and finding.rule in wanted
    ]
    unjudged = [*moment.unjudged_payments()]
    for question in moment.whole.play.undecided():
        beside = found and rule_id is None and moment.rule(question.rule).kind == RECORD
        is_here = question.event == moment.seq
        is_here |= question.hand == moment.hand and question.rule in unjudged
        if is_here and question.rule in wanted and not beside:
            found.append(_undecided(moment, asked, [moment.rule(question.rule)], question))
    if found:
        return found
    undecidable = map(moment.rule, moment.play.undecidable(moment.event))
    open_here = [rule.id for rule in undecidable if not moment.asked_later(rule)]
    open_here += [*moment.broken_without_gaps(), *unjudged]
    rules = [moment.rule(name) for name in dict.fromkeys(open_here) if name in wanted]
    rules = [rule for rule in rules if rule.kind not in (RECORD, MISSED)]
    return [_undecided(moment, asked, rules) if rules else _lawful(moment, asked, rule_id)]


def rulings(
    lines: Sequence[Event], spell: SpellCard = letters, *, slips: bool = False
) -> list[Ruling]:
    """Return a ruling for every dispute in the log about an event that exists, in order."""
    found, whole = [], replayed(lines)
    for asked, rule_id in asked_in(lines):
        with suppress(NotPossible):
            moment = InQuestion(whole, asked.event, spell)
            found += _ruled(moment, asked, rule_id, slips=slips)
    return found


def asked_in(lines: Sequence[Event]) -> Iterator[tuple[Asked, str | None]]:
    """Yield the disputes in a log in order, each with the rule that it names.

    >>> contest = {"type": "dispute", "by": "Beto", "event": 3, "text": "It was mine."}
    >>> list(asked_in([contest]))
    [(Asked(event=3, by='Beto', words='It was mine.', at=1), None)]
    """
    for number, line in enumerate(lines, 1):
        if line["type"] == "dispute":
            asked = Asked(line["event"], line["by"], line["text"], number)
            yield asked, line.get("rule")


def _breach(moment: InQuestion, asked: Asked, finding: Finding, *, slips: bool) -> Ruling:
    rule = moment.rule(finding.rule)
    houses = bound(moment, (rule,))
    shown_by = {finding.event, *finding.cites}
    written = recorded(moment, shown_by, Sentence(finding.text, finding.facts))
    put_right = rectified(moment, finding)
    kind, reason = _verdict(moment, finding)
    return _ruling(
        moment, asked, kind, finding.player,
        reason=reason, rules=(rule,), cost=cost(moment, finding, put_right),
        remedies=tuple(remedies(moment, finding, put_right)),
        bound=houses,
        facts=(
            *written,
            *standing(moment, rule, written, finding),
            *deduced(moment, finding),
            *seen_before(moment, finding, written),
            *agreed_on(moment, houses),
            *_says(moment, asked, (rule,), shown_by),
        ),
        shown_by=tuple(sorted(shown_by)),
        by_whom=(_by_whom(moment, finding), *(_slip(moment, finding) if slips else ())),
        right=(Sentence(rule.right, {}), put_right.rectification.sentence),
        edit=() if put_right.as_it_should_be is None else put_right.rectification.edit,
        forgiveness=forgiveness(moment, finding),
    )  # fmt: skip


def _ruling(
    moment: InQuestion, asked: Asked, kind: str, wrongdoer: str | None = None, **parts: Any
) -> Ruling:
    """Return a ruling with these parts, the question, and the table's own decisions."""
    question = _question(moment, asked)
    table = tuple(decided(moment, asked, kind, wrongdoer))
    return Ruling(asked, kind, question=question, decided=table, **parts)


def _verdict(moment: InQuestion, finding: Finding) -> tuple[str, Sentence]:
    """Return the verdict on a finding and its reason; a denied report leaves it undecided."""
    found = Sentence(finding.text, finding.facts)
    denied = [*moment.disputes().values()] if moment.event["type"] == "offence" else []
    if not denied or finding.kind != DISQUALIFICATION:
        return KINDS[finding.kind], found
    text = "{message} A player reported it; {by} denies it, and the cards do not show who is right."
    return UNDECIDED, Sentence(text, {"message": found, "by": denied[0]["by"]})


DECIDE: Final = Remedy.worded(
    "Say what would decide it, and write it down: with a show, a correction or an inserted line.",
    "a player who knows it, if the table agrees",
    ANY_TIME,
)


def _undecided(
    moment: InQuestion, asked: Asked, rules: Sequence[Rule], question: Undecided | None = None
) -> Ruling:
    """Return the ruling on an open question, or on an event that these rules cannot judge."""
    houses = bound(moment, rules[:1])
    reason = Sentence("The record leaves open whether this was in order.", {})
    costs, parts = [Sentence("The cost is unknown.", {})], dict[str, Any]()
    written = recorded(moment, (asked.event,))
    if question is not None:
        opened = settled(moment.whole, moment.report, question, moment.spell)
        written = recorded(moment, (asked.event,), opened.sentence)
        reason = Sentence("The record leaves it open. {question}", {"question": opened.sentence})
        costs = [*_hangs_on(opened.worlds)]
        decides = Sentence("This would decide it: {fact}.", {"fact": opened.would_decide})
        parts = {"worlds": opened.worlds, "would_decide": (decides, *moment.examples(question))}
    return _ruling(
        moment, asked, UNDECIDED,
        reason=reason, rules=tuple(rules), cost=as_it_lies(moment.report, *costs),
        remedies=(DECIDE,),
        bound=houses,
        facts=(
            *written,
            *standing(moment, rules[0], written),
            *(agreed_on(moment, houses) if question else ()),
            *_says(moment, asked, rules, (asked.event,)),
        ),
        shown_by=(asked.event,),
        right=(Sentence(rules[0].right, {}),),
        **parts,
    )  # fmt: skip


def _lawful(moment: InQuestion, asked: Asked, rule_id: str | None) -> Ruling:
    kind = moment.event["type"]
    judging = [
        rule
        for rule in moment.rulebook.rules
        if kind in rule.on and rule.kind not in (RECORD, MISSED)
    ]
    chief = [rule for rule in judging if rule.on[0] == kind][:1]
    if kind == "draw":
        chief = [rule for rule in moment.rulebook.rules if rule.id == TURNS]
    rules = chief if rule_id is None else [moment.rule(rule_id)]
    reasons = moment.play.why_in_order(moment.event) if rules == chief else []
    text = "Nothing in the record is against it."
    if kind in UNRULED:
        text = "No rule of the game is about such a line, so nothing is wrong with it."
    reason = Sentence(reasons[0].text, reasons[0].facts) if reasons else Sentence(text, {})
    if finding := _belongs_to(moment):
        text = "{reason} It belongs to event {event}, which is not in order: {message}"
        found = Sentence(finding.text, finding.facts)
        reason = Sentence(text, {"reason": reason, "event": finding.event, "message": found})
    cited = {seq for fact in reasons for seq in fact.events} - {asked.event}
    facts = recorded(moment, (*cited, asked.event))
    if not reasons:
        stood = [fact for rule in rules for fact in standing(moment, rule, facts)]
        facts += stood[:MOST_GROUNDS]
    houses = bound(moment, judging if rule_id is None else rules)
    turning = tuple(house for house in houses if house.turned_by or rule_id is not None)
    facts += agreed_on(moment, turning)
    facts += _says(moment, asked, (), (*cited, asked.event))
    return _ruling(
        moment, asked, IN_ORDER, reason=reason, rules=tuple(rules),
        cost=as_it_lies(moment.report), bound=turning, facts=tuple(facts), shown_by=(asked.event,),
    )  # fmt: skip


def _belongs_to(moment: InQuestion) -> Finding | None:
    """Return the finding on the player's acts just before, of which this act is part, or None."""
    player = moment.event.get("player")
    found = {
        finding.event: finding
        for finding in moment.whole.play.found(0, final=True)
        if finding.player == player and finding.kind in (VIOLATION, DISQUALIFICATION)
    }
    for seq, event in reversed(moment.whole.events[: moment.place]):
        if player is None or event.get("player", player) != player or event["type"] == "hand":
            return None
        if seq in found:
            return found[seq]
    return None


def _question(moment: InQuestion, asked: Asked) -> tuple[Sentence, ...]:
    sentences = [Sentence("Was this in order? Event {event}:", {"event": asked.event})]
    if asked.by:
        text = "{by} disputes event {event}:"
        sentences = [Sentence(text, {"by": asked.by, "event": asked.event})]
    sentences += moment.sentences()
    if asked.words:
        sentences.append(Sentence("“{words}”", {"words": asked.words}))
    return tuple(sentences)


def _says(
    moment: InQuestion, asked: Asked, rules: Sequence[Rule], events: Iterable[int]
) -> Iterator[Fact]:
    """Yield the words of the dispute, and what the record says of them in further events."""
    if asked.words:
        yield alleged(asked)
        yield from answers(moment, asked, rules, set(events))


def _by_whom(moment: InQuestion, finding: Finding) -> Sentence:
    facts = {"player": finding.player, "scribe": moment.event.get("scribe")}
    text = "{player}, if the record has it right."
    if finding.kind == RECORD:
        text = "No player: it is a slip in the record, written by {scribe}."
        if facts["scribe"] is None:
            text = "No player: it is a slip of the scribe."
    elif finding.kind == MISSED:
        text = "{player} missed it; nobody is at fault."
    elif finding.player is None:
        text = "No single player: the table as a whole."
    return Sentence(text, facts)


def _slip(moment: InQuestion, finding: Finding) -> Iterator[Sentence]:
    """Yield the likeliest slip in the record, if it explains the finding."""
    for best in repairs(moment.lines, 1, moment.spell, finding.hand or None)[:1]:
        if about(finding) in map(about, best.gone):
            text = "It may have been a slip in the record: {slip}"
            yield Sentence(text, {"slip": best.message(moment.spell)})


def _hangs_on(worlds: Sequence[World]) -> Iterator[Sentence]:
    """Yield the changes that each answer brings, if the possible answers are known."""
    ways = [world.difference.changes() for world in worlds]
    if len(ways) > 1 and not any(ways):
        yield Sentence("No money depends on it.", {})
    for world, way in zip(worlds, ways, strict=True):
        if way:
            yield Sentence("{answer} Then: {changes}.", {"answer": world.answer, "changes": way})
