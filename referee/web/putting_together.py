"""An event built on the pad, key by key: the input so far, and the next question."""

from collections.abc import Sequence
from typing import Any, Final

from werkzeug.datastructures import CombinedMultiDict, MultiDict

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import Event
from referee.judging.rulebook import Rulebook
from referee.notation.cards import named
from referee.web import event_forms
from referee.web.labels import acts, option_label
from referee.web.pad import PLACES, Key, Pad
from referee.wording.language import _

Told = CombinedMultiDict[str, str]

WHO: Final = ("player", "dealer", "by")  # fields that get one key for each player


def asked_next(
    pad: Pad, book: Rulebook, asker: event_forms.EventForms, told: Told
) -> dict[str, Any] | None:
    """Return the next question about the event that the values in ``told`` begin, and its form:
    ``keys``, one ``card``, ticked ``cards``, cards one after another ``in_order``, or a ``form``.
    None if they begin no event."""
    act = told.get("act") or told.get("type")
    if act not in acts(book):
        return None
    given = _given(book, act, told)
    missing = [name for name in event_forms.fields_at_once(book, act) if name not in given]
    asked: dict[str, Any] = {"act": act, "given": given}
    choices = ((name, _answers(pad, book, act, name)) for name in missing)
    choice = next((choice for choice in choices if choice[1]), None)
    cards_left = missing in (["card"], ["cards"]) or (given.get("cards") and not missing)
    # input from a form is continued in a form
    if {"form", "letters"} & set(told) or not (choice or cards_left):
        typed = asker.answered(MultiDict(told)) if "type" in told else given
        asked |= {"how": "form", "questions": asker.questions(act, typed)}
    elif choice is not None:
        name, answers = choice
        asked |= {"how": "keys", "keys": []}
        for answer, said in answers.items():
            event = {**given, name: answer}
            if missing == [name]:
                key = Key(said, "", ({"type": act, **event},))
            else:
                key = Key(said, "", asks={"act": act, **event})
            asked["keys"].append(key)
    elif missing == ["card"]:
        # asked only if the name of the event does not say which card is meant
        asks = event_forms.asked_fields(book, act)["card"].asks
        asked |= {"how": "card", "question": _(asks) if asks else ""}
    elif event_forms.lie_in_order(book, act) or "each" in told:
        row = list(pad.row_of(act, given.get("player", "")))
        if "each" in told or UNRECORDED not in row:
            row = []
        chosen = given.get("cards", [])
        asked |= {"how": "in_order", "chosen": chosen, "row": filled(row, chosen) or chosen}
        asked["is_last"] = row.count(UNRECORDED) == len(chosen) + 1
    else:
        offered = pad.melded_from_the_table(act)
        # cards that were sent already include the chosen ones on the table
        ticked = [] if "type" in told else offered
        asked |= {"how": "cards", "chosen": given.get("cards", ticked), "offered": offered}
        asked["twice"] = book.deck > len(PLACES)
        asked["melds"] = pad.melds_for(given["player"]) if act == "meld" else []
        asked["threes"] = pad.threes_with(ticked, given.get("player"))
    return asked


def filled(row: Sequence[str], cards: Sequence[str]) -> list[str]:
    """Return a row of cards with its unknown ones replaced by these, in order.

    >>> filled(["Kd", "??", "2c", "??"], ["7h"])
    ['Kd', '7h', '2c', '??']
    """
    turned = iter(cards)
    return [next(turned, card) if card == UNRECORDED else card for card in row]


def _given(book: Rulebook, act: str, answers: Told) -> Event:
    fields, lang = event_forms.asked_fields(book, act), event_forms.letters_in(answers)
    one_text = [name for name, field in fields.items() if field.kind not in event_forms.MAPS]
    given: Event = {name: answers[name] for name in one_text if answers.get(name)}
    if "card" in given:
        given["card"] = named(given["card"], lang)
    if "cards" in given:
        given["cards"] = event_forms.cards_in(" ".join(answers.getlist("cards")), lang)
    return given


def _answers(pad: Pad, book: Rulebook, act: str, name: str) -> dict[str, str]:
    """Return every answer to a field that has a key for each, with its label: a player, one of a
    few numbers, or a word of the game."""
    if name in WHO and act != "join":
        return {player: player for player in pad.seated}
    if numbers := event_forms.numbers_of(book, act, name):
        return {str(number): str(number) for number in numbers}
    options = event_forms.options_of(book, act, name)
    return {option: option_label(name, option) for option in options}
