"""The client of the documentation agrees with the description, and works."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.web.browser.phones import OPENED, Served
from tests.web.client import CLIENT, made


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "book.db").serving() as here:
        here.lay(OPENED)
        yield here


@pytest.fixture
def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("referee_client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_is_the_one_that_the_description_makes() -> None:
    assert ast.dump(ast.parse(CLIENT.read_text("utf-8"))) == ast.dump(ast.parse(made()))


def test_a_program_writes_a_table_with_the_client(served: Served, client: ModuleType) -> None:
    referee = client.Referee(served.address)
    draws = [{"type": "deal", "hands": {}}]
    assert referee.record_append("friday", {"expects": 2, "events": draws})["last"] == 3
    view = referee.games_stand("friday")["view"]
    assert [seat["player"] for seat in view["hand"]["seats"]] == ["Ana", "Beto"]
    assert len(referee.record_events("friday", after=1, limit=1)["events"]) == 1
    with pytest.raises(client.RefereeError) as refused:
        referee.record_append("friday", {"expects": 2, "events": draws})
    assert refused.value.told["type"] == "/problems#conflict"
