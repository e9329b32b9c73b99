"""The points of a hand: as the cards give them, or as the players wrote them down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.judging.findings import Undecided
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.hands import PileHand

AnyHand = PileHand[Any, Any]


def fewest(scores: Mapping[str, int | None]) -> list[str]:
    """Who has the fewest points; nobody as long as somebody's are not known."""
    known = [points for points in scores.values() if points is not None]
    if not known or len(known) < len(scores):
        return []
    return [player for player, points in scores.items() if points == min(known)]


def scored(hand: AnyHand, counted: Mapping[str, int | None]) -> dict[str, int | None]:
    """The points that hold: those that the cards give, and where nobody can tell, those that the
    players wrote down. A hand that was given up has none."""
    if hand.abandoned:
        return {}
    return {
        player: points if points is not None else written_points(hand, player)
        for player, points in counted.items()
    }


def written_points(hand: AnyHand, player: str) -> int | None:
    """What was written down last as this player's points of the hand; None for points that no
    cards can give."""
    points = _last(player, [written.points for written in hand.written])
    if points is None:
        return None
    seat = hand.find(player)
    return points if seat is None or hand.can_count(seat, points) else None


def written_total(hand: AnyHand, player: str) -> int | None:
    """What was written down last in this hand as what this player has in all."""
    return _last(player, [written.totals for written in hand.written])


def _last(player: str, written: Sequence[Mapping[str, int]]) -> int | None:
    for of_each in reversed(written):
        if player in of_each:
            return of_each[player]
    return None


def summed(players: Iterable[str], results: Sequence[Score]) -> dict[str, int | None]:
    """The points of these players after several hands; None where one of them is not known. A hand
    that was given up has no points."""
    totals: dict[str, int | None] = {}
    counted = [result.scores for result in results if result.scores]
    for player in players:
        points = [scores.get(player) for scores in counted]
        known = [one for one in points if one is not None]
        totals[player] = sum(known) if len(known) == len(points) else None
    return totals


def carried_on(
    hands: Sequence[AnyHand], results: Sequence[Score], players: Iterable[str]
) -> dict[str, int | None]:
    """What everybody has after some hands by what was written down: the total that was written
    last, and the points of the hands since; None where nobody knows."""
    carried: dict[str, int | None] = dict.fromkeys(players, 0)
    for hand, result in zip(hands, results, strict=True):
        for player, before in carried.items():
            points = result.scores.get(player, 0)
            if not hand.abandoned:
                said = written_points(hand, player)
                points = points if said is None else said
            sums = None if before is None or points is None else before + points
            total = written_total(hand, player)
            carried[player] = sums if total is None else total
    return carried


def open_points(hand: AnyHand, scores: Mapping[str, int | None]) -> tuple[Undecided, ...]:
    """The questions about points that neither cards nor a score tell."""
    if not hand.over or hand.abandoned:
        return ()
    return tuple(
        Undecided(
            event=hand.outcome.event or hand.last_event,
            hand=hand.number,
            rule="score.wrong",
            player=player,
            question="How many points did {player} count in hand {hand}?",
            would_decide="the cards that {player} had left, or what was written down for the hand",
            facts={"player": player, "hand": hand.number},
        )
        for player, points in scores.items()
        if points is None
    )
