"""The house rules of a simulated table."""

from __future__ import annotations

from random import Random
from typing import Any

House = dict[str, Any]

SIDE_GAMES = (
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

OPTIONS: dict[str, tuple[str, ...]] = {
    "misdeal": ("dealer_out", "redeal"),
    "carry_bet": ("locked", "unanimous", "free"),
    "carry_join": ("locked", "free"),
    "automatic_wins": ("on", "off"),
    "color_win": ("same_color", "same_suit", "off"),
    "automatic_order": ("rarest", "highest_card", "first_declared"),
    "opening": ("second_if_unused", "single"),
    "knock": ("binding", "free"),
    "desmoche": ("free", "one_card", "sets_of_four"),
    "ace_runs": ("low", "both"),
    "hand_melds": ("own_decision", "with_card", "never"),
    "meld_order": ("free", "strict"),
    "forced_cards": ("off", "on_demand", "automatic"),
    "force_back": ("on", "off"),
    "forced_pay": ("pays", "free"),
    "withdraw": ("blocked_melds", "free", "off"),
    "withdraw_looks": ("as_it_lies", "with_desmoche"),
    "last_card": ("claimable", "dead"),
    "last_standing": ("plays_on", "wins"),
    "play_everything": ("off", "on"),
    "color_bonus": ("same_suit", "same_color"),
    "disqualified_pays_bonuses": ("yes", "no"),
    "escalera_a23": ("high", "low"),
    "side_empty": ("carry", "refund"),
    "side_passed": ("loses", "keeps"),
    "enforcement": ("table", "strict"),
}
"""Every house rule with its options, the default first; without ``side_games``."""

OF_CONQUIEN: House = {
    "automatic_wins": "off",
    "play_everything": "off",
    "color_bonus": "same_suit",
    "side_games": ["oro"],
}
"""House rules that Conquién fixes, and its tables do not change here."""


def defaults(game: str) -> House:
    house: House = {rule: options[0] for rule, options in OPTIONS.items()}
    house["side_games"] = list(SIDE_GAMES)
    if game == "conquien":
        house.update(OF_CONQUIEN)
    return house


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
