"""Short words for keys and forms: what each event is called, and each of its fields."""

from __future__ import annotations

from typing import Final

from referee.language import N_, _
from referee.telling import DECISIONS

ACTS: Final = {
    "cut": N_("{player} cuts"),
    "deal": N_("The cards are dealt"),
    "cambio": N_("{player} passes a card"),
    "announce": N_("{player} announces"),
    "declare": N_("{player} declares"),
    "draw": N_("{player} draws"),
    "discard": N_("{player} lays it down"),
    "pass": N_("{player} knocks"),
    "claim": N_("{player} asks for it"),
    "meld": N_("{player} melds"),
    "pay": N_("{player} pays"),
    "force": N_("{player} is forced"),
    "withdraw": N_("{player} withdraws"),
    "win": N_("{player} calls the win"),
    "show": N_("{player} shows cards"),
    "offence": N_("{player} broke good order"),
    "disqualify": N_("{player} is disqualified"),
    "forgive": N_("The table forgives"),
    "end": N_("The hand is over"),
    "payment": N_("Money changes hands"),
    "hand": N_("{player} deals the next hand"),
    "side_bet": N_("A side bet"),
    "join": N_("{player} sits down"),
    "leave": N_("{player} gets up"),
    "house": N_("House rules change"),
    "dispute": N_("{player} contests an event"),
    "ruling": N_("The table decides a dispute"),
    "gap": N_("Something was not written down"),
    "note": N_("A remark"),
}
"""Every event that a scribe may write as one of its own, those of the play first."""

FIELDS: Final = {
    "after": N_("After whom"),
    "agreed_by": N_("Who agreed"),
    "amount": N_("Amount"),
    "bet": N_("Bet"),
    "bets": N_("Bets that differ"),
    "by": N_("By whom"),
    "card": N_("Card"),
    "cards": N_("Cards"),
    "dealer": N_("Dealer"),
    "decision": N_("Decision"),
    "dispute": N_("Number of the dispute"),
    "event": N_("Number of the event"),
    "from": N_("From"),
    "hands": N_("Cards, or how many"),
    "house": N_("House rules"),
    "kind": N_("What was seen"),
    "melds": N_("Melds as they lie"),
    "note": N_("Remark"),
    "player": N_("Player"),
    "players": N_("Players"),
    "rule": N_("Rule"),
    "side_game": N_("Side game"),
    "stock": N_("Cards in the deck"),
    "text": N_("In words"),
    "to": N_("To"),
    "why": N_("Why"),
    "win": N_("Win"),
}
"""Every field that a form asks for."""


OPTIONS: Final = {
    **DECISIONS,
    "hid_draw": N_("hid the drawn card"),
    "searched_pile": N_("searched the pile"),
    "misdeal": N_("dealt wrongly"),
    "meld_order": N_("melded in the wrong order"),
    "other": N_("something else"),
}
"""What may be chosen in a field; the games' own words stand for themselves."""


def option_label(field: str, option: str) -> str:
    """What is said of an option of a field.

    >>> option_label("kind", "hid_draw"), option_label("win", "cuatro_cuerpos")
    ('hid the drawn card', 'cuatro cuerpos')
    """
    if field == "side_game":
        return _(title(option))
    return _(OPTIONS[option]) if option in OPTIONS else title(option)


def title(name: str) -> str:
    """A name of the game's own as players write it.

    >>> title("par_rojo")
    'par rojo'
    """
    return name.replace("_", " ")


def label(act: str, player: str | None = None) -> str:
    """What a key says that writes such an event of this player, or of anybody.

    >>> label("pass", "Ana"), label("pass")
    ('Ana knocks', 'Somebody knocks')
    """
    return _(ACTS[act]).format(player=player or _("Somebody"))
