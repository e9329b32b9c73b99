"""Golf under judgement; see ``referee.judging.kernel.game``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from referee.cards.deck import NAMES, UNRECORDED
from referee.judging.expectation import Expectation
from referee.judging.facts import Known
from referee.judging.kernel.acts import Act
from referee.knowledge.places import Cards
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.hands import BEFORE_THE_DEAL, PLAYING
from referee.rulebooks.common.pile_game import PileGame
from referee.rulebooks.common.scoring import fewest
from referee.rulebooks.golf import mechanics, turning
from referee.rulebooks.golf.expecting import expected
from referee.rulebooks.golf.hand import GolfHand, GolfSeat
from referee.rulebooks.golf.points import POSITIONS
from referee.rulebooks.golf.scoring import settle
from referee.rulebooks.golf.signs import signs_of
from referee.rulebooks.golf.situation import ASKED, MATTERS, REASONS
from referee.rulebooks.golf.turns import TURN_ACTS

HOLES = 9


class Golf(PileGame[GolfHand]):
    """A game of Golf, nine holes."""

    play: ClassVar = frozenset({"deal", "turn_up", "look", *TURN_ACTS})
    mechanics: ClassVar = mechanics.MECHANICS
    shows_more: ClassVar = frozenset(TURN_ACTS)
    signs: ClassVar = staticmethod(signs_of)
    asked: ClassVar = ASKED
    matters: ClassVar = MATTERS
    reasons: ClassVar = REASONS
    most_hands: ClassVar = HOLES
    hides_in_hands: ClassVar = False

    def deal_out(self, order: list[str], **opening: Any) -> GolfHand:
        """The next hole."""
        return GolfHand(
            **opening,
            seats=[GolfSeat(name, place) for place, name in enumerate(order)],
            each=POSITIONS,
            cards=Cards(packs=1, jokers=0),
        )

    def shows_a_deal(self, act: Act) -> bool:
        """Play shows a deal, but for what somebody does whom nobody knows and who has no turn."""
        return super().shows_a_deal(act) and not _comes_to_nothing(act)

    def understand(self, hand: GolfHand, act: Act) -> None:
        """Somebody may have put back what they took out of turn."""
        turning.understand_going_back(hand, act)

    def carry_out(self, hand: GolfHand, act: Act) -> None:
        """Let an event of a hole happen, but for what comes to nothing."""
        if not _comes_to_nothing(act):
            super().carry_out(hand, act)

    def deal(self, hand: GolfHand, hands: Mapping[str, list[str] | int]) -> None:
        """Four cards for everybody, and the player after the dealer begins."""
        mechanics.deal(hand, hands)
        hand.stage, hand.turn, hand.taken = PLAYING, hand.first, False

    def gap(self, hand: GolfHand, act: Act) -> None:
        """Something in the hole was not written down."""
        super().gap(hand, act)
        mechanics.lose_sight(hand, act.event.get("stock"))

    def conclude(self, hand: GolfHand, seq: int) -> None:
        """A hole that was not over is closed by the next one."""
        turning.conclude(hand, seq)

    def settle(self, hand: GolfHand) -> Score:
        """What the hole comes to."""
        return settle(hand)

    def winners(self, scores: Mapping[str, int | None]) -> list[str]:
        """Who has the lowest total; where the table decides ties by the last hole, or the holes
        before it, who had fewer points there."""
        best = fewest(scores)
        if self.table.hands[-1].house["tie"] == "last_hole":
            for result in self.results()[::-1]:
                if result.scores:
                    best = fewest({player: result.scores[player] for player in best})
        return best

    def expected_in(self, hand: GolfHand) -> Iterator[Expectation]:
        """What may come next in a hole that is not over."""
        return expected(hand)

    def known_of(self, hand: GolfHand, seat: GolfSeat) -> Known:
        """What the record has shown of the cards before a player, and of those that they have
        taken. Any card that nobody saw elsewhere may be among the others."""
        cards = [*seat.layout, *(one.card for one in seat.taken)]
        known = tuple(card for card in cards if card != UNRECORDED)
        possibly = [card for card in NAMES if not hand.is_seen(card)]
        is_open = len(known) < len(cards)
        return Known(
            seat.name, known, tuple(possibly) if is_open else (), (), (len(cards), len(cards))
        )

    def seat_of(self, hand: GolfHand, seat: GolfSeat) -> dict[str, Any]:
        """Once they are dealt, the four cards lie before a player in their positions, and are no
        hand."""
        dealt = hand.stage != BEFORE_THE_DEAL
        drawn = [one.card for one in seat.taken if one.card != UNRECORDED]
        unknown = len(seat.taken) - len(drawn)
        return {
            "melds": [list(seat.layout)] if dealt else [],
            "hand": drawn,
            "unknown": unknown,
            "surely_unknown": unknown,
        }


def _comes_to_nothing(act: Act) -> bool:
    """Whether an event names somebody whom nobody knows, and is neither an act of whoever has the
    turn nor the points, which the others have all the same."""
    return bool(act.stranger) and act.type != "score" and act.type not in TURN_ACTS
