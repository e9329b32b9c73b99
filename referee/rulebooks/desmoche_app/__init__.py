"""Desmoche as the phone app has it: two players, cards into the hand, melds taken back.

Where to look: ``house`` has the points on which tables differ, ``rules`` what is allowed, topic
by topic, ``mechanics`` what each event does, ``laying`` how melds are read, ``cards`` where
the cards are.
"""

from __future__ import annotations

from referee.judging.rulebook import Rulebook
from referee.rulebooks.desmoche_app.accounts import account
from referee.rulebooks.desmoche_app.events import EVENTS
from referee.rulebooks.desmoche_app.game import DesmocheApp
from referee.rulebooks.desmoche_app.house import HOUSE_RULES
from referee.rulebooks.desmoche_app.rules import RULES
from referee.rulebooks.desmoche_app.sayings import sayings
from referee.rulebooks.desmoche_app.secrets import SECRECY

DESMOCHE_APP = Rulebook(
    name="desmoche_app",
    edition=1,
    title="Desmoche (phone app)",
    about="Two players take a card, meld and discard; cards of a meld may go back to the hand; ten "
    "cards in melds win.",
    house_rules=HOUSE_RULES,
    rules=RULES,
    lay_table=DesmocheApp,
    sayings=sayings,
    account=account,
    fewest_players=2,
    most_players=2,
    words={"kind": ("other",)},
    preset={},
    secrecy=SECRECY,
    events=EVENTS,
    deck=52,
    money=False,
    rectifying="referee.rulebooks.desmoche_app.rectifying",
)

RULEBOOKS = (DESMOCHE_APP,)
