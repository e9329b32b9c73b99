"""Melds: runs and sets, desmoches, and when they may be laid."""

from __future__ import annotations

from referee.cards.deck import each
from referee.cards.melds import is_meld
from referee.judging.findings import DISQUALIFICATION, VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import (
    Hand,
    MeldingAct,
    Seat,
    moved_between_melds,
    own_decision,
)
from referee.rulebooks.desmoche.offences import breaks_the_order, told_offence
from referee.rulebooks.desmoche.signs import (
    BROKEN,
    DISORDER,
    FROM_THE_HAND,
    MOVES,
    NO_MELD,
    NOT_ON_OFFER,
    OWN_CARDS,
)
from referee.rulebooks.desmoche.unknown import DEBTS, OFFER, TABLE
from referee.wording.sentences import Cards, InOrder

shelf = RuleShelf("Melds", rests_on=EVERYTHING)
rule = shelf.rule

ACT_ENDS = ("draw", "pay", "discard", "win", "withdraw", "end", NEXT_HAND)
"""Events by which a player's act at his melds is over."""

MAY_END_IT = ("pass", "claim", "meld", "force")
"""Events of another player by which it may be over."""


def _is_over(hand: Hand, doing: MeldingAct, act: Act) -> bool:
    if act.type == "meld" and act.used:
        return act.seat is not doing.seat and not doing.seat.owes
    if act.type in MAY_END_IT:
        return doing.ended_by(act.seat, hand.offer)
    return act.type not in ("win", "withdraw") or act.seat is doing.seat


@rule(
    "meld.invalid",
    kind=VIOLATION,
    on=("meld",),
    source="rule text, Melds",
    right="Only a run of three to ten in one suit, or three or four of one rank, is laid down.",
    signs=NO_MELD,
    rests_on=TABLE,
)
def meld_invalid(hand: Hand, act: Act) -> Verdict:
    """A meld is a run of three to ten cards in one suit or a set of three or four of one rank. Ace
    is low in runs: A-2-3 is one, Q-K-A is none. An invalid meld is said once, as it lies."""
    seat = act.seat
    if seat is None or act.doubled or is_meld(act.cards):
        return None
    lies_so_already = act.cards in seat.melds
    # an invalid meld that grew was told when it was laid
    grew = any(meld & ~act.cards == 0 and not is_meld(meld) for meld in seat.melds)
    if lies_so_already or grew:
        return None
    return Breach(
        seat.name,
        "{player} laid {cards}, which is neither a run nor a set.",
        {"player": seat.name, "cards": Cards(act.cards)},
    )


@rule(
    "meld.broken",
    kind=VIOLATION,
    on=(*ACT_ENDS, *MAY_END_IT),
    source="rule text, Melds",
    right=(
        "The cards taken are such that what they leave behind is still a meld, or they stay "
        "where they lie."
    ),
    signs=BROKEN,
    rests_on=NOTHING,
)
def meld_broken(hand: Hand, act: Act) -> Verdict:
    """A desmoche takes cards from one's own melds for another meld, as long as every meld left on
    the table is valid when the act is over. Flagged at the meld that took the card."""
    doing = hand.act
    if doing is None or not doing.broken or hand.over or not _is_over(hand, doing, act):
        return None
    seat = doing.seat
    found = {}
    for event, rest in doing.broken:
        left = [meld for meld in seat.melds if meld & ~rest == 0 and not is_meld(meld)]
        if left and event not in found:
            found[event] = Breach(
                seat.name,
                "{player} took a card from a meld and left {cards}, which is no meld.",
                {"player": seat.name, "cards": Cards(sum(left))},
                event=event,
            )
    return list(found.values())


@rule(
    "meld.stolen",
    kind=VIOLATION,
    on=("meld",),
    source="rule text, Melds",
    right="The player melds with his own cards and the card on offer only.",
    signs=NOT_ON_OFFER,
    rests_on=NOTHING,
)
def meld_stolen(hand: Hand, act: Act) -> Verdict:
    """A player's melds are his own. Nobody takes a card from another player's table."""
    seat = act.seat
    if seat is None or not act.stolen:
        return None
    return Breach(
        seat.name,
        "{player} used {cards}, which lay on {owner}'s table.",
        {"player": seat.name, "cards": Cards(act.stolen), "owner": _owner(hand, seat, act.stolen)},
        cites=tuple(sorted({hand.seen_at.get(card, 0) for card in each(act.stolen)} - {0})),
    )


def _owner(hand: Hand, seat: Seat, cards: int) -> str:
    return next(other.name for other in hand.seats if other is not seat and other.table & cards)


def _takes_a_card(act: Act) -> bool:
    return bool(act.used or act.dead or act.stolen or act.picked)


@rule(
    "meld.turn",
    kind=VIOLATION,
    on=("meld",),
    source="the plainest reading; the rule text is silent",
    right="The meld waits for the player's own turn, or for a card that he may use.",
    signs=OWN_CARDS,
    rests_on=OFFER | DEBTS,
)
def meld_turn(hand: Hand, act: Act) -> Verdict:
    """Melds from the hand, and changes of one's own melds, are made at one's own decision: on
    one's own turn, after the draw and until the card lies on the pile, or while one uses a claimed
    card, before paying."""
    seat = act.seat
    if seat is None or _takes_a_card(act) or act.misplaced or own_decision(hand, seat):
        return None
    return Breach(
        seat.name,
        "{player} laid {cards} out of turn and without a claim.",
        {"player": seat.name, "cards": Cards(act.cards)},
    )


@rule(
    "meld.from_hand",
    kind=VIOLATION,
    on=(*ACT_ENDS, *MAY_END_IT),
    source="the plainest reading; the rule text is silent",
    right=(
        "The hand's cards are melded together with a card that is being used, as this table "
        "plays it."
    ),
    binds=("hand_melds",),
    unless={"hand_melds": ("own_decision",)},
    signs=OWN_CARDS | FROM_THE_HAND,
    rests_on=TABLE | OFFER,
)
def meld_from_hand(hand: Hand, act: Act) -> Verdict:
    """Where the table bars melds wholly from the hand, a meld with hand cards needs the card being
    used: in the same act (with_card), or in the meld itself (never)."""
    barred = hand.house["hand_melds"]
    if barred == "own_decision":
        return None
    if barred == "never":
        seat = act.seat
        if act.type == "meld" and seat and act.from_hand and not _takes_a_card(act):
            return _from_hand(seat, act.seq) if own_decision(hand, seat) else None
        return None
    doing = hand.act
    if doing is None or doing.used or hand.over or not _is_over(hand, doing, act):
        return None
    return [_from_hand(doing.seat, event) for event in doing.from_hand]


def _from_hand(seat: Seat, event: int) -> Breach:
    return Breach(
        seat.name,
        "{player} laid a meld wholly from the hand, which this table does not allow.",
        {"player": seat.name},
        event=event,
    )


@rule(
    "desmoche.one_card",
    kind=VIOLATION,
    on=("meld",),
    source="the plainest reading; the rule text is silent",
    right="One card is moved between the melds in one act, and no more.",
    binds=("desmoche",),
    unless={"desmoche": ("free",)},
    signs=MOVES,
    rests_on=TABLE,
)
def desmoche_one_card(hand: Hand, act: Act) -> Verdict:
    """Where the table allows a desmoche of one card only, no more than one card may move between a
    player's melds in one act."""
    seat = act.seat
    if seat is None or act.ways or hand.house["desmoche"] == "free":
        return None
    doing = hand.act
    before = doing.moved if doing is not None and doing.seat is seat else 0
    moved = before | moved_between_melds(seat, act.cards)
    if moved.bit_count() < 2 or before.bit_count() > 1:
        return None
    return Breach(
        seat.name,
        "{player} moved {cards} between melds in one act; one card is allowed.",
        {"player": seat.name, "cards": Cards(moved)},
    )


@rule(
    "meld.order",
    kind=DISQUALIFICATION,
    on=("meld", "offence"),
    source="rule text, Melds and Disqualification",
    right=(
        "The cards of the meld are laid in their order: a run ascending, a set with its colours"
        " alternating."
    ),
    binds=("meld_order",),
    signs=DISORDER,
    rests_on=TABLE,
)
def meld_order(hand: Hand, act: Act) -> Verdict:
    """Where the table is strict, melds are laid in order: runs ascend, and the colours alternate
    in a set. Judged on the order in which the cards of the meld are listed."""
    seat = act.seat
    if act.type == "offence":
        return told_offence(hand, act, "meld.order", "{player} laid a meld in the wrong order.")
    if seat is None or not breaks_the_order(hand, act):
        return None
    if any(done.told and done.seat is seat and done.rule == "meld.order" for done in hand.offences):
        return None
    return Breach(
        seat.name,
        "{player} laid {cards} in this order; runs ascend, and colours alternate in a set.",
        {"player": seat.name, "cards": InOrder(act.event["cards"])},
    )
