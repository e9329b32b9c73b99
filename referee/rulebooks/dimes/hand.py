"""The state of a hand of Dimes: whose turn it is, who goes out, and what the hands before left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from referee.cards import UNRECORDED
from referee.rulebooks.common.acts import THE_MIDDLE, Act
from referee.rulebooks.common.hands import UNDECIDED, Hand, Outcome
from referee.rulebooks.dimes.rounds import Round
from referee.rulebooks.dimes.seats import GoingOut, Laying, Player, laying

OUT: Final = "out"


@dataclass(frozen=True, slots=True)
class Before:
    """What a hand begins with: dimes in the pot, and what the hands before it came to.

    ``scores`` are the totals that count, ``written`` those that follow from what was written down,
    ``outs`` how often each was out, ``owed`` the money since the last payments.
    """

    pot: int
    scores: Mapping[str, int | None]
    written: Mapping[str, int | None]
    outs: Mapping[str, int]
    owed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Payment:
    """Dimes that changed hands."""

    event: int
    giver: str
    taker: str
    amount: int


@dataclass(slots=True, eq=False, kw_only=True)
class DimesHand(Hand[Player]):
    """A hand being played; ``stake`` is what everybody has just put into the pot."""

    before: Before
    stake: int
    turns: int = 0
    """How many cards were taken."""
    begun: bool = False
    """The first card of the pile is accounted for."""
    going_out: GoingOut | None = None
    last: Player | None = None
    """Who has just discarded."""
    early: set[str] = field(default_factory=set)
    """Who has melded out of turn since the last card was taken."""
    on_his_word: int = 0
    """The ``win`` by which somebody is out whose melds are not written down."""
    payments: list[Payment] = field(default_factory=list)
    pile_unsure: bool = False
    """A turn was not recorded as turns go: what the record has in the pile may lie elsewhere."""
    gap_behind: bool = False
    """Something was not written down once the hand was over: melds, shown cards, payments."""
    unclear: bool = False
    """A payment names somebody who is not at the table."""

    @property
    def rules_of_round(self) -> Round:
        """What is wild in this round and what counts."""
        natural = self.house["wild_in_place"] == "natural"
        return Round.numbered(self.round, natural_in_place=natural)

    @property
    def pile(self) -> list[str]:
        """The discard pile; a card that nobody recorded where no first card was written down."""
        return self.cards.pile if self.begun or self.blurred else [UNRECORDED]

    @property
    def let_stand(self) -> bool:
        """Whether the table let a going-out stand that was none."""
        return self.outcome.kind == OUT and self.going_out is not None

    @property
    def is_out(self) -> Player | None:
        """Who is out."""
        return self.find(self.outcome.winner) if self.outcome.winner is not None else None

    def name_of(self, name: str) -> str:
        """The name of a player as the game has it; another name, the middle's too, as it is."""
        seat = self.find(name)
        return seat.name if seat is not None else name

    def payments_but_stakes(self) -> list[Payment]:
        """The payments but for the stakes, which everybody has put in already."""
        payments, paid = [], set()
        for payment in self.payments:
            giver = self.name_of(payment.giver)
            is_stake = payment.taker == THE_MIDDLE and payment.amount == self.stake
            if is_stake and giver not in paid:
                paid.add(giver)
            else:
                payments.append(payment)
        return payments

    def in_turn(self, seat: Player) -> bool:
        """Whether it is somebody's turn, as far as the record tells."""
        return self.turn is seat or self.turn is None

    def going(self, seat: Player) -> GoingOut | None:
        """What somebody has done so far in his turn to go out."""
        going = self.going_out
        return going if going is not None and going.seat is seat and not going.stands else None

    def slips(self, act: Act) -> int:
        """How many cards more or fewer than the record tells somebody may hold who acts: one for
        every turn of his that was not recorded as turns go, a discard without a card taken too."""
        seat: Player = act.seat
        took_none = act.type == "discard" and not (self.taken and self.turn is seat)
        return seat.vague + (took_none and self.turn is not None)

    def misplaced(self, act: Act) -> list[str]:
        """The cards of an act that cannot come from the hand of whoever acts. Who may hold cards
        that were not recorded may have any of which a copy can be there."""
        holding, unknown = act.seat.holding, Counter(self.from_hand(act)) - act.seat.holding.known
        slips = self.slips(act)
        if slips or self.pile_unsure:
            unknown -= Counter(self.cards.pile)
        laid = self.perhaps_laid()
        if slips:
            too_often = self.cards.dealt_too_often(unknown.elements())
            return [card for card in too_often if card not in laid]
        if holding.unseen != 0:
            unknown = Counter(card for card in unknown.elements() if card not in laid)
        return self.cards.misplaced(holding, (unknown + holding.known).elements())

    def plays_too_many(self, act: Act) -> bool:
        """Whether an act takes more cards from a hand than its player can hold."""
        count = act.seat.holding.count
        return count is not None and len(self.from_hand(act)) > count + self.slips(act)

    def passes_over(self, act: Act) -> bool:
        """Whether somebody acts although another one has the turn: what that one did may not have
        been written down."""
        return self.turn is not None and act.seat is not self.turn

    def laying(self, act: Act) -> Laying:
        """How the cards of a meld come to lie together."""
        return laying(act.seat, act.event["cards"], self.turns, self.cards)

    def from_hand(self, act: Act) -> list[str]:
        """The cards that an act takes from the hand of whoever acts, or shows there."""
        match act.type:
            case "meld":
                return self.laying(act).from_hand
            case "show":
                return [*act.seat.shown, *act.event["cards"]]
            case "discard" if self.takes_back(act):
                return []
        return Hand.from_hand(self, act)

    def from_deck(self, act: Act) -> list[str]:
        """The cards that an act takes from the deck; from an empty one none that lies in the pile,
        which becomes the deck first."""
        drawn = Hand.from_deck(self, act)
        if self.cards.deck == 0:
            return [card for card in drawn if card not in self.cards.pile[:-1]]
        return drawn

    def perhaps_laid(self) -> set[str]:
        """What the record has in the hands of players of whom a line may be missing: each may have
        laid such a card on the pile, and the pile may have become the deck."""
        return {card for seat in self.seats if seat.vague for card in seat.holding.known}

    def takes_back(self, act: Act) -> bool:
        """Whether a discard is a card that somebody had laid down too early, or with his last
        cards."""
        seat, card = act.seat, act.event["card"]
        return not self.cards.fits(seat.holding, card) and card in seat.laid

    def begin_turn(self, seat: Player) -> None:
        """This player has taken a card: if somebody was going out, he is not."""
        going = self.going_out
        if going is None or going.seat is not seat or going.stands or going.laid:
            self.going_out = None
        self.turns += 1
        self.last = None
        self.early.clear()
        Hand.begin_turn(self, seat)

    def finish(self, outcome: Outcome) -> None:
        """The hand is over. Where the record ends it while somebody is going out, the table let
        that stand."""
        going = self.going_out
        if outcome.kind == UNDECIDED and not self.abandoned and going is not None:
            outcome = out(going.seat, outcome.event)
        Hand.finish(self, outcome)


def out(seat: Player, event: int | None) -> Outcome:
    """The end of a hand in which this player is out."""
    return Outcome(OUT, event, seat.name, tuple(tuple(lying.cards) for lying in seat.melds))
