"""Counts the cards of a hand without a table by the rules of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from referee.core.cards import faces_of
from referee.core.declaring import Game
from referee.core.facts import NotKnown
from referee.judging.counting import CountError, Counting, HandCount, House
from referee.judging.registry import called, find, games
from referee.judging.rulebook import Rulebook
from referee.wording.language import joined
from referee.wording.sentences import Sentence

NO_GAME: Final = "There is no game {game}; the games are {known}."


@dataclass(frozen=True, slots=True)
class AnyHand:
    """A hand with only a number and house rules."""

    number: int | None
    house: House

    @property
    def round(self) -> int:
        """The number of the hand. Raises `NotKnown` if it was not given."""
        if self.number is None:
            raise NotKnown("round")
        return self.number


def counted_game(name: str) -> Rulebook:
    """Return the game called ``name``. Raises CountError."""
    known_as = called(name)
    if known_as is None:
        known = joined(book.name for book in games())
        raise CountError(Sentence(NO_GAME, {"game": name, "known": known}))
    return find(known_as)


def count_cards(
    name: str, cards: Sequence[str], round_: int | None = None, house: House | None = None
) -> HandCount:
    """Return the count of cards in a game, by house rules that differ from the usual ones. Raises
    CountError."""
    book, chosen = counted_game(name), house or {}
    counting = book.counting
    if counting is None:
        raise CountError(Sentence("In {game} cards count no points.", {"game": book.title}))
    for rule, option in chosen.items():
        options = next(
            (house_rule.options for house_rule in book.house_rules if house_rule.name == rule), None
        )
        if options is None:
            rules = joined(house_rule.name for house_rule in book.house_rules)
            facts = {"game": book.title, "rule": rule, "rules": rules}
            raise CountError(Sentence("{game} has no house rule {rule}; it has {rules}.", facts))
        if not {*([option] if isinstance(option, str) else option)} <= {*options}:
            facts = {"option": option, "rule": rule, "options": joined(options)}
            text = "{option} is no option of the house rule {rule}; it has {options}."
            raise CountError(Sentence(text, facts))
    counting.check(cards, round_)
    try:
        return counting.count(cards, round_, book.house(chosen))
    except NotKnown:
        raise CountError(counting.expects_round) from None


def counting_of(game: Game) -> Counting | None:
    """Return the way in which a game counts cards; None if it defines none.

    Unless the game defines otherwise, the points of a seat then are the count of its cards.
    """
    if "count_cards" not in game.hooks:
        return None
    game.hooks.setdefault("points", partial(_points, game))
    fewest, most = game.players
    usual = {rule.name: rule.options[0] for rule in game.house}
    decks = [game.deck_for(seats, usual) for seats in range(fewest, most + 1)]
    return Counting(
        count=partial(_count, game), most=partial(_most, game), rounds=game.hands,
        rounds_differ=callable(game.dealt), packs=max(deck.packs for deck in decks),
        jokers=max(deck.jokers for deck in decks), binds=game.binds.get("count_cards", ()),
        in_order=game.hand.kind == "row",
    )  # fmt: skip


def _points(game: Game, t: Any, seat: Any) -> int:
    count: HandCount = game.hooks["count_cards"](t, faces_of(t.cards_in(game.hand, seat)))
    return count.points


def _count(game: Game, cards: Sequence[str], round_: int | None, house: House) -> HandCount:
    count: HandCount = game.hooks["count_cards"](AnyHand(round_, house), cards)
    return count


def _most(game: Game, round_: int | None) -> int:
    """Return the largest number of cards that a player can hold in a round, or in any round."""
    if not callable(game.dealt):
        return game.dealt + game.more_cards
    rounds = range(1, (game.hands or 1) + 1) if round_ is None else (round_,)
    return max(game.dealt(AnyHand(round_, {})) for round_ in rounds) + game.more_cards
