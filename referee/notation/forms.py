"""The lines of a sheet: events that begin with a word, turns of acts, and references to them.

Each part of an event has one form, for reading and for writing.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from referee.cards.deck import UNRECORDED
from referee.cards.melds import SHORTEST
from referee.judging.corrections import Event
from referee.judging.forms import COMMON, DRAW, MELD, Field, Form
from referee.judging.registry import find
from referee.judging.sheet_table import SheetTable
from referee.notation import values, words
from referee.notation.cards import read_card, read_run, run_follows, spell
from referee.notation.context import Context, Line
from referee.notation.scanner import NUMBER, nearest, read_trailing
from referee.notation.values import NONE, Kind, read_cards, read_name
from referee.notation.words import ONTO, Act
from referee.wording.language import N_, Word, joined
from referee.wording.sentences import Phrase, Sentence

_RECENT = 200  # the number of recent lines to search for the meaning of a reference

_LONGEST = 60

_NUMBER = Word("the number of an event such as #31, or what was written such as Ana+2c")


def read_reference(line: Line) -> int:
    """Return the number of the event referred to."""
    if line.take("#") or NUMBER.match(line.peek()):
        return line.number(_NUMBER)
    begun = line.at
    player = read_name(line)
    act = _read_written(line)
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


def _read_written(line: Line) -> Act:
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
        for sign in "@^":
            if line.take(sign):
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


REFERENCE: Final = Kind(_NUMBER, read_reference, write_reference, reference_follows)


def _spelled(player: str, act: Act, context: Context) -> str:
    mark, cards = act
    name = context.names.write(player, before_word=True)
    return name + mark + ("" if cards is None else spell(cards, context.lang) or NONE)


def _nearest(written: str, context: Context) -> str | None:
    known = []
    for seq, event in reversed([*enumerate(context.lines, 1)][-_RECENT:]):
        if event["type"] in context.signs.of:
            known += [_spelled(event["player"], act, context) for act in context.acts(seq, event)]
    return nearest(written, [act for act in known if len(act) <= _LONGEST])


class Part(NamedTuple):
    """A field of an event, and the notation of its value."""

    field: Field
    kind: Kind

    @property
    def is_due(self) -> bool:
        """True if the value must come next."""
        return self.field.required and not self.field.label and self.kind.empty is None


def form_of(kind: str, game: str) -> Form | None:
    """Return the form of an event of a game; None if it has no such event."""
    return find(game).events.get(kind) or COMMON.get(kind)


@cache
def parts(kind: str, game: str) -> tuple[Part, ...]:
    """Return the parts of an event of a game, in the order of writing."""
    form = form_of(kind, game)
    return tuple(Part(field, kind_of(field, game)) for field in form.fields) if form else ()


def kind_of(field: Field, game: str) -> Kind:
    """Return the notation of a field in a game."""
    match field.kind:
        case "player" if field.name == "dealer":
            return values.DEALER
        case "count" if 0 < field.most < 10:
            return values.DIGIT
        case "hands" if field.required:
            return values.DEALT
        case "event":
            return REFERENCE
        case "tally":
            return values.tally(find(game).words[field.name])
        case "winners":
            return values.winners(find(game).words[field.name])
        case "choice":
            choices = field.options or find(game).words[field.name]
            return values.one_of(Word(field.what or N_("a word of the game")), choices)
    return values.KINDS[field.kind]


def pass_word(line: Line, kind: str) -> None:
    """Skip the word that begins the line of an event, unless it is the label of a part."""
    word = line.word()
    labels = (part.field.label for part in parts(kind, line.context.game))
    if not any(label and words.says(word, label) for label in labels):
        line.pass_word(word)


def read_form(line: Line, kind: str) -> Event:
    """Return the event with the fields after its word."""
    found = read_parts(line, parts(kind, line.context.game))
    if found.get("dealer") == "":
        found["dealer"] = _dealer(line)
    return _event(kind, found, line)


def _event(kind: str, found: dict[str, Any], line: Line) -> Event:
    """Return an event with its fields in the order of its form."""
    named = (part.field.name for part in parts(kind, line.context.game))
    return {"type": kind} | {name: found[name] for name in named if name in found}


def read_parts(line: Line, declared: Iterable[Part]) -> dict[str, Any]:
    """Return the fields of an event, those with labels in any order; semicolons may separate
    them."""
    left, found = list(declared), dict[str, Any]()
    while not line.ends():
        part = _announced(line, left) or next((part for part in left if not part.field.label), None)
        if part is None:
            break
        left.remove(part)
        if part.field.label or part.is_due or part.kind.follows(line):
            found[part.field.name] = part.kind.read(line)
            marks = {part.field.mark for part in left}
            if line.take(";") and ";" in marks:
                left = [part for part in left if part.field.label or part.field.mark]
            elif marks - {""}:
                line.take(",")
    for field, kind in left:
        if field.required and kind.empty is None:
            facts = {"word": announced(field, line.context)[:-1], "expected": kind.expected}
            labelled = Sentence("{word} and {expected}", facts)
            raise line.fault(labelled if field.label else kind.expected)
        if field.required:
            found[field.name] = kind.empty
    return found


def _announced(line: Line, left: list[Part]) -> Part | None:
    """Return the part whose label comes next, unless a required one without label is due."""
    for part in left:
        if part.field.label and values.take_word(line, part.field.label):
            line.take("=")
            return part
        if part.is_due:
            return None
    return None


def _dealer(line: Line) -> str:
    context = line.context
    if line.inside:
        dealer = line.subject and line.subject.get("dealer")
    else:
        dealer = context.dealer() or (next(iter(context.names), "?") if context.lost else None)
    if not isinstance(dealer, str):
        raise line.fault(Word("who deals: a name here, or a * behind one in the line of players"))
    return dealer


def write_form(event: Mapping[str, Any], context: Context) -> str:
    """Write an event that begins with a word, without its remark and further fields."""
    kind, game = event["type"], context.game
    form = context.rulebook.events.get(kind)
    there = [part for part in parts(kind, game) if part.field.name in event]
    begins = form and form.begins_with_any and there and there[0].field.label
    text = "" if begins else words.in_language(words.lines(game)[kind], context.lang)
    for part in there:
        value = part.kind.write(event[part.field.name], context)
        if part.field.label or value:
            text += (f"{part.field.mark} " if part is not there[0] else " ") if text else ""
            text += f"{announced(part.field, context)}{value}"
    return text


def announced(field: Field, context: Context) -> str:
    """Return the label of a field and its separator; empty if it has none."""
    glue = "=" if field.kind == "word" else " "
    return words.in_language(field.label, context.lang) + glue if field.label else ""


# ---- turns: the acts of a player, with a mark for each

_DRAWN: Final = "+"  # the mark implied by a card alone at the beginning of a line


def read_turn(
    line: Line, player: str, table: SheetTable, corrects: str | None = None
) -> Iterator[Event]:
    """Yield the acts behind the name of a player, and those of players named later. ``corrects`` is
    the type of the event that the first act corrects."""
    signs = line.context.signs
    # a card alone is a draw
    mark = _DRAWN if run_follows(line, line.script) or line.here().isdigit() else ""
    if mark not in signs.events:
        mark = _read_mark(line)
    while True:
        event = _read_act(line, player, mark, table, corrects)
        read_trailing(line, event)
        table.apply(event)
        yield event
        if not line.peek() or (line.inside and line.here() in "{["):
            return
        line.take(",")
        if line.here() not in signs.marks:
            if line.here() in "{[":
                raise line.fault(Word("one remark and then one pair of brackets behind an act"))
            player = read_name(line, or_else=signs.an_act)
        mark = _read_mark(line)


def _read_mark(line: Line) -> str:
    mark = line.context.signs.marks.get(line.peek())
    if mark is None:
        raise line.fault(line.context.signs.an_act)
    line.at += 1
    return mark


def _read_act(line: Line, player: str, mark: str, table: SheetTable, corrects: str | None) -> Event:
    """Read one act of this player behind its mark."""
    signs = line.context.signs
    kind = signs.events[mark]
    also = table.also.get(kind)
    if also and signs.marks.get(line.here()) == mark:
        line.at += 1
        also = None
    found: Event = {"player": player}
    for part in parts(kind, line.context.game):
        bare = part.field.label is None and part.field.name != "player"
        if bare and (part.field.required or _follows(line, part)):
            found[part.field.name] = _read_part(line, kind, part, mark, player, table)
    if kind == table.onto:
        _check_moved(line, player, found["cards"], table)
    labelled = [part for part in parts(kind, line.context.game) if part.field.label]
    found |= read_parts(line, labelled)
    if kind == DRAW.type:
        _check_deck(line, table)
    if also and means_the_other(also, found, table, corrects):
        kind = also
    return _event(kind, found, line)


def means_the_other(
    also: str, act: Mapping[str, Any], table: SheetTable, corrects: str | None
) -> bool:
    """Return whether a sign with two meanings means ``also``: if the card just drawn is laid down
    unused, or in a correction of such an event."""
    return corrects == also or table.lays_unused(act["player"], act["card"])


def _follows(line: Line, part: Part) -> bool:
    """Return whether an optional field without a label follows, and not a player's name."""
    if part.kind not in (values.CARD, values.CARDS):
        return line.here().isdigit()
    if run_follows_here(line):
        return True
    if part.kind is values.CARDS:
        return line.here() == "("
    return run_follows(line, line.script) and not line.context.names.whole(line.line, line.at)


def _read_part(line: Line, kind: str, part: Part, mark: str, player: str, table: SheetTable) -> Any:
    if part.kind is values.CARD:
        return _read_card(line, kind, player, table)
    if mark == ONTO:
        return _read_onto(line, player, table)
    if part.kind is values.CARDS:
        return read_cards(line, table.offer, SHORTEST if kind == MELD.type else 0)
    return part.kind.read(line)


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
    left = (table.deck or 1) - 1
    if table.deck and not line.context.lost and count != left:
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
    said, moved = read_run(line, line.script), table.moved(player, cards)
    if line.context.lost or not table.knows_melds(player) or set(said) <= set(moved):
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
    kind, table = event["type"], moment or context.table
    text, labelled = context.signs.of[kind], ""
    if kind in table.also and means_the_other(table.also[kind], event, table, corrects):
        text += text
    for part in parts(kind, context.game):
        if part.field.name in event and part.field.name != "player":
            value = part.kind.write(event[part.field.name], context)
            if part.field.label is not None:
                labelled += f" {announced(part.field, context)}{value}"
            else:
                # a card would be read as part of a number
                text += value + (" " if part.kind is values.COUNT else "")
    if kind == context.signs.onto and moment is None:
        text = _write_meld(event, context)
    return text.rstrip() + labelled


def _write_meld(event: Mapping[str, Any], context: Context) -> str:
    added, named = context.onto(event["player"], event["cards"])
    cards = added or event["cards"]
    text = (ONTO if added else "=") + (spell(cards, context.lang) or NONE)
    if named:
        text += "@" + spell([named], context.lang)
    moved = context.table.moved(event["player"], event["cards"])
    return text + ("^" + spell(moved, context.lang) if moved else "")
