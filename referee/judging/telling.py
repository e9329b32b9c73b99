"""The events of a game as sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import Event
from referee.judging.forms import SHARED, Form, by_type
from referee.judging.rulebook import HouseRule
from referee.judging.summary import DECISIONS
from referee.wording.language import Plural, Word
from referee.wording.sentences import InOrder, Sentence

THROUGH_THE_MIDDLE: Final[Mapping[str, str]] = {
    "from": "The pot pays {to} {amount}.",
    "to": "{from} pays the pot {amount}.",
}
"""Sentences for a payment from the pot or to the pot."""

OTHER: Final[Mapping[str, str]] = {"other": "something that no other rule covers"}
"""The kind of offence that every game has."""


class Telling:
    """Puts the events of a game into words: those that all games have, and its own.

    ``forms`` are the game's events with their sentences, ``offences`` the kinds of offence in
    words; ``words`` converts the values of fields, or of one event's field (``event.field``), and
    ``house_rules`` are those of the game.

    >>> sentences = Telling()({"type": "pass", "player": "Ana"})
    >>> [one.render() for one in sentences]
    ['Ana knocks.']
    """

    def __init__(
        self,
        forms: Iterable[Form] = (),
        offences: Mapping[str, str] | None = None,
        words: Mapping[str, Callable[[Any], Any]] | None = None,
        house_rules: Sequence[HouseRule] = (),
    ) -> None:
        self._forms = SHARED | by_type(*forms)
        self._offences = {**OTHER, **(offences or {})}
        self._words = words or {}
        self._house_rules = {rule.name: rule for rule in house_rules}

    def __call__(self, event: Event) -> list[Sentence]:
        """Return the sentences of an event."""
        kind = event["type"]
        if kind == "correct":
            return self._revision("Event {event} should read:", event, event["with"])
        if kind == "insert":
            text = "Before event {before} this was forgotten:"
            return self._revision(text, event, event["event"])
        form = self._forms[kind]
        facts = {key: self._fact(kind, key, value) for key, value in event.items()}
        through = next((side for side in THROUGH_THE_MIDDLE if event.get(side) == THE_MIDDLE), "")
        sentences = [Sentence(THROUGH_THE_MIDDLE.get(through, form.says), facts)]
        sentences += [
            Sentence(form.more[key], facts)
            for key, value in event.items()
            if value not in (None, "", [], {}) and key in form.more
        ]
        sentences += [_held(player, cards) for player, cards in event.get("hands", {}).items()]
        for player, melds in event.get("melds", {}).items():
            sentences += [_lies(player, meld) for meld in melds or [[]]]
        return sentences

    def _revision(self, text: str, event: Event, brought: Event | None) -> list[Sentence]:
        facts = {"event": event.get("event"), "before": event.get("before"), "why": event["why"]}
        if brought is None:
            sentences = [Sentence("Event {event} never happened.", facts)]
        else:
            sentences = [Sentence(text, facts), *self(brought)]
        return [*sentences, Sentence("({why})", facts)] if event["why"] else sentences

    def _fact(self, kind: str, key: str, value: Any) -> Any:
        words = self._words.get(f"{kind}.{key}") or self._words.get(key)
        if words is not None:
            return words(value)
        match key:
            case "card":
                return card_in_words(value)
            case "cards" | "pile":
                if len(value) == 1:
                    return card_in_words(value[0])
                return InOrder(value) if value else Word("none")
            case "offer":
                facts = {"card": card_in_words(value["card"]), "player": value["from"]}
                return Sentence("{card}, from {player}", facts)
            case "winner":
                return winner_in_words(value)
            case "kind":
                return Word(self._offences[value])
            case "decision":
                return Word(DECISIONS[value])
            case "why" if value == "abandoned":
                return Word("abandoned")
            case "house":
                rules = self._house_rules
                named = [rules.get(name) or HouseRule(name, "", "", "", {}) for name in value]
                return [rule.agreed(value[rule.name]) for rule in named] or Word("as usual")
            case "points" | "totals" | "bets":
                return [f"{name} {worth}" for name, worth in value.items()]
            case "to" | "from" if value == THE_MIDDLE:
                return Word("the pot")
        return value


def winner_in_words(name: str | None) -> str | Word:
    """Return the name of the winner of a hand, or the word for nobody."""
    return Word("nobody") if name is None else name


def card_in_words(card: str) -> InOrder | Word:
    """Return a card for the facts of a sentence."""
    return Word("a card that nobody saw") if card == UNRECORDED else InOrder((card,))


def _held(player: str, cards: list[str] | int) -> Sentence:
    if isinstance(cards, int):
        text = Plural("{player} has {count} card.", "{player} has {count} cards.", cards)
        return Sentence(text, {"player": player, "count": cards})
    return Sentence("{player} has {cards}.", {"player": player, "cards": InOrder(cards)})


def _lies(player: str, meld: list[str]) -> Sentence:
    text = "By then {player} has {meld} on the table."
    text = text if meld else "By then {player} has nothing on the table."
    return Sentence(text, {"player": player, "meld": InOrder(meld)})


# ---- the end of a hand

HandReport = Mapping[str, Any]
"""A hand of a report."""


def unfinished(hand: HandReport) -> Sentence:
    """Return a sentence about a hand without an end.

    >>> unfinished({"outcome": {"kind": "open"}}).render()
    'The hand is not over.'
    """
    if hand["outcome"]["kind"] == "open":
        return Sentence("The hand is not over.", {})
    return Sentence("The hand was not played to its end.", {})


def points(hand: HandReport) -> Iterator[Sentence]:
    """Yield the known points, and the players whose points are unknown.

    >>> [one.render() for one in points({"scores": {"Ana": 5, "Beto": None}})]
    ['Points: Ana 5.', 'The points of Beto are unknown.']
    """
    scores = hand.get("scores", {})
    counted = [f"{name} {count}" for name, count in scores.items() if count is not None]
    if counted:
        yield Sentence("Points: {points}.", {"points": counted})
    unknown = [name for name, count in scores.items() if count is None]
    if unknown:
        yield Sentence("The points of {players} are unknown.", {"players": unknown})
