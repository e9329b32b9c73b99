"""The open questions of a hand, each with the fact that would decide it."""

from collections.abc import Iterator

from referee.cards.deck import cards_of
from referee.core.cards import is_blank
from referee.core.facts import known
from referee.core.hand import Hand
from referee.games.desmoche import leaving, opening, wins
from referee.games.desmoche.game import is_agreed, is_shown, question
from referee.games.desmoche.melding import left_broken
from referee.games.desmoche.money import MAIN, Settled, contested
from referee.games.desmoche.side_games import title_of
from referee.judging.findings import Undecided
from referee.wording.sentences import Cards


def questions(t: Hand, settled: Settled) -> list[Undecided]:
    """Return the open questions of one hand, in the order of events."""
    return sorted(
        _questions(t, settled),
        key=lambda question: (question.event, question.rule, question.player or ""),
    )


def _questions(t: Hand, settled: Settled) -> Iterator[Undecided]:
    yield from t.asked
    text = "Does {player} put {cards} into a meld before they pay?"
    for seq, cards in known(lambda: left_broken(t), {}).items():
        rest = "the rest of this act"
        yield question(t, seq, "meld.broken", t.doing.name, text, rest, cards=cards)
    yield from _withdrawals(t)
    yield from _declarations(t)
    yield from _side_games(t, settled)
    if MAIN in settled.open:
        yield from _win(t, settled)
    if t.stakes_open:
        text, would = "Which side bets does the record leave out?", "the side bets of this hand"
        yield question(t, t.first_event, "side.timing", None, text, would)


def _withdrawals(t: Hand) -> Iterator[Undecided]:
    text = "Was {cards} in the hand of {player} at the withdrawal?"
    would = "the cards in the hand of {player} then"
    for withdrawal in t.withdrawals:
        name, held = withdrawal.seat.name, t.hand.get(withdrawal.seat) or ()
        live = leaving.live_cards(t, withdrawal) & ~cards_of(held)
        was_reported = ("withdraw.live", name) in t.already_reported
        is_shown = bool(held) and not any(map(is_blank, held))
        if live and not (was_reported or is_shown):
            yield question(t, withdrawal.seq, "withdraw.live", name, text, would, cards=Cards(live))


def _declarations(t: Hand) -> Iterator[Undecided]:
    asked = set()
    for declaration in () if is_agreed(t) else t.declarations:
        name, win = declaration.seat.name, wins.NAMES[declaration.win]
        if declaration.good and declaration.may_be_late:
            text = "Did {player} declare {win} before the first card was drawn?"
            would = "the unrecorded play before it"
            yield question(t, declaration.seq, "auto.late", name, text, would, win=win)
        if declaration.good is None or (declaration.good and not opening.is_proven(t, declaration)):
            text, would = "Did {player} really hold {win}?", "the nine cards that {player} showed"
            yield question(t, declaration.seq, "auto.false", name, text, would, win=win)
            asked.add(declaration.seat)
    winner, how = t.maybe("winner"), t.maybe("win")
    if winner not in (None, *asked) and how is not None and contested(t):
        text = "Was {win} of {player} the best win that was declared?"
        would, at = "the nine cards of everybody who declared a win", t.over_at or t.last_event
        yield question(t, at, "auto.false", winner.name, text, would, win=wins.NAMES[how])


def _side_games(t: Hand, settled: Settled) -> Iterator[Undecided]:
    at = settled.event or t.last_event
    for side in settled.sides:
        game = title_of(side.game)
        text = "Was {cards}, which won {game}, dealt to {player}, or did it come in the Cambio?"
        would = "the cards that {player} was dealt"
        for seat, best in side.unproven:
            facts = {"cards": Cards(best.cards), "game": game}
            giver = t.seats[seat.index - 1].name
            yield question(t, at, "side.false", seat.name, text, would, giver=giver, **facts)
        text = "Which cards for {game} did {player} show?"
        would = "the unrecorded cards of {player} that lay open"
        for seat in side.unseen:
            yield question(t, at, "side.unshown", seat.name, text, would, game=game)


def _win(t: Hand, settled: Settled) -> Iterator[Undecided]:
    """Yield the questions about the winner and the bonuses that depend on melds."""
    is_over = t.maybe("over") in ("melds", "automatic", "last_standing")
    seat = settled.winner or settled.doubtful or (None if is_over else t.likely_winner)
    at = settled.event or t.last_event
    if seat is None:
        return
    would = "the unrecorded cards in the melds of {player}"
    if settled.bonuses_open:
        text = "Which bonuses did {player} earn?"
        yield question(t, at, "payment.wrong", seat.name, text, would)
    if settled.winner is None:
        text = "Did that meld bring {player} to ten cards in melds?"
    elif settled.kind == "melds" and t.maybe("trusted", True) and not is_shown(t):
        text = "Did {player} have ten cards in melds when the win was called?"
        would = "how the melds of {player} lay after the gap in the record"
    else:
        return
    yield question(t, at, "win.false", seat.name, text, would)
