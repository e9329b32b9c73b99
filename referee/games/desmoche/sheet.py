"""The table of a score sheet: the deck, the card on offer, and the melds."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import ClassVar, Final, Self

from referee.cards.deck import BITS, UNRECORDED
from referee.cards.melds import blank, lies_in_order
from referee.games.desmoche.melds import is_meld, pieces
from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.sheet_table import USUAL_HOUSE, House, SheetTable, TableMeld
from referee.wording.sentences import Sentence

DEALT: Final = 9
DECK: Final = 52


class DesmocheTable(SheetTable):
    """The table of one hand; ``seats`` are the players at its deal."""

    onto: ClassVar[str | None] = "meld"
    also: ClassVar[Mapping[str, str]] = MappingProxyType({"pay": "discard"})
    _drawn: tuple[str, str] | None = None
    _known: frozenset[str] | None = None

    def __init__(self, seats: Iterable[str] = (), house: House = USUAL_HOUSE) -> None:
        self._seats = tuple(seats)
        self._house = {"ace_runs": "low", **house}
        self._melds: dict[str, tuple[TableMeld, ...]] = {}

    def fork(self) -> Self:
        """Return a copy of the table for a trial."""
        other = copy(self)
        other._melds = {**self._melds}
        return other

    def forget(self) -> None:
        """Forget the state of the table."""
        self.deck = self.offer = self._drawn = None
        self._melds, self._known = {}, frozenset()

    def unsaid(self, act: str, player: str) -> str | Sentence | None:
        """Return the drawn card for a discard that names none."""
        if act != "discard":
            return None
        if self._drawn and self._drawn[0] == fold(player):
            return self._drawn[1]
        expected = "the card that {player} laid (no draw of {player} is known here)"
        return Sentence(expected, {"player": player})

    def lays_unused(self, player: str, card: str) -> bool:
        """Return whether the player drew this card, and it is still on offer.

        >>> table = DesmocheTable()
        >>> table.apply({"type": "draw", "player": "Ana", "card": "4h"})
        >>> table.lays_unused("Ana", "4h"), table.lays_unused("Beto", "4h")
        (True, False)
        """
        return card == self.offer != UNRECORDED and self._drawn == (fold(player), card)

    def melds(self, player: str) -> tuple[TableMeld, ...]:
        """Return the recorded melds of a player."""
        return self._melds.get(fold(player), ())

    def knows_melds(self, player: str) -> bool:
        """Return whether these are all melds of the player, so that no gap hides one."""
        return self._known is None or fold(player) in self._known

    def takers(self, player: str, cards: Sequence[str]) -> list[TableMeld]:
        """Return the melds of a player that these cards extend."""
        return [meld for meld in self.melds(player) if self._is_meld((*meld, *cards))]

    def holder(self, player: str, card: str) -> TableMeld | None:
        """Return the meld of a player that contains this card."""
        return next((meld for meld in self.melds(player) if card in meld), None)

    def laid(self, meld: Sequence[str], cards: Sequence[str]) -> list[str]:
        """Return a meld with these cards: in order in an ascending run, else at the end.

        >>> DesmocheTable().laid(["5c", "6c", "7c"], ["4c"])
        ['4c', '5c', '6c', '7c']
        >>> DesmocheTable().laid(["4s", "4h", "4c"], ["4d"])
        ['4s', '4h', '4c', '4d']
        >>> DesmocheTable().laid(["Jh", "Qh", "Kh"], ["Ah"])
        ['Jh', 'Qh', 'Kh', 'Ah']
        """
        whole = [*meld, *cards]
        if UNRECORDED in whole or len({card[1] for card in whole}) > 1:
            return whole
        lowest, *others = sorted(whole, key=BITS.__getitem__)
        ascending = (lowest, *others)
        if not lies_in_order(meld):
            return whole
        return [*ascending] if lies_in_order(ascending) else [*others, lowest]

    def moved(self, player: str, cards: Sequence[str]) -> list[str]:
        """Return the cards that a new meld takes from other melds, except the largest one that
        it contains whole."""
        whole = [meld for meld in self.melds(player) if {*meld} <= {*cards}]
        stay = (*max(whole, key=len, default=()), UNRECORDED)
        listed = [card for card in dict.fromkeys(cards) if card not in stay]
        return [card for card in listed if self.holder(player, card)]

    def apply(self, event: Event) -> None:
        """Apply an event to the table."""
        match event["type"]:
            case "deal":
                self._deal(event["hands"])
            case "draw":
                self.deck = self.deck - 1 if self.deck else None
                self.offer, self._drawn = event["card"], (fold(event["player"]), event["card"])
            case "discard":
                self.offer = event["card"] if event["card"] != UNRECORDED else self.offer
                self._drawn = None
            case "pay":
                self._lift([event["card"]])
                self.offer = event["card"]
            case "meld":
                self._meld(fold(event["player"]), event["cards"])
            case "gap" | "position":
                self._leave_out(event)

    def _is_meld(self, cards: Sequence[str]) -> bool:
        whole = _bits(cards)
        return whole.bit_count() == len(cards) and is_meld(whole, self._house)

    def _deal(self, hands: Mapping[str, list[str] | int]) -> None:
        counts = dict.fromkeys(map(fold, self._seats), DEALT)
        for player, cards in hands.items():
            counts[fold(player)] = cards if isinstance(cards, int) else len(cards)
        left = DECK - sum(counts.values())
        self.deck = left if self._seats and left >= 0 else None

    def _meld(self, player: str, cards: list[str]) -> None:
        if self.offer in cards:
            self.offer = None
        self._lift(cards, player)
        if {*cards} - {UNRECORDED}:
            self._melds[player] = (*self._melds.get(player, ()), tuple(cards))

    def _lift(self, cards: list[str], player: str = "") -> None:
        """Take cards out of all melds; unrecorded ones only out of this player's."""
        for owner, melds in self._melds.items():
            unseen = cards.count(UNRECORDED) if owner == player else 0
            rests = [rest for meld in melds for rest in self._rests(meld, {*cards}, unseen)]
            self._melds[owner] = tuple(rest for rest in rests if {*rest} - {UNRECORDED})

    def _rests(self, meld: TableMeld, gone: set[str], unseen: int) -> list[TableMeld]:
        """Return the connected pieces of a meld after these cards are gone from it."""
        if gone.isdisjoint({*meld} - {UNRECORDED}):
            return [meld]
        kept = [card for card in meld if card not in gone and card != UNRECORDED]
        left = meld.count(UNRECORDED) - unseen
        if left > 0:
            return [(*kept, *[UNRECORDED] * left)]
        whole = _bits(meld)
        cut = pieces(whole, whole & ~_bits(kept), self._house)
        return [tuple(card for card in kept if BITS[card] & piece) for piece in cut]

    def _leave_out(self, gap: Event) -> None:
        self.forget()
        self.deck, self.offer = gap.get("stock"), gap.get("offer", {}).get("card")
        melds = gap.get("melds", {})
        self._known = frozenset(map(fold, melds))
        for player, lying in melds.items():
            for meld in lying:
                self._meld(fold(player), meld)


def _bits(cards: Sequence[str]) -> int:
    return reduce(or_, (BITS.get(card) or blank(at) for at, card in enumerate(cards)), 0)
