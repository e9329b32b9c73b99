"""Dimes, or Texas Rummy: eleven rounds from three cards to thirteen, in each another rank wild.

Where to look: ``house`` has the points on which tables differ, ``rules`` what is allowed,
``mechanics`` what each event does to the table, ``melds`` what may lie together, ``arranging`` the
least that a hand can leave, ``counting`` what everybody counts, ``settlement`` the dimes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.judging.counting import CountError, Counting, HandCount
from referee.judging.rulebook import House, Rulebook
from referee.rulebooks.dimes.accounts import account
from referee.rulebooks.dimes.arranging import arrange
from referee.rulebooks.dimes.events import EVENTS
from referee.rulebooks.dimes.game import Dimes
from referee.rulebooks.dimes.house import HOUSE_RULES
from referee.rulebooks.dimes.rounds import ROUNDS, Round
from referee.rulebooks.dimes.rules import RULES
from referee.rulebooks.dimes.sayings import sayings
from referee.rulebooks.dimes.seats import JOKERS_A_PACK, PACKS
from referee.rulebooks.dimes.secrets import SECRECY
from referee.wording.sentences import Sentence


def count(cards: Sequence[str], round_: int | None, house: House) -> HandCount:
    """Return the least that cards can leave in a round."""
    if round_ is None:
        raise CountError(Sentence("Say which round it is, from 1 to {rounds}.", {"rounds": ROUNDS}))
    natural = house["wild_in_place"] == "natural"
    laid = arrange(cards, Round.numbered(round_, natural_in_place=natural))
    return HandCount(laid.penalty, tuple(meld.cards for meld in laid.melds), laid.left)


DIMES: Final = Rulebook(
    name="dimes",
    edition=1,
    title="Dimes",
    about="Texas Rummy: in each of eleven rounds, the first player who can lay all cards but one "
    "in melds is out and takes a dime, what the others have left counts against them, and "
    "in the end the lowest total takes the rest of the pot. Twos and jokers are wild, and "
    "one rank more in every round: threes in the first, with three cards each, kings in "
    "the eleventh, with thirteen. Of what is left, three to ten count what they show, jack "
    "to king ten, an ace twenty, a two or the round's rank twenty, a joker fifty; all of "
    "it twice in rounds nine and ten, and three times in the eleventh.",
    house_rules=HOUSE_RULES,
    rules=RULES,
    lay_table=Dimes,
    sayings=sayings,
    account=account,
    fewest_players=2,
    most_players=PACKS[-1][0],
    words={"kind": ("other",)},
    preset={},
    secrecy=SECRECY,
    events=EVENTS,
    jokers=True,
    deck=PACKS[-1][1] * (52 + JOKERS_A_PACK),
    rectifying="referee.rulebooks.dimes.rectifying",
    counting=Counting(
        count,
        lambda round_: (round_ or ROUNDS) + 3,
        ROUNDS,
        rounds_differ=True,
        packs=PACKS[-1][1],
        jokers=PACKS[-1][1] * JOKERS_A_PACK,
        binds=("wild_in_place",),
    ),
)

RULEBOOKS: Final = (DIMES,)
