"""The differences between two lines that two scribes wrote about the same event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.rulings.compare.logs import ComparedLine

MAY_BE_UNTOLD: Final = frozenset(
    {("claim", "card"), ("announce", "cards"), ("declare", "cards"), ("offence", "by"),
     ("take", "card"), ("look", "cards"), ("beg", "card"), ("beg", "drawn"), ("score", "totals"),
     ("hand", "agreed_by"), ("house", "agreed_by"), ("forgive", "agreed_by")}
)  # fmt: skip
"""Fields that a scribe may leave out without contradicting a scribe who wrote them."""


@dataclass(frozen=True, slots=True)
class LineDifference:
    """The difference between two lines of one type: the contradicting fields, and which of the
    lines says more."""

    differing: tuple[str, ...]
    one_tells_more: bool
    other_tells_more: bool


def line_difference(line: ComparedLine, other: ComparedLine) -> LineDifference:
    """Return the difference between two lines of one type."""
    differing, more = [], [False, False]
    for field in dict.fromkeys([*line.tells, *other.tells]):
        this, that = line.tells.get(field), other.tells.get(field)
        if this == that:
            continue
        agree, telling = _compared(line.type, field, this, that)
        if not agree:
            differing.append(field)
        more = [more[0] or telling[0], more[1] or telling[1]]
    return LineDifference(tuple(differing), *more)


AGREE_NOT: Final = (False, (False, False))


def _compared(kind: str, field: str, this: Any, that: Any) -> tuple[bool, tuple[bool, bool]]:
    """Return whether two readings of a field agree, and which of the two says more."""
    if field == "hands":
        each = [_cards_compared(*hands) for _, *hands in by_player(this, that)]
        agree = all(same for same, _ in each)
        return agree, (any(more for _, (more, _) in each), any(more for _, (_, more) in each))
    if this is None or that is None:
        is_optional = (kind, field) in MAY_BE_UNTOLD
        return is_optional, (is_optional and that is None, is_optional and this is None)
    if field == "card":
        unseen = UNRECORDED in (this, that)
        return unseen, (unseen and that == UNRECORDED, unseen and this == UNRECORDED)
    return _cards_compared(this, that) if field == "cards" else AGREE_NOT


def by_player(this: Any, that: Any) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Return each player's dealt cards as both scribes wrote them, unseen cards for the scribe who
    left them out."""
    one, other = dict(this or ()), dict(that or ())
    return [
        (name, one.get(name) or _unseen(other[name]), other.get(name) or _unseen(one[name]))
        for name in sorted({*one, *other})
    ]


def _unseen(cards: Sequence[str]) -> tuple[str, ...]:
    """Return as many unseen cards as the other scribe listed."""
    return (UNRECORDED,) * len(cards)


def _cards_compared(
    this: Sequence[str], that: Sequence[str]
) -> tuple[bool, tuple[bool, bool]]:  # fmt: skip
    if len(this) != len(that) or (this != that and sorted(this) == sorted(that)):
        return this == that, (False, False)
    mine, theirs = cards_apart(this, that)
    unseen_here, unseen_there = this.count(UNRECORDED), that.count(UNRECORDED)
    if len(mine) > unseen_there or len(theirs) > unseen_here:
        return AGREE_NOT
    return True, (bool(mine), bool(theirs))


def cards_apart(this: Sequence[str], that: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the cards that only the first and only the second list names.

    >>> cards_apart(["7h", "8h", "??"], ["8h", "9h", "Th"])
    (['7h'], ['9h', 'Th'])
    """
    one, other = Counter(this), Counter(that)
    del one[UNRECORDED], other[UNRECORDED]
    return list((one - other).elements()), list((other - one).elements())
