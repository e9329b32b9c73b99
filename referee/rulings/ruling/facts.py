"""The facts that a ruling rests on: those whose change would turn it, and no others.

What was written at the events that show it; how the table stood, as far as the rule reads it; what
is certain about the cards in question; what the table agreed; and what somebody says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.cards.deck import names
from referee.judging.corrections import REVISING
from referee.judging.facts import AGREED, ALLEGED, DEDUCED, RECORDED, Fact
from referee.judging.report import ReportedFinding
from referee.judging.rulebook import Rule
from referee.rulings.repair.misreading import slots
from referee.rulings.ruling.house import Bound
from referee.rulings.ruling.moment import Asked, Moment
from referee.wording.sentences import Cards, Facts, InOrder


def recorded(moment: Moment, shown_by: Iterable[int]) -> list[Fact]:
    """What was written at the events that show it, and that it was corrected."""
    found = [_recorded(moment, seq) for seq in sorted(set(shown_by)) if moment.said(seq)]
    return [*found, *_corrected(moment)]


def standing(
    moment: Moment, rule: Rule, known: Sequence[Fact], beside: str | None = None
) -> Iterator[Fact]:
    """How the table stood, as far as the verdict of a rule turns on it, without what is told and
    without what is only about the player ``beside`` it all."""
    told = {fact.events for fact in known if len(fact.events) == 1}
    for fact in moment.play.deciding_facts(moment.event, rule.id):
        is_beside = beside is not None and fact.facts.get("player") == beside
        if not is_beside and (not fact.events or fact.events not in told):
            yield fact


def actor_beside(moment: Moment, finding: ReportedFinding) -> str | None:
    """Who acts at the event where a finding about somebody else shows, and has no part in it."""
    actor = moment.event.get("player")
    concerned = finding["player"] in (None, actor) or str(actor) in finding["message"]
    return None if actor is None or concerned else str(actor)


def deduced(moment: Moment, about: Facts) -> Iterator[Fact]:
    """What the whole record proves of the cards in question just before the event, with the events
    that show it; not that a player had the cards which they lay down there."""
    asked = set(cards_in(about))
    if not asked:
        return
    laid = {card for _slot, card in slots(moment.event)}
    for player, cards, events in moment.held_before():
        own = laid if player == moment.event.get("player") else ()
        held = [card for card in cards if card in asked and card not in own]
        if held and events != (moment.seq,):
            text = "{player} certainly held {cards} then."
            yield Fact(DEDUCED, text, {"player": player, "cards": InOrder(held)}, events)


def cards_in(facts: Facts) -> Iterator[str]:
    """The cards that a sentence names."""
    for fact in facts.values():
        if isinstance(fact, Cards):
            yield from names(fact)
        elif isinstance(fact, InOrder):
            yield from fact


def agreed_on(moment: Moment, houses: Sequence[Bound]) -> Iterator[Fact]:
    """The house rules that bind, and where they were agreed; of several, those that were agreed on
    or that would turn the verdict."""
    for one in houses:
        name = one.house_rule.name
        facts = {"house_rule": one.house_rule.agreed(one.chosen)}
        at = moment.house_at.get(name)
        if at is not None:
            text = "The table plays {house_rule}."
            yield Fact(AGREED, text, facts, (at,))
        elif one.turned_by or len(houses) == 1:
            text = "Nothing was agreed, so the usual holds: {house_rule}."
            yield Fact(AGREED, text, facts)


def alleged(asked: Asked) -> Fact:
    """What somebody says who asks."""
    events = (asked.at,) if asked.at is not None else ()
    if asked.by is None:
        return Fact(ALLEGED, "Somebody says: “{words}”", {"words": asked.words}, events)
    facts = {"by": asked.by, "words": asked.words}
    return Fact(ALLEGED, "{by} says: “{words}”", facts, events)


def _recorded(moment: Moment, seq: int) -> Fact:
    said = moment.said(seq)[0]
    return Fact(RECORDED, "Event {number}: {said}", {"number": seq, "said": said}, (seq,))


def _corrected(moment: Moment) -> Iterator[Fact]:
    for number, line in enumerate(moment.lines, 1):
        if line["type"] in REVISING and line.get("event") == moment.seq:
            text = "At first it was written differently; event {number} corrected it."
            yield Fact(AGREED, text, {"number": number}, (number,))
