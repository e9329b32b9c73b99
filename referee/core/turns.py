"""A turn as an expression of events.

``draw >> (swap | discard) | (take >> swap).named("take.swap") | knock`` defines what a player may
do in a turn, and the rule that an unfinished turn breaks. It becomes a graph of steps with the
possible events after each event.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(eq=False, slots=True)
class Step:
    """A stage of a turn: ``then`` has the next step by event, ``label`` the rule that is broken if
    the turn stops here."""

    label: str = "turn.discard"
    then: dict[Any, Step] = field(default_factory=dict)


DONE: Final = Step()
"""The last step of a turn."""


class Turn:
    """A turn, or a part of one."""

    def __init__(self, first: Step) -> None:
        self.first = first

    def __rshift__(self, other: Turn) -> Turn:
        return Turn(_copied(self.first, {DONE: other.first}))

    def __or__(self, other: Turn) -> Turn:
        return Turn(Step(then={**self.first.then, **other.first.then, **self.first.then}))

    def named(self, rule: str) -> Turn:
        """Name the rule that is broken if this part is left unfinished."""
        return Turn(_copied(self.first, {DONE: DONE}, rule))


class Single(Turn):
    """One event of a turn."""

    def __init__(self) -> None:
        super().__init__(Step(then={self: DONE}))


def _copied(first: Step, made: dict[Step, Step], label: str = "") -> Step:
    """Return a copy of the steps with another label; ``made`` has the copies of some."""
    if first not in made:
        step = made[first] = Step(label or first.label)
        step.then = {event: _copied(after, made, label) for event, after in first.then.items()}
    return made[first]


def every_step(first: Step) -> list[Step]:
    """Return all steps that a turn can reach, the first one included."""
    found = [first]
    for step in found:
        found += [next_step for next_step in step.then.values() if next_step not in found]
    return found
