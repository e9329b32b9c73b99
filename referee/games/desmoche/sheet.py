"""The table of a score sheet: the deck, the card on offer, and the melds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, Self

from referee.cards import melds as shapes
from referee.cards.deck import BITS, UNRECORDED
from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.sheet_table import UNTOLD, House, Lying, SheetTable
from referee.wording.sentences import Sentence

DEALT: Final = 9
DECK: Final = 52


class DesmocheTable(SheetTable):
    """The table of one hand; ``seats`` are the players at its deal."""

    onto: ClassVar[str | None] = "meld"
    also: ClassVar[Mapping[str, str]] = MappingProxyType({"pay": "discard"})

    def __init__(self, seats: Iterable[str] = (), house: House = UNTOLD) -> None:
        self._seats = tuple(seats)
        self._aces_high = house.get("ace_runs") == "both"
        self.deck: int | None = None
        self.offer: str | None = None
        self._drawn: tuple[str, str] | None = None
        self._melds: dict[str, tuple[Lying, ...]] = {}
        self._known: frozenset[str] | None = None

    def fork(self) -> Self:
        """Return a copy of the table for a trial."""
        other = type(self)()
        other.__dict__.update(self.__dict__)
        other._melds = self._melds.copy()
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

    def melds(self, player: str) -> tuple[Lying, ...]:
        """Return the recorded melds of a player."""
        return self._melds.get(fold(player), ())

    def knows_melds(self, player: str) -> bool:
        """Return whether these are all melds of the player, so that no gap hides one."""
        return self._known is None or fold(player) in self._known

    def takers(self, player: str, cards: Sequence[str]) -> list[Lying]:
        """Return the melds of a player that these cards extend."""
        return [meld for meld in self.melds(player) if self._takes(meld, cards)]

    def holder(self, player: str, card: str) -> Lying | None:
        """Return the meld of a player that contains this card."""
        return next((meld for meld in self.melds(player) if card in meld), None)

    def laid(self, meld: Sequence[str], cards: Sequence[str]) -> list[str]:
        """Return a meld with these cards: an ascending run stays in order, otherwise they go to the
        end.

        >>> DesmocheTable().laid(["5c", "6c", "7c"], ["4c"])
        ['4c', '5c', '6c', '7c']
        >>> DesmocheTable().laid(["4s", "4h", "4c"], ["4d"])
        ['4s', '4h', '4c', '4d']
        >>> DesmocheTable().laid(["Jh", "Qh", "Kh"], ["Ah"])
        ['Jh', 'Qh', 'Kh', 'Ah']
        """
        whole = [*meld, *cards]
        if _is_one_suit(whole) and list(meld) == _ascending(meld):
            return _ascending(whole)
        return whole

    def moved(self, player: str, cards: Sequence[str]) -> list[str]:
        """Return the cards of a new meld that come from melds other than the extended one.

        The largest meld wholly contained in the new one is the extended one.
        """
        listed = list(dict.fromkeys(cards))
        melds = [meld for meld in self.melds(player) if not set(meld).isdisjoint(listed)]
        whole = [meld for meld in melds if set(meld) <= set(listed)]
        extended = max(whole, key=len, default=())
        return [
            card
            for card in listed
            if card != UNRECORDED and card not in extended and any(card in meld for meld in melds)
        ]

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
                self._take_away([event["card"]])
                self.offer = event["card"]
            case "meld":
                self._meld(fold(event["player"]), event["cards"])
            case "gap":
                self._leave_out(event)
            case "position":
                self._leave_out(event)
                self.offer = event.get("offer", {}).get("card", self.offer)

    def _takes(self, meld: Lying, cards: Sequence[str]) -> bool:
        named = [card for card in (*meld, *cards) if card != UNRECORDED]
        if len(meld) + len(cards) > shapes.LONGEST_RUN or len(set(named)) < len(named):
            return False
        whole = _bits((*meld, *cards))
        return shapes.is_meld(whole) or (self._aces_high and shapes.may_end_in_the_ace(whole))

    def _deal(self, hands: Mapping[str, list[str] | int]) -> None:
        counts = dict.fromkeys(map(fold, self._seats), DEALT)
        for player, cards in hands.items():
            counts[fold(player)] = cards if isinstance(cards, int) else len(cards)
        left = DECK - sum(counts.values())
        self.deck = left if self._seats and left >= 0 else None

    def _take_away(self, cards: Iterable[str]) -> None:
        gone = {card for card in cards if card != UNRECORDED}
        for player, melds in list(self._melds.items()):
            if any(not gone.isdisjoint(meld) for meld in melds):
                self._lay(player, [rest for meld in melds for rest in _rests(meld, gone, 0)])

    def _meld(self, player: str, cards: list[str]) -> None:
        gone, unseen = set(cards) - {UNRECORDED}, cards.count(UNRECORDED)
        if self.offer in cards:
            self.offer = None
        own = [rest for meld in self._melds.get(player, ()) for rest in _rests(meld, gone, unseen)]
        self._take_away(gone)
        self._lay(player, [*own, *_rests(tuple(cards), set(), 0)])

    def _lay(self, player: str, melds: list[Lying]) -> None:
        if melds:
            self._melds[player] = tuple(melds)
        else:
            self._melds.pop(player, None)

    def _leave_out(self, gap: Event) -> None:
        self.forget()
        self.deck = gap.get("stock")
        melds = gap.get("melds", {})
        self._known = frozenset(map(fold, melds))
        for player, lying in melds.items():
            for meld in lying:
                self._meld(fold(player), meld)


def _is_one_suit(cards: Sequence[str]) -> bool:
    return UNRECORDED not in cards and len({card[1] for card in cards}) == 1


def _ascending(cards: Sequence[str]) -> list[str]:
    """Return a run from its lowest card up; the ace is the highest in a run that ends in it."""
    ascending = sorted(cards, key=BITS.__getitem__)
    return [*ascending[1:], ascending[0]] if _bits(cards) in shapes.ACE_HIGH_RUNS else ascending


def _bits(cards: Sequence[str]) -> int:
    return sum(BITS.get(card) or shapes.blank(place) for place, card in enumerate(cards))


def _rests(meld: Lying, gone: set[str], unseen: int) -> list[Lying]:
    """Return the connected pieces of a meld, each with at least one named card."""
    if gone.isdisjoint(meld):
        kept: Lying = meld
    else:
        spare = [card for card in meld if card == UNRECORDED][unseen:]
        kept = (*(card for card in meld if card not in gone and card != UNRECORDED), *spare)
    if not any(card != UNRECORDED for card in kept):
        return []
    if kept == meld or UNRECORDED in kept or len(set(kept)) < len(kept):
        return [kept]
    cut = shapes.parts_with_the_ace_high if shapes.may_end_in_the_ace(_bits(meld)) else shapes.parts
    return [tuple(card for card in kept if BITS[card] & piece) for piece in cut(_bits(kept))]
