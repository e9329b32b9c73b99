"""Proofs about hidden cards, checked against every deal that fits the record."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from referee.cards.deck import NAMES
from referee.judging.replay import ReplayedLog
from tests.depth import seeds

Event = dict[str, Any]
UNSEEN = "??"


def short_hand(rng: Random) -> list[Event]:
    """Return a log of one hand in which nearly the whole deck is drawn, so that few cards stay
    unseen."""
    seats = ["Ana", "Beto", "Carla"][: rng.choice([2, 3])]
    deck = rng.sample(NAMES, 52)
    held = {name: [deck.pop() for _ in range(9)] for name in seats}
    blur = rng.choice([0, 0, 0.25, 0.5])
    unseen = rng.sample([card for cards in held.values() for card in cards], rng.randint(0, 3))
    hands = {
        name: [UNSEEN if card in unseen else card for card in cards] for name, cards in held.items()
    }
    events: list[Event] = [
        {"type": "game", "game": "desmoche", "players": seats},
        {"type": "hand", "dealer": seats[-1], "bet": 5},
        {"type": "deal", "hands": hands},
    ]
    passed = {name: rng.choice(held[name]) for name in seats}
    quiet = rng.choice([*seats, "", "", "", ""])
    nameless = rng.sample(seats, rng.randint(0, 2 - bool(quiet or unseen)))
    for place, name in enumerate(seats):
        held[name].remove(passed[name])
        held[seats[(place + 1) % len(seats)]].append(passed[name])
        card = UNSEEN if name in nameless else passed[name]
        if name != quiet:
            events.append({"type": "cambio", "player": name, "card": card})
    drawn = deck[rng.randint(1, 2) :]
    blanks = bool(quiet) + bool(nameless)
    for card in drawn:
        name = rng.choice(seats)
        written = card
        if blanks < 3 and rng.random() < blur / 8:
            written, blanks = UNSEEN, blanks + 1
        events.append({"type": "draw", "player": name, "card": written})
        events.append({"type": "discard", "player": name, "card": written})
        who = rng.choice(seats)
        if held[who] and rng.random() < 0.3:
            played = rng.choice(held[who])
            if rng.random() < 0.3:
                events.append({"type": "show", "player": who, "cards": [played]})
            else:
                held[who].remove(played)
                written = played
                if blanks < 3 and rng.random() < blur:
                    written, blanks = UNSEEN, blanks + 1
                events.append({"type": "pay", "player": who, "card": written})
    return events


Held = tuple[frozenset[str], ...]
State = tuple[int, Held, frozenset[str]]
"""The number of the deal, everyone's cards, and the deck."""


class CountedOut:
    """Every possible course of a hand that fits its log, followed event by event: ``layers`` are
    the states after the deal and each later event that lead to the end of the log."""

    def __init__(self, events: list[Event]) -> None:
        self.seats: list[str] = events[0]["players"]
        self.events = events
        self.deals = self._all_deals(events[2]["hands"])
        named = {one["player"] for one in events if one["type"] == "cambio"}
        self.quiet = [place for place, name in enumerate(self.seats) if name not in named]
        self.layers: list[set[State]] = [set() for _ in events[2:]]
        self._dead: list[set[State]] = [set() for _ in events[2:]]
        for at, (held, deck) in enumerate(self.deals):
            self._can_go_on(0, (at, held, deck))

    def _can_go_on(self, at: int, state: State) -> bool:
        """Return whether a state fits the rest of the log, and keep it in its layer."""
        if state in self.layers[at] or state in self._dead[at]:
            return state in self.layers[at]
        alive = at + 1 == len(self.layers)
        if not alive:
            event = self.events[at + 3]
            for ready in self._unwritten(state, event):
                for after in self._happen(ready, event):
                    alive |= self._can_go_on(at + 1, after)
        (self.layers if alive else self._dead)[at].add(state)
        return alive

    def _all_deals(self, hands: dict[str, list[str]]) -> list[tuple[Held, frozenset[str]]]:
        known = [frozenset(cards) - {UNSEEN} for cards in hands.values()]
        fixed = frozenset[str]().union(*known)
        fixed |= {one["card"] for one in self.events if one["type"] == "draw"} - {UNSEEN}
        free = frozenset(NAMES) - fixed
        found: list[tuple[Held, frozenset[str]]] = [((), free)]
        for cards in known:
            found = [
                ((*held, cards | set(more)), left - set(more))
                for held, left in found
                for more in combinations(sorted(left), 9 - len(cards))
            ]
        drawn = fixed - frozenset[str]().union(*known)
        return [(held, left | drawn) for held, left in found]

    def _unwritten(self, state: State, event: Event) -> list[State]:
        """Return the states after possible unrecorded passes in the Cambio."""
        found = [state]
        first = next(one for one in self.events if one["type"] == "draw")
        if event["type"] == "cambio" or event is first:
            for giver in self.quiet:
                found += [
                    after
                    for one in found
                    if sum(map(len, one[1])) + len(one[2]) == len(NAMES)
                    for after in self._pass(one, giver, UNSEEN)
                    if self.deals[one[0]][0][giver] <= one[1][giver]
                ]
        return found

    def _pass(self, state: State, giver: int, card: str) -> list[State]:
        deal, held, deck = state
        receiver = (giver + 1) % len(held)
        mine = held[giver] & self.deals[deal][0][giver]
        return [
            (deal, moved(held, giver, one, receiver), deck) for one in mine if card in (one, UNSEEN)
        ]

    def _happen(self, state: State, event: Event) -> list[State]:
        deal, held, deck = state
        player = self.seats.index(event["player"])
        match event["type"]:
            case "cambio":
                return self._pass(state, player, event["card"])
            case "draw":
                cards = deck if event["card"] == UNSEEN else deck & {event["card"]}
                named = {one["card"] for one in self.events if one["type"] in ("draw", "pay")}
                return [
                    (deal, held, deck - {card})
                    for card in cards
                    if event["card"] == card or card not in named
                ]
            case "pay":
                mine = held[player]
                cards = mine if event["card"] == UNSEEN else mine & {event["card"]}
                return [(deal, moved(held, player, card), deck) for card in cards]
            case "show":
                return [state] if set(event["cards"]) <= held[player] else []
        return [state]


def moved(held: Held, giver: int, card: str, receiver: int | None = None) -> Held:
    return tuple(
        cards - {card} if place == giver else cards | {card} if place == receiver else cards
        for place, cards in enumerate(held)
    )


@pytest.mark.parametrize("seed", seeds(30, 3))
def test_what_is_known_stands_in_every_deal_that_fits(seed: int) -> None:
    events = short_hand(Random(f"short/{seed}"))
    counted = CountedOut(events)
    replay = ReplayedLog()
    replay.feed_all(events)
    for line, states in enumerate(counted.layers, 3):
        assert states
        for place, known in enumerate(replay.knowledge(line)):
            hands = [held[place] for _, held, _ in states]
            everywhere, anywhere = frozenset.intersection(*hands), frozenset.union(*hands)
            at = (line, events[line - 1], known.player)
            assert set(known.surely) <= everywhere, at
            assert anywhere <= {*known.surely, *known.possibly}, at
            sizes = {len(hand) for hand in hands}
            assert known.count[0] <= min(sizes), at
            assert max(sizes) <= known.count[1], at
            if UNSEEN not in str(events) and not counted.quiet:
                assert (set(known.surely), known.count[0]) == (everywhere, min(sizes)), at
