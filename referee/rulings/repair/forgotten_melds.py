"""Melds that nobody wrote down: what a player can have laid from their hand, their table and the
card on offer, before a line in which they pay or meld once more, near what was found about them, or
where a hand ends too early."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, zip_longest
from typing import Any, Final

from referee.cards.deck import NAMES, RANKS, SUITS, UNRECORDED, cards_of
from referee.cards.melds import (
    SHORTEST,
    is_meld,
    may_end_in_the_ace,
    parts,
    parts_with_the_ace_high,
)
from referee.rulings.repair.hand_in_question import HandInQuestion

TEN: Final = 10
"""Cards in melds that win a hand."""

FROM_THE_HAND: Final = 0.6
"""How much the likelier a meld is for every card more that comes from the hand."""

TAKEN_UP, TAKEN_APART = 0.8, 0.4
"""How much the less likely a meld is for each meld on the table that goes into it, and for each of
which only some cards do."""

UNSEEN: Final = 0.1
"""How likely a meld is of which nobody saw all the cards."""

UNSHOWN: Final = ("side.unshown", "force.missed")
"""The rules that are broken where a meld of somebody lies nowhere in the record, wherever the hand
was then."""

UNTOLD: Final = 0.2
"""How likely a meld without any of the cards that are told of is the one that nobody saw."""

MISSING_A_MELD: Final = ("withdraw.live", "force.invalid", "win.false", *UNSHOWN)
"""The rules that are broken where somebody has no meld, or not enough of them."""

UNASKED: Final = 0.2
"""How likely somebody melds without a card on offer, for which nobody pays."""

LAY_READY: Final = 0.3
"""How much the less likely a meld is that could have been laid in an earlier turn already."""

ENDS: Final = frozenset({"hand", "end", "payment", "join", "leave", "house", "win", "show"})
"""Lines before which a hand may have been won."""

ACTS: Final = ("meld", "pay")
"""The acts of a player that directly follow each other once a card on offer is theirs."""

Made = Iterator[tuple[dict[str, Any], float]]
"""Events that may have been forgotten, each with how likely that is."""


def forgotten_melds(hand: HandInQuestion, place: int) -> Made:
    """The melds that may have been forgotten before the line at this place."""
    kind, ends = hand.kind(place), closes(hand, place)
    users = [] if ends else _who_may_have_melded(hand, place)
    table = hand.table_before(place) if ends or users else None
    if table is None or "offer" not in table:
        return
    offer = table["offer"]["card"] if table["offer"] else None
    for player in users:
        yield from _used(table, player, offer)
        if kind in (*ACTS, "withdraw"):
            yield from _half_used(table, player, offer)
        if any(one.rule in MISSING_A_MELD for one in hand.findings):
            yield from _from_the_hand(table, player, among_others=kind in ACTS)
    if not ends:
        return
    asked = table["offer"]["claimed_by"] if table["offer"] else ()
    won = [hand.event(place)["player"]] if kind == "win" else asked
    paid = hand.paid_behind(place)
    for seat in table["seats"]:
        player = seat["player"]
        likely = (ASKED if player in won else 1.0) * (WAS_PAID if player == paid else 1.0)
        for event, weight in _winning(table, player, offer):
            yield event, weight * likely


def forgotten_showing(hand: HandInQuestion, place: int) -> Made:
    """The melds by which a player may have shown, before this line of theirs, what nobody saw."""
    missing = (one.player for one in hand.findings if one.rule in UNSHOWN)
    if not any(acts_in(hand, place, player) for player in missing):
        return
    for event, weight in forgotten_melds(hand, place):
        told = not hand.cards.isdisjoint(event["cards"])
        yield event, weight if told else weight * UNTOLD


def acts_in(hand: HandInQuestion, place: int, player: str | None) -> bool:
    """Return whether this player pays or melds in this line."""
    return hand.kind(place) in ACTS and hand.event(place)["player"] == player


def _who_may_have_melded(hand: HandInQuestion, place: int) -> list[str]:
    """Return who may have used the card on offer before this line: who pays or melds in it, or one
    about whom something was found."""
    if hand.kind(place) in ACTS:
        return [hand.event(place)["player"]]
    told = (one.player for one in hand.findings)
    # who cannot be forced has perhaps the meld that the card extends
    forced = (hand.event(at).get("player") for at in hand.cited if hand.kind(at) == "force")
    return [player for player in dict.fromkeys((*told, *forced)) if player is not None]


def closes(hand: HandInQuestion, place: int) -> bool:
    """Return whether this is the first of the lines with which a hand comes to its end."""
    at = hand.lines.index(place)
    return hand.kind(place) in ENDS and (at == 0 or hand.kind(hand.lines[at - 1]) not in ENDS)


def _used(table: Mapping[str, Any], player: str, offer: str | None) -> Made:
    """The melds by which a player can have used the card on offer, for which they pay."""
    seat = _seat(table, player)
    if seat is None or offer is None or offer == UNRECORDED:
        return
    for cards, from_hand in _melds(seat, offer):
        yield _meld(player, cards), _ease(seat, cards, from_hand)


def _half_used(table: Mapping[str, Any], player: str, offer: str | None) -> Made:
    """The melds of which somebody saw only the card on offer, and some others perhaps."""
    seat = _seat(table, player)
    if seat is None or offer is None or offer == UNRECORDED:
        return
    for cards in _half_seen(table, seat, offer):
        yield _meld(player, cards), UNSEEN / cards.count(UNRECORDED)


def _from_the_hand(table: Mapping[str, Any], player: str, *, among_others: bool) -> Made:
    """The melds that a player can have laid by their own decision: from the hand alone, or among
    the others of one act with cards of those."""
    seat = _seat(table, player)
    if seat is None:
        return
    for cards, from_hand in _melds(seat, None):
        if from_hand == len(cards) or among_others:
            yield _meld(player, cards), UNASKED * _ease(seat, cards, from_hand)
    if seat["unknown"] >= SHORTEST:
        yield _meld(player, [UNRECORDED] * SHORTEST), UNASKED * UNSEEN


def _winning(table: Mapping[str, Any], player: str, offer: str | None) -> Made:
    """The melds by which a player can have won with the tenth card."""
    seat = _seat(table, player)
    if seat is None:
        return
    lying = sum(map(len, seat["melds"]))
    held = len(seat["hand"]) + seat["surely_unknown"]
    for card in (offer, None):
        for cards, from_hand in _melds(seat, card) if card != UNRECORDED else ():
            used = card is not None and card in cards
            if lying + from_hand + used == TEN and from_hand == held:
                ease = _ease(seat, cards, from_hand)
                yield _meld(player, cards), ease if used else ease * LAY_READY
    for taken in ([offer] if offer is not None else [], []):
        if seat["unknown"] and lying + held + len(taken) == TEN:
            rest = (*taken, *seat["hand"], *[UNRECORDED] * seat["unknown"])
            for lent, ease in _lent(seat):
                if _may_be_meld((*lent, *rest)):
                    hidden = UNSEEN ** (1 + seat["unknown"] / 4)
                    ways = _ways(table, (*lent, *rest))
                    yield _meld(player, (*lent, *rest)), hidden * ease * ways


def _ease(seat: Mapping[str, Any], cards: Sequence[str], from_hand: int) -> float:
    """How readily somebody lays such a meld with the card on offer: the more so the more cards of
    the hand it frees, and the less so the more of their melds it takes up again."""
    ease, laid = 1.0 + FROM_THE_HAND * from_hand, set(cards)
    for meld in seat["melds"]:
        if laid.intersection(meld):
            ease *= TAKEN_UP if laid.issuperset(meld) else TAKEN_APART
    return ease


def _lent(seat: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield what a player can take from their melds for another one, with how readily they do:
    nothing, a whole meld, or some cards of it that leave melds behind."""
    yield (), 1.0
    for meld in seat["melds"]:
        yield tuple(meld), TAKEN_UP
        if UNRECORDED not in meld:
            for count in range(1, len(meld) - 2):
                for lent in combinations(meld, count):
                    if _stands(cards_of(meld) & ~cards_of(lent)):
                        yield lent, TAKEN_APART


def _may_be_meld(cards: Sequence[str]) -> bool:
    """Return whether some cards can be a meld, whatever those are that nobody recorded."""
    known = [card for card in cards if card != UNRECORDED]
    if not known:
        return SHORTEST <= len(cards) <= TEN
    ranks = sorted(RANKS.index(card[0]) for card in known)
    if len({card[1] for card in known}) == 1:
        return SHORTEST <= len(cards) <= TEN and ranks[-1] - ranks[0] < len(cards)
    return len(set(ranks)) == 1 and SHORTEST <= len(cards) <= len(SUITS)


def _unseen(table: Mapping[str, Any]) -> set[str]:
    """The cards that nobody saw anywhere."""
    seen = {card for one in table["seats"] for meld in one["melds"] for card in meld}
    seen |= {card for one in table["seats"] for card in one["hand"]} | {*table["pile"]}
    return set(NAMES) - seen


def _ways(table: Mapping[str, Any], cards: Sequence[str]) -> int:
    """How many melds some cards can be, by which others were never seen."""
    known = {card for card in cards if card != UNRECORDED}
    pool = _unseen(table) | known
    melds = (set(one) for one in (*_runs(pool), *_sets(pool)))
    return sum(len(one) == len(cards) and one >= known for one in melds)


def _half_seen(
    table: Mapping[str, Any], seat: Mapping[str, Any], offer: str
) -> Iterator[tuple[str, ...]]:
    """The melds with this card of which some cards were never seen before."""
    held, told = set(seat["hand"]), set()
    pool = _unseen(table) | held | {offer}
    for cards in (*_sets(pool), *_runs(pool)):
        missing = [card for card in cards if card != offer and card not in held]
        if offer not in cards or not 0 < len(missing) <= min(seat["unknown"], MOST_UNSEEN):
            continue
        known = [card for card in cards if card not in missing]
        written = (*known, *[UNRECORDED] * len(missing))
        if written not in told:
            told.add(written)
            yield written


MOST_UNSEEN: Final = 3
"""How many cards of a forgotten meld may never have been seen."""

ASKED: Final = 3.0
"""How much the likelier somebody has won who had asked for the card."""

WAS_PAID: Final = 100.0
"""How much the likelier somebody has won to whom the others paid money then."""


def _seat(table: Mapping[str, Any], player: str) -> Mapping[str, Any] | None:
    return next((seat for seat in table["seats"] if seat["player"] == player), None)


def _meld(player: str, cards: Sequence[str]) -> dict[str, Any]:
    return {"type": "meld", "player": player, "cards": list(cards)}


def _melds(seat: Mapping[str, Any], offer: str | None) -> Iterator[tuple[tuple[str, ...], int]]:
    """The melds that a player can lay with this card (None: without one), each with how many of its
    cards come from the hand. What is taken from the player's other melds leaves melds behind."""
    table = [cards_of(meld) for meld in seat["melds"] if UNRECORDED not in meld]
    own = {card for meld in seat["melds"] for card in meld}
    held = set(seat["hand"])
    pool = own | held | ({offer} if offer else set())
    for cards in (*_runs(pool), *_sets(pool)):
        from_hand = len(held & set(cards))
        if (offer is not None and offer not in cards) or not (from_hand or offer):
            continue
        laid = cards_of(cards)
        if all(_stands(meld & ~laid) for meld in table if meld & laid):
            yield cards, from_hand


def _stands(left: int) -> bool:
    return any(
        all(is_meld(part) or may_end_in_the_ace(part) for part in pieces(left))
        for pieces in (parts, parts_with_the_ace_high)
    )


def _runs(pool: set[str]) -> Iterator[tuple[str, ...]]:
    for suit in SUITS:
        # whether a run may end in the ace here the trial tells
        upwards = [rank + suit for rank in (*RANKS, RANKS[0])]
        for low in range(len(RANKS)):
            for high in range(low + 3, min(low + TEN, len(upwards)) + 1):
                cards = tuple(upwards[low:high])
                if not pool.issuperset(cards):
                    break
                yield cards


def _sets(pool: set[str]) -> Iterator[tuple[str, ...]]:
    for rank in RANKS:
        alike = [rank + suit for suit in SUITS if rank + suit in pool]
        for count in (3, 4):
            yield from map(_alternating, combinations(alike, count))


def _alternating(alike: Sequence[str]) -> tuple[str, ...]:
    """A set as a strict table wants it: a red card after a black one."""
    black = [card for card in alike if card[1] in "cs"]
    red = [card for card in alike if card not in black]
    more, fewer = (black, red) if len(black) >= len(red) else (red, black)
    return tuple(filter(None, chain.from_iterable(zip_longest(more, fewer))))
