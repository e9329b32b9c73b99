"""What a hand comes to: the points of everybody, and the dimes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.judging.findings import Undecided
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.scoring import fewest, open_points
from referee.rulebooks.dimes.counting import points_of
from referee.rulebooks.dimes.going_out import FALSE, ON_HIS_WORD, on_his_word
from referee.rulebooks.dimes.hand import OUT, DimesHand
from referee.rulebooks.dimes.pot import shares
from referee.rulebooks.dimes.rounds import ROUNDS


@dataclass(frozen=True, slots=True)
class Due:
    """What the end of a hand gives to each player from the pot; ``open`` says that the record does
    not tell who has the rest of it."""

    dimes: Mapping[str, int]
    open: bool


def settle(hand: DimesHand) -> Score:
    """What the hand comes to as its record stands."""
    seats = hand.seats if hand.over and not hand.abandoned else []
    scores = {seat.name: points_of(hand, seat) for seat in seats}
    gets = due(hand, scores).dimes
    net = {seat.name: gets.get(seat.name, 0) - hand.stake for seat in hand.seats}
    return Score(
        scores=scores,
        counted=scores,
        net=net,
        pot=hand.before.pot,
        carried=hand.before.pot - sum(gets.values()),
        questions=(*_about_the_out(hand), *open_points(hand, scores)),
    )


def due(hand: DimesHand, scores: Mapping[str, int | None]) -> Due:
    """Who is out takes a dime, as long as there is one; after the last round the lowest total takes
    the rest. Nobody takes anything while the house plays without dimes."""
    gets = dict.fromkeys((seat.name for seat in hand.seats), 0)
    pot, out = hand.before.pot if hand.house["dimes"] == "on" else 0, hand.is_out
    outs = dict(hand.before.outs)
    if out is not None:
        outs[out.name] = outs.get(out.name, 0) + 1
        if pot:
            gets[out.name], pot = 1, pot - 1
    if hand.round < ROUNDS or not scores or not pot:
        return Due(gets, hand.over and not hand.abandoned and hand.outcome.kind != OUT)
    totals = {
        name: None if before is None or scores[name] is None else before + (scores[name] or 0)
        for name, before in hand.before.scores.items()
    }
    winners = fewest(totals)
    if winners and hand.outcome.kind == OUT:
        order = [seat.name for seat in hand.seats]
        for name, share in shares(pot, winners, outs, order).items():
            gets[name] += share
        return Due(gets, False)
    return Due(gets, True)


def _about_the_out(hand: DimesHand) -> Iterator[Undecided]:
    """The question whether somebody was out who laid down no melds."""
    out = hand.is_out
    if out is None or not hand.on_his_word or out.holding.count == 0:
        return
    if on_his_word(hand, out) in (ON_HIS_WORD, FALSE):
        yield Undecided(
            event=hand.on_his_word,
            hand=hand.number,
            rule="out.false",
            player=out.name,
            question="Did all cards of {player} lie in melds when he was out?",
            would_decide="the melds that {player} laid down",
            facts={"player": out.name},
        )
