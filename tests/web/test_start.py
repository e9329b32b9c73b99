"""Codes by which a table is joined, and what a browser remembers of the last opening."""

from __future__ import annotations

from pathlib import Path

from referee.web.access import LIVES, JoinCodes
from referee.web.pages.opening import LARGEST
from tests.web.visitors import server


def test_a_code_works_for_a_quarter_of_an_hour() -> None:
    now = [0.0]
    codes = JoinCodes(lambda: now[0])
    code = codes.make("token")
    now[0] = LIVES - 1
    assert codes.token(code) == "token"
    now[0] = LIVES + 1
    assert codes.token(code) is None


def test_what_was_chosen_last_fits_into_a_cookie_and_goes_to_this_form_only(tmp_path: Path) -> None:
    browser = server(tmp_path / "book.db", links=False).test_client()
    players = [f"{'ñ' * 38}{number}" for number in range(4)]
    for game in ("desmoche", "conquien"):
        told = {"game": game, "of": game, "player": players, "bet": "5", "unit": "x" * 900}
        assert browser.post("/open", data=told).status_code == 303
    kept = browser.get_cookie("last-opening", path="/open")
    assert kept is not None
    assert len(kept.value) <= LARGEST
    assert (kept.path, kept.http_only) == ("/open", True)
    page = browser.get("/open").text
    assert all(f'value="{player}"' in page for player in players)
