"""The facts that a ruling rests on: only those that would change it.

These are the lines at the events that show it; the state of the table, as far as the rule reads it;
certainties about the cards in question; agreements of the table; and statements of players.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from referee.cards.deck import RANKS
from referee.judging.corrections import REVISING
from referee.judging.findings import AGREED, ALLEGED, DEDUCED, RECORD, RECORDED, Fact, Finding
from referee.judging.names import plainly
from referee.judging.rulebook import Rule
from referee.rulings.repair.hand_in_question import slots
from referee.rulings.ruling.moment import Asked, InQuestion
from referee.rulings.ruling.table import CitedHouseRule
from referee.wording.sentences import InOrder, Sentence, Sentences, cards_in


def recorded(
    moment: InQuestion, shown_by: Iterable[int], verdict: Sentence | None = None
) -> list[Fact]:
    """Return the lines at the events that show a verdict, and their corrections. From a line with
    several players' cards, keep those of players that the verdict names, and the cards that it
    names."""
    words = "" if verdict is None else verdict.render()
    cards = set() if verdict is None else {*cards_in(verdict.facts)}
    found = []

    def is_about_it(sentence: Sentence) -> bool:
        player = str(sentence.facts.get("player", ""))
        in_it = not player or names_player(words, player)
        return in_it or not cards.isdisjoint(cards_in(sentence.facts))

    for seq in sorted(set(shown_by)):
        if sentences := moment.sentences(seq):
            if moment.evening[seq]["type"] in OF_SEVERAL:
                sentences = [*filter(is_about_it, sentences)]
            facts = {"number": seq, "said": Sentences(sentences)}
            found.append(Fact(RECORDED, "Event {number}: {said}", facts, (seq,)))
    for number, line in enumerate(moment.lines, 1):
        if line["type"] in REVISING and line.get("event") == moment.seq:
            text = "At first it was written differently; event {number} corrected it."
            found.append(Fact(AGREED, text, {"number": number}, (number,)))
    return found


OF_SEVERAL: Final = frozenset({"deal", "gap", "position"})  # they show cards of several players

SEEN_ELSEWHERE: Final = frozenset({"card.location", "side.unannounced"})
"""Rules for which earlier sightings of a card matter."""


def standing(
    moment: InQuestion, rule: Rule, known: Sequence[Fact], finding: Finding | None = None
) -> Iterator[Fact]:
    """Yield the new facts about the table that decide a rule's verdict on those involved."""
    shown = {fact.events for fact in known if len(fact.events) == 1}
    actor = moment.event.get("player")
    beside = None
    if finding is not None and finding.player not in (None, actor):
        # the player who acts, if the finding does not concern them
        beside = None if names_player(finding.message(), str(actor)) else actor
    for fact in moment.play.deciding_facts(moment.event, rule.id):
        player = fact.facts.get("player")
        is_new = not fact.events or fact.events not in shown
        if is_new and (player is None or player != beside):
            yield fact


def names_player(words: str, player: str) -> bool:
    """Return whether these words contain a player's whole name, not only a part of another one.

    >>> names_player("Ana drew out of turn.", "Ana"), names_player("Ana drew out of turn.", "An")
    (True, False)
    """
    return re.search(rf"(?<!\w){re.escape(player)}(?!\w)", words) is not None


def deduced(moment: InQuestion, finding: Finding) -> Iterator[Fact]:
    """Yield what the record proves about the cards in question just before the event, with the
    events that show it. Cards that the acting player lays down in the event, and cards of players
    that the finding does not name, are left out."""
    asked = set(cards_in(finding.facts))
    laid = {card for _slot, card in slots(moment.event)}
    for known in moment.whole.knowledge(moment.before) if asked and moment.before else ():
        if finding.kind != RECORD and not names_player(finding.message(), known.player):
            continue
        own = laid if known.player == moment.event.get("player") else set()
        by_reason: dict[tuple[int, ...], list[str]] = {}
        for card in known.surely:
            if card in asked - own:
                by_reason.setdefault(tuple(known.because.get(card, ())), []).append(card)
        for events, cards in by_reason.items():
            if events != (moment.seq,):
                text = "{player} certainly held {cards} then."
                facts = {"player": known.player, "cards": InOrder(cards)}
                yield Fact(DEDUCED, text, facts, events)


def seen_before(moment: InQuestion, finding: Finding, known: Iterable[Fact]) -> Iterator[Fact]:
    """Yield the last earlier mention of each card in question, unless it is already known."""
    if finding.rule not in SEEN_ELSEWHERE:
        return
    shown = {event for fact in known for event in fact.events}
    for card in dict.fromkeys(cards_in(finding.facts)):
        named = _last_named(moment, card, _before(moment))
        yield from (fact for fact in named if shown.isdisjoint(fact.events))


def agreed_on(moment: InQuestion, houses: Sequence[CitedHouseRule]) -> Iterator[Fact]:
    """Yield the binding house rules, and where they were agreed. Of a house rule with several
    options, yield only those that were agreed or would change the verdict."""
    for house_rule in houses:
        name = house_rule.house_rule.name
        facts = {"house_rule": house_rule.house_rule.agreed(house_rule.chosen)}
        at = moment.house_at.get(name)
        if at is not None:
            text = "The table plays {house_rule}."
            yield Fact(AGREED, text, facts, (at,))
        elif house_rule.turned_by or len(houses) == 1:
            text = "Nothing was agreed, so the usual option applies: {house_rule}."
            yield Fact(AGREED, text, facts)


def alleged(asked: Asked) -> Fact:
    """Return the words of the player who asks, as a fact."""
    events = (asked.at,) if asked.at is not None else ()
    text = "A player says: “{words}”" if asked.by is None else "{by} says: “{words}”"
    return Fact(ALLEGED, text, {"by": asked.by, "words": asked.words}, events)


ASKED_FIRST: Final = re.compile(r"\b(first|before (any|every)body|primer[oa]?|antes)\b")
BY_SEAT: Final = frozenset({"claim.priority", "force.priority", "beg.order"})
"""Phrases for having asked first, and rules that give a card by seat, not to the first who asks."""

RANK_WORDS: Final = (
    "ace as", "two dos", "three tres", "four cuatro", "five cinco", "six seis", "seven siete",
    "eight ocho", "nine nueve", "ten diez 10", "jack jota", "queen reina dama", "king rey",
)  # fmt: skip
"""Words for the ranks, from the ace up."""

SUIT_WORDS: Final = {
    "s": r"spades?|espadas?|picas?|corazon(?:es)? negros?|♠",
    "h": r"hearts?|corazon(?:es)?|♥",
    "c": r"clubs?|flor(?:es)?|trebol(?:es)?|♣",
    "d": r"diamonds?|oros?|diamantes?|♦",
}
"""Words for the suits. A longer name comes before its own prefix."""

RANK_OF: Final = {
    word: rank
    for rank, words in zip(RANKS, RANK_WORDS, strict=True)
    for word in (*words.split(), rank.casefold())
}

A_CARD: Final = re.compile(
    rf"\b({'|'.join(RANK_OF)})(?: (?:of|de) | ?(?=[♠♥♣♦]))(?:the |los |las )?"
    rf"(?:{'|'.join(f'(?P<{suit}>{words})' for suit, words in SUIT_WORDS.items())})"
)


def answers(
    moment: InQuestion, asked: Asked, broken: Sequence[Rule], known: set[int]
) -> Iterator[Fact]:
    """Yield the record's answers to a dispute, except for events already ``known``."""
    said = plainly(asked.words or "")
    if any(rule.id in BY_SEAT for rule in broken) and ASKED_FIRST.search(said):
        text = "Asking first does not count: the player who sits nearer comes first."
        yield Fact(DEDUCED, text, {})
    for card in dict.fromkeys(cards_named(said)):
        named = _last_named(moment, card, [*_before(moment), moment.seq])
        yield from (fact for fact in named if not known.issuperset(fact.events))


def cards_named(words: str) -> list[str]:
    """Return the cards named in plain words.

    >>> cards_named("she kept the four of clubs, and el rey de corazon negro"), cards_named("7♥!")
    (['4c', 'Ks'], ['7h'])
    """
    return [RANK_OF[match[1]] + str(match.lastgroup) for match in A_CARD.finditer(words)]


def _before(moment: InQuestion) -> list[int]:
    return [*takewhile(lambda number: number != moment.seq, moment.evening)]


def _last_named(moment: InQuestion, card: str, among: Sequence[int]) -> Iterator[Fact]:
    """Yield the last mention of a card among these events of the hand in question."""
    for number in takewhile(lambda at: moment.evening[at]["type"] != "hand", reversed(among)):
        for slot, named in slots(moment.evening[number]):
            if named == card:
                text = "The last line that names {card} is event {number}: {said}"
                facts = {"card": InOrder([card]), "number": number}
                if slot[0] == "hands":
                    text = "{player} was dealt {card} at event {number}."
                    facts["player"] = slot[1]
                facts["said"] = Sentences(moment.sentences(number))
                yield Fact(RECORDED, text, facts, (number,))
                return
