"""Whole hands of every game, written down by a thumb alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from referee_schemas.reading import read_log

from referee.judging.corrections import without_line
from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wrong_for_some
from tests.web.browser.thumbs import Thumb

SAMPLES = Path(__file__).parents[3] / "sample_games"

TYPED = frozenset({"side_bet", "score", "payment", "note", "dispute", "ruling"})
"""Sums and words, which nobody can tap."""

MOST_MOVED = 0.05


def first_hand(sample: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the lines that open a table, and those of its first hand, without remarks and sums."""
    events = [without_line(one) for one in read_log(SAMPLES / f"{sample}.jsonl")]
    hands = [at for at, one in enumerate(events) if one["type"] == "hand"] + [len(events)]
    played = [one for one in events[hands[0] + 1 : hands[1]] if one["type"] not in TYPED]
    return events[: hands[0] + 1], [told_by_taps(one) for one in played]


def told_by_taps(event: dict[str, Any]) -> dict[str, Any]:
    """An event without what may be left out and nobody would tap."""
    besides = {"note", "by", "drawn"}
    besides |= {"take": {"card"}, "beg": {"card"}, "look": {"cards"}}.get(event["type"], set())
    told = {name: value for name, value in event.items() if name not in besides}
    return told | {"hands": {}} if event["type"] == "deal" else told


def in_any_order(event: dict[str, Any]) -> dict[str, Any]:
    """An event, where the order of its cards tells nothing."""
    shown_as_they_lie = event["type"] == "show"
    if "cards" not in event or shown_as_they_lie:
        return event
    return {**event, "cards": sorted(event["cards"])}


@pytest.mark.parametrize(
    ("sample", "most"),
    [
        only_deep("golf-looked-again", 49),
        only_deep("clean-evening", 34),
        only_deep("conquien", 54),
        only_deep("app-clean-evening", 68),
        only_deep("dimes-eleven-rounds", 30),
        only_deep("dam-ten-hands", 36),
    ],
)
def test_a_whole_hand_needs_no_keyboard_and_does_not_move_under_the_finger(
    served: Served, phone: Phones, sample: str, most: int
) -> None:
    opening, played = first_hand(sample)
    served.tables.begin(opening, "table")
    thumb = Thumb(phone(height=640), f"{served.address}/tables/table/pad", opening[0]["game"])
    for event in played:
        thumb.writes(event)
    written = [without_line(one) for one in served.lines("table")][len(opening) :]
    assert list(map(in_any_order, written)) == list(map(in_any_order, played))
    assert len(thumb.places) == 2, "the cards, and the bar, always in one place"
    assert thumb.moved() < MOST_MOVED
    assert wrong_for_some(thumb.page) == []
    assert thumb.taps <= most
