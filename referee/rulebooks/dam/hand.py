"""The state of a hand of That Dam Game: what lies on the table, and who may have the discard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import House
from referee.knowledge.places import Cards, beyond, listed
from referee.rulebooks.common.hands import PileHand
from referee.rulebooks.dam.contracts import (
    CONTRACTS,
    NO_MELD,
    WRONG,
    Contract,
    are_pieces,
    contract_faults,
)
from referee.rulebooks.dam.laying import (
    Laying,
    adds_to_the_contract,
    lay_off_fault,
    read_meld,
)
from referee.rulebooks.dam.seats import Lying, Player, Slip, WrongTake, kinds_of, may_be_none
from referee.wording.sentences import Sentence

JOKERS_A_PACK: Final = 2

PACKS: Final[Mapping[int, int]] = {3: 2, 4: 3, 5: 3, 6: 4}
"""The packs that are used, by the number of players."""

MOST_BEGS: Final = 3


def packs_for(players: int, house: House) -> int:
    """How many packs are used."""
    return PACKS[players] if house["decks"] == "by_players" else max(PACKS.values())


@dataclass(slots=True)
class Beg:
    """Cards that somebody begged: the discard, and the one from the deck (none if it was empty)."""

    seat: Player
    event: int
    card: str
    drawn: str | None


@dataclass(slots=True)
class Discard:
    """The last discard, and what has become of it.

    ``next`` is whom it belongs to first, ``passed`` are those who said that they do not beg it.
    """

    card: str
    by: Player
    event: int
    next: Player
    passed: list[Player] = field(default_factory=list)
    beg: Beg | None = None
    moved_on: bool = False
    """Somebody has taken a card for their turn since."""
    gone: bool = False
    """It was this card."""


@dataclass(slots=True)
class DamHand(PileHand[Player, Cards]):
    """A hand being played. ``offer`` is the last discard; None before the first one, and where
    nobody knows it."""

    offer: Discard | None = None
    unseen_in_melds: bool = False
    """A card that was laid in a meld was not recorded."""
    perhaps_not_out: bool = False
    """Whoever is out may not be: a card of the melds on the table was not recorded, and what may be
    no meld may have been taken up again."""
    slips: list[Slip] = field(default_factory=list)
    laid_by_beggars: list[tuple[Player, str]] = field(default_factory=list)
    """Cards that somebody discarded who had begged, and may have taken up again."""
    not_due: list[tuple[Player, str]] = field(default_factory=list)
    """Cards of the deck that somebody drew with a discard that was due to them, and lays back."""
    wrong_take: WrongTake | None = None
    """How the player whose turn it is has got their card, if they might not take it."""
    laid: bool = False
    """Somebody has laid cards since the last card was taken."""
    read: tuple[Act, Laying] | None = None
    """The last act that laid cards, with what it was read as; see `laying`."""

    @property
    def contract(self) -> Contract:
        """What is laid down in this hand."""
        return CONTRACTS[self.round - 1]

    @property
    def most_wilds(self) -> int | None:
        """How many wild cards a run may have that grows; None for any number."""
        return self.contract.wilds if self.house["grown_runs"] == "contract" else None

    @property
    def two_in_place(self) -> str:
        """Whether a two in its own place is a wild card."""
        told: str = self.house["two_in_place"]
        return told

    @property
    def perhaps_over(self) -> bool:
        """Whether the record leaves open that the hand is over: who lays their last card down is
        out, too."""
        return self.blurred and not self.over and (self.laid or not self.taken)

    def deal_anew(self) -> None:
        """The cards go back to the deck."""
        PileHand.deal_anew(self)
        for seat in self.seats:
            seat.melded, seat.misread = False, False

    def end_turn(self, seat: Player) -> None:
        """This player is done. If nobody knows how many cards they have, the hand may be over."""
        PileHand.end_turn(self, seat)
        if seat.holding.count is None:
            self.turn = None

    def begs_left(self, seat: Player) -> int:
        """How often a player may still beg."""
        begged = seat.begs
        if self.house["begs"] == "game":
            begged += seat.begged_before
        return MOST_BEGS - begged

    def perhaps_begs_no_more(self, seat: Player) -> bool:
        """Whether somebody may have begged more often than the record tells, and too often."""
        of_the_game = self.house["begs"] == "game" and (self.hands_missing or seat.begs_hidden)
        return self.blurred or of_the_game

    def distance(self, seat: Player, offer: Discard) -> int:
        """How far somebody is from the player to whom a discard belongs first, in turn order; its
        discarder comes last."""
        return (seat.place - offer.next.place) % len(self.seats)

    def may_beg(self, seat: Player, offer: Discard) -> bool:
        """Whether somebody is one of those who may beg a discard."""
        if seat is offer.next:
            return False
        return seat is not offer.by or self.house["beggars"] == "all"

    def who_may_beg(self, offer: Discard) -> list[Player]:
        """All those who may beg a discard."""
        return [seat for seat in self.seats if self.may_beg(seat, offer)]

    def begged_without_right(self, beg: Beg, offer: Discard) -> bool:
        """Whether who has begged a discard may not beg it at all, or begs no more."""
        return not self.may_beg(beg.seat, offer) or self.begs_left(beg.seat) < 0

    def outranks(self, seat: Player, offer: Discard) -> bool:
        """Whether somebody has a better right to a discard than who begged it before."""
        if offer.beg is None:
            return True
        if self.begged_without_right(offer.beg, offer):
            return seat is not offer.beg.seat and self.may_beg(seat, offer)
        if seat in offer.passed:
            return False
        return self.distance(seat, offer) < self.distance(offer.beg.seat, offer)

    def has_begged(self, seat: Player) -> bool:
        """Whether somebody has begged the last discard while its next player has yet to draw."""
        offer = self.offer
        return (
            offer is not None
            and offer.beg is not None
            and offer.beg.seat is seat
            and not offer.moved_on
            and seat is not self.turn
        )

    def laying(self, act: Act) -> Laying:
        """What the cards of a meld are that somebody lays down. Every rule about melds asks it of
        the same act, and it is read once, as the table was before."""
        if self.read is None or self.read[0] is not act:
            self.read = act, self.reading_of(act)
        return self.read[1]

    def reading_of(self, act: Act) -> Laying:
        """The same, read anew. Before an owner whom nobody knows the cards are the largest meld
        that they hold of anybody, grown; or else a new one."""
        seat: Player = act.seat
        owner = self.find(act.event.get("owner", seat.name))

        def can_play(cards: list[str]) -> bool:
            holds = seat.holding.count
            enough = holds is None or len(cards) <= holds
            return enough and not self.cards.misplaced(seat.holding, cards)

        def is_a_piece(onto: Lying, cards: list[str]) -> bool:
            if onto not in seat.fresh or self.has_contract(seat.fresh):
                return False
            pieces = [*(meld.cards for meld in seat.fresh), cards]
            again = len(cards) == len(onto.cards)
            if (UNRECORDED in cards or UNRECORDED in onto.cards) and self.house[
                "lay_off"
            ] == "next_turn":
                # neither is lawful, one more meld or one that grows in the turn of the contract
                again = again or bool(kinds_of(cards))
            return again or are_pieces(self.contract, pieces, self.two_in_place)

        listed = act.event["cards"]
        if owner is not None:
            return read_meld(seat, owner, listed, can_play, is_a_piece)
        readings = [
            read_meld(seat, before, listed, can_play, is_a_piece) for before in (seat, *self.seats)
        ]

        def likely(laying: Laying) -> tuple[int, bool]:
            grown = laying.onto is not None and not laying.torn
            return grown * (len(laying.cards) - len(laying.from_hand)), can_play(laying.from_hand)

        return max(readings, key=likely)

    def has_contract(self, melds: Sequence[Lying]) -> bool:
        """Whether these melds have the whole contract among them."""
        faults = contract_faults(self.contract, [meld.cards for meld in melds], self.two_in_place)
        return not any(fault.kind in (NO_MELD, WRONG) for fault in faults)

    def may_meld(self, seat: Player) -> bool:
        """Whether it is somebody's turn and they have taken a card; after a gap it may be."""
        return self.turn is None or (seat is self.turn and self.taken)

    def may_have_taken_up(self, act: Act) -> bool:
        """Whether somebody plays more cards than they hold and may have taken up a meld again that
        was none, for a card of it was not recorded."""
        if not self.unseen_in_melds or not any(map(may_be_none, act.seat.melds)):
            return False
        return self.plays_too_many(act)

    def lays_off_early(self, seat: Player, laying: Laying) -> bool:
        """Whether somebody lays cards onto a meld who has to lay their contract first."""
        if seat.melded is not False or adds_to_the_contract(seat, laying):
            return False
        return not (self.house["lay_off"] == "at_once" and self.has_contract(seat.fresh))

    def wrong_growth(self, seat: Player, laying: Laying) -> Sentence | None:
        """What is wrong with a meld onto which cards are laid."""
        most = self.most_wilds
        if adds_to_the_contract(seat, laying) and self.house["lay_off"] == "next_turn":
            # a run that is too long for the contract is told as that
            most = None
        return lay_off_fault(laying, most, self.two_in_place)

    def is_wrong(self, seat: Player, laying: Laying) -> bool:
        """Whether cards that are laid down have to be taken up again."""
        if not self.may_meld(seat):
            return True
        if laying.owner is seat and laying.onto is None:
            return not kinds_of(laying.cards)
        return self.lays_off_early(seat, laying) or self.wrong_growth(seat, laying) is not None

    def empties(self, seat: Player, act: Act) -> bool:
        """Whether somebody goes out with a meld. Who melds when they may not has a card to take
        and to discard yet."""
        holds, laying = seat.holding.count, self.laying(act)
        played = len(laying.from_hand) - len(laying.freed)
        sure = holds is not None and not laying.uncounted
        return sure and self.may_meld(seat) and played >= (holds or 0)

    def not_his_turn(self, act: Act) -> bool:
        """Whether a card is taken by somebody who may take none at all."""
        return act.type == "take" and (act.seat is not self.turn or self.taken)

    def takes_before_the_first(self, act: Act) -> bool:
        """Whether somebody takes or begs a discard before there is one."""
        return self.offer is None and not self.blurred and not self.not_his_turn(act)

    def takes_an_old_one(self, act: Act) -> bool:
        """Whether somebody takes or begs a card that is not the one just discarded."""
        offer, named = self.offer, act.event.get("card", UNRECORDED)
        if offer is None or self.not_his_turn(act):
            return False
        if act.type == "take" and offer.beg is not None:
            return True
        if named in (offer.card, UNRECORDED) or offer.card == UNRECORDED:
            return False
        return self.cards.buried or bool({named, UNRECORDED} & set(self.cards.pile))

    def from_deck(self, act: Act) -> list[str]:
        """The cards that an act takes from the deck."""
        if act.type != "beg":
            return PileHand.from_deck(self, act)
        return [act.event["drawn"]] if "drawn" in act.event else []

    def misplaced(self, act: Act) -> list[str]:
        """The cards of an act that cannot come from the hand of whoever acts. What may have lain on
        the table before is only one card too many where all copies lie elsewhere."""
        if act.type == "meld" and self.laying(act).uncounted:
            new = beyond(self.from_hand(act), act.seat.holding.known)
            return self.cards.dealt_too_often(listed(new))
        return PileHand.misplaced(self, act)

    def plays_too_many(self, act: Act) -> bool:
        """Whether an act takes more cards from a hand than its player can hold."""
        if act.type == "meld" and self.laying(act).uncounted:
            return False
        return PileHand.plays_too_many(self, act)

    def from_hand(self, act: Act) -> list[str]:
        """The cards that an act takes from the hand of whoever acts, or shows there."""
        if act.type == "meld":
            return self.laying(act).from_hand
        cards: list[str] = act.event["cards"] if act.type == "show" else []
        return cards or PileHand.from_hand(self, act)
