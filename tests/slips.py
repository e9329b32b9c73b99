"""Slips that can be put into a lawful log of any game with turns, each with what must be found.

A slip takes the log of an evening of which every card was written down, and puts itself in where it
fits. Where the rest of the hand would not be lawful any more, the log ends there. What the rules of
one game alone forbid stands in the cases of those rules (``tests/cases``).

``one_slip`` has evenings of Desmoche with a slip against one rule each, and what must come of them:
an independent model of the game, which knew all hands, wrote them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from referee.judging.replay import judge
from tests.evenings import Event, Log

Finding = tuple[int, str, str | None]

RECORDED: Final = sorted((Path(__file__).parent / "one_slip").glob("*.jsonl"))
"""The recorded evenings of Desmoche, named after the broken rule."""

EARLY: Final = 30
"""Slips are made among so many first lines of a hand: later the deck may be empty."""

DESMOCHE: Final = ("desmoche", "conquien")
"""Games with a rule of their own about a second deal."""

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


def line(what: str, /, **fields: Any) -> Event:
    return {"type": what, **fields}


def written(rule: str, lines: Callable[[Hand], Iterable[Event]]) -> Make:
    """Return the slip of writing one of these lines anywhere in the play."""

    def make(hand: Hand) -> Iterator[Slip]:
        for at in hand.play:
            for event in lines(hand):
                who = event.get("player") if rule == "offence.other" else None
                yield added(hand.log, at, event, rule, who)

    return make


def deals_again(hand: Hand) -> Iterator[Slip]:
    before = [at for at in range(hand.start) if hand.log[at]["type"] == "hand"]
    for at in before[-1:]:
        dealer, between = hand.log[at]["dealer"], hand.log[at : hand.start]
        if line("leave", player=dealer) not in between:
            yield changed(hand.log, hand.start, "dealer.rotation", dealer, dealer=dealer)


def dealer_cuts(hand: Hand) -> Iterator[Slip]:
    for at in hand.opening("cut"):
        yield changed(hand.log, at, "cut.player", hand.dealer, player=hand.dealer)


def one_card_more(hand: Hand) -> Iterator[Slip]:
    for at in hand.opening("deal"):
        for name, cards in hand.log[at]["hands"].items():
            more = {name: 1 + (cards if isinstance(cards, int) else len(cards))}
            yield changed(hand.log, at, "deal.count", hand.dealer, hands=more)


def draws_out_of_turn(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        for name in others(hand, hand.log[at]["player"]):
            if hand.log[at - 1]["type"] == "discard":
                yield last(hand.log, at, draw(name), "turn.order", name)


def draws_twice(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        name = hand.log[at]["player"]
        yield last(hand.log, at + 1, draw(name), "turn.draw", name)


def does_not_discard(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("discard"):
        gone, behind = hand.log[at], hand.log[at + 1]
        if behind["type"] == "draw" and behind["player"] != gone["player"]:
            mend = line("insert", before=at + 1, event=gone, why="forgotten")
            finding = (at + 1, "turn.discard", gone["player"])
            yield Slip([*hand.log[:at], behind], finding, mend)


def draws_from_elsewhere(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        top = hand.log[at - 1]
        if top["type"] == "discard" and top["card"] != "??" and hand.log[0]["game"] in ONE_PACK:
            yield changed(hand.log, at, "card.location", None, card=top["card"])


def ends_early(hand: Hand) -> Iterator[Slip]:
    for at in hand.at("draw"):
        yield last(hand.log, at + 1, line("end"), "end.early")


def plays_on(hand: Hand) -> Iterator[Slip]:
    # a knock of Gin with cards that nobody saw may be none
    for name in hand.log[0]["players"] if hand.is_over else ():
        if hand.log[hand.end]["type"] != "knock":
            yield last(hand.log, hand.end + 1, draw(name), "hand.over")


LINES: Final[dict[str, Callable[[Hand], Iterable[Event]]]] = {
    "event.phase": lambda hand: [
        line("cut", player=hand.log[0]["players"][0]),
        line("house", house={}),
        *[line("deal", hands={})] * (hand.log[0]["game"].partition("@")[0] not in DESMOCHE),
    ],
    "event.reference": lambda hand: [
        line("forgive", event=9999),
        line("correct", event=9999, why="never happened", **{"with": None}),
        line("dispute", by=hand.dealer, event=9999, text="it was not so"),
        line("dispute", by=hand.dealer, event=1, text="no", rule="no.such_rule"),
        line("ruling", dispute=1, decision="dismissed"),
    ],
    "player.unknown": lambda _: [
        line("offence", player="Zoe", kind="other"),
        line("dispute", by="Zoe", event=1, text="not so"),
    ],
    "offence.other": lambda hand: [
        line("offence", player=name, kind="other") for name in hand.log[0]["players"]
    ],
}
"""Lines that break a rule wherever they stand in the play."""

SLIPS: Final[dict[str, Make]] = {
    "dealer.rotation": deals_again,
    "cut.player": dealer_cuts,
    "deal.count": one_card_more,
    "turn.order": draws_out_of_turn,
    "turn.draw": draws_twice,
    "turn.discard": does_not_discard,
    "card.location": draws_from_elsewhere,
    "end.early": ends_early,
    "hand.over": plays_on,
    **{rule: written(rule, lines) for rule, lines in LINES.items()},
}
"""Every slip by its rule. It yields all ways in which it fits into a hand."""


OF_EVERY_GAME: Final = ("dealer.rotation", "cut.player", *LINES)
"""Slips that fit also into Desmoche, where others hang on what else is played."""


def some_slip(log: Log, rng: Random, rule: str) -> Slip | None:
    """Put one slip against a rule into a lawful log; None where there is no room for it."""
    ways = [one for hand in hands(log) for one in SLIPS[rule](hand)]
    return rng.choice(ways) if ways else None
