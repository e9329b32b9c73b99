"""Possible slips: other readings of the lines around the findings in a hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import sqrt
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED, cards_of
from referee.cards.melds import is_meld, may_end_in_the_ace
from referee.judging.corrections import REVISING, Event
from referee.judging.forms import Form
from referee.rulings.repair import forgotten_melds as melds
from referee.rulings.repair.forgotten_words import forgotten_words
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

CARD: Final = "mistyped_card"
FIGURE: Final = "mistyped_figure"
RESULT: Final = "mistyped_result"
NAME: Final = "wrong_name"
SWAP: Final = "swapped_lines"
FORGOTTEN: Final = "forgotten_line"
TWICE: Final = "line_twice"

FIXED = frozenset(
    {*REVISING, "game", "hand", "gap", "position", "join", "leave", "house", "note", "dispute"}
)
"""Lines that are never swapped, missing or written twice."""

NAMING = ("player", "by", "to", "dealer", "from")
BESIDE = frozenset({"seq", "id", "at", "scribe", "note"})  # fields that record no act
SQUARE: Final = range(1, 5)  # the positions of the four cards that a player can swap

# factors of a slip's likelihood, or of its priority
CONTRADICTED: Final = 10.0  # a card that the findings name is tried early
FOUND_WRONG: Final = 30.0  # a slip that a finding names outright
MISREAD: Final = 3.0  # a misread card, compared with a missing line
HELD: Final = 4.0  # a card of a partly known hand, compared with a card never seen
MENDS_A_MELD: Final = 30.0  # a misread card that turns cards into a meld
LONG_BEFORE: Final = 0.3  # a missing draw with later play, against a missing last draw
NOBODY_MISSES: Final = 0.05  # a missing payment without a finding about it
DEALT_A_WIN: Final = {"color": 0.03, "cuatro_cuerpos": 0.1, "peladilla": 0.2}
"""The likelihood that a declared win is missing, by how often each is dealt."""


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
        return str(self.facts["meant"]) if self.kind in (CARD, FIGURE) else ""

    @property
    def line(self) -> int:
        """The number of the wrong line, or of the one after the missing line; 0 at the end."""
        return int(self.facts["before" if self.missing else "event"])

    @property
    def wherever(self) -> str:
        """A key that the same slip in other lines shares."""
        if self.kind == CARD:
            return str(self.facts["written"])
        return str(self.missing or self.target)


def possible_slips(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield each slip worth a trial with its priority: likely slips near the findings first."""
    looks = (
        wrong_figures, swapped_lines, wrong_names, lines_twice, forgotten_lines, mistyped_cards,
    )  # fmt: skip
    for look in looks:
        for slip in look(hand):
            factor = CONTRADICTED if slip.facts.get("meant") in hand.cards else 1.0
            here = slip.facts.get("written") in hand.cards
            near = CITED if here or slip.answers else hand.nearness(slip.edit)
            yield replace(slip, promise=slip.weight * near * factor)


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
        is_a_meld = event["type"] == "meld"
        mends = MENDS_A_MELD if is_a_meld and not _is_meld(event["cards"]) else 1.0
        named = event.get("cards", ()) if hand.log.one_pack else ()
        for slot, written in cards:
            anything = (index in hand.near and len(slot) < 3) or written in hand.cards
            for meant in NAMES if anything else sorted(hand.cards):
                if meant in (written, *named) or not hand.can_stand(index, event["type"], meant):
                    continue
                if not is_a_meld or _becomes_a_meld(event["cards"], slot, meant):
                    known = HELD if meant in hand.held(event) else 1.0
                    weight = MISREAD * known * likelihood(meant, written) / sqrt(len(cards))
                    yield _other_reading(
                        hand, CARD, index, with_card(event, slot, meant), weight * mends, slot,
                        written=written, meant=meant,
                    )  # fmt: skip


def _becomes_a_meld(cards: Sequence[str], slot: Slot, meant: str) -> bool:
    others = [card for number, card in enumerate(cards) if number != slot[1]]
    # the trial shows whether a run may end in the ace
    return UNRECORDED in others or (meant not in others and _is_meld([*others, meant]))


def _is_meld(cards: Sequence[str]) -> bool:
    whole = cards_of(cards)
    return is_meld(whole) or may_end_in_the_ace(whole)


def wrong_names(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines with another player's name."""
    for index in hand.lines:
        event = hand.event(index)
        for name in NAMING:
            written = event.get(name)
            if not isinstance(written, str) or (name == "by" and event["type"] == "offence"):
                continue
            # no player pays themselves
            given = (event["from"], event["to"]) if event["type"] == "payment" else ()
            others = [name for name in hand.players if name not in (written, *given)]
            for meant in others:
                named = {"written": written, "meant": meant}
                reading = {**event, name: meant}
                yield _other_reading(hand, NAME, index, reading, 1 / len(others), name, **named)


def swapped_lines(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield swaps of two neighbouring lines."""
    for here, there in zip(hand.lines, hand.lines[1:], strict=False):
        (seq, event), (number, other) = hand.events[here], hand.events[there]
        if event["type"] in FIXED or other["type"] in FIXED or event == other:
            continue
        swapped = (seq, other), *hand.events[here + 1 : there], (number, event)
        facts = {"event": seq, "other": number}
        yield PossibleSlip(SWAP, Edit(here, there + 1, swapped), 1.0, (SWAP, here), facts)


def lines_twice(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines that repeat a line shortly before."""
    for at, index in enumerate(hand.lines):
        event = hand.event(index)
        for before in hand.lines[max(at - 2, 0) : at] if event["type"] not in FIXED else ():
            number, other = hand.events[before]
            if act_of(other) == act_of(event):
                yield _other_reading(hand, TWICE, index, None, 1.0, other=number)


def act_of(event: Event) -> dict[str, Any]:
    """Return the act that a line records, without its administrative fields."""
    return {key: value for key, value in event.items() if key not in BESIDE}


def forgotten_lines(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines that may be missing: acts, knocks, passed cards, or something said."""
    for index, event, weight in forgotten_words(hand):
        yield replace(_forgotten_line(hand, index, event, weight), answers=True)
    for index, event, weight in melds.forgotten_layings(hand):
        yield _forgotten_line(hand, index, event, weight)
    for index in hand.lines[1:]:
        made = list(_forgotten(hand, index))
        if index in hand.near or melds.closes(hand, index):
            made += [*melds.forgotten_melds(hand, index), *_forgotten_turns(hand, index)]
        for event, weight in made:
            yield _forgotten_line(hand, index, event, weight)
        if index not in hand.near:
            # a hand that ends with one card too many in the deck lacks a draw, anywhere
            draws = hand.players if _misses(hand, "", 1) else ()
            made = [*melds.forgotten_showing(hand, index)]
            made += [(_unseen("draw", player), LONG_BEFORE) for player in draws]
            for event, weight in made:
                yield replace(_forgotten_line(hand, index, event, weight), answers=True)


def _forgotten_line(hand: HandInQuestion, index: int, event: Event, weight: float) -> PossibleSlip:
    edit = Edit(index, index, ((len(hand.log.lines) + 1, event),))
    target = FORGOTTEN, index, event["type"], event.get("player"), str(event.get("players"))
    before = hand.events[index][0] if index < len(hand.events) else 0
    return PossibleSlip(FORGOTTEN, edit, weight, target, {"before": before, "event": event})


def moved(hand: HandInQuestion, slip: PossibleSlip, index: int) -> PossibleSlip:
    """Return the same missing line, moved before another line."""
    return _forgotten_line(hand, index, slip.facts["event"], slip.weight)


def _unseen(act: str, player: str) -> Event:
    return {"type": act, "player": player, "card": UNRECORDED}


def _misses(hand: HandInQuestion, rule: str, left: int) -> bool:
    """Return whether a finding shows that an act is missing, by its rule or the cards left."""
    return any(
        found.rule == rule or (found.rule == "end.early" and found.facts.get("left") == left)
        for found in hand.findings
    )


def _forgotten(hand: HandInQuestion, index: int) -> melds.Made:
    is_near, taken = index in hand.near, _taken_next(hand, index)
    # when the deck is empty, a hand goes on only after a payment
    missed = 1.0 if _misses(hand, "pay.missing", 0) else NOBODY_MISSES
    paid = [(UNRECORDED, 1), *((card, 10) for card in taken)]
    paid += [(card, 50) for card in NAMES] if is_near else []
    for player in _who_melded(hand, index):
        for card, rarity in paid:
            yield {"type": "pay", "player": player, "card": card}, missed / rarity
    drawn = [card for card in taken if is_near and hand.can_stand(index, "draw", card)]
    for player in hand.players if is_near else ():
        yield from (({"type": "draw", "player": player, "card": card}, 0.05) for card in drawn)
        if not hand.drawn or index <= min(hand.drawn.values()):
            yield _unseen("cambio", player), 0.3
        yield _unseen("draw", player), 1.0
        yield {"type": "pass", "player": player}, 0.1


def _forgotten_turns(hand: HandInQuestion, index: int) -> melds.Made:
    """Yield acts of turns that may be missing near a finding, or the end of the hand."""
    if melds.closes(hand, index):
        yield {"type": "end", "why": "abandoned"}, 0.02
        for player in hand.players if "withdraw" in hand.log.kinds else ():
            yield {"type": "withdraw", "player": player}, 0.05
        paid = hand.paid_behind(index)
        for player in hand.players if not hand.drawn else ():
            likely = melds.WAS_PAID if player == paid else 1.0
            for win in hand.log.words.get("win", ()):
                declared = {"type": "declare", "player": player, "win": win}
                yield declared, likely * DEALT_A_WIN.get(win, 0.01)
    concerned = {finding.player for finding in hand.findings}
    for player in hand.players if "pay" not in hand.log.kinds else ():
        likely = 1.0 if player in concerned else 0.3
        for act, fields, part in _acts_of_a_turn(hand.log.kinds):
            yield {"type": act, "player": player, **fields}, likely * part


def _acts_of_a_turn(kinds: Mapping[str, Form]) -> Iterator[tuple[str, dict[str, Any], float]]:
    """Yield a player's possible acts in a game with turns, with their frequency."""
    yield "discard", {"card": UNRECORDED}, 1.0
    yield "draw", {"card": UNRECORDED}, 1.0
    for act in ("take", "beg", "knock"):
        if act in kinds:
            has_card = any(field.name == "card" and field.required for field in kinds[act].fields)
            yield act, {"card": UNRECORDED} if has_card else {}, 0.5
    for position in SQUARE if "swap" in kinds else ():
        yield "swap", {"position": position, "card": UNRECORDED}, 0.25


def _taken_next(hand: HandInQuestion, index: int) -> list[str]:
    """Return the cards claimed or melded in the lines from this one on."""
    after = [hand.event(line) for line in hand.lines if line >= index][:3]
    taken = [slots(event) for event in after if event["type"] in ("claim", "meld")]
    return list(dict.fromkeys(card for cards in taken for _, card in cards))


def _who_melded(hand: HandInQuestion, index: int) -> list[str]:
    """Return the players who melded shortly before this line and may have used a card."""
    at = hand.lines.index(index)
    before = [hand.event(line) for line in hand.lines[max(at - 4, 0) : at]]
    acts = takewhile(lambda event: event["type"] != "pay", reversed(before))
    return list(dict.fromkeys(event["player"] for event in acts if event["type"] == "meld"))
