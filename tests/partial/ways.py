"""The evenings of a game, and every way to make them partial."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random

from tests.partial.masks import MASKS
from tests.partial.poverty import (
    Event,
    Poverty,
    cards_unseen,
    hand_unrecorded,
    hands_left_out,
    lines_left_out,
    lines_unrecorded,
    mixture,
    share_unrecorded,
    stretches_unrecorded,
)


@dataclass(frozen=True, slots=True)
class Evenings:
    """A game to try: legal evenings, evenings with one slip, and ways to lose lines."""

    lawful: Callable[[Random], list[Event]]
    faulty: Callable[[Random], list[Event]]
    ways: Mapping[str, Poverty]
    together: str = ""
    """The kind of lines that are left out in a hand all or none."""


def single_ways(
    *,
    turns: tuple[str, ...],
    shown: tuple[str, ...],
    optional: tuple[str, ...],
    moved: tuple[str, ...] = (),
    hands: Poverty = hands_left_out,
    lines: Callable[[Iterable[str], float], Poverty] = lines_left_out,
) -> dict[str, Poverty]:
    """Return each way to lose one kind of thing. A gap may replace ``turns``; ``moved`` are further
    lines whose cards belong to a turn, ``shown`` those of visible cards, ``optional`` the optional
    ones; ``hands`` and ``lines`` leave out hands and lines."""
    return {
        "one or two turns, a gap each": lines_unrecorded(turns, 1, 2),
        "5 % of the turns, a gap each": share_unrecorded(turns, 0.05),
        "one stretch of 1 to 9 lines": stretches_unrecorded(1, 9),
        "three stretches of 1 to 5 lines": stretches_unrecorded(3, 5),
        "a stretch of up to 60 lines": stretches_unrecorded(1, 60),
        "a whole hand": hand_unrecorded,
        "5 % of the cards": cards_unseen(0.05),
        "20 % of the cards": cards_unseen(0.2),
        "50 % of the cards": cards_unseen(0.5),
        "40 % of the cards melded and shown": cards_unseen(0.4, shown),
        "40 % of the cards of the turns": cards_unseen(0.4, (*turns, *moved)),
        "the hands": hands,
        "30 % of the optional lines": lines(optional, 0.3),
        "the optional lines": lines(optional, 1.0),
    }


def with_mixtures(
    single: Mapping[str, Poverty], mixed: Poverty, of_all: Poverty
) -> dict[str, Poverty]:
    """Return these ways with a mixture of them, the masks that suit every game, and mixtures of
    all."""
    return {**single, "a mixture": mixed, **MASKS, "a mixture of all": of_all}


def mixture_of_all(ways: Mapping[str, Poverty]) -> Poverty:
    """Combine two or three of these ways and of the masks that suit every game."""
    return mixture([*ways.values(), *MASKS.values()])
