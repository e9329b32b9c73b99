"""The cases of every rule, masked line by line: each line as a gap, each card unseen, in turn.

Optional lines, optional fields and dealt cards are left out as well.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from referee.core.hand import ABANDONED
from referee.judging.replay import judge
from tests.every_game import all_files, cases
from tests.partial.evenings import EVENINGS
from tests.partial.poverty import (
    KEPT,
    UNSEEN,
    Event,
    Log,
    cards_of,
    fields_that_may_go,
    hands_of,
    hidden,
    numbered,
    with_card,
    written,
)
from tests.partial.trying import Trial, accepted, compared

PRESETS: Final = {"conquien": "desmoche", "cambio_cabo": "golf"}
"""Games that are another game with other house rules."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A case with one thing masked: its place, and the masked thing."""

    file: str
    title: str
    mask: str
    trial: Trial


def masked_cases(game: str) -> Iterator[Masked]:
    """Yield every case of a game and of its variants, with every mask."""
    for path in all_files():
        for case in cases(path):
            name = case.events[0]["game"]
            if PRESETS.get(name, name) != game:
                continue
            rich = accepted(case.events)
            said = judge(rich)
            for mask, poorer in line_by_line(game, numbered(rich), said["findings"]):
                made = written(poorer)
                if made is not None:
                    yield Masked(path.stem, case.title, mask, compared(rich, *made, said))


def line_by_line(game: str, log: Log, told: Iterable[Event]) -> Iterator[tuple[str, Log]]:
    """Yield copies of a log with one line, card or field masked, each with a name. ``told`` are its
    findings."""
    free = fields_that_may_go(log)
    called_falsely = {one["event"] for one in told if one["rule"].startswith(("out.", "win."))}
    kept = {at for at, _ in EVENINGS[game].ways["the optional lines"](log, Random(0))}
    for place, (at, event) in enumerate(log):
        before, behind = list(log[:place]), list(log[place + 1 :])
        what = f"{event['type']} of line {at}"
        if event["type"] not in KEPT and event.get("why") != ABANDONED:
            # a gap hides play; giving the hand up is none
            yield f"{what} a gap", hidden(log, [place])
        if at not in kept | called_falsely:
            yield f"{what} left out", without_line(log, place, EVENINGS[game].together)
        for how, poorer in _poorer(event, free[at]):
            yield f"{what} {how}", [*before, (at, poorer), *behind]


def without_line(log: Log, place: int, together: Collection[str]) -> Log:
    """Return a log without a line, and without the hand's other lines of this kind if it is one of
    ``together``."""
    kind = log[place][1]["type"]
    first, end = next(
        (hand for hand in hands_of(log) if hand[0] <= place < hand[1] and kind in together),
        (place, place + 1),
    )
    return [
        line for at, line in enumerate(log) if not (first <= at < end and line[1]["type"] == kind)
    ]


def _poorer(event: Event, optional: Iterable[str]) -> Iterator[tuple[str, Event]]:
    """Yield a line with each of its cards unseen, and without each optional field and each hand."""
    for number, card in enumerate(cards_of(event)):
        if card != UNSEEN:
            yield f"without card {number + 1}, {card}", with_card(event, number, UNSEEN)
    for name in optional:
        if name in event:
            yield f"without {name}", {key: told for key, told in event.items() if key != name}
    if event["type"] == "deal":
        for player, hand in event["hands"].items():
            if isinstance(hand, list):
                counted = {**event["hands"], player: len(hand)}
                yield f"without the hand of {player}", {**event, "hands": counted}
