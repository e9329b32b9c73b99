"""The events of Desmoche as sentences: what their fields hold, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.answers.book import telling
from referee.games.desmoche import wins
from referee.games.desmoche.game import desmoche
from referee.games.desmoche.side_games import title_of
from referee.wording.language import Word
from referee.wording.sentences import Sentence


def _earned(bonuses: Mapping[str, int]) -> list[str]:
    return [f"{name} {count}" for name, count in bonuses.items()]


def _won(side_games: Mapping[str, str | list[str] | None]) -> list[Sentence]:
    return [
        Sentence("{game} to {players}", {"game": title_of(game), "players": won or Word("nobody")})
        for game, won in side_games.items()
    ]


sayings: Final = telling(
    desmoche,
    {"hand": "{dealer} opens a hand; the bet is {bet}."},
    {("hand", "bets"): "The bets are {bets}.", ("hand", "agreed_by"): "Agreed by: {agreed_by}."},
    {
        "side_game": title_of,
        "win": wins.NAMES.__getitem__,
        "result.by": wins.way_in_words,
        "result.bonuses": _earned,
        "result.side_games": _won,
    },
)
