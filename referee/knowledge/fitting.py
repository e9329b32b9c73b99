"""Distributes things over places of limited size, and finds the possible places of each thing.

Every thing may be in some places (a mask, bit ``p`` for place ``p``), and every place holds a
minimum and a maximum number of things. One distribution is found by letting things make room for
one another. It shows what is possible: a thing can move to another place exactly if the things
there can move on, one after another, until the vacated room is filled again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

Bounds = Sequence[tuple[int, int]]
"""The minimum and maximum number of things in each place."""


class Fit:
    """A distribution of things over places, if there is one.

    >>> fit = Fit({1: 0b01, 2: 0b11, 3: 0b11}, [(2, 2), (1, 1)])
    >>> fit.found, fit.possible
    (True, {1: 1, 2: 3, 3: 3})
    >>> Fit({1: 0b01, 2: 0b01}, [(1, 1), (1, 1)]).found
    False
    """

    def __init__(self, allowed: Mapping[int, int], bounds: Bounds) -> None:
        self.bounds = bounds
        self._things: dict[int, list[int]] = {}
        for thing, places in allowed.items():
            self._things.setdefault(places, []).append(thing)
        self._lies: dict[int, list[int]] = {kind: [0] * len(bounds) for kind in self._things}
        self._load = [0] * len(bounds)
        self.found = self._place_all() and self._fill_up()

    @cached_property
    def possible(self) -> dict[int, int]:
        """The possible places of each thing; empty if there is no distribution."""
        if not self.found:
            return {}
        reach = self._reach()
        found = {}
        for kind, things in self._things.items():
            there = sum(1 << place for place, count in enumerate(self._lies[kind]) if count)
            can = sum(1 << place for place in bits(kind) if (reach[place] | 1 << place) & there)
            found.update(dict.fromkeys(things, can))
        return found

    def example(self) -> dict[int, int]:
        """Return one distribution: the place of every thing."""
        placed = {}
        for kind, things in self._things.items():
            waiting = iter(things)
            for place, count in enumerate(self._lies[kind]):
                for _ in range(count):
                    placed[next(waiting)] = place
        return placed

    def _place_all(self) -> bool:
        for kind, things in sorted(self._things.items(), key=lambda entry: entry[0].bit_count()):
            left = len(things)
            for place in bits(kind):
                here = min(left, self.bounds[place][1] - self._load[place])
                if here > 0:
                    self._lies[kind][place] += here
                    self._load[place] += here
                    left -= here
            if not all(self._make_room(kind) for _ in range(left)):
                return False
        return True

    def _make_room(self, kind: int) -> bool:
        """Place one more thing of this kind, moving others."""
        came: dict[int, tuple[int, int]] = dict.fromkeys(bits(kind), (-1, kind))
        waiting = list(came)
        for place in waiting:
            if self._load[place] < self.bounds[place][1]:
                self._load[place] += 1
                self._shift(place, came)
                return True
            for other, lies in self._lies.items():
                if lies[place]:
                    for to in bits(other):
                        if to not in came:
                            came[to] = (place, other)
                            waiting.append(to)
        return False

    def _shift(self, place: int, came: Mapping[int, tuple[int, int]]) -> None:
        while place >= 0:
            before, kind = came[place]
            self._lies[kind][place] += 1
            if before >= 0:
                self._lies[kind][before] -= 1
            place = before

    def _fill_up(self) -> bool:
        """Fill every place to its minimum."""
        for place, (fewest, _) in enumerate(self.bounds):
            while self._load[place] < fewest:
                if not self._bring(place):
                    return False
        return True

    def _bring(self, place: int) -> bool:
        went: dict[int, tuple[int, int]] = {place: (-1, 0)}
        for to in (waiting := [place]):
            for kind, lies in self._lies.items():
                if not kind >> to & 1:
                    continue
                for giver, count in enumerate(lies):
                    if count and giver not in went:
                        went[giver] = (to, kind)
                        waiting.append(giver)
                        if self._load[giver] > self.bounds[giver][0]:
                            self._give(giver, went)
                            self._load[giver] -= 1
                            self._load[place] += 1
                            return True
        return False

    def _give(self, giver: int, went: Mapping[int, tuple[int, int]]) -> None:
        to, kind = went[giver]
        while to >= 0:
            self._lies[kind][giver] -= 1
            self._lies[kind][to] += 1
            giver = to
            to, kind = went[giver]

    def _reach(self) -> list[int]:
        """Return, for every place, the places that can give up a thing if it gets one more."""
        size = len(self.bounds)
        steps = [0] * (size + 1)
        for kind, lies in self._lies.items():
            for place, count in enumerate(lies):
                if count:
                    steps[place] |= kind
        for place, (fewest, most) in enumerate(self.bounds):
            if self._load[place] < most:
                steps[place] |= 1 << size
            if self._load[place] > fewest:
                steps[size] |= 1 << place
        for through in range(size + 1):
            for place in range(size + 1):
                if steps[place] >> through & 1:
                    steps[place] |= steps[through]
        return steps


def bits(mask: int) -> list[int]:
    """Return the places of a mask."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
