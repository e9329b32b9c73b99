"""The lines of a log in words."""

from __future__ import annotations

import json

import pytest
from referee_schemas.events import protocol
from referee_schemas.faults import loaded

from referee.judging.registry import find, games
from referee.wording.sentences import symbols
from tests.schemas import samples
from tests.table_talk import say

sayings = find("desmoche").sayings


def told(line: str, names: dict[str, int] | None = None) -> str:
    return " ".join(one.render(symbols) for one in sayings(say(line, names)[0]))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("draw Ana Th", "Ana draws 10♥."),
        ("pay Ana ??", "Ana pays a card that nobody saw."),
        ("cambio Ana 7h Carla", "Ana passes 7♥. It goes to Carla."),
        ("deal Ana=7h8h Beto=9", "The cards are dealt. Ana has 7♥ 8♥. Beto has 9 cards."),
        ("payment pot Ana 10", "The pot pays Ana 10."),
        ("end abandoned", "The hand is over. (abandoned)"),
        ("correct 3: draw Ana 6h", "Event 3 should read: Ana draws 6♥. (slip)"),
        ("correct 3: nothing", "Event 3 never happened. (slip)"),
        ("insert 3: pass Beto", "Before event 3 this was forgotten: Beto knocks. (forgotten)"),
    ],
)
def test_lines_in_words(line: str, words: str) -> None:
    assert told(line) == words


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("golf", "look Ana 7h2d", "Ana looks at the two nearest cards. They are 7h 2d."),
        ("golf", "look Ana", "Ana looks at the two nearest cards."),
        ("golf", "draw Ana", "Ana draws a card that nobody saw."),
        ("golf", "swap Ana 3 Kd", "Ana swaps the card in at position 3. Out comes Kd."),
        ("golf", "swap Ana 3", "Ana swaps the card in at position 3."),
        ("golf", "knock Ana", "Ana knocks."),
        ("golf", "show Ana 7h2dAcAs", "Ana turns up 7h 2d Ac As."),
        (
            "golf",
            "offence Ana looked_again",
            "An offence by Ana is reported: a face-down card was looked at.",
        ),
        ("gin_rummy", "pass Ana", "Ana does not want the card that was turned up."),
        ("gin_rummy", "knock Ana Kd", "Ana knocks and discards Kd."),
        ("gin_rummy", "meld Ana 7h8h9h", "Ana lays 7h 8h 9h down."),
        ("gin_rummy", "lay_off Ana Th", "Ana lays Th off."),
        ("gin_rummy", "show Ana 2cAd", "Ana has 2c Ad left."),
    ],
)
def test_lines_of_other_games_in_words(game: str, line: str, words: str) -> None:
    event = say(line, game=game)[0]
    assert " ".join(one.render() for one in find(game).sayings(event)) == words


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
