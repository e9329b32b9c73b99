"""The house rules of Desmoche: every point on which tables differ, the default first."""

from typing import Final

from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.judging.rulebook import HouseRule

_W = "rule text"
_CUSTOM: Final = "how people who play it settled it"

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "misdeal", "Table, bets, deal", "Cards dealt wrongly", f"{_W}, Disqualification",
        {"dealer_out": "the dealer is out and the others play",
         "redeal": "everything is dealt again and nobody is out"},
    ),
    HouseRule(
        "carry_bet", "Table, bets, deal", "The bet while a pot is carried over", f"{_W}, Betting",
        {"locked": "stays the same", "unanimous": "changes if all agree",
         "free": "changes freely"},
    ),
    HouseRule(
        "carry_join", "Table, bets, deal", "Who sits down while a pot is carried over", _CUSTOM,
        {"locked": "nobody", "free": "anybody"},
    ),
    HouseRule(
        "automatic_wins", "Automatic wins", "Automatic wins",
        f"{_W}, Automatic wins; off in Honduras",
        {"on": "Peladilla, Cuatro Cuerpos and Color", "off": "not played"},
    ),
    HouseRule(
        "color_win", "Automatic wins", "Cards of a Color win", f"{_W}, Automatic wins",
        {"same_color": "nine of one colour", "same_suit": "nine of one suit", "off": "not played"},
    ),
    HouseRule(
        "automatic_order", "Automatic wins", "Several automatic wins", _CUSTOM,
        {"rarest": "the rarest kind wins (Color, Cuatro Cuerpos, Peladilla)",
         "highest_card": "the higher cards win", "first_declared": "the first to declare wins"},
    ),
    HouseRule(
        "opening", "Turns and claims", "The first draw of a hand", f"{_W}, Gameplay",
        {"second_if_unused": "a second card if nobody used the first", "single": "one card only"},
    ),
    HouseRule(
        "knock", "Turns and claims", "Taking a card after a knock", f"{_W}, Rules variations",
        {"binding": "not allowed", "free": "allowed"},
    ),
    HouseRule(
        "desmoche", "Melds", "Cards moved in one desmoche", f"{_W}, Melds",
        {"free": "any number", "one_card": "only one",
         "sets_of_four": "one from each set of four"},
    ),
    HouseRule(
        "ace_runs", "Melds", "The ace in runs", _CUSTOM,
        {"low": "low", "both": "low and high as in Q-K-A"},
    ),
    HouseRule(
        "hand_melds", "Melds", "Melds wholly from the hand", _CUSTOM,
        {"own_decision": "whenever a player likes", "with_card": "only with a card being used",
         "never": "never"},
    ),
    HouseRule(
        "meld_order", "Melds", "The order of cards in a meld", f"{_W}, Melds",
        {"free": "any", "strict": "runs ascend and colours alternate"},
    ),
    HouseRule(
        "forced_cards", "Forced cards", "Forcing a card onto a meld that it extends",
        f"{_W}, Rules variations",
        {"off": "never", "on_demand": "when a player asks", "automatic": "always"},
    ),
    HouseRule(
        "force_back", "Forced cards", "Forcing a card back onto its discarder",
        f"{_W}, Rules variations",
        {"on": "allowed", "off": "not allowed"},
    ),
    HouseRule(
        "forced_pay", "Forced cards", "A player who takes a forced card", _CUSTOM,
        {"pays": "pays a card", "free": "pays nothing"},
    ),
    HouseRule(
        "withdraw", "Withdrawing", "Withdrawing", f"{_W}, Passing",
        {"blocked_melds": "when no card to come fits one's melds", "free": "at any time",
         "off": "never"},
    ),
    HouseRule(
        "withdraw_looks", "Withdrawing", "Melds that count for withdrawing", _CUSTOM,
        {"as_it_lies": "melds as they are", "with_desmoche": "also after a possible desmoche"},
    ),
    HouseRule(
        "last_card", "The end of a hand", "The last card of the deck", _CUSTOM,
        {"claimable": "for anybody", "dead": "only for its drawer"},
    ),
    HouseRule(
        "last_standing", "The end of a hand", "The last player who is not out", _CUSTOM,
        {"plays_on": "plays on alone", "wins": "has won"},
    ),
    HouseRule(
        "play_everything", "Money", "Play everything", f"{_W}, Bonuses",
        {"off": "no bonuses", "on": "bonuses are paid"},
    ),
    HouseRule(
        "color_bonus", "Money", "The color bonus", f"{_W}, Bonuses",
        {"same_suit": "for ten cards of one suit", "same_color": "for ten cards of one colour"},
    ),
    HouseRule(
        "disqualified_pays_bonuses", "Money", "Disqualified players pay bonuses", _CUSTOM,
        {"yes": "yes", "no": "no"},
    ),
    HouseRule(
        "side_games", "Money", "Side games", f"{_W}, Side Games; only oro in Honduras",
        {game: title_of(game) for game in SIDE_GAMES}, several=True,
    ),
    HouseRule(
        "escalera_a23", "Money", "Ace, two, three in escalera", f"{_W}, Side Games",
        {"high": "above all others", "low": "by its top card"},
    ),
    HouseRule(
        "side_empty", "Money", "A side pot that nobody wins", _CUSTOM,
        {"carry": "stays for the next time", "refund": "is given back"},
    ),
    HouseRule(
        "side_passed", "Money", "A winning card given away in the Cambio", _CUSTOM,
        {"loses": "loses the right", "keeps": "keeps the right"},
    ),
    HouseRule(
        "enforcement", "Offences", "An offence disqualifies", f"{_W}, Disqualification",
        {"table": "when the table says so", "strict": "always unless forgiven at once"},
    ),
)  # fmt: skip

CONQUIEN: Final = {"automatic_wins": "off", "play_everything": "off", "side_games": ("oro",)}
"""The choice of Honduran Conquién: no automatic wins, no bonuses, oro as the only side game."""
