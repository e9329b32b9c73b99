"""How bets, seats, the deal and the Cambio are put right."""

from __future__ import annotations

from referee.judging.names import fold
from referee.judging.rectification import NEXT_CARD, NEXT_HAND, THIS_HAND, Rectification, Wrong
from referee.judging.remedies import (
    SECOND_CARD_BACK,
    THE_TABLE,
    dealt_anew,
    nothing,
    passed_in_time,
    the_player,
)
from referee.wording.language import Plural
from referee.wording.sentences import Sentence


def bet_put_right(wrong: Wrong) -> Rectification:
    """A player who put in another amount puts in the bet, or takes back what is too much."""
    bets = {
        name: amount
        for name, amount in wrong.event["bets"].items()
        if fold(name) != fold(wrong.player)
    }
    missing = wrong.facts["bet"] - wrong.facts["amount"]
    text = "{player} puts in {more} more." if missing > 0 else "{player} takes {more} back."
    facts = {"player": wrong.player, "more": abs(missing)}
    edit = wrong.reads(wrong.seq, bets=bets or None)
    return Rectification(Sentence(text, facts), edit, the_player(wrong), NEXT_HAND)


def old_bet_kept(wrong: Wrong) -> Rectification:
    """The bet of the hand before is kept."""
    text = "Everybody puts in {before}, as in the hand before."
    edit = wrong.reads(wrong.seq, bet=wrong.facts["before"], bets=None, agreed_by=None)
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, THIS_HAND)


def newcomer_waits(wrong: Wrong) -> Rectification:
    """A newcomer who sat down too early waits; once they have played, their hands stand."""
    if any(event["type"] == "hand" for seq, event in wrong.events if seq > wrong.seq):
        return nothing("{player} has played since, and what was played stands.")(wrong)
    text = "{player} waits until the pot has been won."
    return Rectification(
        Sentence(text, wrong.facts), wrong.strike(wrong.seq), the_player(wrong), NEXT_HAND
    )


def dealt_wrongly(wrong: Wrong) -> Rectification:
    """A wrong count cannot be undone: other cards would have made another hand."""
    if wrong.house["misdeal"] == "redeal":
        return dealt_anew(wrong)
    text = "The cards were dealt so: nobody knows how the hand would end with others."
    dealt = (wrong.event.get("hands") or {}).items()
    counts = [(name, cards if isinstance(cards, int) else len(cards)) for name, cards in dealt]
    steps = [_made_up_to_nine(name, count) for name, count in counts if count != 9]
    named = Sentence("{steps}.", {"steps": steps})
    if not steps:  # somebody said so
        named = Sentence("The hands are made up to nine cards, or down to them.", {})
    return Rectification(Sentence(text, {}), named=named)


def _made_up_to_nine(name: str, count: int) -> Sentence:
    text = Plural("{name} gets a card from the deck", "{name} gets {more} cards from the deck",
                  9 - count)  # fmt: skip
    if count > 9:
        text = Plural("{name} lays a card back into the deck",
                      "{name} lays {more} cards back into the deck", count - 9)  # fmt: skip
    return Sentence(text, {"name": name, "more": abs(9 - count)})


def one_card_passed(wrong: Wrong) -> Rectification:
    """A second card goes back; a missing one is passed, whichever it is."""
    if wrong.event["type"] == "cambio":
        return SECOND_CARD_BACK(wrong)
    return passed_in_time(wrong, "{player} passes a card to the right.")


def passed_to_the_right(wrong: Wrong) -> Rectification:
    """The card goes to the player on the right."""
    text = "The card goes to {right}."
    edit = wrong.reads(wrong.seq, to=None)
    return Rectification(Sentence(text, wrong.facts), edit, the_player(wrong), NEXT_CARD)
