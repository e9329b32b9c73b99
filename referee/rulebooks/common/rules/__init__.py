"""The rules that all these games share, topic by topic; a game takes over those that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from referee.judging.rule_texts import text_of
from referee.judging.rulebook import Check, Rule, RuleShelf


def rules_of(cases: str, *shelves: RuleShelf) -> tuple[Rule, ...]:
    """The rules of a game, shelf by shelf. Of two with one id the later one stands in the place of
    the other: a game gives its own behind the shared ones. ``cases`` is the folder of the tests
    that show them."""
    found = {rule.id: replace(rule, cases=cases) for shelf in shelves for rule in shelf.rules}
    return tuple(found.values())


def own_form(
    shelf: RuleShelf, shared: RuleShelf, rule_id: str, *, also_on: Iterable[str] = ()
) -> Callable[[Check], Check]:
    """Register a function, on the shelf of a game, as that game's own form of a shared rule. Its
    docstring is its text. It is asked at these events, too; all that it does not say is as in the
    shared rule."""
    (of_all,) = (rule for rule in shared.rules if rule.id == rule_id)

    def register(check: Check) -> Check:
        text = text_of(check)
        own = replace(
            of_all,
            check=check,
            on=(*of_all.on, *also_on),
            section=shelf.section,
            plain=text.plain,
            right=text.right or of_all.right,
            source=text.source or of_all.source,
        )
        shelf.rules.append(own)
        return check

    return register
