"""A game with a deck, a discard pile and turns, as far as several games play it alike.

The steps are the kernel's (``referee.judging.kernel.game``). Here a deal that nobody wrote down is
understood, a gap takes away what was known, and points are counted from hand to hand.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final, Generic

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import Numbered
from referee.judging.expectation import Expectation
from referee.judging.facts import Known
from referee.judging.findings import Undecided
from referee.judging.kernel.acts import Act
from referee.judging.kernel.closing import Closing
from referee.judging.kernel.game import CardGame, Snapshot
from referee.judging.kernel.hands import UNDECIDED
from referee.judging.kernel.results import Result
from referee.judging.rulebook import Event, House
from referee.rulebooks.common.closing import PointsClosing, Score
from referee.rulebooks.common.expecting import after_the_hand
from referee.rulebooks.common.hands import BEFORE_THE_DEAL, OVER, PLAYING, Outcome
from referee.rulebooks.common.hidden import name_what_was_held, possible_deal, shown_later
from referee.rulebooks.common.scoring import carried_on, fewest, summed
from referee.rulebooks.common.table import H, PileTable
from referee.rulebooks.common.viewing import view

BEGINNING: Final = frozenset({"deal", "turn_up", "look", "cambio"})
"""The acts of play before anybody has a turn."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A game that was played again up to where a hand begins: the events before that, and what is
    needed to come back there."""

    before: list[Numbered]
    game: Any
    snapshot: Snapshot


class PileGame(CardGame[H, PileTable[H]], Generic[H]):
    """A game being judged. ``most_hands`` is how many hands make a game."""

    most_hands: ClassVar[int | None] = None
    counts_points: ClassVar[bool] = True
    begins: ClassVar[frozenset[str]] = frozenset({"deal"})
    """What shows that nobody has played yet: a gap before it hides nothing that matters."""
    hides_in_hands: ClassVar[bool] = True
    """The hidden cards are held in hands and lie in the deck, and nowhere else."""

    # What a game says of itself

    @abstractmethod
    def deal_out(self, order: list[str], **opening: Any) -> H:
        """The next hand; ``order`` are its players, the dealer last, and ``opening`` is what every
        hand begins with: its number, its dealer, the house rules."""

    @abstractmethod
    def expected_in(self, hand: H) -> Iterator[Expectation]:
        """What may come next in a hand that is not over."""

    def more_of(self, hand: H) -> dict[str, Any]:
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
        hand.unsure, hand.first_again = False, None
        holdings = [seat.holding for seat in hand.seats]
        hand.cards.lose_sight(holdings, act.event.get("stock"))
        hand.stage = max(hand.stage, PLAYING)

    def melds_told(self, act: Act) -> dict[str | None, list[list[str]]]:
        """The melds that lie behind a gap, by the players at the table."""
        melds = act.event.get("melds", {})
        return {self.table.known(name): lying for name, lying in melds.items()}

    def play_goes_on(self, hand: H, seq: int) -> None:
        """Somebody plays on in a hand that is over."""

    def shows_a_deal(self, act: Act) -> bool:
        """Whether an act shows that there was a deal, which nobody wrote down."""
        return act.of_play and act.type != "deal"

    def deal(self, hand: H, hands: Mapping[str, list[str] | int]) -> None:
        """The deal, as far as somebody saw it."""
        dealt = {self.table.known(name): cards for name, cards in hands.items()}
        for seat in hand.seats:
            cards = dealt.get(seat.name, hand.each)
            named = [UNRECORDED] * cards if isinstance(cards, int) else cards
            hand.cards.deal(seat.holding, named)
        hand.stage = PLAYING
        hand.turn, hand.taken = hand.first, False

    def known_of(self, hand: H, seat: Any) -> Known:
        """What the record has shown of a player's hand."""
        holding, cards = seat.holding, hand.cards
        unseen = holding.unseen
        possibly = tuple(cards.unseen()) if unseen != 0 else ()
        few = holding.known.total()
        most = few + (unseen if unseen is not None else cards.deck or 0)
        return Known(seat.name, tuple(holding.cards), possibly, (), (few + (unseen or 0), most))

    # What these games do alike

    def lay_table(self, house: House) -> PileTable[H]:
        """The table before the first hand."""
        players = list(self.opening["players"])
        return PileTable(house, house, players, self.rule_ids, most_hands=self.most_hands)

    def open_hand(self, act: Act) -> H:
        """The next hand, by whoever deals it; where nobody at the table has that name, by whose
        deal it is."""
        table = self.table
        known = table.known(act.event["dealer"]) or table.next_dealer
        dealer = known or table.players[-1]
        at = table.players.index(dealer)
        hand = self.deal_out(
            table.players[at + 1 :] + table.players[: at + 1],
            number=len(table.hands) + 1,
            round=table.rounds + 1,
            first_event=act.seq,
            dealer=dealer,
            dealer_known=known is not None,
            hands_missing=table.hands_missing,
            house=table.house,
            names=table.names,
        )
        table.blurred = known is None
        return hand

    def read(self, hand: H, seq: int, event: Event) -> Act:
        """An event of a hand; play shows a deal that nobody wrote down."""
        again = event["type"] == "deal" and hand.deal_written
        if hand.blurred and not hand.played and event["type"] in self.begins and not again:
            hand.deal_anew()
        if hand.stage == OVER and event["type"] in self.play:
            self.play_goes_on(hand, seq)
        act = self.reader.read(seq, event, hand.find, hand.turn)
        if hand.stage == BEFORE_THE_DEAL and self.shows_a_deal(act):
            self.deal(hand, {})
            act.seat = act.seat or hand.turn
        return act

    def carry_out(self, hand: H, act: Act) -> None:
        """Let an event of a hand happen."""
        kind = act.type
        if act.of_play:
            if hand.stage == OVER:
                return
            hand.played = hand.played or kind not in BEGINNING
        if kind == "gap":
            self.gap(hand, act)
        elif kind != "deal":
            self.mechanics[kind](hand, act)
        elif hand.stage == BEFORE_THE_DEAL:
            hand.deal_written = True
            self.deal(hand, act.event["hands"])

    def conclude(self, hand: H, seq: int) -> None:
        """A hand that was not over is closed by the next one."""
        hand.finish(Outcome(UNDECIDED, seq))

    def closing(self, hand: H) -> Closing[Any]:
        """A hand as its record stands, with what everybody had before it where points are
        counted."""
        if not self.counts_points:
            return super().closing(hand)
        table, before = self.table, hand.number - 1
        carried = carried_on(table.hands[:before], table.results[:before], table.players)
        sums = {} if hand.hands_missing else summed(table.players, table.results[:before])
        result = self.settle(hand)
        return PointsClosing(
            hand=hand,
            result=result,
            before=sums,
            carried=carried,
            paid=partial(self.paid_after, result),
        )

    def may_come(self) -> Iterator[Expectation]:
        """What may come next in a hand that is not over, and between two hands."""
        hand = self.table.hand
        if hand is not None and not hand.over:
            yield from self.expected_in(hand)
        yield from after_the_hand(self.table, counts_points=self.counts_points)

    def view_of(self, hand: H) -> dict[str, Any]:
        """What lies on the table in a hand."""
        seats = [self.seat_of(hand, seat) for seat in hand.seats]
        pot = self.results()[-1].pot if self.rulebook.money else None
        return view(hand, self.more_of(hand), seats, pot)

    def account_of(self, hand: H, result: Result) -> dict[str, Any]:
        """How a hand ended, and its points."""
        outcome = hand.outcome
        told: dict[str, Any] = {
            "outcome": {
                "kind": outcome.kind,
                "winner": outcome.winner,
                "win": None,
                "melds": [list(meld) for meld in outcome.melds],
                "event": outcome.event,
            },
            "net": {player: result.net.get(player, 0) for player in self.table.players},
        }
        if isinstance(result, Score):
            told["scores"] = dict(result.scores) if hand.over else {}
        return told

    def account(self, results: Sequence[Any]) -> dict[str, Any]:
        """The points of the hands that are over, and who has won a game that has had its last."""
        if not self.counts_points:
            return {}
        table = self.table
        over = [one for hand, one in zip(table.hands, results, strict=True) if hand.over]
        scores = summed(table.players, over)
        if table.hand is not None and table.hand.perhaps_over:
            scores = dict.fromkeys(scores)
        complete = table.is_full and all(hand.over for hand in table.hands)
        return {"scores": scores, "winners": self.winners(scores) if complete else []}

    @property
    def decided_in_the_open(self) -> bool:
        """Whether the last hand was decided by what everybody saw."""
        hand = self.table.hand
        return hand is not None and hand.over and hand.outcome.kind != UNDECIDED

    def knowledge(self, past: Sequence[Numbered], later: Sequence[Numbered]) -> Sequence[Known]:
        """What the record proves about every hand after these events; nothing outside a hand."""
        then = self._as_it_was(past)
        hand = then.table.hand
        if hand is None or hand.over or hand.stage == BEFORE_THE_DEAL:
            return ()
        then, shown = self._worked_back(then, past, later)
        hand = then.table.hands[-1]
        return [_because(then.known_of(hand, seat), shown) for seat in hand.seats]

    def possible_deal(
        self, past: Sequence[Numbered], later: Sequence[Numbered], where: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """One deal that fits the record, with these cards where they are asked to be."""
        then = self._as_it_was(past)
        hand = then.table.hand
        if not self.hides_in_hands or hand is None or hand.stage == BEFORE_THE_DEAL:
            return None
        then, _ = self._worked_back(then, past, later)
        return possible_deal(then.table.hands[-1], where)

    _retold: Retold | None = None

    def _as_it_was(self, past: Sequence[Numbered]) -> PileGame[H]:
        """The game after these events, the first of which opens the log. It is played on from where
        the last hand of them begins, so that a whole hand is asked about at little cost; so there
        is one such game at a time."""
        opened = [at for at, (_seq, event) in enumerate(past) if event["type"] == "hand"]
        start = opened[-1] if opened else len(past)
        before = list(past[:start])
        retold = self._retold
        if retold is None or retold.before != before:
            game = type(self)(self.rulebook, self.opening)
            game.play_on(before[1:])
            retold = self._retold = Retold(before, game, game.snapshot())
        else:
            retold.game.restore(retold.snapshot)
        then: PileGame[H] = retold.game
        then.play_on(past[start:])
        return then

    def _worked_back(
        self, then: PileGame[H], past: Sequence[Numbered], later: Sequence[Numbered]
    ) -> tuple[PileGame[H], Mapping[tuple[str, str], int]]:
        """The game after the past, its hand knowing what the lines behind it show of it; and the
        events that show it."""
        if not (self.hides_in_hands and later):
            return then, {}
        shown = list(shown_later(then, later))
        then = self._as_it_was(past)
        return then, name_what_was_held(then.table.hands[-1], shown)

    def questions(self, hand: H, result: Result) -> Iterable[Undecided]:
        """What the record of a hand leaves open; of one that nothing has ended, whether it is
        over."""
        yield from result.questions
        if hand.perhaps_over:
            yield Undecided(
                event=hand.last_event,
                hand=hand.number,
                rule="end.early",
                player=None,
                question="Is hand {hand} over?",
                would_decide="the lines that are missing in hand {hand}",
                facts={"hand": hand.number},
            )

    def pots_of(self, hand: H) -> Mapping[str, Callable[[], Hashable]]:
        """What a hand decides, all in one."""
        return {"hand": partial(self._decided, hand)}

    def _decided(self, hand: H) -> Hashable:
        result, outcome = self.settle(hand), hand.outcome
        scores = result.scores if isinstance(result, Score) else {}
        counted = sorted(scores.items(), key=lambda item: item[0])
        return outcome.kind, outcome.winner, tuple(counted), tuple(sorted(result.net.items()))


def _because(known: Known, shown: Mapping[tuple[str, str], int]) -> Known:
    """What is known of a hand, with the later events that show it."""
    events = {card: (event,) for (player, card), event in shown.items() if player == known.player}
    return replace(known, because={**known.because, **events}) if events else known
