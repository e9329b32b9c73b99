"""Looking at one's own cards: once, at two of them, before play begins."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.golf.hand import GolfHand
from referee.rulebooks.golf.mechanics import is_looking_again

shelf = RuleShelf("Looking")
rule = shelf.rule


@rule("look.again", VIOLATION, on=("look", "offence"))
def look_again(hand: GolfHand, act: Act) -> Verdict:
    """Each player looks once at the two cards nearest to them, before play begins, and never
    again at a card of theirs that lies face down. Where the look is written down, an offence
    that tells of it adds nothing.

    Right: Leave the cards face down until the hand is over, and remember them.
    Source: rule text, Four card Golf
    """
    player = act.seat.name
    if act.type == "offence":
        if act.event["kind"] != "looked_again" or act.seat.untold_looks:
            return None
        text = "{player} looked at a card that lay face down."
        return Breach(player, text, {"player": player})
    if not is_looking_again(hand, act):
        return None
    text = "{player} looks again."
    if len(act.event.get("cards", ())) > 2:
        text = "{player} looks at more than the two nearest cards."
    elif not act.seat.looks:
        text = "{player} looks at the cards when play has begun."
    return Breach(player, text, {"player": player})
