"""The house rules of Desmoche: every point on which tables differ, the default first."""

from __future__ import annotations

from typing import Final

from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.judging.rulebook import HouseRule

_W = "rule text"
_CUSTOM: Final = "how people who play it settled it"

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "misdeal", ("dealer_out", "redeal"), "Table, bets, deal",
        "After a wrong count in the deal the dealer's cards are put aside and the others play "
        "(dealer_out), or everything is dealt again and nobody is out (redeal).",
        f"{_W}, Disqualification",
        title="Cards dealt wrongly", said=("the dealer is out", "everything is dealt again"),
    ),
    HouseRule(
        "carry_bet", ("locked", "unanimous", "free"), "Table, bets, deal",
        "While a pot is carried over the bet stays the same (locked), may change if all agree "
        "(unanimous), or may change freely (free).",
        f"{_W}, Betting",
        title="The bet while a pot is carried over",
        said=("stays the same", "changes if all agree", "changes freely"),
    ),
    HouseRule(
        "carry_join", ("locked", "free"), "Table, bets, deal",
        "Nobody sits down while a pot is carried over (locked), or anybody may (free).",
        _CUSTOM,
        title="Who sits down while a pot is carried over", said=("nobody", "anybody"),
    ),
    HouseRule(
        "automatic_wins", ("on", "off"), "Automatic wins",
        "Peladilla, Cuatro Cuerpos and Color win at once (on), or are not played (off).",
        f"{_W}, Automatic wins; off in Honduras",
        title="Automatic wins", said=("played", "not played"),
    ),
    HouseRule(
        "color_win", ("same_color", "same_suit", "off"), "Automatic wins",
        "Color needs nine cards of one colour (same_color), of one suit (same_suit), or is not "
        "played (off).",
        f"{_W}, Automatic wins",
        title="Cards of a Color win", said=("of one colour", "of one suit", "not played"),
    ),
    HouseRule(
        "automatic_order", ("rarest", "highest_card", "first_declared"), "Automatic wins",
        "Of several automatic wins the rarest kind wins (rarest: Color, Cuatro Cuerpos, "
        "Peladilla), the higher cards whatever the kind (highest_card), or the player who spoke "
        "first (first_declared).",
        _CUSTOM,
        title="Of several automatic wins",
        said=("the rarest kind wins", "the higher cards win", "who spoke first wins"),
    ),
    HouseRule(
        "opening", ("second_if_unused", "single"), "Turns and claims",
        "The player who begins draws a second card if nobody used the first (second_if_unused), "
        "or draws only one (single).",
        f"{_W}, Gameplay",
        title="The first draw of a hand",
        said=("a second card if nobody used the first", "one card only"),
    ),
    HouseRule(
        "knock", ("binding", "free"), "Turns and claims",
        "A player who knocked on a card may not take it any more (binding), or may change "
        "their mind (free).",
        f"{_W}, Rules variations",
        title="Taking a card after a knock", said=("not allowed", "allowed"),
    ),
    HouseRule(
        "desmoche", ("free", "one_card", "sets_of_four"), "Melds",
        "In one act any number of cards may move between a player's own melds (free), only one "
        "(one_card), or only a card from each set of four (sets_of_four).",
        f"{_W}, Melds",
        title="Cards moved in one desmoche",
        said=("any number", "only one", "one from each set of four"),
    ),
    HouseRule(
        "ace_runs", ("low", "both"), "Melds",
        "The ace is low in runs (low), or ends one above the king as well, Q-K-A (both).",
        _CUSTOM,
        title="The ace in runs", said=("low", "low, or above the king"),
    ),
    HouseRule(
        "hand_melds", ("own_decision", "with_card", "never"), "Melds",
        "Melds wholly from the hand may be laid at one's own decision (own_decision), only "
        "together with a card being used (with_card), or never (never).",
        _CUSTOM,
        title="Melds wholly from the hand",
        said=("whenever a player likes", "only with a card being used", "never"),
    ),
    HouseRule(
        "meld_order", ("free", "strict"), "Melds",
        "Melds may lie in any order (free), or runs must ascend and colours alternate in a set "
        "(strict).",
        f"{_W}, Melds",
        title="The order of cards in a meld", said=("any", "runs ascend, colours alternate"),
    ),
    HouseRule(
        "forced_cards", ("off", "on_demand", "automatic"), "Forced cards",
        "A card that extends a meld on the table is never forced onto it (off), is forced when "
        "somebody asks for it (on_demand), or always (automatic).",
        f"{_W}, Rules variations",
        title="Forced cards", said=("never", "when somebody asks", "always"),
    ),
    HouseRule(
        "force_back", ("on", "off"), "Forced cards",
        "A card may be forced back onto the meld of the player who laid it on the pile (on), or "
        "not (off).",
        f"{_W}, Rules variations",
        title="Forcing a card onto who laid it", said=("allowed", "not allowed"),
    ),
    HouseRule(
        "forced_pay", ("pays", "free"), "Forced cards",
        "A player who takes a forced card pays for it like for any other (pays), or lays it onto "
        "the meld and pays nothing (free).",
        _CUSTOM,
        title="Who takes a forced card", said=("pays a card", "pays nothing"),
    ),
    HouseRule(
        "withdraw", ("blocked_melds", "free", "off"), "Withdrawing",
        "A player may withdraw when no card that could still come fits their melds "
        "(blocked_melds), at any time (free), or never (off).",
        f"{_W}, Passing",
        title="Withdrawing", said=("when no card to come fits", "at any time", "never"),
    ),
    HouseRule(
        "withdraw_looks", ("as_it_lies", "with_desmoche"), "Withdrawing",
        "A player who withdraws looks at their melds as they lie (as_it_lies), or also as they "
        "would lie after a desmoche that they could make (with_desmoche).",
        _CUSTOM,
        title="What counts for withdrawing", said=("melds as they lie", "also after a desmoche"),
    ),
    HouseRule(
        "last_card", ("claimable", "dead"), "The end of a hand",
        "Anybody may take the last card of the deck (claimable), or only its drawer (dead).",
        _CUSTOM,
        title="The last card of the deck", said=("for anybody", "only for its drawer"),
    ),
    HouseRule(
        "last_standing", ("plays_on", "wins"), "The end of a hand",
        "When all others are out the last player plays on alone (plays_on), or has won (wins).",
        _CUSTOM,
        title="The last player who is not out", said=("plays on alone", "has won"),
    ),
    HouseRule(
        "play_everything", ("off", "on"), "Money",
        "Bonuses are not paid (off), or the table plays everything, jugar todo (on).",
        f"{_W}, Bonuses",
        title="Play everything", said=("no", "yes"),
    ),
    HouseRule(
        "color_bonus", ("same_suit", "same_color"), "Money",
        "The color bonus needs ten cards of one suit (same_suit), or of one colour (same_color).",
        f"{_W}, Bonuses",
        title="The color bonus", said=("for one suit", "for one colour"),
    ),
    HouseRule(
        "disqualified_pays_bonuses", ("yes", "no"), "Money",
        "A disqualified player pays bonuses like any loser (yes), or pays none (no).",
        _CUSTOM,
        title="Disqualified players pay bonuses", said=("yes", "no"),
    ),
    HouseRule(
        "side_games", tuple(SIDE_GAMES), "Money",
        "The side games that this table plays.",
        f"{_W}, Side Games; only oro in Honduras",
        several=True,
        title="Side games", said=tuple(map(title_of, SIDE_GAMES)),
    ),
    HouseRule(
        "escalera_a23", ("high", "low"), "Money",
        "In escalera a run from the ace is above all others (high), or counts by its top card "
        "like any other (low).",
        f"{_W}, Side Games",
        title="Ace, two, three in escalera", said=("above all others", "by its top card"),
    ),
    HouseRule(
        "side_empty", ("carry", "refund"), "Money",
        "A side pot that nobody wins stays for the next time (carry), or this hand's stakes are "
        "given back (refund).",
        _CUSTOM,
        title="A side pot that nobody wins", said=("stays for the next time", "is given back"),
    ),
    HouseRule(
        "side_passed", ("loses", "keeps"), "Money",
        "A player who gives away a winning side-game card in the Cambio loses the right (loses), "
        "or keeps it (keeps).",
        _CUSTOM,
        title="A winning card given away in the Cambio",
        said=("loses the right", "keeps the right"),
    ),
    HouseRule(
        "enforcement", ("table", "strict"), "Offences",
        "The table decides whether an offence disqualifies (table), or it always does unless "
        "forgiven at once (strict).",
        f"{_W}, Disqualification",
        title="An offence disqualifies",
        said=("when the table says so", "always, unless forgiven at once"),
    ),
)  # fmt: skip

CONQUIEN: Final = {"automatic_wins": "off", "play_everything": "off", "side_games": ("oro",)}
"""The choice of Honduran Conquién: no automatic wins, no bonuses, oro as the only side game."""
