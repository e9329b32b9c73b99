"""One slip in a lawful hand of the phone app's Desmoche, and the one finding that it is.

Written from ``docs/games/desmoche_app.md`` alone. A slip takes the log of one hand, all cards of
which are written down, and puts itself into it; where the rest of the hand would not be lawful any
more, the log ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from tests.desmoche_app.playing import RANKS, Event

Expected = tuple[int, str, str | None]
Slipped = tuple[list[Event], Expected]
Slip = Callable[["Course"], Iterator[Slipped]]

SLIPS: Final[dict[str, Slip]] = {}
"""Every slip, by its name. It yields all ways in which it fits into a hand."""


class Course:
    """A hand as it went: its log, and how it stood before each event."""

    def __init__(self, log: list[Event], rng: Random) -> None:
        self.log, self.rng = log, rng
        self.players: list[str] = log[0]["players"]
        self.house: dict[str, str] = log[0]["house"]
        self.dealer: str = log[1]["dealer"]
        self.first = next(name for name in self.players if name != self.dealer)
        self.melds: list[dict[str, list[list[str]]]] = []
        self.waste: list[list[str]] = []
        self.stock: list[int] = []
        self.renewed = 0
        """The place from which on the stock has an order that is known."""
        now: dict[str, list[list[str]]] = {name: [] for name in self.players}
        pile: list[str] = []
        stock = 33
        for at, event in enumerate(log):
            self.melds.append({name: [*lying] for name, lying in now.items()})
            self.waste.append([*pile])
            self.stock.append(stock)
            if not stock and event["type"] in ("draw", "reshuffle"):
                stock, pile = len(pile) - 1, pile[-1:]
                self.renewed = self.renewed or at
            stock -= event["type"] == "draw"
            at_once = self.house.get("renewed") == "at_once" and len(pile) > 1
            if at_once and not stock and event["type"] == "draw":
                stock, pile = len(pile) - 1, pile[-1:]
                self.renewed = self.renewed or at + 1
            match event["type"]:
                case "meld" | "take_back":
                    who, cards = event["player"], event["cards"]
                    lying = [[card for card in meld if card not in cards] for meld in now[who]]
                    now[who] = [meld for meld in lying if meld]
                    now[who] += [cards] if event["type"] == "meld" else []
                case "turn_up" | "discard":
                    pile.append(event["card"])
                case "take":
                    pile.pop()

    def other(self, name: str) -> str:
        return next(one for one in self.players if one != name)

    def at(self, *kinds: str) -> Iterator[int]:
        """The places of the events of some kinds."""
        return (at for at, event in enumerate(self.log) if event["type"] in kinds)

    def insert(self, at: int, event: Event, rule: str, player: str | None) -> Slipped:
        """The whole log with one more event before the place, which is flagged."""
        return [*self.log[:at], event, *self.log[at:]], (at + 1, rule, player)

    def end_with(self, at: int, event: Event, rule: str, player: str | None) -> Slipped:
        """The log up to the place, and this event, which is flagged."""
        return [*self.log[:at], event], (at + 1, rule, player)

    def change(self, at: int, rule: str, player: str | None, fields: Event) -> Slipped:
        """The whole log with other fields in one event, which is flagged."""
        log = [*self.log]
        log[at] = {**log[at], **fields}
        return log, (at + 1, rule, player)

    def holds(self, at: int, name: str) -> bool:
        """Return whether a player has cards in their hand for more than one event."""
        return sum(map(len, self.melds[at][name])) < 8

    def in_turn(self) -> Iterator[tuple[int, str]]:
        """The places right after a card was drawn, with the player."""
        return ((at + 1, self.log[at]["player"]) for at in self.at("draw"))

    def between_turns(self) -> Iterator[tuple[int, str]]:
        """The places right after a discard, with the player who discarded."""
        return ((at + 1, self.log[at]["player"]) for at in self.at("discard"))


def slip(made: Slip) -> Slip:
    """Register a slip by the name of its function."""
    SLIPS[made.__name__] = made
    return made


@slip
def dealer_cuts(course: Course) -> Iterator[Slipped]:
    for at in course.at("cut"):
        yield course.change(at, "cut.player", course.dealer, {"player": course.dealer})


@slip
def same_dealer_again(course: Course) -> Iterator[Slipped]:
    at = len(course.log)
    hand = {"type": "hand", "dealer": course.dealer}
    yield course.end_with(at, hand, "dealer.rotation", course.dealer)


@slip
def ten_dealt(course: Course) -> Iterator[Slipped]:
    for at in course.at("deal"):
        log, expected = course.change(
            at, "deal.count", course.dealer, {"hands": {course.first: 10}}
        )
        yield log[: at + 10], expected


@slip
def no_card_passed(course: Course) -> Iterator[Slipped]:
    up = next(course.at("turn_up"))
    for at in course.at("cambio"):
        log = course.log[:at] + course.log[at + 1 :]
        yield log, (up, "cambio.one", course.log[at]["player"])


@slip
def two_cards_passed(course: Course) -> Iterator[Slipped]:
    for at in course.at("turn_up"):
        for name in course.players:
            passed = {"type": "cambio", "player": name, "card": "??"}
            yield [*course.log[:at], passed, course.log[at]], (at + 1, "cambio.one", name)
            yield course.end_with(at + 1, passed, "cambio.late", name)


@slip
def passed_to_himself(course: Course) -> Iterator[Slipped]:
    for at in course.at("cambio"):
        name = course.log[at]["player"]
        yield course.change(at, "cambio.right", name, {"to": name})


@slip
def first_discard_kept(course: Course) -> Iterator[Slipped]:
    at = next(course.at("turn_up")) + 1
    log = [*course.log[:at], {"type": "take", "player": course.dealer}]
    log += [{"type": "discard", "player": course.dealer, "card": "??"}]
    log += [{"type": "draw", "player": course.first, "card": "??"}]
    yield log, (at + 2, "trial.meld", course.dealer)


@slip
def out_of_turn(course: Course) -> Iterator[Slipped]:
    for at, name in course.between_turns():
        draw = {"type": "draw", "player": name, "card": "??"}
        yield course.end_with(at, draw, "turn.order", name)
        discard = {"type": "discard", "player": name, "card": "??"}
        yield course.end_with(at, discard, "turn.order", name)


@slip
def two_cards_taken(course: Course) -> Iterator[Slipped]:
    for at, name in course.in_turn():
        draw = {"type": "draw", "player": name, "card": "??"}
        yield course.end_with(at, draw, "turn.draw", name)
        yield course.end_with(at, {"type": "take", "player": name}, "turn.draw", name)


@slip
def no_discard(course: Course) -> Iterator[Slipped]:
    for at in course.at("discard"):
        later = (one for one in course.at("draw", "take") if one > at)
        shown = next(later, None)
        if shown is not None and course.log[shown]["type"] == "draw" and course.stock[shown]:
            log = course.log[:at] + course.log[at + 1 : shown + 1]
            yield log, (shown, "turn.discard", course.log[at]["player"])


@slip
def no_card_taken(course: Course) -> Iterator[Slipped]:
    for at, name in course.between_turns():
        other = course.other(name)
        discard = {"type": "discard", "player": other, "card": "??"}
        yield course.end_with(at, discard, "turn.discard", other)


@slip
def taken_and_discarded(course: Course) -> Iterator[Slipped]:
    first = next(course.at("take"), 0)
    for at in course.at("take"):
        name, card = course.log[at]["player"], course.waste[at][-1]
        if name == course.first or at > first:
            discard = {"type": "discard", "player": name, "card": card}
            yield course.end_with(at + 1, discard, "discard.taken", name)


@slip
def melded_out_of_turn(course: Course) -> Iterator[Slipped]:
    for at, _ in course.between_turns():
        for who in course.players:
            for lying in course.melds[at][who]:
                meld = {"type": "meld", "player": who, "cards": lying}
                yield course.insert(at, meld, "meld.turn", who)


@slip
def no_meld(course: Course) -> Iterator[Slipped]:
    for at, name in course.in_turn():
        if course.holds(at, name):
            meld = {"type": "meld", "player": name, "cards": ["??", "??"]}
            yield course.end_with(at, meld, "meld.invalid", name)


@slip
def one_left_behind(course: Course) -> Iterator[Slipped]:
    for at, name in course.in_turn():
        for lying in course.melds[at][name]:
            if len(lying) == 4:
                kept = sorted(lying, key=lambda card: RANKS.index(card[0]))[:3]
                log, flagged = course.end_with(
                    at, {"type": "meld", "player": name, "cards": kept}, "meld.broken", name
                )
                drawn = {"type": "discard", "player": name, "card": course.log[at - 1]["card"]}
                yield [*log, drawn], flagged


@slip
def two_left_behind(course: Course) -> Iterator[Slipped]:
    for at, name in course.between_turns():
        for who in course.players:
            for lying in course.melds[at][who]:
                if len(lying) == 3:
                    back = {"type": "take_back", "player": who, "cards": lying[:1]}
                    log, flagged = course.end_with(at, back, "back.broken", who)
                    draw = {"type": "draw", "player": course.other(name), "card": "??"}
                    yield [*log, draw], flagged


@slip
def whole_meld_taken_back(course: Course) -> Iterator[Slipped]:
    if course.house.get("whole_meld_back") != "off":
        return
    for at, _ in course.between_turns():
        for who in course.players:
            for lying in course.melds[at][who]:
                back = {"type": "take_back", "player": who, "cards": lying}
                yield course.end_with(at, back, "back.broken", who)


@slip
def from_the_other(course: Course) -> Iterator[Slipped]:
    for at, name in course.in_turn():
        for lying in course.melds[at][course.other(name)]:
            back = {"type": "take_back", "player": name, "cards": lying[:1]}
            yield course.end_with(at, back, "meld.stolen", name)
            meld = {"type": "meld", "player": name, "cards": lying}
            yield course.end_with(at, meld, "meld.stolen", name)


@slip
def win_called(course: Course) -> Iterator[Slipped]:
    for at, name in course.in_turn():
        for who in (name, course.other(name)):
            yield course.insert(at, {"type": "win", "player": who}, "win.false", who)


@slip
def played_on(course: Course) -> Iterator[Slipped]:
    at = len(course.log)
    if course.log[-1].get("why") != "abandoned":
        for name in course.players:
            draw = {"type": "draw", "player": name, "card": "??"}
            yield course.end_with(at, draw, "hand.over", None)


@slip
def ended_early(course: Course) -> Iterator[Slipped]:
    for at, _ in course.in_turn():
        yield course.end_with(at, {"type": "end"}, "end.early", None)
        dealer = course.first
        yield course.end_with(at, {"type": "hand", "dealer": dealer}, "end.early", None)


@slip
def good_order(course: Course) -> Iterator[Slipped]:
    for at, name in course.between_turns():
        told = {"type": "offence", "player": name, "kind": "other"}
        yield course.insert(at, told, "offence.other", name)


@slip
def drawn_from_elsewhere(course: Course) -> Iterator[Slipped]:
    for at in course.at("draw"):
        lying = [card for melds in course.melds[at].values() for meld in melds for card in meld]
        if course.stock[at]:
            lying += course.waste[at]
        for card in lying:
            drawn = {**course.log[at], "card": card}
            yield course.end_with(at, drawn, "card.location", None)


@slip
def not_the_top_card(course: Course) -> Iterator[Slipped]:
    for at in course.at("take"):
        for card in course.waste[at][:-1]:
            take = {**course.log[at], "card": card}
            yield course.end_with(at, take, "card.location", None)


@slip
def taken_back_from_nowhere(course: Course) -> Iterator[Slipped]:
    for at, name in course.in_turn():
        if course.waste[at]:
            back = {"type": "take_back", "player": name, "cards": course.waste[at][:1]}
            yield course.end_with(at, back, "card.location", None)


@slip
def not_in_the_hand(course: Course) -> Iterator[Slipped]:
    for at in course.at("discard"):
        for card in course.waste[at]:
            discard = {**course.log[at], "card": card}
            yield course.end_with(at, discard, "card.location", None)


@slip
def out_of_order(course: Course) -> Iterator[Slipped]:
    for at in course.at("draw"):
        later = [course.log[one] for one in course.at("draw") if one > at]
        if course.renewed and at >= course.renewed and course.stock[at] > 5:
            for event in later[:3]:
                drawn = {**course.log[at], "card": event["card"]}
                yield course.end_with(at, drawn, "deck.order", None)


@slip
def out_of_phase(course: Course) -> Iterator[Slipped]:
    begun = [at for at, _ in course.between_turns()][2:]
    for at in begun:
        name = course.rng.choice(course.players)
        yield course.insert(at, {"type": "pass", "player": name}, "event.phase", None)
        yield course.insert(at, {"type": "turn_up", "card": "??"}, "event.phase", None)
        yield course.insert(at, {"type": "deal", "hands": {}}, "event.phase", None)
        if course.stock[at]:
            yield course.insert(at, {"type": "reshuffle"}, "event.phase", None)


@slip
def forgives_nothing(course: Course) -> Iterator[Slipped]:
    at = len(course.log)
    yield course.end_with(at, {"type": "forgive", "event": 9999}, "event.reference", None)


@slip
def stranger(course: Course) -> Iterator[Slipped]:
    for at, _ in course.between_turns():
        yield course.insert(at, {"type": "win", "player": "Zoe"}, "player.unknown", None)
