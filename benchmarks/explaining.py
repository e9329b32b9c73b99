"""Other explanations of a partial record, without a given finding.

A finding is certain only if every completion has it that breaks at most one rule more than
necessary. The full record breaks one. So a completion that breaks at most two rules, and not this
one at this line, proves that the finding is not certain. Two kinds of completions are tried: the
full record with a few more lines in a gap, and the full record with another card in place of an
overwritten one.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final

from referee.cards.deck import NAMES
from referee.cards.deck import cards_of as bits_of
from referee.cards.melds import MELDS
from referee.judging.registry import find
from referee.judging.replay import judge
from tests.partial.completions import Found, found
from tests.partial.poverty import UNSEEN, Event, cards_in, cards_of, numbered, with_card
from tests.partial.trying import Trial

CONTRADICTIONS: Final = frozenset({"card.location", "card.count"})
"""A record with one of these findings has a card in two places, and is no completion. Such a
finding itself is never explained away."""

MOST_BROKEN: Final = 2
"""One rule more than an evening with a slip breaks."""

Completion = tuple[list[Event], int]
"""A full record, and the number in it of the line in question."""


def another(one: Trial, finding: dict[str, Any]) -> list[Event] | None:
    """Return a completion with at most two slips and without this finding of the full record; None
    if none was found."""
    key = finding["rule"], finding["player"]
    if finding["rule"] in CONTRADICTIONS:
        return None
    for log, line in (*_with_more_lines(one, finding), *_with_another_card(one, finding)):
        said = found(judge(log))
        if len(said) <= MOST_BROKEN and (line, *key) not in said and not _contradict(said):
            return log
    return None


def _contradict(said: set[Found]) -> bool:
    return any(rule in CONTRADICTIONS for _, rule, _ in said)


def _with_more_lines(one: Trial, finding: dict[str, Any]) -> Iterator[Completion]:
    line: int = finding["event"]
    few = [*_few_lines(one.rich, one.rich[line - 1]), *_unpaid(one.rich, line)]
    for place, gap in _gaps(one):
        if place < line:
            for some in few:
                if not any(_changes_what_is_told(gap, event) for event in some):
                    yield [*one.rich[:place], *some, *one.rich[place:]], line + len(some)


def _few_lines(rich: list[Event], accused: Event) -> Iterator[tuple[Event, ...]]:
    """Yield lines that a gap may hide: a few turns, the line in question, another deal, a line or
    two of each kind, with a card that is nowhere in the record, a withdrawal, and a meld of another
    player."""
    seen = cards_in(numbered(rich))
    card = next((name for name in NAMES if name not in seen), UNSEEN)
    kinds = dict.fromkeys(event["type"] for event in rich if {"player", "card"} <= event.keys())
    lines = [
        {"type": kind, "player": name, "card": card}
        for kind in kinds
        for name in rich[0]["players"]
    ]
    book = find(rich[0]["game"])
    assert book is not None
    if "withdraw" in book.events:
        lines += [{"type": "withdraw", "player": name} for name in rich[0]["players"]]
    turns = [event for event in lines if event["type"] in ("draw", "discard")]
    yield from product([accused, *turns], repeat=3)
    melds = [event for event in rich if event["type"] == "meld"]
    yield from (({**one, "player": name},) for one in melds for name in rich[0]["players"])
    for size in (1, 2):
        yield from product([accused, *lines, {"type": "deal", "hands": {}}], repeat=size)


def _unpaid(rich: list[Event], line: int) -> Iterator[tuple[Event, ...]]:
    """Return how a gap may hide that the player of a line used a drawn card, and did not pay."""
    player, deals = rich[line - 1].get("player"), [at for at in range(line) if "hands" in rich[at]]
    if player is None or not deals or all(event["type"] != "pay" for event in rich):
        return
    dealt, seen = rich[deals[-1]]["hands"].get(player), cards_in(numbered(rich[deals[-1] : line]))
    for card in NAMES if isinstance(dealt, list) else ():
        for two in combinations(dealt, 2):
            if card not in seen and bits_of([card, *two]) in MELDS:
                meld = {"type": "meld", "player": player, "cards": [card, *two]}
                for name in rich[0]["players"]:
                    yield {"type": "draw", "player": name, "card": card}, meld


def _gaps(one: Trial) -> Iterator[tuple[int, Event]]:
    """Yield the position of each gap in the full record, with the gap."""
    behind = [*one.numbers[1:], len(one.rich) + 1]
    for at, number in enumerate(one.numbers):
        if not number:
            places = {one.numbers[at - 1], behind[at] - 1} - {0, -1}
            yield from ((place, one.poor[at]) for place in places)


def _changes_what_is_told(gap: Event, event: Event) -> bool:
    draws, lays = event["type"] in ("draw", "deal"), event["type"] in ("meld", "take_back")
    return (draws and "stock" in gap) or (lays and event["player"] in gap.get("melds", ()))


def _with_another_card(one: Trial, finding: dict[str, Any]) -> Iterator[Completion]:
    for number, event in zip(one.numbers, one.poor, strict=True):
        if not number:
            continue
        rich = one.rich[number - 1]
        for at, (card, true) in enumerate(zip(cards_of(event), cards_of(rich), strict=False)):
            for name in NAMES if card == UNSEEN != true else ():
                other = with_card(rich, at, name)
                yield [*one.rich[: number - 1], other, *one.rich[number:]], finding["event"]
