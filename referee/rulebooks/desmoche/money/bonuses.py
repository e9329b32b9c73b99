"""The bonuses of a hand: what its losers owe the winner where the table plays everything."""

from __future__ import annotations

from collections import Counter
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


def bonuses_unsure(hand: Hand, outcome: Outcome, winner: Seat, outs: Outs) -> bool:
    """Return whether the bonuses hang on cards in the winner's melds that nobody recorded, or on
    melds of the others that nobody wrote down, and the table agreed on nothing."""
    if hand.house["play_everything"] == "off" or outcome.kind not in ("melds", "last_standing"):
        return False
    if earned(hand, outcome, winner) is None:
        return True
    losers = (seat for seat in hand.seats if seat is not winner)
    return any(up_the_tree(hand, seat, outs) is None for seat in losers)


def earned(hand: Hand, outcome: Outcome, winner: Seat) -> Mapping[str, int] | None:
    """Return how often the winner earned which bonus, by the cards where they tell it, else by what
    the table agreed; None if it is open."""
    by_cards = earned_by_cards(hand, outcome, winner)
    if by_cards is None and hand.agreed is not None:
        return hand.agreed.bonuses
    return by_cards


def earned_by_cards(hand: Hand, outcome: Outcome, winner: Seat) -> Mapping[str, int] | None:
    """Return how often the winner earned which bonus by the cards; None if they do not tell it."""
    if outcome.kind == "automatic":
        return {}
    if outcome.kind == "last_standing" and hand.agreed is not None:
        return {}
    if winner.unknown & TABLE:
        return None
    if outcome.kind == "last_standing":
        return {}
    every = [readings(hand, meld) for meld in outcome.melds]
    if any(len({micos([one]) for one in may_be}) > 1 for may_be in every):
        return None
    within = [
        [[not one & ~group for one in may_be] for may_be in every]
        for group in color_groups(hand.house)
    ]
    color = any(all(map(all, of_one)) for of_one in within)
    if not color and any(all(map(any, of_one)) for of_one in within):
        return None
    return {"mico": micos([may_be[0] for may_be in every]), "color": int(color)}


def readings(hand: Hand, meld: int) -> list[int]:
    """The melds that one may be of which not all cards were recorded; itself if it cannot be
    any."""
    if meld <= DECK:
        return [meld]
    elsewhere = hand.visible & ~(meld | hand.doubtful | hand.perhaps_taken)
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
    each = Counter(earned(hand, outcome, winner)).elements()
    names = sorted(each, key=("mico", "color").index)
    bonuses = [Bonus(name, seat.name, winner.name, hand.bet) for seat in losers for name in names]
    bonuses += [
        Bonus("arriba_del_palo", seat.name, winner.name, hand.bet)
        for seat in losers
        if outcome.kind == "automatic" or up_the_tree(hand, seat, outs)
    ]
    return bonuses


def micos(melds: Sequence[int]) -> int:
    """How many runs among the melds contain A-2-3."""
    return sum(meld in RUNS and meld & a23 == a23 for meld in melds for a23 in A23)


def color_groups(house: House) -> tuple[int, ...]:
    """The groups of cards to one of which all ten cards of a Color bonus belong at this table."""
    return (RED, BLACK) if house["color_bonus"] == "same_color" else SUIT_CARDS


def up_the_tree(hand: Hand, seat: Seat, outs: Outs) -> bool | None:
    """Return whether the player never melded in this hand, or not before being disqualified (arriba
    del palo); None if that is open."""
    if not seat.melded_at and not seat.unknown & TABLE:
        return True
    if not seat.melded_at:
        agreed = hand.agreed.up_the_tree if hand.agreed is not None else None
        return None if agreed is None else seat in agreed
    since = outs.get(seat.name)
    return since is not None and hand.moment(seat.melded_at) > hand.moment(since)
