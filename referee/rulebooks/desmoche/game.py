"""Desmoche under judgement: what is its own among the steps of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from referee.judging.account import HandMoney
from referee.judging.corrections import Numbered
from referee.judging.expectation import Expectation
from referee.judging.facts import Fact, Known
from referee.judging.findings import DISQUALIFICATION, Finding, Undecided
from referee.judging.kernel.acts import NEXT_HAND
from referee.judging.kernel.acts import Act as Line
from referee.judging.kernel.game import CardGame
from referee.judging.payments import Sums, is_put_right
from referee.judging.rulebook import Event, House, Milestone
from referee.rulebooks.desmoche import session
from referee.rulebooks.desmoche.acts import PLAY, Act, act_of_nobody
from referee.rulebooks.desmoche.closing import MoneyClosing
from referee.rulebooks.desmoche.expecting import expected
from referee.rulebooks.desmoche.hand import BETTING, PLAYING, Hand
from referee.rulebooks.desmoche.hidden.deals import Deals
from referee.rulebooks.desmoche.hidden.knowledge import known
from referee.rulebooks.desmoche.hidden.locations import conditions_of
from referee.rulebooks.desmoche.mechanics import IN_PLAY, carry_out
from referee.rulebooks.desmoche.mechanics.ending import conclude
from referee.rulebooks.desmoche.mechanics.gaps import gap_before, is_unplayed
from referee.rulebooks.desmoche.money.pots import pots
from referee.rulebooks.desmoche.money.questions import WITHOUT_MONEY, questions, sums_of
from referee.rulebooks.desmoche.money.settlement import Settlement, disqualified, settle
from referee.rulebooks.desmoche.offers import takes_a_dead_card
from referee.rulebooks.desmoche.reading import READERS
from referee.rulebooks.desmoche.reporting import account_of, what_became_of
from referee.rulebooks.desmoche.signs import signs_of
from referee.rulebooks.desmoche.situation import (
    ASKED,
    MATTERS,
    REASONS,
    before_the_hand,
    perhaps_anothers,
)
from referee.rulebooks.desmoche.table import Chair, MoneyTable
from referee.rulebooks.desmoche.unknown import (
    ACTOR,
    BY_A_TURN,
    DEAD,
    END,
    OF_A_PLAYER,
    OFFER,
    STANDING,
    TABLE,
    TABLES,
)
from referee.rulebooks.desmoche.viewing import view_of
from referee.wording.sentences import Sentence


class Desmoche(CardGame[Hand, MoneyTable]):
    """A game of Desmoche, or of one of its presets, under judgement."""

    play: ClassVar = PLAY
    readers: ClassVar = READERS
    shows_more: ClassVar = frozenset({"payment", "show"})
    signs: ClassVar = staticmethod(signs_of)
    in_play: ClassVar = IN_PLAY
    playing_at: ClassVar = PLAYING
    act_of: ClassVar = staticmethod(act_of_nobody)
    session: ClassVar = session.SESSION
    asked: ClassVar = ASKED
    matters: ClassVar = MATTERS
    reasons: ClassVar = REASONS
    without_money: ClassVar = WITHOUT_MONEY

    def lay_table(self, house: House) -> MoneyTable:
        """The table before the first hand: everybody sits on a chair."""
        players = list(self.opening["players"])
        chairs = [Chair(name) for name in players]
        return MoneyTable(house, house, players, self.rule_ids, chairs=chairs)

    def open_hand(self, act: Line) -> Hand | None:
        """The next hand, with what lies in the middle."""
        return session.open_hand(self.table, act)

    def unknown_to(self, hand: Hand, act: Any) -> int:
        """Which facts of the table the record leaves open, with those about who acts and about
        what the act does itself."""
        unknown = hand.unknown
        if unknown & OF_A_PLAYER:
            if isinstance(act, Act):
                unknown |= act.unknown | (act.seat.unknown if act.seat is not None else 0)
                turn = hand.draws + (act.type == "draw")
                if act.seat is not None and act.seat.perhaps_acts_out(turn):
                    unknown |= ACTOR
            if hand.offer is not None and hand.offer.perhaps_other:
                unknown |= self._unless_named(hand.offer.card, act)
            if hand.perhaps_won is not None:
                unknown |= END | BY_A_TURN
            for seat in hand.seats:
                if seat.unknown & TABLE:
                    unknown |= TABLES
                if seat.unknown & STANDING or seat.perhaps_ruled_out:
                    unknown |= END
                if seat.perhaps_out:
                    unknown |= STANDING
        if unknown & OFFER and not (isinstance(act, Act) and takes_a_dead_card(hand, act)):
            unknown |= DEAD
        return unknown

    @staticmethod
    def _unless_named(offered: int, act: Any) -> int:
        """What lies on offer is open where it may be another card, unless this act names it."""
        return 0 if isinstance(act, Act) and offered in (act.used, act.card) else OFFER

    def understand(self, hand: Hand, act: Act) -> None:
        """A payment for a hand shows that it is over, if its cards allow that. Cards that are shown
        or paid for, though no play was written, show that there was some."""
        if act.type == "payment" and hand.out_of_cards:
            self.look_back(hand, NEXT_HAND, act.seq, act.event)
        elif is_unplayed(hand) and (act.type == "payment" or hand.stage == BETTING):
            gap_before(hand, act.seq)

    def look_back(self, hand: Hand, kind: str, seq: int, event: Event) -> None:
        """Ask the rules that look back at a hand, of which no play may have been written."""
        if kind == NEXT_HAND and is_unplayed(hand):
            gap_before(hand, seq)
        super().look_back(hand, kind, seq, event)

    def carry_out(self, hand: Hand, act: Act) -> None:
        """Let an event of a hand happen."""
        carry_out(hand, act)
        if act.type == "forgive":
            self.table.forgiven.add(act.event["event"])

    def conclude(self, hand: Hand, seq: int) -> None:
        """A hand that was not over is closed by this later event."""
        conclude(hand, seq)

    def settle(self, hand: Hand) -> Settlement:
        """The money of a hand as its record stands."""
        return settle(hand)

    def closing(self, hand: Hand) -> MoneyClosing:
        """The hand as its record stands, and what its payments pay besides."""
        outs = disqualified(hand)
        result = settle(hand, outs=outs)
        return MoneyClosing(
            hand=hand,
            result=result,
            earlier=tuple(self._unpaid_before(hand)) if hand.payments else (),
            outs=outs,
            paid=partial(self.paid_after, result),
        )

    def _unpaid_before(self, hand: Hand) -> Iterator[tuple[Hand, Settlement]]:
        """The hands since the last one with payments, with their money; the latest first."""
        for number in range(hand.number - 2, -1, -1):
            before = self.table.hands[number]
            if before.payments:
                return
            yield before, self.table.results[number]

    def money_of(self, hand: Hand, result: Settlement) -> HandMoney:
        """The money of a hand: its bets and side bets were put in before its payments."""
        stakes = {name: due - result.net[name] for name, due in result.due.items()}
        payments = tuple(hand.payments)
        return HandMoney(net=result.net, stakes=stakes, payments=payments, pays_up=bool(payments))

    def is_taken_back(self, finding: Finding) -> bool:
        """Return whether a win that seemed missed was declared after all, which is reported as
        late, or whether later payments make up for those that were wrong."""
        if finding.rule == "payment.wrong":
            return is_put_right(self, finding.hand, self._sums_of)
        if finding.rule != "auto.missed" or finding.player is None:
            return False
        seat = self.table.hands[finding.hand - 1].find(finding.player)
        return seat is not None and seat.declared_late

    def _sums_of(self, hand: Hand, result: Settlement) -> Sums | None:
        return sums_of(hand, [*self._unpaid_before(hand), (hand, result)])

    def status(self, finding: Finding) -> str | None:
        """What became of a finding; a disqualifying offence may be enforced, too."""
        told = super().status(finding)
        if finding.kind != DISQUALIFICATION:
            return told
        return what_became_of(self.table, finding) or told

    def account_of(self, hand: Hand, result: Settlement) -> dict[str, Any]:
        """How a hand ended, and where its money went."""
        return account_of(self.table, hand, result)

    def account(self, results: Sequence[Settlement]) -> dict[str, Any]:
        """What lies in the side pots after the last hand."""
        carried = results[-1].side_carried if results else {}
        return {"side_carried": {name: pot for name, pot in carried.items() if pot}}

    def questions(self, hand: Hand, result: Settlement) -> Iterable[Undecided]:
        """What the record of a hand leaves open."""
        return questions(hand, result)

    def may_come(self) -> Iterator[Expectation]:
        """What may come next, and who may do it."""
        return expected(self.table)

    def view_of(self, hand: Hand) -> dict[str, Any]:
        """What lies on the table in a hand."""
        return view_of(hand)

    @property
    def decided_in_the_open(self) -> bool:
        """Whether ten melded cards won the last hand."""
        hand = self.table.hand
        return hand is not None and hand.outcome.kind == "melds"

    def left_open(self, hand: Hand, event: Event) -> list[str]:
        """Return the rule on whose the card is, if a nearer player may have asked for it."""
        if event["type"] != "meld":
            return []
        return ["claim.priority"] if perhaps_anothers(hand, event) else []

    def situation(self, event: Event) -> list[Fact]:
        """How the table stands before an event, as far as such events are judged by it."""
        before = list(before_the_hand(self.table)) if event["type"] == "hand" else []
        return before + super().situation(event)

    def deals(self, past: Sequence[Numbered]) -> Deals | None:
        """All deals that fit the record, as they stood after these events; None outside a hand."""
        for seq, _ in reversed(past):
            for hand in reversed(self.table.hands):
                moment = hand.where.evidence.moment_of(seq)
                if moment or seq == hand.first_event:
                    return Deals(hand, moment)
        return None

    def knowledge(self, past: Sequence[Numbered], later: Sequence[Numbered]) -> Sequence[Known]:
        """What the record proves about every hand after these events."""
        deals = self.deals(past)
        return known(deals) if deals is not None else []

    def possible_deal(
        self, past: Sequence[Numbered], later: Sequence[Numbered], where: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """One deal that fits the record, with these cards where they are asked to be."""
        deals = self.deals(past)
        deal = deals.one(conditions_of(deals.hand, where)) if deals is not None else None
        return deal.as_dict(deals.hand) if deals is not None and deal is not None else None

    def begins_afresh(self, event: Event) -> bool:
        """Whether a hand that this event opens takes nothing but money from the hands before. Where
        the table has nobody of the dealer's name, whose deal it is depends on how they ended."""
        return self.table.sits(event["dealer"])

    def pots_of(self, hand: Hand) -> Mapping[str, Callable[[], Hashable]]:
        """What a hand decides about money, pot by pot."""
        return pots(hand)

    def milestones_of(self, hand: Hand) -> Iterator[Milestone]:
        """Where cards were asked for, and where melds were taken apart for others."""
        for event, player in hand.claimed.items():
            asked = Sentence("{player} asks for the card on offer.", {"player": player})
            yield Milestone(event, "?", asked)
        for event, player in hand.rearranged.items():
            made = Sentence("{player} makes a desmoche.", {"player": player})
            yield Milestone(event, "^", made)
