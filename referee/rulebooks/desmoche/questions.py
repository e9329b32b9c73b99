"""What the record of a hand leaves open: the question, and the fact that would decide it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import each
from referee.findings import Cards, Undecided
from referee.rulebooks.desmoche import wins
from referee.rulebooks.desmoche.announcing import surely_dealt
from referee.rulebooks.desmoche.chances import still_open
from referee.rulebooks.desmoche.declarations import is_proven
from referee.rulebooks.desmoche.hand import Hand, Seat
from referee.rulebooks.desmoche.settlement import Settlement, SideResult
from referee.rulebooks.desmoche.side_games import Best, title_of


def questions(hand: Hand, money: Settlement) -> list[Undecided]:
    """The open questions of one hand, in the order of events."""
    found = [*hand.undecided, *_withdrawals(hand), *_declarations(hand), *_side_games(hand, money)]
    return sorted(found, key=lambda one: (one.event, one.rule, one.player or ""))


def _withdrawals(hand: Hand) -> Iterator[Undecided]:
    if hand.house["withdraw"] != "blocked_melds":
        return
    for withdrawal in hand.withdrawals:
        maybe = still_open(hand, withdrawal)
        if maybe:
            yield Undecided(
                withdrawal.event,
                hand.number,
                "withdraw.live",
                withdrawal.seat.name,
                "Was {cards} in the hand of {player} at the withdrawal?",
                "the cards in the hand of {player} then",
                {"player": withdrawal.seat.name, "cards": Cards(maybe)},
            )


def _declarations(hand: Hand) -> Iterator[Undecided]:
    for declared in hand.declarations:
        if declared.good and not is_proven(hand, declared):
            yield Undecided(
                declared.event,
                hand.number,
                "auto.false",
                declared.seat.name,
                "Did {player} really hold {win}?",
                "the nine cards that {player} showed",
                {"player": declared.seat.name, "win": wins.NAMES[declared.win]},
            )


def unproven(hand: Hand, result: SideResult) -> Iterator[tuple[Seat, Best]]:
    """The winners of a side game of whom the record does not prove that they were dealt the cards
    that won, each with those cards."""
    for contender in result.contenders:
        seat, best = contender.announcement.seat, contender.best
        if best is None or seat not in result.winners:
            continue
        came = any(hand.where.may_have_come(seat.place, card) for card in each(best.cards))
        if came or best.cards & ~surely_dealt(hand, seat):
            yield seat, best


def _side_games(hand: Hand, money: Settlement) -> Iterator[Undecided]:
    for result in money.side_results:
        if hand.outcome.event is None:
            continue
        for seat, best in unproven(hand, result):
            yield Undecided(
                hand.outcome.event,
                hand.number,
                "side.false",
                seat.name,
                "Was {cards}, which won {game}, dealt to {player}, or did it come in the Cambio?",
                "the cards that {player} was dealt",
                {
                    "player": seat.name,
                    "cards": Cards(best.cards),
                    "game": title_of(result.side_game),
                },
            )
