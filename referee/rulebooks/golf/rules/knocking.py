"""Knocking, or calling: all that a player does in that turn, and once in a hand."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.golf.hand import GolfHand
from referee.rulebooks.golf.turns import Standing, perhaps_too_late, standing

shelf = RuleShelf("Knocking")
rule = shelf.rule


@rule("knock.last", VIOLATION, on=("knock",))
def knock_last(hand: GolfHand, act: Act) -> Verdict:
    """When somebody has knocked, the others have one more turn each and do not knock any more. A
    gap in the record does not undo a knock.

    Right: Play the turn like any other; the hand ends anyway.
    Source: rule text, Knock
    """
    knocker = hand.knocked_before(act.seat)
    if knocker is None or standing(hand, act) in (Standing.AFTER_LAST, Standing.TOO_LATE):
        return None
    if perhaps_too_late(hand, act):
        return None
    text = "{player} knocks, but {knocker} has knocked already."
    return Breach(act.seat.name, text, {"player": act.seat.name, "knocker": knocker.name})


@rule("knock.alone", VIOLATION, on=("knock",))
def knock_alone(hand: GolfHand, act: Act) -> Verdict:
    """A player who knocks makes no other play in that turn: they have not drawn or taken a card in
    it.

    Right: Take the knock back; the player may knock in the next turn.
    Source: rule text, Knock
    """
    if hand.knocked_before(act.seat) is not None or (hand.blurred and hand.due is None):
        # a gap may hide another's knock, and then it is not this that is wrong with it
        return None
    has_just_played = hand.due is None and hand.last_actor is act.seat
    if standing(hand, act) is not Standing.SECOND and not has_just_played:
        return None
    text = "{player} knocks in a turn in which a card was taken."
    return Breach(act.seat.name, text, {"player": act.seat.name})


@rule("knock.first", VIOLATION, on=("knock",), binds=("first_knock",))
def knock_first(hand: GolfHand, act: Act) -> Verdict:
    """Where the table bars it, nobody knocks on their first turn of a hand.

    Right: Play the first turn like any other, and knock from the second one on.
    Source: how people who play it settled it
    """
    if hand.house["first_knock"] != "barred" or hand.due is not None or act.seat.turns:
        return None
    if standing(hand, act) is not Standing.IN_TURN:
        return None
    text = "{player} knocks on the first turn, which this table bars."
    return Breach(act.seat.name, text, {"player": act.seat.name})
