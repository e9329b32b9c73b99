"""The rules that all these games share, topic by topic; a game takes over those that it has."""

from __future__ import annotations

from dataclasses import replace

from referee.judging.rulebook import Rule, RuleShelf


def rules_of(cases: str, *shelves: RuleShelf) -> tuple[Rule, ...]:
    """The rules of a game, shelf by shelf. Of two with one id the later one stands in the place of
    the other: a game gives its own behind the shared ones. ``cases`` is the folder of the tests
    that show them."""
    found = {rule.id: replace(rule, cases=cases) for shelf in shelves for rule in shelf.rules}
    return tuple(found.values())
