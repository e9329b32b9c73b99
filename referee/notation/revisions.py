"""Corrections and insertions: a later line that names the old event and has the new one.

The braces belong to the outermost event and give the reason; an inner event's own remark and fields
are in brackets before them, from the inside out.
"""

from collections.abc import Mapping
from typing import Any, Final

from referee.judging.corrections import REVISING, Event
from referee.judging.sheet_table import SheetTable
from referee.notation.cards import run_follows
from referee.notation.context import REVISED, Context, Line
from referee.notation.forms import (
    form_of,
    pass_word,
    read_act,
    read_form,
    read_reference,
    write_act,
    write_form,
    write_reference,
)
from referee.notation.header import names_a_game, read_header, write_header, write_players
from referee.notation.scanner import holds, read_fields, read_remark, write_fields
from referee.notation.values import read_name, take_word
from referee.notation.words import BEFORE, NOTHING, in_language, line_word, written
from referee.wording.language import Word

DEEPEST: Final = 16  # the deepest nesting of corrections


def read_revision(line: Line) -> list[Event]:
    """Read a ``fix`` or ``insert``: one event, or an insertion for each act of a turn."""
    line.inside = True
    heads: list[Event] = []
    while (kind := line_word(line.word(), line.context.game)) in REVISING and kind:
        if len(heads) == DEEPEST:
            expected = "no more than {number} corrections inside each other"
            raise line.fault(expected, number=DEEPEST)
        heads.append(_read_head(line, kind))
    table = _moment(heads[-1], line.context)
    leaf = _read_leaf(line, heads[-1], table)
    is_act = leaf is not None and leaf["type"] in line.context.signs.of
    if leaf and is_act and [head["type"] for head in heads] == ["insert"]:
        return _read_inserted_turn(line, heads[0], leaf, table)
    for inner in (*([leaf] if leaf else []), *reversed(heads[1:])):
        read_fields(line, inner)
    why = _read_why(
        line, Word("a reason in braces ({} if none) before the other fields of the correction")
    )
    if why:
        heads[0]["why"] = why
    read_fields(line, heads[0])
    brought = leaf
    for head in reversed(heads):
        head[REVISED[head["type"]][1]] = brought
        head.setdefault("why", "")
        brought = head
    return [heads[0]]


def _read_why(line: Line, expected: Word) -> str | None:
    """Read the reason in braces; without one no further fields may follow."""
    why = read_remark(line)
    if why is None and line.peek() == "[":
        raise line.fault(expected)
    return why


def _read_inserted_turn(line: Line, head: Event, first: Event, table: SheetTable) -> list[Event]:
    """Read forgotten acts, with an insertion for each; all have the same reason."""
    acts = [first]
    table.apply(first)
    read_fields(line, first)
    while line.peek() and line.here() not in "{[":
        line.take(",")
        goes_on = line.here() in line.context.signs.marks
        player = acts[-1]["player"] if goes_on else read_name(line)
        acts.append(read_act(line, player, table))
        table.apply(acts[-1])
        read_fields(line, acts[-1])
    why = _read_why(
        line, Word("a reason in braces ({} if none) before the other fields of the insertion")
    )
    fields: Event = {"type": "insert", "why": why} if why else {"type": "insert"}
    read_fields(line, fields)
    return [{"why": "", **head, "event": act, **fields} for act in acts]


def _read_head(line: Line, kind: str) -> Event:
    line.at += len(line.word())
    if kind == "insert":
        if not take_word(line, BEFORE):
            word = in_language(BEFORE, line.lang)
            raise line.fault("{word} and the event before which it belongs", word=word)
        take_word(line, ("de", "de"))
    number = read_reference(line)
    if not line.take(":"):
        raise line.fault(Word("a colon, a space and the event as it should read"))
    line.subject = line.context.event(number)
    return {"type": kind, REVISED[kind][0]: number}


def _moment(head: Mapping[str, Any], context: Context) -> SheetTable:
    """Return the table at the moment that a correction or insertion is about."""
    return context.detached_table(head["before"] if head["type"] == "insert" else 0)


def _corrected(head: Mapping[str, Any], context: Context) -> Event:
    """Return the event that is corrected; an empty one for an insertion."""
    return (context.event(head["event"]) if head["type"] == "correct" else None) or {}


def _read_leaf(line: Line, head: Event, table: SheetTable) -> Event | None:
    if head["type"] == "correct" and take_word(line, NOTHING):
        return None
    if names_a_game(line):
        event = read_header(line)
        if "players" not in event:
            raise line.fault(Word("the players of the game on the same line"))
        return event
    kind = line_word(line.word(), line.context.game)
    if kind and form_of(kind, line.context.game):
        pass_word(line, kind)
        return read_form(line, kind)
    actor = _actor(line, head) or read_name(line)
    bare = "+" in line.context.signs.events and run_follows(line, line.script)
    corrects = _corrected(head, line.context).get("type")
    return read_act(line, actor, table, bare=bare, corrects=corrects)


def _actor(line: Line, head: Event) -> str | None:
    """Return the player of the corrected act if the line names none; None for an insertion."""
    if line.peek() not in line.context.signs.marks or head["type"] == "insert":
        return None
    player = line.subject.get("player") if line.subject else None
    if player is None and line.context.lost:
        return next(iter(line.context.names), None)
    return player


def write_revision(event: Mapping[str, Any], context: Context) -> str:
    """Write a correction or insertion with its remark and fields."""
    text = ""
    heads: list[Mapping[str, Any]] = []
    leaf: Mapping[str, Any] | None = event
    while leaf is not None and leaf["type"] in REVISING:
        heads.append(leaf)
        at, brought = REVISED[leaf["type"]]
        text += f"{_word(leaf['type'], context)} {write_reference(leaf[at], context)}: "
        leaf = leaf[brought]
    text += _write_leaf(leaf, heads[-1], context)
    inner = [_inner_fields(leaf, "note", leaf["type"] == "note")] if leaf else []
    inner += [_inner_fields(head, "why", head["why"] == "") for head in reversed(heads[1:])]
    while inner and inner[-1] == "[]":
        inner.pop()
    return " ".join([text, *inner]) + _write_why(event)


def _word(kind: str, context: Context) -> str:
    word = written(kind, context.lang)
    if kind == "correct":
        return word
    before = in_language(BEFORE, context.lang)
    return f"{word} {before} de" if context.lang == "es" else f"{word} {before}"


def _write_leaf(leaf: Mapping[str, Any] | None, head: Mapping[str, Any], context: Context) -> str:
    if leaf is None:
        return in_language(NOTHING, context.lang)
    if leaf["type"] == "game":
        return f"{write_header(leaf, context, None)} {write_players(leaf, context)}"
    if leaf["type"] not in context.signs.of:
        return write_form(leaf, context)
    old = _corrected(head, context)
    act = write_act(leaf, context, _moment(head, context), old.get("type"))
    if old.get("player") == leaf["player"]:
        return act
    name = context.names.write(leaf["player"])
    return name + act if act == "." else f"{name} {act}"


def _inner_fields(event: Mapping[str, Any], field: str, is_written: bool) -> str:
    return write_fields(event, {field} if is_written else set()) or "[]"


def _write_why(event: Mapping[str, Any]) -> str:
    why = event["why"]
    braced = why == "" or holds(why)
    fields = write_fields(event, {"why"} if braced else set())
    if why and braced:
        return f" {{{why}}} {fields}".rstrip()
    return f" {{}} {fields}" if fields else ""
