"""A game under judgement: one event after another onto one table.

For every event the rules look at the table as it was before; then the mechanics let the event
happen. What differs from game to game is a method that a game of its own gives: how a hand is
opened, what its events do, what a hand comes to, what may come next. The steps are the same for
all games and stand only here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any, ClassVar, Final, Generic, TypeVar, cast, final

from referee.judging.account import Account, HandMoney, Paid
from referee.judging.account import account_of as account_of_evening
from referee.judging.corrections import Numbered
from referee.judging.expectation import Expectation
from referee.judging.facts import Fact, Known
from referee.judging.findings import UNFORGIVABLE, Finding, Undecided
from referee.judging.kernel.acts import (
    BEFORE_ANY_HAND,
    HINDSIGHT,
    NEXT_HAND,
    Act,
    Reading,
    reader_of,
)
from referee.judging.kernel.asking import (
    Asked,
    Signs,
    all_rules,
    always,
    findings_of,
    rules_in_force,
)
from referee.judging.kernel.closing import Closing
from referee.judging.kernel.hands import Hand
from referee.judging.kernel.session import BETWEEN_HANDS, SESSION
from referee.judging.kernel.table import H, Table
from referee.judging.report import Report
from referee.judging.reporting import heading, told_finding, told_hand, told_question
from referee.judging.rulebook import (
    ALWAYS,
    NOTHING,
    NOTHING_CHOSEN,
    Event,
    House,
    Milestone,
    Rule,
    Rulebook,
    Verdict,
)
from referee.wording.sentences import Sentence, SpellCard

Asking = Mapping[str, tuple[Callable[[Any, Event], Iterator[Fact]], ...]]
"""The facts that a ruling wants about a hand before an event, by the type of the event or by the
rule in question."""

Mechanic = Callable[[Any, Any], None]
"""Applies an act to a hand."""

NOTHING_HAPPENED: Final[Event] = {}


@dataclass(slots=True)
class Snapshot:
    """The game between two hands: everything that a later event can change."""

    table: Any
    """A mark of the table, to come back to."""
    hands: int
    findings: int
    snapshots: int
    """How many were taken before it where a hand was to begin."""


T = TypeVar("T", bound=Table[Any])


OF_THE_RECORD: Final = frozenset({"gap", "position"})
"""Events about the record that change a hand if one is being played."""


class CardGame(ABC, Generic[H, T]):
    """A game being judged.

    ``play`` are the events of play, which no hand has before its deal or after its end. An event is
    read by its own among the ``readers`` or else by its form, and a look back at a hand is an
    ``act_of`` its kind; those among ``shows_more`` may show what nobody wrote down. ``signs``, a
    static method, tells what is out of the ordinary about an act: rules that need other signs are
    not asked. ``mechanics`` says what each event does to the hand, and ``session`` what those
    around the hands do to the table; ``in_play`` are mechanics that nothing can keep from happening
    at the stage ``playing_at``, as long as the record leaves nothing open. ``asked`` has what a
    ruling wants to know of the table before each event, ``matters`` what the verdict of a rule, or
    of all whose ids begin so, turns on, and ``reasons`` why an act that nothing speaks against was
    in order. ``without_money`` are the rules whose open questions decide no money.
    """

    play: ClassVar[frozenset[str]]
    readers: ClassVar[Mapping[str, Reading]] = {}
    shows_more: ClassVar[frozenset[str]] = frozenset()
    signs: ClassVar[Signs] = staticmethod(always)
    mechanics: ClassVar[Mapping[str, Mechanic]]
    in_play: ClassVar[Mapping[str, Mechanic]] = {}
    playing_at: ClassVar[int] = -1
    act_of: ClassVar[Callable[..., Any]] = Act
    session: ClassVar[Mapping[str, Callable[[Any, Act], None]]] = SESSION
    asked: ClassVar[Asking] = {}
    matters: ClassVar[Asking] = {}
    reasons: ClassVar[Asking] = {}
    without_money: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, rulebook: Rulebook, opening: Event) -> None:
        self.rulebook = rulebook
        self.opening = opening
        self.rule_ids = rulebook.rule_ids
        self.findings: list[Finding] = []
        self.table = self.lay_table(rulebook.house(opening.get("house", {})))
        self.reader = reader_of(rulebook, self.play)
        self.snapshots: list[Snapshot] = []
        """The game before each ``hand`` event so far."""
        self._of_hands, self._straight = _events_of_hands(type(self), rulebook)
        self._sums: list[tuple[Any, dict[str, int]]] = []
        """For each closed hand its result, and what everybody is up or down after it."""
        self._hand: H | None = None
        """The hand that events belong to; none before the first, nor behind the last of a game."""
        self._all_rules = self._rules = all_rules(rulebook)
        self._rules_of: House = NOTHING_CHOSEN

    # What a game says of itself

    @abstractmethod
    def lay_table(self, house: House) -> T:
        """The table before the first hand."""

    @abstractmethod
    def open_hand(self, act: Act) -> H | None:
        """The next hand; None where the game can have none now."""

    @abstractmethod
    def settle(self, hand: H) -> Any:
        """Return what a hand comes to as its record stands, a `Result`. Changes nothing."""

    @abstractmethod
    def may_come(self) -> Iterator[Expectation]:
        """Return what may come next, and who may do it: the rights of the players in their
        order."""

    @abstractmethod
    def view_of(self, hand: H) -> dict[str, Any]:
        """Return what lies on the table in a hand, as plain data."""

    @abstractmethod
    def conclude(self, hand: H, seq: int) -> None:
        """A hand that was not over is closed by this later event."""

    def read(self, hand: H, seq: int, event: Event) -> Any:
        """An event of a hand, read against it: an act."""
        return self.reader.read(seq, event, hand.find, None)

    def unknown_to(self, hand: H, act: Any) -> int:
        """Which facts of the table the record leaves open where this act is judged: a rule that
        rests on one of them is not asked. Called only for a hand of which something is open."""
        return hand.unknown

    def understand(self, hand: H, act: Any) -> None:
        """Let happen what an act, among those that may show more, shows that nobody wrote down."""

    def carry_out(self, hand: H, act: Any) -> None:
        """Let an event of a hand happen."""
        self.mechanics[act.type](hand, act)

    def closing(self, hand: H) -> Closing[Any]:
        """A hand as its record stands, for the rules about its end."""
        return Closing(hand=hand, result=self.settle(hand))

    def is_taken_back(self, finding: Finding) -> bool:
        """Return whether what came later shows that a finding was none."""
        return False

    def status(self, finding: Finding) -> str | None:
        """Return what became of a finding: open, forgiven or enforced; None where nobody can
        forgive it."""
        if finding.kind in UNFORGIVABLE:
            return None
        return "forgiven" if finding.event in self.table.forgiven else "open"

    @abstractmethod
    def account_of(self, hand: H, result: Any) -> dict[str, Any]:
        """Return what a game says of a hand in its report: its ``outcome``, and what differs from a
        hand without money."""

    def account(self, results: Sequence[Any]) -> dict[str, Any]:
        """Return what a game says in its report besides what all games say, or otherwise."""
        return {}

    def money_of(self, hand: H, result: Any) -> HandMoney:
        """The money of a hand, with what was paid after it."""
        return HandMoney(net=result.net)

    def questions(self, hand: H, result: Any) -> Iterable[Undecided]:
        """Return what the record of a hand leaves open."""
        asked: Iterable[Undecided] = result.questions
        return asked

    def milestones_of(self, hand: H) -> Iterable[Milestone]:
        """Return what people look for in a hand when they go through an evening, besides its
        win."""
        return ()

    def pots_of(self, hand: H) -> Mapping[str, Callable[[], Hashable]]:
        """Return what a hand decides, pot by pot."""
        return {}

    def begins_afresh(self, event: Event) -> bool:
        """Return whether a hand that this event opens takes nothing but money from the hands
        before."""
        return False

    def knowledge(self, past: Sequence[Numbered], later: Sequence[Numbered]) -> Sequence[Known]:
        """Return what the record proves about every hand after these events, with what followed;
        nothing outside a hand."""
        return ()

    def possible_deal(
        self, past: Sequence[Numbered], later: Sequence[Numbered], where: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """One deal that fits the record, with these cards where they are asked to be."""
        return None

    @property
    def decided_in_the_open(self) -> bool:
        """Return whether the last hand was decided by what everybody saw."""
        return False

    # What all games do

    @final
    def step(self, seq: int, event: Event) -> None:
        """Judge one event, and let it happen."""
        self.play_on([(seq, event)])

    @final
    def play_on(self, events: Iterable[Numbered]) -> None:
        """Judge these events one after another, and let each of them happen."""
        # Python finds a name of this function sooner than one in the object
        straight, signs_of, playing_at = self._straight, self.signs, self.playing_at
        hand, worked_out = self._hand, self._rules.worked_out
        for seq, event in events:
            kind = event["type"]
            known = straight.get(kind)
            if known is not None and hand is not None:
                read, happen = known
                act = read(hand, seq, event)
            elif (
                hand is None or kind not in self._of_hands or (kind in OF_THE_RECORD and hand.over)
            ):
                self._step_around_hands(kind, seq, event)
                hand, worked_out = self._hand, self._rules.worked_out
                continue
            else:
                own, happen = self.readers.get(kind), None
                act = self.read(hand, seq, event) if own is None else own(hand, seq, event)
                if kind in self.shows_more:
                    self.understand(hand, act)
            signs, stage = signs_of(hand, act), hand.stage
            unknown = self.unknown_to(hand, act) if hand.unknown else NOTHING
            asked = worked_out.get((kind, stage, signs, unknown))
            if asked is None:
                asked = self._rules.at(kind, stage, signs, unknown)
            if asked:
                self._ask(asked, hand, hand, act)
            hand.timeline.append(seq)
            if happen is not None and stage == playing_at and not unknown:
                happen(hand, act)
            else:
                self.carry_out(hand, act)

    def _step_around_hands(self, kind: str, seq: int, event: Event) -> None:
        table, hand = self.table, self.table.hand
        if kind not in OF_THE_RECORD and kind in self._of_hands:
            # what follows the last hand of a game was told when a hand too many was opened
            if hand is None:
                act = self.reader.plain(seq, event, BEFORE_ANY_HAND)
                self._ask(self._all_rules.at(BEFORE_ANY_HAND), table, None, act)
            return
        if kind == "hand":
            self.snapshots.append(self.snapshot())
        if hand is not None:
            if kind == "hand":
                self._close(hand, seq, event)
            elif kind in BETWEEN_HANDS and hand.ran_out:
                self._end(hand, seq, event)
        knows = table.known if kind == "dispute" else table.sits
        act = self.reader.around(seq, event, knows)
        self._ask(self._all_rules.at(kind), table, hand, act)
        if kind == "hand":
            self._open(act)
        elif kind in self.session:
            self.session[kind](table, act)

    def _open(self, act: Act) -> None:
        if self.table.is_full:
            self._hand = None
            return
        hand = self.open_hand(act)
        if hand is not None:
            self.table.hands.append(hand)
            self._hand = hand
            self._put_in_force(hand.house)

    def _end(self, hand: H, seq: int, event: Event) -> None:
        """Another event shows that the hand is over, or may be."""
        self.look_back(hand, NEXT_HAND, seq, event)
        self.conclude(hand, seq)

    def _close(self, hand: H, seq: int, event: Event) -> None:
        """The next hand is opened: the record of this one is complete."""
        if self.table.closed:
            return
        if not hand.over:
            self._end(hand, seq, event)
        closing = self.closing(hand)
        self.look_back(hand, HINDSIGHT, seq, event)
        self._judge(hand, closing)
        self.table.take_result(hand, closing.result)

    def look_back(self, hand: H, kind: str, seq: int, event: Event) -> None:
        """Ask the rules that look back at a hand when this event comes."""
        self._judge(hand, self.act_of(seq, kind, event))

    def _judge(self, hand: H, act: Any) -> None:
        """Ask the rules that look back at a hand."""
        unknown = self.unknown_to(hand, act) if hand.unknown else NOTHING
        self._ask(self._rules.at(act.type, hand.stage, ALWAYS, unknown), hand, hand, act)

    def _put_in_force(self, house: House) -> None:
        """From here on the rules are asked that these house rules leave something to say."""
        if self._rules_of is not house:
            self._rules_of = house
            self._rules = rules_in_force(self.rulebook, house)

    def _ask(self, rules: Asked, place: Any, hand: H | None, act: Any) -> None:
        for check, rule in rules:
            verdict = check(place, act)
            if verdict is not None:
                if verdict:
                    self._note(rule, verdict, hand, act)
                if rule.silences:
                    return

    def _note(self, rule: Rule, verdict: Verdict, hand: H | None, act: Any) -> None:
        opens = act.type == "hand" and not self.table.is_full
        number = (hand.number if hand is not None else 0) + opens
        for finding in findings_of(rule, verdict, number, act.seq):
            if rule.once and hand is not None:
                said = (rule.id, finding.player or "")
                if said in hand.told:
                    continue
                hand.told.add(said)
            self.findings.append(finding)

    @final
    def found(self, since: int, *, final: bool) -> list[Finding]:
        """The findings about the hands from this number on, in the order of events, then of rule
        ids; those about the end of a hand that is still the last one only if ``final``."""
        complete = final and not self.hand_is_open
        return self._found(since, self._unclosed() if complete else None)

    def _found(self, since: int, closing: Closing[Any] | None) -> list[Finding]:
        found = list(takewhile(lambda one: one.hand >= since, reversed(self.findings)))[::-1]
        hand = self.table.hand
        if hand is not None and not self.table.closed:
            looks: list[Any] = [self.act_of(hand.last_event, HINDSIGHT, NOTHING_HAPPENED)]
            if hand.over and closing is not None:
                looks.append(closing)
            for look in looks:
                unknown = self.unknown_to(hand, look) if hand.unknown else NOTHING
                for check, rule in self._rules.at(look.type, hand.stage, ALWAYS, unknown):
                    verdict = check(hand, look)
                    if verdict:
                        found += findings_of(rule, verdict, hand.number, look.seq)
        kept = [one for one in found if not self.is_taken_back(one)]
        return sorted(kept, key=lambda one: (one.event, one.rule))

    def _unclosed(self) -> Closing[Any] | None:
        """The last hand as its record stands, unless the next one has closed it."""
        return None if self.table.closed else self.closing(self.table.hands[-1])

    @final
    def results(self) -> list[Any]:
        """Return what every hand comes to as its record stands."""
        return self._results(self._unclosed())

    def _results(self, closing: Closing[Any] | None) -> list[Any]:
        last = [] if closing is None else [closing.result]
        return [*self.table.results, *last]

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, or of the last one; 0 before the first."""
        return len(self.table.hands)

    @property
    def round(self) -> int:
        """The number of the last round that was begun, without hands that did not count; 0 before
        the first."""
        # not every game has rounds
        return getattr(self.table.hand, "round", len(self.table.hands))

    @property
    def hand_is_open(self) -> bool:
        """Return whether there is a hand in play that is not decided."""
        hand = self.table.hand
        return hand is not None and not hand.over

    @property
    def house(self) -> House:
        """The house rules of the next hand."""
        return self.table.house

    @house.setter
    def house(self, house: House) -> None:
        self.table.house = house

    @final
    def expected(self) -> list[Expectation]:
        """Return what may come next: first what play waits for, then the rights of the players,
        then what belongs between two hands."""
        return sorted(self.may_come(), key=lambda one: not one.required)

    @final
    def view(self) -> dict[str, Any]:
        """Return what lies on the table now; before the first hand there is none."""
        hand = self.table.hand
        return {"seated": list(self.table.seated()), "hand": self.view_of(hand) if hand else None}

    @final
    def report(self, events: int, spell: SpellCard) -> Report:
        """The report (see ``report.md``) after a log of that many lines."""
        table, closing = self.table, self._unclosed()
        results = self._results(closing)
        hands = list(zip(table.hands, results, strict=True))
        questions = [one for hand, result in hands for one in self.questions(hand, result)]
        told = {
            **heading(self.rulebook, table.opening_house, table.players, events),
            "findings": [
                told_finding(one, self.status(one), spell) for one in self._found(0, closing)
            ],
            "hands": [
                told_hand(one, table.players, self._account_of(one, result))
                for one, result in hands
            ],
            "totals": dict.fromkeys(table.players, 0),
            "carried": results[-1].carried if results else 0,
            "side_carried": {},
            **self.account(results),
            **(self._money(results, questions) if self.rulebook.money else {}),
            "undecided": [told_question(one, spell) for one in questions],
        }
        # what a game says besides is plain data
        return cast(Report, told)

    def _account_of(self, hand: H, result: Any) -> dict[str, Any]:
        money = {"pot": result.pot, "net": result.net, "carried": result.carried}
        return {"dealer": hand.dealer, **money, **self.account_of(hand, result)}

    @final
    def standing(self) -> Report:
        """Return the part of the report that says how everybody stands, in a time that does not
        grow with the evening: ``game``, ``players``, ``totals`` and ``scores``."""
        table, closing = self.table, self._unclosed()
        told: dict[str, Any] = {
            "game": self.rulebook.name,
            "players": list(table.players),
            "totals": dict.fromkeys(table.players, 0),
            **self.account(self._results(closing)),
        }
        if self.rulebook.money:
            totals = dict(self._sum_of_closed_hands())
            if closing is not None:
                _add(totals, self.money_of(table.hands[-1], closing.result))
            told["totals"] = {player: totals.get(player, 0) for player in table.players}
        return cast(Report, told)

    def _sum_of_closed_hands(self) -> Mapping[str, int]:
        """Return what everybody is up or down after the hands that are closed."""
        results, sums = self.table.results, self._sums
        # hands that were taken back are the last ones
        del sums[len(results) :]
        while sums and sums[-1][0] is not results[len(sums) - 1]:
            sums.pop()
        known = len(sums)
        for hand, result in zip(self.table.hands[known:], results[known:], strict=False):
            totals = dict(sums[-1][1]) if sums else {}
            _add(totals, self.money_of(hand, result))
            sums.append((result, totals))
        return sums[-1][1] if sums else {}

    def _money(self, results: Sequence[Any], questions: Iterable[Undecided]) -> dict[str, Any]:
        """The money of the evening in its report."""
        decided = all(one.rule in self.without_money for one in questions)
        is_open, account = self.hand_is_open or not decided, self.evening(results)
        return {"totals": account.totals, "account": account.as_dict(is_open=is_open)}

    @final
    def evening(self, results: Sequence[Any]) -> Account:
        """The account of the evening after as many hands as there are results."""
        hands = zip(self.table.hands, results, strict=False)
        money = [self.money_of(hand, result) for hand, result in hands]
        return account_of_evening(self.table.players, money)

    @final
    def undecided(self) -> list[Undecided]:
        """Return what the record leaves open."""
        hands = zip(self.table.hands, self.results(), strict=True)
        return [one for hand, result in hands for one in self.questions(hand, result)]

    @final
    def paid_after(self, result: Any) -> Paid:
        """Return the account before and after the hand that came to this result, which is the
        latest without one of its own."""
        results = self.table.results
        return Paid(self.evening(results), self.evening([*results, result]))

    def situation(self, event: Event) -> list[Fact]:
        """How the table stands before an event, as far as such events are judged by it."""
        hand = self.table.hand
        if hand is None:
            return []
        return [fact for ask in self.asked.get(event["type"], ()) for fact in ask(hand, event)]

    @final
    def deciding_facts(self, event: Event, rule: str) -> list[Fact]:
        """How the table stands before an event, as far as the verdict of this rule turns on it."""
        family, hand = rule.partition(".")[0], self.table.hand
        asks = self.matters.get(rule, self.matters.get(family, ()))
        return [fact for ask in asks for fact in ask(hand, event)] if hand is not None else []

    @final
    def why_in_order(self, event: Event) -> list[Fact]:
        """Why an event was in order that nothing speaks against, where the game can say so."""
        hand = self.table.hand
        asks = self.reasons.get(event["type"], ())
        return [fact for ask in asks for fact in ask(hand, event)] if hand is not None else []

    @final
    def unasked(self, event: Event) -> list[str]:
        """Return the rules that cannot be asked about an event, as they rest on something open."""
        hand, kind = self.table.hand, event["type"]
        if hand is None or not hand.unknown:
            return []
        asked = {rule.id for _check, rule in self._rules.at(kind, hand.stage, ALWAYS, hand.unknown)}
        rules = self._rules.at(kind, hand.stage)
        unasked = [rule.id for _check, rule in rules if rule.id not in asked]
        return [*self.left_open(hand, event), *unasked]

    def left_open(self, hand: H, event: Event) -> Iterable[str]:
        """Return the rules that say nothing of an event because what somebody said is open."""
        return ()

    @final
    def milestones(self) -> list[Milestone]:
        """The events that people look for when they go through the evening, in their order."""
        hands = self.table.hands
        found = [one for hand in hands for one in (*self.milestones_of(hand), *_win_of(hand))]
        return sorted(found, key=lambda one: one.event)

    @final
    def pots(
        self, since: Snapshot, closed_by: int | None
    ) -> dict[tuple[int, str], Callable[[], Hashable]]:
        """Return what the hands since a snapshot decide, by hand and pot; ``closed_by`` is the
        number of the ``hand`` event that closes the last of them."""
        hand = self.table.hand
        if hand is not None and closed_by is not None and not hand.over:
            self.conclude(hand, closed_by)
        return {
            (hand.number, pot): result
            for hand in self.table.hands[since.hands :]
            for pot, result in self.pots_of(hand).items()
        }

    @final
    def snapshot(self) -> Snapshot:
        """The game before a new hand is opened."""
        return Snapshot(
            self.table.mark(), len(self.table.hands), len(self.findings), len(self.snapshots)
        )

    @final
    def restore(self, snapshot: Snapshot) -> None:
        """Go back to the moment of a snapshot; the hands before it are as they were then."""
        self.table.back_to(snapshot.table)
        del self.findings[snapshot.findings :]
        del self.snapshots[snapshot.snapshots :]
        table, hand = self.table, self.table.hand
        self._hand = None if table.closed and table.is_full else hand
        if hand is not None:
            self._put_in_force(hand.house)


@lru_cache(maxsize=64)
def _events_of_hands(
    game: type[CardGame[Any, Any]], rulebook: Rulebook
) -> tuple[frozenset[str], dict[str, tuple[Reading, Mechanic | None]]]:
    """The events of a game that may stand in hands, and of those that stand nowhere else, and show
    no more than they say: how they are read, and what they do where nothing can keep them from
    happening."""
    kinds = frozenset(rulebook.events.keys() - {"hand", *game.session})
    straight = {
        kind: (reader, game.in_play.get(kind))
        for kind, reader in game.readers.items()
        if kind in kinds and kind not in game.shows_more
    }
    return kinds | OF_THE_RECORD, straight


def _add(totals: dict[str, int], money: HandMoney) -> None:
    for name, amount in money.net.items():
        totals[name] = totals.get(name, 0) + amount


def _win_of(hand: Hand[Any]) -> Iterator[Milestone]:
    if hand.winner is not None and hand.decided_at is not None:
        won = Sentence("{player} wins the hand.", {"player": hand.winner})
        yield Milestone(hand.decided_at, "*", won)
