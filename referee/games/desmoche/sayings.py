"""The events of Desmoche as sentences: what their fields hold, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.games.desmoche import wins
from referee.games.desmoche.game import desmoche
from referee.games.desmoche.side_games import title_of
from referee.judging.telling import Telling
from referee.wording.language import Word
from referee.wording.sentences import Sentence


def _earned(bonuses: Mapping[str, int]) -> list[str]:
    return [f"{name} {count}" for name, count in bonuses.items()]


def _won(side_games: Mapping[str, str | list[str] | None]) -> list[Sentence]:
    return [
        Sentence("{game} to {players}", {"game": title_of(game), "players": won or Word("nobody")})
        for game, won in side_games.items()
    ]


sayings: Final = Telling(
    {
        "hand": "{dealer} opens a hand; the bet is {bet}.",
        **{name: event.says for name, event in desmoche.events.items() if event.says},
    },
    {
        ("hand", "bets"): "The bets are {bets}.",
        ("hand", "agreed_by"): "Agreed by: {agreed_by}.",
        **{
            (name, field): text
            for name, event in desmoche.events.items()
            for field, text in event.more.items()
        },
    },
    desmoche.offences,
    {
        "side_game": title_of,
        "win": wins.NAMES.__getitem__,
        "result.by": wins.way_in_words,
        "result.bonuses": _earned,
        "result.side_games": _won,
    },
    desmoche.house,
)
