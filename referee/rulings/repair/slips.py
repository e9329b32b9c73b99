"""Possible slips: other readings of the lines around the findings in a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from math import sqrt
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED
from referee.judging.corrections import REVISING, Event
from referee.judging.telling import winner_in_words
from referee.rulings.repair.forgotten_lines import missing_lines, missing_payment
from referee.rulings.repair.hand_in_question import (
    CITED,
    Edit,
    HandInQuestion,
    Slot,
    likelihood,
    slots,
    with_card,
)
from referee.wording.sentences import Sentence

CARD, FIGURE, RESULT = "mistyped_card", "mistyped_figure", "mistyped_result"
WORD, TURNED = "mistyped_word", "names_turned_round"
NAME, SWAP, MOVED = "wrong_name", "swapped_lines", "moved_line"
FORGOTTEN, TWICE = "forgotten_line", "line_twice"
"""The kinds of slips."""

FIXED = frozenset(
    {*REVISING, "game", "hand", "gap", "position", "join", "leave", "house", "note", "dispute"}
)
"""Lines that are never swapped, missing or written twice."""

NAMING = ("player", "by", "to", "dealer", "from", "winner")
BESIDE = frozenset({"seq", "id", "at", "scribe", "note"})  # fields that record no act

LATE: Final = 5  # the most lines by which a line was written too late

# factors of a slip's likelihood, or of its priority
FOUND_WRONG: Final = 30.0  # a slip that a finding names outright
MISREAD: Final = 3.0  # a misread card, compared with a missing line
DIGITS: Final = 2.0  # a number with a digit too many or too few
HELD: Final = 4.0  # a card of a partly known hand, compared with a card never seen


@dataclass(frozen=True, slots=True)
class PossibleSlip:
    """A possible slip: the edit that corrects it, and its likelihood.

    ``facts`` fill the sentence of its kind; ``target`` is the line and field that alternative
    readings of this slip share. ``promise`` is the priority with which it is tried, ``answers``
    whether it is exactly the line that a finding reports as missing, at any place. If it explains
    the findings, ``others`` are the alternatives for the line, and ``elsewhere`` the numbers of
    other lines where the same slip fits as well.
    """

    kind: str
    edit: Edit
    weight: float
    target: tuple[Any, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    promise: float = 0.0
    answers: bool = False
    others: tuple[str, ...] = ()
    elsewhere: tuple[int, ...] = ()

    def times(self, factor: float) -> PossibleSlip:
        """Return the same slip with its likelihood multiplied by a factor."""
        return replace(self, weight=self.weight * factor)

    @property
    def missing(self) -> Event | None:
        """The missing event; None for other slips."""
        return self.facts["event"] if self.kind == FORGOTTEN else None

    @property
    def named(self) -> str:
        """The value that the line should have, to list it among others; empty for some slips."""
        match self.missing or {}:
            case {"type": "side_bet", "amount": value} | {"type": "declare", "win": value}:
                return str(value)
            case {"type": "meld", "cards": cards}:
                return " ".join(cards)
            case {"card": card} if card != UNRECORDED:
                return str(card)
        return str(self.facts["meant"]) if self.kind in (CARD, FIGURE, WORD) else ""

    @property
    def line(self) -> int:
        """The number of the wrong line, or of the one after the missing line; 0 at the end."""
        return int(self.facts["before" if self.missing else "event"])

    @property
    def wherever(self) -> str:
        """A key shared by the same slip in other lines."""
        if self.kind == CARD:
            return str(self.facts["written"])
        return str(self.missing or self.target)


def possible_slips(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield each slip worth a trial with its priority: likely slips near the findings first."""
    slips = (
        wrong_figures, lines_out_of_order, wrong_names, wrong_words, lines_twice, forgotten_lines,
        mistyped_cards,
    )  # fmt: skip
    for slip in chain.from_iterable(look(hand) for look in slips):
        here = slip.facts.get("written") in hand.cards
        near = CITED if here or slip.answers else hand.nearness(slip.edit)
        yield replace(slip, promise=slip.weight * near)


def _other_reading(
    hand: HandInQuestion,
    kind: str,
    index: int,
    reading: Event | None,
    weight: float,
    *target: object,
    **facts: object,
) -> PossibleSlip:
    """Return the slip that one line should have another reading, or should not be there."""
    seq = hand.events[index][0]
    edit = Edit(index, index + 1, () if reading is None else ((seq, reading),))
    return PossibleSlip(kind, edit, weight, (kind, index, *target), {"event": seq, **facts})


def wrong_figures(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield the right numbers for scores with a finding. If the total is off by the points, both
    may have been written wrongly. A result with a finding is treated in the same way."""
    for found in hand.findings:
        index = hand.index_of.get(found.event)
        if index is None:
            continue
        if found.rule == "result.wrong":
            right: Any = found.facts["right"]
            yield _other_reading(hand, RESULT, index, {**hand.event(index), **right}, FOUND_WRONG)
        figures: Any = found.facts.get("wrong", ()) if found.rule == "score.wrong" else ()
        for wrong in figures:
            facts = wrong.facts if isinstance(wrong, Sentence) else {}
            if facts.get("right") is not None and "points" in facts:
                yield from _figures(hand, index, facts)


def _figures(hand: HandInQuestion, index: int, facts: Mapping[str, Any]) -> Iterator[PossibleSlip]:
    event = hand.event(index)
    player, written, right = facts["player"], facts["points"], facts["right"]
    points, totals = ({**(event.get(name) or {})} for name in ("points", "totals"))
    readings = []
    if points.get(player) == written:
        readings.append({**event, "points": {**points, player: right}})
        if player in totals:
            both = {**totals, player: totals[player] + right - written}
            readings.append({**readings[0], "totals": both})
    if totals.get(player) == written:
        readings.append({**event, "totals": {**totals, player: right}})
    named = {"player": player, "written": written, "meant": right}
    for number, reading in enumerate(readings):
        yield _other_reading(hand, FIGURE, index, reading, MISREAD, player, number, **named)


def mistyped_cards(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield misread cards: any card in the lines near the findings, and elsewhere the cards that
    the findings name, in both directions. A card listed among others is less likely misread."""
    for index in hand.lines:
        event = hand.event(index)
        cards = list(slots(event))
        named = event.get("cards", ()) if hand.game.deck <= len(NAMES) else ()
        for slot, written in cards:
            anything = (index in hand.near and len(slot) < 3) or written in hand.cards
            for meant in NAMES if anything else sorted(hand.cards):
                if meant not in (written, *named):
                    known = HELD if meant in hand.held(event) else 1.0
                    weight = MISREAD * known * likelihood(meant, written) / sqrt(len(cards))
                    yield _misread(hand, CARD, index, slot, written, meant, weight)


def wrong_names(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines with another player's name."""
    for index in hand.lines:
        event = hand.event(index)
        named: dict[Slot, Any] = {(name,): event[name] for name in NAMING if name in event}
        if event["type"] == "result":
            won = event.get("side_games", {}).items()
            named |= {("side_games", game): winner for game, winner in won}
        if event["type"] in ("offence", "result"):
            named.pop(("by",), None)
        for slot, written in named.items():
            # no player pays themselves
            given = (event["from"], event["to"]) if event["type"] == "payment" else ()
            others = [name for name in hand.players if name not in (written, *given)]
            for meant in others if not isinstance(written, list) else ():
                said = winner_in_words(written)
                yield _misread(hand, NAME, index, slot, said, meant, 1 / len(others))


def wrong_words(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield slips that wrote another word of the game (a side game, an automatic win), number of
    cards or amount of money, or two names the wrong way round."""
    for index in hand.lines:
        event = hand.event(index)
        if event["type"] == "result":
            continue
        for name, words in hand.game.words.items():
            others = [word for word in words if word != event.get(name)]
            for word in others if event.get(name) in words else ():
                yield _misread(hand, WORD, index, (name,), event[name], word, 1 / len(others))
        for player, count in event.get("hands", {}).items():
            for meant in (count - 1, count + 1) if isinstance(count, int) else ():
                yield _misread(hand, WORD, index, ("hands", player), count, meant, 1.0)
        for name, meant in _other_amounts(hand, index):
            short, long = sorted((str(event[name]), str(meant)), key=len)
            likely = DIGITS if long.startswith(short) else 0.3
            yield _misread(hand, WORD, index, (name,), event[name], meant, likely)
        here = [name for name in NAMING if isinstance(event.get(name), str)]
        if len(here) == 2 and event["type"] != "offence":
            one, other = here
            turned = {**event, one: event[other], other: event[one]}
            yield _other_reading(hand, TURNED, index, turned, 1.0)


def _misread(
    hand: HandInQuestion, kind: str, index: int, slot: Slot, written: object, meant: Any,
    weight: float,
) -> PossibleSlip:  # fmt: skip
    """Return the slip that a line should have another value at this path."""
    reading = with_card(hand.event(index), slot, meant)
    return _other_reading(hand, kind, index, reading, weight, slot, written=written, meant=meant)


def _other_amounts(hand: HandInQuestion, index: int) -> Iterator[tuple[str, int]]:
    """Yield fields of a line with the amounts of money that they may stand for: the bet of another
    hand, or what a payment should have been."""
    event = hand.event(index)
    if "bet" in event:
        bets = dict.fromkeys(other.get("bet") for _, other in hand.events)
        yield from (("bet", bet) for bet in bets if bet not in (None, event["bet"]))
    for found in hand.findings if event["type"] == "payment" else ():
        missing = missing_payment(found) if found.rule == "payment.wrong" else None
        if missing and {missing["from"], missing["to"]} == {event["from"], event["to"]}:
            sign = 1 if missing["to"] == event["to"] else -1
            meant = event["amount"] + sign * missing["amount"]
            yield from [("amount", meant)] if meant > 0 else []


def lines_out_of_order(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines written a little too late: after the next line, or some lines later."""
    new = len(hand.replay.lines) + 1
    for at, late in enumerate(hand.lines):
        number, event = hand.events[late]
        for back, first in enumerate(reversed(hand.lines[max(at - LATE, 0) : at])):
            seq, other = hand.events[first]
            if event["type"] in FIXED or other["type"] in FIXED or event == other:
                break
            edit = Edit(first, late + 1, ((new, event), *hand.events[first:late]))
            kind, facts = MOVED if back else SWAP, {"event": seq, "other": number}
            yield PossibleSlip(kind, edit, 1 / (1 + back), (kind, late), facts)


def lines_twice(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines that repeat a line shortly before."""
    for at, index in enumerate(hand.lines):
        event = hand.event(index)
        for before in hand.lines[max(at - 2, 0) : at] if event["type"] not in FIXED else ():
            number, other = hand.events[before]
            if all(event.get(key) == other.get(key) for key in {*event, *other} - BESIDE):
                yield _other_reading(hand, TWICE, index, None, 1.0, other=number)


def forgotten_lines(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines that may be missing: acts, knocks, passed cards, or something said."""
    for missing, is_reported in missing_lines(hand):
        yield replace(forgotten_line(hand, *missing), answers=is_reported)


def forgotten_line(hand: HandInQuestion, index: int, event: Event, weight: float) -> PossibleSlip:
    """Return the slip that an event is missing before the line with this index."""
    edit = Edit(index, index, ((len(hand.replay.lines) + 1, event),))
    target = FORGOTTEN, index, event["type"], event.get("player"), str(event.get("players"))
    before = hand.events[index][0] if index < len(hand.events) else 0
    return PossibleSlip(FORGOTTEN, edit, weight, target, {"before": before, "event": event})
