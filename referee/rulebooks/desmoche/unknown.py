"""What the record of a hand leaves open: the facts of the table that nobody can tell from it.

The rules are written for a table that is known. Each says which facts it rests on (``rests_on``),
and the kernel does not ask it while the record leaves one of them open; a rule that says nothing
rests on everything. The mechanics open a fact where a line can be read in several ways, or where
lines are missing, and close it with the line from which on all readings agree again. Nothing else
has to think of holes in the record.

A fact is a bit of ``Hand.unknown``, or of ``Seat.unknown`` where it is about one player. A bit may
be set though the fact could be worked out: then the referee says less than it could. A bit is
never clear while some completion of the record has the fact otherwise. What is no bit is a bound
that holds in every completion: ``fewest`` and ``most`` cards of a hand, ``visible`` cards that
surely lie in the open, the places in which a hidden card may be.
"""

from __future__ import annotations

from typing import Final

TURN: Final = 1 << 0
"""Who draws next."""
FIRST: Final = 1 << 1
"""Whether the first turn of the hand is over, so that nobody draws a second card in it."""
OFFER: Final = 1 << 2
"""Which card is on offer, who laid it there, and who spoke to it."""
DEBTS: Final = 1 << 3
"""Who has used a card and not paid for it."""
END: Final = 1 << 4
"""Whether the hand is decided, or out of cards."""
PAST: Final = 1 << 5
"""What was said, passed, shown and laid in the hand before."""
OPENING: Final = 1 << 6
"""What was announced and passed before the first draw."""
STAKES: Final = 1 << 7
"""Who put how much into the side games."""
TABLES: Final = 1 << 8
"""How the melds of everybody lie."""
OF_A_PLAYER: Final = 1 << 9
"""Something about some player; kept in the hand, so that one look tells whether anything is
open."""

TABLE: Final = 1 << 10
"""How the melds of the player lie who acts."""
SHOWN: Final = 1 << 11
"""Which cards of a player were seen: played, paid or shown."""
STANDING: Final = 1 << 12
"""Whether a player is still in the hand; for an act, whether everybody is of whom it seems so."""
USED: Final = 1 << 13
"""Whether the player used the card on offer, and owes a payment for it."""
GROWN: Final = 1 << 14
"""Whether a meld lay there before, or has grown from one that did."""

ACTOR: Final = 1 << 15
"""Whether the player who acts is still in the hand; who is not breaks another rule by acting."""

DEAD: Final = 1 << 16
"""Whether a card that the act takes is on offer: it is not if it is known to have lain on the pile
before the card on offer came."""

WHENCE: Final = 1 << 17
"""Whether a card that the act lays or takes came from a hand, or from somebody's melds."""
THINNED: Final = 1 << 18
"""Whether a card of the player's melds has gone where nobody recorded it: they paid it, or somebody
took it."""

BY_A_TURN: Final = TURN | OFFER | DEBTS
"""What the next draw tells again."""

BY_A_GAP: Final = BY_A_TURN | FIRST | END | PAST
"""What lines that nobody wrote down leave open of the hand."""

OF_A_PLAYER_BY_A_GAP: Final = TABLE | STANDING
"""What they leave open of each player, beside what was shown."""
