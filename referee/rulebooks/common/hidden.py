"""What later lines show of hidden cards, and deals that fit: for games with a deck and a pile.

Who lays down a card without having taken one since held it all the while. A hand is followed back
only as long as that is certain: until its player takes a card that nobody recorded, a gap, or a
line that the record contradicts. So what is said here is true of every hand that fits the record,
and not all that could be said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.cards.deck import JOKER, NAMES, UNRECORDED
from referee.judging.corrections import Numbered
from referee.judging.kernel.game import CardGame
from referee.knowledge.fitting import Fit
from referee.rulebooks.common.hands import PileHand

AnyHand = PileHand[Any, Any]

MANY: Final = 216
"""No place holds more cards than four packs with two jokers each."""

UNREAD: Final = (0, MANY)
"""Cards that lie in the open, and that nobody recorded."""

ENDS_THE_LOOK: Final = frozenset({"hand", "gap", "deal"})


@dataclass(frozen=True, slots=True)
class Held:
    """A card that a player turns out to have held, with the event that shows it."""

    player: str
    card: str
    event: int


def shown_later(game: CardGame[Any, Any], later: Iterable[Numbered]) -> Iterator[Held]:
    """The cards that players of a game held unseen, by the lines that follow. Plays the game on."""
    hand: AnyHand | None = game.table.hand
    if hand is None:
        return
    came = {seat.name: Counter(seat.holding.known) for seat in hand.seats}
    followed = {seat.name for seat in hand.seats if seat.holding.unseen is not None}
    for seq, event in later:
        if hand.over or event["type"] in ENDS_THE_LOOK or not followed:
            return
        act = game.reader.read(seq, event, hand.find, hand.turn)
        laid = _laid_from_the_hand(hand, act) if act.seat is not None and not act.stranger else []
        before = {seat.name: _stands(seat) for seat in hand.seats}
        told = len(game.findings)
        game.step(seq, event)
        if len(game.findings) > told:
            return
        for card in laid:
            if came[act.seat.name][card]:
                came[act.seat.name][card] -= 1
            elif act.seat.name in followed:
                yield Held(act.seat.name, card, seq)
        for seat in hand.seats:
            known, unseen = before[seat.name]
            came[seat.name].update(seat.holding.known - known)
            if seat.holding.unseen is None or seat.holding.unseen > unseen:
                followed.discard(seat.name)


def _laid_from_the_hand(hand: AnyHand, act: Any) -> list[str]:
    """The named cards that an act takes from the hand of its player."""
    return [card for card in hand.from_hand(act) if card != UNRECORDED]


def _stands(seat: Any) -> tuple[Counter[str], int]:
    return Counter(seat.holding.known), seat.holding.unseen or 0


def name_what_was_held(hand: AnyHand, found: Sequence[Held]) -> Mapping[tuple[str, str], int]:
    """Let the cards be known that players turn out to have held; gives the event that shows each.
    What the record leaves no room for is not believed."""
    because: dict[tuple[str, str], int] = {}
    for held in found:
        seat = hand.find(held.player)
        if seat is not None and seat.holding.unseen and hand.cards.can_be_drawn(held.card):
            hand.cards.name(seat.holding, held.card)
            because.setdefault((held.player, held.card), held.event)
    return because


def possible_deal(hand: AnyHand, where: Mapping[str, str]) -> dict[str, Any] | None:
    """One way in which the hidden cards of a hand can lie: the ``hands``, the ``deck``, and what
    lies in the ``open``.

    ``where`` asks that a card be with a player (``Ana``) or in the ``deck``, or not there (``not
    Ana``). None where the record leaves no such way. Raises KeyError for a name that is none.
    """
    asked = {card: _asked(hand, text) for card, text in where.items()}
    hidden = list(_hidden(hand))
    allowed = {}
    for card, (place, there) in asked.items():
        lies_there = place < len(hand.seats) and card in hand.seats[place].holding.known
        if lies_there and not there:
            return None
        if there and not lies_there:
            if card not in hidden:
                return None
            allowed[hidden.index(card)] = 1 << place
    everywhere = (1 << len(hand.seats) + 2) - 1
    for number, card in enumerate(hidden):
        place, there = asked.get(card, (0, True))
        allowed.setdefault(number, everywhere if there else everywhere & ~(1 << place))
    rooms = [_room(seat.holding.unseen) for seat in hand.seats]
    fit = Fit(allowed, [*rooms, _room(hand.cards.deck), UNREAD])
    return _deal(hand, hidden, fit.example()) if fit.found else None


def _asked(hand: AnyHand, text: str) -> tuple[int, bool]:
    """A place, the deck behind all seats, and whether a card is asked to be there."""
    name = text.removeprefix("not ")
    seat = hand.find(name)
    if seat is None and name != "deck":
        raise KeyError(text)
    return len(hand.seats) if seat is None else seat.place, name == text


def _deal(hand: AnyHand, hidden: Sequence[str], lies: Mapping[int, int]) -> dict[str, Any]:
    held = [list(seat.holding.cards) for seat in hand.seats]
    shared: list[list[str]] = [*held, [], _in_the_open(hand)]
    for number, place in lies.items():
        shared[place].append(hidden[number])
    names = [seat.name for seat in hand.seats]
    return {
        "hands": dict(zip(names, shared, strict=False)),
        "deck": shared[-2],
        "open": shared[-1],
    }


def _room(count: int | None) -> tuple[int, int]:
    return (0, MANY) if count is None else (count, count)


def _copies(hand: AnyHand) -> Iterator[tuple[str, int]]:
    """Every card of the game, and how many there are of it."""
    yield from ((card, hand.cards.packs) for card in NAMES)
    yield JOKER, hand.cards.jokers


def _hidden(hand: AnyHand) -> Iterator[str]:
    """The cards that nobody saw, one by one."""
    for card, copies in _copies(hand):
        yield from [card] * max(copies - hand.cards.seen[card], 0)


def _in_the_open(hand: AnyHand) -> list[str]:
    """The cards that were seen and are in nobody's hand."""
    held: Counter[str] = Counter()
    for seat in hand.seats:
        held.update(seat.holding.known)
    return [card for card, _ in _copies(hand) for _ in range(hand.cards.seen[card] - held[card])]
