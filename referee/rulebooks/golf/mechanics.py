"""What each event does to a hole, lawful or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.judging.kernel.hands import UNDECIDED
from referee.rulebooks.common import mechanics as common
from referee.rulebooks.common.hands import Outcome
from referee.rulebooks.golf.hand import KNOCK, STOCK_EMPTY, GolfHand, GolfSeat, Taken, unseen
from referee.rulebooks.golf.places import misplaced
from referee.rulebooks.golf.points import POSITIONS
from referee.rulebooks.golf.scoring import name_winner
from referee.rulebooks.golf.turning import begin, close, finish, finish_turn, understand_turn_up

GIVEN_UP: Final = "none"


def deal(hand: GolfHand, hands: Mapping[str, list[str] | int]) -> None:
    """Four cards for everybody; whoever got another number has four that nobody knows."""
    wrong = misplaced(hand, Act(0, "deal", {"hands": hands}))
    for name, cards in hands.items():
        seat = hand.find(name)
        if seat is not None and isinstance(cards, list) and len(cards) == POSITIONS:
            seat.layout = list(cards)
    hand.cards.leave_deck(POSITIONS * len(hand.seats))
    for card in wrong:
        hand.disbelieve(card)


def lose_sight(hand: GolfHand, stock: int | None) -> None:
    """Something was not written down: cards, turns and knocks are not known any more. Where so many
    cards are left in the stock, no card was turned up yet."""
    for seat in hand.seats:
        seat.layout, seat.taken, seat.perhaps_moved = unseen(), [], False
        # nobody knows whether the player's next turn is their first one
        seat.turns = max(seat.turns, 1)
    hand.turned_up = not hand.is_untouched(stock)
    hand.cards.pile = [UNRECORDED] * hand.turned_up
    hand.due, hand.last_actor, hand.unlaid = None, None, None
    hand.undrawn, hand.interrupted = None, None
    hand.passed_over.clear()
    hand.last_card_drawn, hand.begun_unseen = False, True


def is_looking_again(hand: GolfHand, act: Act) -> bool:
    """Whether a look is another one than that at two cards which everybody has before play."""
    return hand.begun or act.seat.looks > 0 or len(act.event.get("cards", ())) > 2


def _turn_up(hand: GolfHand, act: Act) -> None:
    """The top card of the deck begins the pile."""
    if hand.turned_up and (hand.played or not hand.blurred):
        return
    hand.turned_up = False
    wrong = _corrects(hand, act)
    understand_turn_up(hand)
    if not wrong:
        hand.cards.pile[-1] = act.event["card"]


def _look(hand: GolfHand, act: Act) -> None:
    if is_looking_again(hand, act):
        act.seat.untold_looks += 1
    act.seat.looks += 1
    _see(hand, act)


def _offence(hand: GolfHand, act: Act) -> None:
    if act.event["kind"] == "looked_again" and act.seat.untold_looks:
        act.seat.untold_looks -= 1


def _show(hand: GolfHand, act: Act) -> None:
    close(hand, act.seq)
    if len(act.event["cards"]) == POSITIONS:
        act.seat.shown = True
        _see(hand, act)
        name_winner(hand)


def _see(hand: GolfHand, act: Act) -> None:
    """Cards of a layout are seen in their places."""
    if _corrects(hand, act):
        act.seat.layout = unseen()
        return
    for place, card in enumerate(act.event.get("cards", ())[:POSITIONS]):
        if card != UNRECORDED or act.seat.perhaps_moved:
            act.seat.layout[place] = card


def _corrects(hand: GolfHand, act: Act) -> bool:
    """Whether the act has cards where they cannot be; from then on they may be anywhere."""
    wrong = misplaced(hand, act)
    for card in wrong:
        hand.disbelieve(card)
    return bool(wrong)


def _draw(hand: GolfHand, act: Act) -> None:
    if act.seat is None or hand.cards.deck == 0:
        return
    wrong = _corrects(hand, act)
    if not begin(hand, act):
        return
    act.seat.taken.append(Taken(UNRECORDED if wrong else act.event["card"], from_pile=False))
    hand.taken = hand.taken or hand.turn is act.seat
    hand.cards.leave_deck()
    if hand.cards.deck == 0:
        hand.last_card_drawn = True
        # who makes up for a draw has had their turn
        if hand.house["last_card"] == "at_once" or not hand.taken:
            finish(hand, KNOCK if hand.due == [act.seat] else STOCK_EMPTY, act.seq)


def _take(hand: GolfHand, act: Act) -> None:
    if act.seat is None:
        return
    wrong = _corrects(hand, act)
    if not begin(hand, act):
        return
    top = hand.cards.pile.pop() if hand.cards.pile else UNRECORDED
    if (top == UNRECORDED or top in hand.doubtful) and not wrong:
        top = act.event.get("card", top)
    act.seat.taken.append(Taken(top, from_pile=True))
    hand.taken = hand.taken or hand.turn is act.seat


def _knock(hand: GolfHand, act: Act) -> None:
    seat: GolfSeat | None = act.seat
    if seat is None:
        return
    has_just_played = hand.last_actor is seat and hand.due is None
    may_hold_a_card = hand.blurred and hand.turn is None
    if not has_just_played and not (begin(hand, act) and hand.turn is seat):
        return
    if may_hold_a_card:
        seat.taken.append(Taken(UNRECORDED, from_pile=False, perhaps=True))
    if hand.due is None:
        # behind a gap somebody else may have knocked before it: they have no turn either
        hand.due = [one for one in hand.seats if one not in (seat, hand.knocker)]
        hand.knock_unsure = hand.blurred and hand.knocker is None
        hand.knocker = hand.knocker or seat
    finish_turn(hand, seat, act.seq)


def _swap(hand: GolfHand, act: Act) -> None:
    seat: GolfSeat | None = act.seat
    if seat is None:
        return
    wrong = _corrects(hand, act)
    if not begin(hand, act):
        return
    _doubt_what_was_taken(hand, seat)
    place, out = act.event["position"] - 1, act.event.get("card")
    known, seat.layout[place] = seat.layout[place], _swapped_in(seat)
    if wrong:
        seat.layout = unseen()
    if out is not None:
        comes_out = known if out in (UNRECORDED, known) else _comes_to_light(hand, out)
        hand.cards.pile.append(UNRECORDED if wrong else comes_out)
    _lays_down(hand, seat, act.seq)
    if out is None:
        hand.unlaid = seat
        # they may have put the other one anywhere, also in the place of one of theirs
        seat.perhaps_moved = True
        hand.doubtful |= {known, *seat.layout} - {UNRECORDED}


def _swapped_in(seat: GolfSeat) -> str:
    """The card that a player swaps in. Of several it may be any."""
    cards = [one.card for one in seat.taken]
    if len(cards) == 1:
        seat.taken.clear()
        return cards[0]
    seat.taken = [Taken(UNRECORDED, from_pile=False) for _ in cards[1:]]
    return UNRECORDED


def _discard(hand: GolfHand, act: Act) -> None:
    seat: GolfSeat | None = act.seat
    if seat is None:
        return
    lays_what_came_out = hand.unlaid is seat
    wrong = _corrects(hand, act)
    if not begin(hand, act):
        return
    card = act.event["card"]
    if wrong:
        seat.layout, card = unseen(), UNRECORDED
        seat.taken.clear()
    elif not lays_what_came_out:
        if card not in (one.card for one in seat.taken) or card == UNRECORDED:
            _doubt_what_was_taken(hand, seat)
        card = _thrown(seat, card)
    hand.cards.pile.append(_comes_to_light(hand, card))
    _lays_down(hand, seat, act.seq)


def _doubt_what_was_taken(hand: GolfHand, seat: GolfSeat) -> None:
    """A gap may hide that the player has taken another card in the same turn, and lays down that
    one."""
    if hand.begun_unseen and hand.turn is seat:
        hand.doubtful |= {one.card for one in seat.taken} - {UNRECORDED}
        for one in seat.taken:
            one.card = UNRECORDED


def _thrown(seat: GolfSeat, card: str) -> str:
    """The card that a player throws away, of those that they have taken. If it is none of these, or
    may be another one than the one from the pile, which nobody lays back, it came out of their
    layout, and nobody knows where from."""
    cards = [one.card for one in seat.taken]
    if not cards:
        if card in seat.layout and card != UNRECORDED:
            seat.layout[seat.layout.index(card)] = UNRECORDED
        return card
    from_pile = any(one.from_pile for one in seat.taken)
    if len(cards) == 1 and card == UNRECORDED and not from_pile:
        card = cards[0]
    is_one_of_them = card in cards and card != UNRECORDED
    perhaps_none = not is_one_of_them and (from_pile or UNRECORDED not in cards)
    if perhaps_none:
        seat.layout = unseen()
    if perhaps_none or card == UNRECORDED:
        # any of them may be left
        seat.taken = [Taken(UNRECORDED, from_pile=False) for _ in cards[1:]]
    else:
        del seat.taken[cards.index(card if card in cards else UNRECORDED)]
    return card


def _comes_to_light(hand: GolfHand, card: str) -> str:
    """A card lies on the pile; if it was thought to lie elsewhere, it may be another one."""
    if not hand.is_seen(card):
        return card
    hand.disbelieve(card)
    return UNRECORDED


def _lays_down(hand: GolfHand, seat: GolfSeat, seq: int) -> None:
    """With the card that is laid down the turn is over, if it is still this player's."""
    if hand.undrawn is seat:
        # they may take it up again
        hand.doubtful |= {*hand.cards.pile[-1:]} - {UNRECORDED}
    if hand.turn is seat:
        finish_turn(hand, seat, seq)


def _score(hand: GolfHand, act: Act) -> None:
    close(hand, act.seq)
    common.score(hand, act)
    name_winner(hand)


def _end(hand: GolfHand, act: Act) -> None:
    # who shows their cards and then says that the hole is given up has given it up
    is_played_out = hand.over and hand.outcome.kind != UNDECIDED
    if is_played_out or act.event.get("why") != common.ABANDONED:
        close(hand, act.seq)
        return
    hand.abandoned = True
    hand.finish(Outcome(GIVEN_UP, act.seq))


MECHANICS: Final[Mapping[str, Callable[[GolfHand, Act], None]]] = {
    "cut": common.nothing,
    "turn_up": _turn_up,
    "look": _look,
    "draw": _draw,
    "take": _take,
    "swap": _swap,
    "discard": _discard,
    "knock": _knock,
    "show": _show,
    "score": _score,
    "offence": _offence,
    "end": _end,
}
"""What each event does, but for the deal."""
