"""Walks on phones, which ``walks/*.txt`` tell."""

from pathlib import Path

import pytest

from tests.stories import Step, stories
from tests.web.browser.phones import ROOM, Phones, Served
from tests.web.browser.walking import Walk


@pytest.mark.parametrize("steps", stories(Path(__file__).with_name("walks")))
def test_walk(tmp_path: Path, phone: Phones, steps: list[Step]) -> None:
    links = ("links", []) in steps
    hosts = {"hosts": ("127.0.0.1", ROOM)} if links else {}
    with Served(tmp_path / "book.db", links=links, **hosts).serving() as served:
        Walk(tmp_path, phone, served).takes([one for one in steps if one[0] != "links"])
