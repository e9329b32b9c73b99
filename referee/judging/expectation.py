"""The acts that may come next at a table, and the players who may do them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.wording.language import Plural
from referee.wording.sentences import Facts, SpellCard, fields_of, letters, tell


@dataclass(frozen=True, slots=True)
class Expectation:
    """One act that may come next: the type of its event, the players who may do it, and a sentence.

    ``players`` are in the order of their right to act; empty if the act belongs to no player.
    ``required`` means that play waits for it; other acts are optional. ``rule`` is the rule behind
    it.

    >>> cut = Expectation("cut", ("Ana",), False, None, "{who} may cut.", {"who": "Ana"})
    >>> cut.plain()
    {'act': 'cut', 'players': ['Ana'], 'required': False, 'rule': None, 'message': 'Ana may cut.'}
    """

    act: str
    players: tuple[str, ...]
    required: bool
    rule: str | None
    text: str
    facts: Facts = field(default_factory=dict)

    def message(self, spell: SpellCard = letters) -> str:
        """Return the expectation as one sentence."""
        return tell(self.text, self.facts, spell)

    def plain(self, spell: SpellCard = letters) -> dict[str, Any]:
        """Return the expectation as plain data."""
        told = fields_of(self, ("act", "players", "required", "rule"))
        return {**told, "message": self.message(spell)}


def may(
    act: str,
    players: Iterable[str],
    text: str | tuple[str, str],
    rule: str | None = None,
    *,
    required: bool = False,
    **facts: Any,
) -> Iterator[Expectation]:
    """Yield an expectation for these players; nothing if there are none. ``text`` may be a pair:
    for one player, and for several."""
    names = tuple(players)
    one, many = text if isinstance(text, tuple) else (text, text)
    sentence = Plural(one, many, len(names))
    if names:
        yield Expectation(act, names, required, rule, sentence, {"players": names, **facts})
