"""The facts that a ruling rests on: those whose change would turn it, and no others.

What was written at the events that show it; how the table stood, as far as the rule reads it; what
is certain about the cards in question; what the table agreed; and what somebody says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from referee.cards.deck import names
from referee.judging.corrections import REVISING
from referee.judging.facts import AGREED, ALLEGED, DEDUCED, RECORDED, Fact
from referee.judging.findings import RECORD
from referee.judging.report import ReportedFinding
from referee.judging.rulebook import Rule
from referee.rulings.repair.misreading import slots
from referee.rulings.ruling.allegations import named_before
from referee.rulings.ruling.house import Bound
from referee.rulings.ruling.moment import Asked, Moment
from referee.wording.sentences import Cards, Facts, InOrder, OneAfterAnother, Sentence


def recorded(
    moment: Moment, shown_by: Iterable[int], verdict: str = "", about: Facts | None = None
) -> list[Fact]:
    """Return what was written at the events that show it, and that it was corrected. Where a line
    tells of several players' cards, only those of whom the verdict names, or that have a card which
    it is ``about``."""
    cards = set(cards_in(about or {}))
    found = [
        _recorded(seq, [one for one in said if not _is_beside(moment, seq, one, verdict, cards)])
        for seq in sorted(set(shown_by))
        if (said := moment.said(seq))
    ]
    return [*found, *_corrected(moment)]


OF_SEVERAL: Final = frozenset({"deal", "gap", "position"})
"""Lines that tell of several players' cards."""


def _is_beside(moment: Moment, seq: int, said: Sentence, verdict: str, cards: set[str]) -> bool:
    """Return whether a line says this of the cards of somebody who has no part in the verdict."""
    player = said.facts.get("player")
    if player is None or moment.evening[seq]["type"] not in OF_SEVERAL:
        return False
    return not names_player(verdict, str(player)) and cards.isdisjoint(cards_in(said.facts))


OF_ONE_PLAYER: Final = frozenset({"cambio.one", "cambio.late"})
"""Rules that look at what one player did alone, whatever the others did."""


def standing(
    moment: Moment, rule: Rule, known: Sequence[Fact], finding: ReportedFinding | None = None
) -> Iterator[Fact]:
    """The state of the table, as far as the verdict of a rule turns on it, without what is told and
    without what is only about players who have no part in what was found."""
    told = {fact.events for fact in known if len(fact.events) == 1}
    beside = actor_beside(moment, finding) if finding is not None else None
    alone = finding["player"] if finding is not None and rule.id in OF_ONE_PLAYER else None
    for fact in moment.play.deciding_facts(moment.event, rule.id):
        player = fact.facts.get("player")
        has_no_part = player == beside or (alone is not None and player != alone)
        if player is not None and has_no_part:
            continue
        if not fact.events or fact.events not in told:
            yield fact


def names_player(words: str, player: str) -> bool:
    """Return whether these words name a player, and not only one whose name begins or ends like
    that.

    >>> names_player("Ana drew out of turn.", "Ana"), names_player("Ana drew out of turn.", "An")
    (True, False)
    """
    return re.search(rf"(?<!\w){re.escape(player)}(?!\w)", words) is not None


def actor_beside(moment: Moment, finding: ReportedFinding) -> str | None:
    """Return who acts at the event where a finding about somebody else shows, and has no part in
    it."""
    actor = moment.event.get("player")
    concerned = finding["player"] in (None, actor) or names_player(finding["message"], str(actor))
    return None if actor is None or concerned else str(actor)


ABOUT_OTHERS: Final = frozenset({"withdraw.live"})
"""Rules that ask where a card was, whoever had it, besides those about the record itself."""


def deduced(moment: Moment, finding: ReportedFinding, about: Facts) -> Iterator[Fact]:
    """Yield what the whole record proves of the cards in question just before the event, with the
    events that show it; not that a player had the cards which they lay down there, nor what others
    had where that is beside the question."""
    asked = set(cards_in(about))
    if not asked:
        return
    of_all = finding["kind"] == RECORD or finding["rule"] in ABOUT_OTHERS
    laid = {card for _slot, card in slots(moment.event)}
    for player, cards, events in moment.held_before():
        if not of_all and not names_player(finding["message"], player):
            continue
        own = laid if player == moment.event.get("player") else ()
        held = [card for card in cards if card in asked and card not in own]
        if held and events != (moment.seq,):
            text = "{player} certainly held {cards} then."
            yield Fact(DEDUCED, text, {"player": player, "cards": InOrder(held)}, events)


SEEN_ELSEWHERE: Final = frozenset({"card.location", "side.unannounced"})
"""Rules by which it matters where a card was seen before."""


def seen_before(
    moment: Moment, finding: ReportedFinding, about: Facts, known: Iterable[Fact]
) -> Iterator[Fact]:
    """The last lines before that name the cards in question, where no line that is told does."""
    if finding["rule"] not in SEEN_ELSEWHERE:
        return
    told = {event for fact in known for event in fact.events}
    for card in dict.fromkeys(cards_in(about)):
        yield from (one for one in named_before(moment, card) if told.isdisjoint(one.events))


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
    """Return the words of the player who asks, as a fact."""
    events = (asked.at,) if asked.at is not None else ()
    if asked.by is None:
        return Fact(ALLEGED, "Somebody says: “{words}”", {"words": asked.words}, events)
    facts = {"by": asked.by, "words": asked.words}
    return Fact(ALLEGED, "{by} says: “{words}”", facts, events)


def _recorded(seq: int, said: Sequence[Sentence]) -> Fact:
    facts = {"number": seq, "said": OneAfterAnother(said)}
    return Fact(RECORDED, "Event {number}: {said}", facts, (seq,))


def _corrected(moment: Moment) -> Iterator[Fact]:
    for number, line in enumerate(moment.lines, 1):
        if line["type"] in REVISING and line.get("event") == moment.seq:
            text = "At first it was written differently; event {number} corrected it."
            yield Fact(AGREED, text, {"number": number}, (number,))
