"""The written result of a hand, compared with the result by the cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.core.facts import known
from referee.core.hand import Hand, Seat
from referee.games.desmoche import money, wins
from referee.games.desmoche.game import Agreed, desmoche
from referee.games.desmoche.side_games import title_of
from referee.judging.findings import RECORD, Finding
from referee.judging.telling import winner_in_words
from referee.wording.language import Word
from referee.wording.sentences import Sentence

desmoche.turn_rule(
    "result.wrong",
    """The result that a table writes down is what the cards give, where they show it: who has won
    and how, with which bonuses, who was up the tree, and who has won the side games. Where the
    cards are unrecorded, the result counts as it was agreed.

    Right: Correct the line of the result to what the cards give.
    Source: the log format
    """,
    section="Money", kind=RECORD,
)  # fmt: skip


def wrong_results(t: Hand, settled: money.Settled) -> Iterator[Finding]:
    """Yield a finding if the agreed result contradicts the cards."""
    agreed: Agreed | None = t.agreed
    wrong = list(_wrong_parts(t, agreed, settled)) if agreed is not None else []
    if agreed is not None and wrong:
        text = "The result written down for hand {hand} is wrong: {wrong}."
        facts = {"hand": t.number, "wrong": wrong, "right": _right(t, agreed, settled)}
        yield Finding(agreed.seq, t.number, "result.wrong", RECORD, None, (), text, facts)


def _wrong_parts(t: Hand, agreed: Agreed, settled: money.Settled) -> Iterator[Sentence]:
    winner, by_cards = settled.winner, settled.event != agreed.seq
    is_certain = money.MAIN not in settled.open or settled.bonuses_open
    if by_cards and settled.kind != "undecided" and is_certain:
        if winner is not agreed.winner:
            facts = {"player": _name(agreed.winner), "right": _name(winner)}
            yield Sentence("{player} wins instead of {right}", facts)
            return
        if agreed.by is not None and agreed.by != _way(settled):
            way, right = wins.way_in_words(agreed.by), wins.way_in_words(_way(settled))
            yield Sentence("{way} instead of {right}", {"way": way, "right": right})
    if winner is not None and winner is agreed.winner and t.house["play_everything"] == "on":
        earned = money.earned_by_cards(t) if by_cards else None
        for name in ("mico", "color") if None not in (earned, agreed.bonuses) else ():
            count, right_count = (agreed.bonuses or {}).get(name, 0), (earned or {}).get(name, 0)
            if count != right_count:
                facts = {"bonus": name, "count": count, "right": right_count}
                yield Sentence("{bonus} {count} instead of {right}", facts)
        if agreed.up_the_tree is not None and settled.kind != "automatic":
            yield from _wrong_up_the_tree(t, agreed.up_the_tree, winner)
    for side in settled.sides:
        won = agreed.side_games.get(side.game)
        if won is not None and {*won} != {*side.winners} and not side.unseen:
            agreed_names, right_ones = (
                [seat.name for seat in one] or Word("nobody") for one in (won, side.winners)
            )
            facts = {"game": title_of(side.game), "players": agreed_names, "right": right_ones}
            yield Sentence("{game} to {players} instead of {right}", facts)


def _wrong_up_the_tree(t: Hand, up: tuple[Seat, ...], winner: Seat) -> Iterator[Sentence]:
    for seat in t.seats:
        if seat is not winner and seat in t.melded:
            right = money.is_up_the_tree(t, seat)
            if right is not (seat in up):
                text = "{player} had melded nothing" if right else "{player} had melded"
                yield Sentence(text, {"player": seat.name})


def _way(settled: money.Settled) -> str:
    return settled.win or settled.kind


def _name(seat: Seat | None) -> object:
    return winner_in_words(seat.name if seat is not None else None)


def _right(t: Hand, agreed: Agreed, settled: money.Settled) -> dict[str, Any]:
    """Return the fields of the result by the cards."""
    winner = settled.winner
    right: dict[str, Any] = {"winner": winner.name if winner is not None else None}
    if winner is not None:
        earned = money.earned_by_cards(t)
        if agreed.by is not None:
            right["by"] = _way(settled)
        if agreed.bonuses is not None and earned is not None:
            right["bonuses"] = {name: count for name, count in earned.items() if count}
        if agreed.up_the_tree is not None:
            losers = [seat for seat in t.seats if seat is not winner]
            is_up = {one: known(partial(money.is_up_the_tree, t, one)) for one in losers}
            right["up_the_tree"] = [one.name for one in losers if is_up[one]]
    won = {side.game: [seat.name for seat in side.winners] for side in settled.sides}
    won = {game: names for game, names in won.items() if game in agreed.side_games}
    if won:
        right["side_games"] = {
            game: names[0] if len(names) == 1 else names or None for game, names in won.items()
        }
    return right
