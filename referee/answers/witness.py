"""A table of a declared game, for replay, pages and rulings."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any

from referee.answers import expecting, knowing, money, reporting, scoring, situation
from referee.answers.scoring import ScoredTable
from referee.core.hand import UNDECIDED, Act, Hand
from referee.core.table import Moment
from referee.judging.corrections import Event, Numbered
from referee.judging.findings import RECORDED, Expectation, Fact, Finding, Known, Undecided
from referee.judging.report import Report
from referee.judging.rulebook import Milestone
from referee.wording.sentences import Sentence, SpellCard


class Witness(ScoredTable):
    """A table that answers questions about itself (see ``referee.judging.replay.Play``)."""

    @property
    def is_complete(self) -> bool:
        """True if the game has had all its hands, or a player has reached the target."""
        if self.game.target is None or self.is_full:
            return super().is_complete
        return scoring.has_reached_target(self)

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

    def count(self, hand: Hand) -> None:
        """Add up the points of a closed hand."""
        scoring.add_up(self, hand)

    def found(self, since: int, *, final: bool) -> list[Finding]:
        """Return the findings about the hands from number ``since`` on (0: all); those about the
        score of the last hand only if ``final``."""
        return self._found(since, scoring.settle(self) if final else None)

    def _found(self, since: int, evening: scoring.EveningResults | None) -> list[Finding]:
        kept = [finding for finding in self.findings if finding.hand >= since]
        if evening is not None and self.hand is not None and not self.hand_is_open:
            kept += scoring.findings(self, self.hand, evening.hands[-1])
        if money.has_money(self):
            last = len(self.hands) if evening is not None else len(self.hands) - 1
            hands = (evening or scoring.settle(self)).hands
            paid = money.findings(self, money.purses(self, hands))
            kept += [finding for finding in paid if since <= finding.hand <= last]
        return sorted(kept, key=lambda finding: (finding.event, finding.rule))

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
        return reporting.report_of_points(self, evening, self._found(0, evening), events, spell)

    def standing(self) -> Report:
        """Return the part of the report with the standings."""
        return reporting.standing(self)

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
        hands = self._worked_back(past, later)
        return () if hands is None else knowing.knowledge(*hands)

    def possible_deal(
        self, past: Sequence[Numbered], later: Sequence[Numbered], where: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """Return a deal that fits the record, with cards at the requested places."""
        hands = self._worked_back(past, later)
        if hands is None:
            return None
        return knowing.possible_deal(*hands, knowing.knowledge(*hands), where)

    def _worked_back(
        self, past: Sequence[Numbered], later: Sequence[Numbered]
    ) -> tuple[Hand, Hand] | None:
        """Return the hand after the later lines, and the hand after the ``past`` events."""
        then = type(self)(self.game, self.rulebook, self.opening)
        then.play_on(past[1:])
        hand = then.hand
        if hand is None or hand.maybe("over") or not hand.is_dealt:
            return None
        before = hand.fork()
        then.play_on(knowing.rest_of_hand(later))
        return then.hands[hand.number - 1], before

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

    def unasked(self, event: Event) -> list[str]:
        """Return the rules that cannot judge an event because they depend on an open fact."""
        act = self._act_of(event)
        return [*situation.unasked(self.rules, self.hands[-1], act)] if act is not None else []

    def _act_of(self, event: Event) -> Act | None:
        """Return an event as an act of the current hand; None if it is no act."""
        form, hand = self.game.events.get(event["type"]), self.hand
        if form is None or hand is None:
            return None
        return hand.act(0, event, form, hand.seat_of(event["player"]) if form.is_act else None)

    def milestones(self) -> list[Milestone]:
        """Return the notable events of the evening."""
        text = "{player} wins the hand."
        return [
            Milestone(result.event, "*", Sentence(text, {"player": result.winner}))
            for result in scoring.settle(self).hands
            if result.winner is not None and result.event is not None
        ]
