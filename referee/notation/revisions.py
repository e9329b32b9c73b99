"""Corrections and insertions: a later line that names the old event and has the new one.

The braces belong to the outermost event and give the reason; an inner event's own remark and fields
are in brackets before them, from the inside out.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from referee.judging.corrections import REVISING, Event
from referee.notation.context import REVISED, Context, Line
from referee.notation.forms import (
    form_of,
    pass_word,
    read_form,
    read_reference,
    read_turn,
    write_act,
    write_form,
    write_reference,
)
from referee.notation.header import names_a_game, read_header, write_header, write_players
from referee.notation.scanner import read_fields, read_remark, write_fields
from referee.notation.values import read_name, take_word
from referee.notation.words import BEFORE, FROM, NOTHING, in_language, line_word, written
from referee.wording.language import Word

DEEPEST: Final = 16  # the deepest nesting of corrections


def read_revision(line: Line) -> Iterator[Event]:
    """Yield a ``fix`` or ``insert``: one event, or an insertion for each act of a turn."""
    line.inside = True
    heads: list[Event] = []
    while (kind := line_word(line.word(), line.context.game)) in REVISING and kind:
        if len(heads) == DEEPEST:
            expected = "no more than {number} corrections inside each other"
            raise line.fault(expected, number=DEEPEST)
        heads.append(_read_head(line, kind))
    outermost, *inner = heads
    brought = _read_brought(line, heads[-1])
    several = not inner and outermost["type"] == "insert"
    events = list(brought if several else islice(brought, 1))
    for head in reversed(inner):
        read_fields(line, head)
    why = read_remark(line)
    if why is None and line.peek() == "[":
        expected = "a reason in braces ({} if none) before the other fields of the correction"
        raise line.fault(Word(expected))
    if why:
        outermost["why"] = why
    read_fields(line, outermost)
    for event in events:
        yield _inside(heads, event)


def _inside(heads: list[Event], event: Event | None) -> Event:
    """Return the outermost correction, with the event in the innermost one."""
    *outer, head = heads
    made = {**head, REVISED[head["type"]][1]: event, "why": head.get("why", "")}
    return _inside(outer, made) if outer else made


def _read_head(line: Line, kind: str) -> Event:
    line.at += len(line.word())
    if kind == "insert":
        if not take_word(line, BEFORE):
            word = in_language(BEFORE, line.lang)
            raise line.fault("{word} and the event before which it belongs", word=word)
        take_word(line, FROM)
    number = read_reference(line)
    if not line.take(":"):
        raise line.fault(Word("a colon, a space and the event as it should read"))
    line.subject = line.context.event(number)
    return {"type": kind, REVISED[kind][0]: number}


def _read_brought(line: Line, head: Event) -> Iterator[Event | None]:
    """Yield the event that a correction or insertion brings into the log, or the acts of a turn;
    None for nothing."""
    corrects = head["type"] == "correct"
    kind = line_word(line.word(), line.context.game)
    if corrects and take_word(line, NOTHING):
        yield None
        return
    if names_a_game(line):
        event = read_header(line)
        if "players" not in event:
            raise line.fault(Word("the players of the game on the same line"))
    elif kind and form_of(kind, line.context.game):
        pass_word(line, kind)
        event = read_form(line, kind)
    else:
        old = (line.subject if corrects else None) or {}
        player = None
        if corrects and line.peek() in line.context.signs.marks:
            anyone = next(iter(line.context.names), None) if line.context.lost else None
            player = old.get("player", anyone)
        table = line.context.detached_table(head.get("before", 0))
        yield from read_turn(line, player or read_name(line), table, old.get("type"))
        return
    read_fields(line, event)
    yield event


def write_revision(event: Mapping[str, Any], context: Context) -> str:
    """Write a correction or insertion without the end of its line."""
    text, heads = "", list[Mapping[str, Any]]()
    leaf: Mapping[str, Any] | None = event
    while leaf is not None and leaf["type"] in REVISING:
        heads.append(leaf)
        at, brought = REVISED[leaf["type"]]
        before = f"{in_language(('before', 'antes de'), context.lang)} " if at == "before" else ""
        reference = write_reference(leaf[at], context)
        text += f"{written(leaf['type'], context.lang)} {before}{reference}: "
        leaf = leaf[brought]
    text += _write_brought(leaf, heads[-1], context)
    inner = [*([leaf] if leaf else []), *reversed(heads[1:])]
    fields = [write_fields(each) or "[]" for each in inner]
    while fields and fields[-1] == "[]":
        fields.pop()
    return " ".join([text, *fields])


def _write_brought(
    event: Mapping[str, Any] | None, head: Mapping[str, Any], context: Context
) -> str:
    if event is None:
        return in_language(NOTHING, context.lang)
    if event["type"] == "game":
        return f"{write_header(event, context, None)} {write_players(event, context)}"
    if event["type"] not in context.signs.of:
        return write_form(event, context)
    corrects = head["type"] == "correct"
    old = (context.event(head["event"]) if corrects else None) or {}
    table = context.detached_table(0 if corrects else head["before"])
    act = write_act(event, context, table, old.get("type"))
    if old.get("player") == event["player"]:
        return act
    return context.names.write_before(event["player"], act)
