"""The rules that every game shares, and what is lawful at all.

A rule says of an act, at the table as it is before it, whether the act keeps it. Findings, what may
come next, the keys of the pad and simulated players all ask the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from referee.core.declaring import Asked, Event, Game, GameRule
from referee.core.facts import NotKnown
from referee.core.hand import ABANDONED, Act, Hand, Seat
from referee.judging.findings import VIOLATION
from referee.wording.language import Plural
from referee.wording.sentences import InOrder


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach: the rule, whose fault it is, and its sentence."""

    rule: GameRule
    seat: Seat | None
    text: str | Plural
    facts: Mapping[str, Any]
    cites: tuple[int, ...] = ()


# ---- whose turn it is


def turn_fault(hand: Hand, act: Act) -> tuple[str, Seat] | None:
    """Return the rule of the turn that an act breaks and whose fault it is; None if it is in turn.

    Raises `NotKnown` where that is open.
    """
    seat, form = act.seat, act.form
    assert seat is not None
    if seat is hand.turn:
        if form in hand.step.then:
            return None
        if hand.mid_turn:
            excused = hand.flawed and not form.takes
            rule = form.misplaced or ("turn.draw" if form.takes else hand.step.label)
            return None if excused else (rule, seat)
        return form.misplaced or "turn.discard", seat
    if hand.may_act(seat):
        if form not in hand.start.then and not hand.ending:
            return form.misplaced or "turn.discard", seat
        return unfinished(hand)
    return "turn.order", seat


def unfinished(hand: Hand) -> tuple[str, Seat] | None:
    """Return the rule that is broken if the turn ends here, and whose fault that is."""
    if hand.step.may_stop or hand.flawed or hand.strayed or hand.ask("may_stop"):
        return None
    return hand.step.label, hand.turn


def fault_of_turn(hand: Hand, act: Act) -> tuple[str, Seat] | None:
    """Return what an act breaks of the order of turns; so does one that closes the hand in the
    middle of its last turn."""
    if act.form.in_turn:
        return turn_fault(hand, act) if act.seat is not None else None
    if not act.form.ends or act.event.get("why") == ABANDONED:
        return None
    return unfinished(hand) if hand.mid_turn and hand.ending and not hand.over else None


# ---- asking


class RuleSet:
    """The rules of a game that a table is judged by, as they are asked at each event."""

    def __init__(self, game: Game, ids: frozenset[str]) -> None:
        rules = [rule for rule in game.rules if rule.id in ids]
        self.by_id = {rule.id: rule for rule in reversed(rules)}
        self._asked: dict[Event, Asked] = {}
        for event in game.events.values():
            on = [rule for rule in rules if event in rule.on]
            self._asked[event] = Asked(
                tuple(rule for rule in on if rule.silences),
                tuple(rule for rule in on if rule.instead),
                tuple(rule for rule in on if not (rule.silences or rule.instead)),
            )

    def at(self, event: Event) -> Asked:
        """Return the rules that are asked at an event."""
        return self._asked[event]

    def faults(self, hand: Hand, act: Act) -> list[Fault]:
        """Return what an act breaks."""
        asked, found = self._asked[act.form], []
        for rule in asked.first:
            try:
                fault = fault_of(rule, hand, act)
            except NotKnown:
                return []  # what may be no act at all accuses nobody
            if fault is not None:
                return [fault]
        if not hand.makes_amends(act):
            broken = self._fault_of_turn(asked, hand, act)
            if broken is not None:
                found.append(broken)
        lays = act.form.lays and act.form.in_turn
        if lays and found and not found[0].rule.id.startswith("meld"):
            return found  # it is not asked where that card came from
        accuses = not found and not (
            lays and hand.maybe("flawed") and act.seat is hand.maybe("turn")
        )
        for rule in asked.rest:
            if accuses or rule.kind != VIOLATION:
                try:
                    fault = fault_of(rule, hand, act)
                except NotKnown:
                    continue
                if fault is not None:
                    found.append(fault)
        return found

    def _fault_of_turn(self, asked: Asked, hand: Hand, act: Act) -> Fault | None:
        for rule in asked.instead:
            try:
                fault = fault_of(rule, hand, act)
            except NotKnown:
                continue
            if fault is not None:
                return fault
        try:
            broken = fault_of_turn(hand, act)
        except NotKnown:
            return None
        if broken is None or broken[0] not in self.by_id:
            return None
        return told(self.by_id[broken[0]], hand, act, broken[1])

    def lawful(self, hand: Hand, act: Act) -> bool:
        """Return whether an act keeps every rule, as far as the record shows."""
        return not self.faults(hand, act)


@lru_cache(maxsize=64)
def rule_set(game: Game, ids: frozenset[str]) -> RuleSet:
    """Return the rules of a game with these ids."""
    return RuleSet(game, ids)


def fault_of(rule: GameRule, hand: Hand, act: Act) -> Fault | None:
    """Return what an act breaks of a rule; None if it keeps it. Raises `NotKnown` where that is
    open."""
    assert rule.is_kept is not None
    if rule.is_kept(hand, act):
        return None
    seat = act.seat if rule.kind == VIOLATION else None
    if rule.whose is not None:
        seat = rule.whose(hand, act)
    return told(rule, hand, act, seat)


def told(rule: GameRule, hand: Hand, act: Act, seat: Seat | None) -> Fault:
    """Return the fault of a seat in words, the places of its sentence filled from the event and
    from the facts of the hand."""
    if callable(rule.says):
        text, facts = rule.says(hand, act)
    else:
        named = seat or act.seat
        text = rule.says
        facts = {**filling(hand, act), "player": named.name if named is not None else ""}
    cites = rule.cites(hand, act) if rule.cites is not None else ()
    return Fault(rule, seat, text, facts, cites)


def filling(hand: Hand, act: Act) -> dict[str, Any]:
    """Return what the places of a sentence may be filled with."""
    facts: dict[str, Any] = {
        name: value.name for name, value in hand.__dict__.items() if isinstance(value, Seat)
    }
    for name, value in act.event.items():
        facts[name] = (
            InOrder(value if name == "cards" else (value,)) if name in ("card", "cards") else value
        )
    return facts
