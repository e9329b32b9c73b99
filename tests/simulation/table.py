"""One hand at the table: the cards, the acts that move them, and the record of each act."""

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from tests.simulation import cards as deck
from tests.simulation.cards import DECK, alternating, ascending, by_number, is_set, number
from tests.simulation.house import House

Event = dict[str, Any]


class TryAgain(Exception):  # noqa: N818 - it asks for another try and reports no error
    """Raised if a session reaches a point that the rulebook leaves open."""


@dataclass(frozen=True)
class Ref:
    """A reference to another event, a number once the log is complete."""

    event: Event


@dataclass
class Style:
    """The manner in which a table plays and its scribe writes."""

    written_discards: float
    knocks: float
    written_claims: float
    eager: float


@dataclass
class Outcome:
    """The end of a hand."""

    kind: str
    winner: str | None = None
    win: str | None = None


@dataclass(frozen=True)
class Use:
    """A way to use a card: its meld, and the remains of the melds that it takes from."""

    cards: tuple[str, ...]
    from_hand: int
    moved: int
    new: bool


class Table:
    """The state of one hand, with the acts that change it and record themselves."""

    def __init__(
        self,
        events: list[Event],
        rng: Random,
        seats: list[str],
        dealer: str,
        house: House,
        style: Style,
    ) -> None:
        self.events = events
        self.rng = rng
        start = seats.index(dealer) + 1
        self.players = seats[start:] + seats[:start]
        self.dealer = dealer
        self.house = house
        self.style = style
        self.dealt: dict[str, set[str]] = {}
        self.passed_on: dict[str, str] = {}
        self.hands: dict[str, set[str]] = {player: set() for player in seats}
        self.melds: dict[str, list[list[str]]] = {player: [] for player in seats}
        self.deck: list[str] = []
        self.pile: list[str] = []
        self.shown: dict[str, set[str]] = {player: set() for player in seats}
        self.melded: set[str] = set()
        self.withdrawn: list[str] = []
        self.offer: str | None = None
        self.discarder: str | None = None
        self.moved_in_act = 0
        self.outcome: Outcome | None = None

        aces = house["ace_runs"]
        self.is_meld = partial(deck.is_meld, aces=aces)
        self.extends = partial(deck.extends, aces=aces)
        self.remains = partial(deck.remains, aces=aces)
        self.melds_around = partial(deck.melds_around, aces=aces)

    def emit(self, kind: str, /, **fields: Any) -> Event:
        event = {"type": kind, **fields}
        self.events.append(event)
        return event

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def is_over(self) -> bool:
        """Return whether the hand has been decided, or its record has stopped."""
        return self.outcome is not None

    @property
    def active(self) -> list[str]:
        """Return the players still in the hand, from the dealer's right."""
        return [player for player in self.players if player not in self.withdrawn]

    def others_after(self, player: str) -> list[str]:
        """Return the other players still in the hand, in turn order from this one."""
        start = self.players.index(player) + 1
        order = self.players[start:] + self.players[: start - 1]
        return [other for other in order if other not in self.withdrawn]

    def next_after(self, player: str) -> str:
        """Return the player who draws after this player's discard."""
        others = self.others_after(player)
        return others[0] if others else self.active[0]

    def on_table(self, player: str) -> set[str]:
        return {card for meld in self.melds[player] for card in meld}

    def check(self) -> None:
        """Check that every card of the deck is in exactly one place."""
        places = [*self.deck, *self.pile]
        for player in self.players:
            places += [*self.hands[player], *(c for meld in self.melds[player] for c in meld)]
        assert sorted(places) == sorted(DECK)

    def uses(self, player: str, card: str) -> list[Use]:
        """Return every legal way to use the card on offer that wins, or leaves a card to pay."""
        found = []
        for cards in self.melds_around(card, self.hands[player] | self.on_table(player)):
            use = self._use(player, cards)
            if use and not self._strands(player, use, 1):
                found.append(use)
        return found

    def _strands(self, player: str, use: Use, taken: int) -> bool:
        """Return whether the player would have no cards left in the hand and not exactly ten on the
        table, after free forced cards."""
        held = len(self.hands[player])
        return use.from_hand == held and held + len(self.on_table(player)) + taken > 10

    def hand_uses(self, player: str) -> list[Use]:
        if self.house["hand_melds"] == "never":
            return []
        found: dict[tuple[str, ...], Use] = {}
        own = self.hands[player] | self.on_table(player)
        for card in sorted(self.hands[player]):
            for cards in self.melds_around(card, own):
                use = self._use(player, cards)
                if use and not self._strands(player, use, 0):
                    found[tuple(by_number(cards))] = use
        return list(found.values())

    def _use(self, player: str, cards: list[str]) -> Use | None:
        base: list[str] = []
        for meld in self.melds[player]:
            if self.remains(meld, cards) is None:
                return None
            if set(meld) <= set(cards) and len(meld) > len(base):
                base = meld
        moved = (self.on_table(player) & set(cards)) - set(base)
        if self.house["desmoche"] == "one_card" and self.moved_in_act + len(moved) > 1:
            return None
        if self.house["desmoche"] == "sets_of_four" and not self.from_sets_of_four(player, moved):
            return None
        return Use(tuple(cards), len(self.hands[player] & set(cards)), len(moved), not base)

    def from_sets_of_four(self, player: str, moved: set[str]) -> bool:
        """Return whether each of these cards lies in a set of four of the player."""
        fours = [meld for meld in self.melds[player] if is_set(meld) and len(meld) == 4]
        return all(any(card in meld for meld in fours) for card in moved)

    def laid(self, cards: tuple[str, ...]) -> list[str]:
        """Return the cards of a meld in the order in which the player lays them."""
        if is_set(cards):
            if self.house["meld_order"] == "strict":
                return alternating(cards)
            return self.rng.sample(cards, len(cards))
        if self.house["meld_order"] == "free" and self.chance(0.15):
            return self.rng.sample(cards, len(cards))
        return ascending(cards)

    def lay_meld(self, player: str, cards: list[str], moved: int = 0) -> None:
        """Lay cards as one meld: from the hand, the player's melds and the card on offer."""
        taken = set(cards)
        self.moved_in_act += moved
        for meld in [meld for meld in self.melds[player] if taken & set(meld)]:
            place = self.melds[player].index(meld)
            self.melds[player][place : place + 1] = self.remains(meld, cards) or []
        from_hand = taken & self.hands[player]
        self.hands[player] -= from_hand
        self.shown[player] |= from_hand
        self.melds[player].append(list(cards))
        self.melded.add(player)
        self.emit("meld", player=player, cards=list(cards))

    def take_offer(self, card: str) -> None:
        """Take the card that was drawn, or that is on offer."""
        self.pile.remove(card)
        self.offer = None

    def put_on_offer(self, player: str, card: str) -> None:
        self.pile.append(card)
        self.offer = card
        self.discarder = player
        self.moved_in_act = 0

    def draw(self, player: str) -> str:
        card = self.deck.pop()
        self.pile.append(card)
        self.moved_in_act = 0
        self.emit("draw", player=player, card=card)
        return card

    def lay_unused(self, player: str, card: str, *, written: bool) -> None:
        if written or self.chance(self.style.written_discards):
            self.emit("discard", player=player, card=card)
        self.pile.remove(card)
        self.put_on_offer(player, card)

    def pay(self, player: str, card: str) -> None:
        self.hands[player].discard(card)
        self.shown[player].add(card)
        self.put_on_offer(player, card)
        self.emit("pay", player=player, card=card)

    def has_won(self, player: str) -> bool:
        """Return whether ten cards are in melds and none in the hand."""
        return not self.hands[player] and sum(map(len, self.melds[player])) == 10

    def worst_card(self, player: str) -> str:
        """Return the card of the hand that fits least with the rest."""
        hand = sorted(self.hands[player])
        kept = self.hands[player] | self.on_table(player)

        def fits(card: str) -> float:
            near = sum(
                2.0 * (other[0] == card[0])
                + (other[1] == card[1]) * max(0, 3 - abs(number(other) - number(card)))
                for other in kept
                if other != card
            )
            return near + 9 * self.extends_any(card, player) + self.rng.random()

        return min(hand, key=fits)

    def extends_any(self, card: str, player: str) -> bool:
        """Return whether the card extends a meld of the player."""
        return any(self.extends(card, meld) for meld in self.melds[player])

    def owners(self, card: str, discarder: str) -> list[str]:
        """Return the players whose melds the card extends, the nearest first and its discarder
        last."""
        order = self.others_after(discarder)
        if self.house["force_back"] == "on" and discarder not in self.withdrawn:
            order.append(discarder)
        return [player for player in order if self.extends_any(card, player)]

    def is_blocked(self, player: str) -> bool:
        """Return whether no card to come extends the player's melds as they lie or, by house rule,
        as they could lie."""
        open_cards = (self.on_table(other) | self.shown[other] for other in self.players)
        seen = set(self.pile).union(*open_cards) - {self.offer} | self.hands[player]
        lying = [self.melds[player]]
        if self.house["withdraw_looks"] == "with_desmoche":
            lying += deck.shared_out(self.on_table(player), self.house["ace_runs"])
        melds = [meld for way in lying for meld in way]
        return not any(self.extends(card, meld) for card in set(DECK) - seen for meld in melds)
