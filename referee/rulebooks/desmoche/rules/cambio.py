"""The Cambio: everybody passes one card to the right."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, PLAYING, Hand
from referee.rulebooks.desmoche.signs import PASSED_ODDLY, PERHAPS_NOT_NEXT
from referee.rulebooks.desmoche.unknown import PAST

shelf = RuleShelf("Cambio", rests_on=EVERYTHING)
rule = shelf.rule


@rule(
    "cambio.one",
    VIOLATION,
    on=("cambio", "draw"),
    stages=(DEALT,),
    signs=PASSED_ODDLY | PERHAPS_NOT_NEXT,
    rests_on=NOTHING,
)
def cambio_one(hand: Hand, act: Act) -> Verdict:
    """In the Cambio each player passes exactly one card. A second card is found where it is passed,
    a missing one at the first draw.

    Right: Each player passes exactly one card before the first draw.
    Source: rule text, Gameplay
    """
    if hand.stage != DEALT:
        return None
    if act.type == "cambio":
        giver = act.seat
        if giver is not None and giver.passed and not hand.perhaps_begun:
            return Breach(giver.name, "{player} passed a second card.", {"player": giver.name})
        return None
    playing = hand.playing()
    if hand.unknown & PAST or len(playing) < 2:
        return None
    missing = [seat for seat in playing if not seat.passed]
    return [
        Breach(seat.name, "{player} passed no card before the first draw.", {"player": seat.name})
        for seat in missing[hand.strangers_passed :]
    ]


@rule(
    "cambio.right",
    VIOLATION,
    on=("cambio",),
    stages=(BETTING, DEALT, OVER),
    signs=PASSED_ODDLY,
    rests_on=NOTHING,
)
def cambio_right(hand: Hand, act: Act) -> Verdict:
    """The card goes to the player on the right.

    Right: The card goes face down to the player on the right.
    Source: rule text, Gameplay
    """
    giver, named = act.seat, act.event.get("to")
    if giver is None or named is None or hand.stage == PLAYING:
        return None
    if hand.find(named) not in hand.next_drawers(giver):
        right = hand.next_playing(giver)
        return Breach(
            giver.name,
            "{player} passed a card to {to}; it goes to the right, to {right}.",
            {"player": giver.name, "to": named, "right": right.name},
        )
    return None


@rule(
    "cambio.late", VIOLATION, on=("cambio",), stages=(PLAYING,), signs=PASSED_ODDLY, rests_on=PAST
)
def cambio_late(hand: Hand, act: Act) -> Verdict:
    """The Cambio is over when the first card is drawn. Nobody passes a second card then.

    Right: Pass the card before the first draw, or keep it.
    Source: rule text, Gameplay
    """
    giver = act.seat
    if hand.stage == PLAYING and giver is not None and giver.passed:
        return Breach(
            giver.name, "{player} passed another card after the first draw.", {"player": giver.name}
        )
    return None
