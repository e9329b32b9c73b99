"""The record itself: what it says that cannot be, beyond what all games have."""

from __future__ import annotations

from typing import Any

from referee.cards.deck import UNRECORDED
from referee.judging.findings import RECORD, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules import cards, own_form, record
from referee.rulebooks.common.table import PileTable
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat
from referee.wording.language import Word
from referee.wording.sentences import Facts, InOrder

shelf = RuleShelf("The record itself")
rule = shelf.rule


@own_form(
    shelf,
    record.shelf,
    "event.phase",
    also_on=("turn_up", "pass", "reshuffle"),
)
def event_phase(place: AppHand | PileTable[Any], act: Act) -> Verdict:
    """Every event has its part of the game. One card is turned up in a hand; a knock declines
    the first discard, once each, before anybody's turn; the pile becomes the deck when that is
    empty; house rules change between hands; nobody joins or leaves a game that has begun."""
    if not isinstance(place, AppHand) or act.type in ("cut", "deal"):
        return record.event_phase(place, act)
    if place.over or place.blurred or (act.seat is None and act.type == "pass"):
        return None
    fits = {
        "turn_up": not place.turned,
        "pass": act.seat is None or place.on_offer_to(act.seat),
        "reshuffle": place.cards.deck == 0 or (place.cards.at_once and place.cards.fresh),
    }
    if fits.get(act.type, True):
        return None
    return Breach(None, "The record has {what} where it cannot be.", {"what": Word(act.what)})


@own_form(shelf, cards.shelf, "card.location")
def card_location(place: AppHand | object, act: Act) -> Verdict:
    """A card is in one place. It cannot be dealt or listed twice, be drawn or come from a hand
    when it is known to lie elsewhere, be taken from the pile when another card lies on top of
    it, or be taken back when it is in no meld."""
    if not isinstance(place, AppHand):
        return None
    look = {"draw": _drawn, "take": _taken, "take_back": _taken_back, "turn_up": _turned}
    if act.type in look:
        return look[act.type](place, act)
    if act.type == "meld":
        listed = [card for card in act.event["cards"] if card != UNRECORDED]
        twice = [card for card in dict.fromkeys(listed) if listed.count(card) > 1]
        if twice:
            return Breach(None, "{cards} is in one meld twice.", _facts(twice))
    seat = act.seat
    if act.type == "cambio" and isinstance(seat, AppSeat):
        card = act.event["card"]
        if place.puts_right(act):
            return None
        may_have_passed = seat.passed or place.blurred
        if card != UNRECORDED and card in seat.received and not may_have_passed:
            text = "{player} passes {cards}, which was received in the Cambio and not dealt."
            return Breach(None, text, _facts([card], seat))
    return cards.card_location(place, act)


@own_form(shelf, cards.shelf, "card.count")
def card_count(place: AppHand | object, act: Act) -> Verdict:
    """Nobody can play more cards from the hand than they hold. One finding for each player and
    hand. A player who discards without having taken a card may lack one for that reason."""
    if not isinstance(place, AppHand) or act.seat is None:
        return None
    if act.type == "discard" and not place.in_turn(act.seat):
        return None
    if act.type == "meld" and place.makes_fourth(act):
        # four melds are more than ten cards: told as a fourth meld
        return None
    return cards.card_count(place, act)


@own_form(shelf, record.shelf, "hand.over")
def hand_over(place: AppHand | PileTable[Any], act: Act) -> Verdict:
    """Once a hand is decided nobody plays on in it. Where a called win is taken at its word,
    play that goes on may also show that it was no win; and whoever has won may lay their melds
    otherwise in the same act. One finding a hand."""
    if isinstance(place, AppHand) and place.on_his_word:
        return None
    if isinstance(place, AppHand) and place.lays_the_win_otherwise(act):
        return ()
    return record.hand_over(place, act)


@own_form(shelf, record.shelf, "end.early")
def end_early(hand: AppHand, act: Act) -> Verdict:
    """A hand ends with ten cards in melds. A table that gives it up says so (abandoned). Where a
    card was taken back unseen, somebody may have won without a word. If the table takes a false
    win for a real one, the hand ends there: the referee finds the false win, and not this."""
    if hand.win_called or hand.perhaps_won is not None:
        return None
    return record.end_early(hand, act)


def _facts(found: list[str], seat: AppSeat | None = None) -> Facts:
    return {"cards": InOrder(found), "player": seat.name if seat else ""}


def _drawn(hand: AppHand, act: Act) -> Verdict:
    card = act.event["card"]
    if not hand.cards.lies_elsewhere(card):
        return None
    if card in hand.cards.pile[-1:] and hand.stock_lacks_a_card(act):
        return None
    text = "{cards} cannot be drawn from the deck here: it is known to lie elsewhere."
    return Breach(None, text, _facts([card]))


def _turned(hand: AppHand, act: Act) -> Verdict:
    card = act.event["card"]
    if hand.turned or hand.cards.can_be_drawn(card):
        return None
    text = "{cards} cannot be turned up here: it is known to lie elsewhere."
    return Breach(None, text, _facts([card]))


def _taken(hand: AppHand, act: Act) -> Verdict:
    card, pile = act.event.get("card", UNRECORDED), hand.cards.pile
    top = pile[-1] if pile else None
    if top is None and hand.turned and not hand.blurred:
        # who did not discard is told, not the pile
        if hand.taken and act.seat is not hand.turn:
            return None
        return Breach(None, "There is no card on the pile.", {})
    if card in (top, UNRECORDED) or card in hand.cards.doubtful:
        return None
    if top in (None, UNRECORDED):
        if hand.cards.can_be_drawn(card):
            return None
        text = "{cards} cannot be taken: it is known to lie elsewhere."
        return Breach(None, text, _facts([card]))
    text = "{cards} cannot be taken from the pile: {top} lies on top."
    return Breach(None, text, {"cards": InOrder((card,)), "top": InOrder((top,))})


def _taken_back(hand: AppHand, act: Act) -> Verdict:
    seat = act.seat
    if seat is None or seat.hidden:
        return None
    melded = [*seat.melded, *hand.others_melded(seat)]
    missing = [
        card
        for card in act.event["cards"]
        if card not in melded
        and card not in hand.cards.doubtful
        and UNRECORDED not in seat.melded
        and not (card == UNRECORDED and melded)
        and not hand.perhaps_stolen(seat, card)
    ]
    if not missing:
        return None
    text = "{cards} cannot be taken back: it lies in no meld of {player}."
    return Breach(None, text, _facts(missing, seat))


@rule("deck.order", RECORD, on=("draw",), binds=("recycled",))
def deck_order(hand: AppHand, act: Act) -> Verdict:
    """The pile becomes the deck without being shuffled, so that its cards are drawn in the
    order in which they lie there: the one discarded first comes first, or last, as the table
    has it.

    Right: Correct the card to the one that lay in that place of the deck.
    Source: the app's rule page, Gameplay
    """
    card, top = act.event["card"], hand.cards.next_card
    if top is None or card in (top, UNRECORDED) or hand.cards.lies_elsewhere(card):
        return None
    if hand.stock_lacks_a_card(act):
        return None
    if card in hand.cards.doubtful or top in hand.cards.doubtful:
        return None
    if card not in hand.cards.stock:
        # it may lie elsewhere, where nobody saw it, which is told as that
        return None
    if top == UNRECORDED:
        text = "{card} is drawn, and it lies deeper in the deck."
    else:
        text = "{card} is drawn where {top} comes next in the deck."
    return Breach(None, text, {"card": InOrder((card,)), "top": InOrder((top,))})
