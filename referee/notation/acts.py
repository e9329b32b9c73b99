"""Turns: the acts of a player, with a mark for each."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import Event
from referee.judging.forms import DRAW, MELD
from referee.judging.sheet_table import SheetTable
from referee.notation import values
from referee.notation.cards import read_card, read_run, run_follows, spell
from referee.notation.context import Context, Line
from referee.notation.forms import FieldForm, announced, parts, take_label
from referee.notation.references import run_follows_here
from referee.notation.scanner import SheetFault
from referee.notation.trailing import read_trailing
from referee.notation.values import NONE, read_cards, read_name
from referee.notation.words import ONTO
from referee.wording.language import Word, joined
from referee.wording.sentences import Phrase, Sentence

SHORTEST_MELD: Final = 3
_DRAW: Final = DRAW.type
_DRAWN: Final = "+"  # the mark implied by a card alone at the beginning of a line


def read_turns(line: Line) -> Iterator[Event]:
    """Yield the acts of a line that begins with a name."""
    table = line.context.table.fork()
    player = read_name(line)
    bare = _DRAWN in line.context.signs.events and (
        run_follows(line, line.script) or line.here().isdigit()
    )
    while True:
        event = read_act(line, player, table, bare=bare)
        bare = False
        read_trailing(line, event)
        table.apply(event)
        yield event
        if not line.peek():
            return
        line.take(",")
        if line.here() not in line.context.signs.marks:
            player = _next_player(line)


def _next_player(line: Line) -> str:
    if line.here() in "{[":
        raise line.fault(Word("one remark and then one pair of brackets behind an act"))
    try:
        return read_name(line)
    except SheetFault as fault:
        facts = {"act": line.context.signs.an_act, "player": fault.expected}
        fault.expected = Sentence("{act} or {player}", facts)
        raise


def read_act(
    line: Line, player: str, table: SheetTable, *, bare: bool = False, corrects: str | None = None
) -> Event:
    """Read one act of this player. With ``bare`` a card alone is a draw. ``corrects`` is the type
    of the event that this act corrects."""
    signs = line.context.signs
    mark = _DRAWN if bare else signs.marks.get(line.peek())
    if mark is None:
        raise line.fault(signs.an_act)
    if not bare:
        line.at += 1
    kind = signs.events[mark]
    also = table.also.get(kind)
    if also and signs.marks.get(line.here()) == mark:
        line.at += 1
        also = None
    found: Event = {"player": player}
    for part in parts(kind, line.context.rulebook.name):
        if part.field != "player" and part.label is None:
            _read_part(line, kind, part, mark, found, table)
    _read_announced(line, kind, found)
    if kind == _DRAW:
        _check_deck(line, table)
    if also and means_the_other(also, found, table, corrects):
        kind = also
    named = (part.field for part in parts(kind, line.context.rulebook.name))
    return {"type": kind} | {name: found[name] for name in named if name in found}


def means_the_other(
    also: str, act: Mapping[str, Any], table: SheetTable, corrects: str | None
) -> bool:
    """Return whether a sign with two meanings means ``also``: if the card just drawn is laid down
    unused, or in a correction of such an event."""
    return corrects == also or table.lays_unused(act["player"], act["card"])


def _read_part(
    line: Line, kind: str, part: FieldForm, mark: str, found: Event, table: SheetTable
) -> None:
    """Read a field without a label, if it is present."""
    if part.kind is values.CARD:
        if part.optional and not _card_follows(line):
            return
        found[part.field] = _read_card(line, kind, found["player"], table)
    elif part.kind is values.CARDS:
        if part.optional and not (run_follows_here(line) or line.here() == "("):
            return
        laid = mark == ONTO and kind == table.onto
        found[part.field] = (
            _read_onto(line, found["player"], table)
            if laid
            else read_cards(line, table.offer, SHORTEST_MELD if kind == MELD.type else 0)
        )
        if kind == table.onto:
            _check_moved(line, found["player"], found[part.field], table)
    elif not part.optional or line.here().isdigit():
        found[part.field] = part.kind.read(line)


def _card_follows(line: Line) -> bool:
    """Return whether an optional card follows, and not a player's name."""
    if run_follows_here(line):
        return True
    line.skip()
    return run_follows(line, line.script) and not line.context.names.whole(line.line, line.at)


def _read_announced(line: Line, kind: str, found: Event) -> None:
    """Read the fields with labels, in any order."""
    left = [part for part in parts(kind, line.context.rulebook.name) if part.label]
    while part := next((part for part in left if take_label(line, part)), None):
        left.remove(part)
        found[part.field] = part.kind.read(line)
    for part in left:
        if not part.optional:
            raise line.fault(part.kind.expected)


def _read_card(line: Line, kind: str, player: str, table: SheetTable) -> str:
    """Read one card; a second one right behind it is an error. Some acts may leave the card out."""
    if not run_follows(line, line.script):
        unsaid = table.unsaid(kind, player)
        if isinstance(unsaid, str):
            return unsaid
        if unsaid is not None and line.context.lost:
            return UNRECORDED
        if unsaid is not None:
            raise line.fault(unsaid)
    card = read_card(line, line.script)
    if line.here().isalnum() or (line.here() == "?" and line.line.startswith("??", line.at)):
        raise line.fault("{act} after the card", act=line.context.signs.an_act)
    return card


def _check_deck(line: Line, table: SheetTable) -> None:
    """Read and check the number of cards left in the deck, which a line may give after a draw."""
    if not line.take("("):
        return
    begun = line.at
    count = line.number(Word("how many cards are left in the deck, such as (33)"))
    if not line.take(")"):
        raise line.fault(")")
    if not table.deck or line.context.lost:
        return
    left = table.deck - 1
    if count != left:
        expected = (
            "({left}): according to the lines so far, the deck has {left} cards left, not {count}"
        )
        raise line.fault(expected, at=begun - 1, nearest=f"({left})", left=left, count=count)


def _read_onto(line: Line, player: str, table: SheetTable) -> list[str]:
    """Return the whole meld after the cards written here were laid onto it."""
    begun = line.at - 1
    cards = read_cards(line, table.offer, 0)
    spelled = spell(cards, line.lang)
    lying: dict[str, Any] = {"player": player, "lying": _lying(line, player, table)}
    if line.take("@"):
        named_at = line.at
        holder = table.holder(player, read_card(line, line.script))
        if holder is None and not line.context.lost:
            raise line.fault("a card of one of {player}'s melds ({lying})", at=named_at, **lying)
        return table.laid(holder or (), cards)
    takers = table.takers(player, cards)
    if len(takers) == 1 or line.context.lost:
        return table.laid(takers[0] if takers else (), cards)
    if not takers:
        expected = "a card that fits one of {player}'s melds ({lying}), or = and the whole meld"
        raise line.fault(expected, at=begun, **lying)
    known = [next(card for card in meld if card != UNRECORDED) for meld in takers]
    choices = [f">{spelled}@{spell([card], line.lang)}" for card in known]
    expected = "which meld you mean, because it fits {number}: {choices}"
    facts: dict[str, Any] = {"number": len(takers), "choices": any_of(choices)}
    raise line.fault(expected, at=begun, nearest=choices[0], **facts)


def any_of(choices: list[str]) -> Phrase:
    """Return a phrase for a choice between words."""
    *before, last = choices
    return Sentence("{one} or {other}", {"one": any_of(before), "other": last}) if before else last


def _lying(line: Line, player: str, table: SheetTable) -> Phrase:
    melds = [spell(meld, line.lang) for meld in table.melds(player)]
    return joined(melds) if melds else Word("none is known here")


def _check_moved(line: Line, player: str, cards: list[str], table: SheetTable) -> None:
    """Read and check the cards that come from other melds of the player."""
    if not line.take("^"):
        return
    begun = line.at
    said = read_run(line, line.script)
    if line.context.lost or not table.knows_melds(player):
        return
    moved = table.moved(player, cards)
    if set(said) <= set(moved):
        return
    came = f"^{spell(moved, line.lang)}" if moved else None
    expected = "cards of this meld that lay in another of {player}'s melds ({lying})"
    lying = _lying(line, player, table)
    raise line.fault(expected, at=begun - 1, nearest=came, player=player, lying=lying)


def write_act(
    event: Mapping[str, Any],
    context: Context,
    moment: SheetTable | None = None,
    corrects: str | None = None,
) -> str:
    """Write the act without its player. ``moment`` is the table at another moment, and ``corrects``
    the type of the event that this act corrects."""
    kind = event["type"]
    if kind == context.signs.onto and moment is None:
        return _write_meld(event, context) + _write_announced(event, context)
    table = moment or context.table
    text = context.signs.of[kind]
    if kind in table.also and means_the_other(table.also[kind], event, table, corrects):
        text += text
    for part in parts(kind, context.rulebook.name):
        if part.field in event and part.field != "player" and part.label is None:
            text += part.kind.write(event[part.field], context)
            # a card would be read as part of a number
            text += " " if part.kind is values.COUNT else ""
    return text.rstrip() + _write_announced(event, context)


def _write_announced(event: Mapping[str, Any], context: Context) -> str:
    words = parts(event["type"], context.rulebook.name)
    return "".join(
        f" {announced(part, context)}{part.kind.write(event[part.field], context)}"
        for part in words
        if part.label and part.field in event
    )


def _write_meld(event: Mapping[str, Any], context: Context) -> str:
    added, named = context.onto(event["player"], event["cards"])
    cards = added or event["cards"]
    text = (ONTO if added else "=") + (spell(cards, context.lang) or NONE)
    if named:
        text += "@" + spell([named], context.lang)
    moved = context.table.moved(event["player"], event["cards"])
    return text + ("^" + spell(moved, context.lang) if moved else "")
