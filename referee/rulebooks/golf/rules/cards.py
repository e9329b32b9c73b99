"""Cards are in one place."""

from __future__ import annotations

from referee.judging.findings import RECORD, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.signs import ASTRAY
from referee.rulebooks.golf.hand import GolfHand
from referee.rulebooks.golf.places import lets_go, misplaced
from referee.rulebooks.golf.points import POSITIONS
from referee.rulebooks.golf.turns import comes_too_late
from referee.wording.language import Plural
from referee.wording.sentences import InOrder

shelf = RuleShelf("Where cards are")
rule = shelf.rule


@rule(
    "card.location",
    RECORD,
    on=("deal", "turn_up", "look", "draw", "take", "swap", "discard", "show"),
    signs=ASTRAY,
)
def card_location(hand: GolfHand, act: Act) -> Verdict:
    """A card is in one place. It cannot appear where another card is known to lie, or while it is
    known to lie elsewhere. Only the top card of the pile can be taken, and only a card that was
    drawn can be discarded.

    Right: Correct one of the two lines that name the card.
    Source: the log format
    """
    if act.type in ("deal", "turn_up") and hand.blurred and hand.played:
        # it is the line that is out of place
        return None
    if act.type == "take" and _takes_nothing(hand, act):
        text = "There is no card on the pile that {player} could take."
        return Breach(None, text, {"player": act.seat.name})
    wrong = misplaced(hand, act)
    if not wrong:
        return None
    text = Plural(
        "{cards} cannot lie there: the record has it elsewhere.",
        "{cards} cannot all lie where the record has them.",
        len(wrong),
    )
    return Breach(None, text, {"cards": InOrder(wrong)})


def _takes_nothing(hand: GolfHand, act: Act) -> bool:
    is_bare = hand.turned_up and not hand.cards.pile and not hand.blurred
    return is_bare and not comes_too_late(hand, act) and not lets_go(hand, act)


@rule("card.count", RECORD, on=("show",), once=True)
def card_count(hand: GolfHand, act: Act) -> Verdict:
    """Everybody has four cards before them, and shows four. One finding for each player and hand.

    Right: Correct the line to the four cards, in the order of the positions.
    Source: the log format
    """
    player, count = act.seat.name, len(act.event["cards"])
    if count == POSITIONS:
        return None
    text = Plural(
        "{player} shows one card instead of four.",
        "{player} shows {count} cards instead of four.",
        count,
    )
    return Breach(player, text, {"player": player, "count": count})
