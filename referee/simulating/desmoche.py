"""Evenings of Desmoche and Conquién."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from random import Random
from typing import Final

from referee.cards.deck import BITS, DECK, NAMES, cards_of, each, name, names
from referee.cards.melds import EXTENDING, MELDS, SHORTEST
from referee.games.desmoche import wins
from referee.judging.corrections import Event
from referee.simulating import EveningInPlay

NINE: Final = 9  # the number of cards dealt to each player
TO_WIN: Final = 10
KEEN: Final = 0.95  # how often a player uses a card that they can use
AUTOMATIC: Final = {"automatic_wins": "on", "color_win": "same_color"}

_ORDERED: Final = sorted(MELDS, key=lambda meld: (-meld.bit_count(), meld))
WITH_CARD: Final[Mapping[int, Sequence[int]]] = {
    card: [meld for meld in _ORDERED if meld & card] for card in each(DECK)
}
"""All melds that have a card, the largest first."""

NEAR: Final = {
    card: reduce(or_, (meld for meld in melds if meld.bit_count() == SHORTEST)) & ~card
    for card, melds in WITH_CARD.items()
}
"""The cards that share a meld of three with a card."""


def new_meld(card: int, hand: int) -> int:
    """Return the largest meld of a card with cards of a hand, or 0."""
    missing = ~(hand | card)
    return next((meld for meld in WITH_CARD[card] if not meld & missing), 0)


def any_meld(hand: int) -> int:
    """Return a meld among these cards, or 0."""
    return next(filter(None, (new_meld(card, hand) for card in each(hand))), 0)


def extended(card: int, lying: Sequence[int]) -> int:
    """Return the first meld onto which a card can be laid, or 0."""
    return next((meld for meld in lying if EXTENDING[meld][0] & card), 0)


@dataclass(slots=True)
class Bot:
    """A player with their hand and their melds on the table."""

    name: str
    holding: int = 0
    melds: list[int] = field(default_factory=list)

    def has_won(self) -> bool:
        """Return whether ten cards are in melds."""
        return sum(meld.bit_count() for meld in self.melds) == TO_WIN


def least_missed(rng: Random, hand: int) -> int:
    """Return the card that fits least with the others of a hand."""
    return min(each(hand), key=lambda card: ((NEAR[card] & hand).bit_count(), rng.random()))


def evening(game: str, rng: Random, hands: int) -> list[Event]:
    """Play an evening of ``hands`` hands of Desmoche or Conquién."""
    house = {"play_everything": "on"} if game == "desmoche" and rng.random() < 0.5 else {}
    played = EveningInPlay(rng, game, players=rng.randint(2, 4), house=house)
    bet = rng.randint(1, 10)
    for _ in range(hands):
        is_won = HandInPlay(played, bet).play()
        played.dealer = played.after(played.dealer)
        if is_won and rng.random() < 0.2:
            # a carried pot fixes the bet
            bet = rng.randint(1, 10)
    return played.log


class HandInPlay:
    """One hand in play."""

    def __init__(self, evening: EveningInPlay, bet: int) -> None:
        self.evening, self.rng = evening, evening.rng
        evening.write("hand", dealer=evening.dealer, bet=bet)
        first = evening.players.index(evening.after(evening.dealer))
        self.seats = [Bot(name) for name in evening.players[first:] + evening.players[:first]]
        self.deck: list[str] = []

    def play(self) -> bool:
        """Play the hand until a player has ten cards in melds, or the deck is used up. Return
        whether a player has won."""
        self.deal()
        self.turns()
        is_won = any(seat.has_won() for seat in self.seats)
        if not is_won:
            self.evening.write("end", why="stock_empty")
        return is_won

    def deal(self) -> None:
        """Deal nine cards to each player and pass one on. Automatic wins are dealt again, because a
        table has to show them."""
        self.deck = list(NAMES)
        self.rng.shuffle(self.deck)
        dealt = [cards_of(self.deck.pop() for _ in range(NINE)) for _ in self.seats]
        passed = [least_missed(self.rng, cards) for cards in dealt]
        for place, seat in enumerate(self.seats):
            seat.holding = dealt[place] & ~passed[place] | passed[place - 1]
        hands = [*dealt, *(seat.holding for seat in self.seats)]
        if any(wins.may_be(win, cards, AUTOMATIC) for cards in hands for win in wins.RAREST_FIRST):
            self.deal()
            return
        shown = {seat.name: names(cards) for seat, cards in zip(self.seats, dealt, strict=True)}
        self.evening.write("deal", hands=shown)
        for seat, card in zip(self.seats, passed, strict=True):
            self.evening.write("cambio", player=seat.name, card=name(card))

    def turns(self) -> None:
        """Draw, use and pay until the hand ends."""
        place, first = 0, True
        while self.deck:
            drawer = self.seats[place]
            card = BITS[self.deck.pop()]
            self.evening.write("draw", player=drawer.name, card=name(card))
            user = self.offer(card, [drawer, *self.others(drawer)])
            if user is None:
                # after the first card of a hand the same player draws a second one
                place = place if first else (place + 1) % len(self.seats)
            while user is not None:
                if user.has_won():
                    return
                paid = least_missed(self.rng, user.holding)
                user.holding &= ~paid
                self.evening.write("pay", player=user.name, card=name(paid))
                place = (self.seats.index(user) + 1) % len(self.seats)
                user = self.offer(paid, self.others(user))
            first = False

    def others(self, seat: Bot) -> list[Bot]:
        """Return the other players in turn order."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]

    def offer(self, card: int, seats: list[Bot]) -> Bot | None:
        """Offer a card to these players in turn; return the one who used it, or None."""
        return next((seat for seat in seats if self.uses(seat, card)), None)

    def uses(self, seat: Bot, card: int) -> bool:
        """Let a player use a card and lay down their other melds; return whether they did."""
        grown = extended(card, seat.melds)
        meld = grown | card if grown else new_meld(card, seat.holding)
        if not meld or self.rng.random() > KEEN:
            return False
        self.lay(seat, meld, grown)
        while not seat.has_won() and (more := any_meld(seat.holding)) and more != seat.holding:
            self.lay(seat, more)
        return True

    def lay(self, seat: Bot, meld: int, grown: int = 0) -> None:
        """Let a player lay down a meld, replacing the meld ``grown`` that it extends."""
        seat.melds = [lying for lying in seat.melds if lying != grown] + [meld]
        seat.holding &= ~meld
        self.evening.write("meld", player=seat.name, cards=names(meld))
