"""The words that the rulebooks lend to the log: games, house rules, options, side games.

The fields of events take every such word from `vocabulary`, and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache


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

    def misfit(self, game: str, house: Mapping[str, str | list[str]]) -> tuple[str, str] | None:
        """The first house rule that this game does not have, or not with this option.

        Gives the rule's name and, in words, what the game has; None if all of them fit.

        >>> vocabulary().misfit("desmoche", {"knock": "free", "opening": "single"})
        >>> vocabulary().misfit("desmoche", {"knock": "loud"})
        ('knock', 'an option that desmoche has: binding, free')
        """
        rules = self.games[game]
        for rule, chosen in house.items():
            options = rules.get(rule)
            if options is None:
                return rule, f"a house rule that {game} has: {', '.join(rules)}"
            if not set(chosen if isinstance(chosen, list) else [chosen]) <= set(options):
                return rule, f"an option that {game} has: {', '.join(options)}"
        return None


_SIDE_GAMES = (
    "oro",
    "corazon",
    "flor",
    "corazon_negro",
    "par_rojo",
    "par_negro",
    "dos_par_rojo",
    "dos_par_negro",
    "tres_cuerpos",
    "escalera",
)
_DESMOCHE = {
    "misdeal": ("dealer_out", "redeal"),
    "carry_bet": ("locked", "unanimous", "free"),
    "carry_join": ("locked", "free"),
    "automatic_wins": ("on", "off"),
    "color_win": ("same_color", "same_suit", "off"),
    "automatic_order": ("rarest", "highest_card", "first_declared"),
    "opening": ("second_if_unused", "single"),
    "knock": ("binding", "free"),
    "desmoche": ("free", "one_card"),
    "hand_melds": ("own_decision", "with_card", "never"),
    "meld_order": ("free", "strict"),
    "forced_cards": ("off", "on_demand", "automatic"),
    "force_back": ("on", "off"),
    "withdraw": ("blocked_melds", "free", "off"),
    "last_card": ("claimable", "dead"),
    "last_standing": ("plays_on", "wins"),
    "play_everything": ("off", "on"),
    "color_bonus": ("same_suit", "same_color"),
    "disqualified_pays_bonuses": ("yes", "no"),
    "side_games": _SIDE_GAMES,
    "escalera_a23": ("high", "low"),
    "side_empty": ("carry", "refund"),
    "side_passed": ("loses", "keeps"),
    "enforcement": ("table", "strict"),
}


@cache
def vocabulary() -> Vocabulary:
    """The words of all games that this referee knows.

    >>> sorted(vocabulary().games)
    ['conquien', 'conquien@1', 'desmoche', 'desmoche@1']
    """
    return Vocabulary(
        games=dict.fromkeys(("desmoche", "desmoche@1", "conquien", "conquien@1"), _DESMOCHE),
        lists=frozenset({"side_games"}),
        side_games=_SIDE_GAMES,
        wins=("peladilla", "cuatro_cuerpos", "color"),
        offences=("hid_draw", "searched_pile", "misdeal", "meld_order", "other"),
        fewest=2,
        most=4,
    )
