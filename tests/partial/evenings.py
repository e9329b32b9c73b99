"""The evenings of every game that are made poorer, and the ways in which each can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

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
from tests.simulation.faults import SLIPS
from tests.simulation.generate import faulty_session, lawful_session


@dataclass(frozen=True, slots=True)
class Evenings:
    """A game as it is tried: lawful evenings, evenings with one slip, and ways to lose lines."""

    lawful: Callable[[Random], list[Event]]
    faulty: Callable[[Random], list[Event]]
    ways: Mapping[str, Poverty]


def _ways(
    *, turns: tuple[str, ...], shown: tuple[str, ...], optional: tuple[str, ...]
) -> dict[str, Poverty]:
    single = {
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
        "40 % of the cards of the turns": cards_unseen(0.4, (*turns, "pay", "discard", "claim")),
        "the hands": hands_left_out,
        "30 % of the optional lines": lines_left_out(optional, 0.3),
        "the optional lines": lines_left_out(optional, 1.0),
    }
    return {**single, "a mixture": mixture(list(single.values()))}


def _lawful_desmoche(rng: Random) -> list[Event]:
    return lawful_session(rng, masked=False, mended=False)[0]


def _faulty_desmoche(rng: Random) -> list[Event]:
    return faulty_session(rng, rng.choice(SLIPS))[0]


EVENINGS: Final[Mapping[str, Evenings]] = {
    "desmoche": Evenings(
        _lawful_desmoche,
        _faulty_desmoche,
        _ways(
            turns=("draw", "pass"),
            shown=("meld", "show"),
            optional=("discard", "pass", "claim", "cut", "win"),
        ),
    ),
}
