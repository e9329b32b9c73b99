"""The events of That Dam Game as sentences."""

from __future__ import annotations

from typing import Final

from referee.findings import InOrder, Sentence
from referee.language import N_
from referee.rulebooks.base import Event
from referee.rulebooks.common.sayings import Telling, card_in_words

_TELLING: Final = Telling(
    {
        "take": N_("{player} takes the discard."),
        "pass": N_("{player} does not want the discard."),
        "beg": N_("{player} begs the discard."),
    },
    {
        ("beg", "card"): N_("It is {card}."),
        ("beg", "drawn"): N_("With it comes {drawn} from the deck."),
        ("meld", "owner"): N_("The meld is one of {owner}."),
    },
)


def sayings(event: Event) -> list[Sentence]:
    """What the event says.

    >>> beg = {"type": "beg", "player": "Ana", "card": "Kh", "drawn": "??"}
    >>> [one.told() for one in sayings(beg)][1:]
    ['It is Kh.', 'With it comes a card that nobody saw from the deck.']
    """
    if "drawn" in event:
        event = {**event, "drawn": card_in_words(event["drawn"])}
    told = _TELLING(event)
    for player, melds in event.get("melds", {}).items():
        lying = [InOrder(meld) for meld in melds] or [InOrder(())]
        told += [_lies(player, meld) for meld in lying]
    return told


def _lies(player: str, meld: InOrder) -> Sentence:
    text = "On the table of {player} lies {meld} then."
    if not meld:
        text = "On the table of {player} lies nothing then."
    return Sentence(text, {"player": player, "meld": meld})
