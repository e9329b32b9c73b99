"""The house rules of Desmoche: every point on which tables differ, the default first."""

from __future__ import annotations

from typing import Final

from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.judging.rulebook import HouseRule

_W = "rule text"
_CUSTOM: Final = "how people who play it settled it"


def _rule(
    name: str, section: str, source: str, title: str, text: str, /, *, several: bool = False,
    **options: str,
) -> HouseRule:  # fmt: skip
    """Return a house rule with its options and their names for people."""
    said = tuple(options.values())
    return HouseRule(name, tuple(options), section, text, source, several, title, said)


HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    _rule(
        "misdeal", "Table, bets, deal", f"{_W}, Disqualification", "Cards dealt wrongly",
        "After a wrong count in the deal the dealer's cards are put aside and the others play "
        "(dealer_out), or everything is dealt again and nobody is out (redeal).",
        dealer_out="the dealer is out", redeal="everything is dealt again",
    ),
    _rule(
        "carry_bet", "Table, bets, deal", f"{_W}, Betting", "The bet while a pot is carried over",
        "While a pot is carried over the bet stays the same (locked), may change if all agree "
        "(unanimous), or may change freely (free).",
        locked="stays the same", unanimous="changes if all agree", free="changes freely",
    ),
    _rule(
        "carry_join", "Table, bets, deal", _CUSTOM, "Who sits down while a pot is carried over",
        "Nobody sits down while a pot is carried over (locked), or anybody may (free).",
        locked="nobody", free="anybody",
    ),
    _rule(
        "automatic_wins", "Automatic wins", f"{_W}, Automatic wins; off in Honduras",
        "Automatic wins",
        "Peladilla, Cuatro Cuerpos and Color win at once (on), or are not played (off).",
        on="played", off="not played",
    ),
    _rule(
        "color_win", "Automatic wins", f"{_W}, Automatic wins", "Cards of a Color win",
        "Color needs nine cards of one colour (same_color), of one suit (same_suit), or is not "
        "played (off).",
        same_color="of one colour", same_suit="of one suit", off="not played",
    ),
    _rule(
        "automatic_order", "Automatic wins", _CUSTOM, "Of several automatic wins",
        "Of several automatic wins the rarest kind wins (rarest: Color, Cuatro Cuerpos, "
        "Peladilla), the higher cards whatever the kind (highest_card), or the player who spoke "
        "first (first_declared).",
        rarest="the rarest kind wins", highest_card="the higher cards win",
        first_declared="who spoke first wins",
    ),
    _rule(
        "opening", "Turns and claims", f"{_W}, Gameplay", "The first draw of a hand",
        "The player who begins draws a second card if nobody used the first (second_if_unused), or "
        "draws only one (single).",
        second_if_unused="a second card if nobody used the first", single="one card only",
    ),
    _rule(
        "knock", "Turns and claims", f"{_W}, Rules variations", "Taking a card after a knock",
        "A player who knocked on a card may not take it any more (binding), or may change their "
        "mind (free).",
        binding="not allowed", free="allowed",
    ),
    _rule(
        "desmoche", "Melds", f"{_W}, Melds", "Cards moved in one desmoche",
        "In one act any number of cards may move between a player's own melds (free), only one "
        "(one_card), or only a card from each set of four (sets_of_four).",
        free="any number", one_card="only one", sets_of_four="one from each set of four",
    ),
    _rule(
        "ace_runs", "Melds", _CUSTOM, "The ace in runs",
        "The ace is low in runs (low), or ends one above the king as well, Q-K-A (both).",
        low="low", both="low, or above the king",
    ),
    _rule(
        "hand_melds", "Melds", _CUSTOM, "Melds wholly from the hand",
        "Melds wholly from the hand may be laid at one's own decision (own_decision), only "
        "together with a card being used (with_card), or never (never).",
        own_decision="whenever a player likes", with_card="only with a card being used",
        never="never",
    ),
    _rule(
        "meld_order", "Melds", f"{_W}, Melds", "The order of cards in a meld",
        "Melds may lie in any order (free), or runs must ascend and colours alternate in a set "
        "(strict).",
        free="any", strict="runs ascend, colours alternate",
    ),
    _rule(
        "forced_cards", "Forced cards", f"{_W}, Rules variations", "Forced cards",
        "A card that extends a meld on the table is never forced onto it (off), is forced when a "
        "player asks for it (on_demand), or always (automatic).",
        off="never", on_demand="when a player asks", automatic="always",
    ),
    _rule(
        "force_back", "Forced cards", f"{_W}, Rules variations",
        "Forcing a card back onto its discarder",
        "A card may be forced back onto the meld of the player who laid it on the pile (on), or "
        "not (off).",
        on="allowed", off="not allowed",
    ),
    _rule(
        "forced_pay", "Forced cards", _CUSTOM, "Who takes a forced card",
        "A player who takes a forced card pays for it like for any other (pays), or lays it onto "
        "the meld and pays nothing (free).",
        pays="pays a card", free="pays nothing",
    ),
    _rule(
        "withdraw", "Withdrawing", f"{_W}, Passing", "Withdrawing",
        "A player may withdraw when no card that could still come fits their melds "
        "(blocked_melds), at any time (free), or never (off).",
        blocked_melds="when no card to come fits", free="at any time", off="never",
    ),
    _rule(
        "withdraw_looks", "Withdrawing", _CUSTOM, "What counts for withdrawing",
        "A player who withdraws looks at their melds as they lie (as_it_lies), or also as they "
        "would lie after a desmoche that they could make (with_desmoche).",
        as_it_lies="melds as they lie", with_desmoche="also after a desmoche",
    ),
    _rule(
        "last_card", "The end of a hand", _CUSTOM, "The last card of the deck",
        "Anybody may take the last card of the deck (claimable), or only its drawer (dead).",
        claimable="for anybody", dead="only for its drawer",
    ),
    _rule(
        "last_standing", "The end of a hand", _CUSTOM, "The last player who is not out",
        "When all others are out the last player plays on alone (plays_on), or has won (wins).",
        plays_on="plays on alone", wins="has won",
    ),
    _rule(
        "play_everything", "Money", f"{_W}, Bonuses", "Play everything",
        "Bonuses are not paid (off), or the table plays everything, jugar todo (on).",
        off="no", on="yes",
    ),
    _rule(
        "color_bonus", "Money", f"{_W}, Bonuses", "The color bonus",
        "The color bonus needs ten cards of one suit (same_suit), or of one colour (same_color).",
        same_suit="for one suit", same_color="for one colour",
    ),
    _rule(
        "disqualified_pays_bonuses", "Money", _CUSTOM, "Disqualified players pay bonuses",
        "A disqualified player pays bonuses like any loser (yes), or pays none (no).",
        yes="yes", no="no",
    ),
    _rule(
        "side_games", "Money", f"{_W}, Side Games; only oro in Honduras", "Side games",
        "The side games that this table plays.",
        several=True, **{game: title_of(game) for game in SIDE_GAMES},
    ),
    _rule(
        "escalera_a23", "Money", f"{_W}, Side Games", "Ace, two, three in escalera",
        "In escalera a run from the ace is above all others (high), or counts by its top card like "
        "any other (low).",
        high="above all others", low="by its top card",
    ),
    _rule(
        "side_empty", "Money", _CUSTOM, "A side pot that nobody wins",
        "A side pot that nobody wins stays for the next time (carry), or this hand's stakes are "
        "given back (refund).",
        carry="stays for the next time", refund="is given back",
    ),
    _rule(
        "side_passed", "Money", _CUSTOM, "A winning card given away in the Cambio",
        "A player who gives away a winning side-game card in the Cambio loses the right (loses), "
        "or keeps it (keeps).",
        loses="loses the right", keeps="keeps the right",
    ),
    _rule(
        "enforcement", "Offences", f"{_W}, Disqualification", "An offence disqualifies",
        "The table decides whether an offence disqualifies (table), or it always does unless "
        "forgiven at once (strict).",
        table="when the table says so", strict="always, unless forgiven at once",
    ),
)  # fmt: skip

CONQUIEN: Final = {"automatic_wins": "off", "play_everything": "off", "side_games": ("oro",)}
"""The choice of Honduran Conquién: no automatic wins, no bonuses, oro as the only side game."""
