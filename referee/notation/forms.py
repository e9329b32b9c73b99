"""The forms of events that begin with a word, for reading and writing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.forms import COMMON, Field, Form, Pair
from referee.judging.registry import find
from referee.notation import values, words
from referee.notation.context import Context, Line
from referee.notation.references import REFERENCE, reference_follows
from referee.notation.values import Kind
from referee.wording.language import N_, Word
from referee.wording.sentences import Sentence

_A_WORD: Final = N_("a word of the game")


@dataclass(frozen=True, slots=True)
class FieldForm:
    """A field of an event, its notation and label; ``empty`` is its value if it is not written."""

    field: str
    kind: Kind
    label: Pair | None = None
    optional: bool = False
    empty: object = None
    glue: str = " "
    mark: str = ""
    follows: Callable[[Line], bool] = lambda line: not line.ends()


def form_of(kind: str, game: str) -> Form | None:
    """Return the form of an event of a game; None if it has no such event."""
    return find(game).events.get(kind) or COMMON.get(kind)


@cache
def parts(kind: str, game: str) -> tuple[FieldForm, ...]:
    """Return the parts of an event of a game, in the order of writing."""
    form = form_of(kind, game)
    return tuple(_part(field, form, game) for field in form.fields) if form else ()


def _part(field: Field, form: Form, game: str) -> FieldForm:
    more: dict[str, Any] = {}
    if field.kind in ("tally", "winners"):
        more["follows"] = values.begins_with_one(find(game).words[field.name])
    elif field.kind == "event":
        more["follows"] = reference_follows
    elif field.kind in ("hands", "house"):
        more["empty"] = {}
    elif field.kind == "word" and field.label:
        more["glue"] = "="
    optional = not field.required
    if (form.type, field.name) == ("hand", "dealer"):
        optional = True
        more["follows"] = lambda line: not line.ends() and words.label(line.word(), game) is None
    kind = _kind_of(field, game)
    return FieldForm(field.name, kind, field.label, optional, mark=field.mark, **more)


def _kind_of(field: Field, game: str) -> Kind:
    if field.kind == "count" and 0 < field.most < 10:
        return values.DIGIT
    if field.kind == "hands" and field.required:
        return values.DEALT
    if field.kind not in ("choice", "tally", "winners"):
        return REFERENCE if field.kind == "event" else values.KINDS[field.kind]
    choices = field.options or find(game).words[field.name]
    if field.kind != "choice":
        return values.tally(choices) if field.kind == "tally" else values.winners(choices)
    return values.one_of(Word(field.what or _A_WORD), choices)


def pass_word(line: Line, kind: str) -> None:
    """Skip the word that begins the line of an event, unless it is the label of a part."""
    word = line.word()
    labels = (part.label for part in parts(kind, line.context.rulebook.name))
    if not any(label and words.says(word, label) for label in labels):
        line.at += len(word)


def read_form(line: Line, kind: str) -> Event:
    """Return the fields after the word of this event; semicolons may separate its parts."""
    left = list(parts(kind, line.context.rulebook.name))
    found: dict[str, Any] = {}
    while left and not line.ends():
        part = _announced(line, left) or next((part for part in left if not part.label), None)
        if part is None:
            break
        left.remove(part)
        if part.label or not part.optional or part.follows(line):
            found[part.field] = part.kind.read(line)
            left = _behind_mark(line, left)
    for part in left:
        if not part.optional:
            found[part.field] = _left_out(line, part)
    if kind == "hand" and "dealer" not in found:
        found["dealer"] = _dealer(line)
    return {"type": kind} | {
        part.field: found[part.field]
        for part in parts(kind, line.context.rulebook.name)
        if part.field in found
    }


def _behind_mark(line: Line, left: list[FieldForm]) -> list[FieldForm]:
    """Skip a mark between two parts; return those that may follow it."""
    marks = {part.mark for part in left} - {""}
    if line.take(";"):
        return [part for part in left if part.label or part.mark] if ";" in marks else left
    if marks:
        line.take(",")
    return left


def _announced(line: Line, left: list[FieldForm]) -> FieldForm | None:
    """Return the part whose label comes next, unless a required one without label is due."""
    for part in left:
        if take_label(line, part):
            return part
        if not part.label and not part.optional and part.empty is None:
            return None
    return None


def take_label(line: Line, part: FieldForm) -> bool:
    """Read the label of a part if it comes next; return whether it did."""
    found = part.label is not None and values.take_word(line, part.label)
    if found:
        line.take("=")
    return found


def _left_out(line: Line, part: FieldForm) -> object:
    if part.empty is not None:
        return part.empty
    expected = part.kind.expected
    if part.label:
        facts = {"word": words.in_language(part.label, line.lang), "expected": expected}
        expected = Sentence("{word} and {expected}", facts)
    raise line.fault(expected)


def _dealer(line: Line) -> str:
    context = line.context
    if line.inside:
        dealer = line.subject and line.subject.get("dealer")
    else:
        dealer = context.dealer() or (next(iter(context.names), "?") if context.lost else None)
    if not isinstance(dealer, str):
        raise line.fault(Word("who deals: the lines so far do not show whose turn it is"))
    return dealer


def write_form(event: Mapping[str, Any], context: Context) -> str:
    """Write an event that begins with a word, without its remark and further fields."""
    kind, game = event["type"], context.rulebook.name
    form = form_of(kind, game)
    word = words.in_language(words.lines(game)[kind], context.lang)
    there = [part for part in parts(kind, game) if part.field in event]
    needs_word = kind in COMMON or not (form and form.begins_with_any and there and there[0].label)
    text = word if needs_word else ""
    for part in there:
        value = part.kind.write(event[part.field], context)
        if part.label or value:
            text += (f"{part.mark} " if part is not there[0] else " ") if text else ""
            text += f"{announced(part, context)}{value}"
    return text


def announced(part: FieldForm, context: Context) -> str:
    """Return the label of a part and its separator; empty if it has none."""
    return words.in_language(part.label, context.lang) + part.glue if part.label else ""
