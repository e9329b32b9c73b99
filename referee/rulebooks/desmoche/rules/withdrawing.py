"""Withdrawing: passing for the rest of the hand."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import HINDSIGHT
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.chances import revealed
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import ACTOR, TABLE, THINNED
from referee.wording.language import Plural
from referee.wording.sentences import Cards

shelf = RuleShelf("Withdrawing", rests_on=EVERYTHING)
rule = shelf.rule


@rule(
    "withdraw.off",
    VIOLATION,
    on=("withdraw",),
    binds=("withdraw",),
    unless={"withdraw": ("blocked_melds", "free")},
    rests_on=NOTHING,
)
def withdraw_off(hand: Hand, act: Act) -> Verdict:
    """Nobody can withdraw where the table does not play it.

    Right: The player stays in the hand, and knocks as long as nothing serves them.
    Source: rule text, Passing
    """
    seat = act.seat
    if seat is not None and hand.house["withdraw"] == "off":
        return Breach(
            seat.name,
            "{player} withdrew, which this table does not play.",
            {"player": seat.name},
        )
    return None


@rule(
    "withdraw.live",
    VIOLATION,
    on=("withdraw", HINDSIGHT),
    binds=("withdraw", "withdraw_looks"),
    unless={"withdraw": ("free", "off")},
    rests_on=TABLE | THINNED | ACTOR,
)
def withdraw_live(hand: Hand, act: Act) -> Verdict:
    """A player may withdraw only if no card that could still come fits their melds, as they
    lie, or as the table has it also after a desmoche of what lies there: every card that
    extends one of them is visible, dead, or their own. A player without melds may not withdraw.
    Where a hidden hand might hold every such card, it is undecided.

    Right: The player stays in the hand while a card that could still come fits their melds.
    Source: rule text, Passing
    """
    if hand.house["withdraw"] != "blocked_melds":
        return None
    if act.type == HINDSIGHT:
        return [
            _live(withdrawal.seat, cards, withdrawal.event)
            for withdrawal in hand.withdrawals
            if (cards := revealed(hand, withdrawal))
        ]
    seat = act.seat
    if seat is None:
        return None
    if not seat.melds:
        return Breach(
            seat.name, "{player} withdrew without a meld on the table.", {"player": seat.name}
        )
    if act.hopes is None or not act.hopes.certain:
        return None
    return _live(seat, act.hopes.certain, act.seq)


def _live(seat: Seat, cards: int, event: int) -> Breach:
    text = Plural(
        "{player} withdrew although {cards}, which fits a meld of {player}, could still come.",
        "{player} withdrew although {cards}, which fit melds of {player}, could still come.",
        cards.bit_count(),
    )
    return Breach(
        seat.name,
        text,
        {"player": seat.name, "cards": Cards(cards)},
        event=event,
    )
