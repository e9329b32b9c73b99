"""Ranks slips in the record by how well they explain the findings in a hand.

The best slips leave the fewest findings. Among those, likelier slips and less unusual readings come
first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED
from referee.rulings.repair.edits import Edit
from referee.rulings.repair.hand_in_question import HandInQuestion
from referee.rulings.repair.plausibility import oddity
from referee.rulings.repair.slips import FORGOTTEN, PossibleSlip, moved, possible_slips

WORK: Final = 30_000
"""The largest number of events to judge in the trials of one hand."""

WEIGHED: Final = 24
"""The largest number of readings to compare closely."""

ENOUGH: Final = 3
NEGLIGIBLE: Final = 0.05
"""After ``ENOUGH`` slips that explain everything, other slips are tried only if they are nearly as
likely as the last of them."""

NAMED_ALREADY: Final = 0.3
"""The factor for a second card at the same place, or for the same slip in another line, because the
first proposal already mentions it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A slip that explains the findings, its likelihood, the alternatives for the line (cards,
    melds, wins, or amounts of money), and the numbers of other lines where the same slip fits as
    well."""

    slip: PossibleSlip
    weight: float
    others: tuple[str, ...] = ()
    elsewhere: tuple[int, ...] = ()


def candidates(hand: HandInQuestion) -> list[Candidate]:
    """Return the slips that best explain the findings in a hand, the likeliest first."""
    good, left = _explaining(hand)
    good += _before_other_lines(hand, good, left)
    named = _once(candidate for slip in good for candidate in _named(hand, slip, left))
    weighed = [
        replace(slip, weight=slip.weight * exp(-oddity(hand.trials, hand.stretch, slip.edit)))
        for slip in named[:WEIGHED]
    ]
    return _ranked(weighed)


def _explaining(hand: HandInQuestion) -> tuple[list[PossibleSlip], int]:
    """Return the slips that leave the fewest findings, and that number."""
    trials, most = hand.trials, len(hand.findings) - 1
    good: list[PossibleSlip] = []
    until = trials.steps + WORK
    for slip in sorted(possible_slips(hand), key=lambda slip: -slip.promise):
        if trials.steps > until or (not most and _enough(good, slip)):
            break
        if slip.edit.start > trials.too_late(hand.stretch, most):
            continue
        left = trials.found(hand.stretch, slip.edit, most)
        if left is None:
            continue
        if len(left) < most:
            good, most = [], len(left)
        good.append(slip)
    return good, most


def _before_other_lines(
    hand: HandInQuestion, good: Sequence[PossibleSlip], most: int
) -> list[PossibleSlip]:
    """Return the likeliest missing meld, moved before the other lines of its player."""
    melds = [slip for slip in good if slip.forgotten == "meld"]
    if not melds:
        return []
    best = max(melds, key=lambda slip: slip.weight)
    player = best.facts["event"]["player"]
    own = (at for at in hand.lines if hand.event(at).get("player") == player)
    elsewhere = (moved(hand, best, at) for at in own if at != best.edit.start)
    return [
        slip for slip in elsewhere if hand.trials.found(hand.stretch, slip.edit, most) is not None
    ]


def _enough(good: Sequence[PossibleSlip], slip: PossibleSlip) -> bool:
    if len(good) < ENOUGH:
        return False
    weights = sorted((one.weight for one in good), reverse=True)
    return slip.promise < weights[ENOUGH - 1] * NEGLIGIBLE


def _named(hand: HandInQuestion, slip: PossibleSlip, most: int) -> Iterable[PossibleSlip]:
    """Return a missing payment with each card that it can have been: the card itself if only one
    fits, otherwise also the payment of an unknown card."""
    event = slip.facts.get("event", {})
    if slip.kind != FORGOTTEN or event.get("card") != UNRECORDED or event["type"] != "pay":
        return [slip]
    index, number = slip.edit.start, slip.edit.events[0][0]
    fitting = []
    for card in NAMES:
        paid = {**event, "card": card}
        edit = Edit(index, index, ((number, paid),))
        if hand.trials.found(hand.stretch, edit, most) is not None:
            fitting.append(replace(slip, edit=edit, facts={**slip.facts, "event": paid}))
    if len(fitting) == 1:
        return fitting
    each = slip.weight / 2 / max(len(fitting), 1)
    return [
        replace(slip, weight=slip.weight / 2),
        *(replace(one, weight=each) for one in fitting),
    ]


def _once(slips: Iterable[PossibleSlip]) -> list[PossibleSlip]:
    """Return each reading once with its likeliest slip, the likeliest first."""
    ordered = sorted(slips, key=lambda slip: -slip.weight)
    once = {_reading(slip): slip for slip in reversed(ordered)}
    return [slip for slip in ordered if once[_reading(slip)] is slip]


def _reading(slip: PossibleSlip) -> str:
    """Return a key for a slip's reading that ignores the order of cards in a line."""
    edit = slip.edit
    lines = [
        (seq, {**event, "cards": sorted(event["cards"])} if "cards" in event else event)
        for seq, event in edit.events
    ]
    return str((edit.start, edit.stop, lines))


def _ranked(good: Iterable[PossibleSlip]) -> list[Candidate]:
    by_target: dict[Any, list[PossibleSlip]] = {}
    for slip in good:
        by_target.setdefault(slip.target, []).append(slip)
    first, rest = [], []
    for same in by_target.values():
        same.sort(key=lambda slip: -slip.weight)
        others = tuple(named for slip in same[1:] if (named := slip.named))
        first.append(Candidate(same[0], sum(slip.weight for slip in same), others))
        rest += [Candidate(slip, slip.weight * NAMED_ALREADY) for slip in same[1:]]
    first.sort(key=lambda candidate: -candidate.weight)
    return sorted([*_wherever(first), *rest], key=lambda candidate: -candidate.weight)


def _wherever(found: Sequence[Candidate]) -> Iterable[Candidate]:
    """Yield each proposal with the other lines in which the same slip fits."""
    by_slip: dict[str, list[Candidate]] = {}
    for candidate in found:
        by_slip.setdefault(candidate.slip.wherever, []).append(candidate)
    for same in by_slip.values():
        best, *later = same
        lines = {candidate.slip.line for candidate in later} - {best.slip.line, 0}
        yield replace(best, elsewhere=tuple(sorted(lines)))
        yield from (
            replace(candidate, weight=candidate.weight * NAMED_ALREADY) for candidate in later
        )
