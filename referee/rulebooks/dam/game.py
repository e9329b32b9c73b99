"""That Dam Game under judgement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from referee.judging.expectation import Expectation
from referee.judging.kernel.acts import Act
from referee.knowledge.places import Cards
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.hands import PLAYING, Outcome
from referee.rulebooks.common.pile_game import PileGame
from referee.rulebooks.dam.contracts import CONTRACTS
from referee.rulebooks.dam.expecting import expected
from referee.rulebooks.dam.hand import JOKERS_A_PACK, DamHand, packs_for
from referee.rulebooks.dam.mechanics import MECHANICS
from referee.rulebooks.dam.mending import SHOWS_MORE, take_back
from referee.rulebooks.dam.scoring import settle
from referee.rulebooks.dam.seats import Lying, Player, kinds_of
from referee.rulebooks.dam.signs import signs_of
from referee.rulebooks.dam.situation import ASKED, MATTERS, REASONS
from referee.rulebooks.dam.viewing import view_of_hand, view_of_seat


class Dam(PileGame[DamHand]):
    """A game being judged."""

    play: ClassVar = frozenset({"draw", "take", "discard", "pass", "beg", "meld", "reshuffle"})
    mechanics: ClassVar = MECHANICS
    shows_more: ClassVar = SHOWS_MORE
    signs: ClassVar = staticmethod(signs_of)
    asked: ClassVar = ASKED
    matters: ClassVar = MATTERS
    reasons: ClassVar = REASONS
    most_hands: ClassVar = len(CONTRACTS)

    def understand(self, hand: DamHand, act: Act) -> None:
        """What an act shows to have been taken back lies there before it."""
        if not hand.over:
            take_back(hand, act)

    def deal_out(self, order: list[str], **opening: Any) -> DamHand:
        """The next hand, with the begs of the hands before."""
        table = self.table
        begged = {
            name: sum(seat.begs for hand in table.hands for seat in hand.seats if seat.name == name)
            for name in order
        }
        hidden = True in [hand.blurred for hand in table.hands]
        packs = packs_for(len(order), table.house)
        return DamHand(
            **opening,
            seats=[
                Player(name, place, begged_before=begged[name], begs_hidden=hidden)
                for place, name in enumerate(order)
            ],
            each=CONTRACTS[table.rounds].cards,
            cards=Cards(packs, packs * JOKERS_A_PACK),
        )

    def settle(self, hand: DamHand) -> Score:
        """What a hand comes to as its record stands."""
        return settle(hand)

    def gap(self, hand: DamHand, act: Act) -> None:
        """Something was not written down: only the melds that are told are known."""
        super().gap(hand, act)
        if hand.offer is not None and hand.offer.beg is not None and not hand.offer.moved_on:
            # somebody with a better right may have begged it in the gap
            hand.offer.beg.seat.begs -= 1
        hand.offer, hand.wrong_take, hand.laid = None, None, False
        hand.slips.clear()
        hand.laid_by_beggars.clear()
        hand.not_due.clear()
        told = self.melds_told(act)
        for seat in hand.seats:
            lying = told.get(seat.name)
            seat.melded = None if lying is None else bool(lying)
            seat.fresh, seat.hasty, seat.misread, seat.excused = [], False, True, False
            seat.melds = [Lying(list(cards), act.seq, kinds_of(cards)) for cards in lying or ()]

    def play_goes_on(self, hand: DamHand, seq: int) -> None:
        """Who was taken for out may have laid what is no meld, and have taken it up again: the
        record tells as much from here on as behind a gap."""
        if hand.perhaps_not_out:
            hand.perhaps_not_out = False
            hand.stage, hand.outcome = PLAYING, Outcome()
            self.gap(hand, Act(seq, "gap", {"type": "gap"}))

    def expected_in(self, hand: DamHand) -> Iterator[Expectation]:
        """What may come next in a hand that is not over."""
        return expected(hand)

    def more_of(self, hand: DamHand) -> dict[str, Any]:
        """The discard that is on offer, and to whom."""
        return view_of_hand(hand)

    def seat_of(self, hand: DamHand, seat: Player) -> dict[str, Any]:
        """The melds of a player."""
        return view_of_seat(seat)
