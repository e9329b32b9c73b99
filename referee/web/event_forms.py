"""Forms for events, made from their declarations: the questions, and the answers; and the score
grid, whose rows of numbers become events."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from referee_schemas.people import only_once
from referee_schemas.reading import Unreadable
from werkzeug.datastructures import MultiDict

from referee.judging.corrections import Event
from referee.judging.forms import COMMON, NOTE, Field, fields_in
from referee.judging.grid import Grid, GridRow, read_sum
from referee.judging.rulebook import House, HouseRule, Rulebook
from referee.notation import LANGUAGES
from referee.notation.cards import lettered, named
from referee.notation.words import NOBODY, says
from referee.web.labels import acts, field_label, option_label
from referee.wording.language import N_, Word, _

MOST_KEYS: Final = 9  # the largest range of a number that is asked for with a key for each value

_cards: Final = re.compile(r"10\S|\S\S|\S").findall

REMARK: Final = replace(NOTE.fields[0], required=False)
"""The field that every event may have besides its own."""

PER_PLAYER: Final = frozenset({"hands", "melds", "amounts", "points"})
PER_WORD: Final = frozenset({"tally", "winners"})
"""Kinds of field that a form asks for player by player, or word by word."""

MAPS: Final = PER_PLAYER | PER_WORD | {"house"}
"""Kinds of field that a single text cannot fill."""

ASKED_AS: Final[Mapping[str, str]] = {
    "newcomer": "text", "winner": "player", "hands": "cards or number", "word": "text",
    **dict.fromkeys(("amounts", "points", "tally", "money", "count"), "number"),
}  # fmt: skip
"""The kind of input for a kind of field, or for each of its parts; by default the same kind."""

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
    value: Any
    lang: str

    @property
    def label(self) -> str:
        """The label of the field."""
        if self.name == "out" and self.kind == "players":
            return _("Out of the hand")
        return field_label(self.name)

    def heading(self, part: str) -> str:
        """Return the label of an option, or of one part."""
        return option_label(self.name, part) if self.options else part

    @property
    def example(self) -> str:
        """An example of cards in this field."""
        if self.kind == "offer":
            return f"{lettered('7h', self.lang)} Ana"
        return example(self.lang) if self.kind in ("card", "cards") else ""

    @property
    def takes(self) -> str:
        """The input from card keys: one ``card``, ``cards``, ``melds``, or none."""
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
class EventForms:
    """The forms of one table, with its players and its house rules."""

    seated: tuple[str, ...]
    rulebook: Rulebook
    house: House
    lang: str

    def questions(self, act: str, given: Mapping[str, Any]) -> list[FormField]:
        """Return the fields of such an event, required ones first, with the ``given`` values."""
        asked = [
            self._question(act, name, field, given.get(name))
            for name, field in asked_fields(self.rulebook, act).items()
        ]
        return sorted(asked, key=lambda field: not field.required)

    def _question(self, act: str, name: str, field: Field, value: Any) -> FormField:
        kind = kind_of(field)
        if kind == "house":
            value = {**self.house, **(value or {})}
        return FormField(
            name=name,
            kind=kind,
            # the pages require everyone's consent before they forgive anything
            required=field.required or (act, name) == ("forgive", "agreed_by"),
            options=field.options,
            each=self._each(field),
            value=value if value is not None else "",
            lang=self.lang,
        )

    def _each(self, field: Field) -> tuple[str, ...]:
        """Return the players, or the words of the game, for each of which a field is asked."""
        if field.kind in PER_WORD:
            return field.options
        return self.seated if field.kind in PER_PLAYER else ()

    def answered(self, form: MultiDict[str, str]) -> Event:
        """Return the event that a form describes, as far as it was filled in, unchecked."""
        act = form.get("act") or form.get("type", "")
        event: Event = {"type": act}
        fields = asked_fields(self.rulebook, act) if act in acts(self.rulebook) else {}
        for name, field in fields.items():
            value = self._answer(name, field, form)
            value = None if value == "" and field.kind == "winner" else value
            if value not in (None, "", [], {}) or field.required:
                event[name] = value
        return event

    def _answer(self, name: str, field: Field, form: MultiDict[str, str]) -> Any:
        # card keys send the names of the log; a form with typed cards says in which letters
        lang = form["letters"] if form.get("letters") in LANGUAGES else LANGUAGES[0]
        kind = kind_of(field)
        if field.kind in PER_PLAYER | PER_WORD:
            answers = ((part, form.get(f"{name}:{part}", "")) for part in self._each(field))
            return {part: READ[kind](text, lang) for part, text in answers if text.strip()}
        if kind == "house":
            return house_in(form, self.rulebook, self.house)
        if kind == "players":
            return form.getlist(name)
        text = " ".join(form.getlist(name))
        return READ[kind](text, lang) if kind in READ else text.strip()


def house_in(form: MultiDict[str, str], rulebook: Rulebook, in_force: House) -> dict[str, Any]:
    """Return the house rules for which a form has other options than those in force."""
    return {
        rule.name: options if rule.several else options[0]
        for rule in rulebook.house_rules
        if {*(options := options_in(form, rule, in_force))} != {*rule.chosen(in_force)}
    }


def options_in(form: MultiDict[str, str], rule: HouseRule, in_force: House) -> list[str]:
    """Return the options of a house rule that a form has chosen, else those in force."""
    options = form.getlist(f"house.{rule.name}")[: None if rule.several else 1]
    is_asked = f"asked.{rule.name}" in form if rule.several else options
    return options if is_asked else [*rule.chosen(in_force)]


def asked_fields(rulebook: Rulebook, act: str) -> dict[str, Field]:
    """Return the fields of an event of this type that a form asks for, with the words that each
    chooses from."""
    form = rulebook.events.get(act) or COMMON[act]
    return {
        field.name: replace(field, options=field.options or rulebook.words.get(field.name, ()))
        for field in (REMARK, *fields_in(form, rulebook.events))
    }


def required_fields(rulebook: Rulebook, act: str) -> list[str]:
    """Return the fields that an event of this type must have."""
    return [name for name, field in asked_fields(rulebook, act).items() if field.required]


def fields_at_once(rulebook: Rulebook, act: str) -> list[str]:
    """Return the fields that an event of this type must have, then those usually recorded, too."""
    fields = asked_fields(rulebook, act)
    usual = [name for name, field in fields.items() if field.usual and not field.required]
    return required_fields(rulebook, act) + usual


def lie_in_order(rulebook: Rulebook, act: str) -> bool:
    """Return whether the order of an event's cards gives the position of each."""
    return any(field.in_order for field in asked_fields(rulebook, act).values())


def numbers_of(field: Field) -> range:
    """Return the few numbers that a field may have; none if it holds something else."""
    return range(1, field.most + 1 if field.kind == "count" and field.most <= MOST_KEYS else 1)


def lie_in_a_square(rulebook: Rulebook) -> bool:
    """Return whether a player's four cards have numbered positions in a square."""
    fields = (field for form in rulebook.events.values() for field in form.fields)
    return any(field.name == "position" and len(numbers_of(field)) == 4 for field in fields)


def kind_of(field: Field) -> str:
    """Return the kind of input for a field, or for each of its parts."""
    return ASKED_AS.get(field.kind, field.kind)


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
    digits = text.strip()
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 20 else digits


def _winners(text: str, _lang: str) -> str | list[str] | None:
    names = [word.strip() for word in text.split(",")]
    if says(names[0], NOBODY):
        return None
    return names if len(names) > 1 else names[0]


def _offer(text: str, lang: str) -> dict[str, str] | str:
    card, _, player = text.strip().partition(" ")
    return {"card": named(card, lang), "from": player.strip()} if player else text.strip()


READ: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "number": _number,
    "event": _number,
    "card": lambda text, lang: named(text.strip(), lang),
    "cards": cards_in,
    "cards or number": lambda text, lang: (
        _number(text) if text.strip().isdecimal() else cards_in(text, lang)
    ),
    "winners": _winners,
    "offer": _offer,
    "melds": lambda text, lang: [cards_in(meld, lang) for meld in text.split(",") if meld.strip()],
}
"""Parses a value of a form field into that of the log; unreadable text is returned unchanged."""


NO_CARD: Final = N_("{field}: “{found}” is not a card. Tap the card, or write it like {example}.")
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


def explained(fault: Unreadable, rulebook: Rulebook, act: str, lang: str) -> str:
    """Describe a fault in the form of an event: the field, and the advice. Faults outside the
    form's fields keep their message; cards are written in the letters of ``lang``."""
    name, *inside = re.findall(r"[^.\[\]]+", fault.field or "")[:2] or [""]
    asked = asked_fields(rulebook, act) if act in acts(rulebook) else {}
    if name not in asked:
        return str(fault)
    kind = kind_of(asked[name])
    numbers = numbers_of(asked[name])
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


def opening_fault(fault: Unreadable, rulebook: Rulebook, seats: list[str]) -> str:
    """Return the reason why a table with these seats cannot be opened."""
    if not rulebook.fewest_players <= len(seats) <= rulebook.most_players:
        return _("There must be {fewest} to {most} players.").format(
            fewest=rulebook.fewest_players, most=rulebook.most_players
        )
    if not only_once(seats):
        return _("Every player needs a name of their own.")
    if (fault.field or "").startswith("players"):
        return _("Nobody can be called “pot”, and a name has 1 to 40 letters.")
    return explained(fault, rulebook, "hand", "en")


EVERY_CARD = "cards"  # the query parameter that asks for the pad instead of the score grid


def events_of(grid: Grid, form: MultiDict[str, str]) -> list[Event]:
    """Return the events of a submitted grid. Raises Unreadable if it is empty."""
    row = form.get("row", type=int) or None
    if grid.by_winner:
        result: Event = {"type": "result", "winner": form.get("winner") or None}
        return grid.lines(result, row, None if row else _bet(grid, form))
    typed = {name: _number_typed(form, f"points:{name}") for name in grid.seated}
    points = {name: number for name, number in typed.items() if number != ""}
    score: Event = {"type": "score"}
    score |= {"points": points} if points else {}
    score |= {"out": form["out"]} if form.get("out") else {}
    if len(score) == 1:
        raise Unreadable(
            Word("no number"), Word("the points"), plainly=Word("This row has no number."),
            remedy=Word("Type the points of each player."),
        )  # fmt: skip
    return grid.lines(score, row)


def _bet(grid: Grid, form: MultiDict[str, str]) -> int | None:
    """Return the bet that was typed. Raises Unreadable if a first hand has none."""
    bet = _number_typed(form, "bet")
    if isinstance(bet, int):
        return bet
    if grid.bet is None and grid.asks_bet:
        raise Unreadable(
            Word("no number"), Word("the bet"), plainly=Word("This row has no bet."),
            remedy=Word("Type the bet that everybody puts in."),
        )  # fmt: skip
    return None


def _number_typed(form: MultiDict[str, str], field: str) -> int | str:
    """Return a number, which may be typed as a sum; other text is returned to be reported."""
    text = form.get(field, "").replace(" ", "")
    number = read_sum(text)
    return text if number is None else number


def filled_in(
    grid: Grid, row: GridRow | None, form: MultiDict[str, str]
) -> tuple[dict[str, str], str]:
    """Return the values of the players' fields, and the player who went out: as typed, else as in
    the row that is corrected."""
    score: Event = row.score if row else {}
    known = score.get("points", {})
    typed = {name: form.get(f"points:{name}", known.get(name, "")) for name in grid.seated}
    if form.get("cell") in typed and form.get("counted"):
        typed[form["cell"]] = form["counted"]
    fields = {name: str(value) for name, value in typed.items()}
    return fields, form.get("out", score.get("out", ""))
