"""The money of one hand: the pot, what the bonuses come to, the side games.

Everything is an integer count of the table's smallest unit. What a hand takes from its players
and what it gives back, together with what lay in the middle before and what stays there, is
zero.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.cards.deck import each
from referee.judging.kernel.results import Result
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.announcing import (
    counts,
    perhaps_shown_by_others,
    shows_are_open,
    surely_dealt,
)
from referee.rulebooks.desmoche.money.bonuses import (
    Bonus,
    Outs,
    bonuses_of,
    bonuses_unsure,
    earned_by_cards,
)
from referee.rulebooks.desmoche.money.declarations import contested
from referee.rulebooks.desmoche.money.side_games import SIDE_GAMES, Best, SideGame, Value
from referee.rulebooks.desmoche.records import Announcement, Outcome
from referee.rulebooks.desmoche.seat import DISQUALIFIED, Seat
from referee.rulebooks.desmoche.unknown import OPENING, SHOWN, STAKES


@dataclass(slots=True)
class Contender:
    """An entrant who announced in time, with the best that they showed (None: nothing)."""

    announcement: Announcement
    best: Best | None


@dataclass(slots=True)
class SideResult:
    """How one side game ended: the whole pot, who won it with which cards, what stays in it.
    ``top`` is how high these cards count."""

    side_game: str
    pot: int
    winners: tuple[Seat, ...]
    top: Value
    cards: int
    carried: int
    shares: Mapping[str, int]
    contenders: Sequence[Contender] = ()
    unseen: Sequence[Seat] = ()
    """Who may have announced or shown, among cards that nobody recorded, what changes who won."""
    unsure: bool = False
    """Because of them the record leaves open who has won."""


class Unproven(NamedTuple):
    """A winner of a side game of whom the record does not prove that they were dealt the cards that
    won."""

    side_game: str
    winner: Seat
    best: Best


@dataclass(slots=True, kw_only=True)
class Settlement(Result):
    """The money of one hand. ``due`` is what the end of the hand owes each player out of the
    middle and from bonuses, ``net`` what they are up or down by the whole hand."""

    outcome: Outcome
    bonuses: list[Bonus]
    side_results: list[SideResult]
    due: dict[str, int]
    side_carried: dict[str, int] = field(default_factory=dict)
    unproven: Sequence[Unproven] = ()
    unsure: frozenset[str] = frozenset()
    """The pots of which the record leaves open who gets how much: side games by name, and the
    main pot with its bonuses."""

    def is_written(self, hand: Hand) -> bool:
        """Return whether it rests on what the table agreed, and not on the cards alone."""
        agreed, winner = hand.agreed, self.outcome.winner
        if agreed is None:
            return False
        by_word = any(one.winners and not one.cards for one in self.side_results)
        return (
            by_word
            or self.outcome == agreed.outcome()
            or (
                winner is not None
                and hand.house["play_everything"] == "on"
                and earned_by_cards(hand, self.outcome, winner) is None
            )
        )


def disqualified(hand: Hand) -> dict[str, int]:
    """Who is disqualified in this hand, and since which event."""
    return {seat.name: seat.out_since for seat in hand.seats if seat.standing == DISQUALIFIED}


def settle(hand: Hand, outcome: Outcome | None = None, outs: Outs | None = None) -> Settlement:
    """Count the money of a hand as it was played, or as it would be with another outcome and
    other players disqualified."""
    outcome = hand.outcome if outcome is None else outcome
    outs = disqualified(hand) if outs is None else outs
    pot = hand.brought + sum(hand.bets.values())
    due = dict.fromkeys(hand.bets, 0)
    bonuses: list[Bonus] = []
    winner = outcome.winner
    if winner is not None:
        due[winner.name] += pot
        bonuses = bonuses_of(hand, outcome, winner, outs)
        for bonus in bonuses:
            due[bonus.giver] -= bonus.amount
            due[bonus.taker] += bonus.amount
    side_bets = hand.side_bets
    entrants = contenders(hand, side_bets, outs) if outcome.kind != "open" else {}
    side_results = [
        side_result(hand, game, outcome, entrants.get(game, ()))
        for game in (SIDE_GAMES if side_bets else ())
        if game in side_bets
    ]
    for result in side_results:
        for name, share in result.shares.items():
            due[name] += share
    net = {name: due[name] - bet for name, bet in hand.bets.items()}
    for stakes in side_bets.values():
        for name, amount in stakes.items():
            net[name] -= amount
    return Settlement(
        outcome=outcome,
        bonuses=bonuses,
        side_results=side_results,
        due=due,
        net=net,
        pot=pot,
        carried=0 if winner is not None else pot,
        side_carried=hand.side_brought
        | {result.side_game: result.carried for result in side_results},
        unproven=unproven(hand, side_results),
        unsure=unsure_pots(hand, outcome, side_results),
    )


def unsure_for_the_next(hand: Hand, settlement: Settlement) -> frozenset[str]:
    """The pots of which this hand leaves open what lies in them for the next one."""
    if not (settlement.unsure or settlement.unproven):
        return NONE
    open_too = {one.side_game for one in settlement.unproven}
    sure = {one.side_game for one in settlement.side_results if not (one.unsure or one.carried)}
    if settlement.outcome.winner is not None:
        sure.add(MAIN_POT)
    return settlement.unsure - sure | open_too


def unproven(hand: Hand, side_results: Iterable[SideResult]) -> list[Unproven]:
    """The winners of side games of whom the record does not prove that they were dealt the cards
    that won."""
    found = []
    for result in side_results:
        for one in result.contenders if result.winners else ():
            seat, best = one.announcement.seat, one.best
            if best is None or seat not in result.winners:
                continue
            # what the record tells of each card by itself is seen at a glance
            if not best.cards & ~hand.dealt_surely(seat):
                continue
            came = best.cards & hand.where.may_have_come(seat.place)
            if came or best.cards & ~surely_dealt(hand, seat):
                found.append(Unproven(result.side_game, seat, best))
    return found


NONE: Final[frozenset[str]] = frozenset()

MAIN_POT: Final = ""
"""The name of the main pot among the side games."""


def unsure_pots(hand: Hand, outcome: Outcome, side_results: Sequence[SideResult]) -> frozenset[str]:
    """The pots that go otherwise in some reading of the record."""
    found = {result.side_game for result in side_results if result.unsure} | hand.brought_unsure
    if hand.unknown & STAKES:
        found.update(hand.house["side_games"])
    winner = outcome.winner
    open_end = hand.may_be_over and outcome.kind in ("open", "undecided")
    open_end = open_end or contested(hand)
    if open_end or (
        winner is not None and bonuses_unsure(hand, outcome, winner, disqualified(hand))
    ):
        found.add(MAIN_POT)
    return frozenset(found)


def side_result(
    hand: Hand, name: str, outcome: Outcome, entrants: Sequence[Contender]
) -> SideResult:
    """Who wins one side pot, and what stays in it; ``entrants`` are those who announced in time."""
    stakes, brought = hand.stakes_put[name], hand.side_brought.get(name, 0)
    pot = brought + sum(stakes.values())
    if outcome.kind == "open":
        unseen = unseen_contenders(hand, name, (), (), ())
        return SideResult(name, pot, (), (), 0, pot, {}, (), unseen)
    top: Value = ()
    winners: tuple[Seat, ...] = ()
    cards = 0
    for one in entrants:
        best = one.best
        if best is None or best.value < top:
            continue
        if best.value > top:
            top, winners, cards = best.value, (), 0
        winners += (one.announcement.seat,)
        cards |= best.cards
    unseen = unseen_contenders(hand, name, entrants, winners, top)
    agreed = hand.agreed.side_games.get(name) if hand.agreed is not None else None
    if agreed is not None and (unseen or not winners or {*agreed} == {*winners}):
        cards = cards if winners and not unseen else 0
        winners, top, entrants, unseen = agreed, (), (), []
    shares: Mapping[str, int] = {}
    left = 0
    if len(winners) == 1:
        shares = {winners[0].name: pot}
    elif winners:
        winners = tuple(sorted(winners, key=lambda seat: seat.place))
        share, odd = divmod(pot, len(winners))
        shares = {seat.name: share + (place < odd) for place, seat in enumerate(winners)}
    elif pot > brought and hand.house["side_empty"] == "refund":
        shares, left = stakes, brought
    else:
        left = pot
    return SideResult(name, pot, winners, top, cards, left, shares, entrants, unseen, bool(unseen))


def unseen_contenders(
    hand: Hand,
    name: str,
    entrants: Sequence[Contender],
    winners: tuple[Seat, ...],
    top: Value,
) -> list[Seat]:
    """Who may have announced or shown, among cards that nobody recorded, what changes who won:
    ``winners``, with what counts ``top``. Whoever has won alone stays the winner with better
    cards."""
    found = []
    every = [*entrants, *_perhaps_entrants(hand, name)] if hand.unknown & OPENING else entrants
    for one in every:
        announced, seat = one.announcement, one.announcement.seat
        if announced.perhaps_late or announced.unread:
            changes = one.best is not None or shows_are_open(hand, seat)
        elif winners == (seat,) or not shows_are_open(hand, seat):
            changes = False
        else:
            told, most = one.best.value if one.best else (), most_shown(hand, name, one)
            changes = most > told and most >= top
        if changes:
            found.append(seat)
    return found


def _perhaps_entrants(hand: Hand, name: str) -> Iterator[Contender]:
    """Who may have announced where nobody wrote."""
    for seat in hand.seats:
        if seat.name in hand.stakes_put[name] and (name, seat.name) not in hand.said:
            yield Contender(Announcement(seat, name, hand.first_event, 0, good=True), None)


def most_shown(hand: Hand, name: str, one: Contender) -> Value:
    """The value of the best that this player may have shown for a side game, among cards that
    nobody recorded; () for nothing."""
    told, seat = one.best.value if one.best else (), one.announcement.seat
    if not shows_are_open(hand, seat):
        return told
    high = name != "escalera" or hand.house["escalera_a23"] == "high"
    where = hand.where
    counting = where.possible(where.dealt[seat.place])
    if hand.house["side_passed"] == "loses":
        counting &= ~where.certain(where.passed[seat.place])
    hidden = counting & ~seat.shown
    if not seat.unknown & SHOWN:
        hidden &= perhaps_shown_by_others(hand, seat)
    perhaps_shown = [seat.shown & counting | card for card in each(hidden)]
    every = [
        best_announced(SIDE_GAMES[name], cards, one.announcement, high)
        for cards in (perhaps_shown if seat.unrecorded <= 1 else [counting])
    ]
    return max((best.value for best in every if best), default=told)


def contenders(hand: Hand, games: Collection[str], outs: Outs) -> dict[str, list[Contender]]:
    """Those who announced in time in these side games, by game, each with the best that counts."""
    high = hand.house["escalera_a23"] == "high"
    counting: dict[str, int] = {}
    found: dict[str, list[Contender]] = {}
    for said in hand.said.values():
        game, seat = said.side_game, said.seat
        if game not in games or not counts(hand, said):
            continue
        if seat.name not in counting:
            counting[seat.name] = counting_cards(hand, seat, outs)
        best = best_announced(SIDE_GAMES[game], counting[seat.name], said, high)
        found.setdefault(game, []).append(Contender(said, best))
    return found


def counting_cards(hand: Hand, seat: Seat, outs: Outs) -> int:
    """The cards of a player that count in side games: dealt to them, kept (unless the table lets
    them give these away), and shown in time. Where the deal was not recorded, what they showed is
    taken as dealt unless the record disproves it."""
    where, out = hand.where, outs.get(seat.name)
    until = None if out is None else hand.moment(out)
    shown = 0
    for cards, event, _ in seat.sights:
        if until is None or hand.moment(event) < until:
            shown |= cards
    shown &= where.possible(where.dealt[seat.place])
    gone = where.passed[seat.place]
    if hand.house["side_passed"] == "loses":
        return shown & ~where.certain(gone) if shown & where.possible(gone) else shown
    passed = where.certain(gone)
    for card in each(passed):
        seen = [event for other in hand.seats for cards, event, _ in other.sights if cards & card]
        if seen and (until is None or min(map(hand.moment, seen)) < until):
            shown |= card
    return shown


def best_announced(
    game: SideGame, shown: int, announcement: Announcement, high: bool
) -> Best | None:
    """The best of the shown cards, but nothing better than what is known to have been announced."""
    best = game.best(shown, high)
    if best is None or not announcement.cards or announcement.unread:
        return best
    named = game.best(announcement.cards, high)
    if named is None or best.value <= named.value:
        return best
    if named.cards & ~shown == 0:
        return named
    while best is not None and best.value > named.value:
        shown &= ~(1 << best.cards.bit_length() - 1)
        best = game.best(shown, high)
    return best
