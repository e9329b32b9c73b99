"""What was written down after a hole, besides what all games ask."""

from __future__ import annotations

from referee.judging.findings import Breach
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.closing import PointsClosing
from referee.rulebooks.common.rules import own_form, scores
from referee.rulebooks.golf.hand import GolfHand
from referee.rulebooks.golf.scoring import at_odds

shelf = RuleShelf("The score")


@own_form(shelf, scores.shelf, "score.wrong")
def score_wrong(hand: GolfHand, closing: PointsClosing) -> Verdict:
    """What is written down after a hand is what the cards give, and the totals are the sums of
    the hands. What a knocker pays, where the table plays so, fits the points of the others. One
    finding for each score; totals that only repeat an earlier slip are not told again.

    Right: Correct the line of the score to what the cards give.
    Source: the rule text
    """
    found = scores.score_wrong(hand, closing)
    if found or not (odd := at_odds(hand)):
        return found
    text = "The points of {player} in hand {hand} do not fit those of {others}."
    facts = {"player": odd[0], "hand": hand.number, "others": list(odd[1:])}
    return Breach(None, text, facts, event=hand.written[-1].event)
