"""That Dam Game: ten hands, each with its contract of sets and runs, where twos and jokers are
wild in runs.

Where to look: ``house`` has the points on which tables differ, ``rules`` what is allowed,
``mechanics`` what each event does to the table, ``contracts`` and ``readings`` what melds are.
"""

from __future__ import annotations

from typing import Final

from referee.judging.counting import Counting, HandCount
from referee.judging.rulebook import Rulebook
from referee.rulebooks.dam.accounts import account
from referee.rulebooks.dam.cards import penalty
from referee.rulebooks.dam.contracts import CONTRACTS
from referee.rulebooks.dam.events import EVENTS
from referee.rulebooks.dam.game import Dam
from referee.rulebooks.dam.hand import PACKS
from referee.rulebooks.dam.house import HOUSE_RULES
from referee.rulebooks.dam.rules import RULES
from referee.rulebooks.dam.sayings import sayings
from referee.rulebooks.dam.secrets import SECRECY

DAM: Final = Rulebook(
    name="dam",
    edition=1,
    title="That Dam Game",
    about="Ten hands with a contract each, from six cards to fifteen: the player who has laid it "
    "down and has no cards left ends the hand, and what the others hold counts against "
    "them. The contracts, with sets of three and the wild cards that each run may have: "
    "two sets; a set and a run of four (one wild); two runs of four (one); three sets; a "
    "set and a run of seven (three); two sets and a run of five (two); three runs of four "
    "(one); a set and a run of ten (four); two sets and two runs of four (one); three runs "
    "of five (two). An ace counts fifteen, ten to king ten, three to nine five, a two "
    "twenty, a joker fifty.",
    house_rules=HOUSE_RULES,
    rules=RULES,
    lay_table=Dam,
    sayings=sayings,
    account=account,
    fewest_players=min(PACKS),
    most_players=max(PACKS),
    words={"kind": ("other",)},
    preset={},
    secrecy=SECRECY,
    events=EVENTS,
    jokers=True,
    money=False,
    rectifying="referee.rulebooks.dam.rectifying",
    counting=Counting(
        lambda cards, *_: HandCount(penalty(cards) or 0),
        # three begs bring two cards each, and one is drawn
        lambda round_: CONTRACTS[(round_ or 0) - 1].cards + 7,
        len(CONTRACTS),
        rounds_differ=True,
        packs=max(PACKS.values()),
        jokers=2 * max(PACKS.values()),
    ),
)

RULEBOOKS: Final = (DAM,)
