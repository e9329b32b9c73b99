"""The lines of a log in words."""

import json
from pathlib import Path

import pytest
from referee_schemas.events import protocol
from referee_schemas.faults import loaded

from referee.judging.registry import find, games
from referee.wording.sentences import symbols
from tests.parts import pairs
from tests.schemas import samples
from tests.table_talk import say


@pytest.mark.parametrize(("line", "words"), pairs(Path(__file__).with_name("sayings.txt"), "lines"))
def test_lines_in_words(line: str, words: str) -> None:
    game, _, said = line.partition(": ")
    event = say(said, game=game)[0]
    assert " ".join(one.render(symbols) for one in find(game).sayings(event)) == words


@pytest.mark.parametrize(
    ("game", "kind"), [(book.name, kind) for book in games() for kind in protocol(book.name)]
)
def test_every_event_says_all_that_it_has(game: str, kind: str) -> None:
    event = loaded(samples.event_of(game, kind) | {"note": "a remark"})
    words = " ".join(one.render() for one in find(game).sayings(event))
    assert words
    for name in ("Eva", "Inés"):
        if name in json.dumps(event, ensure_ascii=False):
            assert name in words
