"""The scribe's pad: it has a form for every event, and settles a game where that can be."""

from __future__ import annotations

from pathlib import Path

import pytest
from referee_schemas.events import protocol

from referee.judging.registry import find
from referee.web.labels import FIELDS, acts
from tests.web.visitors import keep, sample, server

PAID = "All of it was paid"


def test_every_event_and_field_has_its_form(tmp_path: Path) -> None:
    opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    keep(tmp_path / "book.db", "friday", [opening, {"type": "hand", "dealer": "Beto", "bet": 5}])
    browser = server(tmp_path / "book.db", links=False).test_client()
    spoken = protocol("desmoche")
    offered = acts(find("desmoche"))
    assert set(offered) == set(spoken) - {"game", "correct", "insert"}
    for act in offered:
        asked = set(spoken[act].fields) - {"type", "seq", "id", "at", "scribe"}
        assert asked <= set(FIELDS), act
        page = browser.get(f"/tables/friday/pad?act={act}&form=1").text
        for name in asked - {"house", "bets", "hands", "melds", "bonuses", "side_games"}:
            assert f'name="{name}"' in page or name in ("players", "agreed_by"), (act, name)
        assert browser.get(f"/tables/friday/pad?act={act}").status_code == 200


@pytest.mark.deep
@pytest.mark.parametrize("rounds", [1, 10, 11])
def test_a_game_of_dimes_can_be_settled_after_each_of_its_rounds_and_in_none(
    tmp_path: Path, rounds: int
) -> None:
    unpaid = [line for line in sample("dimes-eleven-rounds") if line["type"] != "payment"]
    begins = [at for at, line in enumerate(unpaid) if line["type"] == "hand"] + [len(unpaid)]
    keep(tmp_path / "book.db", "opened", unpaid[: begins[rounds - 1] + 1])
    keep(tmp_path / "book.db", "over", unpaid[: begins[rounds]])
    browser = server(tmp_path / "book.db", links=False).test_client()
    assert PAID not in browser.get("/tables/opened/pad").text
    assert PAID in browser.get("/tables/over/pad").text
