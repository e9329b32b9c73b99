"""The events of a hand of Desmoche, and how they are written."""

from __future__ import annotations

from typing import Final

from referee.judging import forms
from referee.judging.forms import (
    AGREED_BY,
    CARD,
    CUT,
    DEAL,
    END,
    FORGIVE,
    MELD,
    OFFENCE,
    PAYMENT,
    PLAYER,
    SHOW,
    Field,
    Form,
    by_type,
)
from referee.wording.language import N_

_SIDE_GAME: Final = Field("side_game", "choice", what=N_("a side game"))
_SOME_CARDS: Final = Field("cards", "cards", required=False)

HAND: Final = Form(
    "hand",
    N_("Opens the next hand; everybody has put in the bet."),
    N_("{player} deals the next hand"),
    N_("a hand"),
    (
        Field("dealer", "player"),
        Field("bet", "money", label=("bet", "apuesta")),
        Field("bets", "amounts", required=False, label=("bets", "apuestas")),
        AGREED_BY,
    ),
    line=("hand", "mano"),
)
SIDE_BET: Final = Form(
    "side_bet",
    N_("Money into the pot of a side game."),
    N_("A side bet"),
    N_("a side bet"),
    (_SIDE_GAME, Field("amount", "money"), Field("players", "players", required=False)),
    line=("side", "aparte"),
)
ANNOUNCE: Final = Form(
    "announce",
    N_('Says "I have it".'),
    N_("{player} announces"),
    N_("an announcement"),
    (PLAYER, _SIDE_GAME, _SOME_CARDS),
    line=("announce", "anuncia"),
)
CAMBIO: Final = Form(
    "cambio",
    N_("Passes a card face down."),
    N_("{player} passes a card"),
    N_("a card passed"),
    (PLAYER, CARD, Field("to", "player", required=False, label=("to", "a"))),
    line=("cambio", "cambio"),
    several=True,
)
DECLARE: Final = Form(
    "declare",
    N_("Declares an automatic win."),
    N_("{player} declares"),
    N_("a declared win"),
    (PLAYER, Field("win", "choice", what=N_("an automatic win")), _SOME_CARDS),
    line=("declare", "declara"),
)
DRAW: Final = Form(
    "draw",
    N_("Turns the top card of the deck."),
    N_("{player} draws"),
    N_("a draw"),
    (PLAYER, CARD),
    sign="+",
    opens=True,
)
DISCARD: Final = Form(
    "discard",
    N_("Lays the drawn card, unused, on the discard pile."),
    N_("{player} lays it down"),
    N_("a discard"),
    (PLAYER, CARD),
    sign="/",
)
PASS: Final = Form(
    "pass",
    N_("Knocks: the card on offer does not serve."),
    N_("{player} knocks"),
    N_("a knock"),
    (PLAYER,),
    sign=".",
    frequent=True,
)
CLAIM: Final = Form(
    "claim",
    N_("Asks for the card on offer."),
    N_("{player} asks for it"),
    N_("a claim"),
    (PLAYER, Field("card", "card", required=False)),
    sign="?",
    frequent=True,
)
PAY: Final = Form(
    "pay",
    N_("Discards a card from the hand for the card just used."),
    N_("{player} pays"),
    N_("a payment of a card"),
    (PLAYER, CARD),
    sign="-",
)
FORCE: Final = Form(
    "force",
    N_("Somebody forces the card on offer onto a meld of the player."),
    N_("{player} is forced"),
    N_("a forced card"),
    (PLAYER, Field("by", "player", label=("by", "por"))),
    line=("force", "obliga"),
)
WITHDRAW: Final = Form(
    "withdraw",
    N_("Passes for the rest of the hand."),
    N_("{player} withdraws"),
    N_("a withdrawal"),
    (PLAYER,),
    line=("withdraw", "retira"),
)
WIN: Final = Form(
    "win",
    N_("Calls the win."),
    N_("{player} calls the win"),
    N_("a called win"),
    (PLAYER,),
    sign="*",
)
DISQUALIFY: Final = Form(
    "disqualify",
    N_("The table enforces a disqualification."),
    N_("{player} is disqualified"),
    N_("a disqualification"),
    (PLAYER, Field("event", "event", required=False), Field("why", "text", required=False)),
    line=("disqualify", "descalifica"),
)
RESULT: Final = forms.RESULT.having(
    *forms.RESULT.fields,
    Field("by", "choice", required=False, label=("by", "por"), what=N_("a way to win")),
    Field("bonuses", "tally", required=False),
    Field("up_the_tree", "players", required=False, label=("palo", "palo"), mark=","),
    Field("side_games", "winners", required=False, mark=";"),
)

EVENTS: Final = by_type(
    HAND,
    SIDE_BET,
    CUT,
    DEAL,
    ANNOUNCE,
    CAMBIO,
    DECLARE,
    DRAW,
    DISCARD,
    PASS,
    CLAIM,
    MELD,
    PAY,
    FORCE,
    WITHDRAW,
    WIN,
    SHOW,
    OFFENCE,
    DISQUALIFY,
    FORGIVE,
    END,
    RESULT,
    PAYMENT,
)
"""The events of a hand by their types."""
