"""Whether what was laid down in a turn is the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.judging.kernel.acts import Act
from referee.rulebooks.dam.contracts import EXTRA, Fault, contract_faults
from referee.rulebooks.dam.hand import DamHand
from referee.rulebooks.dam.laying import adds_to_the_contract
from referee.rulebooks.dam.seats import Lying, Player, kinds_of, may_be_none


@dataclass(frozen=True, slots=True)
class Laid:
    """What somebody has laid down as their contract in a turn of this hand that is over."""

    hand: DamHand
    seat: Player
    melds: Sequence[Lying]

    @property
    def event(self) -> int:
        """The last of these melds."""
        return max((meld.event for meld in self.melds), key=self.hand.moment)


def finished_by(hand: DamHand, act: Act) -> Iterator[Laid]:
    """The contracts whose turn ends with this event: by the discard, by somebody else's taking a
    card, or by laying down the last card."""
    if act.type == "meld":
        if hand.empties(act.seat, act) and not act.seat.excused:
            melds = fresh_after(hand, act)
            if melds and not _may_have_none(melds):
                yield Laid(hand, act.seat, melds)
        return
    for seat in hand.seats:
        ends_turn = (seat is act.seat) == (act.type == "discard")
        is_judged = seat.fresh and not seat.excused and ends_turn
        if is_judged and not _may_have_none(seat.fresh):
            yield Laid(hand, seat, seat.fresh)


def _may_have_none(melds: Sequence[Lying]) -> bool:
    """Whether one of these may be no meld, for a card was not recorded: then nothing is said of the
    contract."""
    return any(map(may_be_none, melds))


def fresh_after(hand: DamHand, act: Act) -> list[Lying]:
    """What somebody has laid as their contract in this turn, this meld included."""
    seat, laying = act.seat, hand.laying(act)
    if not adds_to_the_contract(seat, laying):
        return list(seat.fresh)
    others = [meld for meld in seat.fresh if meld is not laying.onto]
    return [*others, Lying(laying.cards, act.seq, kinds_of(laying.cards))]


def faults_of(hand: DamHand, melds: Sequence[Lying]) -> list[Fault]:
    """What is wrong with these melds as the contract of the hand; where cards may be laid off at
    once, only melds too many are extra."""
    contract = hand.contract
    found = contract_faults(contract, [meld.cards for meld in melds], hand.two_in_place)
    if hand.house["lay_off"] == "at_once" and len(melds) <= contract.sets + contract.runs:
        return [fault for fault in found if fault.kind != EXTRA]
    return found
