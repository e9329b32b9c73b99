"""Whole hands of every game, recorded by tapping alone."""

from typing import Any

import pytest

from referee.judging.corrections import without_line
from tests.web.browser.phones import Phones, Served, wrong_for_some
from tests.web.browser.thumbs import Thumb
from tests.web.visitors import SAMPLES, laid, sample

pytestmark = pytest.mark.deep

TYPED = frozenset({"side_bet", "score", "payment", "note", "dispute", "ruling"})
"""Sums and words, which cannot be tapped."""

MOST_MOVED = 0.05


def first_hand(log: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the lines that open a table, and those of its first hand, without remarks and sums."""
    there = (SAMPLES / f"{log}.jsonl").exists()
    events = list(map(without_line, sample(log) if there else laid(log)))
    hands = [at for at, one in enumerate(events) if one["type"] == "hand"] + [len(events)]
    played = [one for one in events[hands[0] + 1 : hands[1]] if one["type"] not in TYPED]
    return events[: hands[0] + 1], [told_by_taps(one) for one in played]


def told_by_taps(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event without the optional fields that a scribe would not tap."""
    besides = {"note", "by", "drawn"}
    besides |= {"take": {"card"}, "beg": {"card"}, "look": {"cards"}}.get(event["type"], set())
    told = {name: value for name, value in event.items() if name not in besides}
    return told | {"hands": {}} if event["type"] == "deal" else told


def in_any_order(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event with its cards sorted if their order means nothing."""
    if "cards" not in event or event["type"] == "show":
        return event
    return {**event, "cards": sorted(event["cards"])}


@pytest.mark.parametrize(
    ("log", "most", "locale", "script"),
    [
        ("golf-looked-again", 49, "en", True),
        ("clean-evening", 34, "es-NI", False),
        ("clean-evening", 34, "en", True),
        ("conquien", 54, "es-NI", True),
        ("app-clean-evening", 68, "en", True),
        ("dimes-eleven-rounds", 30, "en", True),
        ("dam-ten-hands", 36, "en", True),
        ("hole of three", 50, "en", True),
        ("begged", 8, "en", False),
    ],
)
def test_a_whole_hand_needs_no_keyboard_and_does_not_move_under_the_finger(
    served: Served, phone: Phones, log: str, most: int, locale: str, script: bool
) -> None:
    opening, played = first_hand(log)
    served.tables.begin(opening, "table")
    page = phone(locale, script=script, height=640)
    address, game = f"{served.address}/tables/table", opening[0]["game"]
    thumb = Thumb(page, f"{address}/pad", game, locale=locale, script=script)
    for event in played:
        thumb.writes(event)
    written = [without_line(one) for one in served.lines("table")][len(opening) :]
    assert list(map(in_any_order, written)) == list(map(in_any_order, played))
    assert len(thumb.places) == 2, "the cards, and the bar, always in one place"
    assert thumb.moved() < MOST_MOVED
    assert not script or wrong_for_some(page) == []
    assert thumb.taps <= most
