"""The page of the rulebook has every event, with its fields; and who may see them."""

from __future__ import annotations

import re
from pathlib import Path

from referee.rulebooks import find
from referee.seeing import ANYBODY, Viewer, masked

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "dam.md").read_text(encoding="utf-8")


def test_the_page_names_every_event_with_its_fields() -> None:
    told = {
        kind: re.findall(r"`(\w+)`(\?)?", fields)
        for kind, fields in re.findall(r"^\| `(\w+)` \| ((?:`\w+`\??(?:, )?)+) \|", PAGE, re.M)
    }
    declared = {
        kind: [(field.name, "" if field.required else "?") for field in form.fields]
        for kind, form in find("dam").events.items()
        if kind != "forgive" and form.fields
    }
    assert told == declared


def test_only_who_begs_sees_the_card_from_the_deck() -> None:
    beg = {"type": "beg", "player": "Ana", "card": "Kh", "drawn": "5c"}
    assert masked(beg, find("dam"), ANYBODY) == {"type": "beg", "player": "Ana", "card": "Kh"}
    assert masked(beg, find("dam"), Viewer("ana")) == beg


def test_dealt_and_drawn_cards_are_hidden_and_melds_are_not() -> None:
    draw = {"type": "draw", "player": "Ana", "card": "Kh"}
    assert masked(draw, find("dam"), Viewer("Beto"))["card"] == "??"
    meld = {"type": "meld", "player": "Ana", "cards": ["Kh", "Kd", "Ks"], "owner": "Beto"}
    assert masked(meld, find("dam"), ANYBODY) == meld
