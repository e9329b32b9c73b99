"""Slips that can be put into a lawful log of any game with turns, each with what must be found.

A slip takes the log of an evening of which every card was written down, and puts itself in where it
fits. Where the rest of the hand would not be lawful any more, the log ends there. What the rules of
one game alone forbid stands in the cases of those rules (``tests/cases``).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from referee.judging.replay import judge

Event = dict[str, Any]
Log = list[Event]
Finding = tuple[int, str, str | None]

EARLY: Final = 30
"""Slips are made among so many first lines of a hand: later the deck may be empty."""

ONE_PACK: Final = ("golf", "cambio_cabo", "gin_rummy", "desmoche_app")
"""Games in which every card is there once."""


@dataclass(frozen=True)
class Slip:
    """A log with one slip: what must be found, and the line that puts it right."""

    log: Log
    finding: Finding
    mend: Event


@dataclass(frozen=True)
class Hand:
    """A hand of a log by the places of its lines: where it opens, and which line ends it."""

    log: Log
    start: int
    end: int
    is_over: bool

    @property
    def dealer(self) -> str:
        return str(self.log[self.start]["dealer"])

    @property
    def play(self) -> range:
        """The places from the first discard, or draw where there is none, until the hand ends or
        gets long."""
        kinds = [event["type"] for event in self.log[self.start : self.end]]
        begun = next((kind for kind in ("discard", "draw") if kind in kinds), "")
        first = self.start + kinds.index(begun) if begun else self.end
        knock = self.start + kinds.index("knock") if "knock" in kinds else self.end
        return range(first, min(knock, first + EARLY))

    def at(self, kind: str, places: range | None = None) -> Iterator[int]:
        """The places of the lines of a kind in the play, or in other places."""
        return (at for at in places or self.play if self.log[at]["type"] == kind)

    def opening(self, kind: str) -> Iterator[int]:
        """The places of the lines of a kind before a card is drawn."""
        return self.at(kind, range(self.start, self.play.start + 1))


def hands(log: Log) -> list[Hand]:
    starts = [at for at, event in enumerate(log) if event["type"] == "hand"]
    ends = [hand["outcome"] for hand in judge(log)["hands"]]
    return [
        Hand(log, start, (end["event"] or len(log)) - 1, end["kind"] not in ("open", "abandoned"))
        for start, end in zip(starts, ends, strict=True)
    ]


def added(log: Log, at: int, event: Event, rule: str, player: str | None = None) -> Slip:
    """One line more before a place."""
    mend = {"type": "correct", "event": at + 1, "with": None, "why": "slip"}
    return Slip([*log[:at], event, *log[at:]], (at + 1, rule, player), mend)


def last(log: Log, at: int, event: Event, rule: str, player: str | None = None) -> Slip:
    """The log up to a place, and a line more."""
    return added(log[:at], at, event, rule, player)


def changed(log: Log, at: int, rule: str, who: str | None, **fields: Any) -> Slip:
    """Other fields in one line, by which the log ends."""
    mend = {"type": "correct", "event": at + 1, "with": log[at], "why": "slip"}
    return Slip([*log[:at], {**log[at], **fields}], (at + 1, rule, who), mend)


def others(hand: Hand, player: str) -> list[str]:
    return [name for name in hand.log[0]["players"] if name != player]


def draw(player: str) -> Event:
    return {"type": "draw", "player": player, "card": "??"}


Make = Callable[[Hand], Iterator[Slip]]
SLIPS: Final[dict[str, Make]] = {}
"""Every slip by its rule. It yields all ways in which it fits into a hand."""


def slip(rule: str) -> Callable[[Make], Make]:
    def enter(make: Make) -> Make:
        SLIPS[rule] = make
        return make

    return enter


@slip("dealer.rotation")
def _deals_again(hand: Hand) -> Iterator[Slip]:
    before = [at for at in range(hand.start) if hand.log[at]["type"] == "hand"]
    for at in before[-1:]:
        dealer = hand.log[at]["dealer"]
        yield changed(hand.log, hand.start, "dealer.rotation", dealer, dealer=dealer)


@slip("cut.player")
def _dealer_cuts(hand: Hand) -> Iterator[Slip]:
    for at in hand.opening("cut"):
        yield changed(hand.log, at, "cut.player", hand.dealer, player=hand.dealer)


@slip("deal.count")
def _one_card_more(hand: Hand) -> Iterator[Slip]:
    for at in hand.opening("deal"):
        for name, cards in hand.log[at]["hands"].items():
            more = {name: 1 + (cards if isinstance(cards, int) else len(cards))}
            yield changed(hand.log, at, "deal.count", hand.dealer, hands=more)


@slip("turn.order")
def _out_of_turn(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        for name in others(hand, hand.log[at]["player"]):
            if hand.log[at - 1]["type"] == "discard":
                yield last(hand.log, at, draw(name), "turn.order", name)


@slip("turn.draw")
def _second_card(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        name = hand.log[at]["player"]
        yield last(hand.log, at + 1, draw(name), "turn.draw", name)


@slip("turn.discard")
def _no_discard(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("discard"):
        line, behind = hand.log[at], hand.log[at + 1]
        if behind["type"] == "draw" and behind["player"] != line["player"]:
            mend = {"type": "insert", "before": at + 1, "event": line, "why": "forgotten"}
            finding = (at + 1, "turn.discard", line["player"])
            yield Slip([*hand.log[:at], behind], finding, mend)


@slip("card.location")
def _drawn_from_elsewhere(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        top = hand.log[at - 1]
        if top["type"] == "discard" and top["card"] != "??" and hand.log[0]["game"] in ONE_PACK:
            yield changed(hand.log, at, "card.location", None, card=top["card"])


@slip("event.phase")
def _second_deal(hand: Hand) -> Iterator[Slip]:
    for at in hand.play:
        yield added(hand.log, at, {"type": "deal", "hands": {}}, "event.phase")


@slip("end.early")
def _ends(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        yield last(hand.log, at + 1, {"type": "end"}, "end.early")


@slip("hand.over")
def _plays_on(hand: Hand) -> Iterator[Slip]:
    # a knock of Gin with cards that nobody saw may be none
    for name in hand.log[0]["players"] if hand.is_over else ():
        if hand.log[hand.end]["type"] != "knock":
            yield last(hand.log, hand.end + 1, draw(name), "hand.over")


@slip("player.unknown")
def _stranger(hand: Hand) -> Iterator[Slip]:
    for at in hand.play:
        told = {"type": "offence", "player": "Zoe", "kind": "other"}
        yield added(hand.log, at, told, "player.unknown")


@slip("offence.other")
def _offence(hand: Hand) -> Iterator[Slip]:
    for at in hand.play:
        for name in hand.log[0]["players"]:
            told = {"type": "offence", "player": name, "kind": "other"}
            yield added(hand.log, at, told, "offence.other", name)


@slip("event.reference")
def _forgives_nothing(hand: Hand) -> Iterator[Slip]:
    for at in hand.play:
        yield added(hand.log, at, {"type": "forgive", "event": 9999}, "event.reference")


def some_slip(log: Log, rng: Random, rule: str) -> Slip | None:
    """Put one slip against a rule into a lawful log; None where there is no room for it."""
    ways = [one for hand in hands(log) for one in SLIPS[rule](hand)]
    return rng.choice(ways) if ways else None
