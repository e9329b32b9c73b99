"""How each event that a word begins is written: one form, for reading and for writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.findings import Sentence
from referee.language import Word
from referee.notation import lists, values
from referee.notation.context import Context, Event, Line
from referee.notation.references import REFERENCE, reference_follows
from referee.notation.values import Kind
from referee.notation.words import ids, label, written


def _follows(line: Line) -> bool:
    return not line.ends()


def _is_no_label(line: Line) -> bool:
    return not line.ends() and label(line.word()) is None


@dataclass(frozen=True, slots=True)
class Part:
    """A field of an event: what kind of value it has, and the word that announces it, if any.

    ``empty`` is its value where nothing at all is written for it.
    """

    field: str
    kind: Kind
    label: str | None = None
    optional: bool = False
    empty: object = None
    glue: str = " "
    follows: Callable[[Line], bool] = _follows


_PLAYER = Part("player", values.PLAYER)
_SIDE_GAME = Part("side_game", values.one_of(Word("a side game"), partial(ids, "side_game")))
_AGREED = Part("agreed_by", lists.PEOPLE, "agreed_by", optional=True)
_CARDS = Part("cards", values.CARDS, optional=True)
_DECISION = values.one_of(Word("a decision"), lambda: ("upheld", "dismissed", "forgiven"))

FORMS: Mapping[str, tuple[Part, ...]] = {
    "house": (Part("house", lists.HOUSE, empty={}), _AGREED),
    "join": (Part("player", values.NEWCOMER), Part("after", values.PLAYER, "after")),
    "leave": (_PLAYER,),
    "hand": (
        Part("dealer", values.PLAYER, optional=True, follows=_is_no_label),
        Part("bet", values.MONEY, "bet"),
        Part("bets", lists.AMOUNTS, "bets", optional=True),
        _AGREED,
    ),
    "side_bet": (
        _SIDE_GAME,
        Part("amount", values.MONEY),
        Part("players", lists.PEOPLE, optional=True),
    ),
    "cut": (_PLAYER,),
    "deal": (Part("hands", lists.HANDS, empty={}),),
    "announce": (_PLAYER, _SIDE_GAME, _CARDS),
    "cambio": (
        _PLAYER,
        Part("card", values.CARD),
        Part("to", values.PLAYER, "to", optional=True),
    ),
    "declare": (
        _PLAYER,
        Part("win", values.one_of(Word("an automatic win"), partial(ids, "win"))),
        _CARDS,
    ),
    "force": (_PLAYER, Part("by", values.PLAYER, "by")),
    "withdraw": (_PLAYER,),
    "show": (_PLAYER, Part("cards", values.CARDS)),
    "offence": (
        _PLAYER,
        Part("kind", values.one_of(Word("a kind of offence"), partial(ids, "kind"))),
        Part("by", values.PLAYER, "by", optional=True),
    ),
    "disqualify": (
        _PLAYER,
        Part("event", REFERENCE, optional=True, follows=reference_follows),
        Part("why", values.TEXT, optional=True),
    ),
    "forgive": (Part("event", REFERENCE), _AGREED),
    "end": (Part("why", values.VALUE, optional=True),),
    "payment": (
        Part("from", values.PAYER),
        Part("to", values.PAYER, "to"),
        Part("amount", values.MONEY),
    ),
    "dispute": (
        Part("by", values.PLAYER),
        Part("event", REFERENCE),
        Part("text", values.TEXT),
        Part("rule", values.VALUE, "rule", optional=True, glue="="),
    ),
    "ruling": (
        Part("dispute", REFERENCE),
        Part("decision", _DECISION),
        Part("text", values.TEXT, optional=True),
    ),
    "gap": (
        Part("stock", values.COUNT, "stock", optional=True),
        Part("melds", lists.MELDS, "melds", optional=True),
    ),
}
"""The parts of each form, in the order in which they are written."""


def read_form(line: Line, kind: str) -> Event:
    """What stands behind the word of this event."""
    left = list(FORMS[kind])
    found: dict[str, Any] = {}
    while left and not line.ends():
        part = _announced(line, left) or next((part for part in left if not part.label), None)
        if part is None:
            break
        left.remove(part)
        if part.label or not part.optional or part.follows(line):
            found[part.field] = part.kind.read(line)
    for part in left:
        if not part.optional:
            found[part.field] = _left_out(line, part)
    if kind == "hand" and "dealer" not in found:
        found["dealer"] = _dealer(line)
    return {"type": kind} | {
        part.field: found[part.field] for part in FORMS[kind] if part.field in found
    }


def _announced(line: Line, left: list[Part]) -> Part | None:
    """The part that the next word announces, unless a part without such a word is due before it."""
    word = line.word()
    meaning = label(word) if word else None
    for part in left:
        if part.label and part.label == meaning:
            line.at += len(word)
            line.take("=")
            return part
        if not part.label and not part.optional and part.empty is None:
            return None
    return None


def _left_out(line: Line, part: Part) -> object:
    if part.empty is not None:
        return part.empty
    expected = part.kind.expected
    if part.label:
        facts = {"word": written(part.label, line.lang), "expected": expected}
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
    """An event that a word begins, without its remark and further fields."""
    text = written(event["type"], context.lang)
    for part in FORMS[event["type"]]:
        if part.field in event:
            value = part.kind.write(event[part.field], context)
            announced = written(part.label, context.lang) + part.glue if part.label else ""
            text += f" {announced}{value}" if announced or value else ""
    return text
