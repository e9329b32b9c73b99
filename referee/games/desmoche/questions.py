"""Questions that the record of a hand leaves open: each one, and the fact that would decide it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.cards.deck import cards_of
from referee.core.cards import is_blank
from referee.core.facts import known
from referee.core.hand import Hand
from referee.games.desmoche import leaving, opening, wins
from referee.games.desmoche.game import Declared, Question, is_shown
from referee.games.desmoche.melding import left_broken
from referee.games.desmoche.money import MAIN, Settled, contested, ending_of
from referee.games.desmoche.side_games import title_of
from referee.judging.findings import Undecided
from referee.wording.sentences import Cards


def questions(t: Hand, settled: Settled) -> list[Undecided]:
    """Return the open questions of one hand, in the order of events."""
    found = [
        Undecided(one.at, t.number, one.rule, one.player, one.text, one.would, one.facts)
        for one in _questions(t, settled)
    ]
    return sorted(found, key=lambda one: (one.event, one.rule, one.player or ""))


def _questions(t: Hand, settled: Settled) -> Iterator[Question]:
    yield from t.asked
    for seq, cards in known(lambda: left_broken(t), {}).items():
        text = "Does {player} put {cards} into a meld before they pay?"
        facts = {"player": t.doing.name, "cards": cards}
        yield Question(seq, "meld.broken", t.doing.name, text, "the rest of this act", facts)
    yield from _withdrawals(t)
    yield from _declarations(t)
    yield from _side_games(t, settled)
    if MAIN in settled.open:
        yield from _win(t, settled)
    if t.stakes_open:
        text = "Which side bets were placed where nobody wrote?"
        yield Question(t.first_event, "side.timing", None, text, "the side bets of this hand", {})


def _withdrawals(t: Hand) -> Iterator[Question]:
    for one in t.withdrawals:
        name, held = one.seat.name, t.hand.get(one.seat) or ()
        cards = leaving.hoped_for(t, one) & ~cards_of(held)
        was_told = ("withdraw.live", name) in t.told
        is_shown = bool(held) and not any(map(is_blank, held))
        if cards and not (was_told or is_shown):
            text = "Was {cards} in the hand of {player} at the withdrawal?"
            would = "the cards in the hand of {player} then"
            facts = {"player": name, "cards": Cards(cards)}
            yield Question(one.seq, "withdraw.live", name, text, would, facts)


def _declarations(t: Hand) -> Iterator[Question]:
    asked = set()
    for one in t.declarations:
        if one.good and one.may_be_late:
            text = "Did {player} declare {win} before the first card was drawn?"
            would, facts = "what was played before it where nobody wrote", told_win(one)
            yield Question(one.seq, "auto.late", one.seat.name, text, would, facts)
        if one.good and not opening.is_proven(t, one):
            text, would = "Did {player} really hold {win}?", "the nine cards that {player} showed"
            yield Question(one.seq, "auto.false", one.seat.name, text, would, told_win(one))
            asked.add(one.seat)
    winner, win = t.maybe("winner"), t.maybe("win")
    if winner not in (None, *asked) and win is not None and contested(t, ending_of(t)):
        text = "Was {win} of {player} the best win that was declared?"
        would = "the nine cards of everybody who declared a win"
        facts = {"player": winner.name, "win": wins.NAMES[win]}
        yield Question(t.over_at or t.last_event, "auto.false", winner.name, text, would, facts)


def told_win(one: Declared) -> dict[str, Any]:
    """Return what a question says of a declared win."""
    return {"player": one.seat.name, "win": wins.NAMES[one.win]}


def _side_games(t: Hand, settled: Settled) -> Iterator[Question]:
    at = settled.event or t.last_event
    for side in settled.sides:
        game = title_of(side.game)
        for seat, best in side.unproven:
            text = "Was {cards}, which won {game}, dealt to {player}, or did it come in the Cambio?"
            facts = {"player": seat.name, "cards": Cards(best.cards), "game": game}
            yield Question(
                at, "side.false", seat.name, text, "the cards that {player} was dealt", facts
            )
        for seat in side.unseen:
            text = "Which cards for {game} did {player} show?"
            would = "the cards of {player} that lay open and that nobody recorded"
            yield Question(
                at, "side.unshown", seat.name, text, would, {"player": seat.name, "game": game}
            )


def _win(t: Hand, settled: Settled) -> Iterator[Question]:
    """Yield what hangs on melds: whether somebody has won, and with which bonuses."""
    is_over = t.maybe("over") in ("melds", "automatic", "last_standing")
    seat = settled.winner or settled.doubtful or (None if is_over else t.likely_winner)
    at = settled.event or t.last_event
    if seat is None:
        return
    would = "the cards in the melds of {player} that nobody recorded"
    if settled.bonuses_open:
        text = "Which bonuses did {player} earn?"
        yield Question(at, "payment.wrong", seat.name, text, would, {"player": seat.name})
    if settled.winner is None:
        text = "Did {player} have ten cards in melds with that meld?"
    elif settled.kind == "melds" and t.maybe("trusted", True) and not is_shown(t):
        text = "Did {player} have ten cards in melds when the win was called?"
        would = "how the melds of {player} lay after the gap in the record"
    else:
        return
    yield Question(at, "win.false", seat.name, text, would, {"player": seat.name})
