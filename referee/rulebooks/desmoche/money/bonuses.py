"""The bonuses of a hand: what its losers owe the winner where the table plays everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.cards.deck import BLACK, DECK, RED, SUIT_CARDS
from referee.cards.melds import A23, RUNS
from referee.judging.rulebook import House
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.melds import melds_with
from referee.rulebooks.desmoche.records import Outcome
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import TABLE

Outs = Mapping[str, int]
"""Players who are disqualified, with the event from which on they are."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """One bonus: one bet from a losing player to the winner."""

    bonus: str
    giver: str
    taker: str
    amount: int


def bonuses_unsure(hand: Hand, outcome: Outcome, winner: Seat) -> bool:
    """Whether the bonuses hang on cards in the winner's melds that nobody recorded, or on melds of
    the others that nobody wrote down."""
    if hand.house["play_everything"] == "off" or outcome.kind not in ("melds", "last_standing"):
        return False
    if winner.unknown & TABLE:
        return True
    if any(seat.unknown & TABLE and not seat.melded_at for seat in hand.seats):
        return True
    if all(meld <= DECK for meld in outcome.melds):
        return False
    every = [readings(hand, meld) for meld in outcome.melds]
    if any(len({micos([one]) for one in may_be}) > 1 for may_be in every):
        return True
    within = [
        [[not one & ~group for one in may_be] for may_be in every]
        for group in color_groups(hand.house)
    ]
    perhaps = any(all(map(any, of_one)) for of_one in within)
    return perhaps and not any(all(map(all, of_one)) for of_one in within)


def readings(hand: Hand, meld: int) -> list[int]:
    """The melds that one may be of which not all cards were recorded; itself if it cannot be
    any."""
    if meld <= DECK:
        return [meld]
    elsewhere = hand.visible & ~(meld | hand.doubtful)
    may_be = melds_with(meld & DECK, meld.bit_count(), hand.house)
    return [one for one in may_be if not one & elsewhere] or [meld]


def bonuses_of(hand: Hand, outcome: Outcome, winner: Seat, outs: Outs) -> list[Bonus]:
    """The bonuses that the losers owe the winner, each of one bet; none unless the table plays
    everything."""
    house = hand.house
    if house["play_everything"] == "off":
        return []
    losers = [seat for seat in hand.seats if seat is not winner]
    if outs and house["disqualified_pays_bonuses"] == "no":
        decided = hand.moment(outcome.event or 0)
        out = [name for name, since in outs.items() if hand.moment(since) <= decided]
        losers = [seat for seat in losers if seat.name not in out]
    earned: list[str] = []
    if outcome.kind == "melds":
        melds = [readings(hand, meld)[0] for meld in outcome.melds]
        earned += ["mico"] * micos(melds)
        earned += ["color"] * earns_color(sum(melds), house)
    bonuses = [
        Bonus(bonus, seat.name, winner.name, hand.bet) for seat in losers for bonus in earned
    ]
    bonuses += [
        Bonus("arriba_del_palo", seat.name, winner.name, hand.bet)
        for seat in losers
        if outcome.kind == "automatic" or up_the_tree(hand, seat, outs)
    ]
    return bonuses


def micos(melds: Sequence[int]) -> int:
    """How many runs among the melds contain A-2-3."""
    return sum(meld in RUNS and meld & a23 == a23 for meld in melds for a23 in A23)


def earns_color(cards: int, house: House) -> bool:
    """Whether all cards are of one suit, or of one colour where that is enough."""
    return any(not cards & ~group for group in color_groups(house))


def color_groups(house: House) -> tuple[int, ...]:
    """The groups of cards to one of which all ten cards of a Color bonus belong at this table."""
    return (RED, BLACK) if house["color_bonus"] == "same_color" else SUIT_CARDS


def up_the_tree(hand: Hand, seat: Seat, outs: Outs) -> bool:
    """Arriba del palo: the player never melded in this hand, or not before being disqualified."""
    if not seat.melded_at:
        return True
    since = outs.get(seat.name)
    return since is not None and hand.moment(seat.melded_at) > hand.moment(since)
