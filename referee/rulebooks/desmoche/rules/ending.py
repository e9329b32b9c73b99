"""The end of a hand: ten cards in melds, or nobody wins."""

from __future__ import annotations

from referee.judging.findings import RECORD, VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND
from referee.judging.rulebook import EVERYTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import BETTING, DEALT, PLAYING, Hand
from referee.rulebooks.desmoche.unknown import END, TABLE
from referee.wording.language import Plural

shelf = RuleShelf("The end of a hand", rests_on=EVERYTHING)
rule = shelf.rule


@rule("win.false", VIOLATION, on=("win",), stages=(BETTING, DEALT, PLAYING), rests_on=TABLE)
def win_false(hand: Hand, act: Act) -> Verdict:
    """A player wins with exactly ten cards in valid melds on the table and none in the hand.
    Nine on the table and an empty hand do not win, and neither do ten with an invalid meld.
    Play goes on after a false call.

    Right: Call the win with exactly ten cards in valid melds and an empty hand.
    Source: rule text, Object of the game
    """
    seat = act.seat
    if seat is None or hand.over or hand.perhaps_won is seat:
        return None
    return Breach(
        seat.name,
        "{player} called the win with {count} of the ten cards that it takes in valid melds.",
        {"player": seat.name, "count": seat.table.bit_count()},
    )


@rule("end.early", RECORD, on=("end", NEXT_HAND), stages=(BETTING, DEALT, PLAYING), rests_on=END)
def end_early(hand: Hand, act: Act) -> Verdict:
    """A hand lasts until somebody has won, everybody is out, or the last card was refused. A log
    that ends it earlier leaves the outcome undecided, unless the table gave the hand up.

    Right: Play the hand until somebody has won, everybody is out or nobody wants the last card; or
    write that the table gave it up.
    Source: rule text, Object of the game
    """
    if hand.over or hand.out_of_cards or act.event.get("why") == "abandoned":
        return None
    if hand.deck is None:
        text = "The hand ends before the cards were dealt, and nobody has won."
    elif hand.deck:
        text = Plural(
            "The hand ends with {left} card left in the deck, and nobody has won.",
            "The hand ends with {left} cards left in the deck, and nobody has won.",
            hand.deck,
        )
    else:
        text = "The hand ends before a payment, and nobody has won."
    return Breach(None, text, {"left": hand.deck})
