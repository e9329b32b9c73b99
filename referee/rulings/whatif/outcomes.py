"""The ends of hands, and the changes between two reports: as data and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.wording.language import N_, Plural
from referee.wording.sentences import Sentence

NOTHING_MOVES: Final = N_("nothing changes for anybody")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a hand: its kind and its winner."""

    kind: str
    winner: str | None

    @classmethod
    def of(cls, hand: Mapping[str, Any]) -> Outcome:
        """Return the outcome of a hand of a report."""
        return cls(hand["outcome"]["kind"], hand["outcome"]["winner"])

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {"kind": self.kind, "winner": self.winner}


def moved(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the players whose amount changed, and the difference.

    >>> moved({"Ana": 5, "Beto": -5}, {"Ana": 5, "Beto": 0})
    {'Beto': 5}
    """
    names = dict.fromkeys([*before, *after])
    differences = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    return {name: amount for name, amount in differences.items() if amount}


def recounted(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, int]:
    """Return the players whose points changed, and the difference, where both reports or hands know
    them.

    >>> recounted({"scores": {"Ana": 5, "Beto": None}}, {"scores": {"Ana": 3, "Beto": 7}})
    {'Ana': -2}
    """
    was, would_be = ((report.get("scores") or {}) for report in (before, after))
    known = {
        name: points
        for name, points in would_be.items()
        if points is not None and was.get(name) is not None
    }
    return moved({name: was[name] for name in known}, known)


def who_wins(hand: int, was: Outcome, would_be: Outcome) -> Sentence:
    """Return a sentence about a hand with a different end."""
    facts = {"hand": hand, "was": was.winner, "winner": would_be.winner}
    if was.winner == would_be.winner:
        if was.winner is None:
            return Sentence("Hand {hand} would end in another way, without a winner.", facts)
        return Sentence("Hand {hand}: {winner} would win in another way.", facts)
    if would_be.winner is None:
        return Sentence("Hand {hand}: nobody would win, instead of {was}.", facts)
    if was.winner is None:
        return Sentence("Hand {hand}: {winner} would win, where nobody did.", facts)
    return Sentence("Hand {hand}: {winner} would win, instead of {was}.", facts)


def changes(moves: Mapping[str, int], middle: int, points: Mapping[str, int]) -> list[Sentence]:
    """Return the changes of points, money and the middle, in a few words each."""
    sentences = [_more_points(player, count) for player, count in points.items()]
    for player, amount in moves.items():
        text = "{player} {amount} more" if amount > 0 else "{player} {amount} less"
        sentences.append(Sentence(text, {"player": player, "amount": abs(amount)}))
    if middle:
        text = "{amount} more in the middle" if middle > 0 else "{amount} less in the middle"
        sentences.append(Sentence(text, {"amount": abs(middle)}))
    return sentences


def _more_points(player: str, count: int) -> Sentence:
    number = abs(count)
    text = Plural("{player} one point more", "{player} {points} points more", number)
    if count < 0:
        text = Plural("{player} one point less", "{player} {points} points less", number)
    return Sentence(text, {"player": player, "points": number})
