"""The house rules of a simulated table."""

from random import Random
from typing import Any

from referee.judging.registry import find

House = dict[str, Any]

RULES = find("desmoche").house_rules
(SIDE_GAMES,) = (rule.options for rule in RULES if rule.several)
OPTIONS: dict[str, tuple[str, ...]] = {
    rule.name: tuple(rule.options) for rule in RULES if not rule.several
}
"""Every house rule with its options, the default first; without ``side_games``."""

OF_CONQUIEN = ("automatic_wins", "play_everything", "color_bonus", "side_games")
"""House rules that Conquién fixes, and its tables do not change here."""


def defaults(game: str) -> House:
    return {**find(game).house(), "side_games": [*find(game).house()["side_games"]]}


def some_rules(rng: Random, game: str, share: float) -> House:
    """Return random house rules, each recorded with this chance."""
    house: House = {
        rule: rng.choice(options) for rule, options in OPTIONS.items() if rng.random() < share
    }
    if rng.random() < share / 2:
        games = rng.sample(SIDE_GAMES, rng.randint(2, 9))
        house["side_games"] = [name for name in SIDE_GAMES if name in games]
    if game == "conquien":
        house = {rule: option for rule, option in house.items() if rule not in OF_CONQUIEN}
    return house
