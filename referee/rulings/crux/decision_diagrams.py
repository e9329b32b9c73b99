"""Functions of many choices, each stored once, and the choices that they depend on.

A function is a number. Two functions with the same result for all choices have the same number, no
matter how they were built. So a function depends on exactly the choices that remain in it. (These
are ordered decision diagrams with one branch for each answer.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

Function = int

Answers = frozenset[tuple[int, int]]
"""Choices, each with the number of an answer other than the table's own."""

_NO_CHOICE = 1 << 30


class Functions:
    """A store of functions.

    >>> functions = Functions()
    >>> won, lost = functions.constant("won"), functions.constant("lost")
    >>> either = functions.depending(0, [won, functions.depending(1, [won, lost])])
    >>> functions.depending(1, [won, functions.depending(0, [won, lost])]) == either
    True
    >>> sorted(functions.choices(either)), [sorted(one) for one in functions.turning_points(either)]
    ([0, 1], [[(0, 1), (1, 1)]])
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, Hashable], Function] = {}
        self._choice: list[int] = []
        self._branches: list[Sequence[Function]] = []

    def constant(self, result: Hashable) -> Function:
        """Return the function with this constant result."""
        return self._number(_NO_CHOICE, result, ())

    def depending(self, choice: int, branches: Sequence[Function]) -> Function:
        """Return the function that selects a branch by the answer to a choice."""
        if all(branch == branches[0] for branch in branches):
            return branches[0]
        first = min(self._choice[branch] for branch in branches)
        if choice < first:
            return self._number(choice, tuple(branches), branches)
        if choice == first:
            own = [self._answered(branch, choice, at) for at, branch in enumerate(branches)]
            return self.depending(choice, own)
        width = max(
            len(self._branches[branch]) for branch in branches if self._choice[branch] == first
        )
        return self.depending(
            first,
            [
                self.depending(choice, [self._answered(branch, first, at) for branch in branches])
                for at in range(width)
            ],
        )

    def choices(self, function: Function) -> set[int]:
        """Return the choices on which the function depends."""
        found: set[int] = set()
        seen, waiting = {function}, [function]
        while waiting:
            one = waiting.pop()
            if self._branches[one]:
                found.add(self._choice[one])
            new = set(self._branches[one]) - seen
            seen |= new
            waiting += new
        return found

    def turning_points(self, function: Function) -> list[Answers]:
        """Return the minimal sets of changed answers that change the result."""
        as_it_was = function
        while self._branches[as_it_was]:
            as_it_was = self._branches[as_it_was][0]
        return self._turning(function, as_it_was, {})

    def _turning(
        self, function: Function, as_it_was: Function, known: dict[Function, list[Answers]]
    ) -> list[Answers]:
        if not self._branches[function]:
            return [] if function == as_it_was else [frozenset()]
        if function not in known:
            choice = self._choice[function]
            found = []
            for at, branch in enumerate(self._branches[function]):
                given = {(choice, at)} if at else set()
                found += [rest | given for rest in self._turning(branch, as_it_was, known)]
            known[function] = smallest(found)
        return known[function]

    def _answered(self, function: Function, choice: int, at: int) -> Function:
        return self._branches[function][at] if self._choice[function] == choice else function

    def _number(self, choice: int, what: Hashable, branches: Sequence[Function]) -> Function:
        number = self._numbers.setdefault((choice, what), len(self._choice))
        if number == len(self._choice):
            self._choice.append(choice)
            self._branches.append(branches)
        return number


def smallest(sets: Iterable[Answers]) -> list[Answers]:
    """Return the sets that contain no other set.

    >>> smallest([frozenset({(1, 1), (2, 1)}), frozenset({(2, 1)})])
    [frozenset({(2, 1)})]
    """
    kept: list[Answers] = []
    for one in sorted(set(sets), key=lambda one: (len(one), sorted(one))):
        if not any(smaller <= one for smaller in kept):
            kept.append(one)
    return kept
