"""Counts the cards of a hand without a table.

A rulebook defines in ``counting`` how its game counts; ``referee.answers.book`` uses it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from referee.cards.deck import JOKER, UNRECORDED
from referee.wording.language import Word
from referee.wording.sentences import InOrder, Phrase, Sentence, SpokenError

House = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HandCount:
    """A counted hand: its points, and the melds that leave the fewest, with the cards left over."""

    points: int
    melds: tuple[tuple[str, ...], ...] = ()
    left: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the count as plain data."""
        return asdict(self)


class CountError(SpokenError, ValueError):
    """Raised for cards that cannot be counted."""


@dataclass(frozen=True, slots=True)
class Counting:
    """The rules by which a game counts cards.

    ``count`` returns the points of cards in a round (None if unknown) under house rules, ``most``
    the largest number of cards that a player can hold there. ``rounds`` is the number of rounds
    (None if open-ended); ``rounds_differ`` means that they are not all alike. ``packs`` and
    ``jokers`` are the cards of the largest table, ``binds`` names the house rules that change the
    count; ``in_order`` means that the order of the cards matters.
    """

    count: Callable[[Sequence[str], int | None, House], HandCount]
    most: Callable[[int | None], int]
    rounds: int | None
    rounds_differ: bool
    packs: int
    jokers: int
    binds: tuple[str, ...] = ()
    in_order: bool = False

    def check(self, cards: Sequence[str], round_: int | None) -> None:
        """Raise CountError if no player can hold these cards in the round."""
        is_one = isinstance(round_, int) and 0 < round_ <= (self.rounds or round_)
        if round_ is not None and not is_one:
            raise CountError(self.expects_round)
        if UNRECORDED in cards:
            raise CountError(Word("A card that nobody saw cannot be counted."))
        for card, times in Counter(cards).items():
            there = self.jokers if card == JOKER else self.packs
            if times > there:
                text = "{card} {times} times: this game has it at most {there} times."
                text = text if there > 1 else "{card} {times} times: this game has it once."
                facts = {"card": InOrder([card]), "times": times, "there": there}
                raise CountError(Sentence(text, facts))
        if len(cards) > (most := self.most(round_)):
            text = "{held} cards: a player holds at most {most} here."
            raise CountError(Sentence(text, {"most": most, "held": len(cards)}))

    @property
    def expects_round(self) -> Phrase:
        """A sentence that says which rounds are valid."""
        if self.rounds is None:
            return Word("A round is a number from 1 up.")
        return Sentence("Say which round it is, from 1 to {rounds}.", {"rounds": self.rounds})
