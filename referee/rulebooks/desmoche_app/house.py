"""The house rules of the phone app's Desmoche, the default first."""

from __future__ import annotations

from referee.judging.rulebook import HouseRule

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule(
        "whole_meld_back", ("on", "off"), "Melds",
        "All cards of a meld may go back to the hand (on), or what remains must be a meld (off).",
        "the app's rule page, Gameplay and Controls",
        title="Taking a whole meld back", said=("allowed", "not allowed"),
    ),
    HouseRule(
        "recycled", ("turned_over", "as_it_lies"), "The deck",
        "The pile is turned over to become the deck, so that the card discarded first is drawn "
        "first (turned_over), or lies as it is, the card discarded last on top (as_it_lies).",
        "the simplest reading; the app's rule page says only that it is not shuffled",
        title="The pile as the new deck", said=("turned over", "as it lies"),
    ),
    HouseRule(
        "renewed", ("when_needed", "at_once"), "The deck",
        "The pile becomes the deck when somebody would draw from the empty one (when_needed), or "
        "as soon as its last card is drawn (at_once).",
        "the simplest reading; the app's rule page says only when the deck is empty",
        title="When the pile becomes the deck",
        said=("when a card is needed", "with the last card drawn"),
    ),
)  # fmt: skip
