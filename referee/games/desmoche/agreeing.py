"""The written result of a hand, compared with the result by the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.hand import Hand
from referee.games.desmoche import money, wins
from referee.games.desmoche.game import Agreed, desmoche, is_agreed
from referee.games.desmoche.side_games import title_of
from referee.judging.findings import RECORD, Finding
from referee.judging.telling import winner_in_words
from referee.wording.language import Word
from referee.wording.sentences import Sentence

desmoche.turn_rule(
    "result.wrong",
    """The result that a table writes down must be what the cards give, where they show it: who has
    won and how, with which bonuses, who was up the tree, and who has won the side games. Where the
    cards are unrecorded, the result counts as it was agreed.

    Right: Correct the line of the result to what the cards give.
    Source: the log format
    """,
    section="Money", kind=RECORD,
)  # fmt: skip


def wrong_results(t: Hand, settled: money.Settled) -> Iterator[Finding]:
    """Yield a finding if the agreed result contradicts the cards."""
    agreed: Agreed | None = t.agreed
    if agreed is None:
        return
    right = _right(t, agreed, settled)
    wrong = list(_wrong_parts(t, agreed, settled, right))
    if wrong:
        text = "The result written down for hand {hand} is wrong: {wrong}."
        facts = {"hand": t.number, "wrong": wrong, "right": right}
        yield Finding(agreed.seq, t.number, "result.wrong", RECORD, None, (), text, facts)


def _wrong_parts(
    t: Hand, agreed: Agreed, settled: money.Settled, right: Mapping[str, Any]
) -> Iterator[Sentence]:
    winner, by_cards = settled.winner, not is_agreed(t)
    is_certain = money.MAIN not in settled.open or settled.bonuses_open
    if by_cards and settled.kind != "undecided" and is_certain:
        if winner is not agreed.winner:
            written = agreed.winner.name if agreed.winner is not None else None
            player, other = winner_in_words(written), winner_in_words(right["winner"])
            yield Sentence("{player} wins instead of {right}", {"player": player, "right": other})
            return
        if agreed.by is not None and right.get("by", agreed.by) != agreed.by:
            ways = {"way": wins.way_in_words(agreed.by), "right": wins.way_in_words(right["by"])}
            yield Sentence("{way} instead of {right}", ways)
    if winner is not None and winner is agreed.winner and t.house["play_everything"] == "on":
        for name in ("mico", "color") if by_cards and "bonuses" in right else ():
            count, due = (
                counts.get(name, 0) for counts in (agreed.bonuses or {}, right["bonuses"])
            )
            if count != due:
                earned = {"bonus": name, "count": count, "right": due}
                yield Sentence("{bonus} {count} instead of {right}", earned)
        up = [seat.name for seat in agreed.up_the_tree or () if seat is not winner]
        if settled.kind != "automatic" and {*right.get("up_the_tree", up)} != {*up}:
            nobody = Word("nobody")
            tree = {"players": up or nobody, "right": right["up_the_tree"] or nobody}
            yield Sentence("{players} up the tree instead of {right}", tree)
    for side in settled.sides:
        won = agreed.side_games.get(side.game)
        if won is not None and {*won} != {*side.winners} and not side.unseen:
            agreed_names, right_ones = (
                [seat.name for seat in seats] or Word("nobody") for seats in (won, side.winners)
            )
            games = {"game": title_of(side.game), "players": agreed_names, "right": right_ones}
            yield Sentence("{game} to {players} instead of {right}", games)


def _right(t: Hand, agreed: Agreed, settled: money.Settled) -> dict[str, Any]:
    """Return the fields of the result by the cards."""
    winner = settled.winner
    right: dict[str, Any] = {"winner": winner.name if winner is not None else None}
    if winner is not None:
        earned = money.earned_by_cards(t)
        if agreed.by is not None:
            right["by"] = settled.win or settled.kind
        if agreed.bonuses is not None and earned is not None:
            right["bonuses"] = {name: count for name, count in earned.items() if count}
        if agreed.up_the_tree is not None:
            losers = [seat for seat in t.seats if seat is not winner]
            right["up_the_tree"] = [
                loser.name for loser in losers if money.is_up_the_tree(t, loser)
            ]
    won = {side.game: [seat.name for seat in side.winners] for side in settled.sides}
    won = {game: names for game, names in won.items() if game in agreed.side_games}
    if won:
        right["side_games"] = {
            game: names[0] if len(names) == 1 else names or None for game, names in won.items()
        }
    return right
