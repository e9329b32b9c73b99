"""The engine that runs the rules, and the shared rules of the turn.

A rule decides whether an act keeps it, given the table before the act. Findings, possible next
acts, the keys of the pad and simulated players all use the same rules.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, Final

from referee.cards.deck import NAMES
from referee.core.declaring import Event, Game, GameRule, Slip, placeholders
from referee.core.facts import OPEN, NotKnown, PerSeat, known
from referee.core.hand import ABANDONED, Act, Hand, Seat
from referee.core.turns import DONE
from referee.judging.findings import VIOLATION, Finding
from referee.wording.sentences import InOrder

Check = tuple[Callable[[Hand, Act], Any], bool, GameRule]
"""A check: a function of hand and act, whether it returns slips instead of a verdict, the rule."""

Fault = tuple[GameRule, Finding]
"""A broken rule, and the finding."""


def turn_fault(hand: Hand, act: Act) -> tuple[str, Seat] | None:
    """Return the rule of the turn that an act breaks, and the seat at fault; None if it is in turn.

    Raises `NotKnown` if that is open.
    """
    seat, form = act.seat, act.form
    assert seat is not None
    if seat not in hand.turns and (form.lays or not hand.missing_lines):
        raise NotKnown("turns")  # it may make up for an earlier act, perhaps one in a gap
    if seat is hand.turn:
        if form in hand.step.then:
            return None
        if not hand.mid_turn:
            return form.misplaced or "turn.discard", seat
        if form.takes and hand.may_go_back:
            raise NotKnown("may_go_back")
        rule = form.misplaced or ("turn.draw" if form.takes else hand.owed)
        return None if hand.irregular is seat and not form.takes else (rule, seat)
    if hand.may_act(seat):
        if form not in hand.start.then and known(lambda: not hand.ending):
            return form.misplaced or "turn.discard", seat
        return unfinished(hand)
    if seat in hand.skipped:
        raise NotKnown("turn")  # their line may stand too late
    return "turn.order", seat


def unfinished(hand: Hand) -> tuple[str, Seat] | None:
    """Return the rule broken if the turn ends here, and the seat at fault; None if there is
    none."""
    if hand.step is DONE or hand.irregular is hand.turn or hand.ask("may_stop"):
        return None
    return hand.owed, hand.turn


def fault_of_turn(hand: Hand, act: Act) -> tuple[str, Seat] | None:
    """Return the rule of the turn that an act breaks, including an act that closes the hand in its
    last, unfinished turn; None if there is none."""
    if act.form.in_turn:
        return turn_fault(hand, act) if act.seat is not None else None
    if not act.form.ends or act.event.get("why") == ABANDONED or not act.form.ends_now(hand, act):
        return None
    return unfinished(hand) if hand.mid_turn and hand.ending and not hand.over else None


LOCATION: Final = "card.location"
"""The rule that a contradiction breaks. The line accuses nobody of anything else."""


class RuleSet:
    """The rules that judge a table, grouped by event."""

    def __init__(self, game: Game, ids: frozenset[str]) -> None:
        rules = [rule for rule in game.rules if rule.id in ids]
        self.counted = [rule for rule in rules if rule.counted]
        """The rules about points, run once a hand is over."""
        self.by_id = {rule.id: rule for rule in reversed(rules)}
        self.at = {
            event: tuple(rule for rule in rules if event in rule.on)
            for event in game.events.values()
        }
        """The rules run at each event."""
        self._stages = game.hooks.get("stages")
        self._asked: dict[tuple[Event, int], tuple[list[Any], ...]] = {}

    def faults(self, hand: Hand, act: Act) -> list[Fault]:
        """Return the rules that an act breaks, with their findings."""
        form, facts = act.form, hand.__dict__
        now = 0 if self._stages is None else self._stages(hand)
        kept, found_by, *asked = self._asked.get((form, now)) or self._asked_in(form, now)
        step = facts.get("step")
        in_turn = step is not None and form in step.then and act.seat is facts.get("turn")
        is_usual = in_turn or not (step is None or form.in_turn or form.ends)
        if is_usual and known(partial(keeps_all, hand, act, kept, found_by)):
            return []  # like most acts
        return self._faults(hand, act, asked)

    def _faults(self, hand: Hand, act: Act, asked: Sequence[list[Check]]) -> list[Fault]:
        form, facts = act.form, hand.__dict__
        silencing, instead, others = asked
        for ask, finds, rule in silencing:
            answer = known(partial(ask, hand, act), OPEN)
            if answer is not OPEN and (not answer) is finds:
                continue
            if form.in_turn and known(partial(fault_of_turn, hand, act)) is not None:
                act.breaks_turn = OPEN if answer is OPEN else act.seat
            # an act that may never have happened accuses nobody
            act.may_be_wrong = answer is OPEN
            return [] if answer is OPEN else faults_of(rule, hand, act)
        found: list[Fault] = []
        lays = form.lays and form.in_turn
        if instead or form.in_turn or form.ends:
            is_late = lays and "turn" not in facts and act.seat is facts.get("last")
            try:
                found = self._faults_of_turn(hand, act, () if is_late else instead)
            except NotKnown:
                act.may_be_wrong |= not (form.in_turn or hand.unwritten)  # it may be this rule
                if form.takes and (hand.may_go_back or act.seat not in hand.turns):
                    act.breaks_turn = act.seat  # it may be a second card
        elif "step" not in facts:
            act.may_be_wrong = True
        if found and (lays or (form.lays and form.free) or (form.from_below and hand.pile)):
            return found  # the origin of a card laid down is not checked
        if found or (lays and act.seat is facts.get("turn") and hand.doubts(act.seat)):
            others = [check for check in others if check[1] or check[2].kind != VIOLATION]
        for ask, finds, rule in others:
            try:
                if (not ask(hand, act)) is not finds:
                    found += faults_of(rule, hand, act)
            except NotKnown:
                act.may_be_wrong |= rule.kind == VIOLATION
        if act.wrong and any(rule.id == LOCATION for rule, _ in found):
            act.contradicts = act.may_be_wrong = True
            if form.in_turn and known(partial(fault_of_turn, hand, act), OPEN) is not None:
                act.breaks_turn = OPEN  # the line, or the player, may be wrong as well as the card
            is_late = lays and act.seat not in hand.turns and not hand.missing_lines
            return [one for one in found if one[0].kind != VIOLATION and not is_late]
        return found

    def _asked_in(self, form: Event, now: int) -> tuple[list[Any], ...]:
        """Return the checks at an event in these stages: those that acts keep, those that find
        slips, then the checks of silencing rules, of rules ``instead``, and of all others."""
        on = [rule for rule in self.at[form] if not rule.stage or rule.stage & now]
        checks = [(rule.is_kept, rule.finds, rule) for rule in on if rule.is_kept is not None]
        others = [check for check in checks if not (check[2].silences or check[2].instead)]
        self._asked[form, now] = asked = (
            [ask for ask, finds, _ in checks if not finds],
            [ask for ask, finds, _ in checks if finds],
            [check for check in checks if check[2].silences],
            [check for check in checks if check[2].instead],
            sorted(others, key=itemgetter(1)),
        )
        return asked

    def _faults_of_turn(self, hand: Hand, act: Act, instead: Iterable[Check]) -> list[Fault]:
        """Return the findings by the rules ``instead``, or else by the rules of the turn."""
        for ask, finds, rule in instead:
            if (not ask(hand, act)) is not finds:
                return faults_of(rule, hand, act)
        rule_id, seat = fault_of_turn(hand, act) or ("", None)
        return [fault_of(self.by_id[rule_id], hand, act, seat)] if rule_id in self.by_id else []


def keeps_all(hand: Hand, act: Act, kept: Iterable[Any], found_by: Iterable[Any]) -> bool:
    """Return whether an act keeps these rules, and the rules that find slips find none."""
    for ask in kept:
        if not ask(hand, act):
            return False
    for ask in found_by:  # noqa: SIM110 - plain loops: this runs at every event
        if ask(hand, act):
            return False
    return True


rule_set: Final = lru_cache(maxsize=64)(RuleSet)


def faults_of(rule: GameRule, hand: Hand, act: Act) -> list[Fault]:
    """Return the findings of a broken rule. Raises `NotKnown` if the seat at fault is open."""
    if rule.finds and rule.is_kept is not None:
        return [finding_of(rule, hand, act, slip) for slip in rule.is_kept(hand, act)]
    seat = act.seat if rule.kind == VIOLATION else None
    return [fault_of(rule, hand, act, seat if rule.at_fault is None else rule.at_fault(hand, act))]


def fault_of(rule: GameRule, hand: Hand, act: Act, seat: Seat | None) -> Fault:
    """Return the finding of a seat's breach of a rule."""
    text, facts = rule.says(hand, act) if callable(rule.says) else (rule.says, {})
    cites = rule.cites(hand, act) if rule.cites is not None else ()
    at = rule.at(hand, act) if rule.at is not None else 0
    return finding_of(rule, hand, act, Slip(seat, facts, at, cites, text))


def finding_of(rule: GameRule, hand: Hand, act: Act, slip: Slip) -> Fault:
    """Return the finding of a slip. Raises `NotKnown` if its sentence needs an open fact."""
    text, named = slip.says or rule.says, slip.seat or act.seat
    assert not callable(text)
    given = {} if slip.at or not rule.says or callable(rule.says) else filling(hand, act)
    facts = {**given, "player": named.name if named is not None else "", **slip.facts}
    for name in placeholders(text) - facts.keys():
        raise NotKnown(name)
    about = (slip.cites, text, facts)
    player = slip.seat.name if slip.seat is not None else None
    kind = slip.kind or rule.kind
    return rule, Finding(slip.at or act.seq, hand.number, rule.id, kind, player, *about)


SEATS: Final = ("dealer", "turn", "last")
"""The shared facts that a sentence may name."""


def filling(hand: Hand, act: Act) -> dict[str, Any]:
    """Return the values for the placeholders of a sentence: the fields of the event, and the known
    facts of the hand."""
    values = {name: hand.maybe(name) for name in (*SEATS, *hand.game.facts)}
    own = {
        name: _in_words(value.get(act.seat) if isinstance(value, PerSeat) else value)
        for name, value in values.items()
    }
    facts = {**{name: value for name, value in own.items() if value is not None}, **act.event}
    if "card" in facts or "cards" in facts:
        facts |= {"card": InOrder(act.faces), "cards": InOrder(act.faces)}
    return facts


def _in_words(value: object) -> Any:
    if isinstance(value, Seat):
        return value.name
    if isinstance(value, str | int):
        return InOrder((value,)) if value in NAMES else value
    return None
