"""Simulates any number of evenings, and the mistakes of their scribe: a slip in the record, and
cards left out of it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED
from referee.judging.corrections import Event
from referee.judging.registry import OWN, find

BY_ITS_RULES: Final = "declared"  # the module that plays any declared game
PLAYED: Final[Mapping[str, str]] = {
    game: "desmoche" if game in ("desmoche", "conquien") else BY_ITS_RULES for game in OWN
}
"""Our games, each with the module that plays it."""

AN_EVENING: Final = 9  # the number of hands in one evening: those of a game of Golf
BEFORE_PLAY: Final = ("game", "hand", "deal")  # lines that are never forgotten
CARDS: Final = frozenset({"card", "cards", "drawn", "hands"})  # the fields that hold cards


def is_declared(game: str) -> bool:
    """Return whether a game is declared on the core, and so can be played by its rules."""
    return isinstance(find(game).lay_table, partial)


def evenings(
    game: str, hands: int, seed: int, *, slips: float = 0, masks: float = 0
) -> Iterator[list[Event]]:
    """Yield logs with ``hands`` hands in total; ``slips`` is the share of logs with a slip in the
    record, ``masks`` the share of unseen cards. Without them the same evenings are legal and
    complete. Any declared game can be played, including plug-ins.

    >>> [sum(event["type"] == "hand" for event in log) for log in evenings("golf", 11, 1)]
    [9, 2]
    """
    play = import_module(f"referee.simulating.{PLAYED.get(game, BY_ITS_RULES)}").evening
    left = hands
    for number in count(1):
        if left <= 0:
            return
        log = play(game, Random(f"{seed}/{number}"), min(left, AN_EVENING))
        left -= sum(event["type"] == "hand" for event in log)
        pen = Random(f"{seed}/{number}/pen")
        if pen.random() < slips:
            log = with_a_slip(log, pen)
        yield list(with_cards_unseen(log, masks, pen)) if masks else log


def with_a_slip(log: Sequence[Event], rng: Random) -> list[Event]:
    """Return the log with one slip: a card misread, a line forgotten, written twice or too early,
    or a wrong name.

    >>> log = [{"type": "game", "players": ["Ana", "Eva"]}, {"type": "pass", "player": "Ana"}]
    >>> len(with_a_slip(log, Random(2))), len(log)
    (1, 2)
    """
    lines = [at for at, event in enumerate(log) if event["type"] not in BEFORE_PLAY]
    at = rng.choice(lines)
    return rng.choice([*_slips_at(log, at, rng)])


def _slips_at(log: Sequence[Event], at: int, rng: Random) -> Iterator[list[Event]]:
    before, line, after = log[:at], log[at], log[at + 1 :]

    def otherwise(field: str, values: Sequence[str]) -> Iterator[list[Event]]:
        if field in line:
            other = rng.choice([value for value in values if value != line[field]])
            yield [*before, {**line, field: other}, *after]

    yield from otherwise("card", NAMES)
    yield [*before, *after]
    yield [*before, line, line, *after]
    if before[-1]["type"] not in BEFORE_PLAY:
        yield [*before[:-1], line, before[-1], *after]
    yield from otherwise("player", log[0]["players"])


def with_cards_unseen(log: Sequence[Event], share: float, rng: Random) -> Iterator[Event]:
    """Yield the log with this share of its cards replaced by ``??``.

    >>> list(with_cards_unseen([{"type": "draw", "player": "Ana", "card": "7h"}], 1, Random()))
    [{'type': 'draw', 'player': 'Ana', 'card': '??'}]
    """

    def unseen(value: Any) -> Any:
        match value:
            case str():
                return UNRECORDED if rng.random() < share else value
            case list():
                return [unseen(card) for card in value]
            case dict():
                return {name: unseen(cards) for name, cards in value.items()}
        return value

    for event in log:
        yield {field: unseen(value) if field in CARDS else value for field, value in event.items()}
