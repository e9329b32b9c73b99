"""The phone app's Desmoche under judgement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from referee.cards.deck import UNRECORDED
from referee.judging.expectation import Expectation
from referee.judging.facts import Known
from referee.judging.findings import Undecided
from referee.judging.kernel.acts import Act
from referee.judging.kernel.results import Result
from referee.knowledge.places import Holding
from referee.rulebooks.common.hands import PLAYING, Outcome
from referee.rulebooks.common.pile_game import PileGame
from referee.rulebooks.desmoche_app.cards import AppCards
from referee.rulebooks.desmoche_app.expecting import expected
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat
from referee.rulebooks.desmoche_app.mechanics import (
    MECHANICS,
    ask_about_ten,
    lay_the_win_otherwise,
    win_with_ten,
)
from referee.rulebooks.desmoche_app.signs import signs_of
from referee.rulebooks.desmoche_app.situation import ASKED, MATTERS, REASONS

EACH = 9


class DesmocheApp(PileGame[AppHand]):
    """A game being judged; see ``referee.judging.replay.Play``."""

    play = frozenset(
        {
            "cambio",
            "turn_up",
            "pass",
            "take",
            "draw",
            "meld",
            "take_back",
            "discard",
            "reshuffle",
        }
    )
    mechanics: ClassVar = MECHANICS
    signs: ClassVar = staticmethod(signs_of)
    asked: ClassVar = ASKED
    matters: ClassVar = MATTERS
    reasons: ClassVar = REASONS
    counts_points = False

    def deal_out(self, order: list[str], **opening: Any) -> AppHand:
        """The next hand; nobody knows yet what anybody holds."""
        return AppHand(
            **opening,
            seats=[AppSeat(name, at, Holding(unseen=None)) for at, name in enumerate(order)],
            each=EACH,
            cards=AppCards(
                1,
                0,
                turned_over=self.house["recycled"] == "turned_over",
                at_once=self.house["renewed"] == "at_once",
            ),
        )

    def deal(self, hand: AppHand, hands: Mapping[str, list[str] | int]) -> None:
        """The deal, as far as somebody saw it; cards too many may be laid down later."""
        for seat in hand.seats:
            seat.holding = Holding()
        super().deal(hand, hands)
        for seat in hand.seats:
            hand.cards.disbelieve(seat.holding)
            seat.spare = max((seat.holding.count or 0) - EACH, 0)

    def gap(self, hand: AppHand, act: Act) -> None:
        """Something was not written down; the melds lie as the line tells, or nobody knows."""
        super().gap(hand, act)
        told = self.melds_told(act)
        hand.first_discard, hand.wrong_discard = None, None
        for seat in hand.seats:
            seat.hidden, seat.perhaps_spare = seat.name not in told, True
            lay_before = {*seat.melded, *seat.lay_before} - {UNRECORDED}
            seat.lay_before = lay_before if seat.hidden else set()
            seat.unlisted.clear()
            seat.melds = [list(meld) for meld in told.get(seat.name, ())]
            seat.torn.clear()
            for card in seat.melded:
                hand.cards.show(card)
        for seat in hand.seats:
            if not seat.hidden:
                win_with_ten(hand, seat, act.seq)

    def play_goes_on(self, hand: AppHand, seq: int) -> None:
        """A win that was taken at its word may have been none: the record tells as much from here
        on as behind a gap."""
        if hand.on_his_word:
            hand.on_his_word = False
            hand.stage, hand.outcome = PLAYING, Outcome()
            self.gap(hand, Act(seq, "gap", {"type": "gap"}))

    def lay_otherwise(self, hand: AppHand, act: Act) -> None:
        """The winner may move their melded cards in the act by which they have won."""
        if hand.lays_the_win_otherwise(act):
            lay_the_win_otherwise(hand, act)

    def conclude(self, hand: AppHand, seq: int) -> None:
        """The next hand is opened: this one is given up, or was won by cards nobody wrote down."""
        seat = hand.perhaps_won
        super().conclude(hand, seq)
        if seat is not None:
            ask_about_ten(hand, seat, seq, "end.early")

    def settle(self, hand: AppHand) -> Result:
        """Nothing is counted in this game."""
        return Result(questions=(*hand.questions, *_about_the_cambio(hand)))

    def expected_in(self, hand: AppHand) -> Iterator[Expectation]:
        """What may come next in a hand that is not over."""
        return expected(hand)

    def known_of(self, hand: AppHand, seat: AppSeat) -> Known:
        """What the record has shown of a player's hand; a card passed unseen may be in either."""
        told = super().known_of(hand, seat)
        return replace(told, possibly=(*told.possibly, *hand.cards.perhaps_passed(seat.holding)))

    def seat_of(self, hand: AppHand, seat: AppSeat) -> dict[str, Any]:
        """The melds of a player."""
        return {"melds": [list(meld) for meld in seat.melds]}


def _about_the_cambio(hand: AppHand) -> Iterator[Undecided]:
    """Whether a further card was passed before the first discard was turned up, which nobody wrote
    down, or too late."""
    for seat in hand.seats:
        for event in seat.passed_again:
            yield Undecided(
                event=event,
                hand=hand.number,
                rule="cambio.one",
                player=seat.name,
                question="Did {player} pass another card before the first discard lay there?",
                would_decide="the line with which the first discard was turned up",
                facts={"player": seat.name},
            )
