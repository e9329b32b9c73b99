"""What an event means at a table of Desmoche: who acts, with which cards, where they come from.

An event is read against the hand before anything has changed. ``players`` finds who acts,
``cards`` where the cards come from, ``melds`` reads a meld, and ``holes`` one whose cards are not
all recorded, in each of the ``readings`` that the rules allow.
"""

from __future__ import annotations

from typing import Final

from referee.rulebooks.desmoche.reading import cards, melds, players

READERS: Final[dict[str, players.Reader]] = {
    "side_bet": players.naming("players"),
    "cut": players.of_a_player,
    "deal": cards.deal,
    "announce": cards.announce,
    "cambio": cards.cambio,
    "declare": cards.shown,
    "draw": cards.draw,
    "discard": cards.lay,
    "pay": cards.lay,
    "pass": players.of_a_player,
    "claim": cards.claim,
    "meld": melds.meld,
    "force": players.force,
    "withdraw": players.withdraw,
    "win": players.of_a_player,
    "show": cards.shown,
    "offence": players.offence,
    "disqualify": players.of_a_player,
    "forgive": players.naming("agreed_by"),
    "end": players.of_the_table,
    "result": players.result,
    "payment": players.payment,
    "gap": players.naming("melds"),
    "position": players.naming("turn", "melds", "out", "owes"),
}
"""How each event of a hand is read."""
