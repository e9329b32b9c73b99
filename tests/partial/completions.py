"""Small partial records, with every full record that they may stand for.

A hand or two are played, and a few of their cards are overwritten. Every way to name them again,
with each card in one place at a time, is judged as a full record. About the partial record the
referee may report what is in all of these reports, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Final

from referee.cards.deck import JOKER, NAMES
from referee.judging.findings import MISSED
from referee.judging.registry import find
from referee.judging.replay import judge
from tests.partial.evenings import EVENINGS
from tests.partial.poverty import UNSEEN, Event
from tests.partial.trying import accepted
from tests.simulation import lawful_session

UNSETTLED: Final = ("open", "undecided")

Found = tuple[int, str, str | None]

MASKED: Final = (
    "draw", "take", "discard", "swap", "pay", "claim", "beg", "meld", "show", "cambio",
)  # fmt: skip

LONGEST: Final = 200
"""The longest record to try, because every full record is judged."""

NO_MONEY: Final = ("force.missed", "force.invalid", "withdraw.live")
"""Rules whose questions never decide money."""

MOST_HANDS: Final = 2

DEALT_UNSEEN: Final = ("golf",)
"""Games whose dealt cards nobody sees: they stay unknown in every full record, too."""

MOST: Final = 16
"""The most cards to try for each of several overwritten ones; a single one may be any card."""


@dataclass(frozen=True, slots=True)
class SmallRecord:
    """A hand with overwritten cards: its report, and the report of each full record."""

    poor: list[Event]
    said: dict[str, Any]
    whole: list[dict[str, Any]]

    @property
    def findings(self) -> set[Found]:
        return found(self.said)

    @property
    def certain(self) -> set[Found]:
        """Return the findings in every full record that breaks at most one rule more than
        necessary."""
        return set.intersection(*map(found, self._breaking(1)))

    def _breaking(self, more: int) -> list[dict[str, Any]]:
        """Return the full records that break at most ``more`` rules more than the best of them."""
        fewest = min(len(report["findings"]) for report in self.whole)
        return [one for one in self.whole if len(one["findings"]) <= fewest + more]

    @property
    def outcomes(self) -> set[tuple[Any, ...]]:
        """Return the ends of the hand in the full records that break the fewest rules: a missing
        card is no sign of a breach. A missed chance breaks none."""
        fewest = min(map(_breaches, self.whole))
        return {outcome(one) for one in self.whole if _breaches(one) == fewest}

    @property
    def all_agree(self) -> bool:
        """Return whether the hand ends in the same way in every full record, however many rules it
        breaks."""
        return len(set(map(outcome, self.whole))) == 1

    @property
    def tells_its_outcome(self) -> bool:
        """Return whether the referee reports a certain end of the hand: its questions are all
        questions of every full record, too."""
        asked_anyway = set.intersection(*map(_asked_for_money, self.whole))
        if _asked_for_money(self.said) - asked_anyway:
            return False
        kinds = {kind for kind, *_ in outcome(self.said)}
        return kinds.isdisjoint(UNSETTLED) or self.outcomes == {outcome(self.said)}

    @property
    def tells_no_wrong_outcome(self) -> bool:
        """Return whether every end that it reports as certain is the end in every full record."""
        return not self.tells_its_outcome or self.outcomes == {outcome(self.said)}


def _breaches(report: dict[str, Any]) -> int:
    """Return the number of broken rules; a missed chance is no breach."""
    return sum(one["kind"] != MISSED for one in report["findings"])


def _asked_for_money(report: dict[str, Any]) -> set[Found]:
    """Return the questions that decide money: event, rule and player."""
    return {
        (one["event"], one["rule"], one["player"])
        for one in report["undecided"]
        if one["rule"] not in NO_MONEY
    }


def found(report: dict[str, Any]) -> set[Found]:
    return {(one["event"], one["rule"], one["player"]) for one in report["findings"]}


def outcome(report: dict[str, Any]) -> tuple[Any, ...]:
    """Return the ends of the hands of a report, with their money and points."""
    return tuple(
        (
            hand["outcome"]["kind"],
            hand["outcome"]["winner"],
            tuple(hand["net"].items()),
            tuple(hand.get("scores", {}).items()),
        )
        for hand in report["hands"]
    )


def small_record(seed: int, holes: int, faulty: bool, game: str = "desmoche") -> SmallRecord | None:
    """Return a hand (in games other than Desmoche two) with this many overwritten cards; None if
    the model plays more, or has a card in two places."""
    rng = Random(f"small/{seed}")
    evenings = EVENINGS[game]
    if faulty or game != "desmoche":
        rich = accepted((evenings.faulty if faulty else evenings.lawful)(rng))
    else:
        rich = accepted(lawful_session(rng, 1, masked=False)[0])
    most = 1 if game == "desmoche" else MOST_HANDS
    hands = sum(event["type"] == "hand" for event in rich)
    if _has_references(rich):
        return None
    if game not in DEALT_UNSEEN and (hands > most or (len(rich) > LONGEST and most > 1)):
        return None
    if any(event["type"] == "gap" for event in rich):
        return None
    if game not in DEALT_UNSEEN and not _dealt_openly(rich):
        return None
    if not _is_consistent(judge(rich)):
        return None
    places = list(_cards(rich))
    some = rng.sample(places, min(holes, len(places)))
    poor = _named(rich, dict.fromkeys(some, UNSEEN))
    candidates = _candidates(rich, poor, some, rng, find(rich[0]["game"]).jokers)
    whole = [
        report
        for cards in product(candidates, repeat=len(some))
        if _is_consistent(report := judge(_named(rich, dict(zip(some, cards, strict=True)))))
    ]
    return SmallRecord(poor, judge(poor), whole)


Place = tuple[int, int]
"""A line, and the index of the card among its cards; -1 for a single card."""


def _cards(log: list[Event]) -> Iterator[Place]:
    for line, event in enumerate(log):
        if event["type"] in MASKED:
            if "card" in event:
                yield line, -1
            for at in range(len(event.get("cards", ()))):
                yield line, at


def _named(log: list[Event], cards: dict[Place, str]) -> list[Event]:
    changed = list(log)
    for (line, at), card in cards.items():
        event = dict(changed[line])
        if at < 0:
            event["card"] = card
        else:
            event["cards"] = [*event["cards"][:at], card, *event["cards"][at + 1 :]]
        changed[line] = event
    return changed


def _candidates(
    rich: list[Event], poor: list[Event], some: list[Place], rng: Random, jokers: bool
) -> list[str]:
    """Return the cards to try: all for a single hole; otherwise the overwritten ones, cards that
    are nowhere in the record, and those of the deal."""
    if len(some) == 1:
        return [*NAMES, JOKER] if jokers else list(NAMES)
    true = {rich[line]["card"] if at < 0 else rich[line]["cards"][at] for line, at in some}
    named = {poor[line]["card"] if at < 0 else poor[line]["cards"][at] for line, at in _cards(poor)}
    others = [card for card in NAMES if card not in named | true]
    seen = [card for card in NAMES if card in named - true]
    return sorted(true) + (rng.sample(others, len(others)) + rng.sample(seen, len(seen)))[:MOST]


def _is_consistent(report: dict[str, Any]) -> bool:
    contradictions = {"card.location", "card.count"}
    return not any(one["rule"] in contradictions for one in report["findings"])


def _dealt_openly(log: list[Event]) -> bool:
    deals = [event for event in log if event["type"] == "deal"]
    hands = [cards for deal in deals for cards in deal["hands"].values()]
    return bool(hands) and all(isinstance(cards, list) for cards in hands)


def _has_references(log: list[Event]) -> bool:
    return any(event["type"] in ("correct", "insert", "dispute", "ruling") for event in log)
