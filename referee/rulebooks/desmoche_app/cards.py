"""Where the cards of a hand are: the order of a stock that the waste became, and cards passed
unseen in the Cambio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.cards.deck import UNRECORDED
from referee.knowledge.places import Cards, Holding, beyond


@dataclass(eq=False)
class Passing:
    """A card that went from one hand to the other unseen: one of some candidates, ``surely`` if
    the giver had been dealt no other cards."""

    giver: Holding
    receiver: Holding
    candidates: set[str]
    surely: bool

    def at_least(self, holding: Holding) -> int:
        """How many of the candidates a player holds at least."""
        if holding is self.giver:
            return len(self.candidates) - 1
        return int(self.surely and holding is self.receiver)


@dataclass
class AppCards(Cards):
    """The cards of a hand.

    ``order`` is the stock where its order is known, the card that is drawn next at the end; cards
    in it count as seen. ``whole`` says that all of the waste is known to have been written down.
    Where it is renewed ``at_once``, that is as soon as the last card of the stock is drawn.

    >>> cards = AppCards(packs=1, jokers=0)
    >>> cards.deck, cards.pile = 0, ["2c", "3d", "4h"]
    >>> cards.next_card
    '2c'
    """

    turned_over: bool = True
    at_once: bool = False
    fresh: bool = False
    """The waste has become the stock, and nobody has drawn from it since."""
    order: list[str] = field(default_factory=list)
    whole: bool = True
    passings: list[Passing] = field(default_factory=list)
    inferred: dict[str, Holding] = field(default_factory=dict)
    """Cards that nobody recorded as they were drawn, by the order of the stock: who holds them.
    Another one may have been drawn out of order."""

    @property
    def stock(self) -> Sequence[str]:
        """The known cards of the stock, as it is when the next card is drawn."""
        return self._renewed() if not self.deck else self.order

    @property
    def next_card(self) -> str | None:
        """The card that is drawn next, where its place in the stock is known."""
        return self.stock[-1] if self.whole and self.stock else None

    def _renewed(self) -> list[str]:
        under = self.pile[:-1]
        return under[::-1] if self.turned_over else under

    def lies_elsewhere(self, card: str) -> bool:
        """Whether the card is known to lie elsewhere than in the stock: it was seen there, or every
        card of the stock is another one."""
        if card == UNRECORDED or card in self.doubtful or card in self.stock:
            return False
        return card not in self.inferred and not (self.can_be_drawn(card) and self._hides_a_card)

    @property
    def _hides_a_card(self) -> bool:
        """Whether the stock has a card that nobody knows."""
        return not (self.whole and self.stock) or UNRECORDED in self.stock

    def renew(self) -> None:
        """The waste but for its top card becomes the stock, not shuffled."""
        self.fresh = True
        if self.whole:
            self.order, self.pile = self._renewed(), self.pile[-1:]
            self.deck = len(self.order)
        else:
            super().renew()
            self.deck = None

    def draw(self, holding: Holding, card: str) -> None:
        """The top card of the stock goes into a hand; an empty stock is made anew before."""
        self.renew_for([card])
        if self.order:
            unread, card = card == UNRECORDED, self._from_order(card)
            if unread and card != UNRECORDED:
                self.inferred[card] = holding
        self.deal(holding, [card])
        self.fresh = False
        if self.at_once and self.deck == 0 and len(self.pile) > 1:
            self.renew()

    def _from_order(self, card: str) -> str:
        top = self.order[-1]
        if card in (top, UNRECORDED):
            card = self.order.pop()
            self._unsee([card])
        elif top == UNRECORDED and self.can_be_drawn(card):
            self.order.pop()
        else:
            self._unsee(self.order)
            self.order = []
            self.doubtful |= {card, top} - {UNRECORDED}
        return card

    def pass_on(
        self, giver: Holding, receiver: Holding, card: str, received: Sequence[str]
    ) -> None:
        """A card goes from one hand to the other; the giver had ``received`` these before, and
        passes none of them."""
        if card != UNRECORDED:
            fits = self.fits(giver, card)
            self.play(giver, card)
            self.put_back(receiver, card)
            if not fits:
                self.doubtful.add(card)
            return
        candidates = set(giver.known) - set(received)
        others = (giver.unseen or 0) - received.count(UNRECORDED)
        if receiver.unseen is not None:
            receiver.unseen += 1
        if giver.unseen is None:
            self.forget(giver)
            return
        if not candidates:
            giver.unseen = max(giver.unseen - 1, 0)
            return
        for one in candidates:
            del giver.known[one]
        giver.unseen += len(candidates) - 1
        self.passings.append(Passing(giver, receiver, candidates, others <= 0))

    def lose_count(self, holding: Holding) -> None:
        """How many cards a player holds is not known any more."""
        holding.unseen = None

    def perhaps_passed(self, holding: Holding) -> list[str]:
        """The cards of which one was passed unseen, and that this player may hold."""
        return sorted(
            card
            for passing in self.passings
            if holding is passing.giver or holding is passing.receiver
            for card in passing.candidates
        )

    def find(self, holding: Holding, card: str) -> None:
        """A card turns out to be in this hand: that may tell which one was passed."""
        for passing in [one for one in self.passings if card in one.candidates]:
            if holding is passing.receiver:
                self._was_passed(passing, card)
            elif holding is passing.giver:
                passing.candidates.remove(card)
                _identify(holding, card)
                if passing.surely and len(passing.candidates) == 1:
                    self._was_passed(passing, next(iter(passing.candidates)))

    def _was_passed(self, passing: Passing, card: str) -> None:
        self.passings.remove(passing)
        _identify(passing.receiver, card)
        # in an order of their own, so that the same log is shown alike on every machine
        for kept in sorted(passing.candidates - {card}):
            _identify(passing.giver, kept)

    def play(self, holding: Holding, card: str) -> None:
        """A card leaves a player's hand and lies in the open from then on."""
        if self.inferred:
            self._learn_what_was_drawn(holding, card)
        self.find(holding, card)
        super().play(holding, card)

    def _inferred_of(self, holding: Holding) -> list[str]:
        return [card for card, held in self.inferred.items() if held is holding]

    def _learn_what_was_drawn(self, holding: Holding, card: str) -> None:
        """A card that is played was drawn as the order has it, or in the place of another one."""
        inferred = self._inferred_of(holding)
        if card in inferred:
            del self.inferred[card]
        elif inferred and card in self.order:
            self._unsee(self.order)
            self.order = []
            self.doubtful |= {card, *inferred}

    def name(self, holding: Holding, card: str) -> None:
        """One of the cards that a player holds is this one."""
        self.find(holding, card)
        if not holding.known[card]:
            super().name(holding, card)

    def misplaced(self, holding: Holding, cards: Iterable[str]) -> list[str]:
        """Those of some cards that cannot all come from a player's hand."""
        unknown = [
            card
            for card in beyond(cards, holding.known)
            if card != UNRECORDED and card not in self.doubtful
        ]
        if self.inferred and not set(self.order).isdisjoint(unknown) and self._inferred_of(holding):
            unknown = [card for card in unknown if card not in self.order]
        if not unknown:
            return []
        room = holding.unseen
        if room is not None:
            # what was told in two places may have been another card
            room += sum(count for card, count in holding.known.items() if card in self.doubtful)
        for passing in self.passings:
            mine = [card for card in unknown if card in passing.candidates]
            most = {id(passing.giver): len(mine), id(passing.receiver): 1}.get(id(holding), 0)
            if room is not None:
                room -= passing.at_least(holding)
            unknown = [card for card in unknown if card not in mine[:most]]
        if room is not None and len(unknown) > room:
            return unknown
        return [card for card in unknown if not self.can_be_drawn(card)]

    def may_leave(self, holding: Holding, card: str) -> bool:
        """Whether a player can lay down this card, seen at a glance: what may have been passed is
        looked at closely."""
        return card in holding.known or (not self.passings and super().may_leave(holding, card))

    def forget(self, holding: Holding) -> None:
        """Which cards a player holds is not known any more; only how many."""
        dissolved = [
            one for one in self.passings if one.giver is holding or one.receiver is holding
        ]
        for passing in dissolved:
            self._unsee(passing.candidates)
        self.passings = [one for one in self.passings if one not in dissolved]
        for card in self._inferred_of(holding) if self.inferred else ():
            del self.inferred[card]
        super().forget(holding)

    def disbelieve(self, holding: Holding) -> None:
        """The cards that were in two places are not known to be in this hand any more."""
        for card in self.doubtful & set(holding.known):
            count = holding.known.pop(card)
            self.seen[card] -= count
            if holding.unseen is not None:
                holding.unseen += count

    def lose_sight(self, holdings: Iterable[Holding], deck: int | None) -> None:
        """Something was not written down."""
        self.order, self.whole = [], False
        super().lose_sight(holdings, deck or None)

    def leave_deck(self, count: int = 1) -> None:
        """So many cards leave the stock. When none is left, it is made anew from the waste: nobody
        knows from how many where a gap hides what lies there."""
        super().leave_deck(count)
        if not self.whole and self.deck == 0:
            self.deck = None

    def _unsee(self, cards: Iterable[str]) -> None:
        self.seen.subtract(card for card in cards if card != UNRECORDED)


def _identify(holding: Holding, card: str) -> None:
    """One of the cards that the player holds unseen is this one, which counts as seen already."""
    holding.known[card] += 1
    if holding.unseen:
        holding.unseen -= 1
