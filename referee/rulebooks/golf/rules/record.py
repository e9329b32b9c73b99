"""The record of a hole: what belongs where, and when a hole is over."""

from __future__ import annotations

from referee.judging.findings import Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.mechanics import ABANDONED
from referee.rulebooks.common.rules import own_form
from referee.rulebooks.common.rules import record as shared
from referee.rulebooks.common.table import PileTable
from referee.rulebooks.golf.hand import GolfHand
from referee.wording.language import Word

shelf = RuleShelf("The record itself")


@own_form(shelf, shared.shelf, "event.phase", also_on=("turn_up",))
def event_phase(place: GolfHand | PileTable[GolfHand], act: Act) -> Verdict:
    """Every event has its part of the game: a hand is opened first, then the deck is cut, the cards
    are dealt and one is turned up, each once; house rules change between hands, and nobody joins or
    leaves a game that has begun. An event that stands elsewhere is a slip in the record.
    """
    if isinstance(place, GolfHand) and place.over and act.of_play:
        # that nobody deals or turns a card up in a hand that is over is another rule's matter
        return None
    if act.type != "turn_up" or not isinstance(place, GolfHand):
        return shared.event_phase(place, act)
    if not place.turned_up or place.blurred:
        return None
    facts = {"what": Word(act.what)}
    return Breach(None, "The record has {what} where it cannot be in a hand.", facts)


@own_form(shelf, shared.shelf, "end.early", also_on=("show", "score"))
def end_early(hand: GolfHand, act: Act) -> Verdict:
    """A hand ends when everybody has had their last turn after a knock, or with the last card
    of the deck. Nobody shows cards before that, no points are written down, and the next hand
    is not opened. A table that gives a hand up says so (abandoned).

    Source: rule text, Knock
    """
    if hand.may_be_over or hand.blurred or act.event.get("why") == ABANDONED:
        return None
    match act.type:
        case "show":
            text = "{player} shows cards before the hand was over."
        case "score":
            text = "The record has the points before the hand was over."
        case "end":
            text = "The record ends the hand before it was decided."
        case _:
            text = "The record opens the next hand before this one was decided."
    return Breach(None, text, {"player": act.event.get("player", "")})
