"""Four-card Golf, and Cambio or Cabo, its relative with a call instead of a knock.

Where to look: ``house`` has the points on which tables differ, ``rules`` what is allowed,
``turning`` how turns and holes end, ``mechanics`` what each event does to the cards, ``places``
where cards are, ``scoring`` the points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.judging.rulebook import Rulebook
from referee.rulebooks.golf.accounts import account
from referee.rulebooks.golf.events import CAMBIO_CABO_EVENTS, EVENTS
from referee.rulebooks.golf.game import Golf
from referee.rulebooks.golf.house import CAMBIO_CABO, HOUSE_RULES
from referee.rulebooks.golf.rules import RULES
from referee.rulebooks.golf.sayings import OFFENCES, sayings
from referee.rulebooks.golf.secrets import SECRECY

GOLF: Final = Rulebook(
    name="golf",
    edition=1,
    title="Golf",
    about="Four cards face down, two of them seen once: draw, swap, remember, and knock. The "
    "lowest total of nine hands wins. An ace counts one, jack and queen ten, a king nothing, the "
    "others what they show.",
    house_rules=HOUSE_RULES,
    rules=RULES,
    lay_table=Golf,
    sayings=sayings,
    account=account,
    fewest_players=2,
    most_players=8,
    words={"kind": (*OFFENCES, "other")},
    preset={},
    secrecy=SECRECY,
    events=EVENTS,
    deck=52,
    money=False,
    rectifying="referee.rulebooks.golf.rectifying",
)

CAMBIO_CABO_BOOK: Final = replace(
    GOLF,
    name="cambio_cabo",
    title="Cambio, Cabo",
    about="Golf with a call instead of a knock: a player who calls and does not have the fewest "
    "points pays ten more.",
    preset=CAMBIO_CABO,
    events=CAMBIO_CABO_EVENTS,
)

RULEBOOKS: Final = (GOLF, CAMBIO_CABO_BOOK)
