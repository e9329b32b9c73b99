"""The answer to a quarrel: the ruling on an example log made from its topic."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.registry import find
from referee.judging.remedies import CORRECT_THE_SCORE, STRIKE_OUT
from referee.judging.replay import judge
from referee.judging.rulebook import HouseRule, Rule, Rulebook
from referee.quarrels.topic import Topic
from referee.rulings.ruling import Ruling, rule_on
from referee.rulings.ruling.remedies import ENFORCE, FORGIVE
from referee.rulings.ruling.table import IN_ORDER, UNDECIDED
from referee.wording.language import N_
from referee.wording.sentences import Sentence, SpellCard, letters

MOST_LETTERS: Final = 2000
"""The largest number of letters in a remark of a log."""

Verdict = tuple[str, ...]
"""A verdict in a word or two, and its rule unless it is "in order"."""


@dataclass(frozen=True)
class Otherwise:
    """The different answer at a table with another house rule."""

    house_rule: HouseRule
    option: str
    ruling: Ruling

    def to_dict(self, spell: SpellCard = letters) -> dict[str, str]:
        """Return the answer as plain data."""
        return {
            "house_rule": self.house_rule.agreed(self.option).render(),
            "name": self.house_rule.name,
            "option": self.option,
            "verdict": self.ruling.verdict(spell),
        }


WITHOUT_NUMBERS: Final = {
    FORGIVE: N_("Or the table lets it pass, if all agree."),
    STRIKE_OUT: N_("It does not count: take it back."),
    CORRECT_THE_SCORE: N_("Write the score as the cards give it."),
    ENFORCE: N_("The table may put {player} out of this hand."),
}
"""Wordings of remedies that name an event, for people without a log."""


@dataclass(frozen=True)
class QuarrelAnswer:
    """The answer to a quarrel, with its log, and the answers at other tables."""

    topic: Topic
    events: Sequence[Event]
    ruling: Ruling
    otherwise: Sequence[Otherwise]

    @property
    def rules(self) -> Sequence[Rule]:
        """The rules in question; the rules of the topic if nothing was wrong."""
        if self.ruling.kind != IN_ORDER:
            return self.ruling.rules
        return [rule for rule in find(self.events[0]["game"]).rules if rule.id in self.topic.about]

    @property
    def now(self) -> Sequence[Sentence]:
        """The remedies in words."""
        remedies = [remedy.what for remedy in self.ruling.remedies]
        return [Sentence(WITHOUT_NUMBERS.get(one.text, one.text), one.facts) for one in remedies]

    @property
    def worth(self) -> Sequence[tuple[str, str]]:
        """Each player's winnings or points; empty while the hand goes on."""
        if judge(self.events)["hands"][-1]["outcome"]["kind"] in ("open", "undecided", "none"):
            return []
        worth = self.ruling.cost.as_it_lies
        return [(player, worth.format_of(player)) for player in worth.players]

    def note(self, spell: SpellCard = letters) -> Event:
        """Return the answer as a line of an evening's record."""
        facts = {"title": self.topic.heading, "verdict": self.ruling.verdict(spell)}
        sentences = [Sentence("Quarrel: {title}. {verdict}", facts), *self.now]
        text = " ".join(sentence.render(spell) for sentence in sentences)
        return {"type": "note", "note": text[:MOST_LETTERS]}

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {
            "topic": self.topic.id,
            "title": self.topic.heading,
            "verdict": self.ruling.verdict(spell),
            "explained": self.topic.explained,
            "now": [sentence.render(spell) for sentence in self.now],
            "ruling": self.ruling.to_dict(spell),
            "otherwise": [alternative.to_dict(spell) for alternative in self.otherwise],
            "log": [dict(event) for event in self.events],
        }


def settle(
    game: str,
    topic: Topic,
    players: Sequence[str],
    answers: Mapping[str, str],
    spell: SpellCard = letters,
) -> QuarrelAnswer:
    """Return the answer to a quarrel. Raises NoAnswer and Unreadable as `Topic.events` does."""
    book = find(game)
    events = topic.events(book, players, answers)
    at = len(events) - topic.behind
    ruling = _ruling(topic, events, at, spell)
    otherwise = list(_elsewhere(book, topic, events, ruling, at, spell))
    return QuarrelAnswer(topic, events, ruling, otherwise)


def verdict_of(ruling: Ruling) -> Verdict:
    """Return a verdict as topics write it: its kind, and the rule unless the act is in order."""
    return (ruling.kind, *(rule.id for rule in ruling.rules[:1] if ruling.kind != IN_ORDER))


def _ruling(topic: Topic, events: Sequence[Event], at: int, spell: SpellCard) -> Ruling:
    """Return the ruling on one event, without open questions outside the topic."""
    ruling = rule_on(events, at, spell=spell)[0]
    if ruling.kind == UNDECIDED and ruling.rules[0].id not in topic.about:
        return rule_on(events, at, topic.about[0], spell=spell)[0]
    return ruling


def _elsewhere(
    book: Rulebook, topic: Topic, events: Sequence[Event], ruling: Ruling, at: int, spell: SpellCard
) -> Iterator[Otherwise]:
    """Yield the different answers under other house rules."""
    now, chosen = _said(events, at), events[0].get("house", {})
    single = (house_rule for house_rule in book.house_rules if not house_rule.several)
    for house_rule, option in ((rule, option) for rule in single for option in rule.options):
        supposed = [{**events[0], "house": {**chosen, house_rule.name: option}}, *events[1:]]
        if option == book.house(chosen)[house_rule.name] or _said(supposed, at) == now:
            continue
        other = _ruling(topic, supposed, at, spell)
        binding = {name for rule in (*ruling.rules, *other.rules) for name in rule.binds}
        binding.update(topic.decides)
        if verdict_of(other) != verdict_of(ruling) and house_rule.name in binding:
            yield Otherwise(house_rule, option, other)


def _said(events: Sequence[Event], at: int) -> set[tuple[str, str | None]]:
    """Return the findings and questions of a report at one event."""
    report = judge(events)
    found = (*report["findings"], *report["undecided"])
    return {(one["rule"], one["player"]) for one in found if one["event"] == at}
