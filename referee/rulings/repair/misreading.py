"""The likelihood that a scribe writes one card, or one name, for another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.cards.deck import NAMES, RANKS, SUITS, UNRECORDED

LOOK_ALIKE = ("A4", "17", "69", "38", "58", "56", "TJ", "JQ", "QK", "JK")
"""Ranks that look alike when written by hand."""

OTHER_SUIT, NEAR_RANK, ANY_CARD = 0.35, 0.25, 0.4
"""The shares of misread cards: wrong suit, a near or similar rank, any other card."""


def _near(rank: str) -> str:
    at = RANKS.index(rank)
    near = {*RANKS[max(at - 1, 0) : at + 2]}
    near |= {other for pair in LOOK_ALIKE if rank in pair for other in pair if other in RANKS}
    return "".join(sorted(near - {rank}))


NEAR_RANKS: Mapping[str, str] = {rank: _near(rank) for rank in RANKS}


def likelihood(meant: str, written: str) -> float:
    """Return the likelihood that ``written`` stands for ``meant``, given a mistake.

    >>> likelihood("7h", "7s") > likelihood("7h", "Ks") < likelihood("7h", "8h")
    True
    """
    if meant[0] == written[0]:
        return OTHER_SUIT / (len(SUITS) - 1)
    near = NEAR_RANKS[meant[0]]
    if meant[1] == written[1] and written[0] in near:
        return NEAR_RANK / len(near)
    return ANY_CARD / len(NAMES)


Slot = tuple[str | int, ...]
"""The path to a card in an event: fields and indexes."""


def slots(event: Mapping[str, Any]) -> Iterator[tuple[Slot, str]]:
    """Yield the path of each card that an event names, with the card.

    >>> list(slots({"type": "meld", "cards": ["7h", "??"]}))
    [(('cards', 0), '7h')]
    """
    if event.get("card", UNRECORDED) != UNRECORDED:
        yield ("card",), event["card"]
    for number, card in enumerate(event.get("cards", ())):
        if card != UNRECORDED:
            yield ("cards", number), card
    for player, cards in event.get("hands", {}).items():
        for number, card in enumerate(cards if isinstance(cards, list) else ()):
            if card != UNRECORDED:
                yield ("hands", player, number), card


def with_card(event: Any, slot: Slot, card: str) -> Any:
    """Return the event with another card at this path.

    >>> with_card({"type": "draw", "card": "7h"}, ("card",), "7s")
    {'type': 'draw', 'card': '7s'}
    """
    if not slot:
        return card
    changed: Any = list(event) if isinstance(event, list) else dict(event)
    changed[slot[0]] = with_card(event[slot[0]], slot[1:], card)
    return changed
