"""Desmoche, the Nicaraguan rummy for small stakes, and Conquién, its Honduran sister.

Where to look: ``house`` has the points on which tables differ, ``rules`` what is allowed, topic
by topic, ``mechanics`` what each event does to the table, ``settlement`` the money.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.cards.deck import NAMES
from referee.judging.rulebook import Rulebook
from referee.rulebooks.desmoche.accounts import account
from referee.rulebooks.desmoche.events import EVENTS
from referee.rulebooks.desmoche.game import Desmoche
from referee.rulebooks.desmoche.house import CONQUIEN, HOUSE_RULES
from referee.rulebooks.desmoche.money.side_games import SIDE_GAMES
from referee.rulebooks.desmoche.money.wins import RAREST_FIRST
from referee.rulebooks.desmoche.offences import TOLD
from referee.rulebooks.desmoche.rules import RULES
from referee.rulebooks.desmoche.sayings import sayings
from referee.rulebooks.desmoche.secrets import SECRECY
from referee.rulebooks.desmoche.sheet import DesmocheTable

DESMOCHE: Final = Rulebook(
    name="desmoche",
    edition=1,
    title="Desmoche",
    about="The Nicaraguan rummy: ten cards in runs and sets on the table win. What the rules call "
    "the rule text is the encyclopedia article Desmoche (Wikipedia).",
    house_rules=HOUSE_RULES,
    rules=RULES,
    lay_table=Desmoche,
    sayings=sayings,
    account=account,
    fewest_players=2,
    most_players=4,
    words={
        "side_game": tuple(SIDE_GAMES),
        "win": RAREST_FIRST,
        "kind": (*TOLD, "other"),
        "by": ("melds", *RAREST_FIRST, "last_standing"),
        "bonuses": ("mico", "color"),
        "side_games": tuple(SIDE_GAMES),
    },
    preset={},
    secrecy=SECRECY,
    events=EVENTS,
    deck=len(NAMES),
    sheet_table=DesmocheTable,
    rectifying="referee.rulebooks.desmoche.rectifying",
)

CONQUIEN_BOOK: Final = replace(
    DESMOCHE,
    name="conquien",
    title="Conquién",
    about="Desmoche as it is played in Honduras: no automatic wins, no bonuses, oro the only "
    "side game.",
    preset=CONQUIEN,
)

RULEBOOKS: Final = (DESMOCHE, CONQUIEN_BOOK)
