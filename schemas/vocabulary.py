"""The words that the rulebooks lend to the log: games, house rules, options, side games.

The fields of events take every such word from `vocabulary`, and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from referee.findings import Sentence
from referee.rulebooks import rulebooks
from referee.rulebooks.base import Rulebook


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a log may name.

    ``games`` maps the name of a game, with and without edition, to its house rules, and each of
    these to its options. A house rule in ``lists`` takes a list of its options instead of one.
    ``fewest`` and ``most`` bound the number of players.
    """

    games: Mapping[str, Mapping[str, tuple[str, ...]]]
    lists: frozenset[str]
    side_games: tuple[str, ...]
    wins: tuple[str, ...]
    offences: tuple[str, ...]
    fewest: int
    most: int

    def house_rules(self) -> dict[str, tuple[str, ...]]:
        """Every house rule of any game, with all options that some game gives it."""
        rules: dict[str, tuple[str, ...]] = {}
        for house in self.games.values():
            for rule, options in house.items():
                rules[rule] = tuple(dict.fromkeys(rules.get(rule, ()) + options))
        return rules

    def misfit(
        self, game: str, house: Mapping[str, str | list[str]]
    ) -> tuple[str, Sentence] | None:
        """The first house rule that this game does not have, or not with this option.

        Gives the rule's name and what the game has; None if all of them fit.

        >>> vocabulary().misfit("desmoche", {"knock": "free", "opening": "single"})
        >>> rule, expected = vocabulary().misfit("desmoche", {"knock": "loud"})
        >>> rule, expected.told()
        ('knock', 'an option that desmoche has: binding, free')
        """
        rules = self.games[game]
        for rule, chosen in house.items():
            options = rules.get(rule)
            if options is None:
                facts = {"game": game, "rules": ", ".join(rules)}
                return rule, Sentence("a house rule that {game} has: {rules}", facts)
            if not set(chosen if isinstance(chosen, list) else [chosen]) <= set(options):
                facts = {"game": game, "options": ", ".join(options)}
                return rule, Sentence("an option that {game} has: {options}", facts)
        return None


@cache
def vocabulary() -> Vocabulary:
    """The words of all games that this referee knows.

    >>> sorted(vocabulary().games)
    ['conquien', 'conquien@1', 'desmoche', 'desmoche@1']
    """
    shelf = rulebooks()
    books = [shelf[name] for name in shelf if "@" not in name]
    return Vocabulary(
        games={
            name: {rule.name: rule.options for rule in book.house_rules}
            for name, book in shelf.items()
        },
        lists=frozenset(rule.name for book in books for rule in book.house_rules if rule.several),
        side_games=_all_words("side_game", books),
        wins=_all_words("win", books),
        offences=_all_words("kind", books),
        fewest=min(book.fewest_players for book in books),
        most=max(book.most_players for book in books),
    )


def _all_words(field: str, books: list[Rulebook]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for book in books for word in book.words.get(field, ())))
