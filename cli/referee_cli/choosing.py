"""House rules as an option of a command writes them."""

from __future__ import annotations

from typing import Any

from referee.judging.registry import find
from referee.wording.sentences import Sentence
from referee_cli.output import WrongUse


def house_choice(game: str, written: str) -> tuple[str, Any]:
    """Return a house rule with its option, or options, from RULE=OPTION."""
    rule, equals, option = written.partition("=")
    if not equals:
        text = "Write a house rule as RULE=OPTION, not as {written}."
        raise WrongUse(Sentence(text, {"written": written}))
    several = {house_rule.name for house_rule in find(game).house_rules if house_rule.several}
    if rule in several:
        return rule, [part for part in option.split(",") if part]
    return rule, option
