"""A table of a declared game, for replay, pages and rulings."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from referee.answers import expecting, knowing, money, scoring, situation
from referee.answers.scoring import ScoredTable
from referee.core.hand import UNDECIDED, Act, Hand
from referee.core.table import Moment
from referee.judging.corrections import Event, Numbered
from referee.judging.findings import RECORDED, Expectation, Fact, Finding, Known, Undecided
from referee.judging.report import Report
from referee.judging.rulebook import Milestone
from referee.wording.sentences import Sentence, SpellCard, plain

FORMAT: Final = 1  # of a report (see ``report.md``)


class Witness(ScoredTable):
    """A table that answers questions about itself (see ``referee.judging.replay.Play``)."""

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, or of the last one; 0 before the first."""
        return len(self.hands)

    @property
    def round(self) -> int:
        """The number of the last round begun; hands that do not count are left out."""
        return self.hand.round if self.hand is not None else 0

    @property
    def decided_in_the_open(self) -> bool:
        """True if the last hand was decided in full view of the table."""
        hand = self.hand
        if hand is None or hand.contested:
            return False
        return hand.maybe("over") not in (None, UNDECIDED)

    def found(self, since: int, *, final: bool) -> list[Finding]:
        """Return the findings about the hands from number ``since`` on (0: all); those about the
        score of the last hand only if ``final``."""
        return self._found(since, scoring.settle(self) if final else None)

    def _found(self, since: int, evening: scoring.EveningResults | None) -> list[Finding]:
        kept = self._kept(since)
        if evening is not None and self.hand is not None and not self.hand_is_open:
            kept += scoring.findings(self, self.hand, evening.hands[-1])
        if money.has_money(self):
            last = len(self.hands) if evening is not None else len(self.hands) - 1
            hands = (evening or scoring.settle(self)).hands
            paid = money.findings(self, money.purses(self, hands))
            kept += [finding for finding in paid if since <= finding.hand <= last]
        return sorted(kept, key=lambda finding: (finding.event, finding.rule))

    def _kept(self, since: int) -> list[Finding]:
        """Return the findings of the play; none about melds that may be those at the end."""
        lone = dict(self.hands[-1].lone_lines) if self.hands else ()
        return [found for found in self.findings if found.hand >= since and found.event not in lone]

    def begins_afresh(self, event: Event) -> bool:
        """Return whether a hand opened now depends on earlier ones only by their points."""
        return "follows" not in self.game.hooks

    def pots(
        self, since: Moment, closed_by: int | None
    ) -> dict[tuple[int, str], Callable[[], Hashable]]:
        """Return the results of the hands since a snapshot, one pot each. The event ``closed_by``
        closes the last hand."""
        if closed_by is not None:
            self._close_last(closed_by, {"type": "hand"})
        hands = self.hands[len(since.facts["hands"]) :]
        return {(hand.number, "hand"): partial(scoring.decided_by, self, hand) for hand in hands}

    def report(self, events: int, spell: SpellCard) -> Report:
        """Return the report of a log of ``events`` lines."""
        evening = scoring.settle(self)
        points = {"scores": evening.sums, "winners": evening.winners} if self.game.scored else {}
        nothing = dict.fromkeys(self.players, 0)
        more = {"totals": nothing, "carried": 0, "side_carried": {}, **points}
        accounts = [*map(_account, self.hands, evening.hands)]
        if money.has_money(self):
            purses = money.purses(self, evening.hands)
            more |= money.money_of_evening(self, purses, evening.undecided)
            for account, purse in zip(accounts, purses, strict=True):
                account.update(pot=purse.pot, net=purse.net, carried=purse.carried)
        found = self._found(0, evening)
        return self.filled_in(events, spell, found, accounts, evening.undecided, **more)

    def filled_in(
        self,
        events: int,
        spell: SpellCard,
        findings: Iterable[Finding],
        accounts: Iterable[Mapping[str, Any]],
        undecided: Iterable[Undecided],
        **more: Any,
    ) -> Report:
        """Return a report with the game's ``accounts`` of its hands and ``more`` fields."""
        hands = zip(self.hands, accounts, strict=True)
        fields = {
            "format": FORMAT,
            "game": self.rulebook.name,
            "edition": self.rulebook.edition,
            "house": plain(self.opening_house),
            "players": list(self.players),
            "events": events,
            "findings": [finding.to_dict(self.status(finding), spell) for finding in findings],
            "hands": [_reported(hand, self.players, account) for hand, account in hands],
            **more,
            "undecided": [question.to_dict(spell) for question in undecided],
        }
        return Report(fields)

    def standing(self) -> Report:
        """Return the part of the report with the standings."""
        evening = scoring.settle(self)
        totals = money.evening(self, money.purses(self, evening.hands)).account().totals
        fields = {"game": self.rulebook.name, "players": list(self.players), "totals": totals}
        return Report(fields | ({"scores": evening.sums} if self.game.scored else {}))

    def undecided(self) -> list[Undecided]:
        """Return the open questions."""
        return scoring.settle(self).undecided

    def view(self) -> dict[str, Any]:
        """Return the table as plain data."""
        hand = self.hands[-1] if self.hands else None
        lying = situation.view_of(hand, scoring.result_of(self, hand)) if hand else None
        if lying is not None and money.has_money(self):
            lying["pot"] = money.purses(self, scoring.settle(self).hands)[-1].carried
        return {"seated": list(self.players), "hand": lying}

    def expected(self) -> list[Expectation]:
        """Return the acts that may come next, required ones first."""
        return sorted(expecting.expected(self), key=lambda expectation: not expectation.required)

    def knowledge(self, past: Sequence[Numbered], later: Sequence[Numbered]) -> Sequence[Known]:
        """Return the proven facts about every hand after the ``past`` events."""
        readings = self._read_back(past, later)
        every = zip(*(self._known_of(*reading) for reading in readings), strict=True)
        return [knowing.in_every_reading(facts, readings[0][0].deck.faces()) for facts in every]

    def possible_deal(
        self, past: Sequence[Numbered], later: Sequence[Numbered], where: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """Return a deal that fits the record, with cards at the requested places."""
        found = (
            knowing.possible_deal(*hands, self._known_of(*hands), where)
            for hands in self._read_back(past, later)
        )
        return next((deal for deal in found if deal is not None), None)

    def _known_of(self, hand: Hand, then: Hand) -> list[Known]:
        """Return the proven facts about every hand at the moment ``then`` of one reading."""
        return [knowing.known_of(hand, then, seat) for seat in then.seats]

    def _read_back(
        self, past: Sequence[Numbered], later: Sequence[Numbered]
    ) -> list[tuple[Hand, Hand]]:
        """Return the readings of the hand after the later lines, each with its reading after the
        ``past`` events; empty outside of hands."""
        then = type(self)(self.game, self.rulebook, self.opening)
        then.play_on(past[1:])
        hand = then.hand
        if hand is None or hand.maybe("over") or not situation.is_dealt(hand):
            return []
        before = hand.fork()
        then.play_on(knowing.rest_of_hand(later))
        return [(then.hands[hand.number - 1], before)]

    def deciding_facts(self, event: Event, rule: str) -> list[Fact]:
        """Return the facts that decide the verdict of a rule."""
        act, hand = self._act_of(event), self.hand
        if hand is not None and rule == "dealer.rotation":
            text = "{dealer} dealt the hand before."
            return [Fact(RECORDED, text, {"dealer": hand.seats[-1].name}, (hand.first_event,))]
        return [*situation.deciding(self.rules, self.hands[-1], act, rule)] if act else []

    def why_in_order(self, event: Event) -> list[Fact]:
        """Return the facts that show why an event was in order."""
        act = self._act_of(event)
        if act is None or not act.form.in_turn:
            return []
        return list(situation.facts_of(self.hands[-1], act.seat, ["turn"]))

    def undecidable(self, event: Event) -> list[str]:
        """Return the rules that cannot judge an event because they depend on an open fact."""
        act = self._act_of(event)
        return [*situation.undecidable(self.rules, self.hands[-1], act)] if act is not None else []

    def _act_of(self, event: Event) -> Act | None:
        """Return an event as an act of the current hand; None if it is no act."""
        form, hand = self.game.events.get(event["type"]), self.hand
        if form is None or hand is None:
            return None
        return hand.act(0, event, form, hand.seat_of(event["player"]) if form.is_act else None)

    def milestones(self) -> list[Milestone]:
        """Return the notable events of the evening."""
        text = "{player} wins the hand."
        return [Milestone(at, "*", Sentence(text, {"player": who})) for who, at in self._wins()]

    def _wins(self) -> Iterator[tuple[str, int]]:
        """Yield the winner of each hand that was won, and the deciding event."""
        for result in scoring.settle(self).hands:
            if result.winner is not None and result.event is not None:
                yield result.winner, result.event


def _reported(hand: Hand, players: Sequence[str], account: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand as plain data, with money and points in the order of ``players``."""
    fields = {
        "hand": hand.number,
        "first_event": hand.first_event,
        "last_event": hand.last_event,
        "dealer": hand.seats[-1].name,
        "bet": 0,
        "stakes": 1,
        "pot": 0,
        "outcome": {},
        "bonuses": [],
        "side_games": [],
        "disqualified": [],
        "withdrawn": [],
        "net": dict.fromkeys(players, 0),
        "carried": 0,
        "if_enforced": None,
        **account,
    }
    for field in {"net", "scores"} & fields.keys():
        fields[field] = {name: fields[field][name] for name in players if name in fields[field]}
    return fields


def _account(hand: Hand, result: scoring.Result) -> dict[str, Any]:
    """Return the account of a hand of points: its outcome and points."""
    outcome = {"kind": result.kind, "winner": result.winner, "win": None, "melds": result.melds}
    points = {"scores": result.points} if hand.game.scored else {}
    basis = {"basis": result.basis} if result.basis or hand.game.scored else {}
    return {"outcome": {**outcome, "event": result.event}, **points, **basis}
