"""Forms for events, made from their schemas: the questions, and the answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee_schemas import cards, numbers, people
from referee_schemas import fields as read
from referee_schemas.events import protocol
from referee_schemas.people import Offer, only_once
from referee_schemas.unreadable import Unreadable
from werkzeug.datastructures import MultiDict

from referee.judging.corrections import Event
from referee.judging.forms import Field
from referee.judging.rulebook import House, HouseRule, Rulebook
from referee.notation import LANGUAGES
from referee.notation.cards import lettered, named
from referee.notation.words import NOBODY, says
from referee.web.labels import acts, field_label, option_label
from referee.wording.language import N_, _

MOST_KEYS: Final = 9
"""The largest range of a number that is asked for with a key for each value."""

OF_THE_LINE: Final = frozenset({"type", "seq", "id", "at", "scribe"})
"""Fields that no form asks for."""

_cards: Final = re.compile(r"10\S|\S\S|\S").findall

FIELD_KINDS: Final[Sequence[tuple[type[read.Field[Any]], str]]] = (
    (read.House, "house"),
    (people.Players, "players"),
    (cards.Cards, "cards"),
    (cards.Card, "card"),
    (people.Payer, "payer"),
    (people.Player, "player"),
    (read.Choice, "choice"),
    (numbers.EventNumber, "event"),
    (numbers.Whole, "number"),
    (Offer, "offer"),
    (read.Text, "text"),
)
"""How each kind of field is asked for; a map has one answer for each player, or for each of its
words."""

EACH_KINDS: Final[Sequence[tuple[type[read.Field[Any]], str]]] = (
    (cards.Melds, "melds"),
    (cards.ListOrCount, "cards or number"),
    (people.Winners, "winners"),
    (numbers.Whole, "number"),
    (numbers.Points, "number"),
)


TAKEN_BY: Final = {"card": "card", "cards": "cards", "cards or number": "cards", "melds": "melds"}
"""The kind of value that card keys write into each kind of field."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form. ``kind`` is how it is asked for; ``each`` has the players if it is asked
    for every one of them. ``value`` is the current value; cards are written in the letters of
    ``lang``."""

    name: str
    kind: str
    required: bool
    options: tuple[str, ...]
    each: tuple[str, ...]
    rules: tuple[HouseRule, ...]
    value: Any
    lang: str

    @property
    def label(self) -> str:
        """The label of the field."""
        if self.name == "out" and self.kind == "players":
            return _("Out of the hand")
        return field_label(self.name)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The options, each with its label."""
        return [(option, option_label(self.name, option)) for option in self.options]

    @property
    def nothing(self) -> str:
        """The label for choosing none of the players."""
        return _("nobody") if self.name == "winner" else _("choose")

    def heading(self, one: str) -> str:
        """Return the label of one of the parts."""
        return option_label(self.name, one) if self.options else one

    @property
    def example(self) -> str:
        """An example of cards in this field."""
        if self.kind == "offer":
            return f"{lettered('7h', self.lang)} Ana"
        return example(self.lang) if self.kind in ("card", "cards") else ""

    @property
    def takes(self) -> str:
        """The input from card keys: one ``card``, ``cards`` or ``melds``; empty if the field holds
        something else."""
        return TAKEN_BY.get(self.kind, "")

    def written(self, value: Any) -> str:
        """Return a value of this field, or of one player in it, as the form shows it."""
        if self.kind == "winners":
            named = [value] if isinstance(value, str) else value
            return _("nobody") if named is None else ", ".join(named)
        if isinstance(value, dict):
            return f"{lettered(value['card'], self.lang)} {value['from']}"
        if isinstance(value, str | int):
            return lettered(str(value), self.lang) if self.kind == "card" else str(value)
        if any(isinstance(part, str) for part in value):
            return " ".join(lettered(card, self.lang) for card in value)
        return ", ".join("".join(lettered(card, self.lang) for card in meld) for meld in value)


@dataclass(frozen=True, slots=True)
class Asker:
    """The forms of one table, with its players and its house rules."""

    seated: tuple[str, ...]
    rulebook: Rulebook
    house: House
    lang: str

    def questions(self, act: str, given: Mapping[str, Any]) -> list[FormField]:
        """Return the fields of an event of this type, required ones first, with the values in
        ``given``."""
        asked = [
            self._question(act, name, field, given.get(name))
            for name, field in asked_fields(self.rulebook, act).items()
        ]
        return sorted(asked, key=lambda one: not one.required)

    def _question(self, act: str, name: str, field: read.Field[Any], value: Any) -> FormField:
        each = self._each(field)
        kind = kind_of(field)
        # a player who joins has no seat yet
        if act == "join" and name == "player":
            kind = "text"
        options = options_of(self.rulebook, act, name)
        if kind == "house":
            value = {**self.house, **(value or {})}
        return FormField(
            name=name,
            kind=kind,
            # the pages require everyone's consent before they forgive anything
            required=field.required or (act, name) == ("forgive", "agreed_by"),
            options=options,
            each=each,
            rules=self.rulebook.house_rules if kind == "house" else (),
            value=value if value is not None else "",
            lang=self.lang,
        )

    def _each(self, field: read.Field[Any]) -> tuple[str, ...]:
        """Return the players, or the words of the game, for each of which a field is asked."""
        match field:
            case people.PerPlayer():
                return self.seated
            case read.MapOf(name=read.Choice() as choice):
                return tuple(choice.words)
        return ()

    def answered(self, form: MultiDict[str, str]) -> Event:
        """Return the event that a form describes, as far as it was filled in, unchecked."""
        act = form.get("type", "")
        event: Event = {"type": act}
        for name, field in self._fields(act):
            value = self._answer(name, field, form)
            value = None if value == "" and field.allow_none else value
            if value not in (None, "", [], {}) or field.required:
                event[name] = value
        return event

    def _fields(self, act: str) -> Iterable[tuple[str, read.Field[Any]]]:
        return asked_fields(self.rulebook, act).items() if act in acts(self.rulebook) else ()

    def _answer(self, name: str, field: read.Field[Any], form: MultiDict[str, str]) -> Any:
        lang = letters_in(form)
        if isinstance(field, read.MapOf):
            kind = kind_of(field)
            told = ((one, form.get(f"{name}:{one}", "")) for one in self._each(field))
            return {one: READ[kind](text, lang) for one, text in told if text.strip()}
        kind = kind_of(field)
        if kind == "house":
            return dict(self._changed(name, form))
        if kind == "players":
            return form.getlist(name)
        text = " ".join(form.getlist(name))
        return READ[kind](text, lang) if kind in READ else text.strip()

    def _changed(self, name: str, form: MultiDict[str, str]) -> Iterator[tuple[str, Any]]:
        """Yield the house rules with another answer than the option in force."""
        for rule in self.rulebook.house_rules:
            told = [option for option in form.getlist(f"{name}:{rule.name}") if option]
            if f"{name}:{rule.name}" not in form:
                continue
            if rule.several and tuple(told) != tuple(self.house[rule.name]):
                yield rule.name, told
            elif not rule.several and told and told[0] != self.house[rule.name]:
                yield rule.name, told[0]


def asked_fields(rulebook: Rulebook, act: str) -> dict[str, read.Field[Any]]:
    """Return the fields of an event of this type that a form asks for."""
    declared = protocol(rulebook.name)[act].fields
    return {name: field for name, field in declared.items() if name not in OF_THE_LINE}


def options_of(rulebook: Rulebook, act: str, name: str) -> tuple[str, ...]:
    """Return the words that a field chooses from; none if it holds something else."""
    field = asked_fields(rulebook, act)[name]
    return tuple(rulebook.words.get(name, getattr(field, "words", ())))


def fields_of_one_text(rulebook: Rulebook, act: str) -> list[str]:
    """Return the fields of an event of this type that a single text fills, which excludes maps."""
    maps = (read.House, read.MapOf)
    asked = asked_fields(rulebook, act)
    return [name for name, field in asked.items() if not isinstance(field, maps)]


def required_fields(rulebook: Rulebook, act: str) -> list[str]:
    """Return the fields that an event of this type must have."""
    return [name for name, field in asked_fields(rulebook, act).items() if field.required]


def usual_fields(rulebook: Rulebook, act: str) -> list[str]:
    """Return the optional fields that are usually recorded."""
    return [field.name for field in _declared(rulebook, act) if field.usual]


def question_for(rulebook: Rulebook, act: str, name: str) -> str:
    """Return the question for a field, if the name of the event does not say which card is
    meant."""
    asked = (field.asks for field in _declared(rulebook, act) if field.name == name)
    return next((_(question) for question in asked if question), "")


def lie_in_order(rulebook: Rulebook, act: str) -> bool:
    """Return whether the order of an event's cards gives the position of each."""
    return any(field.in_order for field in _declared(rulebook, act))


def numbers_of(rulebook: Rulebook, act: str, name: str) -> range:
    """Return the few numbers that a field may have; none if it holds something else."""
    counts = (field for field in _declared(rulebook, act) if field.kind == "count")
    most = next((field.most for field in counts if field.name == name), 0)
    return range(1, most + 1) if most <= MOST_KEYS else range(0)


def lie_in_a_square(rulebook: Rulebook) -> bool:
    """Return whether a player's four cards have numbered positions in a square."""
    named = (act for act in rulebook.events if "position" in asked_fields(rulebook, act))
    return any(len(numbers_of(rulebook, act, "position")) == 4 for act in named)


def _declared(rulebook: Rulebook, act: str) -> tuple[Field, ...]:
    """Return the fields of an event as its game declares them; none for an event of all games."""
    form = rulebook.events.get(act)
    return form.fields if form is not None else ()


def kind_of(field: read.Field[Any]) -> str:
    """Return how a field is asked for, or what it holds for each player."""
    if isinstance(field, read.MapOf):
        return next(kind for of, kind in EACH_KINDS if isinstance(field.worth, of))
    return next(kind for of, kind in FIELD_KINDS if isinstance(field, of))


def letters_in(form: Mapping[str, str]) -> str:
    """Return the language whose card letters a form uses: card keys send the names of the log; a
    form with typed cards names its language."""
    return form["letters"] if form.get("letters") in LANGUAGES else LANGUAGES[0]


def example(lang: str) -> str:
    """Return a few cards in the letters of this language."""
    return " ".join(lettered(card, lang) for card in ("7h", "8h", "9h"))


def cards_in(text: str, lang: str = LANGUAGES[0]) -> list[str]:
    """Return the cards of a text, with or without spaces; words that are not cards are kept, to be
    reported.

    >>> cards_in("7h8h, 10♥"), cards_in("7h8"), cards_in("7c 7f", "es")
    (['7h', '8h', '10h'], ['7h', '8'], ['7h', '7c'])
    """
    words = re.split(r"[\s,]+", text)
    return [named(card, lang) for word in words for card in _cards(word)]


def _number(text: str, _lang: str = LANGUAGES[0]) -> int | str:
    told = text.strip()
    return int(told) if told.removeprefix("-").isdecimal() and len(told) < 20 else told


def _winners(text: str, _lang: str) -> str | list[str] | None:
    names = [one.strip() for one in text.split(",")]
    if says(names[0], NOBODY):
        return None
    return names if len(names) > 1 else names[0]


def _cards_or_number(text: str, lang: str) -> list[str] | int | str:
    return _number(text) if text.strip().isdecimal() else cards_in(text, lang)


def _offer(text: str, lang: str) -> dict[str, str] | str:
    """Return a card on offer, followed by the player who laid or drew it."""
    card, _, player = text.strip().partition(" ")
    return {"card": named(card, lang), "from": player.strip()} if player else text.strip()


READ: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "number": _number,
    "event": _number,
    "card": lambda text, lang: named(text.strip(), lang),
    "cards": cards_in,
    "cards or number": _cards_or_number,
    "winners": _winners,
    "offer": _offer,
    "melds": lambda text, lang: [cards_in(meld, lang) for meld in text.split(",") if meld.strip()],
}
"""Parses a value of a form field into that of the log; unreadable text is returned unchanged."""


NO_CARD: Final = N_("{field}: “{found}” is no card. Tap the card, or write it like {example}.")
NONE_CHOSEN: Final = N_("{field}: choose the cards.")
NUMBER: Final = N_("{field}: write a whole number, such as 5.")
FEW_NUMBERS: Final = N_("{field}: write a number from {fewest} to {most}.")

BY_KIND: Final = {
    "card": NO_CARD,
    "cards": NO_CARD,
    "cards or number": NO_CARD,
    "melds": NO_CARD,
    "number": NUMBER,
    "event": N_("{field}: choose a line."),
    "player": N_("{field}: choose a player."),
    "payer": N_("{field}: choose a player, or the pot."),
    "winners": N_("{field}: write players with commas between them, or nobody."),
    "players": N_("{field}: choose every player only once."),
    "choice": N_("{field}: choose one."),
    "offer": N_("{field}: write the card, and behind it the player, like “7h Ana”."),
    "text": N_("{field}: write a few words."),
    "house": N_("{field}: choose one of the options."),
}
"""Advice about a field of this kind."""


def told(fault: Unreadable, rulebook: Rulebook, act: str, lang: str) -> str:
    """Describe a fault in the form of an event: the field, and the advice. Faults outside the
    form's fields keep their message; cards are written in the letters of ``lang``."""
    name, *inside = re.findall(r"[^.\[\]]+", fault.field or "")[:2] or [""]
    asked: dict[str, Any] = asked_fields(rulebook, act) if act in acts(rulebook) else {}
    if name not in asked:
        return str(fault)
    kind = kind_of(asked[name])
    numbers = numbers_of(rulebook, act, name)
    text = BY_KIND[kind]
    if numbers:
        text = FEW_NUMBERS
    elif text == NO_CARD and not fault.found.startswith('"'):
        text = NONE_CHOSEN
    label = field_label(name)
    named = inside and not inside[0].isdecimal() and kind != "house"
    return _(text).format(
        field=f"{label}, {inside[0]}" if named else label,
        found=fault.found.strip('"'),
        example=example(lang),
        fewest=numbers.start,
        most=numbers.stop - 1,
    )


def told_of_opening(fault: Unreadable, rulebook: Rulebook, seats: list[str]) -> str:
    """Return the reason why a table with these seats cannot be opened."""
    if not rulebook.fewest_players <= len(seats) <= rulebook.most_players:
        return _("There must be {fewest} to {most} players.").format(
            fewest=rulebook.fewest_players, most=rulebook.most_players
        )
    if not only_once(seats):
        return _("Every player needs a name of their own.")
    if (fault.field or "").startswith("players"):
        return _("Nobody can be called “pot”, and a name has 1 to 40 letters.")
    return told(fault, rulebook, "hand", "en")
