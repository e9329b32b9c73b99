"""Where cards are: whether an act has one where it cannot be, and what is known after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.knowledge.places import counted
from referee.rulebooks.golf.hand import GolfHand, GolfSeat
from referee.rulebooks.golf.points import POSITIONS
from referee.rulebooks.golf.turns import (
    LAYING,
    TURN_ACTS,
    Standing,
    comes_too_late,
    is_aside,
    standing,
)

Doubtful = Set[str]
"""Cards that may be anywhere."""

Misplaced = Callable[[GolfHand, Act, Doubtful], Iterable[str]]


def misplaced(hand: GolfHand, act: Act) -> list[str]:
    """The cards that an act has where they cannot be, and those that are known to lie there
    instead, each once. The rules ask it of an act, and then the mechanics: it is looked at once."""
    if hand.astray is None or hand.astray[0] is not act:
        hand.astray = act, _misplaced(hand, act)
    return hand.astray[1]


def _misplaced(hand: GolfHand, act: Act) -> list[str]:
    ask = _ASKED.get(act.type)
    is_of_nobody = act.seat is None and act.type not in ("deal", "turn_up")
    if ask is None or is_of_nobody or comes_too_late(hand, act):
        return []
    doubtful = hand.doubtful
    for seat in lets_go(hand, act):
        doubtful = doubtful | hand.untracked(seat)
    found = list(ask(hand, act, doubtful))
    return [card for card in dict.fromkeys(found) if card != UNRECORDED] if found else found


def lets_go(hand: GolfHand, act: Act) -> list[GolfSeat]:
    """Those who have not laid down what they took when this act begins another turn, or shows the
    cards that lie there in the end."""
    if act.type in LAYING and act.seat.taken:
        # a turn that goes on
        return []
    holding = [seat for seat in hand.seats if seat.taken]
    if not holding or (act.type == "show" and not hand.over):
        return holding
    if act.type not in TURN_ACTS or is_aside(hand, act):
        return []
    if standing(hand, act) in (Standing.LAYS_DOWN, Standing.SECOND, Standing.MAKES_UP):
        return []
    return holding


def _elsewhere(hand: GolfHand, cards: Iterable[str], doubtful: Doubtful) -> Iterator[str]:
    """Those of some cards that appear although they are known to lie elsewhere, or twice."""
    for card, count in counted(cards).items():
        if card in doubtful or card == UNRECORDED:
            continue
        if count > 1 or hand.is_seen(card):
            yield card


def _alone(hand: GolfHand, card: str, doubtful: Doubtful) -> list[str]:
    """The same of one card."""
    return [card] if card not in doubtful and hand.is_seen(card) else []


def _dealt(hand: GolfHand, act: Act, doubtful: Doubtful) -> Iterator[str]:
    hands = act.event["hands"].values()
    full = [cards for cards in hands if isinstance(cards, list) and len(cards) == POSITIONS]
    return _elsewhere(hand, (card for cards in full for card in cards), doubtful)


def _from_deck(hand: GolfHand, act: Act, doubtful: Doubtful) -> list[str]:
    return _alone(hand, act.event["card"], doubtful)


def _taken(hand: GolfHand, act: Act, doubtful: Doubtful) -> list[str]:
    card = act.event.get("card", UNRECORDED)
    top = hand.cards.pile[-1] if hand.cards.pile else UNRECORDED
    if top == UNRECORDED or top in doubtful:
        return _alone(hand, card, doubtful)
    return [card, top] if _is_another(card, top, doubtful) else []


def _seen_in_layout(hand: GolfHand, act: Act, doubtful: Doubtful) -> Iterator[str]:
    """A look or a show against the layout of its player. A show that ends the hole before its cards
    do may come after turns that are missing in the record."""
    if act.type == "show" and not hand.may_be_over:
        return
    layout, cards = act.seat.layout, act.event.get("cards", [])
    new = []
    for card, lying in zip(cards, layout, strict=False):
        if lying == UNRECORDED:
            new.append(card)
        elif _is_another(card, lying, doubtful):
            yield from (card, lying)
    yield from _elsewhere(hand, new, doubtful)


def _swapped(hand: GolfHand, act: Act, doubtful: Doubtful) -> list[str]:
    """A card that comes out of a layout. It is not asked after where nothing was taken before."""
    if not act.seat.taken:
        return []
    card, lying = act.event.get("card", UNRECORDED), act.seat.layout[act.event["position"] - 1]
    if lying == UNRECORDED:
        return _alone(hand, card, doubtful)
    return [card, lying] if _is_another(card, lying, doubtful) else []


def _discarded(hand: GolfHand, act: Act, doubtful: Doubtful) -> list[str]:
    """The drawn card, laid down. It is not asked after where another rule speaks of the act."""
    if not is_plain_discard(act.seat):
        return []
    card, drawn = act.event["card"], act.seat.taken[0].card
    if drawn == UNRECORDED or (hand.begun_unseen and card != drawn):
        return _alone(hand, card, doubtful)
    return [card, drawn] if _is_another(card, drawn, doubtful) else []


def is_plain_discard(seat: GolfSeat) -> bool:
    """Whether a player who discards has one card in their hand, from the deck."""
    return len(seat.taken) == 1 and not seat.taken[0].from_pile


def _is_another(card: str, known: str, doubtful: Doubtful) -> bool:
    return card not in (UNRECORDED, known) and not {card, known} & doubtful


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
