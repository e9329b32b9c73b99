"""Desmoche under judgement: one event after another onto one table.

For every event the rules look at the table as it was before; then the mechanics let the event
happen. This module is where the two meet, and it knows neither a rule nor a mechanic by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from referee.judging.expectation import Expectation
from referee.judging.facts import Fact, Known
from referee.judging.findings import Breach, Finding, Undecided
from referee.judging.kernel.asking import RulesInForce, rules_in_force
from referee.judging.rulebook import (
    ALWAYS,
    NOTHING_CHOSEN,
    Event,
    House,
    Milestone,
    Rule,
    Rulebook,
    Verdict,
)
from referee.rulebooks.desmoche import session
from referee.rulebooks.desmoche.acts import BEFORE_ANY_HAND, HINDSIGHT, READERS, Act
from referee.rulebooks.desmoche.closing import Closing, close
from referee.rulebooks.desmoche.expecting import expected
from referee.rulebooks.desmoche.hand import Hand, MeldingAct, Outcome
from referee.rulebooks.desmoche.hidden.deals import Deals
from referee.rulebooks.desmoche.hidden.knowledge import known
from referee.rulebooks.desmoche.hidden.spots import conditions_of
from referee.rulebooks.desmoche.mechanics import carry_out
from referee.rulebooks.desmoche.mechanics.ending import conclude
from referee.rulebooks.desmoche.money.pots import Result, pots
from referee.rulebooks.desmoche.money.settlement import Settlement
from referee.rulebooks.desmoche.reporting import open_questions, report
from referee.rulebooks.desmoche.signs import signs_of
from referee.rulebooks.desmoche.situation import situation
from referee.rulebooks.desmoche.table import Chair, Table
from referee.rulebooks.desmoche.viewing import view
from referee.wording.sentences import Sentence, SpellCard

ONCE_A_HAND = frozenset({"hand.over", "player.out", "stock.empty", "card.count"})
"""Rules that speak once for a hand (and player): a slip is not told again with every event."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table between two hands: everything that a later event can change."""

    house: House
    chairs: list[tuple[Chair, bool]]
    players: list[str]
    names: dict[str, str]
    hands: int
    findings: int
    settled: int
    last_dealer: Chair | None
    last_bet: int | None
    carried: int
    stakes: int
    side_carried: dict[str, int]
    winnerless: bool
    last_hand: tuple[int, Outcome, MeldingAct | None] | None
    blurred: bool
    unsure: frozenset[str]
    disputes: dict[int, int]
    forgiven: frozenset[int]


class Desmoche:
    """A game of Desmoche, or of one of its presets, under judgement."""

    def __init__(self, rulebook: Rulebook, opening: Event) -> None:
        self.rulebook = rulebook
        players = list(opening["players"])
        house = rulebook.house(opening.get("house", {}))
        self.table = Table(
            house=house,
            opening_house=house,
            chairs=[Chair(name) for name in players],
            players=players,
            rule_ids=frozenset(rule.id for rule in rulebook.rules),
        )
        self.findings: list[Finding] = []
        self.settled: list[Settlement] = []
        self._all_rules = self._rules = rules_in_force(rulebook.rules, NOTHING_CHOSEN)
        self._rules_of: House = NOTHING_CHOSEN

    def _rules_in(self, hand: Hand) -> RulesInForce:
        """The rules that the house rules of a hand leave something to say."""
        if self._rules_of is not hand.house:
            self._rules_of = hand.house
            self._rules = rules_in_force(self.rulebook.rules, hand.house)
        return self._rules

    def step(self, seq: int, event: Event) -> None:
        """Judge one event, and let it happen."""
        kind = event["type"]
        hand = self.table.hand
        if kind in READERS and hand is not None and (kind != "gap" or not hand.over):
            act = READERS[kind](hand, seq, event)
            if kind == "payment" and hand.out_of_cards:
                self._judge(hand, hand, Act(seq, "next_hand", event))
            self._judge(hand, hand, act)
            carry_out(hand, act)
            if kind == "forgive":
                self.table.forgiven.add(event["event"])
            return
        if kind in READERS and hand is None and kind != "gap":
            self._judge(self.table, hand, Act(seq, BEFORE_ANY_HAND, event))
            return
        if kind == "hand" and hand is not None:
            self._close(hand, seq, event)
        elif kind in session.BETWEEN_HANDS and hand is not None and hand.out_of_cards:
            self._judge(hand, hand, Act(seq, "next_hand", event))
            conclude(hand, seq)
        act = session.read(self.table, seq, event)
        self._judge(self.table, hand, act)
        if kind in session.SESSION:
            session.SESSION[kind](self.table, act)

    def _judge(self, place: Table | Hand, hand: Hand | None, act: Act | Closing) -> None:
        if isinstance(place, Hand):
            signs = ALWAYS if isinstance(act, Closing) else signs_of(place, act)
            asked = self._rules_in(place).at(act.type, place.stage, signs)
        else:
            asked = self._all_rules.at(act.type)
        for check, rule in asked:
            verdict = check(place, act)
            if verdict:
                self._note(rule, verdict, hand, act)
            if verdict is not None and rule.silences:
                return

    def _note(self, rule: Rule, verdict: Verdict, hand: Hand | None, act: Act | Closing) -> None:
        number = (hand.number if hand else 0) + (act.type == "hand")
        for finding in findings_of(rule, verdict, number, act.seq):
            self.findings.append(finding)
            if hand is not None and rule.id in ONCE_A_HAND:
                hand.told.add((rule.id, finding.player or ""))

    def _close(self, hand: Hand, seq: int, event: Event) -> None:
        if self._is_closed(hand):
            return
        if not hand.over:
            self._judge(hand, hand, Act(seq, "next_hand", event))
            conclude(hand, seq)
        closing = self.closing(hand)
        self._judge(hand, hand, Act(seq, HINDSIGHT, event))
        self._judge(hand, hand, closing)
        settlement = closing.settlement
        self.settled.append(settlement)
        self.table.take_result(hand, settlement)

    def _is_closed(self, hand: Hand) -> bool:
        """Whether the hand is settled for good: a line that was to open the next one, and could
        not, has closed it already."""
        return len(self.settled) == hand.number

    def closing(self, hand: Hand) -> Closing:
        """The hand as its record stands, with the hands since the last payments."""
        earlier: list[Settlement] = []
        for before in reversed(self.table.hands[: hand.number - 1]):
            if before.payments:
                break
            earlier.append(self.settled[before.number - 1])
        return close(hand, tuple(reversed(earlier)))

    def all_findings(self) -> list[Finding]:
        """Every finding so far, those about the end of a hand that may still grow included; in the
        order of events, then of rule ids."""
        return self.found(0, final=True)

    def found(self, since: int, *, final: bool) -> list[Finding]:
        """The findings about the hands from this number on, in the order of events, then of rule
        ids; those about the end of a hand that is still the last one only if ``final``."""
        found = list(takewhile(lambda one: one.hand >= since, reversed(self.findings)))[::-1]
        hand = self.table.hand
        if hand is not None and not self._is_closed(hand):
            looks: list[Act | Closing] = [Act(hand.last_event, HINDSIGHT, {})]
            looks += [self.closing(hand)] if hand.over and final else []
            for look in looks:
                for check, rule in self._rules_in(hand).at(look.type, hand.stage):
                    found += findings_of(rule, check(hand, look), hand.number, look.seq)
        kept = [one for one in found if not self._taken_back(one)]
        return sorted(kept, key=lambda one: (one.event, one.rule))

    def _taken_back(self, finding: Finding) -> bool:
        """Whether a win that seemed missed was declared after all, which is told as late."""
        if finding.rule != "auto.missed" or finding.player is None:
            return False
        seat = self.table.hands[finding.hand - 1].find(finding.player)
        return seat is not None and seat.declared_late

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, or of the last one; 0 before the first."""
        return len(self.table.hands)

    @property
    def hand_is_open(self) -> bool:
        """Whether there is a hand in play that is not decided."""
        hand = self.table.hand
        return hand is not None and not hand.over

    @property
    def decided_in_the_open(self) -> bool:
        """Whether ten melded cards won the last hand."""
        hand = self.table.hand
        return hand is not None and hand.outcome.kind == "melds"

    def expected(self) -> list[Expectation]:
        """What may come next, and who may do it."""
        return expected(self.table)

    def view(self) -> dict[str, Any]:
        """What lies on the table now."""
        return view(self.table)

    def deals(self, seqs: Sequence[int]) -> Deals | None:
        """All deals that fit the record, as they stood after these events; None outside a hand."""
        for seq in reversed(seqs):
            for hand in reversed(self.table.hands):
                moment = hand.where.evidence.moment_of(seq)
                if moment or seq == hand.first_event:
                    return Deals(hand, moment)
        return None

    def situation(self, event: Event) -> list[Fact]:
        """How the table stands before an event, as far as such events are judged by it."""
        return situation(self.table, event)

    def knowledge(self, seqs: Sequence[int]) -> list[Known]:
        """What the record proves about every hand after these events."""
        deals = self.deals(seqs)
        return known(deals) if deals is not None else []

    def possible_deal(self, seqs: Sequence[int], where: Mapping[str, str]) -> dict[str, Any] | None:
        """One deal that fits the record, with these cards where they are asked to be."""
        deals = self.deals(seqs)
        deal = deals.one(conditions_of(deals.hand, where)) if deals is not None else None
        return deal.as_dict(deals.hand) if deals is not None and deal is not None else None

    def report(self, events: int, spell: SpellCard) -> dict[str, Any]:
        """The report (see ``report.md``) after a log of that many lines."""
        settled = self._settlements()
        return report(self.rulebook, self.table, settled, self.all_findings(), events, spell)

    def undecided(self) -> list[Undecided]:
        """What the record leaves open."""
        return open_questions(self.table, self._settlements())

    def milestones(self) -> list[Milestone]:
        """Where cards were asked for, where melds were taken apart for others, and wins."""
        return sorted(
            (one for hand in self.table.hands for one in milestones_of(hand)),
            key=lambda one: one.event,
        )

    def _settlements(self) -> list[Settlement]:
        """The money of every hand as its record stands."""
        hands = self.table.hands
        if not hands:
            return []
        return [*self.settled[: len(hands) - 1], self.closing(hands[-1]).settlement]

    @property
    def house(self) -> House:
        """The house rules of the next hand."""
        return self.table.house

    @house.setter
    def house(self, house: House) -> None:
        self.table.house = house

    def begins_afresh(self, event: Event) -> bool:
        """Whether a hand that this event opens takes nothing but money from the hands before. Where
        the table has nobody of the dealer's name, whose deal it is depends on how they ended."""
        return self.table.known(event["dealer"]) in self.table.seated()

    def pots(self, since: Snapshot, closed_by: int | None) -> dict[tuple[int, str], Result]:
        """What the hands since a snapshot decide, by hand and pot; ``closed_by`` is the number of
        the ``hand`` event that closes the last of them."""
        hand = self.table.hand
        if hand is not None and closed_by is not None and not hand.over:
            conclude(hand, closed_by)
        return {
            (hand.number, pot): result
            for hand in self.table.hands[since.hands :]
            for pot, result in pots(hand).items()
        }

    def snapshot(self) -> Snapshot:
        """The table before a new hand is opened."""
        table, hand = self.table, self.table.hand
        return Snapshot(
            house=table.house,
            chairs=[(chair, chair.taken) for chair in table.chairs],
            players=list(table.players),
            names=table.names,
            hands=len(table.hands),
            findings=len(self.findings),
            settled=len(self.settled),
            last_dealer=table.last_dealer,
            last_bet=table.last_bet,
            carried=table.carried,
            stakes=table.stakes,
            side_carried=dict(table.side_carried),
            winnerless=table.winnerless,
            last_hand=(hand.stage, hand.outcome, hand.act) if hand else None,
            blurred=table.blurred,
            unsure=table.unsure,
            disputes=dict(table.disputes),
            forgiven=frozenset(table.forgiven),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to the moment of a snapshot; the hands before it are as they were then."""
        table = self.table
        table.house = snapshot.house
        table.chairs = [chair for chair, _ in snapshot.chairs]
        for chair, taken in snapshot.chairs:
            chair.taken = taken
        table.players = list(snapshot.players)
        table.names = snapshot.names
        del table.hands[snapshot.hands :]
        if table.hand is not None and snapshot.last_hand is not None:
            table.hand.stage, table.hand.outcome, table.hand.act = snapshot.last_hand
        del self.findings[snapshot.findings :]
        del self.settled[snapshot.settled :]
        table.last_dealer = snapshot.last_dealer
        table.last_bet = snapshot.last_bet
        table.carried = snapshot.carried
        table.stakes = snapshot.stakes
        table.side_carried = dict(snapshot.side_carried)
        table.winnerless = snapshot.winnerless
        table.blurred = snapshot.blurred
        table.unsure = snapshot.unsure
        table.disputes = dict(snapshot.disputes)
        table.forgiven = set(snapshot.forgiven)


def milestones_of(hand: Hand) -> Iterable[Milestone]:
    """What people look for in a hand, each with its sign on the score sheet."""
    for event, player in hand.claimed.items():
        asked = Sentence("{player} asks for the card on offer.", {"player": player})
        yield Milestone(event, "?", asked)
    for event, player in hand.rearranged.items():
        made = Sentence("{player} makes a desmoche.", {"player": player})
        yield Milestone(event, "^", made)
    if hand.outcome.winner is not None and hand.outcome.event is not None:
        won = Sentence("{player} wins the hand.", {"player": hand.outcome.winner.name})
        yield Milestone(hand.outcome.event, "*", won)


def findings_of(rule: Rule, verdict: Verdict, hand: int, seq: int) -> Iterable[Finding]:
    """The findings that a rule's verdict amounts to."""
    if verdict is None:
        return
    for breach in (verdict,) if isinstance(verdict, Breach) else verdict:
        yield Finding(
            event=breach.event or seq,
            hand=hand,
            rule=rule.id,
            kind=breach.kind or rule.kind,
            player=breach.player,
            cites=breach.cites,
            text=breach.text,
            facts=breach.facts,
        )
