"""Melds: what is laid, taken apart and taken back, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND, Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat, Torn
from referee.rulebooks.desmoche_app.laying import Meld, is_left_of, is_valid, lifted
from referee.rulebooks.desmoche_app.signs import TORN
from referee.wording.language import Plural
from referee.wording.sentences import InOrder

shelf = RuleShelf("Melds")
rule = shelf.rule

SOURCE: Final = "the app's rule page, Gameplay"

_IN_THE_END: Final = ("discard", "win", "draw", "take", "end", NEXT_HAND)
"""Events by which what a player did with their melds is final."""


@rule("meld.turn", VIOLATION, on=("meld",))
def meld_turn(hand: AppHand, act: Act) -> Verdict:
    """Melds are laid, and cards moved between them, in one's own turn after taking a card and
    before discarding one. One finding until the player next takes a card.

    Right: Take a card first, then lay melds, then discard a card.
    Source: the app's rule page, Gameplay
    """
    seat = act.seat
    if seat is None or hand.in_turn(seat) or seat.melded_early:
        return None
    laid = hand.laying(act)
    doubtful = hand.cards.doubtful
    if not laid.meld or laid.stolen or hand.cards.misplaced(seat.holding, laid.from_hand):
        return None
    if _may_be_from_the_pile(hand, seat, laid.from_hand) or hand.takes_unseen(act):
        return None
    fresh = {*laid.from_hand, *laid.named_now}
    if not doubtful.isdisjoint(laid.meld) and len(fresh - doubtful) <= len(laid.named_now):
        # a meld from which the other player took cards is put right
        return None
    return Breach(
        seat.name,
        "{player} melds {cards} without having taken a card in their own turn.",
        {"player": seat.name, "cards": InOrder(laid.meld)},
    )


def _may_be_from_the_pile(hand: AppHand, seat: AppSeat, cards: list[str]) -> bool:
    """Whether a melded card may be one that lies on the pile, which is told as that only."""
    # the first discard lies there when play begins, also where nobody wrote it down
    pile = hand.cards.pile if hand.turned else [UNRECORDED]
    unread = UNRECORDED in pile and any(not seat.holding.known[card] for card in cards)
    return unread or (UNRECORDED in cards and bool(pile))


@rule("meld.invalid", VIOLATION, on=("meld",))
def meld_invalid(hand: AppHand, act: Act) -> Verdict:
    """A meld is a run of three to ten cards in one suit or a set of three or four of one rank. Ace
    is low in runs: A-2-3 is a run, Q-K-A is not. An invalid meld is one finding, as it lies.

    Right: Lay down only a run of three to ten in one suit, or three or four of one rank.
    Source: the app's rule page, Gameplay
    """
    seat = act.seat
    if seat is None:
        return None
    laid = hand.laying(act)
    if not laid.meld or is_valid(laid.meld):
        return None
    if any(_may_have_grown_to(laid.meld, lying) for lying in seat.melds if not is_valid(lying)):
        # that it is none was told when it was laid
        return None
    return Breach(
        seat.name,
        "{player} laid {cards}, which is neither a run nor a set.",
        {"player": seat.name, "cards": InOrder(laid.meld)},
    )


def _may_have_grown_to(meld: Meld, lying: Meld) -> bool:
    """Whether the cards that lay there may all be in this meld, with those that nobody recorded."""
    unlisted = [card for card in lying if card != UNRECORDED and card not in meld]
    return len(unlisted) <= meld.count(UNRECORDED) and len(lying) <= len(meld)


@rule("meld.three", VIOLATION, on=("meld",))
def meld_three(hand: AppHand, act: Act) -> Verdict:
    """Each player has room for three melds, and lays no fourth one. What is left of a meld that
    was taken apart is not a meld.

    Right: The cards go to one of the three melds, or stay in the hand.
    Source: the app's rule page, Setup
    """
    seat = act.seat
    if seat is None or not hand.makes_fourth(act):
        return None
    laid = hand.laying(act)
    return Breach(
        seat.name,
        "{player} lays a fourth meld, {cards}.",
        {"player": seat.name, "cards": InOrder(laid.meld)},
    )


@rule("meld.stolen", VIOLATION, on=("meld", "take_back"))
def meld_stolen(hand: AppHand, act: Act) -> Verdict:
    """A player's melds are their own. Nobody lays off on the other player's melds, or takes a
    card from them.

    Right: The player melds and takes back their own cards only.
    Source: the app's rule page, Gameplay
    """
    seat = act.seat
    if seat is None:
        return None
    others = hand.others_melded(seat)
    stolen = [
        card
        for card in act.event["cards"]
        if card in others and card not in seat.melded and card != UNRECORDED
    ]
    if not stolen:
        return None
    text = "{player} used {cards}, which lay in the melds of {other}."
    return Breach(
        seat.name,
        Plural(text, text, len(stolen)),
        {"player": seat.name, "cards": InOrder(stolen), "other": hand.after(seat).name},
    )


@rule("meld.broken", VIOLATION, on=_IN_THE_END, signs=TORN)
def meld_broken(hand: AppHand, act: Act) -> Verdict:
    """A card may go from one's own meld into another one if every meld that is left is a meld in
    the end: when the player discards or calls the win, the next card is taken, or the hand is
    ended. The finding stands at the meld that took the card.

    Right: The player takes only cards that leave a meld behind; other cards stay where they lie.
    Source: the app's rule page, Gameplay
    """
    return [
        Breach(
            seat.name,
            "{player} took a card from a meld and left {cards}, which is not a meld.",
            {"player": seat.name, "cards": InOrder(left)},
            event=torn.event,
        )
        for seat, torn, left in _left_in_the_end(hand, act)
        if torn.by == "meld"
    ]


@rule(
    "back.broken", VIOLATION, on=("take_back", *_IN_THE_END), binds=("whole_meld_back",), signs=TORN
)
def back_broken(hand: AppHand, act: Act) -> Verdict:
    """Cards may go back from a meld to the hand at any time if what is left is a meld in the end.
    Whether all of a meld may go back is a house rule.

    Right: Take back only cards that leave a meld behind; or the whole meld, where the table allows
    it.
    Source: the app's rule page, Gameplay
    """
    seat = act.seat
    if act.type == "take_back":
        if seat is None or hand.house["whole_meld_back"] == "on":
            return None
        torn = [one.rest for one in seat.torn]
        whole = [
            meld
            for meld in seat.melds
            if all(card in act.event["cards"] and card != UNRECORDED for card in meld)
            and (is_valid(meld) or any(is_left_of(meld, rest) for rest in torn))
        ]
        if not whole:
            return None
        text = "{player} takes back all of {cards}, which this table does not allow."
        cards = InOrder(card for meld in whole for card in meld)
        return Breach(seat.name, text, {"player": seat.name, "cards": cards})
    return [
        Breach(
            seat.name,
            "{player} took a card back from a meld and left {cards}, which is not a meld.",
            {"player": seat.name, "cards": InOrder(left)},
            event=torn.event,
        )
        for seat, torn, left in _left_in_the_end(hand, act)
        if torn.by != "meld"
    ]


def _left_in_the_end(hand: AppHand, act: Act) -> Iterator[tuple[AppSeat, Torn, Meld]]:
    """The events that left what is no meld in the end, each with its player and what is left."""
    if hand.over:
        return
    for seat in hand.seats:
        if seat.unclear or (act.type in ("discard", "win") and act.seat is not seat):
            continue
        melds, torn = seat.melds, list(seat.torn)
        if act.type == "discard" and melds and not hand.from_hand(act):
            melds, rests = lifted(melds, [act.event["card"]])
            torn += [Torn(act.seq, act.type, rest) for rest in rests]
        told = set()
        for one in torn:
            left = [meld for meld in melds if is_left_of(meld, one.rest)]
            if any(not hand.cards.doubtful.isdisjoint(meld) for meld in left):
                # nobody knows whether these cards lie there
                continue
            if left and one.event not in told:
                told.add(one.event)
                yield seat, one, [card for meld in left for card in meld]
