"""How the findings of Desmoche are put right, and its open questions answered.

Subject by subject, as its rules are: what a new rule's findings take to be put right goes into the
module of its subject, and into ``RECTIFYING``.
"""

from __future__ import annotations

from typing import Final

from referee.games.desmoche.rectifying import (
    automatic,
    betting,
    claims,
    payments,
    questions,
    side_games,
    turns,
)
from referee.judging.rectification import THIS_HAND, Answering, Rectifying
from referee.judging.remedies import (
    COMMON,
    SECOND_CARD_BACK,
    act_taken_back,
    moved_between_hands,
    struck_out,
)

WIN_BACK: Final = act_taken_back("{player} takes the call back, and play goes on.", THIS_HAND)
MELD_BACK: Final = claims.card_taken_back
STAYS_IN: Final = act_taken_back("{player} stays in the hand.")
PAYMENT_BACK: Final = act_taken_back("{player} takes the card back.")

RECTIFYING: Final[Rectifying] = {
    **COMMON,
    "bet.equal": betting.bet_put_right,
    "bet.changed": betting.old_bet_kept,
    "bet.carry": betting.old_bet_kept,
    "seat.carry": betting.newcomer_waits,
    "side.timing": side_games.VOID,
    "side.not_played": side_games.NOT_PLAYED,
    "event.phase": moved_between_hands("house", "join", "leave"),
    "deal.order": struck_out,
    "end.early": turns.given_up,
    "deal.count": betting.dealt_wrongly,
    "cambio.one": betting.one_card_passed,
    "cambio.right": betting.passed_to_the_right,
    "cambio.late": SECOND_CARD_BACK,
    "auto.late": automatic.declared_in_time,
    "auto.off": automatic.declaration_taken_back,
    "auto.missed": automatic.declared_at_all,
    "auto.false": automatic.declaration_taken_back,
    "player.out": turns.act_of_one_who_is_out,
    "stock.empty": struck_out,
    "turn.order": turns.drawn_by_whose_turn_it_was,
    "draw.hidden": turns.drawn_card_laid_down,
    "discard.search": turns.offence_left_out,
    "claim.priority": claims.card_taken_back,
    "claim.own": claims.card_taken_back,
    "claim.passed": claims.card_taken_back,
    "claim.dead": claims.card_taken_back,
    "claim.unused": claims.claim_dropped,
    "pay.missing": payments.paid_in_time,
    "pay.extra": PAYMENT_BACK,
    "pay.table": payments.paid_from_the_hand,
    "meld.invalid": MELD_BACK,
    "meld.broken": MELD_BACK,
    "meld.stolen": MELD_BACK,
    "meld.turn": MELD_BACK,
    "meld.from_hand": MELD_BACK,
    "desmoche.one_card": MELD_BACK,
    "meld.order": turns.laid_in_order,
    "force.off": claims.FORCE_BACK,
    "force.invalid": claims.FORCE_BACK,
    "force.priority": claims.forced_card_given_back,
    "force.refused": payments.forced_card_used,
    "force.missed": payments.forced_card_used,
    "withdraw.off": STAYS_IN,
    "withdraw.live": STAYS_IN,
    "win.false": WIN_BACK,
    "side.not_entered": side_games.announcement_taken_back,
    "side.late": side_games.announced_in_time,
    "side.false": side_games.announcement_taken_back,
    "side.passed": side_games.kept_and_shown,
    "side.unannounced": side_games.announced_at_all,
    "side.unshown": side_games.shown_at_last,
    "disqualify.baseless": turns.stays_for_want_of_an_offence,
}
"""How the findings of each rule are put right."""

ANSWERING: Final[Answering] = {
    "withdraw.live": questions.was_it_in_the_hand,
    "side.false": questions.was_it_dealt,
    "auto.false": questions.was_it_that_win,
}
"""How open questions are answered, where an edit of the record answers them."""
