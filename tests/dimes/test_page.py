"""The page of the rulebook has every event, with its fields."""

from __future__ import annotations

import re
from pathlib import Path

from referee.rulebooks import find

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "dimes.md").read_text(encoding="utf-8")


def test_the_page_names_every_event_with_its_fields() -> None:
    told = {
        kind: re.findall(r"`(\w+)`(\?)?", fields)
        for kind, fields in re.findall(r"^\| `(\w+)` \| ((?:`\w+`\??(?:, )?)+) \|", PAGE, re.M)
    }
    declared = {
        kind: [(field.name, "" if field.required else "?") for field in form.fields]
        for kind, form in find("dimes").events.items()
        if kind != "forgive" and form.fields
    }
    assert told == declared
