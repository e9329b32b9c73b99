"""Automatic wins: Peladilla, Cuatro Cuerpos and Color, declared before the first draw."""

from __future__ import annotations

from referee.judging.findings import FORFEIT, MISSED, VIOLATION, Breach
from referee.judging.kernel.acts import HINDSIGHT
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, PLAYING, Hand
from referee.rulebooks.desmoche.money import wins
from referee.rulebooks.desmoche.money.declarations import cards_behind, is_good
from referee.rulebooks.desmoche.records import Declaration
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import PAST
from referee.wording.sentences import Cards

shelf = RuleShelf("Automatic wins", rests_on=EVERYTHING)
rule = shelf.rule


@rule("auto.late", FORFEIT, on=("declare",), stages=(PLAYING,), rests_on=NOTHING)
def auto_late(hand: Hand, act: Act) -> Verdict:
    """An automatic win is declared before the first card is drawn. Declared later it is lost,
    and play goes on.

    Right: Declare the win, and show the nine cards, before anybody draws the first card.
    Source: rule text, Automatic wins
    """
    seat = act.seat
    if seat is not None and hand.stage == PLAYING:
        return Breach(
            seat.name,
            "{player} declared {win} after the first draw; the win is lost.",
            {"player": seat.name, "win": wins.NAMES[act.event["win"]]},
            cites=(hand.first_draw,) if hand.first_draw else (),
        )
    return None


@rule(
    "auto.off",
    VIOLATION,
    on=("declare",),
    binds=("automatic_wins", "color_win"),
    stages=(BETTING, DEALT, OVER),
    rests_on=NOTHING,
)
def auto_off(hand: Hand, act: Act) -> Verdict:
    """Only an automatic win that this table plays can be declared.

    Right: Nobody declares it here; play the hand on like any other.
    Source: rule text, Automatic wins
    """
    seat, win = act.seat, act.event["win"]
    if seat is not None and hand.stage != PLAYING and not wins.is_played(win, hand.house):
        return Breach(
            seat.name,
            "{player} declared {win}, which this table does not play.",
            {"player": seat.name, "win": wins.NAMES[win]},
        )
    return None


@rule(
    "auto.missed",
    MISSED,
    on=("draw",),
    binds=("automatic_wins", "color_win"),
    stages=(DEALT,),
    unless={"automatic_wins": ("off",)},
    rests_on=PAST,
)
def auto_missed(hand: Hand, act: Act) -> Verdict:
    """A player whose nine cards were an automatic win, as dealt or after the Cambio, and who did
    not declare it before the first draw, has missed it. A finding only where all nine cards are
    known.

    Right: Show the nine cards and declare the win before the first draw.
    Source: rule text, Automatic wins
    """
    if hand.stage != DEALT or hand.house["automatic_wins"] == "off":
        return None
    missed, where = [], hand.where
    for seat in hand.playing():
        # most players have no win among all the cards that they may have held
        if wins.none_among(where.possible(where.dealt[seat.place] | where.held[seat.place])):
            continue
        for as_dealt in (True, False):
            cards = hand.whole_hand(seat, as_dealt)
            held = wins.held(cards, hand.house) if cards else []
            if held and not _has_declared(hand, seat, held):
                text = "{player} held {win} and did not declare it: {cards}."
                facts = {"player": seat.name, "win": wins.NAMES[held[0]], "cards": Cards(cards)}
                missed.append(Breach(seat.name, text, facts, cites=(hand.dealt_at,)))
                break
    return missed


def _has_declared(hand: Hand, seat: Seat, some: list[str]) -> bool:
    """Whether the player has declared one of these wins."""
    return any(one.seat is seat and one.win in some for one in hand.declarations)


@rule(
    "auto.false",
    VIOLATION,
    on=("declare", HINDSIGHT),
    binds=("color_win",),
    stages={"declare": (BETTING, DEALT, OVER)},
    rests_on=NOTHING,
)
def auto_false(hand: Hand, act: Act) -> Verdict:
    """A declared win does not count when the hand shown, or known, is not that win. Play goes on.

    Right: The player counts their nine cards first, and declares only what they are.
    Source: rule text, Automatic wins
    """
    if act.type == "declare":
        seat, win = act.seat, act.event["win"]
        if seat is None or hand.stage == PLAYING or not wins.is_played(win, hand.house):
            return None
        if hand.perhaps_begun:
            return None
        declared = Declaration(seat, win, act.seq, act.cards, as_dealt=not seat.passed)
        return _false(hand, declared) if is_good(hand, declared) is False else None
    return [
        _false(hand, declared)
        for declared in hand.declarations
        if declared.waited and declared.good is False and not declared.perhaps_late
    ]


def _false(hand: Hand, declared: Declaration) -> Breach:
    return Breach(
        declared.seat.name,
        "{player} declared {win}, which these cards are not: {cards}.",
        {
            "player": declared.seat.name,
            "win": wins.NAMES[declared.win],
            "cards": Cards(cards_behind(hand, declared)),
        },
        event=declared.event,
    )
