"""The rules that all these games share, topic by topic; a game takes over those that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from referee.judging.rulebook import Check, Rule, RuleShelf


def rules_of(cases: str, *shelves: RuleShelf) -> tuple[Rule, ...]:
    """The rules of a game, shelf by shelf. Of two with one id the later one stands in the place of
    the other: a game gives its own behind the shared ones. ``cases`` is the folder of the tests
    that show them."""
    found = {rule.id: replace(rule, cases=cases) for shelf in shelves for rule in shelf.rules}
    return tuple(found.values())


def own_form(
    shelf: RuleShelf,
    shared: RuleShelf,
    rule_id: str,
    *,
    also_on: Iterable[str] = (),
    source: str = "",
) -> Callable[[Check], Check]:
    """Register a function, on the shelf of a game, as that game's own form of a shared rule. Its
    docstring is its text. It is asked at these events, too, and has another source where one is
    given; all else is as in the shared rule."""
    (of_all,) = (rule for rule in shared.rules if rule.id == rule_id)
    return shelf.rule(
        rule_id,
        kind=of_all.kind,
        on=(*of_all.on, *also_on),
        source=source or of_all.source,
        right=of_all.right,
        binds=of_all.binds,
        silences=of_all.silences,
        once=of_all.once,
        signs=of_all.signs,
    )
