"""Which slips of the pen explain best what was found in a hand.

A slip explains more the less it leaves to be found. Among those that leave the least, the likelier
slip goes before, and the reading that is the less unusual.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED
from referee.judging.findings import Finding
from referee.rulings.oddities import oddity
from referee.rulings.scene import Scene
from referee.rulings.suspects import FORGOTTEN, Suspect, suspects
from referee.rulings.trials import Edit, Stretch, Trials

WORK: Final = 30_000
"""How many events may be judged in the trials of one hand."""

WEIGHED: Final = 24
"""How many readings are compared closely."""

ENOUGH: Final = 3
NEGLIGIBLE: Final = 0.05
"""When that many slips are found that explain all, others are tried only if they are not far less
likely than the last of them."""

NAMED_ALREADY: Final = 0.3
"""How much a second card for the same place counts: the proposal of the first names it already."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A slip that explains what was found, how likely it is, and the cards that would do too."""

    suspect: Suspect
    weight: float
    others: tuple[str, ...] = ()


def candidates(trials: Trials, hand: Stretch, findings: Sequence[Finding]) -> list[Candidate]:
    """The slips that explain best what was found in a hand, the likeliest first."""
    good, left = _explaining(trials, hand, Scene(trials, hand, findings), len(findings) - 1)
    named = [one for suspect in good for one in _named(trials, hand, suspect, left)]
    named.sort(key=lambda one: -one.weight)
    weighed = [
        replace(one, weight=one.weight * exp(-oddity(trials, hand, one.edit)))
        for one in named[:WEIGHED]
    ]
    return _ranked(weighed)


def _explaining(
    trials: Trials, hand: Stretch, scene: Scene, most: int
) -> tuple[list[Suspect], int]:
    """The suspects that leave the least to be found, and how much that is."""
    good: list[Suspect] = []
    until = trials.steps + WORK
    for suspect in sorted(suspects(scene), key=lambda one: -one.promise):
        if trials.steps > until or (not most and _enough(good, suspect)):
            break
        if suspect.edit.start > trials.too_late(hand, most):
            continue
        left = trials.found(hand, suspect.edit, most)
        if left is None:
            continue
        if len(left) < most:
            good, most = [], len(left)
        good.append(suspect)
    return good, most


def _enough(good: Sequence[Suspect], suspect: Suspect) -> bool:
    if len(good) < ENOUGH:
        return False
    weights = sorted((one.weight for one in good), reverse=True)
    return suspect.promise < weights[ENOUGH - 1] * NEGLIGIBLE


def _named(trials: Trials, hand: Stretch, suspect: Suspect, most: int) -> Iterable[Suspect]:
    """A forgotten payment with every card that it can have been; where that is one only, it is
    this card, and where it may be many, nobody recorded it."""
    event = suspect.facts.get("event", {})
    if suspect.kind != FORGOTTEN or event.get("card") != UNRECORDED or event["type"] != "pay":
        return [suspect]
    place, number = suspect.edit.start, suspect.edit.events[0][0]
    fitting = []
    for card in NAMES:
        paid = {**event, "card": card}
        edit = Edit(place, place, ((number, paid),))
        if trials.found(hand, edit, most) is not None:
            fitting.append(replace(suspect, edit=edit, facts={**suspect.facts, "event": paid}))
    if len(fitting) == 1:
        return fitting
    each = suspect.weight / 2 / max(len(fitting), 1)
    return [
        replace(suspect, weight=suspect.weight / 2),
        *(replace(one, weight=each) for one in fitting),
    ]


def _ranked(good: Iterable[Suspect]) -> list[Candidate]:
    by_place: dict[Any, list[Suspect]] = {}
    for suspect in good:
        by_place.setdefault(suspect.place, []).append(suspect)
    found = []
    for same in by_place.values():
        same.sort(key=lambda one: -one.weight)
        others = tuple(card for one in same[1:] if (card := one.card))
        found.append(Candidate(same[0], sum(one.weight for one in same), others))
        found += [Candidate(one, one.weight * NAMED_ALREADY) for one in same[1:]]
    return sorted(found, key=lambda one: -one.weight)
