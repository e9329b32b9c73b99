"""The Cambio: each passes one card to the other."""

from __future__ import annotations

from typing import Final

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat
from referee.rulebooks.desmoche_app.signs import CAMBIO

shelf = RuleShelf("The Cambio")
rule = shelf.rule

SOURCE: Final = "the app's rule page, Card Exchange"
_ENDS_IT: Final = ("turn_up", "pass", "take", "draw", "meld", "take_back", "discard")


@rule("cambio.one", VIOLATION, on=("cambio", *_ENDS_IT), signs=CAMBIO)
def cambio_one(hand: AppHand, act: Act) -> Verdict:
    """In the Cambio each player passes exactly one card. A second card is found where it is passed,
    a missing one where the first discard is turned up. Once both have passed one, a further card
    may come too late: it is found with the line that turns the first discard up.

    Right: Each player passes exactly one card before the first discard is turned up.
    Source: the app's rule page, Card Exchange
    """
    if hand.turned or hand.blurred:
        return None
    if act.type == "cambio":
        seat = act.seat
        if seat is None or not seat.passed or hand.all_passed or hand.puts_right(act):
            return None
        return _second(seat, act.seq)
    again = [_second(seat, event) for seat in hand.seats for event in seat.passed_again]
    missing = [seat for seat in hand.seats if not seat.passed]
    return [
        *(again if act.type == "turn_up" else ()),
        *_none(missing[hand.strange_passes :]),
    ]


def _second(seat: AppSeat, event: int) -> Breach:
    text = "{player} passed a second card."
    return Breach(seat.name, text, {"player": seat.name}, event=event)


def _none(missing: list[AppSeat]) -> list[Breach]:
    return [
        Breach(
            seat.name, "{player} passed no card before the first discard.", {"player": seat.name}
        )
        for seat in missing
    ]


@rule("cambio.right", VIOLATION, on=("cambio",))
def cambio_right(hand: AppHand, act: Act) -> Verdict:
    """The card that is passed goes to the other player; nobody passes a card to themselves.

    Right: The card goes face down to the other player.
    Source: the app's rule page, Card Exchange
    """
    to = hand.find(act.event.get("to", ""))
    if to is None or to is not act.seat:
        return None
    return Breach(
        to.name,
        "{player} passed a card to themselves; it goes to {other}.",
        {"player": to.name, "other": hand.after(to).name},
    )


@rule("cambio.late", VIOLATION, on=("cambio",))
def cambio_late(hand: AppHand, act: Act) -> Verdict:
    """The Cambio is over when the first discard is turned up. Nobody passes a second card then.

    Right: Pass the card before the first discard is turned up, or keep it.
    Source: the app's rule page, Card Exchange
    """
    seat = act.seat
    if seat is None or not hand.turned or not seat.passed or hand.blurred:
        return None
    if hand.puts_right(act):
        return None
    return Breach(
        seat.name,
        "{player} passed another card after the first discard was turned up.",
        {"player": seat.name},
        cites=(seat.passed,),
    )
