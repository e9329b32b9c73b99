"""Results that depend on choices, as trees: a choice with a branch for each of its answers, or a
result. No choice comes twice on the way to a result; the other choices do not change it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Answered = dict[int, int]
"""The number of the answer to each choice, by the choice's index; 0 is the table's own answer."""

Answers = frozenset[tuple[int, int]]
"""Choices, each with the number of an answer other than the table's own."""


@dataclass(frozen=True, slots=True)
class Branching:
    """A choice, and the tree for each of its answers."""

    choice: int
    branches: tuple[Tree, ...]


Tree = Branching | Hashable


def with_results(tree: Tree, changed: Callable[[Any], Tree]) -> Tree:
    """Return the tree with something else in the place of each result."""
    if not isinstance(tree, Branching):
        return changed(tree)
    return Branching(tree.choice, tuple(with_results(branch, changed) for branch in tree.branches))


def as_it_was(tree: Tree) -> Hashable:
    """Return the result if the table chooses as it did."""
    while isinstance(tree, Branching):
        tree = tree.branches[0]
    return tree


def turning_points(tree: Tree) -> Iterator[Answers]:
    """Yield the changed answers on the way to each result that is not the table's own.

    >>> sorted(*turning_points(Branching(0, ("won", Branching(1, ("won", "lost"))))))
    [(0, 1), (1, 1)]
    """
    was = as_it_was(tree)
    waiting: list[tuple[Tree, Answers]] = [(tree, frozenset())]
    while waiting:
        one, given = waiting.pop()
        if isinstance(one, Branching):
            waiting += [
                (branch, given | {(one.choice, at)} if at else given)
                for at, branch in enumerate(one.branches)
            ]
        elif one != was:
            yield given


def deciding(tree: Tree) -> set[int]:
    """Return the choices that can change the result, with any answers to the others.

    >>> deciding(Branching(0, (Branching(1, ("won", "lost")), Branching(1, ("won", "lost")))))
    {1}
    """
    found: set[int] = set()
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Branching):
            waiting += one.branches
            first, *others = one.branches
            if one.choice not in found and any(differ(first, other, {}) for other in others):
                found.add(one.choice)
    return found


def differ(one: Tree, other: Tree, given: Answered) -> bool:
    """Return whether two trees have different results for some answers that agree with those
    given."""
    if not isinstance(one, Branching):
        one, other = other, one
    if not isinstance(one, Branching) or one == other:
        return one != other
    if one.choice in given:
        return differ(one.branches[given[one.choice]], other, given)
    return any(
        differ(other, branch, {**given, one.choice: at}) for at, branch in enumerate(one.branches)
    )


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
