"""The cases of every rule, masked line by line: each line a gap, each card unseen, in turn.

What may be left out is left out as well: optional lines, optional fields, the cards of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from referee.judging.replay import judge
from referee.rulebooks.common.mechanics import ABANDONED
from tests.every_game import all_files, cases
from tests.partial.evenings import EVENINGS
from tests.partial.other_games import fields_that_may_go
from tests.partial.poverty import (
    KEPT,
    UNSEEN,
    Event,
    Log,
    hidden,
    numbered,
    with_other_cards,
    written,
)
from tests.partial.trying import Trial, accepted, compared

PRESETS: Final = {"conquien": "desmoche", "cambio_cabo": "golf"}
"""Games that are another one with other house rules."""


FAULTY_EITHER_WAY: Final = frozenset(
    {
        # Whoever played on broke a rule, or whoever went out did: the whole record leaves open who
        # was out. Without the sign of one of the two nobody need have broken any.
        "the same, and play goes on behind the gap",
        "the table plays on, and Beto goes out: nobody knows whether Ana was out before, as she "
        "said",
        "the same, and Beto goes out: one of the two was out",
        "nobody knows how many cards she held behind the gap",
        "Ana is out by her word, and Beto says behind a gap that he is: the table may have played "
        "on",
        "who is out by her word counts points behind a gap: the table may have played on",
        "she says afterwards that she is out: said once",
        "nor is she out for certain who discards a card of it",
        # The card that was overwritten makes it none; without it the cards may be a meld.
        "the card under a two may be a wild one",
        # What was none may have been taken up again. Without the card it may be a piece of the
        # contract, and then she goes on with a card in her hand.
        "a card was not recorded: it may be no meld, and have been taken up again before the "
        "contract",
        # He owes the discard since line 4, or makes one without a card taken; it shows at line 6.
        "he discards in his next turn what he owes, and draws or does not",
        # The line may be left out only where the deck is empty, and this one is not.
        "what went back into the deck may be drawn",
    }
)
"""Cases that break a rule however they are read, so that they leave something open, or say it at an
earlier line. Without one of their lines nothing need have been against the rules."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A case of which one thing was masked: where the case stands, and what was masked."""

    file: str
    title: str
    mask: str
    trial: Trial


def masked_cases(game: str) -> Iterator[Masked]:
    """Every case of a game, and of those that are it with other house rules, in every mask."""
    for path in all_files():
        for case in cases(path):
            name = case.events[0]["game"]
            if PRESETS.get(name, name) != game:
                continue
            rich = accepted(case.events)
            for mask, poorer in line_by_line(game, numbered(rich)):
                made = written(poorer)
                if made is not None:
                    yield Masked(path.stem, case.title, mask, compared(rich, *made))


def line_by_line(game: str, log: Log) -> Iterator[tuple[str, Log]]:
    """Every log in which one line, one card or one field of this one was masked, with its name."""
    told = judge([event for _, event in log])["findings"]
    free = fields_that_may_go(log)
    called_falsely = {one["event"] for one in told if one["rule"].startswith(("out.", "win."))}
    kept = {at for at, _ in EVENINGS[game].ways["the optional lines"](log, Random(0))}
    for place, (at, event) in enumerate(log):
        before, behind = list(log[:place]), list(log[place + 1 :])
        what = f"{event['type']} of line {at}"
        if event["type"] not in KEPT and event.get("why") != ABANDONED:
            # a gap hides play; that a table gave the hand up is none
            yield f"{what} a gap", hidden(log, {(place, place + 1)})
        if at not in kept | called_falsely:
            yield f"{what} left out", [*before, *behind]
        for how, poorer in _poorer(event, free[at]):
            yield f"{what} {how}", [*before, (at, poorer), *behind]


def _poorer(event: Event, optional: Iterable[str]) -> Iterator[tuple[str, Event]]:
    """One line with each of its cards unseen, each optional field and each hand left out."""
    for number, card in enumerate(_cards_of(event)):
        if card != UNSEEN:
            yield f"without card {number + 1}, {card}", _without_card(event, number)
    for name in optional:
        if name in event:
            yield f"without {name}", {key: told for key, told in event.items() if key != name}
    if event["type"] == "deal":
        for player, hand in event["hands"].items():
            if isinstance(hand, list):
                counted = {**event["hands"], player: len(hand)}
                yield f"without the hand of {player}", {**event, "hands": counted}


def _cards_of(event: Event) -> list[str]:
    found: list[str] = []

    def keep(card: str) -> str:
        found.append(card)
        return card

    with_other_cards(event, keep)
    return found


def _without_card(event: Event, number: int) -> Event:
    places = iter(range(len(_cards_of(event))))
    return with_other_cards(event, lambda card: UNSEEN if next(places) == number else card)
