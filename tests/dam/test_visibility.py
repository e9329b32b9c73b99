"""Who may see which card of That Dam Game."""

from __future__ import annotations

from referee.judging.registry import find
from referee.visibility import ANYBODY, Viewer, masked


def test_only_who_begs_sees_the_card_from_the_deck() -> None:
    beg = {"type": "beg", "player": "Ana", "card": "Kh", "drawn": "5c"}
    assert masked(beg, find("dam"), ANYBODY) == {"type": "beg", "player": "Ana", "card": "Kh"}
    assert masked(beg, find("dam"), Viewer("ana")) == beg


def test_dealt_and_drawn_cards_are_hidden_and_melds_are_not() -> None:
    draw = {"type": "draw", "player": "Ana", "card": "Kh"}
    assert masked(draw, find("dam"), Viewer("Beto"))["card"] == "??"
    meld = {"type": "meld", "player": "Ana", "cards": ["Kh", "Kd", "Ks"], "owner": "Beto"}
    assert masked(meld, find("dam"), ANYBODY) == meld
