"""The end of a hand: ten melded cards."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.desmoche_app.hand import AppHand
from referee.wording.language import Plural

shelf = RuleShelf("The end of a hand")
rule = shelf.rule


@rule("win.false", VIOLATION, on=("win",))
def win_false(hand: AppHand, act: Act) -> Verdict:
    """Ten cards in valid melds win, in one's own turn, after a card was taken and before one is
    discarded. Nine do not win. A false call changes nothing.

    Right: Call the win with ten cards in valid melds, or play on.
    Source: the app's rule page, Gameplay
    """
    seat = act.seat
    if seat is None or hand.over or (seat.unclear and hand.in_turn(seat)):
        return None
    if seat.hidden:
        # they may have won before: nobody knows how their melds lie
        return None
    count = len(seat.melded)
    text: str = "{player} calls a win out of turn, or before having taken a card."
    if hand.in_turn(seat):
        text = Plural(
            "{player} calls a win with {count} card in melds; it takes ten in valid melds.",
            "{player} calls a win with {count} cards in melds; it takes ten in valid melds.",
            count,
        )
    return Breach(seat.name, text, {"player": seat.name, "count": count})
