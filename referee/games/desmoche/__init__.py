"""Desmoche, the Nicaraguan rummy for small stakes, and Conquién, its Honduran sister.

Read ``game`` first: zones, events, facts. Then follow the course of a hand: ``opening``,
``offers``, ``melding``, ``leaving``; ``record``, ``money`` and ``evening`` have the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from referee.answers.book import as_known, rulebook_of, telling, variant
from referee.games.desmoche import mending, wins
from referee.games.desmoche.accounts import account
from referee.games.desmoche.asked import AskedEvening
from referee.games.desmoche.game import EVENTS, HAND, SECTIONS, desmoche, section_of
from referee.games.desmoche.house import CONQUIEN
from referee.games.desmoche.sheet import DesmocheTable
from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.judging.rulebook import Rule, open_fields
from referee.wording.language import Word
from referee.wording.sentences import Sentence


def in_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return rules by section, those that all games share included."""
    placed = [replace(rule, section=section_of(rule.id)) for rule in rules]
    return tuple(sorted(placed, key=lambda rule: [*SECTIONS].index(rule.section)))


DECLARED: Final = rulebook_of(desmoche)


def _won(side_games: Mapping[str, str | list[str] | None]) -> list[Sentence]:
    return [
        Sentence("{game} to {players}", {"game": title_of(game), "players": won or Word("nobody")})
        for game, won in side_games.items()
    ]


SAYINGS: Final = telling(
    desmoche,
    HAND,
    words={
        "side_game": title_of,
        "win": wins.NAMES.__getitem__,
        "result.by": wins.way_in_words,
        "result.bonuses": lambda earned: [f"{name} {count}" for name, count in earned.items()],
        "result.side_games": _won,
    },
)
OPEN_FIELDS: Final = {
    "gap": "melds stock", "position": "turn offer melds stock out owes",
    "announce": "player side_game", "disqualify": "player event",
    "hand": "dealer bet bets agreed_by",
}  # fmt: skip
"""The fields that everybody sees, beyond those that the declared events mark."""
SECRECY: Final = replace(
    DECLARED.secrecy,
    open_fields={**DECLARED.secrecy.open_fields, **open_fields(OPEN_FIELDS)},
    secrets={**DECLARED.secrecy.secrets, "announce": partial(as_known, "cards", "owner")},
    beginning=frozenset({"hand", "side_bet", "cut", "deal", "cambio", "draw"}),
    closing=frozenset({"end", "result", "payment"}),
)
DESMOCHE: Final = replace(
    DECLARED,
    events=EVENTS,
    rules=in_order(DECLARED.rules),
    lay_table=partial(AskedEvening, desmoche),
    words={
        "side_game": tuple(SIDE_GAMES),
        "win": wins.RAREST_FIRST,
        "kind": (*desmoche.offences, "other"),
        "by": ("melds", *wins.RAREST_FIRST, "last_standing"),
        "bonuses": ("mico", "color"),
        "side_games": tuple(SIDE_GAMES),
    },
    sayings=SAYINGS,
    account=account,
    secrecy=SECRECY,
    sheet_table=DesmocheTable,
    answering={
        "withdraw.live": mending.was_it_in_the_hand,
        "side.false": mending.was_it_dealt,
        "auto.false": mending.was_it_that_win,
    },
    money=True,
)

conquien = desmoche.variant(
    "conquien",
    title="Conquién",
    about="Desmoche as it is played in Honduras: no automatic wins, no bonuses, oro the only "
    "side game.",
    **CONQUIEN,
)

RULEBOOKS: Final = (DESMOCHE, variant(conquien, DESMOCHE, AskedEvening))
