"""Turns: what a player does at the table, a mark for each act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.cards import UNRECORDED
from referee.findings import Sentence
from referee.language import Word
from referee.notation.cards import read_card, read_run, run_follows, spell
from referee.notation.context import Context, Event, Line
from referee.notation.faults import SheetFault
from referee.notation.references import MARKS, run_follows_here
from referee.notation.table import Table, laid_onto
from referee.notation.trailing import read_trailing
from referee.notation.values import NONE, read_cards, read_name
from referee.notation.written import ONTO, SIGNS, act_of
from referee.phrases import Phrase

_TYPES = {sign: kind for kind, sign in SIGNS.items()} | {ONTO: "meld"}
_AN_ACT = Word("an act (+ drawn, = meld, > onto a meld, - paid, . knock, ? claim, / laid, * win)")


def read_turns(line: Line) -> Iterator[Event]:
    """The acts of a line that begins with a name."""
    table = line.context.table.fork()
    player = read_name(line)
    bare = run_follows(line, line.lang) or line.here().isdigit()
    while True:
        event = read_act(line, player, table, bare=bare)
        bare = False
        read_trailing(line, event)
        table.apply(event)
        yield event
        if not line.peek():
            return
        line.take(",")
        if line.here() not in MARKS:
            player = _next_player(line)


def _next_player(line: Line) -> str:
    """The player who acts next in the same line."""
    if line.here() in "{[":
        raise line.fault(Word("one remark and then one pair of brackets behind an act"))
    try:
        return read_name(line)
    except SheetFault as fault:
        fault.expected = Sentence("{act} or {player}", {"act": _AN_ACT, "player": fault.expected})
        raise


def read_act(line: Line, player: str, table: Table | None, *, bare: bool = False) -> Event:
    """One act of this player. Without a table nothing is known that the act could lean on."""
    mark = "+" if bare else MARKS.get(line.peek())
    if mark is None:
        raise line.fault(_AN_ACT)
    if not bare:
        line.at += 1
    event: Event = {"type": _TYPES[mark], "player": player}
    match mark:
        case "+":
            line.skip()
            event["card"] = read_card(line, line.lang)
            _end_of_cards(line)
            _check_deck(line, table)
        case "-":
            line.skip()
            event["card"] = read_card(line, line.lang)
            _end_of_cards(line)
        case "/":
            event["card"] = _read_laid(line, player, table)
        case "?" if run_follows_here(line):
            event["card"] = read_card(line, line.lang)
            _end_of_cards(line)
        case "=":
            event["cards"] = read_cards(line, table.offer if table else None)
            _check_moved(line, event, table)
        case ">":
            event["cards"] = _read_onto(line, player, table)
            _check_moved(line, event, table)
    return event


def _end_of_cards(line: Line) -> None:
    """One card, and no second one run together with it."""
    if line.here().isalnum() or (line.here() == "?" and line.line.startswith("??", line.at)):
        raise line.fault(Sentence("{act} after the card", {"act": _AN_ACT}))


def _check_deck(line: Line, table: Table | None) -> None:
    """The number of cards left in the deck, which a line may say after a draw."""
    if not line.take("("):
        return
    begun = line.at
    count = line.number(Word("how many cards are left in the deck, such as (33)"))
    if not line.take(")"):
        raise line.fault(")")
    if table is None or not table.deck or line.context.lost:
        return
    left = table.deck - 1
    if count != left:
        expected = Sentence(
            "({left}): by the lines so far {left} cards are left in the deck, not {count}",
            {"left": left, "count": count},
        )
        raise line.fault(expected, at=begun - 1, nearest=f"({left})")


def _read_laid(line: Line, player: str, table: Table | None) -> str:
    """The drawn card that is laid on the pile, which need not be named."""
    if run_follows(line, line.lang):
        card = read_card(line, line.lang)
        _end_of_cards(line)
        return card
    drawn = table.drawn_by(player) if table else None
    if drawn is None and not line.context.lost:
        raise line.fault(
            Sentence(
                "the card that {player} laid (no draw of {player} is known here)",
                {"player": player},
            )
        )
    return drawn or UNRECORDED


def _read_onto(line: Line, player: str, table: Table | None) -> list[str]:
    """The whole meld after the cards written here were laid onto it."""
    begun = line.at - 1
    cards = read_cards(line, table.offer if table else None)
    spelled = spell(cards, line.lang)
    holder = None
    if line.take("@"):
        named_at = line.at
        card = read_card(line, line.lang)
        holder = table.holder(player, card) if table else None
        if holder is None and not line.context.lost:
            expected = Sentence(
                "a card of a meld of {player}'s ({lying})",
                {"player": player, "lying": _lying(line, player, table)},
            )
            raise line.fault(expected, at=named_at)
        return laid_onto(holder or (), cards)
    takers = table.takers(player, cards) if table else []
    if len(takers) == 1 or line.context.lost:
        return laid_onto(takers[0] if takers else (), cards)
    if not takers:
        expected = Sentence(
            "a card that one of {player}'s melds takes ({lying}), or = and the whole meld",
            {"player": player, "lying": _lying(line, player, table)},
        )
        raise line.fault(expected, at=begun)
    choices = [f">{spelled}@{spell([_name_of(meld)], line.lang)}" for meld in takers]
    expected = Sentence(
        "the meld that is meant, for {number} take it: {choices}",
        {"number": len(takers), "choices": _any_of(choices)},
    )
    raise line.fault(expected, at=begun, nearest=choices[0])


def _any_of(choices: list[str]) -> Phrase:
    *before, last = choices
    return Sentence("{one} or {other}", {"one": _any_of(before), "other": last}) if before else last


def _name_of(meld: tuple[str, ...]) -> str:
    return next(card for card in meld if card != UNRECORDED)


def _lying(line: Line, player: str, table: Table | None) -> Phrase:
    melds = table.melds(player) if table else ()
    if melds:
        return ", ".join(spell(meld, line.lang) for meld in melds)
    return Word("none is known at this place")


def _check_moved(line: Line, event: Event, table: Table | None) -> None:
    """The cards that a line says to come from other melds of the player."""
    if not line.take("^"):
        return
    begun = line.at
    said = read_run(line, line.lang)
    player = event["player"]
    if table is None or line.context.lost or not table.knows_melds(player):
        return
    moved = table.moved(player, event["cards"])
    if set(said) <= set(moved):
        return
    came = f"^{spell(moved, line.lang)}" if moved else None
    expected = Sentence(
        "cards of this meld that lay in another meld of {player}'s ({lying})",
        {"player": player, "lying": _lying(line, player, table)},
    )
    raise line.fault(expected, at=begun - 1, nearest=came)


def write_act(event: Mapping[str, Any], context: Context, *, alone: bool = False) -> str:
    """The act without its player; ``alone`` where the table of its moment is not known."""
    mark, cards = act_of(event)
    if event["type"] == "meld" and not alone:
        return _write_meld(event, context)
    return mark + ("" if cards is None else spell(cards, context.lang) or NONE)


def _write_meld(event: Mapping[str, Any], context: Context) -> str:
    added, named = context.onto(event["player"], event["cards"])
    text = (
        ONTO + spell(added, context.lang)
        if added
        else "=" + (spell(event["cards"], context.lang) or NONE)
    )
    if named:
        text += "@" + spell([named], context.lang)
    moved = context.table.moved(event["player"], event["cards"])
    return text + ("^" + spell(moved, context.lang) if moved else "")
