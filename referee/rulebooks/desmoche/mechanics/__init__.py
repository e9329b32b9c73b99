"""Mechanics: what each event does to the hand, lawful or not.

Cards and money are moved as they really were. Nothing here asks whether it was allowed; where
the record contradicts itself, the table is taken as the event has it, and play goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.rulebooks.desmoche.acts import (
    FROM_THE_DEAL,
    OUT_OF_PHASE,
    PLAY,
    Act,
    after_the_end,
    out_of_phase,
)
from referee.rulebooks.desmoche.hand import BETTING, OVER, Hand
from referee.rulebooks.desmoche.mechanics import (
    ending,
    gaps,
    leaving,
    melding,
    opening,
    positions,
    turns,
)
from referee.rulebooks.desmoche.mechanics.dealing import take_deal
from referee.rulebooks.desmoche.reading import READERS


def nothing(hand: Hand, act: Act) -> None:
    """The event moves neither cards nor money."""


MECHANICS: Final[dict[str, Callable[[Hand, Act], None]]] = {
    "side_bet": opening.side_bet,
    "cut": nothing,
    "deal": opening.deal,
    "announce": opening.announce,
    "cambio": opening.cambio,
    "declare": opening.declare,
    "draw": turns.draw,
    "discard": turns.lay,
    "pay": turns.lay,
    "pass": turns.knock,
    "claim": turns.claim,
    "force": turns.force,
    "meld": melding.meld,
    "withdraw": leaving.withdraw,
    "offence": leaving.offence,
    "disqualify": leaving.disqualify,
    "forgive": leaving.forgive,
    "win": ending.win,
    "show": ending.show,
    "end": ending.end,
    "result": gaps.result,
    "payment": ending.payment,
    "gap": gaps.gap,
    "position": positions.position,
}
"""What each event of a hand does."""

IN_PLAY: Final = {kind: MECHANICS[kind] for kind in PLAY}
"""What acts of play do while cards are drawn and the record leaves nothing open: then nothing can
keep them from happening."""


def carry_out(hand: Hand, act: Act) -> None:
    """Let the event happen, unless nothing can come of it where it stands."""
    kind, stage = act.type, hand.stage
    if kind in OUT_OF_PHASE[stage] and out_of_phase(hand, act):
        if stage == BETTING:
            _before_the_deal(hand, act)
        return
    if stage == OVER and after_the_end(hand, act):
        ending.doubt_the_win(hand)
        return
    if stage == BETTING and (kind in FROM_THE_DEAL or (hand.unknown and kind in PLAY)):
        take_deal(hand, 0, {})
    if hand.unknown and kind in PLAY:
        gaps.learn_from(hand, act)
    if hand.perhaps_won is not None and kind in PLAY:
        ending.go_on(hand, act)
    MECHANICS[kind](hand, act)


def _before_the_deal(hand: Hand, act: Act) -> None:
    """One act of play before the deal is a stray line. With a second one it is the deal that was
    not written down: nobody saw the cards, and both acts happened."""
    if act.type not in FROM_THE_DEAL:
        return
    hand.early_events.append((act.seq, act.event))
    if len(hand.early_events) > 1:
        take_deal(hand, 0, {})
        for seq, event in hand.early_events:
            hand.timeline.append(seq)
            carry_out(hand, READERS[event["type"]](hand, seq, event))
