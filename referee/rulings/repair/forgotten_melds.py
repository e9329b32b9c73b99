"""Unrecorded melds.

In games with payments for melds: what a player can have laid from their hand, their melds and the
card on offer, before they pay or meld again, near a finding about them, or where a hand ends too
early. In other games, where all cards come from the hand: what they can have laid before the card
that ended a turn, and the cards left in their hand after all others were melded, discarded or
shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from referee.cards import melds as meld_cards
from referee.cards.deck import JOKER, NAMES, RANKS, SUITS, UNRECORDED, cards_of, names
from referee.cards.melds import SHORTEST, as_laid
from referee.judging.remedies import TAKING
from referee.rulings.repair.hand_in_question import HandInQuestion, slots

EVERY_MELD: Final = meld_cards.MELDS | meld_cards.ACE_HIGH_RUNS
TEN: Final = 10  # the number of melded cards that wins a hand
MOST_UNSEEN: Final = 3  # the largest number of unseen cards in a missing meld

# factors of the likelihood that a meld is missing
UNSEEN: Final = 0.1  # with unseen cards
UNASKED: Final = 0.2  # without the card on offer, which needs no payment
LAY_READY: Final = 0.3  # the player could already have laid it in an earlier turn
ASKED: Final = 3.0  # the winner had claimed the card
WAS_PAID: Final = 100.0  # the others then paid money to the winner

MISSING_A_MELD: Final = (
    "withdraw.live", "force.invalid", "win.false", "side.unshown", "force.missed",
)  # fmt: skip
"""The rules that break if a player has too few melds."""

ENDS: Final = frozenset({"hand", "end", "payment", "join", "leave", "house", "win", "show"})
"""Lines before which a hand may have been won."""

ACTS: Final = ("meld", "pay")
"""The acts of a player that directly follow each other after taking a card on offer."""

Made = Iterator[tuple[dict[str, Any], float]]
"""Events that may be missing, each with its likelihood."""

Seat = Mapping[str, Any]
"""A seat of the table as plain data."""


def forgotten_melds(hand: HandInQuestion, index: int) -> Made:
    """Yield melds that may be missing before the line with this index."""
    kind, ends = hand.kind(index), closes(hand, index)
    users = [] if ends else _who_may_have_melded(hand, index)
    table = hand.table_before(index) if ends or users else None
    if table is None or "offer" not in table:
        return
    offer = (table["offer"] or {}).get("card")
    seats = {seat["player"]: seat for seat in table["seats"]}
    for seat in (seats[player] for player in users if player in seats):
        if offer not in (None, UNRECORDED):
            # for which they pay
            yield from ((_meld(seat, cards), 1.0) for cards, _ in _melds(seat, offer))
            for cards in _half_seen(table, seat, offer) if kind in (*ACTS, "withdraw") else ():
                yield _meld(seat, cards), UNSEEN / cards.count(UNRECORDED)
        if any(finding.rule in MISSING_A_MELD for finding in hand.findings):
            yield from _from_the_hand(seat, among_others=kind in ACTS)
    asked = (table["offer"] or {}).get("claimed_by", ())
    won = [hand.event(index)["player"]] if kind == "win" else asked
    paid = hand.paid_behind(index)
    for player, seat in seats.items() if ends else ():
        likely = (ASKED if player in won else 1.0) * (WAS_PAID if player == paid else 1.0)
        for event, weight in _winning(table, seat, offer):
            yield event, weight * likely


def _who_may_have_melded(hand: HandInQuestion, index: int) -> list[str]:
    """Return the player who pays or melds in this line, or those with findings about them."""
    if hand.kind(index) in ACTS:
        return [hand.event(index)["player"]]
    players = (finding.player for finding in hand.findings)
    # a player who cannot be forced may have the meld that the card extends
    forced = (hand.event(at).get("player") for at in hand.cited if hand.kind(at) == "force")
    return [player for player in dict.fromkeys((*players, *forced)) if player is not None]


def closes(hand: HandInQuestion, index: int) -> bool:
    """Return whether this is the first of the lines that end a hand."""
    at = hand.lines.index(index)
    return hand.kind(index) in ENDS and (at == 0 or hand.kind(hand.lines[at - 1]) not in ENDS)


def _from_the_hand(seat: Seat, *, among_others: bool) -> Made:
    """Yield melds without the card on offer: from the hand, or beside other melds of one act."""
    for cards, from_hand in _melds(seat, None):
        if from_hand == len(cards) or among_others:
            yield _meld(seat, cards), UNASKED
    if seat["unknown"] >= SHORTEST:
        yield _meld(seat, [UNRECORDED] * SHORTEST), UNASKED * UNSEEN


def _winning(table: Mapping[str, Any], seat: Seat, offer: str | None) -> Made:
    """Yield melds by which a player can have won with the tenth card."""
    lying = sum(map(len, seat["melds"]))
    held = len(seat["hand"]) + seat["surely_unknown"]
    for card in (offer, None):
        for cards, from_hand in _melds(seat, card) if card != UNRECORDED else ():
            used = card is not None and card in cards
            if lying + from_hand + used == TEN and from_hand == held:
                yield _meld(seat, cards), 1.0 if used else LAY_READY
    unseen = _unseen(table)
    for taken in ([offer] if offer is not None else [], []):
        if seat["unknown"] and lying + held + len(taken) == TEN:
            rest = (*taken, *seat["hand"], *[UNRECORDED] * seat["unknown"])
            hidden = UNSEEN ** (1 + seat["unknown"] / 4)
            for lent in _lent(seat):
                cards = (*lent, *rest)
                known = cards_of(set(cards) - {UNRECORDED})
                # the melds that these cards and unseen ones can form
                melds = meld_cards.melds_with(known, len(cards), EVERY_MELD)
                if ways := sum(not meld & ~(unseen | known) for meld in melds):
                    yield _meld(seat, cards), hidden * ways


def _lent(seat: Seat) -> Iterator[tuple[str, ...]]:
    """Yield cards that a player can take from their melds for another one: none, a whole meld, or
    some of its cards if melds remain."""
    yield ()
    for meld in seat["melds"]:
        yield tuple(meld)
        if UNRECORDED not in meld:
            for count in range(1, len(meld) - 2):
                for lent in combinations(meld, count):
                    if _stands(cards_of(meld) & ~cards_of(lent)):
                        yield lent


def _unseen(table: Mapping[str, Any]) -> int:
    """Return the cards that were never seen."""
    lying = (cards for seat in table["seats"] for cards in (*seat["melds"], seat["hand"]))
    return cards_of(set(NAMES).difference(table["pile"], *lying))


def _half_seen(table: Mapping[str, Any], seat: Seat, offer: str) -> Iterator[tuple[str, ...]]:
    """Yield melds with this card in which some cards were never seen before."""
    seen, found = {*seat["hand"], offer}, dict[tuple[str, ...], None]()
    for cards in _melds_of(_unseen(table) | cards_of(seen)):
        known = [card for card in cards if card in seen]
        missing = len(cards) - len(known)
        if offer in cards and 0 < missing <= min(seat["unknown"], MOST_UNSEEN):
            found[(*known, *[UNRECORDED] * missing)] = None
    yield from found


def _meld(seat: Seat, cards: Sequence[str]) -> dict[str, Any]:
    return {"type": "meld", "player": seat["player"], "cards": list(cards)}


def _melds(seat: Seat, offer: str | None) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield melds a player can lay with this card (None: without one), each with the number of
    cards from the hand. Cards taken from other melds must leave melds behind."""
    table = [cards_of(meld) for meld in seat["melds"] if UNRECORDED not in meld]
    own = {card for meld in seat["melds"] for card in meld}
    held, used = set(seat["hand"]), {offer} if offer else set()
    for cards in _melds_of(cards_of((own | held | used) - {UNRECORDED})):
        from_hand = len(held & set(cards))
        if (offer is not None and offer not in cards) or not (from_hand or offer):
            continue
        laid = cards_of(cards)
        if all(_stands(meld & ~laid) for meld in table if meld & laid):
            yield cards, from_hand


def _stands(left: int) -> bool:
    return any(
        EVERY_MELD.issuperset(pieces(left))
        for pieces in (meld_cards.parts, meld_cards.parts_with_the_ace_high)
    )


def _melds_of(pool: int) -> Iterator[tuple[str, ...]]:
    """Yield the melds of these cards; a trial shows whether a run may end in the ace."""
    for meld in sorted(EVERY_MELD):
        if not meld & ~pool:
            first, *others = as_laid(names(meld))
            yield (*others, first) if meld in meld_cards.ACE_HIGH_RUNS else (first, *others)


# ---- games without payments for melds

WITH_A_WILD: Final = 0.6  # the factor by which each wild card makes a meld less likely
LONGEST: Final = 13  # the most cards of a run
MOST_WILDS: Final = 2  # the largest number of wild cards tried in a meld
TWO: Final = "2"  # wild beside the jokers; a trial shows whether the game has wild cards


def forgotten_layings(hand: HandInQuestion) -> Iterator[tuple[int, dict[str, Any], float]]:
    """Yield melds that may be missing in a hand of a game without payments for melds, each with the
    index before which it may be missing."""
    if "pay" in hand.game.events or "meld" not in hand.game.events:
        return
    before: set[tuple[str, tuple[str, ...]]] = set()
    for index, seat in _seats_at(hand):
        player = seat["player"]
        later = _named_later(hand, index, player)
        free = Counter[str](seat["hand"]) - later
        melds = dict(_all_melds(free))
        for cards, weight in melds.items():
            at_once = (player, cards) not in before
            before.add((player, cards))
            if at_once or index in hand.near:
                yield index, _meld(seat, cards), weight * (1.0 if at_once else LAY_READY)
        rest = _as_listed(free.elements())
        is_another = len(rest) >= SHORTEST and rest not in map(_as_listed, melds)
        if later and index in hand.near and is_another:
            yield index, _meld(seat, rest), 1.0


def _as_listed(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the usual order of a list: by rank, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card == JOKER, RANKS.index(card[0]), card)))


def _seats_at(hand: HandInQuestion) -> Iterator[tuple[int, Seat]]:
    """Yield the players' seats at indexes where they may have melded, if all cards are known."""
    asked: dict[int, list[str]] = defaultdict(list)
    # in games without points a hand ends with the tenth card, which is another kind of meld
    is_counted = "score" in hand.game.events
    for index in hand.lines[1:]:
        event = hand.event(index)
        if event["type"] in ("discard", "show"):
            asked[index].append(event["player"])
        if event["type"] == "score" or (is_counted and closes(hand, index)):
            asked[index] += hand.players
    for finding in hand.findings:
        if finding.player is not None and finding.event in hand.index_of:
            asked[hand.index_of[finding.event]].append(finding.player)
    play = hand.before()
    for index in range(hand.start, hand.stop):
        if index in asked and (table := play.view()["hand"]):
            for seat in table["seats"]:
                if seat["player"] in asked[index] and not seat["unknown"]:
                    yield index, seat
        play.play_on([hand.events[index]])


def _named_later(hand: HandInQuestion, index: int, player: str) -> Counter[str]:
    """Return the cards that the player names from here on, up to their next draw."""
    counts: Counter[str] = Counter()
    for at in (line for line in hand.lines if line >= index):
        event = hand.event(at)
        if event.get("player") == player:
            if event["type"] in TAKING:
                break
            counts.update(card for _, card in slots(event))
    return counts


def _all_melds(held: Counter[str]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the melds among some cards, each with its likelihood."""
    wild = [card for card in held.elements() if card == JOKER or card[0] == TWO]
    for count in range(min(len(wild), MOST_WILDS) + 1):
        for wilds in dict.fromkeys(map(_as_listed, combinations(wild, count))):
            for cards in (*_alike(held, wilds), *_runs(held, wilds)):
                yield cards, WITH_A_WILD**count


def _runs(pool: Collection[str], wilds: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield runs of one suit, with these wild cards in the gaps."""
    for suit in SUITS:
        # the trial shows whether a run may end in the ace
        upwards = [rank + suit for rank in (*RANKS, RANKS[0])]
        for low in range(len(RANKS)):
            for high in range(low + SHORTEST, min(low + LONGEST, len(upwards)) + 1):
                row = upwards[low:high]
                missing = sum(card not in pool for card in row)
                if missing > len(wilds):
                    break
                if missing == len(wilds) and len(row) > 2 * missing:
                    instead = iter(wilds)
                    yield tuple(card if card in pool else next(instead) for card in row)


def _alike(held: Counter[str], wilds: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield sets of at least two cards of one rank, with these wild cards."""
    for rank in RANKS:
        cards = [card for card in held.elements() if card[0] == rank and card != JOKER]
        for size in range(max(SHORTEST - len(wilds), 2), len(cards) + 1):
            for some in dict.fromkeys(map(_as_listed, combinations(cards, size))):
                yield (*some, *wilds)
