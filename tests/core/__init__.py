"""The core of the games, without a game where it needs none, and else with Golf."""

from __future__ import annotations

from referee.answers.witness import Witness
from referee.core.hand import Hand, Seat
from referee.games.golf import GOLF, golf
from referee.judging.corrections import Numbered
from tests.table_talk import say


def events_of(*lines: str) -> list[Numbered]:
    """The numbered events of these lines, in the language of the table."""
    return list(enumerate((event for line in lines for event in say(line, game="golf")), 1))


def table_after(*lines: str) -> Witness:
    """The table of Golf after these lines."""
    opening, *events = events_of(*lines)
    table = Witness(golf, GOLF, opening[1])
    table.play_on(events)
    return table


def hand_after(*lines: str) -> Hand:
    """The hand of Golf after these lines."""
    hand = table_after(*lines).hand
    assert hand is not None
    return hand


def seat(hand: Hand, name: str) -> Seat:
    """The seat of a player."""
    return next(one for one in hand.seats if one.name == name)


def found(*lines: str) -> list[tuple[int, str, str | None]]:
    """The findings after these lines: event, rule and player."""
    return [(one.event, one.rule, one.player) for one in table_after(*lines).found(0, final=True)]
