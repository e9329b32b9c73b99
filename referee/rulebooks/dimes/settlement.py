"""What a hand comes to: the points of everybody, and the dimes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.judging.account import THE_MIDDLE
from referee.judging.findings import Undecided
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.payments import Sums, got_by
from referee.rulebooks.common.scoring import fewest, open_points
from referee.rulebooks.dimes.counting import Counted, counts_of, points_of
from referee.rulebooks.dimes.going_out import FALSE, ON_TRUST, on_their_word
from referee.rulebooks.dimes.hand import DimesHand
from referee.rulebooks.dimes.pot import shares
from referee.rulebooks.dimes.rounds import ROUNDS
from referee.rulebooks.dimes.seats import Player


@dataclass(frozen=True, slots=True)
class Due:
    """What the end of a hand gives to each player from the pot; ``open`` says that the record does
    not tell who has how much of it."""

    dimes: Mapping[str, int]
    open: bool


def settle(hand: DimesHand) -> Counted:
    """What the hand comes to as its record stands."""
    seats = hand.seats if hand.over and not hand.abandoned else []
    counts = counts_of(hand)
    scores = {seat.name: points_of(hand, seat, counts) for seat in seats}
    gets = due(hand, scores).dimes
    net = {seat.name: gets.get(seat.name, 0) - hand.stake for seat in hand.seats}
    return Counted(
        scores=scores,
        counted=scores,
        counts=counts,
        net=net,
        pot=hand.before.pot,
        carried=hand.before.pot - sum(gets.values()),
        questions=(
            *_about_the_out(hand),
            *open_points(hand, scores),
            *_about_the_pot(hand, scores),
        ),
    )


def due(hand: DimesHand, scores: Mapping[str, int | None]) -> Due:
    """Who is out takes a dime, as long as there is one; after the last round the lowest total takes
    the rest. Nobody takes anything while the house plays without dimes."""
    gets = dict.fromkeys((seat.name for seat in hand.seats), 0)
    before, out = hand.before, hand.is_out
    pot = before.pot if hand.house["dimes"] == "on" else 0
    if out is None or not pot:
        return Due(gets, hand.is_undecided)
    if not before.surely:
        return Due(gets, True)
    gets[out.name], pot = 1, pot - 1
    if hand.round < ROUNDS or not scores or not pot:
        return Due(gets, False)
    rest = _shares_of_the_rest(hand, out, pot, scores)
    for name, share in rest.items():
        gets[name] += share
    return Due(gets, not rest)


def _shares_of_the_rest(
    hand: DimesHand, out: Player, rest: int, scores: Mapping[str, int | None]
) -> Mapping[str, int]:
    """What everybody takes of the rest of the pot after the last round; nothing where the record
    does not tell who has how much."""
    totals = {
        name: None if before is None or scores[name] is None else before + (scores[name] or 0)
        for name, before in hand.before.scores.items()
    }
    winners = fewest(totals)
    if not winners or hand.before.open_hands:
        return {}
    outs = {**hand.before.outs, out.name: hand.before.outs.get(out.name, 0) + 1}
    return shares(rest, winners, outs, [seat.name for seat in hand.seats])


def owed_after(hand: DimesHand, net: Mapping[str, int]) -> Mapping[str, int] | None:
    """What everybody is up or down since the last payments; None where nobody knows."""
    before = hand.before
    if (
        before.owed is None
        or hand.is_undecided
        or (hand.is_out and before.pot and not before.surely)
    ):
        return None
    owed = Counter(before.owed)
    owed.update(net)
    return owed


def sums_of(hand: DimesHand, result: Score) -> Sums | None:
    """Return the sums of a hand's payments; None where there are none, or where the record leaves
    them open."""
    payments, due_now = hand.payments_but_stakes(), due(hand, result.scores)
    if not payments or due_now.open or hand.house["dimes"] == "off":
        return None
    if hand.unclear or hand.blurred or hand.gap_behind:
        return None
    got = got_by(payments, hand.name_of)
    if THE_MIDDLE in got:
        return Sums(payments, got, Counter(due_now.dimes))
    between = owed_after(hand, result.net)
    if hand.hands_missing or between is None:
        return None
    return Sums(payments, got, Counter(between))


def _about_the_out(hand: DimesHand) -> Iterator[Undecided]:
    """The question whether somebody was out who laid down no melds."""
    out = hand.is_out
    if out is None or not hand.on_their_word or out.holding.count == 0:
        return
    if on_their_word(hand, out) in (ON_TRUST, FALSE):
        yield Undecided(
            event=hand.on_their_word,
            hand=hand.number,
            rule="out.false",
            player=out.name,
            question="Did all cards of {player} lie in melds when they were out?",
            would_decide="the melds that {player} laid down",
            facts={"player": out.name},
        )


def _about_the_pot(hand: DimesHand, scores: Mapping[str, int | None]) -> Iterator[Undecided]:
    """The questions who was out, how many dimes are left where that is not known of an earlier
    hand, and who takes the rest of them in the end."""
    before = hand.before
    facts = {"hand": hand.number, "hands": [*before.open_hands]}
    event = hand.outcome.event or hand.last_event
    if hand.is_undecided and hand.blurred:
        question = "Who was out in hand {hand}?"
        would_decide = "the lines that are missing before the end of hand {hand}"
        yield Undecided(event, hand.number, "end.early", None, question, would_decide, facts)
    elif not (hand.is_out and due(hand, scores).open):
        return
    elif not before.open_hands:
        question = "Who takes the rest of the pot?"
        would_decide = "the points that are not known"
        yield Undecided(event, hand.number, "payment.wrong", None, question, would_decide, facts)
    else:
        question = "How many dimes lay in the pot in hand {hand}?"
        would_decide = "who was out in hand {hands}"
        yield Undecided(event, hand.number, "payment.wrong", None, question, would_decide, facts)
