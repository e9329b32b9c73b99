"""Melds that nobody wrote down: what a player can have laid from his hand, his table and the card
on offer, at a line where somebody has paid, has called a win, or where a hand ends too early."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from referee.cards.deck import NAMES, RANKS, SUITS, UNRECORDED, cards_of
from referee.cards.melds import is_meld, parts
from referee.rulings.repair.hand_in_question import HandInQuestion

TEN: Final = 10
"""Cards in melds that win a hand."""

FROM_THE_HAND: Final = 0.6
"""How much the likelier a meld is for every card more that comes from the hand."""

UNSEEN: Final = 0.1
"""How likely a meld is of which nobody saw all the cards."""

ENDS: Final = frozenset({"hand", "end", "payment", "join", "leave", "house", "win", "show"})
"""Lines before which a hand may have been won."""

Made = Iterator[tuple[dict[str, Any], float]]
"""Events that may have been forgotten, each with how likely that is."""


def forgotten_melds(hand: HandInQuestion, place: int) -> Made:
    """The melds that may have been forgotten before the line at this place."""
    kind = hand.kind(place)
    if kind != "pay" and not closes(hand, place):
        return
    table = hand.table_before(place)
    if table is None or "offer" not in table:
        return
    offer = table["offer"]["card"] if table["offer"] else None
    if kind == "pay":
        yield from _used(table, hand.event(place)["player"], offer)
        return
    asked = table["offer"]["claimed_by"] if table["offer"] else ()
    for seat in table["seats"]:
        for event, weight in _winning(table, seat["player"], offer):
            yield event, weight * (ASKED if seat["player"] in asked else 1.0)


def closes(hand: HandInQuestion, place: int) -> bool:
    """Whether this is the first of the lines with which a hand comes to its end."""
    at = hand.lines.index(place)
    return hand.kind(place) in ENDS and (at == 0 or hand.kind(hand.lines[at - 1]) not in ENDS)


def _used(table: Mapping[str, Any], player: str, offer: str | None) -> Made:
    """The melds by which a player can have used the card on offer, for which he pays."""
    seat = _seat(table, player)
    if seat is None or offer is None or offer == UNRECORDED:
        return
    for cards, from_hand in _melds(seat, offer):
        yield _meld(player, cards), 1.0 + FROM_THE_HAND * from_hand
    for cards in _half_seen(table, seat, offer):
        yield _meld(player, cards), UNSEEN / cards.count(UNRECORDED)


def _winning(table: Mapping[str, Any], player: str, offer: str | None) -> Made:
    """The melds by which a player can have won with the tenth card."""
    seat = _seat(table, player)
    if seat is None:
        return
    lying = sum(map(len, seat["melds"]))
    held = len(seat["hand"]) + seat["unknown"]
    for card in (offer, None):
        for cards, from_hand in _melds(seat, card) if card != UNRECORDED else ():
            used = card is not None and card in cards
            if lying + from_hand + used == TEN and from_hand == held:
                yield _meld(player, cards), 1.0 + FROM_THE_HAND * from_hand
    if offer is not None and seat["unknown"] and lying + held + 1 == TEN:
        rest = (offer, *seat["hand"], *[UNRECORDED] * seat["unknown"])
        for meld in ([], *seat["melds"]):
            if _may_be_meld((*meld, *rest)):
                yield _meld(player, (*meld, *rest)), UNSEEN


def _may_be_meld(cards: Sequence[str]) -> bool:
    """Whether some cards can be a meld, whatever those are that nobody recorded."""
    known = [card for card in cards if card != UNRECORDED]
    ranks = sorted(RANKS.index(card[0]) for card in known)
    if len({card[1] for card in known}) == 1:
        return 3 <= len(cards) <= TEN and ranks[-1] - ranks[0] < len(cards)
    return len(set(ranks)) == 1 and 3 <= len(cards) <= len(SUITS)


def _half_seen(
    table: Mapping[str, Any], seat: Mapping[str, Any], offer: str
) -> Iterator[tuple[str, ...]]:
    """The melds with this card of which some cards were never seen before."""
    seen = {card for one in table["seats"] for meld in one["melds"] for card in meld}
    seen |= {card for one in table["seats"] for card in one["hand"]} | {*table["pile"]}
    held, told = set(seat["hand"]), set()
    pool = (set(NAMES) - seen) | held | {offer}
    for cards in (*_sets(pool), *_runs(pool)):
        missing = [card for card in cards if card != offer and card not in held]
        if offer not in cards or not 0 < len(missing) <= min(seat["unknown"], MOST_UNSEEN):
            continue
        written = tuple(UNRECORDED if card in missing else card for card in cards)
        if written not in told:
            told.add(written)
            yield written


MOST_UNSEEN: Final = 3
"""How many cards of a forgotten meld may never have been seen."""

ASKED: Final = 3.0
"""How much the likelier somebody has won who had asked for the card."""


def _seat(table: Mapping[str, Any], player: str) -> Mapping[str, Any] | None:
    return next((seat for seat in table["seats"] if seat["player"] == player), None)


def _meld(player: str, cards: Sequence[str]) -> dict[str, Any]:
    return {"type": "meld", "player": player, "cards": list(cards)}


def _melds(seat: Mapping[str, Any], offer: str | None) -> Iterator[tuple[tuple[str, ...], int]]:
    """The melds that a player can lay with this card (None: without one), each with how many of its
    cards come from the hand. What is taken from his other melds leaves melds behind."""
    table = [cards_of(meld) for meld in seat["melds"] if UNRECORDED not in meld]
    own = {card for meld in seat["melds"] for card in meld}
    held = set(seat["hand"])
    pool = own | held | ({offer} if offer else set())
    for cards in (*_runs(pool), *_sets(pool)):
        from_hand = len(held & set(cards))
        if (offer is not None and offer not in cards) or not (from_hand or offer):
            continue
        laid = cards_of(cards)
        if all(_stands(meld & ~laid) for meld in table):
            yield cards, from_hand


def _stands(left: int) -> bool:
    return not left or all(is_meld(part) for part in parts(left))


def _runs(pool: set[str]) -> Iterator[tuple[str, ...]]:
    for suit in SUITS:
        for low in range(len(RANKS)):
            for high in range(low + 3, min(low + TEN, len(RANKS)) + 1):
                cards = tuple(rank + suit for rank in RANKS[low:high])
                if not pool.issuperset(cards):
                    break
                yield cards


def _sets(pool: set[str]) -> Iterator[tuple[str, ...]]:
    for rank in RANKS:
        alike = [rank + suit for suit in SUITS if rank + suit in pool]
        for count in (3, 4):
            yield from combinations(alike, count)
