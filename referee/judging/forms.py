"""The events of games as data: which fields an event has, and how it is written on the sheet.

A rulebook lists a form for every event that its hands know (``Rulebook.events``). Reading logs,
writing score sheets and asking for events on a page all go by these forms, so that a game brings
its own events along. What several games write in the same way stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from referee.wording.language import N_

Pair = tuple[str, str]
"""A word of the sheet in English and in Spanish."""

KINDS: Final = (
    "player", "winner", "players", "payer", "card", "cards", "hands", "amounts", "points", "tally",
    "winners", "money", "count", "event", "choice", "text", "word",
)  # fmt: skip
"""The kinds of fields: a player, one of them or nobody, several of them, or one of them or the
pot; a card or a list of cards; a map from players to their cards (or how many), to amounts of
money, or to points; a map from words of the rulebook to how often, or to who won; an amount of
money; a small whole number; the number of an event; one of the rulebook's ``words`` of the field's
name; a text, which the sheet has in quotes; a text that needs none where it is one word."""


_TAKEN: Final = " \t{}[]()#\",'_@"
"""Characters that cannot be the sign of an act, because the sheet uses them for something else."""

_LISTED: Final = frozenset({"players", "hands", "amounts", "points", "tally", "winners"})
_OF_WORDS: Final = frozenset({"choice", "tally", "winners"})
_BARE: Final = frozenset({"card", "cards", "count"})
"""Kinds of field that an act may leave out and that need no label on the sheet."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an event: its name, the kind of its value, and the word that announces it on the
    sheet, if one does. ``least`` and ``most`` bound a count; without ``most`` no more than the
    cards in play are counted. ``what`` says inside a sentence what is chosen;
    ``usual`` that it is written down as a rule, though it may be left out; ``asks`` is the question
    for a card that the event alone does not explain; ``in_order`` says that the order of the cards
    tells where each of them lies; ``mark`` sets it apart from what stands before it on the sheet.
    """

    name: str
    kind: str
    required: bool = True
    label: Pair | None = None
    most: int = 0
    least: int = 0
    what: str = ""
    usual: bool = False
    asks: str = ""
    in_order: bool = False
    mark: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            kinds = ", ".join(KINDS)
            raise ValueError(f"{self.name}: no kind of field {self.kind!r}; there are {kinds}")


@dataclass(frozen=True, slots=True)
class Form:
    """An event of a game.

    ``plain`` says in a sentence what happened, ``key`` is what a key says that writes it, ``what``
    names it inside a sentence. ``line`` are the words with which its line begins on the sheet,
    ``sign`` is the mark behind a player's name where it is an act of a turn; ``opens`` says that
    such an act begins a turn. ``several`` of the same may stand in one line. ``frequent`` says that
    it comes so often that a pad shows its key whenever it may come. ``also`` are other names for
    it, which are read as its type.

    >>> PASS.required, TAKE.line, TAKE.sign
    (('player',), None, '<')
    """

    type: str
    plain: str
    key: str
    what: str
    fields: tuple[Field, ...] = ()
    line: Pair | None = None
    sign: str | None = None
    opens: bool = False
    several: bool = False
    frequent: bool = False
    also: tuple[str, ...] = ()

    @property
    def required(self) -> tuple[str, ...]:
        """The fields that the event must have."""
        return tuple(field.name for field in self.fields if field.required)

    @property
    def begins_with_any(self) -> bool:
        """True if each of its fields is enough: the word of any of them begins its line."""
        return self.line is not None and not self.required

    def check(self, name: str, words: Mapping[str, tuple[str, ...]]) -> None:
        """Raise ValueError where an event of this name cannot be read or written so; ``words`` are
        what its choices choose among."""
        if self.type != name or not (self.line or self.sign):
            raise ValueError(f"{name}: no form with this type and a line or a sign")
        for field in self.fields:
            if field.kind in _OF_WORDS and not words.get(field.name):
                raise ValueError(f"{name}.{field.name}: no words to choose among")
        if self.several and any(field.kind in _LISTED for field in self.fields):
            raise ValueError(f"{name}: the commas of a list would part one event from the next")
        if self.sign is None:
            return
        if len(self.sign) != 1 or self.sign.isalnum() or self.sign in _TAKEN:
            raise ValueError(f"{name}: {self.sign!r} cannot be a sign")
        bare = [field for field in self.fields if not (field.required or field.label)]
        if "player" not in self.required or any(field.kind not in _BARE for field in bare):
            raise ValueError(f"{name}: an act is a player's, and what may be missing has a label")

    def having(self, *fields: Field) -> Form:
        """The same event in a game that writes these fields instead."""
        return replace(self, fields=fields)


PLAYER: Final = Field("player", "player")
CARD: Final = Field("card", "card")
CARDS: Final = Field("cards", "cards")
AGREED_BY: Final = Field("agreed_by", "players", required=False, label=("agreed", "acuerdan"))

HAND: Final = Form(
    "hand", N_("Opens the next hand."), N_("{player} deals the next hand"), N_("a hand"),
    (Field("dealer", "player"),), line=("hand", "mano"),
)  # fmt: skip
CUT: Final = Form(
    "cut", N_("Cuts the deck."), N_("{player} cuts"), N_("a cut"), (PLAYER,), line=("cut", "corta")
)
DEAL: Final = Form(
    "deal", N_("The cards that each player was dealt, or how many were seen."),
    N_("The cards are dealt"), N_("a deal"), (Field("hands", "hands"),), line=("deal", "reparte"),
)  # fmt: skip
TURN_UP: Final = Form(
    "turn_up", N_("The top card of the deck is turned and begins the discard pile."),
    N_("A card is turned up"), N_("a card turned up"), (CARD,), line=("turned", "voltea"),
    frequent=True,
)  # fmt: skip
DRAW: Final = Form(
    "draw", N_("Takes the top card of the deck."), N_("{player} draws"), N_("a draw"),
    (PLAYER, CARD), sign="+", opens=True,
)  # fmt: skip
TAKE: Final = Form(
    "take", N_("Takes the top card of the discard pile."), N_("{player} takes the discard"),
    N_("a card taken from the pile"), (PLAYER, Field("card", "card", required=False)),
    sign="<", opens=True, frequent=True,
)  # fmt: skip
DISCARD: Final = Form(
    "discard", N_("Lays a card on the discard pile."), N_("{player} discards"), N_("a discard"),
    (PLAYER, CARD), sign="-", frequent=True,
)  # fmt: skip
PASS: Final = Form(
    "pass", N_("Knocks: does not want the card."), N_("{player} knocks"), N_("a knock"),
    (PLAYER,), sign=".", frequent=True,
)  # fmt: skip
REFUSE: Final = replace(
    PASS, plain=N_("Does not want the card."), key=N_("{player} does not want it"),
    what=N_("a refusal"),
)  # fmt: skip
"""The same where nobody knocks on the table, but says it."""

MELD: Final = Form(
    "meld", N_("These cards now lie together, in this order, in front of the player."),
    N_("{player} melds"), N_("a meld"), (PLAYER, CARDS), sign="=", frequent=True,
)  # fmt: skip
WIN: Final = Form(
    "win", N_("Says that they have won the hand."), N_("{player} calls the win"),
    N_("a called win"), (PLAYER,), sign="*",
)  # fmt: skip
SHOW: Final = Form(
    "show", N_("Shows cards."), N_("{player} shows cards"), N_("shown cards"),
    (PLAYER, CARDS), line=("show", "muestra"), frequent=True,
)  # fmt: skip
RESHUFFLE: Final = Form(
    "reshuffle", N_("The discard pile but for its top card becomes the deck again."),
    N_("The pile becomes the deck"), N_("a new deck"), line=("reshuffle", "baraja"),
)  # fmt: skip
SCORE: Final = Form(
    "score", N_("What was written down for the hand, and what the players have in all."),
    N_("The points are written down"), N_("a score"),
    (
        Field("points", "points", required=False, usual=True),
        Field("totals", "points", required=False, label=("totals", "totales")),
        Field("out", "player", required=False, label=("out", "salió")),
    ),
    line=("score", "puntos"), frequent=True,
)  # fmt: skip
RESULT: Final = Form(
    "result", N_("The winner of the hand and what they earned, as the table agreed."),
    N_("The result is written down"), N_("a result"), (Field("winner", "winner"),),
    line=("result", "resultado"), frequent=True,
)  # fmt: skip
PAYMENT: Final = Form(
    "payment", N_("Money that changed hands after the hand."), N_("Money changes hands"),
    N_("a payment"),
    (Field("from", "payer"), Field("to", "payer", label=("to", "a")), Field("amount", "money")),
    line=("paid", "pagó"),
)  # fmt: skip
OFFENCE: Final = Form(
    "offence", N_("Something seen that the cards do not show."),
    N_("{player} broke good order"), N_("an offence"),
    (
        PLAYER,
        Field("kind", "choice", what=N_("a kind of offence")),
        Field("by", "player", required=False, label=("by", "por")),
    ),
    line=("offence", "falta"),
)  # fmt: skip
FORGIVE: Final = Form(
    "forgive", N_("The table forgives what was found at an event."), N_("The table forgives"),
    N_("a pardon"), (Field("event", "event"), AGREED_BY), line=("forgive", "perdona"),
)  # fmt: skip
END: Final = Form(
    "end", N_("The hand is over."), N_("The hand is over"), N_("an end of the hand"),
    (Field("why", "word", required=False),), line=("end", "fin"),
)  # fmt: skip


def by_type(*forms: Form) -> Mapping[str, Form]:
    """Forms by the type of their events."""
    return {form.type: form for form in forms}


def together(games: Iterable[tuple[str, Mapping[str, Form]]]) -> dict[str, Form]:
    """The events of several games, each given by its name. An event has every field that it has in
    some game, and must have those that it must have in all of them.

    >>> hand = HAND.having(*HAND.fields, Field("bet", "money"))
    >>> whole = together([("one", by_type(hand)), ("other", by_type(HAND, CUT))])
    >>> list(whole), whole["hand"].required
    (['hand', 'cut'], ('dealer',))

    Raises ValueError where a field is of two kinds.
    """
    found: dict[str, Form] = {}
    for game, events in games:
        for name, form in events.items():
            found[name] = _merged(found[name], form, game) if name in found else form
    return found


def _merged(form: Form, other: Form, game: str) -> Form:
    theirs = {field.name: field for field in other.fields}
    ours = {field.name for field in form.fields}
    fields = [_widened(form.type, field, theirs.get(field.name), game) for field in form.fields]
    fields += [replace(field, required=False) for field in other.fields if field.name not in ours]
    return replace(form, fields=(*fields,), also=(*dict.fromkeys((*form.also, *other.also)),))


def _widened(event: str, field: Field, other: Field | None, game: str) -> Field:
    if other is None:
        return replace(field, required=False)
    if other.kind != field.kind:
        raise ValueError(
            f"{event}.{field.name} is of the kind {other.kind} in {game}, "
            f"and of the kind {field.kind} in another game"
        )
    return replace(
        field,
        required=field.required and other.required,
        least=min(field.least, other.least),
        most=max(field.most, other.most) if field.most and other.most else 0,
    )
