"""Small partial records, with every full record that they may stand for.

A hand or two are played, and one of their cards is overwritten. Every way to name it again, with
each card in one place at a time, is judged as a full record. About the partial record the
referee may report what is in all of these reports, and nothing else.
"""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from referee.cards.deck import JOKER, NAMES
from referee.judging.findings import MISSED
from referee.judging.registry import find
from referee.judging.replay import judge
from tests.accepting import accepted
from tests.lawful import HANDS, lawful
from tests.partial.evenings import EVENINGS
from tests.partial.poverty import UNSEEN, Event, cards_of, with_card

REFERRING: Final = frozenset({"correct", "insert", "dispute", "ruling", "gap"})
"""Lines with the number of another line, and gaps."""

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


@dataclass(frozen=True, slots=True)
class SmallRecord:
    """A hand with an overwritten card: its report, and the report of each full record."""

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


def small_record(seed: int, faulty: bool, game: str) -> SmallRecord | None:
    """Return a hand (in games other than Desmoche two) with an overwritten card; None if the model
    plays more, or has a card in two places."""
    rng = Random(f"small/{seed}")
    evenings = EVENINGS[game]
    if faulty or game != "desmoche":
        rich = accepted((evenings.faulty if faulty else evenings.lawful)(rng))
    else:
        rich = lawful(rng, HANDS)
    kinds = [event["type"] for event in rich]
    most = 1 if game == "desmoche" else MOST_HANDS
    is_small = kinds.count("hand") <= most and (len(rich) <= LONGEST or most == 1)
    open_deal = is_small and _dealt_openly(rich)
    places = [
        (line, at)
        for line, event in enumerate(rich)
        if event["type"] in MASKED
        for at, card in enumerate(cards_of(event))
        if card != UNSEEN or game == "desmoche"
    ]
    if not (game in DEALT_UNSEEN or open_deal) or not REFERRING.isdisjoint(kinds):
        return None
    if not places or not _is_consistent(judge(rich)):
        return None
    line, at = rng.choice(places)

    def named(card: str) -> dict[str, Any]:
        return judge([*rich[:line], with_card(rich[line], at, card), *rich[line + 1 :]])

    cards = [*NAMES, JOKER] if find(rich[0]["game"]).jokers else NAMES
    return SmallRecord(named(UNSEEN), [one for one in map(named, cards) if _is_consistent(one)])


def _is_consistent(report: dict[str, Any]) -> bool:
    contradictions = {"card.location", "card.count"}
    return not any(one["rule"] in contradictions for one in report["findings"])


def _dealt_openly(log: list[Event]) -> bool:
    deals = [event for event in log if event["type"] == "deal"]
    hands = [cards for deal in deals for cards in deal["hands"].values()]
    return bool(hands) and all(isinstance(cards, list) and UNSEEN not in cards for cards in hands)
