"""The events of games as data: their fields, and their form on the score sheet.

A rulebook lists a form for every event of its hands (``Rulebook.events``). Logs, score sheets and
pages all use these forms, so a game can bring its own events. Events that several games share, and
those about the table and the log itself, are defined here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from referee.wording.language import N_

Pair = tuple[str, str]
"""A word of the sheet in English and in Spanish."""

KINDS: Final = (
    "player", "newcomer", "winner", "players", "payer", "card", "cards", "offer", "hands", "melds",
    "amounts", "points", "tally", "winners", "money", "count", "event", "revised", "inserted",
    "choice", "house", "text", "word",
)  # fmt: skip
"""The kinds of fields: a player, one who sits down, a player or no one, several players, or a
player or the pot; a card, a list of cards, or a card on offer; a map from players to their cards
(or a number of cards), to their melds, to amounts of money, or to points; a map from words of the
rulebook to counts, or to winners; an amount of money; a small whole number; the number of an event;
an event that replaces another one (or nothing), or one that was forgotten; one of the field's
``options``, or of the rulebook's ``words`` for it; house rules; a text, quoted on the sheet; a text
that needs no quotes if it is one word."""


_TAKEN: Final = " \t{}[]()#\",'_@"
"""Characters that the sheet uses for something else, so that they cannot be the sign of an act."""

_LISTED: Final = frozenset({"players", "hands", "amounts", "points", "tally", "winners"})
_OF_WORDS: Final = frozenset({"choice", "tally", "winners"})
_BARE: Final = frozenset({"card", "cards", "count"})
"""Kinds of optional field that need no label on the sheet."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an event: its name, the kind of its value, and the word that announces it on the
    sheet, if any. ``least`` and ``most`` bound a count; without ``most`` the cards in play are the
    limit. ``what`` names a choice inside a sentence; ``usual`` marks an optional field that is
    usually written; ``asks`` is the question for a card that the event does not explain;
    ``in_order`` means that the order of the cards gives their positions; ``mark`` separates it from
    the text before it on the sheet; only games with the event that it ``needs`` have the field."""

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
    options: tuple[str, ...] = ()
    needs: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            kinds = ", ".join(KINDS)
            raise ValueError(f"{self.name}: no kind of field {self.kind!r}; there are {kinds}")


@dataclass(frozen=True, slots=True)
class Form:
    """An event of a game.

    ``plain`` is a sentence about what happened, ``key`` the label of its key on the pad, ``what``
    its name inside a sentence. ``line`` are the words that begin its line on the sheet, ``sign`` is
    the mark after a player's name for an act of a turn; ``opens`` means that the act begins a turn.
    ``several`` of them may share a line. ``frequent`` events always get a key on the pad when they
    are possible. ``also`` are aliases of its type. ``says`` is its sentence, and ``more`` has
    additions by field, if that is not empty.

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
    says: str = ""
    more: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def required(self) -> tuple[str, ...]:
        """The fields that the event must have."""
        return tuple(field.name for field in self.fields if field.required)

    @property
    def begins_with_any(self) -> bool:
        """True if any of its fields can begin its line."""
        return self.line is not None and not self.required

    def check(self, name: str, words: Mapping[str, tuple[str, ...]]) -> None:
        """Raise ValueError if an event of this name cannot be read or written in this form."""
        if self.type != name or not (self.line or self.sign):
            raise ValueError(f"{name}: no form with this type and a line or a sign")
        for one in self.fields:
            if one.kind in _OF_WORDS and not words.get(one.name):
                raise ValueError(f"{name}.{one.name}: no words to choose among")
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
        """Return the same event with other fields."""
        return replace(self, fields=fields)


PLAYER: Final = Field("player", "player")
CARD: Final = Field("card", "card")
CARDS: Final = Field("cards", "cards")
AGREED_BY: Final = Field("agreed_by", "players", required=False, label=("agreed", "acuerdan"))
AGREED: Final = {"agreed_by": "Agreed by: {agreed_by}."}

HAND: Final = Form(
    "hand", N_("Opens the next hand."), N_("{player} deals the next hand"), N_("a hand"),
    (Field("dealer", "player"),), line=("hand", "mano"), says="{dealer} opens a hand.",
)  # fmt: skip
CUT: Final = Form(
    "cut", N_("Cuts the deck."), N_("{player} cuts"), N_("a cut"), (PLAYER,), line=("cut", "corta"),
    says="{player} cuts the deck.",
)  # fmt: skip
DEAL: Final = Form(
    "deal", N_("The cards that each player was dealt, or only their number."),
    N_("The cards are dealt"), N_("a deal"), (Field("hands", "hands"),), line=("deal", "reparte"),
    says="The cards are dealt.",
)  # fmt: skip
TURN_UP: Final = Form(
    "turn_up", N_("The top card of the deck is turned and begins the discard pile."),
    N_("A card is turned up"), N_("a card turned up"), (CARD,), line=("turned", "voltea"),
    frequent=True, says="{card} is turned up.",
)  # fmt: skip
DRAW: Final = Form(
    "draw", N_("Takes the top card of the deck."), N_("{player} draws"), N_("a draw"),
    (PLAYER, CARD), sign="+", opens=True, says="{player} draws {card}.",
)  # fmt: skip
TAKE: Final = Form(
    "take", N_("Takes the top card of the discard pile."), N_("{player} takes the discard"),
    N_("a card taken from the pile"), (PLAYER, Field("card", "card", required=False)),
    sign="<", opens=True, frequent=True, says="{player} takes a card from the pile.",
    more={"card": "It is {card}."},
)  # fmt: skip
DISCARD: Final = Form(
    "discard", N_("Lays a card on the discard pile."), N_("{player} discards"), N_("a discard"),
    (PLAYER, CARD), sign="-", frequent=True, says="{player} discards {card}.",
)  # fmt: skip
PASS: Final = Form(
    "pass", N_("Knocks: does not want the card."), N_("{player} knocks"), N_("a knock"),
    (PLAYER,), sign=".", frequent=True, says="{player} knocks.",
)  # fmt: skip
REFUSE: Final = replace(
    PASS, plain=N_("Does not want the card."), key=N_("{player} does not want it"),
    what=N_("a refusal"),
)  # fmt: skip
"""A pass in games where players say that they do not want the card, instead of knocking."""

MELD: Final = Form(
    "meld", N_("These cards now lie together, in this order, in front of the player."),
    N_("{player} melds"), N_("a meld"), (PLAYER, CARDS), sign="=", frequent=True,
    says="{player} melds {cards}.",
)  # fmt: skip
WIN: Final = Form(
    "win", N_("Says that they have won the hand."), N_("{player} calls the win"),
    N_("a called win"), (PLAYER,), sign="*", says="{player} calls the win.",
)  # fmt: skip
SHOW: Final = Form(
    "show", N_("Shows cards."), N_("{player} shows cards"), N_("shown cards"),
    (PLAYER, CARDS), line=("show", "muestra"), frequent=True, says="{player} shows {cards}.",
)  # fmt: skip
RESHUFFLE: Final = Form(
    "reshuffle", N_("The discard pile but for its top card becomes the deck again."),
    N_("The pile becomes the deck"), N_("a new deck"), line=("reshuffle", "baraja"),
    says="The pile becomes the deck.",
)  # fmt: skip
SCORE: Final = Form(
    "score", N_("The score written down for the hand, and the players' totals."),
    N_("The points are written down"), N_("a score"),
    (
        Field("points", "points", required=False, usual=True),
        Field("totals", "points", required=False, label=("totals", "totales")),
        Field("out", "player", required=False, label=("out", "salió")),
    ),
    line=("score", "puntos"), frequent=True, says="The score is written down.",
    more={"points": "Points: {points}.", "totals": "In all: {totals}.", "out": "{out} was out."},
)  # fmt: skip
RESULT: Final = Form(
    "result", N_("The winner of the hand and what they earned, as the table agreed."),
    N_("The result is written down"), N_("a result"), (Field("winner", "winner"),),
    line=("result", "resultado"), frequent=True, says="Written down: {winner} wins the hand.",
)  # fmt: skip
PAYMENT: Final = Form(
    "payment", N_("Money that changed hands after the hand."), N_("Money changes hands"),
    N_("a payment"),
    (Field("from", "payer"), Field("to", "payer", label=("to", "a")), Field("amount", "money")),
    line=("paid", "pagó"), says="{from} pays {to} {amount}.",
)  # fmt: skip
OFFENCE: Final = Form(
    "offence", N_("Something seen that the cards do not show."),
    N_("{player} committed an offence"), N_("an offence"),
    (
        PLAYER,
        Field("kind", "choice", what=N_("a kind of offence")),
        Field("by", "player", required=False, label=("by", "por")),
    ),
    line=("offence", "falta"), says="An offence by {player} is reported: {kind}.",
    more={"by": "{by} saw it."},
)  # fmt: skip
FORGIVE: Final = Form(
    "forgive", N_("The table forgives what was found at an event."), N_("The table forgives"),
    N_("a pardon"), (Field("event", "event"), AGREED_BY), line=("forgive", "perdona"),
    says="The table forgives what was found at event {event}.", more=AGREED,
)  # fmt: skip
END: Final = Form(
    "end", N_("The hand is over."), N_("The hand is over"), N_("an end of the hand"),
    (Field("why", "word", required=False),), line=("end", "fin"), says="The hand is over.",
    more={"why": "({why})"},
)  # fmt: skip


def by_type(*forms: Form) -> dict[str, Form]:
    """Return forms by the type of their events."""
    return {form.type: form for form in forms}


def together(games: Iterable[tuple[str, Mapping[str, Form]]]) -> dict[str, Form]:
    """Merge the events of several games, given by name. An event gets every field that it has in
    some game; fields required in all of them stay required.

    >>> hand = HAND.having(*HAND.fields, Field("bet", "money"))
    >>> whole = together([("one", by_type(hand)), ("other", by_type(HAND, CUT))])
    >>> list(whole), whole["hand"].required
    (['hand', 'cut'], ('dealer',))

    Raises ValueError if a field is of two kinds.
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


HOUSE: Final = Form(
    "house", "The table changes house rules from the next hand on.", N_("House rules change"), "",
    (Field("house", "house"), AGREED_BY), line=("house", "casa"),
    says="The table changes house rules: {house}.", more=AGREED,
)  # fmt: skip
JOIN: Final = Form(
    "join", "A player sits down after another one in turn order.", N_("{player} sits down"), "",
    (Field("player", "newcomer"), Field("after", "player", label=("after", "tras"))),
    line=("join", "entra"), says="{player} sits down after {after}.",
)  # fmt: skip
LEAVE: Final = Form(
    "leave", "A player leaves.", N_("{player} leaves"), "", (PLAYER,), line=("leave", "sale"),
    says="{player} leaves the table.",
)  # fmt: skip
SESSION: Final = by_type(HOUSE, JOIN, LEAVE)
"""The events about the table, after the opening one."""

CORRECT: Final = Form(
    "correct", "An event was written down wrongly, or never happened.", "", "",
    (Field("event", "event"), Field("why", "text"), Field("with", "revised")),
    line=("fix", "corrige"),
)  # fmt: skip
INSERT: Final = Form(
    "insert", "An event that was forgotten, in its right place.", "", "",
    (Field("before", "event"), Field("why", "text"), Field("event", "inserted")),
    line=("insert", "inserta"),
)  # fmt: skip
DISPUTE: Final = Form(
    "dispute", "A player disputes what happened at an event.", N_("{player} disputes an event"), "",
    (
        Field("by", "player"),
        Field("event", "event"),
        Field("text", "text"),
        Field("rule", "word", required=False, label=("rule", "regla")),
    ),
    line=("dispute", "reclamo"), says="{by} disputes event {event}: {text}",
    more={"rule": "({rule})"},
)  # fmt: skip
RULING: Final = Form(
    "ruling", "What the table decided about a dispute.", N_("The table decides a dispute"), "",
    (
        Field("dispute", "event"),
        Field(
            "decision", "choice", what=N_("a decision"),
            options=("upheld", "dismissed", "forgiven"),
        ),
        Field("text", "text", required=False),
    ),
    line=("ruling", "fallo"), more={"text": "{text}"},
    says="The table's decision on the dispute at event {dispute}: {decision}.",
)  # fmt: skip
_STOCK: Final = Field("stock", "count", required=False, label=("stock", "mazo"))
_MELDS: Final = Field("melds", "melds", required=False, label=("melds", "juegos"))
GAP: Final = Form(
    "gap", "Something here was not written down.", N_("Something was not written down"), "",
    (_STOCK, _MELDS), line=("gap", "hueco"), says="Something was not written down here.",
    more={"stock": "The deck has {stock} cards then."},
)  # fmt: skip


def _stands(name: str, kind: str, label: tuple[str, str], needs: str = "", most: int = 0) -> Field:
    """Return a field of a position."""
    least = 1 if most else 0
    return Field(
        name, kind, required=False, label=label, mark=";", needs=needs, least=least, most=most
    )


POSITION: Final = Form(
    "position", "The table stands so.", N_("How the table stands"), "",
    (
        _stands("turn", "player", ("turn", "turno")),
        _stands("offer", "offer", ("offer", "oferta"), "claim"),
        _stands("melds", "melds", ("melds", "juegos"), "meld"),
        _stands("hands", "hands", ("hands", "manos"), "take"),
        _stands("pile", "cards", ("pile", "pila"), "take"),
        _stands("stock", "count", ("stock", "mazo")),
        _stands("out", "players", ("out", "fuera"), "claim"),
        _stands("owes", "player", ("owes", "debe"), "claim"),
        # a real game has fewer rounds, or counts to a target
        _stands("round", "count", ("round", "ronda"), "score", most=1000),
        _stands("totals", "points", ("totals", "totales"), "score"),
    ),
    line=("position", "posición"), says="This is how the table stands.",
    more={
        "turn": "It is the turn of {turn}.",
        "round": "It is round {round}.",
        "totals": "Points in all: {totals}.",
        "offer": "On offer: {offer}.",
        "pile": "The pile: {pile}.",
        "stock": "The deck has {stock} cards then.",
        "out": "Out of the hand: {out}.",
        "owes": "{owes} still has to pay a card.",
    },
)  # fmt: skip
NOTE: Final = Form(
    "note", "A remark.", N_("A remark"), "", (Field("note", "text"),), line=("note", "nota"),
    says="{note}",
)  # fmt: skip
RECORD: Final = by_type(DISPUTE, RULING, GAP, POSITION, NOTE, CORRECT, INSERT)
"""The events about the log itself."""

COMMON: Final = {**SESSION, **RECORD}
WARNINGS: Final = ("open", "on_call", "silent")
GAME: Final = Form(
    "game", "Opens a log.", "", "",
    (
        Field("unit", "word", required=False, label=("unit", "unidad")),
        Field("title", "word", required=False, label=("title", "título")),
        Field("place", "word", required=False, label=("place", "lugar")),
        Field("date", "word", required=False, label=("date", "fecha")),
        Field(
            "warnings", "choice", required=False, label=("warnings", "avisos"),
            what=N_("a word for warnings"), options=WARNINGS,
        ),
        Field("house", "house", required=False, label=("house", "casa")),
    ),
    says="{players} sit down to play.", more={"house": "House rules: {house}."},
)  # fmt: skip
"""The event that opens a log; its game and players are read apart."""

SHARED: Final = COMMON | by_type(
    GAME, HAND, CUT, DEAL, TURN_UP, DRAW, TAKE, DISCARD, PASS, MELD, WIN, SHOW, RESHUFFLE, SCORE,
    RESULT, PAYMENT, OFFENCE, FORGIVE, END,
)  # fmt: skip
"""The events that several games have."""


def fields_in(form: Form, events: Container[str]) -> tuple[Field, ...]:
    """Return the fields of an event in a game with these events."""
    return tuple(field for field in form.fields if not field.needs or field.needs in events)
