"""Dimes under judgement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from referee.cards.deck import UNRECORDED
from referee.judging.account import HandMoney, Payment
from referee.judging.expectation import Expectation
from referee.judging.findings import Finding
from referee.judging.kernel.acts import Act
from referee.judging.kernel.session import SESSION
from referee.judging.rulebook import Event
from referee.knowledge.places import Cards
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.hands import PLAYING, Outcome
from referee.rulebooks.common.payments import is_put_right
from referee.rulebooks.common.pile_game import PileGame
from referee.rulebooks.common.scoring import summed, written_points, written_total
from referee.rulebooks.common.table import PileTable
from referee.rulebooks.dimes.counting import Counted, unsure
from referee.rulebooks.dimes.expecting import expected
from referee.rulebooks.dimes.hand import DimesHand
from referee.rulebooks.dimes.mechanics import MECHANICS
from referee.rulebooks.dimes.pot import STAKE, Before
from referee.rulebooks.dimes.rounds import ROUNDS
from referee.rulebooks.dimes.seats import JOKERS_A_PACK, Lying, Player, packs_for
from referee.rulebooks.dimes.settlement import owed_after, settle, sums_of
from referee.rulebooks.dimes.signs import signs_of
from referee.rulebooks.dimes.situation import ASKED, MATTERS, REASONS

PLAY: Final = frozenset({"turn_up", "draw", "take", "discard", "reshuffle"})
PLAYED: Final = PLAY | {"meld", "win"}
"""What is done only when the cards are dealt."""


def _gap_behind(table: PileTable[DimesHand], act: Act) -> None:
    """A gap behind the end of a hand belongs to it, too. Where whoever is out may have laid no
    meld, or the record ends the hand without anybody being out, the table may have played on."""
    hand = table.hand
    if hand is not None:
        hand.gap_behind = True
        if hand.ended_early is not None and not (hand.blurred and _may_tell_of_an_out(hand)):
            # the table may have played on, and not have counted yet
            hand.written.clear()
        if hand.may_have_laid_none or hand.ended_early is not None:
            hand.leave_open()
    SESSION["gap"](table, act)


def _may_tell_of_an_out(hand: DimesHand) -> bool:
    """Whether somebody may have been out by what was written down: who is out counts nothing."""
    return any(not written_points(hand, seat.name) for seat in hand.seats)


def _plays_on(hand: DimesHand, event: Event) -> bool:
    """Whether the table plays on behind an out that the record does not prove: somebody takes a
    card, or does behind a gap what comes after that, or whoever is out counts points behind one."""
    if not (hand.over and hand.perhaps_not_out):
        return False
    if event["type"] in ("draw", "take"):
        return True
    out = hand.outcome.winner
    if event["type"] == "score":
        points = event.get("points", {}).items()
        counts = any(count and hand.known(name) == out for name, count in points)
        return hand.gap_behind and counts
    another = hand.known(event.get("player", "")) != out
    return hand.gap_behind and another and event["type"] in ("discard", "win")


class Dimes(PileGame[DimesHand]):
    """A game being judged."""

    play: ClassVar = PLAY
    mechanics: ClassVar = MECHANICS
    session: ClassVar = {**SESSION, "gap": _gap_behind}
    signs: ClassVar = staticmethod(signs_of)
    asked: ClassVar = ASKED
    matters: ClassVar = MATTERS
    reasons: ClassVar = REASONS
    without_money: ClassVar = frozenset({"score.wrong"})
    most_hands: ClassVar = ROUNDS

    def deal_out(self, order: list[str], **opening: Any) -> DimesHand:
        """The next hand, with what the hands before it came to."""
        table = self.table
        packs = packs_for(len(order))
        staked = any(hand.stake for hand in table.hands)
        stake = STAKE if table.house["dimes"] == "on" and not staked else 0
        return DimesHand(
            **opening,
            seats=[Player(name, place) for place, name in enumerate(order)],
            each=table.rounds + 3,
            cards=Cards(packs, packs * JOKERS_A_PACK),
            before=self._before(stake),
            stake=stake,
        )

    def _before(self, stake: int) -> Before:
        table, last = self.table, self.table.hand
        if last is None:
            none = dict.fromkeys(table.players, 0)
            written = self._unless_missing(none)
            return Before(stake * len(table.players), none, written)
        result = table.results[-1]
        undecided = [
            (hand, each)
            for hand, each in zip(table.hands, table.results, strict=True)
            if hand.is_undecided
        ]
        return Before(
            pot=table.carried + stake * len(table.players),
            scores=summed(table.players, table.results),
            written=self._unless_missing(
                {name: _total_after(last, result, name) for name in table.players}
            ),
            outs=Counter(hand.outcome.winner for hand in table.hands if hand.outcome.winner),
            owed={} if last.payments_but_stakes() else owed_after(last, result.net),
            open_hands=tuple(hand.number for hand, _ in undecided),
            if_not_out={
                name: sum(each.scores.get(name) or 0 for _, each in undecided)
                for name in table.players
            },
        )

    def _unless_missing(self, totals: Mapping[str, int | None]) -> Mapping[str, int | None]:
        """These totals, unless a gap since the last hand may hide others."""
        table = self.table
        hidden = table.hands_missing and table.blurred
        return dict.fromkeys(totals) if hidden else totals

    def read(self, hand: DimesHand, seq: int, event: Event) -> Act:
        """An event of a hand. A hand that the record ended too early may go on, and a wrong deal be
        dealt anew."""
        kind = event["type"]
        if kind in ("draw", "take", "discard"):
            hand.goes_on()
        if _plays_on(hand, event):
            self._reopen(hand, seq)
        elif kind == "deal" and hand.misdealt:
            hand.deal_anew()
        return super().read(hand, seq, event)

    def _reopen(self, hand: DimesHand, seq: int) -> None:
        """The table plays on: whoever was taken for out may not have been. The record tells as much
        from here on as behind a gap."""
        hand.stage, hand.outcome, hand.perhaps_out_before = PLAYING, Outcome(), True
        hand.on_their_word, hand.rests_on_unseen, hand.gap_behind = 0, False, False
        self.gap(hand, Act(seq, "gap", {"type": "gap"}))

    def carry_out(self, hand: DimesHand, act: Act) -> None:
        """Let an event of a hand happen. Who plays on in a hand that is over may hold other cards
        afterwards."""
        if hand.over and act.of_play and act.seat is not None:
            act.seat.vague += 1
        super().carry_out(hand, act)
        if hand.cards.doubtful:
            hand.doubt_holders()

    def is_taken_back(self, finding: Finding) -> bool:
        """Return whether later payments make up for those that were wrong."""
        return finding.rule == "payment.wrong" and is_put_right(self, finding.hand, sums_of)

    def shows_a_deal(self, act: Act) -> bool:
        """Melds and a called win show a deal, too."""
        return act.type in PLAYED

    def settle(self, hand: DimesHand) -> Counted:
        """What a hand comes to as its record stands."""
        return settle(hand)

    def gap(self, hand: DimesHand, act: Act) -> None:
        """Something was not written down: only the melds that are told are known."""
        super().gap(hand, act)
        hand.begun = hand.cards.buried = not hand.is_untouched(act.event.get("stock"))
        hand.going_out, hand.last = None, None
        hand.cards.pile += [UNRECORDED] * hand.begun
        told = self.melds_told(act)
        for seat in hand.seats:
            seat.melds = [
                Lying(list(cards), act.seq, hand.turns) for cards in told.get(seat.name, ())
            ]

    def money_of(self, hand: DimesHand, result: Score) -> HandMoney:
        """The dimes of a hand. Who wrote down their stake has put it in by that."""
        wrote = {hand.name_of(one.giver) for one in hand.stakes_written}
        return HandMoney(
            net=result.net,
            stakes={seat.name: hand.stake for seat in hand.seats if seat.name not in wrote},
            payments=tuple(
                Payment(one.event, hand.name_of(one.giver), hand.name_of(one.taker), one.amount)
                for one in hand.payments
            ),
            pays_up=bool(hand.payments_but_stakes()),
        )

    @property
    def decided_in_the_open(self) -> bool:
        """Whether the last hand was decided by melds on the table, or by what the table did."""
        hand = self.table.hand
        return super().decided_in_the_open and hand is not None and not hand.on_their_word

    def expected_in(self, hand: DimesHand) -> Iterator[Expectation]:
        """What may come next in a hand that is not over."""
        return expected(hand)

    def seat_of(self, hand: DimesHand, seat: Player) -> dict[str, Any]:
        """The melds of a player."""
        return {"melds": [list(lying.cards) for lying in seat.melds]}


def _total_after(hand: DimesHand, result: Score, name: str) -> int | None:
    """What a player has in all by what was written down: the last total, or the one before and the
    points of the hand."""
    total = written_total(hand, name)
    if total is not None:
        return total
    before = hand.before.written[name]
    if hand.abandoned:
        return before
    said, seat = written_points(hand, name), hand.find(name)
    if seat is not None and unsure(hand, seat):
        return None
    more = said if said is not None else result.scores.get(name)
    return None if before is None or more is None else before + more
