"""A turn as an expression of events.

``draw >> (swap | discard) | (take >> swap).named("take.swap") | knock`` says what a player may do
in a turn, and which rule is broken when a turn that was begun is not gone through. From it comes a
table of steps: after each event, what may follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

Label = str | Callable[[Any], str]
"""The id of a rule, or a function of the hand that gives it."""

UNFINISHED: Final = "turn.discard"
"""The rule that is broken by a turn that is begun and not gone through, unless it is named."""


class Turn:
    """A part of a turn, to be joined with others."""

    label: Label = UNFINISHED
    may_stop: bool = False

    def __rshift__(self, other: Turn) -> Turn:
        return _Then(self, other)

    def __or__(self, other: Turn) -> Turn:
        return _Either(self, other)

    def named(self, rule: Label) -> Turn:
        """Name the rule that is broken when this part is begun and not gone through."""
        return _Named(self, rule)

    def many(self) -> Turn:
        """Any number of these, none included."""
        return _Many(self)

    def after(self, event: object) -> Turn | None:
        """Return what is still to come after an event; None if it cannot come here."""
        raise NotImplementedError

    def begins_with(self) -> Iterator[Any]:
        """Yield the events that may come first."""
        raise NotImplementedError


class _Done(Turn):
    """Nothing is to come any more."""

    may_stop = True

    def after(self, event: object) -> None:
        return None

    def begins_with(self) -> Iterator[Any]:
        return iter(())


_DONE: Final = _Done()


class Single(Turn):
    """One event of a turn."""

    def after(self, event: object) -> Turn | None:
        """Return what is still to come after an event; None if it is another one."""
        return _DONE if event is self else None

    def begins_with(self) -> Iterator[Any]:
        """Yield this event."""
        yield self


@dataclass(frozen=True)
class _Then(Turn):
    one: Turn
    two: Turn

    @property
    def may_stop(self) -> bool:  # type: ignore[override]
        return self.one.may_stop and self.two.may_stop

    def after(self, event: object) -> Turn | None:
        rest = self.one.after(event)
        if rest is not None:
            return self.two if rest is _DONE else _Then(rest, self.two)
        return self.two.after(event) if self.one.may_stop else None

    def begins_with(self) -> Iterator[Any]:
        yield from self.one.begins_with()
        if self.one.may_stop:
            yield from self.two.begins_with()


@dataclass(frozen=True)
class _Either(Turn):
    one: Turn
    two: Turn

    @property
    def may_stop(self) -> bool:  # type: ignore[override]
        return self.one.may_stop or self.two.may_stop

    def after(self, event: object) -> Turn | None:
        rest = self.one.after(event)
        return self.two.after(event) if rest is None else rest

    def begins_with(self) -> Iterator[Any]:
        yield from self.one.begins_with()
        yield from self.two.begins_with()


@dataclass(frozen=True)
class _Many(Turn):
    one: Turn
    may_stop = True

    def after(self, event: object) -> Turn | None:
        rest = self.one.after(event)
        if rest is None:
            return None
        return self if rest is _DONE else _Then(rest, self)

    def begins_with(self) -> Iterator[Any]:
        return self.one.begins_with()


@dataclass(frozen=True)
class _Named(Turn):
    one: Turn
    label: Label

    @property
    def may_stop(self) -> bool:  # type: ignore[override]
        return self.one.may_stop

    def after(self, event: object) -> Turn | None:
        rest = self.one.after(event)
        return rest if rest is None or rest is _DONE else _Named(rest, self.label)

    def begins_with(self) -> Iterator[Any]:
        return self.one.begins_with()


@dataclass(eq=False, slots=True)
class Step:
    """How far a turn has come: ``then`` has the next step by event, ``label`` the rule that is
    broken if the turn stops here and ``may_stop`` does not hold."""

    may_stop: bool
    label: Label
    then: dict[Any, Step] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Nothing can come any more."""
        return not self.then


def steps_of(turn: Turn) -> tuple[Step, Step]:
    """Return the first step of a turn, and the step after which nothing comes any more."""
    steps: dict[Turn, Step] = {_DONE: Step(True, UNFINISHED)}
    waiting = [turn]
    while waiting:
        part = waiting.pop()
        if part not in steps:
            steps[part] = Step(part.may_stop, part.label)
            waiting += [rest for rest in map(part.after, part.begins_with()) if rest is not None]
    for part, step in steps.items():
        for event in part.begins_with():
            rest = part.after(event)
            if rest is not None:
                step.then.setdefault(event, steps[rest])
    return steps[turn], steps[_DONE]


def every_step(first: Step) -> list[Step]:
    """Return all steps that a turn can come to, the first one included."""
    found = [first]
    for step in found:
        found += [one for one in step.then.values() if one not in found]
    return found
