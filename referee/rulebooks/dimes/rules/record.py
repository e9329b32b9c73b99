"""The record itself: where events belong, besides what all games ask."""

from __future__ import annotations

from dataclasses import replace

from referee.judging.findings import Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules import own_form, record
from referee.rulebooks.common.table import PileTable
from referee.rulebooks.dimes.hand import DimesHand
from referee.wording.language import Word

shelf = RuleShelf("The record itself")


@own_form(
    shelf,
    record.shelf,
    "event.phase",
    also_on=("turn_up", "show", "reshuffle"),
)
def event_phase(place: DimesHand | PileTable[DimesHand], act: Act) -> Verdict:
    """Every event has its part of the game: a hand is opened first, the cut comes before the deal,
    there is one deal a hand, and one card is turned up before the first one is taken. Cards are
    shown once somebody is out, and the pile becomes the deck when the deck is used up. House rules
    change between hands, and nobody joins or leaves a game that has begun."""
    if not isinstance(place, DimesHand) or act.type in ("cut", "deal"):
        return record.event_phase(place, act)
    if place.blurred or (place.over and act.of_play):
        return None
    out_of_place = {
        "turn_up": place.begun or place.turns > 0,
        "show": not place.over and place.going_out is None,
        "reshuffle": bool(place.cards.deck) and not place.deck_may_be_empty(),
    }
    if not out_of_place.get(act.type, False):
        return None
    text = "The record has {what} where it cannot be in a hand."
    return Breach(None, text, {"what": Word(act.what)})


@own_form(shelf, record.shelf, "hand.over")
def hand_over(place: DimesHand | PileTable[DimesHand], act: Act) -> Verdict:
    """Once a hand is decided nobody plays on in it: the others lay down their melds, but not the
    player who is out. Once a game has had its eleven rounds no other hand is opened. One finding
    a hand."""
    if isinstance(place, DimesHand) and (place.gap_behind or not place.over):
        return None
    if isinstance(place, DimesHand) and act.seat is place.is_out:
        if act.type == "meld":
            act = replace(act, of_play=not place.on_their_word)
        elif act.type == "discard" and act.seat is not None:
            # The card that they had not laid down when the table let them be out.
            owed = act.seat.extra > 0 or place.blurred
            act = replace(act, of_play=not owed)
    return record.hand_over(place, act)


@own_form(shelf, record.shelf, "end.early", also_on=("score",))
def end_early(hand: DimesHand, act: Act) -> Verdict:
    """A hand ends when somebody is out; before that no points are written down. A table that gives
    a hand up says so (abandoned)."""
    if hand.going_out is not None and not hand.over:
        return None
    return record.end_early(hand, act)
