"""The other games on a phone: the pad writes them down, and everybody can use their pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from referee_schemas.sheets import read_sheet

from referee.judging.corrections import without_line
from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some
from tests.web.browser.scribes import Scribe
from tests.web.browser.thumbs import Thumb

SAMPLES = Path(__file__).parents[3] / "sample_games"

HOLE = """
golf
players Ana, Beto*
hand
deal
turned 7h
look Ana
Ana < ~2Kd
Beto +5c -5c
Ana *
Beto +xx ~4Qs
"""

HOLE_OF_THREE = """
golf
players Ana, Beto, Carla*
hand
deal
turned 7h
look Ana
look Beto
look Carla
Ana +Js ~3Qh
Beto < ~1Kd
Carla +2c ~4Td
Ana +5d ~4Jc
Beto +Ad ~2Kc
Carla +9h -9h
Ana +3s ~3Js
Beto +4c ~4Qs
Carla *
Ana +6h -6h
Beto +2s -2s
show Ana 8c 9d 3s 5d
show Beto Qh Ad Jd 4c
show Carla 6c 7d 8h 2c
"""
"""A hole as it goes: nine turns and a knock, then the cards are turned up."""

MOST_TAPS_OF_A_HOLE = 50

BEGGED = """
dam
players Ana, Beto, Carla*
hand
deal
Ana +Jk -5h
Carla ?
Beto +xx -Kc
"""


@pytest.mark.deep
def test_a_hole_of_golf_with_three_players_takes_at_most_fifty_taps(
    served: Served, phone: Phones
) -> None:
    played = read_sheet(HOLE_OF_THREE, "the sheet")
    served.tables.begin(played[:2], "table")
    thumb = Thumb(phone(), f"{served.address}/tables/table/pad", "golf")
    for event in played[2:]:
        thumb.writes(event | ({"hands": {}} if event["type"] == "deal" else {}))
    written = [without_line(event) for event in served.lines("table")]
    assert [one["type"] for one in written] == [one["type"] for one in played]
    assert written[-3:] == played[-3:]
    assert thumb.taps <= MOST_TAPS_OF_A_HOLE


@pytest.mark.deep
def test_a_begged_card_and_a_joker(served: Served, phone: Phones) -> None:
    scribe = Scribe(phone(), "en", script=True, game="dam")
    scribe.opens(served.lay(BEGGED[: BEGGED.index("deal")]))
    scribe.act("deal")
    scribe.card("Jk")
    scribe.card("5h")
    scribe.act("beg", "Carla")
    scribe.card("??")
    scribe.card("Kc")
    assert written(served) == read_sheet(BEGGED, "the sheet")


def written(served: Served) -> list[dict[str, Any]]:
    """Return what lies in the book, without what a score sheet does not have."""
    return [without_line(event) for event in served.lines()]


@pytest.mark.deep
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize(
    "sample",
    [
        "golf-looked-again",
        "dimes-out-or-not",
        "dam-begging",
        "app-melds-broken",
    ],
)
def test_everybody_can_use_the_pages_of_a_game(
    served: Served, phone: Phones, sample: str, width: int
) -> None:
    table = served.keep(SAMPLES / f"{sample}.jsonl", "table")
    game = served.lines("table")[0]["game"]
    page = phone(width=width)
    wrong = {}
    pages = [
        f"{table}{part}" for part in ("", "/pad", "/replay/9", "/report", "/dispute", "/whatif")
    ]
    pages += [f"{served.address}{part}{game}" for part in ("/rulebook/", "/print/blank-sheet/")]
    for path in [*pages, f"{served.address}/open?game={game}"]:
        page.goto(path)
        if found := wrong_for_some(page):
            wrong[path] = found
        if wider_than_the_screen(page) > 0:
            wrong[path] = [*found, "wider than the screen"]
    assert wrong == {}
