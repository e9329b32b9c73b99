"""A game under judgement: one event after another onto one table.

For every event the rules look at the table as it was before; then the mechanics let the event
happen. A game of its own is a subclass that says how a hand is opened, what its events do, what a
hand comes to, and what may come next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any, ClassVar, Generic

from referee.cards.deck import UNRECORDED
from referee.judging.expectation import Expectation
from referee.judging.facts import Fact, Known
from referee.judging.findings import Breach, Finding, Undecided
from referee.judging.kernel import session
from referee.judging.kernel.acts import ANY, BEFORE_ANY_HAND, CLOSING, NEXT_HAND, Act, Reader
from referee.judging.kernel.closing import Closing
from referee.judging.kernel.expecting import after_the_hand
from referee.judging.kernel.hands import BEFORE_THE_DEAL, OVER, PLAYING, UNDECIDED, Outcome
from referee.judging.kernel.reporting import report
from referee.judging.kernel.results import Result
from referee.judging.kernel.scoring import carried_on, fewest
from referee.judging.kernel.situation import Asked
from referee.judging.kernel.table import H, Table
from referee.judging.kernel.viewing import view
from referee.judging.rulebook import Check, Event, House, Milestone, Rule, Rulebook, Verdict
from referee.wording.sentences import Sentence, SpellCard

ONCE_A_HAND = frozenset({"hand.over", "card.count"})
"""Rules that speak once for a hand (and player): a slip is not told again with every event."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table between two hands: everything that a later event can change."""

    house: House
    events: int
    hands: int
    findings: int
    results: int
    last_hand: tuple[int, Outcome, Any, bool] | None
    blurred: bool
    hands_missing: bool
    disputes: dict[int, int]
    forgiven: frozenset[int]


class CardGame(ABC, Generic[H]):
    """A game being judged; see ``referee.judging.replay.Play``.

    ``play`` are the events of play, which no hand has before its deal or after its end, and
    ``mechanics`` what each event does to the hand. ``most_hands`` is how many hands make a game;
    ``asked`` has what a ruling wants to know of the table before each event.
    """

    play: ClassVar[frozenset[str]]
    mechanics: ClassVar[Mapping[str, Callable[[Any, Act], None]]]
    most_hands: ClassVar[int | None] = None
    asked: ClassVar[Asked] = {}
    counts_points: ClassVar[bool] = True

    def __init__(self, rulebook: Rulebook, opening: Event) -> None:
        self.rulebook = rulebook
        house = rulebook.house(opening.get("house", {}))
        self.table: Table[H] = Table(
            house=house,
            opening_house=house,
            players=list(opening["players"]),
            rule_ids=frozenset(rule.id for rule in rulebook.rules),
            most_hands=self.most_hands,
        )
        self.findings: list[Finding] = []
        self._opening = opening
        self._events: list[tuple[int, Event]] = []
        self._reader = Reader(rulebook.events, self.play)
        self._hand_events = rulebook.events.keys() - {"hand", "forgive"}
        self._rules: dict[str, list[tuple[Check, Rule]]] = {}
        for rule in sorted(rulebook.rules, key=lambda rule: not rule.silences):
            for kind in (*rulebook.events, *session.EVENTS) if ANY in rule.on else rule.on:
                self._rules.setdefault(kind, []).append((rule.check, rule))

    # What a game says of itself

    @abstractmethod
    def open_hand(self, act: Act, dealer: str, order: list[str]) -> H:
        """The next hand; ``order`` are its players, the dealer last."""

    @abstractmethod
    def settle(self, hand: H) -> Result:
        """What a hand comes to as its record stands. Changes nothing."""

    @abstractmethod
    def expected_in(self, hand: H) -> Iterator[Expectation]:
        """What may come next in a hand that is not over."""

    def conclude(self, hand: H, seq: int) -> None:
        """A hand that was not over is closed by the next one."""
        hand.finish(Outcome(UNDECIDED, seq))

    def view_of(self, hand: H) -> dict[str, Any]:
        """What a game shows of its hand besides what all games show, by the same names."""
        return {}

    def seat_of(self, hand: H, seat: Any) -> dict[str, Any]:
        """What a game shows of a seat besides what all games show, by the same names."""
        return {}

    def winners(self, scores: Mapping[str, int | None]) -> list[str]:
        """Who has won a game that has had its last hand, by what everybody has."""
        return fewest(scores)

    def gap(self, hand: H, act: Act) -> None:
        """Something in the hand was not written down."""
        hand.blurred, hand.turn, hand.taken = True, None, False
        holdings = [seat.holding for seat in hand.seats]
        hand.cards.lose_sight(holdings, act.event.get("stock"))
        hand.stage = max(hand.stage, PLAYING)

    def melds_told(self, act: Act) -> dict[str | None, list[list[str]]]:
        """The melds that lie behind a gap, by the players at the table."""
        melds = act.event.get("melds", {})
        return {self.table.known(name): lying for name, lying in melds.items()}

    def shows_a_deal(self, act: Act) -> bool:
        """Whether an act shows that there was a deal, which nobody wrote down."""
        return act.of_play and act.type != "deal"

    def understand(self, hand: H, act: Act) -> None:
        """Let happen what an act shows that nobody wrote down."""

    def deal(self, hand: H, hands: Mapping[str, list[str] | int]) -> None:
        """The deal, as far as somebody saw it."""
        dealt = {self.table.known(name): cards for name, cards in hands.items()}
        for seat in hand.seats:
            cards = dealt.get(seat.name, hand.each)
            named = [UNRECORDED] * cards if isinstance(cards, int) else cards
            hand.cards.deal(seat.holding, named)
        hand.stage = PLAYING
        hand.turn, hand.taken = hand.first, False

    # What all games do

    def step(self, seq: int, event: Event) -> None:
        """Judge one event, and let it happen."""
        self._events.append((seq, event))
        kind, hand = event["type"], self.table.hand
        if kind in self._hand_events or (kind == "gap" and hand is not None and not hand.over):
            if hand is None:
                self._judge(self.table, None, self._reader.plain(seq, event, BEFORE_ANY_HAND))
                return
            if len(self.table.results) == hand.number:
                # it belongs to a hand that the game has not, which was told when it was opened
                return
            act = self._reader.read(seq, event, hand.find, hand.turn)
            if hand.stage == BEFORE_THE_DEAL and self.shows_a_deal(act):
                self.deal(hand, {})
                act.seat = act.seat or hand.turn
            self.understand(hand, act)
            self._judge(hand, hand, act)
            self.carry_out(hand, act)
            return
        if kind == "hand" and hand is not None:
            self._close(hand, seq, event)
        act = session.read(self.table, seq, event)
        self._judge(self.table, hand, act)
        if kind == "hand":
            self._open(act)
        elif kind in session.SESSION:
            session.SESSION[kind](self.table, act)

    def carry_out(self, hand: H, act: Act) -> None:
        """Let an event of a hand happen."""
        hand.last_event = max(hand.last_event, act.seq)
        if act.type in self.play and hand.stage == OVER:
            return
        if act.type == "gap":
            self.gap(hand, act)
        elif act.type == "deal":
            if hand.stage == BEFORE_THE_DEAL:
                self.deal(hand, act.event["hands"])
        else:
            self.mechanics[act.type](hand, act)

    def _open(self, act: Act) -> None:
        table = self.table
        if table.is_full:
            return
        known = table.known(act.event["dealer"]) or table.next_dealer
        dealer = known or table.players[-1]
        at = table.players.index(dealer)
        order = table.players[at + 1 :] + table.players[: at + 1]
        hand = self.open_hand(act, dealer, order)
        hand.dealer_known = known is not None
        hand.hands_missing = table.hands_missing
        table.hands.append(hand)
        table.blurred = not hand.dealer_known

    def _judge(self, place: Any, hand: H | None, act: Act | Closing) -> None:
        for check, rule in self._rules.get(act.type, ()):
            verdict = check(place, act)
            if verdict is None:
                continue
            opens = act.type == "hand" and not self.table.is_full
            number = (hand.number if hand else 0) + opens
            for finding in findings_of(rule, verdict, number, act.seq):
                if hand is not None and rule.id in ONCE_A_HAND:
                    said = (rule.id, finding.player or "")
                    if said in hand.told:
                        continue
                    hand.told.add(said)
                self.findings.append(finding)
            if rule.silences:
                return

    def _close(self, hand: H, seq: int, event: Event) -> None:
        if len(self.table.results) == hand.number:
            return
        if not hand.over:
            self._judge(hand, hand, Act(seq, NEXT_HAND, event))
            self.conclude(hand, seq)
        closing = self._closing(hand)
        self._judge(hand, hand, closing)
        self.table.results.append(closing.result)

    def _closing(self, hand: H) -> Closing:
        table, before = self.table, hand.number - 1
        carried = carried_on(table.hands[:before], table.results[:before], table.players)
        sums = {} if hand.hands_missing else table.scores()
        return Closing(hand.last_event, self.settle(hand), sums, carried)

    def all_findings(self) -> list[Finding]:
        """Every finding so far, those about the end of a hand that may still grow included; in the
        order of events, then of rule ids."""
        return self.found(0, final=True)

    def found(self, since: int, *, final: bool) -> list[Finding]:
        """The findings about the hands from this number on, in the order of events, then of rule
        ids; those about the end of a hand that is still the last one only if ``final``."""
        found = list(takewhile(lambda one: one.hand >= since, reversed(self.findings)))[::-1]
        hand = self.table.hand
        if hand is not None and hand.over and final and len(self.table.results) < hand.number:
            closing = self._closing(hand)
            for check, rule in self._rules.get(CLOSING, ()):
                found += findings_of(rule, check(hand, closing), hand.number, closing.seq)
        return sorted(found, key=lambda one: (one.event, one.rule))

    def results(self) -> list[Result]:
        """What every hand comes to as its record stands."""
        table = self.table
        open_hands = table.hands[len(table.results) :]
        return [*table.results, *(self._closing(hand).result for hand in open_hands)]

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
        """Whether the last hand was decided by what everybody saw."""
        hand = self.table.hand
        return hand is not None and hand.over and hand.outcome.kind != UNDECIDED

    def expected(self) -> list[Expectation]:
        """What may come next: first what play waits for, then the rights of the players, then what
        belongs between two hands."""
        hand = self.table.hand
        found = list(self.expected_in(hand)) if hand is not None and not hand.over else []
        found += after_the_hand(self.table, counts_points=self.counts_points)
        return sorted(found, key=lambda one: not one.required)

    def view(self) -> dict[str, Any]:
        """What lies on the table now."""
        hand = self.table.hand
        if hand is None:
            return {"seated": list(self.table.players), "hand": None}
        seats = [self.seat_of(hand, seat) for seat in hand.seats]
        pot = self.results()[-1].pot if self.rulebook.money else None
        return view(self.table, hand, self.view_of(hand), seats, pot)

    def knowledge(self, seqs: Sequence[int]) -> Sequence[Known]:
        """What the record has shown of every hand by these events; nothing outside a hand. What
        only later lines show is not worked out backwards."""
        until = set(seqs)
        then = type(self)(self.rulebook, self._opening)
        for seq, event in self._events:
            if seq in until:
                then.step(seq, event)
        hand = then.table.hand
        if hand is None or hand.over or hand.stage == BEFORE_THE_DEAL:
            return ()
        return [then.known_of(hand, seat) for seat in hand.seats]

    def known_of(self, hand: H, seat: Any) -> Known:
        """What the record has shown of a player's hand."""
        holding, cards = seat.holding, hand.cards
        unseen = holding.unseen
        possibly = tuple(cards.unseen()) if unseen != 0 else ()
        few = holding.known.total()
        most = few + (unseen if unseen is not None else cards.deck or 0)
        return Known(seat.name, tuple(holding.cards), possibly, (), (few + (unseen or 0), most))

    def possible_deal(self, seqs: Sequence[int], where: Mapping[str, str]) -> dict[str, Any] | None:
        """Nothing is worked out backwards in these games."""
        return None

    def undecided(self) -> list[Undecided]:
        """What the record leaves open."""
        return [one for result in self.results() for one in result.questions]

    def situation(self, event: Event) -> list[Fact]:
        """How the table stands before an event, as far as such events are judged by it."""
        hand = self.table.hand
        if hand is None:
            return []
        return [fact for ask in self.asked.get(event["type"], ()) for fact in ask(hand, event)]

    def milestones(self) -> list[Milestone]:
        """Where the hands were decided."""
        won = (
            Milestone(
                hand.outcome.event,
                "*",
                Sentence("{player} wins the hand.", {"player": hand.outcome.winner}),
            )
            for hand in self.table.hands
            if hand.outcome.winner is not None and hand.outcome.event is not None
        )
        return list(won)

    @property
    def house(self) -> House:
        """The house rules of the next hand."""
        return self.table.house

    @house.setter
    def house(self, house: House) -> None:
        self.table.house = house

    def report(self, events: int, spell: SpellCard) -> dict[str, Any]:
        """The report after a log of that many lines."""
        table, points = self.table, self.counts_points
        found, results = self.all_findings(), self.results()
        told = report(self.rulebook, table, results, found, events, spell, counts_points=points)
        if not points:
            return told
        complete = table.is_full and all(hand.over for hand in table.hands)
        return {**told, "winners": self.winners(told["scores"]) if complete else []}

    def begins_afresh(self, event: Event) -> bool:
        """Points, and who has begged how often, go from hand to hand."""
        return False

    def pots(
        self, since: Snapshot, closed_by: int | None
    ) -> dict[tuple[int, str], Callable[[], Hashable]]:
        """What the hands since a snapshot decide, hand by hand."""
        return {
            (hand.number, "hand"): partial(self._decided, hand)
            for hand in self.table.hands[since.hands :]
        }

    def _decided(self, hand: H) -> Hashable:
        result = self.settle(hand)
        counted = sorted(result.scores.items(), key=lambda item: item[0])
        return (
            hand.outcome.kind,
            hand.outcome.winner,
            tuple(counted),
            tuple(sorted(result.net.items())),
        )

    def snapshot(self) -> Snapshot:
        """The table before a new hand is opened."""
        table, hand = self.table, self.table.hand
        return Snapshot(
            house=table.house,
            events=len(self._events),
            hands=len(table.hands),
            findings=len(self.findings),
            results=len(table.results),
            last_hand=(hand.stage, hand.outcome, hand.turn, hand.taken) if hand else None,
            blurred=table.blurred,
            hands_missing=table.hands_missing,
            disputes=dict(table.disputes),
            forgiven=frozenset(table.forgiven),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to the moment of a snapshot; the hands before it are as they were then."""
        table = self.table
        table.house = snapshot.house
        del self._events[snapshot.events :]
        del table.hands[snapshot.hands :]
        hand = table.hand
        if hand is not None and snapshot.last_hand is not None:
            hand.stage, hand.outcome, hand.turn, hand.taken = snapshot.last_hand
        del self.findings[snapshot.findings :]
        del table.results[snapshot.results :]
        table.blurred = snapshot.blurred
        table.hands_missing = snapshot.hands_missing
        table.disputes = dict(snapshot.disputes)
        table.forgiven = set(snapshot.forgiven)


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
