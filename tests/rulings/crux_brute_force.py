"""The crux of random hands against all combinations.

Takes up to ten choices of a hand, two answers each, judges the hand under every combination of
them, and reads from the reports alone which smallest sets of changes change a winner or a payment,
how the money moves, and which choices matter at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from referee.judging.corrections import as_they_should_read
from referee.judging.registry import find
from referee.judging.replay import judge
from referee.judging.report import in_the_middle
from referee.rulings.crux import Crux, choices_of, crux
from referee.rulings.whatif.choices import PLAYED, OptionChange
from tests.accepting import accept_event
from tests.rulings.crowded import crowded_hand
from tests.simulation import faulty_session, lawful_session
from tests.simulation.faults import SLIPS

Event = dict[str, Any]
Report = dict[str, Any]
Chosen = frozenset[int]


def random_log(seed: int) -> list[Event]:
    """A lawful hand, a hand with a slip, one with trouble of every kind; a few are two hands."""
    rng = Random(f"crux/{seed}")
    if seed % 4 == 3:
        return crowded_hand(rng)
    if seed % 2:
        events, _ = faulty_session(rng, rng.choice(SLIPS))
    else:
        events, _ = lawful_session(rng, hands=rng.choice([1, 1, 1, 2]))
    return [accepted for event in events if (accepted := accept_event(event)) is not None]


def some_choices(events: Sequence[Event], count: int, rng: Random) -> list[OptionChange]:
    """So many choices with two answers each, most of them such as matter."""
    every = choices_of(as_they_should_read(events))
    matters = crux(events).matters
    speaking = [
        choice
        for choice in every
        if choice.rule in matters and (choice.part or "") in (*matters[choice.rule], "")
    ]
    kept = rng.sample(speaking, min(len(speaking), max(count - 2, 1)))
    others = [choice for choice in every if choice not in kept]
    kept += rng.sample(others, count - len(kept))
    return [replace(one, instead=(rng.choice(one.instead),)) for one in every if one in kept]


def under(events: Sequence[Event], changes: Sequence[tuple[OptionChange, str]]) -> Report:
    """The report of these events if the table had chosen so when it opened and kept to it."""
    changed = []
    for event in events:
        if event["type"] == "correct" and event["event"] == 1:
            raise ValueError("a corrected opening is not for brute force")
        chosen = dict(event.get("house", {}))
        if event["type"] == "game":
            chosen = find(event["game"]).house(chosen)
        if event["type"] in ("game", "house"):
            for choice, option in changes:
                if choice.part is None:
                    chosen[choice.rule] = option
                elif choice.rule in chosen:
                    games = set(chosen[choice.rule]) - {choice.part}
                    games |= {choice.part} if option == PLAYED else set()
                    chosen[choice.rule] = sorted(games)
            event = {**event, "house": chosen}
        changed.append(event)
    return judge(changed)


def money(report: Report) -> Hashable:
    """Every winner and payment of a report."""
    side_pots: dict[str, int] = {}
    told = []
    for hand in report["hands"]:
        side_pots |= {one["side_game"]: one["carried"] for one in hand["side_games"]}
        bonuses: Counter[str] = Counter()
        for bonus in hand["bonuses"]:
            bonuses[bonus["from"]] += bonus["amount"]
        told.append(
            (
                (hand["outcome"]["kind"], hand["outcome"]["winner"], hand["carried"]),
                tuple(sorted(hand["net"].items())),
                tuple(sorted((name, paid) for name, paid in bonuses.items() if paid)),
                tuple(sorted((game, stays) for game, stays in side_pots.items() if stays)),
                tuple(
                    sorted(
                        (one["side_game"], tuple(one["winners"]))
                        for one in hand["side_games"]
                        if one["winners"]
                    )
                ),
            )
        )
    return tuple(told)


@dataclass
class Truth:
    """The result of trying all combinations."""

    turning_points: dict[Chosen, tuple[dict[str, int], int]]
    matters: set[int]


def subsets(places: Sequence[int]) -> Iterator[Chosen]:
    for size in range(len(places) + 1):
        yield from map(frozenset, combinations(places, size))


def brute_force(events: Sequence[Event], choices: Sequence[OptionChange]) -> Truth:
    """Judge the events under every combination of these choices."""
    every = list(subsets(range(len(choices))))
    as_played = judge(list(events))
    reports = {
        chosen: under(events, [(choices[at], choices[at].instead[0]) for at in sorted(chosen)])
        for chosen in every
    }
    ends = {chosen: money(report) for chosen, report in reports.items()}
    assert ends[frozenset()] == money(as_played)
    turning: dict[Chosen, tuple[dict[str, int], int]] = {}
    for chosen in every:
        if ends[chosen] == ends[frozenset()] or any(smaller <= chosen for smaller in turning):
            continue
        moves = {
            name: reports[chosen]["totals"][name] - total
            for name, total in as_played["totals"].items()
            if reports[chosen]["totals"][name] != total
        }
        turning[chosen] = moves, in_the_middle(reports[chosen]) - in_the_middle(as_played)
    matters = {
        at
        for chosen in every
        for at in range(len(choices))
        if at not in chosen and ends[chosen] != ends[chosen | {at}]
    }
    return Truth(turning, matters)


def as_truth(found: Crux, choices: Sequence[OptionChange]) -> Truth:
    """A crux in the form in which it can be held against brute force."""
    places = {(choice.rule, choice.part): at for at, choice in enumerate(choices)}
    turning = {
        frozenset(places[change.rule, change.part] for change in point.changes): (
            point.difference.moves,
            point.difference.middle,
        )
        for point in found.turning_points
    }
    matters = {
        at
        for (rule, part), at in places.items()
        if rule in found.matters and (part is None or part in found.matters[rule])
    }
    return Truth(turning, matters)


def disagreement(seed: int, count: int) -> str:
    """Return what the crux of one random hand gets wrong, empty if nothing."""
    events = random_log(seed)
    choices = some_choices(events, count, Random(f"choices/{seed}"))
    truth = brute_force(events, choices)
    found = as_truth(crux(events, choices), choices)
    return "" if found == truth else f"hand {seed}: {found} where it is {truth}"
