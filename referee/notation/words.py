"""The words of the sheet in two languages, and the signs of acts. Both languages are always
accepted, and one is written.

Every game has its own words beside the common ones. Reading ignores case and accents. The ids of
the rulebooks (house rules, options, side games, wins, kinds of offence) are identical in both
languages.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from referee.judging.forms import COMMON, RECORD, SESSION, Field, Pair
from referee.judging.names import plainly
from referee.judging.registry import called, find, rulebooks
from referee.judging.rulebook import Rulebook, options_of_all
from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee.wording.translations import LANGUAGES

_FIRST: Mapping[str, Pair] = {
    "players": ("players", "jugadores"),
    **{name: form.line for name, form in SESSION.items() if form.line},
}
_LAST: Mapping[str, Pair] = {name: form.line for name, form in RECORD.items() if form.line}
"""The words that begin a line in every game, by the event that they write (``players`` belongs to
the game)."""

FROM: Pair = ("from", "de")
DRAWN: Pair = ("drawn", "sacada")
PAID: Pair = ("paid", "pagada")
BEFORE: Pair = ("before", "antes")
NOTHING: Pair = ("nothing", "nada")
POT: Pair = ("pot", "pozo")
NOBODY: Pair = ("nobody", "nadie")

_LABELS = (BEFORE, NOTHING, POT, NOBODY, FROM, DRAWN, PAID)
"""The words inside a line in every game, besides the labels of its fields."""

_ALSO = {"disputa": "dispute", "offense": "offence", "pays": "payment"}
_ALSO_LABELS = {"para": "to", "agreed_by": "agreed", "idioma": "lang"}


@cache
def lines(game: str) -> Mapping[str, Pair]:
    """Return the words that begin a line in a game, by the event that they write."""
    events = find(game).events
    hands = {name: form.line for name, form in events.items() if form.line is not None}
    return {**_FIRST, **hands, **_LAST}


@cache
def labels(game: str) -> Mapping[str, Pair]:
    """Return the words inside a line of a game, in both languages by the English one."""
    forms = (*find(game).events.values(), *COMMON.values())
    found = [field.label for form in forms for field in form.fields if field.label is not None]
    return {pair[0]: pair for pair in (*found, *_LABELS)}


@cache
def _beginnings(game: str) -> list[tuple[str, Pair]]:
    """Return the words that begin a line, also of a part such as ``totals``, with their events."""
    parts = [
        (name, field.label)
        for name, form in find(game).events.items()
        for field in form.fields
        if form.begins_with_any and field.label is not None
    ]
    return [*lines(game).items(), *parts]


@cache
def _lines_read(game: str) -> Mapping[str, str]:
    """Return the events by the words that begin their lines; the first meaning of a word wins."""
    said = [*_FIRST.items(), *_LAST.items(), *_beginnings(game)]
    known = dict(said)
    read = {word: meaning for word, meaning in _ALSO.items() if meaning in known}
    for meaning, pair in said:
        for word in (*pair, meaning):
            read.setdefault(plainly(word), meaning)
    return read


@cache
def _labels_read(game: str) -> frozenset[str]:
    also = {word for word, meaning in _ALSO_LABELS.items() if meaning in labels(game)}
    return frozenset(also.union(*(map(plainly, pair) for pair in labels(game).values())))


def line_word(word: str, game: str) -> str | None:
    """Return the event that a line with this first word writes in a game.

    >>> line_word("Reparte", "desmoche"), line_word("Ana", "desmoche")
    ('deal', None)
    """
    return _lines_read(game).get(plainly(word))


def is_label(word: str, game: str) -> bool:
    """Return whether a word announces a field inside a line of a game."""
    return plainly(word) in _labels_read(game)


def says(word: str, pair: Pair) -> bool:
    """Return whether a word is one spelling of a label, in either language.

    >>> agreed = ("agreed", "acuerdan")
    >>> says("Acuerdan", agreed), says("agreed_by", agreed), says("after", agreed)
    (True, True, False)
    """
    known = plainly(word)
    return _ALSO_LABELS.get(known) == pair[0] or known in map(plainly, pair)


def written(meaning: str, lang: str) -> str:
    """Return the word that begins a line in every game, or the players of the first one.

    >>> written("house", "es"), written("players", "en")
    ('casa', 'players')
    """
    return in_language({**_FIRST, **_LAST}[meaning], lang)


def in_language(pair: Pair, lang: str) -> str:
    """Return the word of a language.

    >>> in_language(("after", "tras"), "es")
    'tras'
    """
    return pair[LANGUAGES.index(lang)]


def line_words(game: str, lang: str) -> list[str]:
    """Return every word that begins a line of a game in this language."""
    return [in_language(pair, lang) for _, pair in _beginnings(game)]


def is_reserved(word: str, game: str) -> bool:
    """Return whether a bare word has a meaning in a game, and cannot be part of a name.

    >>> is_reserved("Mano", "desmoche"), is_reserved("Ana", "desmoche")
    (True, False)
    """
    return bool(line_word(word, game) or is_label(word, game) or called(plainly(word)))


@cache
def house_options() -> Mapping[str, tuple[tuple[str, ...], bool]]:
    """Return every house rule of any game with its options, and whether it takes several."""
    return options_of_all(rulebooks().values())


# ---- signs of acts, written after the player's name

ONTO: Final = ">"
"""The mark of a meld that lists only the cards added to an existing one, in games whose sheets have
it."""

_SAME_SIGNS: Final = {"&": ONTO, ":": "=", "!": "*", "–": "-", "−": "-"}
"""Other characters that people type for a mark, unless the game uses them itself."""

_CARDS: Final = ("card", "cards")  # the kinds of the field that identifies an act

Act = tuple[str, tuple[str, ...] | None]
"""A mark and the cards after it; None if no card was written."""


class Signs:
    """The signs of one game.

    ``of`` maps events to signs, ``events`` signs to events; ``marks`` has every mark that may be
    typed, with the canonical one. ``onto`` is the event written with ``>``, if any.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.forms = rulebook.events
        self.onto = rulebook.sheet_table.onto
        self.of: dict[str, str] = {
            name: form.sign for name, form in self.forms.items() if form.sign is not None
        }
        self.events = {sign: name for name, sign in self.of.items()}
        if self.onto:
            self.events[ONTO] = self.onto
        same = {typed: sign for typed, sign in _SAME_SIGNS.items() if sign in self.events}
        self.marks = same | {sign: sign for sign in self.events}
        # the field with the cards that identify an act
        self.cards: dict[str, Field | None] = {}
        for name in self.of:
            bare = (field for field in self.forms[name].fields if not field.label)
            self.cards[name] = next((field for field in bare if field.kind in _CARDS), None)

    @property
    def an_act(self) -> Sentence:
        """A description of an act."""
        acts = [
            Sentence("{mark} {what}", {"mark": sign, "what": Word(self.forms[name].what)})
            for name, sign in self.of.items()
        ]
        if self.onto:
            acts.append(Sentence("{mark} onto a meld", {"mark": ONTO}))
        return Sentence("an act ({acts})", {"acts": acts})

    def act_of(self, event: Mapping[str, Any]) -> Act:
        """Return the form of an act in a reference."""
        kind = event["type"]
        field = self.cards[kind]
        if field is None or field.name not in event:
            return self.of[kind], None
        cards = event[field.name]
        return self.of[kind], tuple(cards) if field.kind == "cards" else (cards,)


@cache
def signs(game: str) -> Signs:
    """Return the signs of the game of this name."""
    return Signs(find(game))
