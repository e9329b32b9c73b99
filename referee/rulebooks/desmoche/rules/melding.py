"""Melds: runs and sets, desmoches, and when they may be laid."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import DECK, each
from referee.judging.findings import DISQUALIFICATION, VIOLATION, Breach
from referee.judging.kernel.acts import HINDSIGHT, NEXT_HAND
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand, own_decision
from referee.rulebooks.desmoche.melds import is_meld
from referee.rulebooks.desmoche.offences import breaks_the_order, told_offence
from referee.rulebooks.desmoche.offers import (
    early_in_order,
    early_out_of_turn,
    is_early,
    takes_a_card,
)
from referee.rulebooks.desmoche.rearranging import moved_wrongly
from referee.rulebooks.desmoche.records import MeldingAct
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.signs import (
    BROKEN,
    DISORDER,
    EARLY,
    FROM_THE_HAND,
    MOVES,
    NO_MELD,
    NOT_ON_OFFER,
    OWN_CARDS,
)
from referee.rulebooks.desmoche.unknown import ACTOR, DEBTS, GROWN, OFFER, TABLE, WHENCE
from referee.wording.language import Plural
from referee.wording.sentences import Cards, InOrder

shelf = RuleShelf("Melds", rests_on=EVERYTHING)
rule = shelf.rule

ACT_ENDS: Final = ("draw", "pay", "discard", "win", "withdraw", "end", NEXT_HAND)
"""Events by which a player's act at their melds is over."""

MAY_END_IT: Final = ("pass", "claim", "meld", "force")
"""Events of another player by which it may be over."""


def _is_over(hand: Hand, doing: MeldingAct, act: Act) -> bool:
    if act.type == "meld" and act.used:
        return act.seat is not doing.seat and not doing.seat.owes
    if act.type in MAY_END_IT:
        return doing.ended_by(act.seat, hand.offer)
    return act.type not in ("win", "withdraw") or act.seat is doing.seat


@rule("meld.invalid", VIOLATION, on=("meld",), binds=("ace_runs",), signs=NO_MELD, rests_on=GROWN)
def meld_invalid(hand: Hand, act: Act) -> Verdict:
    """A meld is a run of three to ten cards in one suit or a set of three or four of one rank. Ace
    is low in runs: A-2-3 is a run, Q-K-A is not, unless the table lets it be both; K-A-2 never is.
    An invalid meld is one finding, as it lies.

    Right: Lay down only a run of three to ten in one suit, or three or four of one rank.
    Source: rule text, Melds
    """
    seat = act.seat
    if seat is None or act.doubled or is_meld(act.cards, hand.house):
        return None
    lies_so_already = act.cards in seat.melds
    # an invalid meld that grew was told when it was laid
    grew = any(meld & ~act.cards == 0 and not is_meld(meld, hand.house) for meld in seat.melds)
    if lies_so_already or grew:
        return None
    return Breach(
        seat.name,
        "{player} laid {cards}, which is neither a run nor a set.",
        {"player": seat.name, "cards": Cards(act.cards)},
    )


@rule("meld.broken", VIOLATION, on=(*ACT_ENDS, *MAY_END_IT), signs=BROKEN, rests_on=NOTHING)
def meld_broken(hand: Hand, act: Act) -> Verdict:
    """A desmoche takes cards from one's own melds for another meld, as long as every meld left on
    the table is valid when the act is over. The finding stands at the meld that took the card.

    Right: The player takes only cards that leave a meld behind; other cards stay where they lie.
    Source: rule text, Melds
    """
    doing = hand.act
    if doing is None or not doing.broken or hand.over or not _is_over(hand, doing, act):
        return None
    seat = doing.seat
    found = {}
    for event, rest in doing.broken:
        left = [meld for meld in seat.melds if meld & ~rest == 0 and not is_meld(meld, hand.house)]
        if left and event not in found:
            found[event] = Breach(
                seat.name,
                "{player} took a card from a meld and left {cards}, which is not a meld.",
                {"player": seat.name, "cards": Cards(sum(left))},
                event=event,
            )
    return list(found.values())


@rule("meld.stolen", VIOLATION, on=("meld",), signs=NOT_ON_OFFER, rests_on=WHENCE)
def meld_stolen(hand: Hand, act: Act) -> Verdict:
    """A player's melds are their own. Nobody takes a card from another player's table.

    Right: The player melds only their own cards and the card on offer.
    Source: rule text, Melds
    """
    seat = act.seat
    if seat is None or not act.stolen:
        return None
    text = "{player} used {cards}, which lay in the melds of {owner}."
    return Breach(
        seat.name,
        Plural(text, text, act.stolen.bit_count()),
        {"player": seat.name, "cards": Cards(act.stolen), "owner": _owner(hand, seat, act.stolen)},
        cites=tuple(sorted({hand.seen_at.get(card, 0) for card in each(act.stolen)} - {0})),
    )


def _owner(hand: Hand, seat: Seat, cards: int) -> str:
    return next(other.name for other in hand.seats if other is not seat and other.table & cards)


@rule(
    "meld.turn",
    VIOLATION,
    on=("meld", "draw", "pay", "discard", "withdraw", "end", NEXT_HAND, HINDSIGHT),
    signs=OWN_CARDS | EARLY,
    rests_on=OFFER | DEBTS | ACTOR,
)
def meld_turn(hand: Hand, act: Act) -> Verdict:
    """Melds from the hand, and changes of one's own melds, are made at one's own decision: on
    one's own turn, after the draw and until the card lies on the pile, or while one uses a
    claimed card, before paying. A claim need not be written: a player who goes on to use the
    card on offer had one.

    Right: The meld waits for the player's own turn, or for a card that the player may use.
    Source: the simplest reading; the rule text is silent
    """
    out = early_out_of_turn(hand, act)
    found = [_out_of_turn(early.seat, early.cards, early.event) for early in out]
    seat = act.seat
    if act.type != "meld" or seat is None or takes_a_card(act) or act.misplaced:
        return found
    if not own_decision(hand, seat) and not is_early(hand, act):
        found.append(_out_of_turn(seat, act.cards, act.seq))
    return found


def _out_of_turn(seat: Seat, cards: int, event: int) -> Breach:
    return Breach(
        seat.name,
        "{player} laid {cards} out of turn and without a claim.",
        {"player": seat.name, "cards": Cards(cards)},
        event=event,
    )


@rule(
    "meld.from_hand",
    VIOLATION,
    on=(*ACT_ENDS, *MAY_END_IT),
    binds=("hand_melds",),
    unless={"hand_melds": ("own_decision",)},
    signs=OWN_CARDS | FROM_THE_HAND | EARLY,
    rests_on=TABLE | OFFER,
)
def meld_from_hand(hand: Hand, act: Act) -> Verdict:
    """Where the table bars melds wholly from the hand, a meld with hand cards needs the card being
    used: in the same act (with_card), or in the meld itself (never).

    Right: Meld cards of the hand together with a card that is being used, as this table plays it.
    Source: the simplest reading; the rule text is silent
    """
    barred = hand.house["hand_melds"]
    if barred == "own_decision":
        return None
    if barred == "never":
        return _without_the_card(hand, act)
    doing = hand.act
    if doing is None or doing.used or hand.over or not _is_over(hand, doing, act):
        return None
    return [_from_hand(doing.seat, event) for event in doing.from_hand]


def _without_the_card(hand: Hand, act: Act) -> list[Breach]:
    """Melds with hand cards at a player's own decision without the card that the player uses."""
    early = [one for one in early_in_order(hand, act) if one.from_hand]
    found = [_from_hand(one.seat, one.event) for one in early]
    seat = act.seat
    doing = hand.act
    if doing is not None and doing.seat is seat and doing.used_unread:
        return found
    if act.perhaps_dead or takes_a_card(act):
        return found
    if act.type == "meld" and seat and act.surely_from_hand:
        found += [_from_hand(seat, act.seq)] if own_decision(hand, seat) else []
    return found


def _from_hand(seat: Seat, event: int) -> Breach:
    return Breach(
        seat.name,
        "{player} laid a meld wholly from the hand, which this table does not allow.",
        {"player": seat.name},
        event=event,
    )


@rule(
    "desmoche.one_card",
    VIOLATION,
    on=("meld", "pass", "claim", "force", *ACT_ENDS, HINDSIGHT),
    binds=("desmoche",),
    unless={"desmoche": ("free",)},
    signs=MOVES,
    rests_on=NOTHING,
)
def desmoche_one_card(hand: Hand, act: Act) -> Verdict:
    """Where the table allows a desmoche of only one card, no more than one card may move
    between a player's melds in one act. Where it allows one only from sets of four, no card may
    leave any other meld, and only one card may leave each set. The whole act is judged, by how
    the melds lay before it and how they lie after it. The finding stands at the meld by which
    too many cards had moved.

    Right: Nobody moves more cards between their melds in one act than this table allows.
    Source: the simplest reading; the rule text is silent
    """
    doing, option = hand.act, hand.house["desmoche"]
    if option == "free" or doing is None or not doing.moves:
        return None
    # an act that won the hand is over, too
    if not (hand.over if act.type == HINDSIGHT else not hand.over and _is_over(hand, doing, act)):
        return None
    seat = doing.seat
    if seat.unknown & TABLE or any(meld > DECK for meld in (*doing.before, *seat.melds)):
        return None
    moved = moved_wrongly(doing.before, seat.melds, option)
    if not moved:
        return None
    return Breach(
        seat.name,
        _MOVED[option],
        {"player": seat.name, "cards": Cards(moved)},
        event=_when_moved(doing, moved, 2 if option == "one_card" else 1),
    )


_MOVED: Final = {
    "one_card": "{player} moved {cards} between melds in one act; one card is allowed.",
    "sets_of_four": "{player} took {cards} from a meld; only a set of four gives a card here.",
}


def _when_moved(doing: MeldingAct, cards: int, too_many: int) -> int:
    """The meld by which so many of these cards had moved; the last desmoche where they went other
    ways."""
    gone = 0
    for event, moved in doing.moves:
        gone |= moved & cards
        if gone.bit_count() >= too_many:
            return event
    return doing.moves[-1][0]


@rule(
    "meld.order",
    DISQUALIFICATION,
    on=("meld", "offence"),
    binds=("meld_order",),
    signs=DISORDER,
    rests_on=TABLE,
)
def meld_order(hand: Hand, act: Act) -> Verdict:
    """Where the table is strict, melds are laid in order: runs ascend, and the colours alternate
    in a set. Judged on the order in which the cards of the meld are listed.

    Right: Lay the cards of the meld in their order: a run ascending, a set with its colours
    alternating.
    Source: rule text, Melds and Disqualification
    """
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
