"""The findings of the referee, which are certain, and the open questions of a record; the facts
that rulings rest on, what is proven about hidden cards, and the acts that may come next.

A finding keeps its sentence separate from the facts in it (see ``referee.wording.sentences``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.wording.language import N_, Plural
from referee.wording.sentences import Facts, SpellCard, fields_of, letters, plain, tell

RECORD: Final = "record"
VIOLATION: Final = "violation"
DISQUALIFICATION: Final = "disqualification"
FORFEIT: Final = "forfeit"
MISSED: Final = "missed"
PAYMENT: Final = "payment"

UNFORGIVABLE: Final = frozenset({RECORD, MISSED, PAYMENT})
"""Kinds of finding without a status: they cannot be forgiven."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach of a rule. ``hand`` is the number of the hand, 0 before the first."""

    event: int
    hand: int
    rule: str
    kind: str
    player: str | None
    cites: tuple[int, ...]
    text: str
    facts: Facts

    def message(self, spell: SpellCard = letters) -> str:
        """Return the finding as one sentence."""
        return tell(self.text, self.facts, spell)

    def to_dict(self, status: str | None, spell: SpellCard) -> dict[str, Any]:
        """Return the finding as plain data, with its status."""
        fields = {name: getattr(self, name) for name in ("event", "hand", "rule", "kind", "player")}
        return fields | {"status": status, "cites": [*self.cites], "message": self.message(spell)}


@dataclass(frozen=True, slots=True)
class Undecided:
    """A question that the record leaves open, and the fact that would decide it."""

    event: int
    hand: int
    rule: str
    player: str | None
    question: str
    would_decide: str
    facts: Facts

    def to_dict(self, spell: SpellCard) -> dict[str, Any]:
        """Return the question as plain data."""
        fields = {name: getattr(self, name) for name in ("event", "hand", "rule", "player")}
        asked = {"question": self.question, "would_decide": self.would_decide}
        return fields | {name: tell(text, self.facts, spell) for name, text in asked.items()}


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
        fields = fields_of(self, ("act", "players", "required", "rule"))
        return {**fields, "message": self.message(spell)}


def may(
    act: str,
    players: Iterable[object],
    text: str | tuple[str, str],
    rule: str | None = None,
    *,
    required: bool = False,
    **facts: Any,
) -> Iterator[Expectation]:
    """Yield an expectation for these players, if any; ``text`` may have a plural as well."""
    names = tuple(map(str, players))
    one, many = text if isinstance(text, tuple) else (text, text)
    sentence = Plural(one, many, len(names))
    if names:
        yield Expectation(act, names, required, rule, sentence, {"players": names, **facts})


RECORDED: Final = N_("recorded")
DEDUCED: Final = N_("deduced")
AGREED: Final = N_("agreed")
ALLEGED: Final = N_("alleged")
UNKNOWN: Final = N_("unknown")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: a sentence, its basis, and the events that it comes from.

    ``recorded`` facts are in the log, ``deduced`` ones follow from it, ``agreed`` ones are the
    table's rules, ``alleged`` ones a player's claims; ``unknown`` ones are open.
    """

    basis: str
    text: str
    facts: Facts
    events: tuple[int, ...] = ()

    def render(self, spell: SpellCard = letters) -> str:
        """The fact as a sentence."""
        return tell(self.text, self.facts, spell)

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The fact as plain data."""
        return {"basis": self.basis, "fact": self.render(spell), "events": list(self.events)}


@dataclass(frozen=True, slots=True)
class Known:
    """The proven facts about one player's hand at one moment: its certain, possible and impossible
    cards, and the minimum and maximum of its size.

    ``because`` has the events that prove each certain card: one event if the card was seen, several
    if it follows from other known cards.
    """

    player: str
    surely: tuple[str, ...]
    possibly: tuple[str, ...]
    impossible: tuple[str, ...]
    count: tuple[int, int]
    because: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return these facts as plain data."""
        fields: dict[str, Any] = plain(self)
        return fields
