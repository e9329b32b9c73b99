"""The events of Desmoche as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.judging.telling import Telling
from referee.rulebooks.desmoche.house import HOUSE_RULES
from referee.rulebooks.desmoche.money import wins
from referee.rulebooks.desmoche.money.side_games import title_of
from referee.wording.language import Word
from referee.wording.sentences import Sentence

SAYINGS: Final[Mapping[str, str]] = {
    "hand": "{dealer} opens a hand; the bet is {bet}.",
    "side_bet": "Each puts {amount} into {side_game}.",
    "announce": "{player} announces {side_game}.",
    "cambio": "{player} passes {card}.",
    "declare": "{player} declares {win}.",
    "discard": "{player} lays {card} on the pile.",
    "claim": "{player} asks for the card on offer.",
    "pay": "{player} pays {card}.",
    "force": "{by} forces the card on offer onto a meld of {player}.",
    "withdraw": "{player} withdraws.",
    "disqualify": "The table disqualifies {player}.",
}
"""What the events say that are Desmoche's own, or say more here."""

MORE: Final[Mapping[tuple[str, str], str]] = {
    ("hand", "bets"): "The bets are {bets}.",
    ("hand", "agreed_by"): "Agreed by: {agreed_by}.",
    ("side_bet", "players"): "Taking part: {players}.",
    ("announce", "cards"): "The cards: {cards}.",
    ("cambio", "to"): "It goes to {to}.",
    ("declare", "cards"): "The nine cards: {cards}.",
    ("disqualify", "event"): "It is for event {event}.",
    ("disqualify", "why"): "{why}",
    ("result", "by"): "By: {by}.",
    ("result", "bonuses"): "Bonuses: {bonuses}.",
    ("result", "up_the_tree"): "Up the tree: {up_the_tree}.",
    ("result", "side_games"): "Side games: {side_games}.",
}
"""What they say besides where they have this field."""

OFFENCES: Final[Mapping[str, str]] = {
    "hid_draw": "a drawn card was put among the cards of the hand",
    "searched_pile": "cards in the discard pile were moved",
    "misdeal": "the count of the deal was wrong",
    "meld_order": "a meld was laid in the wrong order",
}


def _earned(bonuses: Mapping[str, int]) -> list[str]:
    return [f"{name} {count}" for name, count in bonuses.items()]


def _won(side_games: Mapping[str, str | list[str] | None]) -> list[Sentence]:
    return [
        Sentence("{game} to {players}", {"game": title_of(game), "players": won or Word("nobody")})
        for game, won in side_games.items()
    ]


sayings: Final = Telling(
    SAYINGS,
    MORE,
    OFFENCES,
    {
        "side_game": title_of,
        "win": wins.NAMES.__getitem__,
        "result.by": wins.way_in_words,
        "result.bonuses": _earned,
        "result.side_games": _won,
    },
    HOUSE_RULES,
)
