"""Paying for a card that was used, so that everybody holds nine."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.offences import hides_the_draw
from referee.rulebooks.desmoche.seat import DISQUALIFIED
from referee.rulebooks.desmoche.signs import (
    FROM_THE_TABLE,
    UNOWED,
    UNPAID,
)
from referee.rulebooks.desmoche.unknown import ACTOR, DEBTS, OFFER, WHENCE
from referee.wording.sentences import Cards

shelf = RuleShelf("Turns and claims", rests_on=EVERYTHING)
rule = shelf.rule


@rule(
    "pay.missing",
    VIOLATION,
    on=("draw", "pass", "claim", "meld", "force"),
    binds=("forced_pay",),
    signs=UNPAID,
    rests_on=OFFER | DEBTS,
)
def pay_missing(hand: Hand, act: Act) -> Verdict:
    """A player who uses a card pays one card from the hand for it; nothing for a forced card where
    the table has it so. One finding, where somebody goes on to the next card or draw while it is
    not paid.

    Right: Pay one card from the hand for the card used, before anybody draws the next one.
    Source: rule text, Gameplay
    """
    debtor = hand.unpaid
    if debtor is None or debtor.owing_told or (hand.offer is not None and act.type != "draw"):
        return None
    if debtor.standing == DISQUALIFIED or debtor.perhaps_out:
        return None
    if act.type == "draw" or act.seat is not debtor:
        if act.type == "meld" and not act.cards & ~hand.visible:
            return None
        return Breach(
            debtor.name,
            "{player} used a card and did not pay for it.",
            {"player": debtor.name},
            cites=(debtor.owes,),
        )
    return None


@rule(
    "pay.extra",
    VIOLATION,
    on=("pay", "discard"),
    binds=("forced_pay",),
    signs=UNOWED,
    rests_on=OFFER | DEBTS | ACTOR | WHENCE,
)
def pay_extra(hand: Hand, act: Act) -> Verdict:
    """A player pays a card only for a card that they used, and none for a forced card where the
    table has it so.

    Right: Who has used no card pays nothing: the card stays in the hand.
    Source: rule text, Gameplay
    """
    seat = act.seat
    if seat is None or seat.owes or act.misplaced or hides_the_draw(hand, act):
        return None
    if act.type == "discard" and act.drawn:
        return None
    if act.card & seat.table:
        return None
    text = "{player} paid {card} without having used a card."
    if hand.act is not None and hand.act.seat is seat and hand.act.used:
        text = "{player} paid {card} for a forced card, which costs nothing here."
    return Breach(
        seat.name,
        text,
        {"player": seat.name, "card": Cards(act.card)},
    )


@rule("pay.table", VIOLATION, on=("pay", "discard"), signs=FROM_THE_TABLE, rests_on=NOTHING)
def pay_table(hand: Hand, act: Act) -> Verdict:
    """The payment comes from the hand: neither from one's own melds nor is it the card just
    used.

    Right: Pay with a card from the hand.
    Source: rule text, Gameplay
    """
    seat = act.seat
    if seat is not None and act.card & seat.table:
        return Breach(
            seat.name,
            "{player} paid {card} from the table; a payment comes from the hand.",
            {"player": seat.name, "card": Cards(act.card)},
            cites=(hand.seen_at[act.card],) if hand.seen_at.get(act.card) else (),
        )
    return None
