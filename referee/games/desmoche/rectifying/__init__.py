"""Remedies for the findings of Desmoche, and answers to its open questions.

What a new rule's findings take to be put right goes into the module of its subject, and into
``RECTIFYING``.
"""

from __future__ import annotations

from typing import Final

from referee.games.desmoche.rectifying import acts, hands, questions
from referee.judging import remedies
from referee.judging.rectification import THIS_HAND, Answering, Rectifying

MELDS_BACK: Final = (
    "claim.priority", "claim.own", "claim.passed", "claim.dead", "meld.invalid", "meld.broken",
    "meld.stolen", "meld.turn", "meld.from_hand", "desmoche.one_card",
)  # fmt: skip
"""The rules whose findings are put right by taking the meld, or the claim, back."""

RECTIFYING: Final[Rectifying] = {
    **remedies.COMMON,
    "bet.equal": hands.bet_put_right,
    "bet.changed": hands.old_bet_kept,
    "bet.carry": hands.old_bet_kept,
    "seat.carry": hands.newcomer_waits,
    "side.timing": hands.VOID,
    "side.not_played": hands.NOT_PLAYED,
    "event.phase": remedies.moved_between_hands("house", "join", "leave"),
    "deal.order": remedies.struck_out,
    "end.early": acts.given_up,
    "deal.count": hands.dealt_wrongly,
    "cambio.one": hands.one_card_passed,
    "cambio.right": hands.passed_to_the_right,
    "cambio.late": remedies.SECOND_CARD_BACK,
    "auto.late": hands.declared_in_time,
    "auto.missed": hands.declared_at_all,
    **dict.fromkeys(("auto.off", "auto.false"), hands.declaration_taken_back),
    "player.out": acts.act_of_one_who_is_out,
    "stock.empty": remedies.struck_out,
    "turn.order": acts.drawn_by_whose_turn_it_was,
    "draw.hidden": acts.drawn_card_laid_down,
    "discard.search": acts.offence_left_out,
    **dict.fromkeys(MELDS_BACK, acts.card_taken_back),
    "claim.unused": acts.claim_dropped,
    "pay.missing": acts.paid_in_time,
    "pay.extra": remedies.act_taken_back("{player} takes the card back."),
    "pay.table": acts.paid_from_the_hand,
    "meld.order": acts.laid_in_order,
    **dict.fromkeys(("force.off", "force.invalid"), acts.FORCE_BACK),
    "force.priority": acts.forced_card_given_back,
    **dict.fromkeys(("force.refused", "force.missed"), acts.forced_card_used),
    **dict.fromkeys(
        ("withdraw.off", "withdraw.live"), remedies.act_taken_back("{player} stays in the hand.")
    ),
    "win.false": remedies.act_taken_back(
        "{player} takes the call back, and play goes on.", THIS_HAND
    ),
    **dict.fromkeys(("side.not_entered", "side.false"), hands.announcement_taken_back),
    "side.late": hands.announced_in_time,
    "side.passed": hands.kept_and_shown,
    "side.unannounced": hands.announced_at_all,
    "side.unshown": hands.shown_at_last,
    "disqualify.baseless": acts.stays_for_want_of_an_offence,
}
"""The remedy for the findings of each rule."""

ANSWERING: Final[Answering] = {
    "withdraw.live": questions.was_it_in_the_hand,
    "side.false": questions.was_it_dealt,
    "auto.false": questions.was_it_that_win,
}
"""The answers to open questions, where an edit of the record answers them."""
