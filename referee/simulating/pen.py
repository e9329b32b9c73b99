"""The mistakes of a simulated scribe: a slip in the record, and cards left out of it."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED
from referee.judging.corrections import Event

BEFORE_PLAY: Final = ("game", "hand", "deal")  # lines that are never forgotten
CARDS: Final = frozenset({"card", "cards", "drawn", "hands"})  # the fields that hold cards


def with_a_slip(log: Sequence[Event], rng: Random) -> list[Event]:
    """Return the log with one slip: a card misread, a line forgotten, written twice or too early,
    or a wrong name.

    >>> log = [{"type": "game", "players": ["Ana", "Eva"]}, {"type": "pass", "player": "Ana"}]
    >>> len(with_a_slip(log, Random(2))), len(log)
    (1, 2)
    """
    lines = [at for at, event in enumerate(log) if event["type"] not in BEFORE_PLAY]
    at = rng.choice(lines)
    ways = [way(log, at, rng) for way in WAYS]
    return rng.choice([slip for slip in ways if slip is not None])


def _misread(log: Sequence[Event], at: int, rng: Random) -> list[Event] | None:
    if "card" not in log[at]:
        return None
    other = rng.choice([card for card in NAMES if card != log[at]["card"]])
    return [*log[:at], {**log[at], "card": other}, *log[at + 1 :]]


def _forgotten(log: Sequence[Event], at: int, _: Random) -> list[Event]:
    return [*log[:at], *log[at + 1 :]]


def _twice(log: Sequence[Event], at: int, _: Random) -> list[Event]:
    return [*log[: at + 1], *log[at:]]


def _too_early(log: Sequence[Event], at: int, _: Random) -> list[Event] | None:
    if log[at - 1]["type"] in BEFORE_PLAY:
        return None
    return [*log[: at - 1], log[at], log[at - 1], *log[at + 1 :]]


def _somebody_else(log: Sequence[Event], at: int, rng: Random) -> list[Event] | None:
    if "player" not in log[at]:
        return None
    other = rng.choice([name for name in log[0]["players"] if name != log[at]["player"]])
    return [*log[:at], {**log[at], "player": other}, *log[at + 1 :]]


WAYS: Final[Sequence[Callable[[Sequence[Event], int, Random], list[Event] | None]]] = (
    _misread,
    _forgotten,
    _twice,
    _too_early,
    _somebody_else,
)


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
