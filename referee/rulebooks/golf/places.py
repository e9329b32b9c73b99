"""Where cards are: whether an act has one where it cannot be, and what is known after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from referee.cards import UNRECORDED
from referee.rulebooks.common.acts import Act
from referee.rulebooks.golf.hand import GolfHand, GolfSeat
from referee.rulebooks.golf.points import POSITIONS
from referee.rulebooks.golf.turns import comes_too_late

Misplaced = Callable[[GolfHand, Act], Iterable[str]]


def misplaced(hand: GolfHand, act: Act) -> list[str]:
    """The cards that an act has where they cannot be, and those that are known to lie there
    instead, each once."""
    ask = _ASKED.get(act.type)
    is_of_nobody = act.seat is None and act.type not in ("deal", "turn_up")
    if ask is None or is_of_nobody or comes_too_late(hand, act):
        return []
    found = dict.fromkeys(ask(hand, act))
    return [card for card in found if card != UNRECORDED]


def _elsewhere(hand: GolfHand, cards: Iterable[str]) -> Iterator[str]:
    """Those of some cards that appear although they are known to lie elsewhere, or twice."""
    for card, count in Counter(cards).items():
        twice = count > 1 and card != UNRECORDED and card not in hand.doubtful
        if twice or hand.is_seen(card):
            yield card


def _dealt(hand: GolfHand, act: Act) -> Iterator[str]:
    hands = act.event["hands"].values()
    full = [cards for cards in hands if isinstance(cards, list) and len(cards) == POSITIONS]
    return _elsewhere(hand, (card for cards in full for card in cards))


def _from_deck(hand: GolfHand, act: Act) -> Iterator[str]:
    return _elsewhere(hand, (act.event["card"],))


def _taken(hand: GolfHand, act: Act) -> Iterator[str]:
    card = act.event.get("card", UNRECORDED)
    top = hand.cards.pile[-1] if hand.cards.pile else UNRECORDED
    if top == UNRECORDED:
        yield from _elsewhere(hand, (card,))
    elif _is_another(hand, card, top):
        yield from (card, top)


def _seen_in_layout(hand: GolfHand, act: Act) -> Iterator[str]:
    """A look or a show against the layout of its player. A show that ends the hole before its cards
    do may come after turns that are missing in the record."""
    if act.type == "show" and not hand.may_be_over:
        return
    layout, cards = act.seat.layout, act.event.get("cards", [])
    new = []
    for card, lying in zip(cards, layout, strict=False):
        if lying == UNRECORDED:
            new.append(card)
        elif _is_another(hand, card, lying):
            yield from (card, lying)
    yield from _elsewhere(hand, new)


def _swapped(hand: GolfHand, act: Act) -> Iterator[str]:
    """A card that comes out of a layout. It is not asked after where nothing was taken before."""
    if not act.seat.taken:
        return
    card, lying = act.event.get("card", UNRECORDED), act.seat.layout[act.event["position"] - 1]
    if lying == UNRECORDED:
        yield from _elsewhere(hand, (card,))
    elif _is_another(hand, card, lying):
        yield from (card, lying)


def _discarded(hand: GolfHand, act: Act) -> Iterator[str]:
    """The drawn card, laid down. It is not asked after where another rule speaks of the act."""
    if not is_plain_discard(act.seat):
        return
    card, drawn = act.event["card"], act.seat.taken[0].card
    if drawn == UNRECORDED:
        yield from _elsewhere(hand, (card,))
    elif _is_another(hand, card, drawn):
        yield from (card, drawn)


def is_plain_discard(seat: GolfSeat) -> bool:
    """Whether a player who discards has one card in his hand, from the deck."""
    return len(seat.taken) == 1 and not seat.taken[0].from_pile


def _is_another(hand: GolfHand, card: str, known: str) -> bool:
    return card not in (UNRECORDED, known) and card not in hand.doubtful


_ASKED: Final[Mapping[str, Misplaced]] = {
    "deal": _dealt,
    "turn_up": _from_deck,
    "draw": _from_deck,
    "take": _taken,
    "look": _seen_in_layout,
    "show": _seen_in_layout,
    "swap": _swapped,
    "discard": _discarded,
}
