"""What the record of a hand leaves open: the question, and the fact that would decide it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from referee.judging.account import THE_MIDDLE
from referee.judging.findings import Undecided
from referee.judging.payments import Sums, got_by
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.chances import still_open
from referee.rulebooks.desmoche.money import wins
from referee.rulebooks.desmoche.money.bonuses import bonuses_unsure
from referee.rulebooks.desmoche.money.declarations import contested, is_proven
from referee.rulebooks.desmoche.money.settlement import MAIN_POT, Settlement, disqualified
from referee.rulebooks.desmoche.money.side_games import title_of
from referee.rulebooks.desmoche.unknown import STAKES
from referee.wording.sentences import Cards


def questions(hand: Hand, money: Settlement) -> list[Undecided]:
    """The open questions of one hand, in the order of events."""
    found = list(hand.undecided)
    if hand.withdrawals:
        found += _withdrawals(hand)
    if hand.declarations:
        found += [*_declarations(hand), *_contest(hand)]
    if money.unproven:
        found += _side_games(hand, money)
    if money.side_results:
        found += _unseen_shows(hand, money)
    if money.unsure:
        found += _unseen_win(hand, money)
    if hand.unknown & STAKES:
        found.append(_unseen_stakes(hand))
    found.sort(key=lambda one: (one.event, one.rule, one.player or ""))
    return found


WITHOUT_MONEY: Final = frozenset({"force.invalid", "force.missed", "withdraw.live"})
"""Rules whose questions decide what was allowed, and no money."""


def money_is_open(hand: Hand, money: Settlement) -> bool:
    """Whether the record leaves open what somebody is owed by this hand."""
    if money.unsure:
        return True
    return any(one.rule not in WITHOUT_MONEY for one in questions(hand, money))


def sums_of(hand: Hand, judged: Sequence[tuple[Hand, Settlement]]) -> Sums | None:
    """Return the sums of a hand's payments; None where there are none, or where the record leaves
    them open. ``judged`` are the hands that they pay, with their money; the last is the hand
    itself."""
    if not hand.payments or any(one.payments_unclear for one, _ in judged):
        return None
    got, owed = got_by(hand.payments), Counter[str]()
    through_the_middle = THE_MIDDLE in got
    for due in [judged[-1][1].due] if through_the_middle else [one.net for _, one in judged]:
        owed.update(due)
    sums = Sums(hand.payments, got, owed)
    if sums.wrong and any(money_is_open(one, settled) for one, settled in judged):
        return None
    return sums


def _unseen_stakes(hand: Hand) -> Undecided:
    return Undecided(
        hand.first_event,
        hand.number,
        "side.timing",
        None,
        "Which side bets were placed where nobody wrote?",
        "the side bets of this hand",
        {},
    )


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
        facts = {"player": declared.seat.name, "win": wins.NAMES[declared.win]}
        if declared.good and declared.perhaps_late:
            yield Undecided(
                declared.event,
                hand.number,
                "auto.late",
                declared.seat.name,
                "Did {player} declare {win} before the first card was drawn?",
                "what was played before it where nobody wrote",
                facts,
            )
        if declared.good and not is_proven(hand, declared):
            yield Undecided(
                declared.event,
                hand.number,
                "auto.false",
                declared.seat.name,
                "Did {player} really hold {win}?",
                "the nine cards that {player} showed",
                facts,
            )


def _contest(hand: Hand) -> Iterator[Undecided]:
    winner, win = hand.outcome.winner, hand.outcome.win
    if winner is not None and win is not None and contested(hand):
        yield Undecided(
            hand.outcome.event or hand.last_event,
            hand.number,
            "auto.false",
            winner.name,
            "Was {win} of {player} the best win that was declared?",
            "the nine cards of everybody who declared a win",
            {"player": winner.name, "win": wins.NAMES[win]},
        )


def _side_games(hand: Hand, money: Settlement) -> Iterator[Undecided]:
    decided = hand.outcome.event
    if decided is None:
        return
    for game, seat, best in money.unproven:
        yield Undecided(
            decided,
            hand.number,
            "side.false",
            seat.name,
            "Was {cards}, which won {game}, dealt to {player}, or did it come in the Cambio?",
            "the cards that {player} was dealt",
            {"player": seat.name, "cards": Cards(best.cards), "game": title_of(game)},
        )


def _unseen_win(hand: Hand, money: Settlement) -> Iterator[Undecided]:
    """What hangs on cards in melds that nobody recorded: whether somebody has won, and with which
    bonuses."""
    winner = hand.outcome.winner
    seat = winner or hand.perhaps_won
    if seat is None or MAIN_POT not in money.unsure:
        return
    if winner is None:
        rule, text = "win.false", "Did {player} have ten cards in melds with that meld?"
    elif bonuses_unsure(hand, hand.outcome, winner, disqualified(hand)):
        rule, text = "payment.wrong", "Which bonuses did {player} earn?"
    else:
        return
    yield Undecided(
        hand.outcome.event or hand.last_event,
        hand.number,
        rule,
        seat.name,
        text,
        "the cards in the melds of {player} that nobody recorded",
        {"player": seat.name},
    )


def _unseen_shows(hand: Hand, money: Settlement) -> Iterator[Undecided]:
    for result in money.side_results:
        for seat in result.unseen:
            yield Undecided(
                hand.outcome.event or hand.last_event,
                hand.number,
                "side.unshown",
                seat.name,
                "Which cards for {game} did {player} show?",
                "the cards of {player} that lay open and that nobody recorded",
                {"player": seat.name, "game": title_of(result.side_game)},
            )
