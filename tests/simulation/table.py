"""One hand at the table: the cards, the acts that move them, and the record of each act."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from tests.simulation import cards as deck
from tests.simulation.cards import DECK, alternating, ascending, by_number, is_set, number
from tests.simulation.house import House

Event = dict[str, Any]


class TryAgain(Exception):  # noqa: N818 - it asks for another try and reports no error
    """Raised if a session reaches a point that the rulebook leaves open, or its slip finds no
    place."""


class NotNow(Exception):  # noqa: N818 - it lets the slip wait and reports no error
    """Raised if a slip does not fit at this moment."""


@dataclass(frozen=True)
class Ref:
    """A reference to another event, a number once the log is complete."""

    event: Event


@dataclass
class Finding:
    rule: str
    kind: str
    player: str | None
    events: list[Event]


CLOSED = "closed"
"""Returned by a slip after which nobody takes the card on offer."""

TAKEN = "taken"
"""Returned by a slip in which a card was used and another one paid."""


@dataclass(frozen=True)
class Slip:
    """One slip: its rule, the moment at which it can happen, and the function that commits it.

    ``house`` names the options under which it is a slip, ``quiet`` means without side games,
    ``masked`` whether the log may hide hands (never, maybe, always), ``rig`` how the deck is
    stacked.
    """

    rule: str
    moment: str
    act: Callable[..., Any]
    name: str
    house: Mapping[str, str]
    kind: str = "violation"
    quiet: bool = False
    masked: str = "maybe"
    seats: int = 2
    rig: str | None = None

    def finding(self, player: str | None, *events: Event) -> Finding:
        return Finding(self.rule, self.kind, player, list(events))


@dataclass
class Style:
    """The manner in which a table plays and its scribe writes."""

    written_discards: float
    knocks: float
    written_claims: float
    eager: float


@dataclass
class Outcome:
    """The end of a hand, with every event that may count as deciding."""

    kind: str
    winner: str | None = None
    win: str | None = None
    decided: list[Event] = field(default_factory=list)


@dataclass(frozen=True)
class Use:
    """A way to use a card: its meld, and the remains of the melds that it takes from."""

    cards: tuple[str, ...]
    from_hand: int
    moved: int
    new: bool


class Table:
    """The state of one hand, with the acts that change it and record themselves."""

    slip: Slip | None = None

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
        self.received: dict[str, set[str]] = {player: set() for player in seats}
        self.hands: dict[str, set[str]] = {player: set() for player in seats}
        self.melds: dict[str, list[list[str]]] = {player: [] for player in seats}
        self.deck: list[str] = []
        self.pile: list[str] = []
        self.dead: set[str] = set()
        self.shown: dict[str, set[str]] = {player: set() for player in seats}
        self.melded: set[str] = set()
        self.withdrawn: list[str] = []
        self.disqualified: list[str] = []
        self.passive: set[str] = set()
        self.offer: str | None = None
        self.discarder: str | None = None
        self.moved_in_act = 0
        self.findings: list[Finding] = []
        self.outcome: Outcome | None = None
        self.due: list[str] = []
        """Players whose slip the next draw will show."""
        self.understood: dict[str, str] = {}
        """Drawn cards whose discard is unrecorded, with the players who drew them."""
        self.laid_by: dict[str, str] = {}
        """The player who laid each card on the pile last."""

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

    def pick(self, choices: Sequence[Any]) -> Any:
        """Choose one of these; without any, the slip waits."""
        if not choices:
            raise NotNow
        return self.rng.choice(choices)

    def flag(self, player: str | None = None, *events: Event) -> Event:
        """Note the expected finding at these events or the last one; return its first event."""
        finding = self.slip.finding(player, *(events or self.events[-1:]))
        self.findings.append(finding)
        return finding.events[0]

    def finish(self, kind: str, winner: str | None = None, *decided: Event) -> None:
        self.outcome = Outcome(kind, winner, None, list(decided) or [self.events[-1]])

    def is_over(self) -> bool:
        """Return whether the hand has been decided, or its record has stopped."""
        return self.outcome is not None

    def is_in(self, player: str) -> bool:
        return player not in self.withdrawn and player not in self.disqualified

    @property
    def active(self) -> list[str]:
        """Return the players still in the hand, from the dealer's right."""
        return [player for player in self.players if self.is_in(player)]

    def others_after(self, player: str) -> list[str]:
        """Return the other players still in the hand, in turn order from this one."""
        start = self.players.index(player) + 1
        return [p for p in self.players[start:] + self.players[: start - 1] if self.is_in(p)]

    def next_after(self, player: str) -> str:
        """Return the player who draws after this player's discard."""
        others = self.others_after(player)
        return others[0] if others else self.active[0]

    def on_table(self, player: str) -> set[str]:
        return {card for meld in self.melds[player] for card in meld}

    def visible(self) -> set[str]:
        seen = set(self.pile) | self.dead
        for player in self.players:
            seen |= self.on_table(player) | self.shown[player]
        return seen

    def check(self) -> None:
        """Check that every card of the deck is in exactly one place."""
        places = [*self.deck, *self.pile, *self.dead]
        for player in self.players:
            places += [*self.hands[player], *(c for meld in self.melds[player] for c in meld)]
        if sorted(places) != sorted(DECK):
            raise AssertionError("the deck is not whole")

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

    def lay_meld(
        self, player: str, cards: list[str], given: str | None = None, moved: int = 0
    ) -> Event:
        """Lay cards as one meld: from the hand, the player's melds and the card on offer."""
        taken = set(cards)
        self.moved_in_act += moved
        for meld in [meld for meld in self.melds[player] if taken & set(meld)]:
            place = self.melds[player].index(meld)
            parts = self.remains(meld, cards)
            left = [card for card in meld if card not in taken]
            self.melds[player][place : place + 1] = [left] if parts is None else parts
        from_hand = taken & self.hands[player]
        self.hands[player] -= from_hand
        self.shown[player] |= from_hand
        self.melds[player].append(list(cards))
        self.melded.add(player)
        if given is not None:
            self.take_from_pile(given)
        return self.emit("meld", player=player, cards=list(cards))

    def take_from_pile(self, card: str) -> None:
        if card in self.pile:
            self.pile.remove(card)
        self.offer = None

    def put_on_offer(self, player: str, card: str) -> None:
        self.pile.append(card)
        self.offer = card
        self.discarder = player
        self.laid_by[card] = player
        self.moved_in_act = 0

    def draw(self, player: str) -> str:
        card = self.deck.pop()
        self.pile.append(card)
        self.moved_in_act = 0
        event = self.emit("draw", player=player, card=card)
        for offender in self.due:
            self.flag(offender, event)
        self.due = []
        return card

    def lay_unused(self, player: str, card: str, *, written: bool | None = None) -> None:
        if written or (written is None and self.chance(self.style.written_discards)):
            self.emit("discard", player=player, card=card)
        else:
            self.understood[card] = player
        self.pile.remove(card)
        self.put_on_offer(player, card)

    def pay(self, player: str, card: str) -> Event:
        self.hands[player].discard(card)
        self.shown[player].add(card)
        self.put_on_offer(player, card)
        return self.emit("pay", player=player, card=card)

    def has_won(self, player: str) -> bool:
        """Return whether ten cards are in melds and none in the hand."""
        melds = self.melds[player]
        return (
            not self.hands[player] and sum(map(len, melds)) == 10 and all(map(self.is_meld, melds))
        )

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
            mine = any(self.extends(card, meld) for meld in self.melds[player])
            return near + 9 * mine + self.rng.random()

        return min(hand, key=fits)

    def owners(self, card: str, discarder: str) -> list[str]:
        """Return the players whose melds the card extends, the nearest first and its discarder
        last."""
        order = self.others_after(discarder)
        if self.house["force_back"] == "on" and self.is_in(discarder):
            order.append(discarder)
        return [p for p in order if any(self.extends(card, meld) for meld in self.melds[p])]

    def withdraw(self, player: str) -> Event:
        self.withdrawn.append(player)
        return self.emit("withdraw", player=player)

    def remove(self, player: str) -> None:
        self.disqualified.append(player)
        self.dead |= self.hands[player] | self.on_table(player)
        self.hands[player] = set()
        self.melds[player] = []

    def is_blocked(self, player: str) -> bool:
        """Return whether no card to come extends the player's melds as they lie or, by house rule,
        as they could lie."""
        if not self.melds[player]:
            return False
        known = (self.visible() - {self.offer}) | self.hands[player] | self.on_table(player)
        return not self.taken_by(player, set(DECK) - known)

    def taken_by(self, player: str, cards: Iterable[str]) -> list[str]:
        """Return the cards among these that extend a meld of the player."""
        lying = [self.melds[player]]
        if self.house["withdraw_looks"] == "with_desmoche":
            lying += deck.shared_out(self.on_table(player), self.house["ace_runs"])
        return [
            card
            for card in cards
            if any(self.extends(card, meld) for melds in lying for meld in melds)
        ]
