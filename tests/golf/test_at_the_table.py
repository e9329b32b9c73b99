"""Answers during a game of Golf: the cards on the table, and the known facts about them."""

from __future__ import annotations

import pytest
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable

from referee.cards.deck import NAMES
from referee.judging.replay import ReplayedLog
from tests.table_talk import say


def played(*lines: str) -> ReplayedLog:
    replay = ReplayedLog()
    for line in lines:
        replay.feed_all(say(line, game="golf"))
    return replay


def test_before_the_deal_no_card_lies_before_anybody() -> None:
    replay = played("players Ana Beto", "hand Beto")
    assert [seat["melds"] for seat in replay.view()["hand"]["seats"]] == [[], []]
    replay.feed_all(say("deal", game="golf"))
    assert [seat["melds"] for seat in replay.view()["hand"]["seats"]] == [[["??"] * 4]] * 2


def test_what_is_known_of_the_cards_before_a_player() -> None:
    replay = played("table Ana Beto top=9d", "look Ana 7h2d", "draw Ana Ks")
    ana, beto = replay.knowledge()
    assert (ana.player, ana.surely, ana.count) == ("Ana", ("7h", "2d", "Ks"), (5, 5))
    assert (beto.surely, beto.count) == ((), (4, 4))
    assert set(beto.possibly) == set(NAMES) - {"9d", "7h", "2d", "Ks"}


@pytest.mark.parametrize("position", [0, 5])
def test_a_position_that_no_layout_has_cannot_be_read(position: int) -> None:
    swap = {"type": "swap", "player": "Ana", "position": position}
    so_far = LogSoFar()
    so_far.add({"type": "game", "game": "golf", "players": ["Ana", "Beto"]})
    with pytest.raises(Unreadable, match="a whole number from 1 to 4"):
        so_far.add(swap)


@pytest.mark.parametrize("named", [[], ["2c"], ["2c", "3c", "4c", "5c", "6c"]])
def test_a_layout_keeps_four_places_if_a_position_names_too_few_or_too_many(
    named: list[str],
) -> None:
    replay = played("players Ana Beto", "hand Beto")
    replay.feed({"type": "position", "hands": {"Ana": named}})
    replay.feed_all(say("draw Ana 9c", game="golf"))
    assert replay.expected()
    replay.feed({"type": "swap", "player": "Ana", "position": 4, "card": "8c"})
    assert replay.report()["findings"] == []
    assert replay.view()["hand"]["seats"][0]["melds"] == [["??"] * 4]
