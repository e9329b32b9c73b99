"""What the record proves about hidden cards: where each card can have started the hand.

After the Cambio nothing enters a hand, so every card of the hand was, from the beginning, in
one of a few places: in the deck, dealt to a player and kept, or dealt and passed on. For
each place this keeps the cards that the record still allows there, as bits of one integer.
Whatever is learnt later (a card is paid from a hand, a card comes from the deck) strikes cards
out of places, and so holds for the past as well.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from referee.cards.deck import DECK, each
from referee.rulebooks.desmoche.hidden.evidence import Evidence

IN_DECK: Final = 1
"""The deck among the places, and its number."""
THE_DECK: Final = 0


@lru_cache(maxsize=8)
def _places(players: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """For each player the places of a card dealt to them, passed by them, and in their hand once
    everybody has passed one to the right."""
    kept = [1 << 1 + 2 * player for player in range(players)]
    passed = [place << 1 for place in kept]
    held = [kept[player] | passed[player - 1] for player in range(players)]
    dealt = [place | place << 1 for place in kept]
    return tuple(dealt), tuple(passed), tuple(held)


@lru_cache(maxsize=8)
def _numbers(players: int) -> tuple[tuple[int, ...], ...]:
    """For each set of places the numbers of those in it."""
    sets = range(1 << 1 + 2 * players)
    return tuple([tuple([one.bit_length() - 1 for one in each(places)]) for places in sets])


class StartingPlaces:
    """The cards that can have started in each place of one hand.

    A set of places is an integer of bits, as a set of cards is. ``dealt[i]`` are the places of a
    card dealt to player ``i``, ``held[i]`` those of a card in the player's hand after the Cambio,
    ``passed[i]`` that of the card they passed. Players are numbers in turn order. ``evidence`` is
    all that the record shows, event by event of the hand's ``timeline``.
    """

    __slots__ = (
        "_anywhere", "_drawn", "_everywhere", "_listed", "_numbers", "_settled", "_surplus",
        "_whole", "dealt", "evidence", "held", "passed", "possibly",
    )  # fmt: skip

    def __init__(self, players: int, timeline: list[int]) -> None:
        self.evidence = Evidence(timeline, len(timeline))
        self.dealt, self.passed, held = _places(players)
        self.held = list(held)
        self._everywhere = (1 << 1 + 2 * players) - 1
        self._numbers = _numbers(players)
        self.possibly = [DECK] + [0] * (2 * players)
        """For each place, by its number, the cards that can have started there; with a player only
        those that are ``_listed``. What was drawn is not struck out of the other places: whoever
        asks for them leaves it out."""
        self._drawn = 0
        self._listed = 0
        """The cards of which something is known by itself; all others may be ``_anywhere``, in the
        deck for one."""
        self._anywhere = self._everywhere
        self._settled: dict[int, int] = {}
        """For some sets of places, cards that were certainly in one of them and so stay there."""
        self._whole: dict[int, int] = {}
        """For the places of what a player was dealt, the nine cards, where all were told."""
        self._surplus: list[tuple[int, int]] = []

    # -------------------------------------------------------------- what is asked

    def possible(self, places: int) -> int:
        """All cards that can have been in one of these places."""
        found, possibly = 0, self.possibly
        for number in self._numbers[places]:
            found |= possibly[number]
        if places & IN_DECK:
            return found
        if places & self._anywhere:
            found |= DECK & ~self._listed
        return found & ~self._drawn

    def impossible(self, cards: int, places: int) -> int:
        """Those of these cards that can have been in none of these places, all of them places of
        players."""
        rest = cards & ~self._settled.get(places, 0)
        if not rest or (places & self._anywhere and not rest & (self._listed | self._drawn)):
            return 0
        return rest & ~self.possible(places)

    def certain(self, places: int) -> int:
        """All cards that were certainly in one of these places."""
        return self._whole.get(places) or DECK ^ self.possible(self._everywhere ^ places)

    def room(self, player: int, visible: int) -> tuple[int, int, int]:
        """Seen at a glance, three things: the cards of which nothing is known; how many of these,
        whichever they are, the player may have been dealt (there may be room for more); and known
        cards that they may have been dealt besides, because an unknown card can have been at every
        other place of such a card. ``visible`` are the cards that have been seen."""
        dealt, known = self.dealt[player], self._listed | self._drawn
        if not self._anywhere & dealt:
            return 0, 0, 0
        theirs, closed = known & self.possible(dealt), self._everywhere & ~(self._anywhere | dealt)
        taken = theirs.bit_count() + (visible & ~known).bit_count()
        kept = theirs & self.possible(dealt & ~self.passed[player]) & ~self.possible(closed)
        return DECK & ~(known | visible), 8 - taken, kept

    def perhaps_known(self, player: int, visible: int) -> int:
        """Cards among which are all that were certainly dealt to the player: those of which
        anything is known, or that are ``visible``, and the others only where so few are left that
        all may have been."""
        dealt, known = self.dealt[player], self._listed | visible
        possible = self.possible(dealt)
        others = (possible & ~known).bit_count()
        if not others or not self._anywhere & ~dealt:
            return possible
        few = others <= 9 and others <= 9 - self.certain(dealt).bit_count()
        return possible if few else possible & known

    def may_have_come(self, player: int) -> int:
        """The cards that may have come to the player in the Cambio, seen at a glance: whichever
        came, any other of them may have been dealt to the player as well. There may be more."""
        came = self.held[player] & ~self.dealt[player]
        kept = self.dealt[player] & self.held[player]
        if came.bit_count() != 1 or kept.bit_count() != 1:
            return 0
        if self._anywhere & came and not self._anywhere & kept:
            return 0
        cards = self.possible(came)
        return 0 if cards & ~self.possible(kept) else cards

    def came_or_were_dealt(self, player: int) -> int:
        """Cards that were in the player's hand after the Cambio, none of them certain to have come
        to the player in it: another one may have come instead, and they were dealt."""
        came = self.held[player] & ~self.dealt[player]
        if came.bit_count() != 1:
            return 0
        cards = self.certain(self.held[player]) & self.possible(came)
        cards &= self.possible(self.held[player] & ~came)
        return cards if cards.bit_count() > 1 else 0

    # -------------------------------------------------------------- what is learnt

    def deal(self, player: int, cards: int, surplus: bool) -> None:
        """These cards were dealt to the player. With ``surplus`` more than nine were written down:
        some of them went back to the deck."""
        places = self.dealt[player] | (IN_DECK if surplus else 0)
        misplaced = cards & ~self.possible(places) if surplus else self.impossible(cards, places)
        known = cards & self._listed
        if known:
            self._strike(known, self._everywhere & ~places)
        self._list(cards ^ known, places)
        if misplaced:
            self._believe(misplaced, places)

    def deal_no_others(self, player: int, cards: int) -> None:
        """These cards are all nine that the player was dealt; of more than nine, those that
        do not come from the deck later."""
        self._anywhere &= ~self.dealt[player]
        if cards.bit_count() > 9:
            self._surplus.append((cards, cards.bit_count() - 9))
        else:
            self._whole[self.dealt[player]] = cards

    def ring(self, players: list[int]) -> None:
        """The Cambio goes round these players only; who is left out keeps what they were dealt."""
        if len(players) == len(self.held) > 1:
            self.held = list(_places(len(players))[2])
            return
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

    def draw(self, card: int) -> None:
        """The card comes from the deck."""
        self._drawn |= card
        if card & self._listed:
            self.possibly[THE_DECK] |= card
            self._doubt_all()
            self._went_back(card)

    def find(self, cards: int, places: int) -> bool:
        """The record shows each of the cards in one of these places, all of them places of players;
        False if that cannot be."""
        news = cards & ~self._settled.get(places, 0)
        if news & self._listed:
            self._settled[places] = settled = self.certain(places)
            news &= ~settled
        return not news or self._learn(news, places)

    def find_passed(self, card: int, player: int) -> bool:
        """The record shows that the player passed this card in the Cambio; False if that cannot
        be."""
        return self._learn(card, self.passed[player])

    def _learn(self, news: int, places: int) -> bool:
        """Each of these cards was in one of these places; False if that cannot be.

        A card of which it cannot be counts from now on as having been where it was shown.
        """
        fits = True
        while news:
            card = news & -news
            news ^= card
            if card & self._listed:
                left = self._keep(card, places)
            else:
                left = places & self._anywhere
                self._list(card, places)
            if not left or card & self._drawn:
                self._believe(card, places)
                fits = False
            elif left in self.passed:
                self._pass_no_other(card, left)
        return fits

    def _list(self, cards: int, places: int) -> None:
        """Of these cards nothing was known; they were in one of these places."""
        self._listed |= cards
        possibly = self.possibly
        for number in self._numbers[places & self._anywhere]:
            possibly[number] |= cards
        if not places & IN_DECK:
            possibly[THE_DECK] &= ~cards

    def _keep(self, card: int, places: int) -> int:
        """A card of which something is known was in one of these places; which of them can be."""
        self._strike(card, self._everywhere ^ places)
        possibly, left = self.possibly, 0
        for number in self._numbers[places]:
            if card & possibly[number]:
                left |= 1 << number
        return left

    def _strike(self, cards: int, places: int) -> None:
        """These cards, of which something is known, were in none of these places."""
        possibly = self.possibly
        for number in self._numbers[places]:
            if cards & possibly[number]:
                possibly[number] &= ~cards

    def _believe(self, cards: int, places: int) -> None:
        """Cards that could be in none of these places were there all the same."""
        self._drawn &= ~cards
        self._doubt_all()
        for number in self._numbers[places]:
            self.possibly[number] |= cards

    def _doubt_all(self) -> None:
        """A card was in two places: what was certain has to be worked out anew."""
        self._settled.clear()
        self._whole.clear()

    def _pass_no_other(self, card: int, place: int) -> None:
        """The card is the one that a player passed: no other card is."""
        self._anywhere &= ~place
        number = place.bit_length() - 1
        others = self.possibly[number] & ~card
        # most of them the player may have kept
        nowhere_else = others & ~self.possibly[number - 1]
        if nowhere_else:
            nowhere_else &= self.certain(place)
        self.possibly[number] ^= others ^ nowhere_else

    def _went_back(self, card: int) -> None:
        """One of too many dealt cards was seen in the deck; with the last one, the others are
        known to have stayed."""
        for cards, too_many in self._surplus:
            back = cards & self.certain(IN_DECK)
            if card & cards and back.bit_count() == too_many:
                self.possibly[THE_DECK] &= back | ~cards
