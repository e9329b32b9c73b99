"""How declared wins are put right."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import names
from referee.games.desmoche.wins import NAMES
from referee.judging.rectification import NEVER, THIS_HAND, Rectification, Wrong
from referee.judging.remedies import the_player
from referee.wording.sentences import Sentence

WIN_CALLED: Final = {title: win for win, title in NAMES.items()}


def declared_in_time(wrong: Wrong) -> Rectification:
    """The win is declared before the first draw, which ends the hand."""
    before = wrong.first("draw")
    return Rectification(
        Sentence("{player} declares {win} before the first draw.", wrong.facts),
        wrong.moved(wrong.seq if before is None else before),
        the_player(wrong),
        NEVER,
        decides=True,
    )


def declared_at_all(wrong: Wrong) -> Rectification:
    """The win that was missed is declared: as dealt before the own pass, else before the first
    draw."""
    player, cards = wrong.player, list(names(wrong.facts["cards"]))
    declared = {
        "type": "declare",
        "player": player,
        "win": WIN_CALLED[wrong.facts["win"]],
        "cards": cards,
    }
    before = wrong.seq
    dealt = wrong.first("deal")
    hands = (wrong.at(dealt) or {}).get("hands", {}) if dealt is not None else {}
    passed = wrong.first("cambio", player)
    if hands.get(player) and set(hands[player]) == set(cards) and passed is not None:
        before = passed
    return Rectification(
        Sentence("{player} declares {win} before the first draw.", wrong.facts),
        wrong.put(declared, before),
        the_player(wrong),
        NEVER,
        decides=True,
    )


def declaration_taken_back(wrong: Wrong) -> Rectification:
    """A declaration that counts for nothing is taken back; the cards that it showed stay seen."""
    shown = wrong.event.get("cards")
    edit = wrong.strike(wrong.seq)
    if shown:
        event = {"type": "show", "player": wrong.player, "cards": shown}
        edit = (*wrong.put(event, wrong.seq), *edit)
    text = "{player} takes the declaration back, and play goes on."
    return Rectification(
        Sentence(text, {"player": wrong.player}), edit, the_player(wrong), THIS_HAND
    )
