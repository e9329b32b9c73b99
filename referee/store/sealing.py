"""Seals: how far each game of a book was at one moment, kept in a chain of their own.

The head of a seal stands for the whole book: noted elsewhere, it shows every game that is removed,
renumbered or cut off behind what was sealed. A seal tells only of games with news since the last.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from referee.store.chain import SALT_BYTES, Head, Kept, link, now
from referee.store.entries import Stored

BEGINNING: Final = sha256(b"desmoche-referee seals 1\n").digest()
AT_ONCE: Final = 4000
"""Games that one seal tells of: as many as fit into the bytes of an event."""

Facts = list[Any]
"""The facts about a game that a seal contains."""


def facts_of(kept: Kept) -> Facts:
    """Return what a seal says of a game: its place, how it was opened, and its head."""
    about = kept.opening
    return [
        *(kept.place, about.name, about.opened_at, about.format, about.number, about.chain),
        *(kept.head.seq, kept.head.hash.hex()),
    ]


def sealed_in(seals: Iterable[Stored]) -> Iterator[tuple[Stored, Facts]]:
    """Each thing that seals say, with the seal that says it. Raises ValueError, TypeError and
    KeyError where a seal is none."""
    for seal in seals:
        for facts in json.loads(seal.content)["games"]:
            yield seal, facts


def next_seals(games: Sequence[Kept], seals: Sequence[Stored]) -> list[Stored]:
    """The seals to write for what is new since these; none where nothing is."""
    known = {facts[0]: facts for _seal, facts in sealed_in(seals)}
    news = [facts for facts in map(facts_of, games) if known.get(facts[0]) != facts]
    head, made = head_of(seals), []
    for first in range(0, len(news), AT_ONCE):
        told = {"sealed_at": now(), "games": news[first : first + AT_ONCE]}
        content = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
        salt = os.urandom(SALT_BYTES)
        head = Head(head.seq + 1, link(head.hash, salt, content))
        made.append(Stored(head.seq, None, content, salt, head.hash))
    return made


def head_of(seals: Sequence[Stored]) -> Head:
    """The head after these seals."""
    return Head(seals[-1].seq, seals[-1].hash) if seals else Head(0, BEGINNING)
