"""References to earlier events: by number, or by their text."""

from typing import Final

from referee.notation.cards import read_run, run_follows, spell
from referee.notation.context import Context, Line
from referee.notation.scanner import NUMBER, nearest
from referee.notation.values import NONE, Kind, read_cards, read_name
from referee.notation.words import Act
from referee.wording.language import Word

_RECENT = 200  # the number of recent lines to search for the meaning of a reference

_LONGEST = 60

_NUMBER = Word("the number of an event such as #31, or what was written such as Ana+2c")


def read_reference(line: Line) -> int:
    """Return the number of the event referred to."""
    if line.take("#") or NUMBER.match(line.peek()):
        return line.number(_NUMBER)
    begun = line.at
    player = read_name(line)
    act = _read_act(line)
    seq = line.context.earlier(player, act)
    if seq is not None:
        return seq
    if line.context.lost:
        return 1
    written = line.line[begun : line.at]
    expected = Word("an earlier act as it was written, or the number of an event such as #31")
    raise line.fault(expected, at=begun, end=line.at, nearest=_nearest(written, line.context))


def reference_follows(line: Line) -> bool:
    """Return whether a reference to an event comes next, rather than a text in quotes."""
    if line.peek() != '"':
        return not line.ends()
    begun = line.at
    line.string(Word("a text in double quotes"))
    after, line.at = line.here(), begun
    return after in line.context.signs.marks


def _read_act(line: Line) -> Act:
    signs = line.context.signs
    if run_follows(line, line.script):
        return "+", tuple(read_run(line, line.script))
    mark = signs.marks.get(line.here())
    if mark is None:
        raise line.fault(Word("a mark and its cards, such as +2c"))
    line.at += 1
    if signs.events[mark] in line.context.table.also and signs.marks.get(line.here()) == mark:
        line.at += 1
    field = signs.cards[signs.events[mark]]
    if field is None or not (field.required or run_follows_here(line) or line.here() == "("):
        return mark, None
    cards = tuple(read_cards(line))
    if signs.events[mark] == signs.onto:
        if line.take("@"):
            read_run(line, line.script)
        if line.take("^"):
            read_run(line, line.script)
    return mark, cards


def run_follows_here(line: Line) -> bool:
    """Return whether cards follow without a space."""
    return not line.here().isspace() and run_follows(line, line.script)


def write_reference(seq: int, context: Context) -> str:
    """Return the text of an event if it is a unique reference to it, else its number."""
    event = context.event(seq)
    if event is not None and event["type"] in context.signs.of:
        for act in context.acts(seq, event):
            if context.earlier(event["player"], act) == seq:
                return _spelled(event["player"], act, context)
    return f"#{seq}"


REFERENCE: Final = Kind(_NUMBER, read_reference, write_reference)


def _spelled(player: str, act: Act, context: Context) -> str:
    mark, cards = act
    name = context.names.write(player, before_word=True)
    return name + mark + ("" if cards is None else spell(cards, context.lang) or NONE)


def _nearest(written: str, context: Context) -> str | None:
    last = len(context.lines)
    known = []
    for seq in range(last, max(last - _RECENT, 0), -1):
        event = context.lines[seq - 1]
        if event["type"] in context.signs.of:
            known += [_spelled(event["player"], act, context) for act in context.acts(seq, event)]
    return nearest(written, [act for act in known if len(act) <= _LONGEST])
