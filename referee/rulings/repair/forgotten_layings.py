"""Unrecorded melds in games without payments for melds, where all cards come from the hand: melds a
player can have laid before the card that ended a turn, and the cards left in their hand after all
others were melded, discarded or shown."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from referee.cards.deck import JOKER, RANKS, SUITS
from referee.cards.melds import SHORTEST
from referee.judging.corrections import Event
from referee.rulings.repair.forgotten_melds import LAY_READY, closes
from referee.rulings.repair.hand_in_question import HandInQuestion

WITH_A_WILD: Final = 0.6
"""The factor by which each wild card makes a meld less likely."""

LONGEST: Final = 13
MOST_WILDS: Final = 2
"""The largest number of wild cards tried in a meld."""

TWO: Final = "2"
"""The rank that is wild, beside the jokers, in games with wild cards. A trial shows if the game has
them."""

TAKES: Final = ("draw", "take", "beg")

Made = Iterator[tuple[int, dict[str, Any], float]]
"""The index before which a meld may be missing, the event, and its likelihood."""


def forgotten_layings(hand: HandInQuestion) -> Made:
    """Yield melds that may be missing in a hand of a game without payments for melds."""
    if "pay" in hand.trials.kinds or "meld" not in hand.trials.kinds:
        return
    before: set[tuple[str, tuple[str, ...]]] = set()
    for index, player, held in _hands_at(hand):
        later = _told_later(hand, index, player)
        free = held - later
        melds = dict(_melds(free))
        for cards, weight in melds.items():
            at_once = (player, cards) not in before
            before.add((player, cards))
            if at_once or index in hand.near:
                yield index, _meld(player, cards), weight * (1.0 if at_once else LAY_READY)
        rest = _as_listed(free.elements())
        is_another = len(rest) >= SHORTEST and rest not in map(_as_listed, melds)
        if later and index in hand.near and is_another:
            yield index, _meld(player, rest), 1.0


def _meld(player: str, cards: Sequence[str]) -> dict[str, Any]:
    return {"type": "meld", "player": player, "cards": list(cards)}


def _as_listed(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the usual order of a list: by rank, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card == JOKER, RANKS.index(card[0]), card)))


def _hands_at(hand: HandInQuestion) -> Iterator[tuple[int, str, Counter[str]]]:
    """Yield the players' hands at indexes where they may have melded, if all cards are known."""
    asked: dict[int, list[str]] = defaultdict(list)
    # in games without points a hand ends with the tenth card, which is another kind of meld
    is_counted = "score" in hand.trials.kinds
    for index in hand.lines[1:]:
        event = hand.event(index)
        if event["type"] in ("discard", "show"):
            asked[index].append(event["player"])
        if event["type"] == "score" or (is_counted and closes(hand, index)):
            asked[index] += hand.players()
    for finding in hand.findings:
        if finding.player is not None and finding.event in hand.index_of:
            asked[hand.index_of[finding.event]].append(finding.player)
    play = hand.trials.before(hand.stretch)
    for index in range(hand.stretch.start, hand.stretch.stop):
        if index in asked and (table := play.view()["hand"]):
            for seat in table["seats"]:
                if seat["player"] in asked[index] and not seat["unknown"]:
                    yield index, seat["player"], Counter(seat["hand"])
        play.step(*hand.events[index])


def _told_later(hand: HandInQuestion, index: int, player: str) -> Counter[str]:
    """Return the cards that the player discards, shows or melds from here on, up to their next
    draw."""
    counts: Counter[str] = Counter()
    for at in (line for line in hand.lines if line >= index):
        event = hand.event(at)
        if event.get("player") == player:
            if event["type"] in TAKES:
                break
            counts.update(_cards(event))
    return counts


def _cards(event: Event) -> list[str]:
    return [*event.get("cards", ()), *([event["card"]] if "card" in event else ())]


def _melds(held: Counter[str]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the melds among some cards, each with its likelihood."""
    wild = [card for card in held.elements() if _may_be_wild(card)]
    for count in range(min(len(wild), MOST_WILDS) + 1):
        for wilds in dict.fromkeys(map(_as_listed, combinations(wild, count))):
            for cards in (*_alike(held, wilds), *_in_a_row(held, wilds)):
                yield cards, WITH_A_WILD**count


def _may_be_wild(card: str) -> bool:
    return card == JOKER or card[0] == TWO


def _alike(held: Counter[str], wilds: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield sets of at least two cards of one rank, with these wild cards."""
    for rank in RANKS:
        cards = [card for card in held.elements() if card[0] == rank and card != JOKER]
        for size in range(max(SHORTEST - len(wilds), 2), len(cards) + 1):
            for some in dict.fromkeys(map(_as_listed, combinations(cards, size))):
                yield (*some, *wilds)


def _in_a_row(held: Counter[str], wilds: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield runs of one suit, with these wild cards in the gaps."""
    for suit in SUITS:
        upwards = [rank + suit for rank in (*RANKS, RANKS[0])]
        for low in range(len(upwards)):
            for high in range(low + SHORTEST, min(low + LONGEST, len(upwards)) + 1):
                row = upwards[low:high]
                missing = sum(not held[card] for card in row)
                if missing == len(wilds) and len(row) > 2 * missing:
                    instead = iter(wilds)
                    yield tuple(card if held[card] else next(instead) for card in row)
