"""A viewer's record of a game: without the cards that they may not know."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.events import protocol
from referee_schemas.log_so_far import LogSoFar, loaded

from referee.cards.deck import NAMES
from referee.judging.registry import find, games
from referee.visibility import ANYBODY, SCRIBE, Sight, Viewer, masked
from tests.schemas.samples import event_of
from tests.table_talk import Case, cases

Line = dict[str, Any]


def seen(lines: Sequence[Line], viewer: Viewer = ANYBODY) -> list[Line]:
    """Return the record as this viewer may read it; the same at once as line by line."""
    so_far = LogSoFar()
    events = [so_far.add(line) for line in lines]
    whole, live = Sight(viewer), Sight(viewer)
    for at in range(len(events)):
        live.take(events[: at + 1])
    whole.take(events)
    assert whole.replay.lines == live.replay.lines
    return [dict(line) for line in live.replay.lines]


def cards_in(lines: Sequence[Line]) -> set[str]:
    told = json.dumps(lines)
    return {card for card in NAMES if f'"{card}"' in told}


VIEWERS = {"anybody": ANYBODY, "scribe": SCRIBE}

HERE = Path(__file__)
CASES = [
    *cases(HERE.with_name("visibility.txt")),
    *cases(HERE.with_name("visibility_gin_rummy.txt"), "gin_rummy"),
    *cases(HERE.with_name("visibility_dimes.txt"), "dimes"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_viewer_sees_these_cards_and_no_other(case: Case) -> None:
    for number, (who, *words) in case.looks:
        lines = case.events[:number]
        told = seen(lines, VIEWERS.get(who) or Viewer(who))
        match words:
            case ["whole"]:
                assert told == lines
            case ["from", place]:
                assert cards_in(told[int(place) - 1 :]) == set()
            case ["told" | "untold" as word, *text]:
                assert (" ".join(text) in json.dumps(told)) is (word == "told")
            case cards:
                assert cards_in(told) == set(cards)


HANDS = {"deal": {"hands"}, "position": {"hands"}}

SECRET = {
    "desmoche": {"deal": {"hands"}, "announce": {"cards"}, "cambio": {"card"}},
    "desmoche_app": {**HANDS, "cambio": {"card"}, "draw": {"card"}},
    "golf": {**HANDS, "look": {"cards"}, "draw": {"card"}, "gap": {"melds"}},
    "gin_rummy": {**HANDS, "draw": {"card"}, "gap": {"melds"}, "position": {"hands", "melds"}},
    "dimes": {**HANDS, "draw": {"card"}},
    "dam": {**HANDS, "draw": {"card"}, "beg": {"drawn"}},
}
"""Fields that each game hides until the hand is settled."""

SECRET |= {"conquien": SECRET["desmoche"], "cambio_cabo": SECRET["golf"]}


@pytest.mark.parametrize("game", [book.name for book in games()])
def test_every_event_and_field_has_been_thought_of(game: str) -> None:
    for kind, shape in protocol(game).items():
        if kind in ("correct", "insert"):
            continue
        fields = set(shape.fields) - {"type", "at", "scribe", "note", "seq", "id"}
        hidden = SECRET[game].get(kind, set()) | {"disqualify": {"why"}}.get(kind, set())
        assert find(game).secrecy.open_fields[kind] == fields - hidden, kind


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (game, kind)
        for game in SECRET
        for kind in sorted({*SECRET[game]} - {"cambio", "gap", "position"})
    ],
)
def test_players_see_their_own_cards_and_not_those_of_others(game: str, kind: str) -> None:
    event, book = dict(loaded(event_of(game, kind))), find(game)
    hidden = cards_in([{name: event[name] for name in SECRET[game][kind]}])
    assert hidden
    for other in (ANYBODY, Viewer("Inés")):
        assert not cards_in([masked(event, book, other)]) & hidden
    # dealt cards lie face down in Golf
    dealt = kind == "deal" and book.name in ("golf", "cambio_cabo")
    assert cards_in([masked(event, book, Viewer("EVA"))]) == (set() if dealt else cards_in([event]))
