"""What is wrong with cards that somebody laid together, recorded or not.

A card that nobody recorded may be any card: cards with such a one are no meld only if no card
could make them one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from referee.cards.deck import RANKS, SUITS, UNRECORDED
from referee.rulebooks.dimes.melds import TOO_WILD, Meld, read
from referee.rulebooks.dimes.rounds import Round


def why_no_meld(cards: Sequence[str], round_: Round) -> str | None:
    """Why the cards are no meld (a reason of ``melds.read``); None if they are one, or may be.

    >>> why_no_meld(["8c", "??", "Th"], Round("5"))
    'apart'
    >>> why_no_meld(["8h", "??", "Th"], Round("5")), why_no_meld(["2h", "Jk", "??"], Round("5"))
    (None, 'too_wild')
    >>> why_no_meld(["Jk", "??", "2c", "As", "Qs"], Round("T"))
    """
    return _why_no_meld(tuple(cards), round_)


# the rules and the mechanics ask it of the same cards, one after another
@lru_cache(maxsize=256)
def _why_no_meld(cards: tuple[str, ...], round_: Round) -> str | None:
    why = None
    for filled in _filled(cards, round_):
        found = read(filled, round_)
        if isinstance(found, Meld):
            return None
        why = found if why is None or found == TOO_WILD else why
    return why


def _filled(cards: Sequence[str], round_: Round) -> Iterator[list[str]]:
    """The cards, with those that nobody recorded as they would fit best: as cards of one rank, or
    in the gaps of a sequence, as naturals first."""
    known = [card for card in cards if card != UNRECORDED]
    missing = len(cards) - len(known)
    if not missing:
        yield known
        return
    for rank in RANKS:
        yield known + [rank + SUITS[0]] * missing
    line = RANKS + RANKS[0]
    for suit in SUITS:
        for lowest in range(len(line) - len(cards) + 1):
            stretch = [rank + suit for rank in line[lowest : lowest + len(cards)]]
            gaps = sorted((Counter(stretch) - Counter(known)).elements(), key=round_.is_wild)
            yield known + gaps[:missing]
