"""An evening of Desmoche, for replay, pages and rulings."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from referee.answers import knowing
from referee.answers.situation import named
from referee.cards.deck import BITS, cards_of
from referee.core.cards import is_blank
from referee.core.facts import known
from referee.core.hand import Act, Hand, Seat
from referee.core.table import Moment
from referee.games.desmoche import game, money
from referee.games.desmoche.evening import Evening
from referee.games.desmoche.expecting import expected
from referee.games.desmoche.opening import hand_after, take_up_the_passed
from referee.judging.corrections import Event, Numbered
from referee.judging.findings import DEDUCED, Expectation, Fact, Known
from referee.judging.rulebook import Milestone
from referee.wording.sentences import InOrder

AROUND: Final = frozenset({"join", "leave", "house"})
"""The events outside of hands that change who plays, and how."""


def shown_by(t: Hand, seat: Seat, faces: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the event that shows each of these cards with a player: a sight, or the deal."""
    dealt = t.as_dealt[seat] or ()
    at = {face: t.dealt_at if face in dealt else 0 for face in faces}
    for cards, seq in reversed(t.sights[seat]):
        at.update((face, seq) for face in at if cards & game.bit(face))
    return {face: (seq,) for face, seq in at.items() if seq}


def why_theirs(t: Hand, a: Act, seat: Seat) -> Iterator[Fact]:
    """Yield why a player could use the card on offer, or lay cards of their own."""
    if not t.maybe("offer") or t.maybe("by") is None:
        return
    if not game.bit(t.offer) & cards_of(a.event["cards"]):
        text = "{player} lays cards from the hand, while it is theirs to decide."
        yield Fact(DEDUCED, text, {"player": seat.name})
        return
    rivals = [claim for claim in t.maybe("claims", ()) if claim.seat is not seat]
    if t.by is seat:
        text = "{player} has just drawn {card}, and the player who draws a card may use it first."
    elif t.maybe("forced") is seat:
        text = "{card} was forced onto a meld of {player}."
    elif not rivals:
        text = "{player} uses {card}, which nobody else had asked for."
    elif t.after(t.by) is seat:
        text = (
            "{card} is for {player}: {player} sits next after {discarder}, and asking first does "
            "not count."
        )
    else:
        text = (
            "{card} is for {player}: of those who asked, {player} sits nearest after {discarder}, "
            "and asking first does not count."
        )
    facts = {"player": seat.name, "card": InOrder((t.offer,)), "discarder": t.by.name}
    yield Fact(DEDUCED, text, facts, (t.offered, *(claim.seq for claim in rivals)))


def view_of(t: Hand, began: money.OpeningStakes) -> dict[str, Any]:
    """Return everything on the table: the hand with its seats, the pile, the offer and the pots.

    A player's hand is its certain cards and the maximum (``unknown``) and minimum
    (``surely_unknown``) number of unknown ones.
    """
    winner, offer, turn = t.maybe("winner"), t.maybe("offer"), t.maybe("turn")
    over, owed_by, is_dealt = t.maybe("over"), t.maybe("unpaid"), t.maybe("cards_dealt")
    waits = not over and (is_dealt or t.missing_lines)
    return {
        "hand": t.number,
        "stage": stage_of(t),
        "dealer": t.seats[-1].name,
        "pot": 0 if winner else began.brought + sum(began.bets.values()),
        "side_pots": {
            side: began.side_brought.get(side, 0) + sum(stakes.values())
            for side, stakes in t.stakes
            if side in t.house["side_games"]
        },
        "deck": t.deck.size if stage_of(t) == "betting" else t.maybe("stock"),
        "draws_next": [turn.name] if turn is not None and waits else [],
        "owed_by": owed_by.name if owed_by is not None else None,
        "offer": _offered(t) if offer else None,
        "pile": [named(card) for card in t.pile if card != offer and not is_blank(card)],
        "winner": winner.name if winner is not None else None,
        "outcome": over or "open",
        "seats": [_seat(t, seat) for seat in t.seats],
    }


def stage_of(t: Hand) -> str:
    """Return the stage of a hand."""
    if t.maybe("over"):
        return "over"
    if not (t.maybe("cards_dealt") or t.missing_lines):
        return "betting"
    return "playing" if t.maybe("draws", 1) else "dealt"


def _offered(t: Hand) -> dict[str, Any]:
    by = t.maybe("by")
    return {
        "card": named(t.offer),
        "by": by.name if by is not None else None,
        "held": bool(t.maybe("held")),
        "knocked": sorted(knocker.name for knocker in t.maybe("knocked", ())),
        "claimed_by": [claim.seat.name for claim in t.maybe("claims", ())],
    }


def bounds(t: Hand, seat: Seat) -> tuple[int, int]:
    """Return the minimum and maximum number of cards in a player's hand."""
    held = hand_after(t, seat)
    if held is not None:
        return len(held), len(held) + t.spare.get(seat, 0)
    lying = 0 if game.may_pay_nothing(t) else game.lying_of(t, seat).bit_count()
    return 0, max(0, game.TEN - lying)


def _seat(t: Hand, seat: Seat) -> dict[str, Any]:
    is_dealt = t.maybe("cards_dealt") or t.missing_lines
    held = hand_after(t, seat) if is_dealt else None
    known = [card for card in held or () if not is_blank(card) and card not in t.loose]
    fewest, most = bounds(t, seat) if is_dealt else (0, 0)
    melds = t.melds.get(seat, t.recorded_melds.get(seat, ()))
    return {
        "player": seat.name,
        "standing": t.left.get(seat) or "in",
        "melds": [[named(card) for card in game.cards_as(meld)] for meld in melds],
        "hand": sorted(known, key=lambda card: BITS[card]),
        "unknown": max(most - len(known), 0),
        "surely_unknown": max(fewest - len(known), 0),
        "owes": bool(t.owes.get(seat)),
    }


class AskedEvening(Evening):
    """An evening that answers questions about itself."""

    def view(self) -> dict[str, Any]:
        """Return the table as plain data."""
        hand = self.hands[-1] if self.hands else None
        lying = view_of(hand, self.began[hand.number - 1]) if hand is not None else None
        return {"seated": list(self.seated), "hand": lying}

    def expected(self) -> list[Expectation]:
        """Return the acts that may come next."""
        return sorted(expected(self), key=lambda expectation: not expectation.required)

    @property
    def decided_in_the_open(self) -> bool:
        """True if ten melded cards won the last hand."""
        return self.hand is not None and self.hand.maybe("over") == "melds"

    def begins_afresh(self, event: Event) -> bool:
        """Return whether a hand opened by this event depends on earlier hands only through money.
        If the named dealer is a stranger, the deal depends on how those ended."""
        return self.sits(event["dealer"])

    # ---- the table at an event

    def why_in_order(self, event: Event) -> list[Fact]:
        """Return why an event was in order; for a meld, why the player could use its cards."""
        act = self._act_of(event)
        if act is None or act.form is not game.meld or act.seat is None:
            return super().why_in_order(event)
        return [*why_theirs(self.hands[-1], act, act.seat)]

    def milestones(self) -> list[Milestone]:
        """Return the notable events of the evening."""
        found = [milestone for hand in self.hands for milestone in hand.milestones]
        return sorted([*found, *super().milestones()], key=lambda milestone: milestone.event)

    def _wins(self) -> Iterator[tuple[str, int]]:
        for settled in map(self.settled, range(1, len(self.hands) + 1)):
            if settled.winner is not None and settled.event is not None:
                yield settled.winner.name, settled.event

    # ---- hidden cards

    def _known_of(self, hand: Hand, then: Hand) -> list[Known]:
        """Return the facts of one reading, with the events that show them."""
        return [
            replace(fact, count=bounds(then, seat), because=shown_by(hand, seat, fact.surely))
            for fact, seat in zip(super()._known_of(hand, then), then.seats, strict=True)
        ]

    def _read_back(
        self, past: Sequence[Numbered], later: Sequence[Numbered]
    ) -> list[tuple[Hand, Hand]]:
        """Return the readings of the hand, as in other games. Only the seats and the house rules of
        earlier hands matter."""
        opened = [at for at, (_, event) in enumerate(past) if event["type"] == "hand"]
        if not opened:
            return []
        around = [line for line in past[1 : opened[-1]] if line[1]["type"] in AROUND]
        then = type(self)(self.game, self.rulebook, self.opening)
        then.play_on([*around, *past[opened[-1] :]])
        for reading in then.every_reading:
            if reading.maybe("draws") == 0 and all(reading.given.values()):
                take_up_the_passed(reading)  # passing is over
        before = [reading.fork() for reading in then.every_reading]
        if any(reading.maybe("over") or not reading.maybe("cards_dealt") for reading in before):
            return []
        then.play_on(knowing.rest_of_hand(later))
        after = then.every_reading
        may_have_passed = any(hand.maybe("draws", 1) for hand in after)
        for reading in before if may_have_passed and past[-1][1]["type"] != "deal" else ():
            for seat in reading.seats:
                if any(hand.given[seat] for hand in after):
                    continue
                reading.forget_cards(seat)  # it is unknown when they passed a card
                reading.forget_cards(reading.after(seat))
        return [(hand, earlier) for hand in after for earlier in before]

    # ---- results of hands

    def pots(
        self, since: Moment, closed_by: int | None
    ) -> dict[tuple[int, str], Callable[[], Hashable]]:
        """Return the results of the hands since a snapshot: the main pot of each with the bonuses,
        and each side game with bets, without money from earlier pots. Event ``closed_by`` closes
        the last hand."""
        for world in self.every_reading if closed_by is not None else ():
            game.end_hand(world, closed_by or 0)
        found: dict[tuple[int, str], Callable[[], Hashable]] = {}
        for hand in self.hands[len(since.facts["hands"]) :]:
            found[hand.number, "main"] = partial(self._main, hand)
            for which, _ in hand.stakes:
                found[hand.number, which] = partial(self._side, hand, which)
        return found

    def _main(self, hand: Hand) -> Hashable:
        kind, winner = money.ending_of(hand), hand.maybe("winner")
        if winner is None:
            return None
        bonuses = known(lambda: list(money.bonuses_of(hand, hand.bet)), [])
        return kind, winner.name, tuple(sorted(giver for _, giver, _, amount in bonuses if amount))

    def _side(self, hand: Hand, which: str) -> Hashable:
        if which not in hand.house["side_games"]:
            return None
        put = dict(hand.stakes)[which]
        side = money.side_of(hand, which, put, 0)
        stakes = sorted((name, amount) for name, amount in put.items() if amount)
        if not side.winners and (side.shares or not stakes):
            return None  # everybody has their stake back
        return tuple(seat.name for seat in side.winners), tuple(stakes)
