"""What was paid after a hand, against what was owed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judging.findings import PAYMENT, RECORD, Breach
from referee.judging.kernel.acts import CLOSING
from referee.judging.payments import wrong_payments
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.judging.telling import winner_in_words
from referee.rulebooks.desmoche.closing import MoneyClosing
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money import wins
from referee.rulebooks.desmoche.money.bonuses import earned_by_cards, up_the_tree
from referee.rulebooks.desmoche.money.questions import sums_of
from referee.rulebooks.desmoche.money.settlement import MAIN_POT, Settlement
from referee.rulebooks.desmoche.money.side_games import title_of
from referee.rulebooks.desmoche.records import Agreed, Outcome
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import TABLE
from referee.wording.language import Word
from referee.wording.sentences import Sentence

shelf = RuleShelf("Money", rests_on=EVERYTHING)
rule = shelf.rule


@rule("payment.wrong", PAYMENT, on=(CLOSING,), rests_on=NOTHING)
def payment_wrong(hand: Hand, closing: MoneyClosing) -> Verdict:
    """The payments written down after a hand add up to what was owed. Where money goes through
    the middle, each player gets what the end of the hand owed them from the pots and bonuses;
    where it goes only between players, each gets what they are up or gives what they are down
    since the last payments. Payments after which nobody owes anything are right, and put right
    those before them. Between players a part is right, too, where several hands made them owe it
    and nobody has given or got too much. A hand without any payment is not judged.

    Right: Everybody gives and gets what the hand made them owe.
    Source: the log format
    """
    lost = hand.may_be_over and hand.outcome.kind == "undecided"
    if not hand.payments or lost:
        return None
    sums = sums_of(hand, (*closing.earlier, (hand, closing.result)))
    return None if sums is None else wrong_payments(sums, closing.paid)


@rule("result.wrong", RECORD, on=(CLOSING,), rests_on=NOTHING)
def result_wrong(hand: Hand, closing: MoneyClosing) -> Verdict:
    """The result that a table writes down is what the cards give, where they show it: who has won
    and how, with which bonuses, who was up the tree, and who has won the side games. Where the
    cards are unrecorded, the result counts as it was agreed.

    Right: Correct the line of the result to what the cards give.
    Source: the log format
    """
    agreed = hand.agreed
    if agreed is None:
        return None
    wrong = list(_wrong_parts(hand, agreed, closing))
    if not wrong:
        return None
    text = "The result written down for hand {hand} is wrong: {wrong}."
    facts = {"hand": hand.number, "wrong": wrong, "right": _right(hand, agreed, closing)}
    return Breach(None, text, facts, event=agreed.event)


def _wrong_parts(hand: Hand, agreed: Agreed, closing: MoneyClosing) -> Iterator[Sentence]:
    result, outcome = closing.result, closing.result.outcome
    if outcome != agreed.outcome() and _is_certain(result):
        if outcome.winner is not agreed.winner:
            facts = {"player": _name(agreed.winner), "right": _name(outcome.winner)}
            yield Sentence("{player} wins instead of {right}", facts)
            return
        if agreed.by is not None and agreed.by != _way(outcome):
            ways = wins.way_in_words(agreed.by), wins.way_in_words(_way(outcome))
            facts = {"way": ways[0], "right": ways[1]}
            yield Sentence("{way} instead of {right}", facts)
    winner = outcome.winner
    if winner is not None and winner is agreed.winner and hand.house["play_everything"] == "on":
        earned = earned_by_cards(hand, outcome, winner)
        for name in ("mico", "color") if None not in (earned, agreed.bonuses) else ():
            count, right = (agreed.bonuses or {}).get(name, 0), (earned or {}).get(name, 0)
            if count != right:
                facts = {"bonus": name, "count": count, "right": right}
                yield Sentence("{bonus} {count} instead of {right}", facts)
        if agreed.up_the_tree is not None:
            yield from _wrong_up_the_tree(hand, agreed.up_the_tree, closing)
    for side in result.side_results:
        won = agreed.side_games.get(side.side_game)
        if won is not None and {*won} != {*side.winners} and not side.unsure:
            names = [[seat.name for seat in one] or Word("nobody") for one in (won, side.winners)]
            facts = {"game": title_of(side.side_game), "players": names[0], "right": names[1]}
            yield Sentence("{game} to {players} instead of {right}", facts)


def _wrong_up_the_tree(
    hand: Hand, up: tuple[Seat, ...], closing: MoneyClosing
) -> Iterator[Sentence]:
    for seat in hand.seats:
        if seat is closing.result.outcome.winner or (seat.unknown & TABLE and not seat.melded_at):
            continue
        right = bool(up_the_tree(hand, seat, closing.outs))
        if right is not (seat in up) and closing.result.outcome.kind != "automatic":
            text = "{player} had melded nothing" if right else "{player} had melded"
            yield Sentence(text, {"player": seat.name})


def _is_certain(result: Settlement) -> bool:
    return result.outcome.kind != "undecided" and MAIN_POT not in result.unsure


def _way(outcome: Outcome) -> str:
    return outcome.win or outcome.kind


def _name(seat: Seat | None) -> object:
    return winner_in_words(seat.name if seat is not None else None)


def _right(hand: Hand, agreed: Agreed, closing: MoneyClosing) -> dict[str, object]:
    """Return the fields of the result as the cards give them."""
    result, outcome = closing.result, closing.result.outcome
    winner = outcome.winner
    right: dict[str, object] = {"winner": winner.name if winner is not None else None}
    if agreed.by is not None and winner is not None:
        right["by"] = _way(outcome)
    earned = earned_by_cards(hand, outcome, winner) if winner is not None else {}
    if agreed.bonuses is not None and earned is not None:
        right["bonuses"] = {name: count for name, count in earned.items() if count}
    if agreed.up_the_tree is not None and winner is not None:
        losers = (seat for seat in hand.seats if seat is not winner)
        right["up_the_tree"] = [one.name for one in losers if up_the_tree(hand, one, closing.outs)]
    won = {
        side.side_game: [seat.name for seat in side.winners]
        for side in result.side_results
        if side.side_game in agreed.side_games
    }
    if won:
        right["side_games"] = {
            game: names if len(names) > 1 else next(iter(names), None)
            for game, names in won.items()
        }
    return right
