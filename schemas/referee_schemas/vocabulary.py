"""The words that rulebooks add to a log: games, house rules, options, events.

Fields of events take these words only from `vocabulary`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from referee.judging.forms import Form, together
from referee.judging.registry import find, games
from referee.judging.rulebook import options_of_all
from referee.wording.language import joined
from referee.wording.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a log may use, of one game or of all games.

    ``games`` are the names of the games, with and without edition; ``house_rules`` have their
    options in any game, and whether they take a list of them. ``words`` has the options of other
    fields. ``events`` are the events of a hand, ``seats`` the possible numbers of players, ``deck``
    is the largest number of cards.
    """

    games: tuple[str, ...]
    house_rules: Mapping[str, tuple[tuple[str, ...], bool]]
    words: Mapping[str, tuple[str, ...]]
    events: Mapping[str, Form]
    seats: range
    jokers: bool
    deck: int


def misfit(game: str, house: Mapping[str, str | list[str]]) -> tuple[str, Sentence] | None:
    """Return the first house rule that this game does not have, or not with this option.

    The result is the rule's name and the alternatives; None if all of them fit.

    >>> misfit("desmoche", {"knock": "free", "opening": "single"})
    >>> rule, expected = misfit("desmoche", {"knock": "loud"})
    >>> rule, expected.render()
    ('knock', 'an option that desmoche has: binding, free')
    """
    rules = {rule.name: rule.options for rule in find(game).house_rules}
    for rule, chosen in house.items():
        options = rules.get(rule)
        if options is None:
            facts = {"game": game, "rules": joined(rules)}
            return rule, Sentence("a house rule that {game} has: {rules}", facts)
        if not set(chosen if isinstance(chosen, list) else [chosen]) <= set(options):
            facts = {"game": game, "options": joined(options)}
            return rule, Sentence("an option that {game} has: {options}", facts)
    return None


@cache
def vocabulary(game: str = "") -> Vocabulary:
    """Return the words of a game; without a name those of all games.

    >>> all(game in vocabulary(game).games for game in vocabulary().games)
    True
    """
    books = [find(game)] if game else games()
    words: dict[str, dict[str, None]] = {}
    for book in books:
        for field, some in book.words.items():
            words.setdefault(field, {}).update(dict.fromkeys(some))
    return Vocabulary(
        games=tuple(name for book in books for name in (book.name, f"{book.name}@{book.edition}")),
        house_rules=options_of_all(books),
        words={field: tuple(some) for field, some in words.items()},
        events=together((book.name, book.events) for book in books),
        seats=range(
            min(book.fewest_players for book in books), max(book.most_players for book in books) + 1
        ),
        jokers=any(book.jokers for book in books),
        deck=max(book.deck for book in books),
    )


def compatible_games(game: str) -> list[str]:
    """Return all names of the games whose logs have the same events: a log may use another of these
    names instead."""
    ours = vocabulary(game)
    return [
        name
        for name in vocabulary().games
        if (vocabulary(name).events, vocabulary(name).jokers) == (ours.events, ours.jokers)
    ]
