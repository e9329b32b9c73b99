"""The contract of the hand: exactly its sets and runs, all in one turn."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards.deck import UNRECORDED
from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.dam.contracts import EXTRA, WILDS, WRONG
from referee.rulebooks.dam.hand import DamHand
from referee.rulebooks.dam.laid_contracts import faults_of, finished_by
from referee.rulebooks.dam.seats import kinds_of
from referee.rulebooks.dam.signs import CONTRACT
from referee.wording.language import N_

shelf = RuleShelf("The contract")
rule = shelf.rule

_TURN_ENDS = ("discard", "draw", "take", "meld")


def _breaches(hand: DamHand, act: Act, kind: str, text: str) -> Iterator[Breach]:
    """One breach for each fault of this kind in a contract whose turn is over."""
    for laid in finished_by(hand, act):
        for fault in faults_of(hand, laid.melds):
            if fault.kind == kind:
                facts = {"player": laid.seat.name, "why": fault.said}
                at = laid.event if fault.meld is None else laid.melds[fault.meld].event
                yield Breach(laid.seat.name, text, facts, event=at)


@rule("contract.wrong", VIOLATION, on=_TURN_ENDS, binds=("two_in_place",), signs=CONTRACT)
def contract_wrong(hand: DamHand, act: Act) -> Verdict:
    """A player who melds for the first time in a hand lays down the whole contract in one turn:
    as many sets and runs as it asks for, and as long.

    Right: The melds go back into the hand until the whole contract can be laid in one turn.
    Source: the players' rule text, the contracts and Order of Play
    """
    text = N_("{player} has not laid the contract: {why}.")
    return tuple(_breaches(hand, act, WRONG, text))


@rule("contract.wilds", VIOLATION, on=_TURN_ENDS, binds=("two_in_place",), signs=CONTRACT)
def contract_wilds(hand: DamHand, act: Act) -> Verdict:
    """A run of the contract has no more wild cards than the contract allows.

    Right: Take the run back into the hand, or replace wild cards in it.
    Source: the players' rule text, the contracts and Order of Play
    """
    text = N_("{player} has laid a run with too many wild cards: {why}.")
    return tuple(_breaches(hand, act, WILDS, text))


@rule("contract.extra", VIOLATION, on=_TURN_ENDS, binds=("lay_off",), signs=CONTRACT)
def contract_extra(hand: DamHand, act: Act) -> Verdict:
    """The contract is laid and nothing else: further cards are held, and laid onto melds in later
    turns. New melds are not laid in later turns either.

    Right: What is not part of the contract goes back into the hand.
    Source: the players' rule text, the contracts and Order of Play
    """
    if act.type == "meld":
        seat, laying = act.seat, hand.laying(act)
        is_new = laying.owner is seat and laying.onto is None
        is_one = kinds_of(laying.cards) and UNRECORDED not in laying.cards
        if seat.melded and not seat.misread and is_new and is_one:
            text = "{player} lays another meld, though the contract was laid before."
            return Breach(seat.name, text, {"player": seat.name})
    text = N_("{player} has laid more than the contract: {why}.")
    return tuple(_breaches(hand, act, EXTRA, text))
