"""Melds: when they are laid, what they are, and what is laid onto them."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.signs import OUT_OF_STEP, OUT_OF_TURN
from referee.rulebooks.dam.contracts import meld_of_none
from referee.rulebooks.dam.hand import DamHand
from referee.rulebooks.dam.laying import may_have_been_none
from referee.rulebooks.dam.seats import kinds_of
from referee.wording.sentences import InOrder, Sentence

shelf = RuleShelf("Melds")
rule = shelf.rule


@rule(
    "meld.turn", VIOLATION, on=("meld", "discard"), silences=True, signs=OUT_OF_TURN | OUT_OF_STEP
)
def meld_turn(hand: DamHand, act: Act) -> Verdict:
    """Melds are laid, and cards laid off, only in one's own turn and after taking a card. One
    finding until somebody takes a card; a discard without a card taken is then no second one.

    Right: Take the melds back, and lay them in the player's own turn, after taking a card.
    Source: the players' rule text, Order of Play
    """
    seat = act.seat
    if hand.turn is None or hand.may_meld(seat):
        return None
    if act.type == "discard":
        return () if seat.hasty and seat is hand.turn else None
    if seat.hasty:
        return ()
    text = "{player} melds although it is {expected}'s turn."
    if seat is hand.turn:
        text = "{player} melds before taking a card."
    return Breach(seat.name, text, {"player": seat.name, "expected": hand.turn.name})


@rule("layoff.early", VIOLATION, on=("meld",), binds=("lay_off",), silences=True)
def layoff_early(hand: DamHand, act: Act) -> Verdict:
    """Nobody lays cards onto melds, or moves their wild cards, before laying their own
    contract; nor in the same turn, where the table does not allow it.

    Right: The cards stay in the hand until the turn after the contract was laid.
    Source: the players' rule text, Order of Play
    """
    seat, laying = act.seat, hand.laying(act)
    if not hand.lays_off_early(seat, laying):
        return None
    text = "{player} lays cards onto a meld of {owner} without having laid the contract."
    if seat.fresh:
        text = "{player} lays cards onto a meld of {owner} in the turn of the contract."
    return Breach(seat.name, text, {"player": seat.name, "owner": laying.owner.name})


@rule("meld.invalid", VIOLATION, on=("meld",))
def meld_invalid(hand: DamHand, act: Act) -> Verdict:
    """A meld is a set, cards of one rank, or a run, neighbouring cards of one suit. Twos and jokers
    stand for other cards in runs only, and the ace is high.

    Right: The cards go back into the hand.
    Source: the players' rule text, sets and runs
    """
    seat, laying = act.seat, hand.laying(act)
    if laying.owner is not seat or laying.onto is not None or kinds_of(laying.cards):
        return None
    if laying.uncounted:
        # it may as well be one that lay there before, and grew
        return None
    facts = {"player": seat.name, "cards": InOrder(laying.cards)}
    text = "{player} melds {cards}, which is neither a set nor a run: {why}."
    return Breach(seat.name, text, {**facts, "why": meld_of_none(laying.cards)})


@rule("layoff.invalid", VIOLATION, on=("meld",), binds=("grown_runs", "two_in_place"))
def layoff_invalid(hand: DamHand, act: Act) -> Verdict:
    """What is laid onto a meld leaves a set a set and a run a run of thirteen cards at the most,
    and nothing is taken out of it. A run may get any number of wild cards, or no more than its
    contract allows where the table plays so.

    Right: The cards go back into the hand, and the meld lies as it lay.
    Source: the players' rule text, sets and runs
    """
    seat, laying = act.seat, hand.laying(act)
    if laying.owner is seat and laying.onto is None:
        return None
    if not laying.torn and (laying.uncounted or may_have_been_none(seat, laying)):
        # what lay there may have been no meld before, and then nothing is said of it
        return None
    fault = hand.wrong_growth(seat, laying)
    if fault is None:
        return None
    facts: dict[str, str | Sentence] = {"player": seat.name, "owner": laying.owner.name}
    text = "{player} lays onto a meld of {owner} cards that do not belong there: {why}."
    return Breach(seat.name, text, {**facts, "why": fault})


@rule("out.discard", VIOLATION, on=("meld",), binds=("last_discard",))
def out_discard(hand: DamHand, act: Act) -> Verdict:
    """Where the table asks for it, the last card of a hand is discarded and not laid off.

    Right: Keep one card to discard.
    Source: the rule text leaves it open
    """
    seat = act.seat
    if hand.house["last_discard"] == "free" or not hand.empties(seat, act):
        return None
    text = "{player} lays off the last card, which has to be discarded."
    return Breach(seat.name, text, {"player": seat.name})
