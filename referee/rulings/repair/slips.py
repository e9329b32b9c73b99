"""Possible slips: other readings of the lines around the findings in a hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED, cards_of
from referee.cards.melds import is_meld, may_end_in_the_ace
from referee.judging.corrections import REVISING, Event
from referee.judging.findings import Finding
from referee.judging.forms import Form
from referee.rulings.repair.edits import Edit, Slot, likelihood, slots, with_card
from referee.rulings.repair.forgotten_layings import forgotten_layings
from referee.rulings.repair.forgotten_melds import (
    WAS_PAID,
    closes,
    forgotten_melds,
    forgotten_showing,
)
from referee.rulings.repair.forgotten_words import forgotten_words
from referee.rulings.repair.hand_in_question import CITED, HandInQuestion
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


CONTRADICTED: Final = 10.0
"""The factor of priority for a card that the findings name."""


FOUND_WRONG: Final = 30.0
"""The weight of a slip that a finding names outright."""

MISREAD: Final = 3.0
"""The factor for a misread card, compared with a missing line."""

HELD: Final = 4.0
"""The factor for a card of a partly known hand (one of nine), compared with one never seen (one of
many)."""

MENDS_A_MELD: Final = 30.0
"""The factor for a misread card that turns cards into a meld."""


@dataclass(frozen=True, slots=True)
class PossibleSlip:
    """A possible slip: the edit that corrects it, and its likelihood.

    ``facts`` fill the sentence of its kind; ``target`` is the line and field that alternative
    readings of this slip share.
    """

    kind: str
    edit: Edit
    weight: float
    target: tuple[Any, ...]
    promise: float = 0.0
    """The priority with which it is tried."""
    answers: bool = False
    """True if the slip is exactly the line that a finding reports as missing, at any place."""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def named(self) -> str:
        """The card, the number, the cards of a meld, the win, or the side stake that the line
        should name; empty for other slips."""
        if self.kind in (CARD, FIGURE):
            return str(self.facts["meant"])
        event = self.facts.get("event")
        if not isinstance(event, Mapping):
            return ""
        if event["type"] == "side_bet":
            return str(event["amount"])
        if event["type"] == "declare":
            return str(event["win"])
        if event["type"] == "meld":
            return " ".join(event["cards"])
        card = event.get("card", UNRECORDED)
        return "" if card == UNRECORDED else str(card)

    @property
    def forgotten(self) -> str:
        """The type of the missing event; empty for other slips."""
        return str(self.facts["event"]["type"]) if self.kind == FORGOTTEN else ""

    @property
    def line(self) -> int:
        """The number of the wrong line, or of the line before which one is missing; 0 if the last
        line is missing."""
        return int(self.facts["before" if self.kind == FORGOTTEN else "event"])

    @property
    def wherever(self) -> str:
        """A key that the same slip in other lines shares."""
        if self.kind == CARD:
            return str(self.facts["written"])
        return str(self.facts["event"]) if self.kind == FORGOTTEN else str(self.target)


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
            mends = MENDS_A_MELD if slip.kind == CARD and _mends_a_meld(hand, slip.edit) else 1.0
            weight = slip.weight * mends
            yield replace(slip, weight=weight, promise=weight * near * factor)


def wrong_figures(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield the right numbers for scores with a finding. If the total is off by the points, both
    may have been written wrongly. A result with a finding is treated in the same way."""
    for found in hand.findings:
        index = hand.index_of.get(found.event)
        if found.rule == "result.wrong" and index is not None:
            right: Any = found.facts["right"]
            reading = {**hand.event(index), **right}
            edit = Edit(index, index + 1, ((found.event, reading),))
            yield PossibleSlip(
                RESULT, edit, FOUND_WRONG, (RESULT, index), facts={"event": found.event}
            )
        if found.rule != "score.wrong" or index is None:
            continue
        event = hand.event(index)
        figures: Any = found.facts.get("wrong", ())
        for wrong in figures:
            facts = wrong.facts if isinstance(wrong, Sentence) else {}
            if facts.get("right") is not None and "points" in facts:
                yield from _figures(index, found.event, event, facts)


def _figures(
    index: int, seq: int, event: Event, facts: Mapping[str, Any]
) -> Iterator[PossibleSlip]:
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
    for number, reading in enumerate(readings):
        yield PossibleSlip(
            FIGURE,
            Edit(index, index + 1, ((seq, reading),)),
            MISREAD,
            (FIGURE, index, player, number),
            facts={"event": seq, "player": player, "written": written, "meant": right},
        )


def mistyped_cards(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield misread cards: any card in the lines near the findings, and elsewhere the cards that
    the findings name, in both directions. A card listed among others is less likely misread."""
    for index in hand.lines:
        seq, event = hand.events[index]
        cards = list(slots(event))
        for slot, written in cards:
            anything = (index in hand.near and len(slot) < 3) or written in hand.cards
            named = event.get("cards", ()) if hand.trials.one_pack else ()
            for meant in NAMES if anything else sorted(hand.cards):
                if meant in (written, *named) or not hand.can_stand(index, event["type"], meant):
                    continue
                if event["type"] != "meld" or _becomes_a_meld(event["cards"], slot, meant):
                    known = HELD if meant in hand.held(event) else 1.0
                    yield PossibleSlip(
                        CARD,
                        Edit(index, index + 1, ((seq, with_card(event, slot, meant)),)),
                        MISREAD * known * likelihood(meant, written) / sqrt(len(cards)),
                        (CARD, index, slot),
                        facts={"event": seq, "written": written, "meant": meant},
                    )


def _becomes_a_meld(cards: Sequence[str], slot: Slot, meant: str) -> bool:
    others = [card for number, card in enumerate(cards) if number != slot[1]]
    if UNRECORDED in others:
        return True
    # the trial shows whether a run may end in the ace
    return meant not in others and _is_a_meld([*others, meant])


def _mends_a_meld(hand: HandInQuestion, edit: Edit) -> bool:
    """Return whether the cards of a line are a meld only after the edit."""
    event = hand.event(edit.start)
    return event["type"] == "meld" and not _is_a_meld(event["cards"])


def _is_a_meld(cards: Sequence[str]) -> bool:
    whole = cards_of(cards)
    return is_meld(whole) or may_end_in_the_ace(whole)


def wrong_names(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines with another player's name."""
    players = hand.players()
    for index in hand.lines:
        seq, event = hand.events[index]
        for name in NAMING:
            written = event.get(name)
            if not isinstance(written, str) or (name == "by" and event["type"] == "offence"):
                continue
            # no player pays themselves
            given = (event["from"], event["to"]) if event["type"] == "payment" else ()
            others = [other for other in players if other != written and other not in given]
            for meant in others:
                yield PossibleSlip(
                    NAME,
                    Edit(index, index + 1, ((seq, {**event, name: meant}),)),
                    1 / len(others),
                    (NAME, index, name),
                    facts={"event": seq, "written": written, "meant": meant},
                )


def swapped_lines(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield swaps of two neighbouring lines."""
    for here, there in zip(hand.lines, hand.lines[1:], strict=False):
        (seq, event), (number, other) = hand.events[here], hand.events[there]
        if event["type"] in FIXED or other["type"] in FIXED or event == other:
            continue
        between = hand.events[here + 1 : there]
        yield PossibleSlip(
            SWAP,
            Edit(here, there + 1, ((seq, other), *between, (number, event))),
            1.0,
            (SWAP, here),
            facts={"event": seq, "other": number},
        )


def lines_twice(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines that repeat a line shortly before."""
    for at, index in enumerate(hand.lines):
        seq, event = hand.events[index]
        if event["type"] in FIXED:
            continue
        for before in hand.lines[max(at - 2, 0) : at]:
            number, other = hand.events[before]
            if act_of(other) == act_of(event):
                yield PossibleSlip(
                    TWICE,
                    Edit(index, index + 1, ()),
                    1.0,
                    (TWICE, index),
                    facts={"event": seq, "other": number},
                )


BESIDE = frozenset({"seq", "id", "at", "scribe", "note"})


def act_of(event: Event) -> dict[str, Any]:
    """Return the act that a line records, without its administrative fields."""
    return {key: value for key, value in event.items() if key not in BESIDE}


def forgotten_lines(hand: HandInQuestion) -> Iterator[PossibleSlip]:
    """Yield lines that may be missing: a payment, a knock, a draw, a draw laid down, a passed card,
    or something said."""
    number = len(hand.trials.lines) + 1
    players = hand.players()
    for index, event, weight in forgotten_words(hand):
        yield replace(_forgotten_line(hand, index, number, event, weight), answers=True)
    for index, event, weight in forgotten_layings(hand):
        yield _forgotten_line(hand, index, number, event, weight)
    for index in hand.lines:
        if index == hand.stretch.start:
            continue
        made = list(_forgotten(hand, index, players))
        if index in hand.near or closes(hand, index):
            made += [*forgotten_melds(hand, index), *_forgotten_turns(hand, index, players)]
        for event, weight in made:
            yield _forgotten_line(hand, index, number, event, weight)
        if index not in hand.near:
            answers = (*forgotten_showing(hand, index), *_forgotten_draw(hand, players))
            for event, weight in answers:
                yield replace(_forgotten_line(hand, index, number, event, weight), answers=True)


def _forgotten_line(
    hand: HandInQuestion, index: int, number: int, event: dict[str, Any], weight: float
) -> PossibleSlip:
    return PossibleSlip(
        FORGOTTEN,
        Edit(index, index, ((number, event),)),
        weight,
        (FORGOTTEN, index, event["type"], event.get("player"), str(event.get("players"))),
        facts={"before": hand.events[index][0] if index < len(hand.events) else 0, "event": event},
    )


def moved(hand: HandInQuestion, slip: PossibleSlip, index: int) -> PossibleSlip:
    """Return the same missing line, moved before another line."""
    ((number, event),) = slip.edit.events
    return _forgotten_line(hand, index, number, dict(event), slip.weight)


def _misses_a_payment(found: Finding) -> bool:
    # when the deck is empty, a hand goes on only after a payment
    return found.rule == "pay.missing" or (
        found.rule == "end.early" and found.facts.get("left") == 0
    )


def _misses_a_draw(found: Finding) -> bool:
    return found.rule == "end.early" and found.facts.get("left") == 1


LONG_BEFORE: Final = 0.3
"""The factor for a missing draw with later play, against a missing last draw."""


def _forgotten_draw(
    hand: HandInQuestion, players: Sequence[str]
) -> Iterator[tuple[dict[str, Any], float]]:
    """Yield missing draws, anywhere in a hand that ends with one card too many in the deck."""
    if any(map(_misses_a_draw, hand.findings)):
        for player in players:
            yield {"type": "draw", "player": player, "card": UNRECORDED}, LONG_BEFORE


NOBODY_MISSES: Final = 0.05
"""The likelihood of a missing payment without a finding about it."""


def _forgotten(
    hand: HandInQuestion, index: int, players: Sequence[str]
) -> Iterator[tuple[dict[str, Any], float]]:
    missed = 1.0 if any(map(_misses_a_payment, hand.findings)) else NOBODY_MISSES
    for player in _who_melded(hand, index):
        yield {"type": "pay", "player": player, "card": UNRECORDED}, missed
        for card in _taken_next(hand, index):
            yield {"type": "pay", "player": player, "card": card}, missed / 10
        for card in NAMES if index in hand.near else ():
            yield {"type": "pay", "player": player, "card": card}, missed / 50
    if index not in hand.near:
        return
    drawn = [card for card in _taken_next(hand, index) if hand.can_stand(index, "draw", card)]
    for player in players:
        yield from (({"type": "draw", "player": player, "card": card}, 0.05) for card in drawn)
        if not hand.drawn or index <= min(hand.drawn.values()):
            yield {"type": "cambio", "player": player, "card": UNRECORDED}, 0.3
        yield {"type": "draw", "player": player, "card": UNRECORDED}, 1.0
        yield {"type": "pass", "player": player}, 0.1


def _forgotten_turns(
    hand: HandInQuestion, index: int, players: Sequence[str]
) -> Iterator[tuple[dict[str, Any], float]]:
    """Yield other lines that may be missing near a finding: the hand was given up, or in games with
    turns a card was laid down or taken."""
    if closes(hand, index):
        yield {"type": "end", "why": "abandoned"}, 0.02
        if "withdraw" in hand.trials.kinds:
            for player in players:
                yield {"type": "withdraw", "player": player}, 0.05
        if not hand.drawn:
            paid = hand.paid_behind(index)
            for player in players:
                likely = WAS_PAID if player == paid else 1.0
                for win in hand.trials.words.get("win", ()):
                    declared = {"type": "declare", "player": player, "win": win}
                    yield declared, likely * DEALT_A_WIN.get(win, 0.01)
    if "pay" in hand.trials.kinds:
        return
    concerned = {finding.player for finding in hand.findings}
    for player in players:
        likely = 1.0 if player in concerned else 0.3
        for act, fields, part in _acts_of_a_turn(hand.trials.kinds):
            yield {"type": act, "player": player, **fields}, likely * part


DEALT_A_WIN: Final = {"color": 0.03, "cuatro_cuerpos": 0.1, "peladilla": 0.2}
"""The likelihood that a declared win is missing, by how often each is dealt."""


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


SQUARE: Final = range(1, 5)
"""The positions of the four cards that a player can swap."""


def _taken_next(hand: HandInQuestion, index: int) -> list[str]:
    """Return the cards claimed or melded in the lines from this one on."""
    after = [hand.event(line) for line in hand.lines if line >= index][:3]
    taken = [slots(event) for event in after if event["type"] in ("claim", "meld")]
    return list(dict.fromkeys(card for cards in taken for _, card in cards))


def _who_melded(hand: HandInQuestion, index: int) -> list[str]:
    """Return the players who melded shortly before this line and may have used a card."""
    at = hand.lines.index(index)
    before = [hand.event(line) for line in hand.lines[max(at - 4, 0) : at]]
    found: list[str] = []
    for event in reversed(before):
        if event["type"] == "pay":
            break
        if event["type"] == "meld" and event["player"] not in found:
            found.append(event["player"])
    return found
