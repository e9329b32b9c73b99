"""What the record proves about hidden cards: where each card can have started the hand.

After the Cambio nothing enters a hand, so every card of the hand was, from the beginning, in
one of a few places: in the deck, dealt to a player and kept, or dealt to him and passed on. For
each card this keeps the places that the record still allows, as bits of one integer. Whatever
is learnt later (a card is paid from a hand, a card comes from the deck) strikes places out, and
so holds for the past as well.
"""

from __future__ import annotations

from referee.cards.deck import DECK, each
from referee.rulebooks.desmoche.hidden.evidence import Evidence

IN_DECK = 1


class Whereabouts:
    """The places that each card of one hand can have started in.

    ``dealt[i]`` are the places of a card dealt to player ``i``, ``held[i]`` those of a card that
    is in his hand after the Cambio, ``passed[i]`` that of the card he passed. Players are numbers
    in turn order. ``evidence`` is all that the record shows, event by event.
    """

    __slots__ = ("_anywhere", "_places", "_surplus", "dealt", "evidence", "held", "passed")

    def __init__(self, players: int) -> None:
        self.evidence = Evidence()
        kept = [1 << 1 + 2 * player for player in range(players)]
        self.passed = [place << 1 for place in kept]
        self.dealt = [place | place << 1 for place in kept]
        self.held = [kept[player] | self.passed[player - 1] for player in range(players)]
        self._anywhere = (1 << 1 + 2 * players) - 1
        self._places: dict[int, int] = {}
        self._surplus: list[tuple[int, int]] = []

    def deal(self, player: int, cards: int, whole: bool, surplus: bool = False) -> None:
        """These cards were dealt to the player; ``whole`` if they are all of his nine.

        With ``surplus`` more than nine were written down: some of them went back to the deck.
        """
        places = self.dealt[player] | (IN_DECK if surplus else 0)
        for card in each(cards):
            self._places[card] = self._places.get(card, self._anywhere) & places or places
        if whole:
            self._anywhere &= ~self.dealt[player]
        if whole and surplus:
            self._surplus.append((cards, cards.bit_count() - 9))

    def ring(self, players: list[int]) -> None:
        """The Cambio goes round these players only; who is left out keeps what he was dealt."""
        for player in range(len(self.held)):
            self.held[player] = self.dealt[player]
        if len(players) > 1:
            for player, giver in zip(players, players[-1:] + players[:-1], strict=True):
                self.held[player] = self.dealt[player] & ~self.passed[player] | self.passed[giver]

    def pass_to(self, giver: int, receiver: int, expected: int | None) -> None:
        """The giver's card went to the receiver and not to the player expected."""
        if expected is not None:
            self.held[expected] &= ~self.passed[giver]
        self.held[receiver] |= self.passed[giver]

    def keeps(self, giver: int) -> None:
        """The giver may not have passed a card at all."""
        self.held[giver] |= self.passed[giver]

    def find(self, card: int, places: int) -> bool:
        """The record shows the card in one of these places; False if that cannot be.

        When it cannot be, the card counts from now on as having been where it was shown.
        """
        before = self._places.get(card, self._anywhere)
        now = before & places
        if now == before:
            return True
        if not now:
            self._places[card] = places
            return False
        self._places[card] = now
        if now in self.passed:
            self._is_the_passed(card, now)
        elif now == IN_DECK and self._surplus:
            self._went_back(card)
        return True

    def _went_back(self, card: int) -> None:
        """One of too many dealt cards was seen in the deck; with the last one, the others are
        known to have stayed."""
        for cards, too_many in self._surplus:
            back = [one for one in each(cards) if self._places[one] == IN_DECK]
            if card & cards and len(back) == too_many:
                for one in each(cards):
                    if self._places[one] != IN_DECK:
                        self._places[one] &= ~IN_DECK

    def _is_the_passed(self, card: int, place: int) -> None:
        self._anywhere &= ~place
        for other, places in self._places.items():
            if other != card and places & place and places != place:
                self._places[other] = places & ~place

    def can(self, card: int, places: int) -> bool:
        """Whether the card can have been in one of these places."""
        return bool(self._places.get(card, self._anywhere) & places)

    def leaves_open(self, player: int, cards: int, visible: int) -> bool:
        """Whether all these cards may have been dealt to the player, seen at a glance: nothing is
        known of them, and enough of his nine are unknown. Where it is not so, they still may.

        ``visible`` are the cards that have been seen.
        """
        dealt, known = self.dealt[player], 0
        if not self._anywhere & dealt or cards & visible:
            return False
        room = 8 - cards.bit_count()
        for card, places in self._places.items():
            known |= card
            if places & dealt:
                room -= 1
        return not cards & known and room >= (visible & ~known).bit_count()

    def perhaps_known(self, player: int) -> int:
        """Cards among which are all that were certainly dealt to the player: those of which
        anything is known, and the others only where few are left."""
        dealt = self.dealt[player]
        known = sum(self._places)
        found = sum(card for card, places in self._places.items() if places & dealt)
        few = (DECK & ~known).bit_count() <= 9
        return found | (DECK & ~known if few or not self._anywhere & ~dealt else 0)

    def may_have_come(self, player: int, card: int) -> bool:
        """Whether the card may have come to the player in the Cambio, seen at a glance: whatever
        else may have come to him may have been dealt to him as well. Where it is not so, it still
        may."""
        came = self.held[player] & ~self.dealt[player]
        kept = self.dealt[player] & self.held[player]
        if came.bit_count() != 1 or kept.bit_count() != 1 or not self.can(card, came):
            return False
        others = [*self._places.values(), self._anywhere]
        return all(places & kept for places in others if places & came)

    def surely(self, card: int, places: int) -> bool:
        """Whether the card was certainly in one of these places."""
        return not self._places.get(card, self._anywhere) & ~places

    def all_surely(self, places: int) -> int:
        """All cards that were certainly in one of these places."""
        found, elsewhere = 0, ~places
        for card, possible in self._places.items():
            if not possible & elsewhere:
                found |= card
        if not self._anywhere & ~places:
            listed = sum(self._places)
            found |= DECK & ~listed
        return found

    def all_possibly(self, places: int) -> int:
        """All cards that can have been in one of these places."""
        found = sum(card for card, possible in self._places.items() if possible & places)
        if self._anywhere & places:
            found |= DECK & ~sum(self._places)
        return found
