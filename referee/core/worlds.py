"""Readings: the few hands to which an incomplete line may lead.

If a line has several relevant meanings, the game lists them (the hook ``from_hand`` leaves them in
``act.ways``), and the hand forks: each *world* reads the line in its own way, with its own
findings. Equal worlds are merged. Only worlds with at most one finding more than the best go on,
and a finding is certain if all of them have it. If there are too many, their differences are
forgotten. A fully known table is one world, at no extra cost.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from referee.core.facts import OPEN, PerSeat
from referee.core.hand import Hand
from referee.judging.findings import Finding

MOST: Final = 16
"""The largest number of worlds."""

OWN: Final = frozenset({
    "findings", "slips", "already_reported", "blanks", "last_event", "timeline", "house",
})  # fmt: skip
"""Facts that may differ between equal worlds."""


def is_same(hand: Hand, other: Hand) -> bool:
    """Return whether two worlds cannot differ from here on."""
    mine, theirs = vars(hand), vars(other)
    return mine.keys() == theirs.keys() and all(
        value == theirs[name] for name, value in mine.items() if name not in OWN
    )


def shared(worlds: Sequence[Hand]) -> list[Finding]:
    """Return the findings common to all of these worlds, as in the first one."""
    common = set.intersection(*[{_key(found) for found in world.findings} for world in worlds])
    return [finding for finding in worlds[0].findings if _key(finding) in common]


def _key(finding: Finding) -> tuple[Any, ...]:
    """Return the identity of a finding. All contradictions at one event are the same."""
    return finding.event, finding.rule.partition("card.")[1] or finding.rule, finding.player


def best(worlds: Sequence[Hand], margin: int = 0) -> list[Hand]:
    """Return the worlds that break the fewest rules, or ``margin`` more at most; best first."""
    least = min(map(breaks, worlds))
    return sorted((hand for hand in worlds if breaks(hand) <= least + margin), key=breaks)


def breaks(world: Hand) -> int:
    """Return the number of rules broken since the hand forked; impossible cards count twice."""
    return world.slips + sum(1 + finding.rule.startswith("card.") for finding in world.findings)


def merged(worlds: Sequence[Hand]) -> list[Hand]:
    """Return the worlds to go on with. Equal ones are merged; if there are too many, each of the
    worst is merged into the one most like it."""
    kept: list[Hand] = []
    for hand in best(worlds, margin=1):
        twin = next((other for other in kept if is_same(hand, other)), None)
        if twin is None:
            kept.append(hand)
        else:
            merge(twin, hand)
    blanks = max(hand.blanks for hand in kept)
    for hand in kept:
        hand.blanks = blanks
    for hand in kept[MOST:]:
        twin = min(kept[:MOST], key=partial(unlike, hand))
        merge(twin, hand)
    return kept[:MOST]


def unlike(hand: Hand, other: Hand) -> tuple[bool, int]:
    """Return whether two worlds break different numbers of rules, and how many facts differ."""
    theirs = vars(other)
    differ = [theirs.get(name, OPEN) != value for name, value in vars(hand).items()]
    return breaks(hand) != breaks(other), sum(differ)


def merge(hand: Hand, other: Hand) -> None:
    """Leave a world what it has in common with another one: findings, facts, and broken rules."""
    least = min(breaks(hand), breaks(other))
    hand.findings, hand.slips = shared([hand, other]), 0
    hand.slips = least - breaks(hand)
    hand.already_reported &= other.already_reported
    mine, theirs = vars(hand), vars(other)
    # cards at different places in the two worlds may be anywhere
    faces = {*hand.located, *other.located}
    loose = {face for face in faces if hand.located.get(face, 0) != other.located.get(face, 0)}
    for card in {*hand.named, *other.named}:
        loose |= {*hand.named.get(card, ())} ^ {*other.named.get(card, ())}
    for name in hand.game.open_facts & mine.keys():
        if isinstance(mine[name], PerSeat):
            places = [(mine[name], theirs[name], seat, seat) for seat in list(mine[name])]
        else:
            places = [(mine, theirs, name, None)]
        is_kept = name in hand.game.facts and hand.game.facts[name].kept
        for here, there, place, seat in places:
            if place in there and here[place] == there[place]:
                continue
            if is_kept:
                here[place] = _in_both(here[place], there[place])
                hand.ask("blurred", seat)
                continue
            loose.update(_faces(here.pop(place)), _faces(there.get(place)))
            if name == "pile":
                hand.pile, hand.buried = (), True
    hand.forget(*hand.game.open_facts - mine.keys())
    hand.loose |= other.loose | loose


def _in_both(mine: Any, theirs: Any) -> Any:
    """Return the common value of a kept fact: what both have seen, or the larger or true value."""
    if isinstance(mine, tuple | frozenset):
        return type(mine)([entry for entry in mine if entry in theirs])
    return max(mine, theirs) if isinstance(mine, int) else mine or theirs


def _faces(value: Any) -> set[str]:
    entries = value if isinstance(value, tuple) else ()
    return {entry for entry in entries if isinstance(entry, str) and entry[:1] != "?"}
