"""Deals that fit a record, compared with a list of all of them."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

import pytest

from referee import Replay
from referee.cards.deck import NAMES
from tests.depth import seeds
from tests.evenings import Event

Deal = Mapping[str, frozenset[str]]
"""The cards of Ana and Beto, of the deck, and those in the open."""


class Hole:
    """A hand of Golf in which nearly every card is drawn and discarded. One drawn card is
    unrecorded; Ana's cards are shown, Beto's are not."""

    def __init__(self, rng: Random) -> None:
        cards = rng.sample(NAMES, 52)
        self.ana, self.hidden, left = cards[:4], cards[4:8], rng.randint(1, 3)
        drawn = cards[9 : 52 - left]
        self.unseen = rng.choice(drawn)
        self.hidden += [self.unseen, *cards[52 - left :]]
        self.log: list[Event] = [
            {"type": "game", "game": "golf", "players": ["Ana", "Beto"]},
            {"type": "hand", "dealer": "Beto"},
            {"type": "deal", "hands": {}},
            {"type": "turn_up", "card": cards[8]},
        ]
        names = ["Ana", "Beto"]
        for turn, card in enumerate(drawn):
            player = names[turn % 2]
            told = "??" if card == self.unseen else card
            self.log.append({"type": "draw", "player": player, "card": told})
            self.log.append({"type": "discard", "player": player, "card": told})
        self.log.append({"type": "knock", "player": names[len(drawn) % 2]})
        self.log.append({"type": "show", "player": "Ana", "cards": self.ana})
        self.drawn = drawn

    def deals(self, at: int) -> Iterator[Deal]:
        """Yield every deal that fits after an event."""
        for unseen in self.hidden:
            others = [card for card in self.hidden if card != unseen]
            for beto in combinations(others, 4):
                yield self._lay(at, unseen, beto, set(others).difference(beto))

    def _lay(self, at: int, unseen: str, beto: tuple[str, ...], left: set[str]) -> Deal:
        drawn = [unseen if card == self.unseen else card for card in self.drawn]
        lay: dict[str, set[str]] = {"Ana": {*self.ana}, "Beto": {*beto}}
        lay |= {"deck": {*drawn, *left}, "open": {self.log[3]["card"]}}
        coming = iter(drawn)
        for event in self.log[4:at]:
            if event["type"] == "draw":
                card = next(coming)
                lay["deck"].remove(card)
                lay[event["player"]].add(card)
            elif event["type"] == "discard":
                lay[event["player"]].remove(card)
                lay["open"].add(card)
        return {place: frozenset(cards) for place, cards in lay.items()}


def fits(deal: Deal, where: Mapping[str, str]) -> bool:
    return all(
        (card in deal[text.removeprefix("not ")]) is not text.startswith("not ")
        for card, text in where.items()
    )


def test_a_deal_is_given_if_and_only_if_one_fits() -> None:
    for seed in seeds(24, 4):
        rng = Random(f"deals/{seed}")
        hole = Hole(rng)
        replay = Replay()
        replay.feed_all(hole.log)
        at = rng.randrange(4, len(hole.log) - 1)
        deals = list(hole.deals(at))
        for _ in range(40):
            cards = rng.sample([*hole.hidden, rng.choice(NAMES)], 2)
            places = [rng.choice(("", "not ")) + rng.choice(("Ana", "Beto", "deck")) for _ in cards]
            where = dict(zip(cards, places, strict=True))
            given = replay.possible_deal(at, where)
            fitting = [deal for deal in deals if fits(deal, where)]
            assert (given is not None) is bool(fitting), (seed, at, where)
            if given is not None:
                lay = {**given["hands"], "deck": given["deck"], "open": given["open"]}
                assert {name: frozenset(cards) for name, cards in lay.items()} in fitting


def test_nobody_of_that_name_can_have_a_card() -> None:
    replay = Replay()
    replay.feed_all(Hole(Random(1)).log)
    with pytest.raises(KeyError):
        replay.possible_deal(4, {"Ah": "Zoe"})
