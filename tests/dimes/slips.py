"""One slip put into a lawful game of Dimes, and the one finding that it must lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.dimes.brute_force import TIMES, is_lawful
from tests.dimes.games import ROUNDS, SMALL, Event, Played, count, packs

Finding = tuple[int, str, str | None]


@dataclass(frozen=True)
class Hand:
    """A hand of a game: the places of its events, from 0, and of the one by which it is over."""

    number: int
    start: int
    out: int
    stop: int

    def inside(self, played: Played, *types: str) -> list[int]:
        """The places before the out that have events of these types."""
        places = range(self.start, self.out)
        return [at for at in places if played.events[at]["type"] in types]


@dataclass(frozen=True)
class Slip:
    """A log with one slip: what must be found, and the lines that mend it where that is one
    correction."""

    events: list[Event]
    finding: Finding
    mend: Event | None = None


Make = Callable[[Random, Played], Slip | None]


def hands(played: Played) -> Iterator[Hand]:
    """The hands of a game."""
    starts = [at for at, event in enumerate(played.events) if event["type"] == "hand"]
    stops = [*starts[1:], len(played.events)]
    for number, (start, stop) in enumerate(zip(starts, stops, strict=True), 1):
        yield Hand(number, start, played.outs[number - 1][1] - 1, stop)


def changed(played: Played, at: int, finding: Finding, **fields: Any) -> Slip:
    """The same game with other fields in one event."""
    right = played.events[at]
    events = list(played.events)
    events[at] = {**right, **fields}
    mend = {"type": "correct", "event": at + 1, "with": right, "why": "slip"}
    return Slip(events, finding, mend)


def added(played: Played, at: int, event: Event, finding: Finding) -> Slip:
    """The same game with one event more before this place."""
    events = [*played.events[:at], event, *played.events[at:]]
    mend = {"type": "correct", "event": at + 1, "with": None, "why": "slip"}
    return Slip(events, finding, mend)


def left_out(played: Played, at: int, finding: Finding) -> Slip:
    """The same game without one event."""
    gone = played.events[at]
    mend = {"type": "insert", "before": at + 1, "event": gone, "why": "forgotten"}
    return Slip(played.events[:at] + played.events[at + 1 :], finding, mend)


def cut_off(slip: Slip, length: int) -> Slip:
    """The slip, with the record ending there."""
    return replace(slip, events=slip.events[:length])


def written(played: Played, at: int, **fields: Any) -> Event:
    """An event by whoever acts at this place."""
    return {**fields, "player": played.events[at]["player"]}


def seen(played: Played, hand: Hand) -> set[str]:
    """Return whose cards of the hand are written down."""
    deal = next(event for event in played.events[hand.start : hand.stop] if event["type"] == "deal")
    return {name for name, cards in deal["hands"].items() if isinstance(cards, list)}


def turn_order(rng: Random, played: Played) -> Slip | None:
    """A player draws who is not next; the record ends there."""
    players = played.events[0]["players"]
    hand = rng.choice([*hands(played)])
    at = hand.inside(played, "draw", "take")[0]
    turn = players.index(played.events[at]["player"])
    other = players[(turn + rng.randrange(1, len(players))) % len(players)]
    event = {"type": "draw", "player": other, "card": "??"}
    return cut_off(added(played, at, event, (at + 1, "turn.order", other)), at + 1)


def turn_draw(rng: Random, played: Played) -> Slip | None:
    """A second card in one turn; the game goes on."""
    hand = rng.choice([*hands(played)])
    at = hand.inside(played, "draw", "take")[-1]
    event = written(played, at, type="draw", card="??")
    finding = (at + 2, "turn.draw", event["player"])
    return added(played, at + 1, event, finding)


def turn_discard(rng: Random, played: Played) -> Slip | None:
    """A discard is missing; the game goes on."""
    hand = rng.choice([*hands(played)])
    for at in hand.inside(played, "discard"):
        if played.events[at + 1]["type"] == "draw":
            finding = (at + 1, "turn.discard", played.events[at]["player"])
            return left_out(played, at, finding)
    return None


def turn_order_put_right(rng: Random, played: Played) -> Slip | None:
    """A player draws who is not next, and puts the card back; the game goes on."""
    players = played.events[0]["players"]
    hand = rng.choice([*hands(played)])
    at = rng.choice(hand.inside(played, "draw", "take"))
    other = rng.choice([name for name in players if name != played.events[at]["player"]])
    event = {"type": "draw", "player": other, "card": "??"}
    return added(played, at, event, (at + 1, "turn.order", other))


def turn_draw_put_right(rng: Random, played: Played) -> Slip | None:
    """A second card in one turn, and both are laid down; the game goes on. Late in the hand, for
    the deck is then a card shorter than the game had it."""
    hand = rng.choice([*hands(played)])
    for at in reversed(hand.inside(played, "draw", "take")):
        following = played.events[at + 1 : at + 3]
        if [event["type"] for event in following] == ["discard", "draw"]:
            event = written(played, at, type="draw", card="??")
            slip = added(played, at + 1, event, (at + 2, "turn.draw", event["player"]))
            slip.events.insert(at + 3, {**event, "type": "discard"})
            return slip
    return None


def turn_discard_put_right(rng: Random, played: Played) -> Slip | None:
    """A discard comes when the next player has drawn their card."""
    hand = rng.choice([*hands(played)])
    for at in hand.inside(played, "discard"):
        following = played.events[at + 1 : at + 3]
        if [event["type"] for event in following] == ["draw", "discard"]:
            finding = (at + 1, "turn.discard", played.events[at]["player"])
            events = list(played.events)
            events[at], events[at + 1] = events[at + 1], events[at]
            return Slip(events, finding)
    return None


def end_early_and_on(rng: Random, played: Played) -> Slip | None:
    """The record ends a hand before anybody is out, and the game goes on."""
    hand = rng.choice([*hands(played)])
    at = rng.choice(hand.inside(played, "draw", "take"))
    return added(played, at, {"type": "end"}, (at + 1, "end.early", None))


def cut_player(rng: Random, played: Played) -> Slip | None:
    """The dealer cuts."""
    for hand in rng.sample([*hands(played)], len(played.outs)):
        for at in hand.inside(played, "cut"):
            dealer = played.events[hand.start]["dealer"]
            return changed(played, at, (at + 1, "cut.player", dealer), player=dealer)
    return None


def dealer_rotation(rng: Random, played: Played) -> Slip | None:
    """A player deals twice; the record ends there."""
    one, other = rng.sample([*hands(played)], 2)
    later = max(one, other, key=lambda hand: hand.start)
    before = next(hand for hand in hands(played) if hand.number == later.number - 1)
    dealer = played.events[before.start]["dealer"]
    finding = (later.start + 1, "dealer.rotation", dealer)
    return cut_off(changed(played, later.start, finding, dealer=dealer), later.start + 1)


def deal_count(rng: Random, played: Played) -> Slip | None:
    """A loser whose cards nobody saw was dealt one card too many."""
    for hand in rng.sample([*hands(played)], len(played.outs)):
        players = len(played.events[0]["players"])
        deck = len(packs(players)) - players * (hand.number + 2) - 1
        if len(hand.inside(played, "draw")) >= deck:
            # the deck would have ended one card earlier
            continue
        at = hand.inside(played, "deal")[0]
        out = played.outs[hand.number - 1][0]
        unseen = [
            name for name in played.events[0]["players"] if name not in {out, *seen(played, hand)}
        ]
        if unseen:
            dealt = {**played.events[at]["hands"], rng.choice(unseen): hand.number + 3}
            dealer = played.events[hand.start]["dealer"]
            return changed(played, at, (at + 1, "deal.count", dealer), hands=dealt)
    return None


def card_location(rng: Random, played: Played) -> Slip | None:
    """The card is drawn that was just turned up, more often than the packs have it."""
    if len(played.events[0]["players"]) > 2:
        return None
    for hand in rng.sample([*hands(played)], len(played.outs)):
        for at in hand.inside(played, "turn_up"):
            if played.events[at + 1] == {**played.events[at + 1], "type": "draw", "card": "??"}:
                card = played.events[at]["card"]
                if card == "Jk":
                    continue
                slip = changed(played, at + 1, (at + 2, "card.location", None), card=card)
                return cut_off(slip, at + 2)
    return None


def hand_over(rng: Random, played: Played) -> Slip | None:
    """A player draws once the hand is over."""
    hand = rng.choice([*hands(played)])
    at = hand.out + 1
    if played.events[hand.out + 1 : hand.stop][:1] == [
        {"type": "win", "player": played.outs[hand.number - 1][0]}
    ]:
        at += 1
    event = {"type": "draw", "player": rng.choice(played.events[0]["players"]), "card": "??"}
    return added(played, at, event, (at + 1, "hand.over", None))


def event_phase(rng: Random, played: Played) -> Slip | None:
    """A second deal."""
    at = rng.choice([*hands(played)]).inside(played, "deal")[0]
    return added(played, at + 1, {"type": "deal", "hands": {}}, (at + 2, "event.phase", None))


def end_early(rng: Random, played: Played) -> Slip | None:
    """The record ends a hand before anybody is out."""
    at = rng.choice([*hands(played)]).inside(played, "draw", "take")[0]
    return cut_off(added(played, at, {"type": "end"}, (at + 1, "end.early", None)), at + 1)


def player_unknown(rng: Random, played: Played) -> Slip | None:
    """A stranger shows cards."""
    at = rng.choice([*hands(played)]).stop
    event = {"type": "show", "player": "Zoe", "cards": ["??"]}
    return added(played, at, event, (at + 1, "player.unknown", None))


def offence_other(rng: Random, played: Played) -> Slip | None:
    """An offence is recorded."""
    hand, player = rng.choice([*hands(played)]), rng.choice(played.events[0]["players"])
    at = rng.choice(hand.inside(played, "draw", "take"))
    event = {"type": "offence", "player": player, "kind": "other"}
    return added(played, at, event, (at + 1, "offence.other", player))


def meld_invalid(rng: Random, played: Played) -> Slip | None:
    """A card in a meld of a player whose cards nobody saw is another one than it was."""
    for hand in rng.sample([*hands(played)], len(played.outs)):
        winner = played.outs[hand.number - 1][0]
        if winner in seen(played, hand):
            continue
        text = str(played.events[hand.start : hand.stop])
        for at in hand.inside(played, "meld"):
            cards = played.events[at]["cards"]
            others = [card for card in packs(2)[:52] if f"'{card}'" not in text]
            before = str(played.events[hand.start : at])
            if len(cards) > SMALL or not others or f"'{cards[0]}'" in before:
                # a card that the winner is known to have would stay in their hand
                continue
            false = [*cards[1:], rng.choice(others)]
            if not is_lawful(tuple(sorted(false)), ROUNDS[hand.number - 1], False):
                return changed(played, at, (at + 1, "meld.invalid", winner), cards=false)
    return None


def out_false(rng: Random, played: Played) -> Slip | None:
    """A meld is missing of a player who says that they are out, or melds and does not say so."""
    for hand in rng.sample([*hands(played)], len(played.outs)):
        winner = played.outs[hand.number - 1][0]
        melds = hand.inside(played, "meld")
        if winner in seen(played, hand) or len(melds) < 2:
            continue
        gone = rng.choice(melds)
        calls = hand.inside(played, "win")
        if calls:
            at = calls[0] - (calls[0] > gone)
            return left_out(played, gone, (at + 1, "out.false", winner))
        return left_out(played, gone, (hand.out, "meld.early", winner))
    return None


def out_discard(rng: Random, played: Played) -> Slip | None:
    """The last discard is missing."""
    for hand in rng.sample([*hands(played)], len(played.outs)):
        winner = played.outs[hand.number - 1][0]
        for at in range(hand.out + 1, len(played.events)):
            event = played.events[at]
            pays = event["type"] == "payment" and event["from"] == "pot"
            if pays or event["type"] in ("meld", "show", "score", "hand"):
                return left_out(played, hand.out, (at, "out.discard", winner))
    return None


def count_low(rng: Random, played: Played) -> Slip | None:
    """A loser whose cards are known counts as little less as can be."""
    return _miscounted(rng, played, "count.low", -1)


def count_high(rng: Random, played: Played) -> Slip | None:
    """A loser whose cards are known counts as little more as can be."""
    return _miscounted(rng, played, "count.high", 1)


def whole(played: Played, hand: Hand, name: str) -> int:
    """Return the points of all cards left in the end of a player whose cards are written down."""
    deal = next(event for event in played.events[hand.start : hand.stop] if event["type"] == "deal")
    cards = Counter(deal["hands"][name])
    for event in played.events[hand.start : hand.out]:
        if event.get("player") == name and event["type"] in ("draw", "take"):
            cards[event["card"]] += 1
        elif event.get("player") == name and event["type"] == "discard":
            cards[event["card"]] -= 1
    return count(list(cards.elements()), ROUNDS[hand.number - 1])


def _miscounted(rng: Random, played: Played, rule: str, more: int) -> Slip | None:
    plain = [
        {key: value for key, value in event.items() if key != "totals"} for event in played.events
    ]
    for hand in rng.sample([*hands(played)], len(played.outs)):
        for at in range(hand.out, hand.stop):
            points = plain[at].get("points", {})
            known = [name for name in points if name in seen(played, hand) and points[name] > 9]
            if known:
                name, wild = rng.choice(known), ROUNDS[hand.number - 1]
                said = points[name] + more * TIMES.get(wild, 1)
                if said > whole(played, hand, name):
                    continue
                finding, counted = (at + 1, rule, name), {**points, name: said}
                return changed(replace(played, events=plain), at, finding, points=counted)
    return None


def score_wrong(rng: Random, played: Played) -> Slip | None:
    """Points for who is out, or a wrong total."""
    for hand in rng.sample([*hands(played)], len(played.outs)):
        winner = played.outs[hand.number - 1][0]
        for at in range(hand.out, hand.stop):
            event, finding = played.events[at], (at + 1, "score.wrong", None)
            if event.get("totals") and rng.random() < 0.5:
                name, total = next(iter(event["totals"].items()))
                return changed(played, at, finding, totals={**event["totals"], name: total + 1})
            if event["type"] == "score":
                return changed(played, at, finding, points={**event["points"], winner: 3})
    return None


def payment_wrong(rng: Random, played: Played) -> Slip | None:
    """More dimes than are due, also if those of earlier hands were not paid out yet."""
    for hand in rng.sample([*hands(played)], len(played.outs)):
        paid = [
            at
            for at in range(hand.out, hand.stop)
            if played.events[at]["type"] == "payment" and played.events[at]["from"] == "pot"
        ]
        if paid:
            more = played.events[paid[0]]["amount"] + len(played.outs)
            return changed(played, paid[0], (paid[-1] + 1, "payment.wrong", None), amount=more)
    return None


SLIPS: tuple[Make, ...] = (
    turn_order,
    turn_draw,
    turn_discard,
    cut_player,
    dealer_rotation,
    deal_count,
    card_location,
    hand_over,
    event_phase,
    end_early,
    player_unknown,
    offence_other,
    meld_invalid,
    out_false,
    out_discard,
    count_low,
    count_high,
    score_wrong,
    payment_wrong,
)

PUT_RIGHT: tuple[Make, ...] = (
    turn_order_put_right,
    turn_draw_put_right,
    turn_discard_put_right,
    end_early_and_on,
)
"""Slips that the table puts right itself in the lines that follow."""
