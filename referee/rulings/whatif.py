"""An evening replayed under other house rules, without an event, or with a different one.

A house rule holds from the start: a later ``house`` event cannot change it, only other rules.
Leaving out or replacing an event works like a correction in the log: all other events keep their
numbers, and references to them remain valid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeVar

from referee.judging import corrections
from referee.judging.corrections import Event, Numbered, as_they_should_read
from referee.judging.findings import Finding, Undecided
from referee.judging.registry import find
from referee.judging.replay import ReplayedLog, replayed
from referee.judging.report import Report, ReportedFinding, ReportedQuestion, in_the_middle
from referee.judging.rulebook import NOTHING_CHOSEN, House, Rulebook, agreed
from referee.wording.language import N_, Plural, Word, joined
from referee.wording.sentences import Sentence, SpellCard, SpokenError, fields_of, letters

NOTHING_INSTEAD: Mapping[int, Event] = MappingProxyType({})

Reported = TypeVar("Reported", ReportedFinding, ReportedQuestion)


class NotPossible(SpokenError, ValueError):  # noqa: N818 - it says what is wrong with the question
    """Raised if a question cannot be answered: there is no such event, house rule or option."""


def no_such_event(lines: Sequence[Event], number: int) -> NotPossible:
    """Return the error for a number that is not an event of the log."""
    text = Plural(
        "The log has {count} event, and none with number {number}.",
        "The log has {count} events, and none with number {number}.",
        len(lines),
    )
    return NotPossible(Sentence(text, {"count": len(lines), "number": repr(number)}))


class HandDifference:
    """One hand as it was and as it would have been; None if there is no such hand."""

    def __init__(self, was: Mapping[str, Any] | None, would_be: Mapping[str, Any] | None) -> None:
        self.was, self.would_be = was, would_be
        hands = was or {}, would_be or {}
        self.number: int = (was or would_be or {})["hand"]
        """The number of the hand in the actual log, else in the alternative."""
        ends = outcome(was), outcome(would_be)
        self.outcomes = ends if was and would_be and ends[0] != ends[1] else None
        """Both ends of the hand if they differ, else None."""
        self.moves = moved(*(hand.get("net", {}) for hand in hands))
        """Each player's gain or loss of money in this hand."""
        self.recount = recounted(*hands)
        """Each player's gain or loss of points in this hand."""

    def to_dict(self) -> dict[str, Any]:
        """Return both versions as plain data."""
        ends = {"was": _ending(self.was), "would_be": _ending(self.would_be)}
        return {"hand": self.number, **ends, "moves": self.moves, "recount": self.recount}

    def sentences(self) -> list[Sentence]:
        """The difference in sentences."""
        facts = {"hand": self.number}
        if self.would_be is None:
            return [Sentence("There would be no hand {hand}.", facts)]
        if self.was is None:
            return [Sentence("There would also be a hand {hand}.", facts)]
        sentences = [who_wins(self.number, *self.outcomes)] if self.outcomes else []
        stays = self.would_be["carried"] - self.was["carried"]
        if way := changes(self.moves, stays, self.recount):
            sentences.append(Sentence("Hand {hand}: {changes}.", {**facts, "changes": way}))
        return sentences or [Sentence("Hand {hand} would end with other details.", facts)]


class Difference:
    """An evening as it was and as it would have been: two reports, and what differs in them.

    Two findings are the same if event, rule and player are.
    """

    def __init__(self, was: Report, would_be: Report) -> None:
        self.was, self.would_be = was, would_be
        self.findings_gone = missing(was["findings"], would_be["findings"])
        """The findings that would disappear."""
        self.findings_new = missing(would_be["findings"], was["findings"])
        """The additional findings."""
        self.questions_new = missing(would_be["undecided"], was["undecided"])
        """The additional open questions."""
        one, other = ({hand["first_event"]: hand for hand in report["hands"]}
                      for report in (was, would_be))  # fmt: skip
        both = ((one.get(at), other.get(at)) for at in sorted({*one, *other}))
        self.hands = [
            HandDifference(*pair) for pair in both if _ending(pair[0]) != _ending(pair[1])
        ]
        """The hands with a different end or different money."""
        self.moves = moved(was["totals"], would_be["totals"])
        """Each player's gain or loss of money in the whole evening."""
        self.recount = recounted(was, would_be)
        """Each player's gain or loss of points in the whole evening."""
        self.middle = in_the_middle(would_be) - in_the_middle(was)
        """The change of the money in the middle at the end, side pots included."""

    def changes(self) -> list[Sentence]:
        """Return the changes of points, money and the middle, in a few words each."""
        return changes(self.moves, self.middle, self.recount)

    def other_winners(self) -> list[Sentence]:
        """Return a sentence about each hand with a different end."""
        return [who_wins(hand.number, *hand.outcomes) for hand in self.hands if hand.outcomes]

    def __bool__(self) -> bool:
        return bool(self.findings_gone or self.findings_new or self.hands)

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain data."""
        names = ("totals", "carried", "side_carried")
        both = {name: {"was": self.was[name], "would_be": self.would_be[name]} for name in names}
        own = fields_of(self, ("findings_gone", "findings_new", "moves", "recount"))
        return {**own, "hands": [hand.to_dict() for hand in self.hands], **both}

    def sentences(self) -> list[Sentence]:
        """The difference in sentences."""
        gone = "At event {event} this would not be found ({rule}): {message}"
        new = "At event {event} this would be found ({rule}): {message}"
        found = [Sentence(gone, finding) for finding in self.findings_gone]
        found += [Sentence(new, finding) for finding in self.findings_new]
        found += [sentence for hand in self.hands for sentence in hand.sentences()]
        if whole := self.changes():
            found.append(Sentence("In the whole evening: {changes}.", {"changes": whole}))
        return found or [Sentence("Nothing would be different.", {})]


def what_if(
    events: Iterable[Event],
    house: House = NOTHING_CHOSEN,
    without: Iterable[int] = (),
    instead: Mapping[int, Event] = NOTHING_INSTEAD,
    spell: SpellCard = letters,
) -> Difference:
    """Judge an evening as it was, and as it would have been with other house rules, without some
    events, or with others replaced. Raises NotPossible.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> what_if([opening], {"knock": "free"}).sentences()[0].render()
    'Nothing would be different.'
    """
    replay = replayed(events)
    return Difference(replay.report(spell), supposing(replay, house, without, instead, spell))


def supposing(
    replay: ReplayedLog,
    house: House = NOTHING_CHOSEN,
    without: Iterable[int] = (),
    instead: Mapping[int, Event] = NOTHING_INSTEAD,
    spell: SpellCard = letters,
    besides: Iterable[Event] = (),
) -> Report:
    """Return the report of an evening as it would have been, also with further lines."""
    lines, added = replay.lines, [*besides]
    revised = [*lines, *_revisions(lines, set(without), instead), *added]
    evening = as_they_should_read(revised)
    rulebook = find(evening[0][1]["game"])
    chosen = {name: _option(rulebook, name, option) for name, option in agreed({}, house).items()}
    if chosen:
        evening = with_house_rules(rulebook, evening, partial(replaced, chosen=chosen))
    return replay.otherwise(evening).report(len(lines) + len(added), spell)


def replaced(house: House, chosen: House) -> House:
    """Return house rules with the options chosen for some of them."""
    return {name: chosen.get(name, option) for name, option in house.items()}


def with_house_rules(
    rulebook: Rulebook, events: Iterable[Numbered], otherwise: Callable[[House], House]
) -> list[Numbered]:
    """Return the events as if the table had agreed on other house rules from the start."""
    kept: list[Numbered] = []
    for seq, event in events:
        if event["type"] == "game":
            event = {**event, "house": otherwise(rulebook.house(event.get("house", {})))}
        elif event["type"] == "house":
            event = {**event, "house": otherwise(agreed({}, event["house"]))}
        kept.append((seq, event))
    return kept


def _revisions(
    lines: Sequence[Event], without: set[int], instead: Mapping[int, Event]
) -> list[Event]:
    """Return the corrections that leave out some events and replace others."""
    if both := without & set(instead):
        text = "You cannot both leave out event {event} and replace it."
        raise NotPossible(text, event=min(both))
    reads = dict(as_they_should_read(lines))
    found: list[Event] = []
    for number in sorted({*without, *instead}):
        if number not in range(1, len(lines) + 1):
            raise no_such_event(lines, number)
        line = reads.get(number, lines[number - 1])
        revision = corrections.correction(number, line, instead.get(number), "what if")
        if not corrections.refers_soundly(len(lines) + 1, revision):
            raise NotPossible(Word("Only the first event opens the game."))
        found.append(revision)
    return found


def _option(rulebook: Rulebook, name: str, option: Any) -> Any:
    rule = next((rule for rule in rulebook.house_rules if rule.name == name), None)
    if rule is None:
        text = "{game} has no house rule {name}."
        raise NotPossible(text, game=Word(rulebook.title), name=name)
    is_allowed = option in rule.options
    if rule.several:
        is_allowed = isinstance(option, tuple) and {*option} <= {*rule.options}
    if not is_allowed:
        text = "The house rule {name} has the options {options}."
        raise NotPossible(text, name=name, options=joined(rule.options))
    return option


def about(
    found: Finding | Undecided | ReportedFinding | ReportedQuestion,
) -> tuple[int, str, str | None]:
    """Return the event, the rule and the player by which two findings are the same."""
    return found.event, found.rule, found.player


def missing(
    findings: Iterable[Reported], among: Iterable[Reported], key: Callable[[Any], Any] = about
) -> list[Reported]:
    """Return the findings that are not among others; two with the same ``key`` are the same."""
    there = Counter(map(key, among))
    found = []
    for finding in findings:
        there[key(finding)] -= 1
        if there[key(finding)] < 0:
            found.append(finding)
    return found


def _ending(hand: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the results of a hand: outcome, money, carried money, points."""
    if hand is None:
        return None
    kept = ("outcome", "bonuses", "side_games", "net", "carried", "if_enforced", "scores")
    return {key: hand[key] for key in kept if key in hand}


NOTHING_MOVES: Final = N_("nothing changes for anybody")


Outcome = Mapping[str, Any]
"""The end of a hand: its ``kind`` and its ``winner``."""


def outcome(hand: Mapping[str, Any] | None) -> Outcome:
    """Return the outcome of a hand of a report; empty if there is none."""
    return {name: hand["outcome"][name] for name in ("kind", "winner")} if hand else {}


def moved(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the players whose amount changed, and the difference.

    >>> moved({"Ana": 5, "Beto": -5}, {"Ana": 5, "Beto": 0})
    {'Beto': 5}
    """
    names = dict.fromkeys([*before, *after])
    differences = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    return {name: amount for name, amount in differences.items() if amount}


def recounted(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, int]:
    """Return the players whose points changed, and the difference, where both reports or hands know
    them.

    >>> recounted({"scores": {"Ana": 5, "Beto": None}}, {"scores": {"Ana": 3, "Beto": 7}})
    {'Ana': -2}
    """
    was, would_be = ((report.get("scores") or {}) for report in (before, after))
    known = [name for name, points in would_be.items() if None not in (points, was.get(name))]
    return moved(*({name: points[name] for name in known} for points in (was, would_be)))


def who_wins(hand: int, was: Outcome, would_be: Outcome) -> Sentence:
    """Return a sentence about a hand with a different end."""
    before, after = was["winner"], would_be["winner"]
    text = "Hand {hand}: {winner} would win, instead of {was}."
    if before == after is None:
        text = "Hand {hand} would end in another way, without a winner."
    elif before == after:
        text = "Hand {hand}: {winner} would win in another way."
    elif after is None:
        text = "Hand {hand}: nobody would win; in fact {was} won."
    elif before is None:
        text = "Hand {hand}: {winner} would win; in fact nobody won."
    return Sentence(text, {"hand": hand, "was": before, "winner": after})


def changes(moves: Mapping[str, int], middle: int, points: Mapping[str, int]) -> list[Sentence]:
    """Return the changes of points, money and the middle, in a few words each."""
    sentences = []
    for player, count in points.items():
        number = abs(count)
        text = Plural("{player} one point more", "{player} {points} points more", number)
        if count < 0:
            text = Plural("{player} one point less", "{player} {points} points less", number)
        sentences.append(Sentence(text, {"player": player, "points": number}))
    for player, amount in moves.items():
        way = "{player} {amount} more" if amount > 0 else "{player} {amount} less"
        sentences.append(Sentence(way, {"player": player, "amount": abs(amount)}))
    if middle:
        way = "{amount} more in the middle" if middle > 0 else "{amount} less in the middle"
        sentences.append(Sentence(way, {"amount": abs(middle)}))
    return sentences
