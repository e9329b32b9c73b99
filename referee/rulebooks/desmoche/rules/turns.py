"""Turns: who draws, and what may be done with the drawn card."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import each
from referee.judging.findings import DISQUALIFICATION, RECORD, VIOLATION, Breach
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.offences import hides_the_draw, told_offence
from referee.rulebooks.desmoche.seat import DISQUALIFIED, WITHDRAWN
from referee.rulebooks.desmoche.signs import (
    EMPTY_DECK,
    OUT,
    PERHAPS_NOT_NEXT,
    PICKED,
    UNOWED,
)
from referee.rulebooks.desmoche.unknown import ACTOR, TURN
from referee.wording.sentences import Cards

shelf = RuleShelf("Turns and claims", rests_on=EVERYTHING)
rule = shelf.rule

_ACTS: Final = (
    "cambio", "declare", "draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw",
    "win",
)  # fmt: skip


_OUT: Final = {
    WITHDRAWN: "{player} is out of this hand (withdrawn) and takes no further part in it.",
    DISQUALIFIED: "{player} is out of this hand (disqualified) and takes no further part in it.",
}


@rule("player.out", VIOLATION, on=_ACTS, silences=True, once=True, signs=OUT, rests_on=NOTHING)
def player_out(hand: Hand, act: Act) -> Verdict:
    """A player who withdrew or is disqualified takes no further part in the hand. One finding a
    hand, at their first act; a payment that they owe from before is in order.

    Right: A player who is out waits for the next hand; only a payment that they owe from before is
    still theirs to make.
    Source: rule text, Passing
    """
    seat = act.seat
    if act.type == "force":
        seat = hand.find(act.event["by"])
    if seat is None or seat.plays or (act.type == "pay" and seat.owes):
        return None
    if act.type == "win" and hand.over:
        return None
    if ("player.out", seat.name) in hand.told:
        return ()
    return Breach(
        seat.name,
        _OUT[seat.standing],
        {"player": seat.name},
        cites=(seat.out_since,) if seat.out_since else (),
    )


@rule(
    "stock.empty",
    RECORD,
    on=("draw",),
    silences=True,
    once=True,
    signs=EMPTY_DECK,
    rests_on=NOTHING,
)
def stock_empty(hand: Hand, act: Act) -> Verdict:
    """Nobody can draw from an empty deck. One finding a hand.

    Right: The hand ends with the last card of the deck: strike the draw out of the record, or
    correct a line before it.
    Source: rule text, Gameplay
    """
    if hand.deck is not None and hand.deck <= 0 and hand.draws:
        if ("stock.empty", "") in hand.told:
            return ()
        return Breach(None, "The deck is empty: there is no card left to draw.")
    return None


@rule(
    "turn.order",
    VIOLATION,
    on=("draw",),
    binds=("opening",),
    signs=PERHAPS_NOT_NEXT,
    rests_on=TURN | ACTOR,
)
def turn_order(hand: Hand, act: Act) -> Verdict:
    """The player on the dealer's right begins; after that the next to draw is the player on the
    right of whoever laid the last card on the pile, skipping those who are out. On the first turn
    of the hand, if nobody used the card, the same player draws a second one.

    Right: The player whose turn it is draws the card.
    Source: rule text, Gameplay
    """
    drawer = act.seat
    if drawer is None:
        return None
    expected = hand.expected_drawers()
    if not expected or drawer in expected:
        return None
    return Breach(
        drawer.name,
        "{player} drew out of turn; it was {expected}'s turn to draw.",
        {"player": drawer.name, "expected": expected[0].name},
        cites=(hand.offer.event,) if hand.offer else (),
    )


@rule(
    "draw.hidden",
    DISQUALIFICATION,
    on=("discard", "pay", "meld", "show", "offence"),
    signs=UNOWED | PICKED,
    rests_on=NOTHING,
)
def draw_hidden(hand: Hand, act: Act) -> Verdict:
    """A drawn card is never put among the hand's cards: it is used at once or laid on the pile.
    Somebody may have seen it done; or the record shows it, because the drawer lays another card
    on the pile, or later plays the drawn card from the hand.

    Right: Use the drawn card at once, or lay it openly on the pile.
    Source: rule text, Gameplay and Disqualification
    """
    if act.type == "offence":
        return told_offence(
            hand, act, "draw.hidden", "{player} put a drawn or discarded card into the hand."
        )
    hidden = hides_the_draw(hand, act)
    seat = act.seat
    if not hidden or seat is None:
        return None
    if any(
        done.told and done.seat is seat and done.rule == "draw.hidden" for done in hand.offences
    ):
        return None
    return Breach(
        seat.name,
        "{player} drew {card} and put it among the cards of the hand.",
        {"player": seat.name, "card": Cards(hidden)},
        cites=tuple(sorted({hand.seen_at[card] for card in each(hidden)} - {act.seq})),
    )


@rule("discard.search", DISQUALIFICATION, on=("offence",), rests_on=NOTHING)
def discard_search(hand: Hand, act: Act) -> Verdict:
    """Nobody may move cards in the discard pile to see what has passed.

    Right: The pile stays as it lies; the referee or the log tells what has passed.
    Source: rule text, Disqualification
    """
    return told_offence(hand, act, "discard.search", "{player} moved cards in the discard pile.")
