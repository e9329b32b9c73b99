"""Where the cards of a hand are, as far as somebody saw them.

Packs may be mixed and have jokers, so a card is a name of which there are several copies. What
nobody saw stays unseen: a card can be wherever not all of its copies are known to lie elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.cards.deck import JOKER, NAMES, UNRECORDED


def counted(cards: Iterable[str]) -> dict[str, int]:
    """How many there are of each card, in the order in which they come.

    >>> counted(["7h", "8h", "7h"])
    {'7h': 2, '8h': 1}
    """
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def beyond(cards: Iterable[str], held: Mapping[str, int]) -> dict[str, int]:
    """The cards of a list that are more than these, each with how many it is more.

    >>> beyond(["7h", "7h", "8h", "Jk"], {"7h": 1, "8h": 2})
    {'7h': 1, 'Jk': 1}
    """
    counts = counted(cards)
    return {card: more for card, count in counts.items() if (more := count - held.get(card, 0)) > 0}


def listed(counts: Mapping[str, int]) -> list[str]:
    """Every card as often as it is counted."""
    return [card for card, count in counts.items() for _ in range(count)]


@dataclass(slots=True)
class Holding:
    """The hand of a player: its known cards, and the number of other cards (None if unknown)."""

    known: Counter[str] = field(default_factory=Counter)
    unseen: int | None = 0

    @property
    def count(self) -> int | None:
        """How many cards they hold; None where nobody knows."""
        return None if self.unseen is None else sum(self.known.values()) + self.unseen

    @property
    def cards(self) -> list[str]:
        """The known cards."""
        return listed(self.known)


@dataclass(slots=True)
class Cards:
    """The cards of a hand: how many copies of each, the deck, the discard pile, what was seen.

    ``deck`` is how many cards are left in it (None: nobody knows), ``pile`` the discard pile from
    its lowest card to its top, ``seen`` how many copies of a card are known to lie anywhere but
    in the deck and among what players hold unseen.

    >>> cards = Cards(packs=1, jokers=0)
    >>> ana = Holding()
    >>> cards.deal(ana, ["7h", "8h"])
    >>> cards.play(ana, "7h")
    >>> cards.fits(ana, "7h"), cards.fits(ana, "8h"), cards.can_be_drawn("7h"), cards.deck
    (False, True, False, 50)
    """

    packs: int
    jokers: int
    deck: int | None = 0
    pile: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    doubtful: set[str] = field(default_factory=set)
    """Cards that were in two places: they may be anywhere."""
    buried: bool = False
    """True if there may be unknown cards under the known part of the pile."""

    def __post_init__(self) -> None:
        self.deck = 52 * self.packs + self.jokers

    def can_be_drawn(self, card: str) -> bool:
        """Return whether a copy of this card may still lie where nobody saw it."""
        return not self._too_many(card, 1)

    def _too_many(self, card: str, more: int) -> bool:
        """Return whether so many more copies of a card cannot lie where nobody saw them."""
        if card == UNRECORDED or card in self.doubtful:
            return False
        return self.seen.get(card, 0) + more > self._copies(card)

    def _copies(self, card: str) -> int:
        return self.jokers if card == JOKER else self.packs

    def seen_too_often(self) -> set[str]:
        """The cards of which more copies were seen than there are."""
        return {card for card in self.doubtful if self.seen[card] > self._copies(card)}

    def dealt_too_often(self, cards: Iterable[str]) -> list[str]:
        """Those of the cards of a deal of which there are not so many copies."""
        return [card for card, count in counted(cards).items() if self._too_many(card, count)]

    def drawn_too_often(self, cards: Iterable[str]) -> list[str]:
        """Those of the cards that are drawn of which the deck cannot have so many copies. An empty
        deck is made anew first, of the pile but for its top card; so may one be of which nobody
        knows how many cards it had."""
        under = {} if self.deck else counted(self.pile[:-1])
        return [card for card, count in beyond(cards, under).items() if self._too_many(card, count)]

    def misplaced(self, holding: Holding, cards: Iterable[str]) -> list[str]:
        """Those of some cards that cannot all come from a player's hand."""
        unknown = beyond(cards, holding.known)
        return [card for card, count in unknown.items() if self.has_not(holding, card, count)]

    def has_not(self, holding: Holding, card: str, more: int) -> bool:
        """Return whether a player cannot hold so many more copies of a card than are known."""
        if card == UNRECORDED or card in self.doubtful:
            return False
        return holding.unseen == 0 or self._too_many(card, more)

    def unseen(self) -> list[str]:
        """The cards of which a copy may lie where nobody saw it."""
        every = [*NAMES, JOKER] if self.jokers else NAMES
        return [card for card in every if self.can_be_drawn(card)]

    def fits(self, holding: Holding, card: str) -> bool:
        """Return whether a player may hold this card."""
        return card in holding.known or not self.misplaced(holding, [card])

    def may_leave(self, holding: Holding, card: str) -> bool:
        """Return whether a player can lay down this card, seen at a glance; where it is not so,
        they may still be able to."""
        return card in holding.known or (holding.unseen != 0 and self.can_be_drawn(card))

    def lay_on_deck(self, card: str) -> None:
        """A card that was in the open, or that nobody saw, lies on the deck again."""
        if card != UNRECORDED:
            self.seen[card] -= 1
        if self.deck is not None:
            self.deck += 1

    def leave_deck(self, count: int = 1) -> None:
        """So many cards leave the deck."""
        if self.deck is not None:
            self.deck = max(self.deck - count, 0)

    def deal(self, holding: Holding, cards: Iterable[str]) -> None:
        """Cards from the deck go to a player."""
        for card in cards:
            self.leave_deck()
            self.give(holding, card)

    def give(self, holding: Holding, card: str) -> None:
        """A player gets a card that nobody else holds any more."""
        self.show(card)
        if card != UNRECORDED:
            holding.known[card] = holding.known.get(card, 0) + 1
        elif holding.unseen is not None:
            holding.unseen += 1

    def play(self, holding: Holding, card: str) -> None:
        """A card leaves a player's hand and lies in the open from then on."""
        if card == UNRECORDED:
            self._lose_one(holding)
        elif card in holding.known:
            holding.known[card] -= 1
            if not holding.known[card]:
                del holding.known[card]
        else:
            if holding.unseen == 0:
                self.forget(holding)
            if holding.unseen:
                holding.unseen -= 1
            self.show(card)

    def take_up(self, holding: Holding) -> str:
        """The top card of the pile goes into a player's hand; what it is, as far as written."""
        card = self.pile.pop() if self.pile else UNRECORDED
        self.put_back(holding, card)
        return card

    def take(self, holding: Holding, named: str) -> str:
        """The top card of the pile goes into a player's hand, or another one if that is named;
        what it is, as far as somebody wrote it down."""
        if named != UNRECORDED and self.pile and self.pile[-1] not in (named, UNRECORDED):
            self.take_out(holding, named)
            return named
        top = self.take_up(holding)
        if top == UNRECORDED and named != UNRECORDED:
            self.name(holding, named)
            return named
        return top

    def take_out(self, holding: Holding, card: str) -> None:
        """A card from anywhere in the pile goes into a player's hand, whatever lies above it; where
        it is not known which, the top card lies no longer where it was seen."""
        if card != UNRECORDED and card in self.pile:
            self.pile.remove(card)
            self.put_back(holding, card)
        else:
            covered = self.pile.pop() if self.pile else UNRECORDED
            if covered != UNRECORDED:
                self.seen[covered] -= 1
            self.give(holding, card)

    def take_unread(self, holding: Holding) -> None:
        """A card of the pile that nobody read goes into a player's hand: the top one as a rule, so
        that one is not known to lie in the open any more."""
        self.seen[self.pile.pop()] -= 1
        self.give(holding, UNRECORDED)

    def show(self, card: str) -> None:
        """A card that nobody saw before lies in the open."""
        if card == UNRECORDED:
            return
        count = self.seen.get(card, 0) + 1
        if count > self._copies(card):
            self.doubtful.add(card)
        self.seen[card] = count

    def name(self, holding: Holding, card: str) -> None:
        """One of the cards that a player holds unseen is this one."""
        if holding.unseen:
            holding.unseen -= 1
        self.give(holding, card)

    def put_back(self, holding: Holding, card: str) -> None:
        """A card that lies in the open goes into a player's hand."""
        if card != UNRECORDED:
            self.seen[card] -= 1
        self.give(holding, card)

    def renew(self) -> None:
        """The pile but for its top card becomes the deck, in an order that nobody knows."""
        under, self.pile = self.pile[:-1], self.pile[-1:]
        self.seen.subtract(card for card in under if card != UNRECORDED)
        if self.deck is not None:
            self.deck += len(under)
        if self.buried:
            self.deck, self.buried = None, False

    def renew_for(self, cards: Iterable[str]) -> None:
        """Before these cards are drawn the deck is made anew if it is empty. Where nobody knows how
        many cards it has, it may have been: then only the top of the pile is certain to lie there.
        """
        if self.deck == 0:
            self.renew()
        elif self.deck is None and len(self.pile) > 1:
            unread = [] if self.dealt_too_often(cards) else [UNRECORDED]
            self.renew()
            self.pile = unread + self.pile

    def forget(self, holding: Holding) -> None:
        """Which cards a player holds is not known any more; only how many."""
        self.seen -= holding.known
        if holding.unseen is not None:
            holding.unseen += holding.known.total()
        holding.known.clear()

    def lose_sight(self, holdings: Iterable[Holding], deck: int | None) -> None:
        """Something was not written down: nobody knows who holds what, or what the pile has."""
        for holding in holdings:
            self.forget(holding)
            holding.unseen = None
        self.pile.clear()
        self.seen.clear()
        self.deck, self.buried = deck, True

    def _lose_one(self, holding: Holding) -> None:
        """A card that nobody recorded leaves a hand: any of those that they hold."""
        self.forget(holding)
        if holding.unseen:
            holding.unseen -= 1
