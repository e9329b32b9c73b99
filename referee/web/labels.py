"""Short labels for keys and forms: each event, each of its fields, and each card."""

from functools import cache
from typing import Final, NamedTuple

from referee.cards.deck import JOKER, NAMES, SYMBOLS
from referee.judging.forms import COMMON
from referee.judging.rulebook import Rulebook
from referee.judging.summary import DECISIONS
from referee.wording.language import N_, _
from referee.wording.sentences import symbols

AROUND: Final = {kind: form.key for kind, form in COMMON.items() if form.key}
"""The events outside hands that a scribe may write as events of their own."""

FIELDS: Final = {
    "after": N_("After whom"),
    "agreed_by": N_("Who agreed"),
    "amount": N_("Amount"),
    "bet": N_("Bet"),
    "bets": N_("Bets that differ"),
    "bonuses": N_("Bonuses, and how often"),
    "by": N_("Who"),
    "card": N_("Card"),
    "cards": N_("Cards"),
    "dealer": N_("Dealer"),
    "decision": N_("Decision"),
    "dispute": N_("Number of the dispute"),
    "drawn": N_("Card from the deck"),
    "event": N_("Number of the event"),
    "from": N_("From"),
    "hands": N_("Cards, or how many"),
    "house": N_("House rules"),
    "kind": N_("What was seen"),
    "melds": N_("Melds as they are"),
    "note": N_("Remark"),
    "offer": N_("Card on offer, and who laid or drew it"),
    "out": N_("Player who ended the hand"),
    "owes": N_("Who still has to pay a card"),
    "owner": N_("Whose meld"),
    "pile": N_("The pile, from the bottom up"),
    "player": N_("Player"),
    "players": N_("Players"),
    "points": N_("Points of the hand"),
    "position": N_("Position"),
    "round": N_("Number of the hand"),
    "rule": N_("Rule"),
    "side_game": N_("Side game"),
    "side_games": N_("Winner of each side game"),
    "stock": N_("Cards in the deck"),
    "text": N_("In words"),
    "to": N_("To"),
    "totals": N_("Points in all"),
    "turn": N_("Whose turn it is"),
    "up_the_tree": N_("Up the tree (melded nothing)"),
    "why": N_("Why"),
    "win": N_("Win"),
    "winner": N_("Winner of the hand"),
}
"""The fields that forms ask for; a game's own fields are their own labels."""


OPTIONS: Final = {
    **DECISIONS,
    "hid_draw": N_("hid the drawn card"),
    "searched_pile": N_("searched the pile"),
    "misdeal": N_("dealt wrongly"),
    "meld_order": N_("melded in the wrong order"),
    "looked_again": N_("looked at a card again"),
    "other": N_("something else"),
}
"""Labels for the options of a field; the games' own words need none."""


def option_label(field: str, option: str) -> str:
    """Return the label of an option of a field.

    >>> option_label("kind", "hid_draw"), option_label("win", "cuatro_cuerpos")
    ('hid the drawn card', 'cuatro cuerpos')
    """
    if field == "side_game":
        return _(title(option))
    return _(OPTIONS[option]) if option in OPTIONS else title(option)


def title(name: str) -> str:
    """Return a game's own name as players write it.

    >>> title("par_rojo")
    'par rojo'
    """
    return name.replace("_", " ")


def acts(rulebook: Rulebook) -> dict[str, str]:
    """Return every event that a scribe may write, those of play first, with its key label."""
    return {kind: form.key for kind, form in rulebook.events.items()} | AROUND


TIMES: Final = {
    N_("Before the deal"): {"hand", "side_bet", "cut", "deal", "join", "leave", "house"},
    N_("In play"): set(),
    N_("After the hand"): {"show", "score", "result", "payment", "end", "forgive", "disqualify"},
    N_("Record"): {"dispute", "ruling", "gap", "position", "note"},
}
"""The events by the time when they usually occur; all others occur in play."""


def grouped(rulebook: Rulebook) -> list[tuple[str, list[str]]]:
    """Return every event that a scribe may write, grouped by the time when it usually occurs.

    >>> from referee.judging.registry import games
    >>> [(heading, kinds[0]) for heading, kinds in grouped(games()[0])][:2]
    [('Before the deal', 'hand'), ('In play', 'announce')]
    """
    kinds = list(acts(rulebook))
    in_play = set(kinds).difference(*TIMES.values())
    return [
        (_(heading), [kind for kind in kinds if kind in (of_then or in_play)])
        for heading, of_then in TIMES.items()
    ]


def label(rulebook: Rulebook, act: str, player: str | None = None) -> str:
    """Return the label of a key that writes such an event of this player, or of any player.

    >>> from referee.judging.registry import games
    >>> label(games()[0], "cut", "Ana"), label(games()[0], "cut")
    ('Ana cuts', 'A player cuts')
    """
    return _(acts(rulebook)[act]).format(player=player or _("A player"))


def field_label(field: str) -> str:
    """Return the label of a form field.

    >>> field_label("card"), field_label("lucky_number")
    ('Card', 'lucky number')
    """
    return _(FIELDS[field]) if field in FIELDS else title(field)


RANKS: Final = dict(zip("A23456789TJQK", (
    N_("ace"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"),
    N_("nine"), N_("ten"), N_("jack"), N_("queen"), N_("king"),
), strict=True))  # fmt: skip
SUITS: Final = {"c": N_("clubs"), "d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades")}
COLOURS: Final = {"c": "black", "d": "red", "h": "red", "s": "black"}


class Face(NamedTuple):
    """A card: its name in the log, its rank and sign, the letter of its suit, red or black."""

    name: str
    rank: str
    sign: str
    suit: str
    colour: str

    @property
    def words(self) -> str:
        """The card in words, for screen readers."""
        if self.name == JOKER:
            return _("a joker")
        if not self.suit:
            return _("an unrecorded card")
        rank, suit = _(RANKS[self.name[0]]), _(SUITS[self.suit])
        return _("{rank} of {suit}").format(rank=rank, suit=suit)


@cache
def face(card: str) -> Face:
    """Return the face of a card by its name in the log; ``??`` has only a back.

    >>> face("Th").sign, face("Th").rank, face("Th").colour, face("Th").words
    ('♥', '10', 'red', 'ten of hearts')
    """
    if card == JOKER:
        return Face(card, "★", "", "joker", "black")
    suit = card[1] if card[1] in SYMBOLS else ""
    if not suit:
        return Face(card, "?", "", "", "back")
    return Face(card, symbols(card)[:-1], SYMBOLS[suit], suit, COLOURS[suit])


SUIT_ROWS: Final = tuple(tuple(name for name in NAMES if name[1] == suit) for suit in "cdhs")
"""The deck as the pad shows it: one row for each suit, from the ace to the king."""
