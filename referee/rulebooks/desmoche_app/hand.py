"""One hand of the phone app's Desmoche. This is state only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.cards.deck import UNRECORDED
from referee.judging.findings import Undecided
from referee.judging.kernel.acts import Act
from referee.rulebooks.common.hands import BEFORE_THE_DEAL, PileHand, PileSeat
from referee.rulebooks.desmoche_app.cards import AppCards
from referee.rulebooks.desmoche_app.laying import (
    Laying,
    Meld,
    fitting,
    is_left_of,
    is_valid,
    laying,
)

MOST_MELDS = 3
CARDS_TO_WIN = 10


@dataclass(frozen=True, slots=True)
class Torn:
    """What an act left of a meld, and that was no meld then: the event, its type, the cards."""

    event: int
    by: str
    rest: Meld


@dataclass(slots=True, eq=False)
class AppSeat(PileSeat):
    """A player of a hand: their melds, and what they did wrong that matters later."""

    melds: list[Meld] = field(default_factory=list)
    passed: int = 0
    """The event at which they passed a card in the Cambio."""
    passed_again: list[int] = field(default_factory=list)
    """The events at which they passed a further card; empty once a line turns the first discard up
    behind them."""
    to_himself: str = ""
    """The card that, as told, they passed to themselves, and not to the other one since."""
    received: list[str] = field(default_factory=list)
    """What they got in the Cambio."""
    spare: int = 0
    """Cards that they may lay down without having taken any."""
    perhaps_spare: bool = False
    """They may have come to such a card where nobody wrote, and have had no turn since."""
    torn: list[Torn] = field(default_factory=list)
    melded_early: bool = False
    """That they melded without having taken a card was told, and they have taken none since."""
    hidden: bool = False
    """A gap hides how their melds lie."""
    lay_before: set[str] = field(default_factory=set)
    """The cards that lay in their melds when a gap hid those, and that were not seen since."""
    unlisted: set[str] = field(default_factory=set)
    """Cards of their melds that may have gone back unseen: no meld was told with them since."""
    taken_back: int = 0
    """How many cards went back from their melds while it was open which meld each lay in: so
    many more than are counted may still lie there."""

    @property
    def melded(self) -> list[str]:
        """All cards in their melds."""
        return [card for meld in self.melds for card in meld]

    def has_melded(self, card: str) -> bool:
        """Whether a card lies in one of their melds."""
        for meld in self.melds:  # noqa: SIM110 - this is asked at many an event, and costs no second call
            if card in meld:
                return True
        return False

    @property
    def unclear(self) -> bool:
        """Whether the record leaves open how their melds lie."""
        return self.hidden or bool(self.unlisted)

    @property
    def surely_lying(self) -> list[Meld]:
        """The melds that lie as they are told, whatever was taken back unseen."""
        return [meld for meld in self.melds if self.unlisted.isdisjoint(meld)]

    @property
    def has_ten(self) -> bool:
        """Ten cards in at most three valid melds."""
        melds = self.surely_lying
        enough = sum(map(len, melds)) >= CARDS_TO_WIN and len(melds) <= MOST_MELDS
        return enough and all(map(is_valid, melds))


@dataclass(frozen=True, slots=True)
class FirstDiscard:
    """Somebody took the first discard: the event, and the card. ``surely`` if they can only
    have done so before anybody's turn, to meld it at once; ``perhaps`` if a gap leaves open whether
    they have, or whether it was that card."""

    event: int
    card: str
    surely: bool
    perhaps: bool = False


@dataclass(frozen=True, slots=True)
class WrongDiscard:
    """A discard that was none, or may have been none where not ``surely``: who made it, and whose
    turn it was, a card taken or not."""

    seat: AppSeat
    turn: AppSeat | None
    taken: bool
    surely: bool


@dataclass(eq=False)
class AppHand(PileHand[AppSeat, AppCards]):
    """A hand being played. The non-dealer's seat is the first, the dealer's the second one.

    ``turned`` is the event by which the first discard lies there, ``declined`` the names of those
    who do not want it.
    """

    turned: int = 0
    declined: set[str] = field(default_factory=set)
    begun: bool = False
    """Somebody has had a turn, or taken the first discard."""
    first_discard: FirstDiscard | None = None
    """Who is at turn has taken the first discard and not laid a card down yet."""
    from_waste: list[str] = field(default_factory=list)
    """What was taken from the waste in this turn."""
    made_up: bool = False
    """Who is at turn has laid down a card too many and taken none: that may have been a turn."""
    on_his_word: bool = False
    """Somebody called a win of which the record does not tell whether it is one."""
    win_called: bool = False
    """Somebody called a win that is none, and nobody has played since."""
    has_laid: bool = False
    """Who is at turn has laid a meld since they took a card."""
    out_of_turn: bool = False
    """Who is at turn has taken a card out of turn, and the other one may still take theirs."""
    wrong_discard: WrongDiscard | None = None
    """The last act of play was a discard that may be put right."""
    strange_passes: int = 0
    """Cards passed in the Cambio by somebody whom nobody knows."""
    questions: list[Undecided] = field(default_factory=list)
    read: tuple[Act, Laying] | None = None
    """The last act that laid a meld, with what it was read as; see `laying`."""

    @property
    def dealer_seat(self) -> AppSeat:
        """Who dealt."""
        return self.seats[-1]

    @property
    def at_turn(self) -> AppSeat | None:
        """Whose turn it is, before the deal is written down, too; None after a gap."""
        if self.unsure:
            return None
        return self.seats[0] if self.stage == BEFORE_THE_DEAL else self.turn

    def deal_anew(self) -> None:
        """The cards go back to the deck."""
        before = self.cards
        PileHand.deal_anew(self)
        self.cards.turned_over, self.cards.at_once = before.turned_over, before.at_once
        self.turned = 0
        for seat in self.seats:
            seat.hidden = False

    def on_offer_to(self, seat: AppSeat) -> bool:
        """Whether a player may still say whether they want the first discard."""
        return not self.begun and len(self.declined) < 2 and seat.name not in self.declined

    def in_turn(self, seat: AppSeat) -> bool:
        """Whether a player has taken a card and not discarded yet, or may have after a gap."""
        return (self.turn is seat and self.taken) or (self.blurred and self.turn is None)

    def stock_lacks_a_card(self, act: Act) -> bool:
        """Whether somebody draws from a stock that was the waste until now, and the other one has
        not discarded: that card, which may not have been written down, lay on top then."""
        missing = self.taken and act.seat is not self.turn
        return missing and (self.cards.deck == 0 or self.cards.fresh) and not self.cards.at_once

    def mends_discard(self, act: Act) -> bool:
        """Whether somebody puts their wrong discard right: they take the card back, or take late
        the card for which they have discarded."""
        wrong = self.wrong_discard
        if wrong is None or act.seat is not wrong.seat:
            return False
        if act.type == "take":
            card, top = act.event.get("card", UNRECORDED), self.cards.pile[-1:]
            return card == UNRECORDED or card in top or UNRECORDED in top
        return act.type == "draw" and wrong.turn is wrong.seat and not wrong.taken

    @property
    def perhaps_won(self) -> AppSeat | None:
        """Who may have won without a word: it is their turn, and the record leaves open whether
        ten cards lie in their melds."""
        seat = self.turn
        if seat is None or not self.taken or not seat.unlisted:
            return None
        return seat if len(seat.melded) + seat.taken_back >= CARDS_TO_WIN else None

    def may_be_won_by(self, seat: AppSeat) -> bool:
        """Whether a player may have ten cards in melds by what they laid in this turn."""
        return self.has_laid and seat.unclear

    @property
    def all_passed(self) -> bool:
        """Whether both have passed their card in the Cambio."""
        return all(seat.passed for seat in self.seats)

    def puts_right(self, act: Act) -> bool:
        """Whether a card passed to its own player is passed to the other one now."""
        before, card = act.seat.to_himself, act.event["card"]
        return bool(before) and (before == card or UNRECORDED in (before, card))

    def laying(self, act: Act) -> Laying:
        """What a ``meld`` does. Many rules ask it of one act, and it is read once; whoever changes
        what is known of the hands before that act is carried out sets ``read`` to None."""
        if self.read is None or self.read[0] is not act:
            seat: AppSeat = act.seat
            others, listed = self.others_melded(seat), act.event["cards"]
            self.read = (
                act,
                laying(seat.melds, others, listed, seat.holding.known, seat.surely_lying),
            )
        return self.read[1]

    def makes_fourth(self, act: Act) -> bool:
        """Whether a ``meld`` lays one meld too many; what is left of one taken apart is none."""
        seat = act.seat
        if seat.unclear:
            return False
        laid = self.laying(act)
        if len(laid.lies) <= MOST_MELDS or laid.stolen or laid.open:
            return False
        held = seat.holding.known
        if any(self.perhaps_stolen(seat, card) for card in laid.from_hand if not held[card]):
            # it may be a meld of the other player's
            return False
        torn = [*(one.rest for one in seat.torn), *laid.torn]
        lying = [meld for meld in laid.lies if not any(is_left_of(meld, rest) for rest in torn)]
        more = len(laid.lies) > len(seat.melds)
        return len(lying) > MOST_MELDS and more and is_valid(laid.meld)

    def others_melded(self, seat: AppSeat) -> list[str]:
        """The cards that certainly lie in the other player's melds."""
        melds = self.after(seat).surely_lying
        return [card for meld in melds for card in meld if card not in self.cards.doubtful]

    def perhaps_stolen(self, seat: AppSeat, card: str) -> bool:
        """Whether this card may lie in the other player's melds: it was told to, nobody knows how
        they lie, or a card that nobody recorded there may be this one."""
        other = self.after(seat)
        if other.hidden or card == UNRECORDED:
            return other.hidden or bool(other.melds)
        melds = [meld for meld in other.melds if card in meld or UNRECORDED in meld]
        return bool(melds) and any(card in meld or fitting([meld], card) for meld in melds)

    def takes_unseen(self, act: Act) -> bool:
        """Whether a ``meld`` has cards that lay in the other player's melds before a gap, or more
        than its player can hold, and some of them may be the other player's, where nobody recorded
        how those lie."""
        seat, played = act.seat, self.laying(act).surely_from_hand
        lay_before = self.after(seat).lay_before if self.blurred else None
        if lay_before and not lay_before.isdisjoint(set(played) - seat.holding.known.keys()):
            return True
        if not any(self.perhaps_stolen(seat, card) for card in played):
            return False
        holds = seat.holding.count
        too_many = holds is not None and len(played) > holds
        return too_many or bool(self.cards.misplaced(seat.holding, played))

    def from_hand(self, act: Act) -> list[str]:
        """The cards that an act takes from the hand of whoever acts."""
        seat, event = act.seat, act.event
        match act.type:
            case "meld":
                played = self.laying(act).surely_from_hand
                return [card for card in played if not self.perhaps_stolen(seat, card)]
            case "show":
                return [card for card in event["cards"] if card not in seat.melded]
            case "discard" if seat.has_melded(event["card"]) and event["card"] != UNRECORDED:
                return []
            case "cambio" | "discard":
                return [event["card"]]
        return []

    def lays_the_win_otherwise(self, act: Act) -> bool:
        """Whether the winner only moves their melded cards, in the act by which they have won."""
        seat = act.seat
        if act.type != "meld" or seat is None or self.outcome.winner != seat.name:
            return False
        named = set(act.event["cards"]) - {UNRECORDED}
        return not self.win_called and named <= set(seat.melded)

    def mark(self) -> Any:
        """What the opening of the next hand changes in this one, to come back to."""
        return PileHand.mark(self), len(self.questions)

    def back_to(self, mark: Any) -> None:
        """Take the hand back to a mark."""
        of_every_pile_hand, questions = mark
        PileHand.back_to(self, of_every_pile_hand)
        del self.questions[questions:]
