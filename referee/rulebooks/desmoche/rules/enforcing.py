"""Offences and their enforcement."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.offences import may_have_offended_unseen
from referee.rulebooks.desmoche.rules.references import is_earlier
from referee.rulebooks.desmoche.unknown import BY_A_TURN, PAST, STANDING, TABLE, USED

shelf = RuleShelf("Offences and their enforcement", rests_on=EVERYTHING)
rule = shelf.rule


@rule(
    "disqualify.baseless",
    VIOLATION,
    on=("disqualify",),
    rests_on=BY_A_TURN | PAST | TABLE | STANDING | USED,
)
def disqualify_baseless(hand: Hand, act: Act) -> Verdict:
    """A player can be disqualified only for the four offences of the rule text: a misdeal,
    searching the pile, hiding a card in the hand, and melds in the wrong order. Without such an
    offence by the player in this hand, or for one that was forgiven, it is baseless, and yet it
    takes effect.

    Right: The table disqualifies a player only for one of the four offences of the rule text, and
    not for one that it forgave.
    Source: rule text, Disqualification
    """
    seat, event = act.seat, act.event.get("event")
    if seat is None or (event is not None and not is_earlier(hand, event, act.seq)):
        return None
    if may_have_offended_unseen(hand, seat):
        return None
    standing = [done for done in hand.offences if done.seat is seat and not done.forgiven_at]
    if event is not None:
        standing = [done for done in standing if done.event == event]
    if standing:
        return None
    return Breach(
        None, "{player} was disqualified without an offence that stands.", {"player": seat.name}
    )


@rule("offence.other", VIOLATION, on=("offence",), rests_on=NOTHING)
def offence_other(hand: Hand, act: Act) -> Verdict:
    """Something against good order that no other rule names, as the table saw it.

    Right: The table says what it expects, and everybody keeps to it.
    Source: the log format
    """
    seat = act.seat
    if seat is None or act.event["kind"] != "other":
        return None
    return Breach(seat.name, "{player} did something against good order.", {"player": seat.name})
