"""A game that cannot be read has a page with an explanation, and the other games still work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depth import count
from tests.store.damaged import DAMAGES, damaged
from tests.web.visitors import server

pytestmark = pytest.mark.deep

PAGES = [
    *("", "/pad", "/pad/fix", "/replay", "/report", "/sheet", "/log.jsonl", "/log.sheet"),
    *("/dispute", "/dispute/2", "/ask", "/whatif", "/crux", "/house-rules", "/rulebook", "/links"),
]
FOR_PROGRAMS = ["", "/events", "/log", "/report", "/expected", "/rulings"]


@pytest.mark.parametrize("act", DAMAGES.values(), ids=DAMAGES)
def test_no_page_stumbles_over_a_damaged_game(tmp_path: Path, act: str) -> None:
    browser = server(damaged(tmp_path / "book.db", act), links=False).test_client()
    assert "saturday" in browser.get("/").text
    assert browser.get("/api/v1/games").status_code == 200
    assert browser.get("/casebook").status_code == 200
    for page in PAGES[:: count(1, 3)]:
        assert browser.get(f"/tables/friday{page}").status_code < 500, page
        assert browser.get(f"/tables/saturday{page}").status_code in (200, 404), page
    for page in FOR_PROGRAMS:
        assert browser.get(f"/api/v1/games/friday{page}").status_code < 500, page
    event = {"events": [{"type": "note", "note": "b"}], "expects": 3}
    assert browser.post("/api/v1/games/friday/events", json=event).status_code < 500
