"""What may come next between two hands, in the words in which several games say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.judging.expectation import Expectation
from referee.judging.kernel.expecting import may
from referee.rulebooks.common.hands import BEFORE_THE_DEAL, P, PileHand
from referee.rulebooks.common.table import PileTable


def before_the_deal(hand: PileHand[Any, Any]) -> Iterator[Expectation]:
    """The cut and the deal."""
    if hand.stage == BEFORE_THE_DEAL:
        cutter = hand.seats[-2].name
        yield from may("cut", [cutter], "{players} may cut the deck.", "cut.player")
        yield from may(
            "deal",
            [hand.dealer],
            "{players} deals {count} cards to each.",
            "deal.count",
            required=True,
            count=hand.each,
        )


def turn_by_turn(
    hand: PileHand[P, Any],
    by_anybody: Callable[[], Iterable[Expectation]],
    with_a_card_taken: Callable[[P], Iterable[Expectation]],
    before_taking: Callable[[P], Iterable[Expectation]],
) -> Iterator[Expectation]:
    """What may come next in a hand that is not over: first the deal, and then, as the turn stands,
    what these say of it; the first where nobody knows whose turn it is."""
    yield from before_the_deal(hand)
    if hand.stage == BEFORE_THE_DEAL:
        return
    if hand.turn is None:
        yield from by_anybody()
    elif hand.taken:
        yield from with_a_card_taken(hand.turn)
    else:
        yield from before_taking(hand.turn)


def after_the_hand(table: PileTable[Any], *, counts_points: bool) -> Iterator[Expectation]:
    """What is done once a hand is over, and the next deal."""
    hand = table.hand
    if table.inside_hand:
        yield Expectation("end", (), False, "end.early", "The table may give the hand up.")
        return
    if hand is not None and hand.over and counts_points and not hand.written:
        showing = [seat.name for seat in hand.seats]
        shows = ("{players} may show the cards.", "{players} may show their cards.")
        yield from may("show", showing, shows, "score.wrong")
        yield Expectation("score", (), False, "score.wrong", "The points may be written down.")
    if table.is_full:
        return
    dealer = table.next_dealer
    dealers = [dealer] if dealer is not None else table.players
    opens = ("{players} deals the next hand.", "The next hand may be dealt by {players}.")
    yield from may("hand", dealers, opens, "dealer.rotation", required=True)
