"""The fields for cards: one card, lists of cards, and lists of melds."""

from typing import Any, Final

from referee.cards.deck import JOKER_SPELLINGS, SPELLINGS, UNRECORDED
from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee_schemas.fields import DeclaredField, Leaf, ListOf, Whole
from referee_schemas.vocabulary import vocabulary

_WITH_JOKERS: Final = {**SPELLINGS, **JOKER_SPELLINGS}
_CARD: Final = Word("a card such as 8h or Td (rank A 2-9 T J Q K, suit c d h s)")
_CARD_OR_JOKER: Final = Word(
    "a card such as 8h or Td (rank A 2-9 T J Q K, suit c d h s), or Jk, a joker"
)


class CardField(Leaf[str]):
    """A card in any spelling of `referee.cards.deck.SPELLINGS`, read as its canonical name. Jokers
    are allowed with ``jokers``: if the game, or without a game any game, has them.

    >>> CardField().accept("10H"), CardField().accept("??"), CardField().accept("1x")
    ('Th', '??', None)
    >>> CardField(jokers=True).accept("JK"), CardField(jokers=False).accept("JK")
    ('Jk', None)
    """

    definition = "card"

    def __init__(self, jokers: bool | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.jokers = vocabulary().jokers if jokers is None else jokers
        self.expected = _CARD_OR_JOKER if self.jokers else _CARD
        self._known = (_WITH_JOKERS if self.jokers else SPELLINGS).get

    def accept(self, value: Any) -> str | None:
        return self._known(value) if type(value) is str else None

    def describe(self) -> dict[str, Any]:
        ranks, suits = set(), set()
        for spelling, card in SPELLINGS.items():
            if card != UNRECORDED:
                rank = "10" if spelling.startswith("10") else spelling[0]
                ranks.add(rank)
                suits.add(spelling.removeprefix(rank))
        others = [*JOKER_SPELLINGS, r"\?\?"] if self.jokers else [r"\?\?"]
        pattern = rf"^(?:(?:{_any(ranks)})(?:{_any(suits)})|{'|'.join(others)})$"
        return {"type": "string", "pattern": pattern}


def _any(forms: set[str]) -> str:
    return "|".join(sorted(forms, key=lambda form: (-len(form), form)))


def card_list(jokers: bool | None = None, **options: Any) -> ListOf:
    """Return the field of a list of cards, in the order in which they were written."""
    return ListOf(CardField(jokers), Word("a list of cards such as 8h, 9h, Th"), **options)


def meld_list(jokers: bool | None = None, **options: Any) -> ListOf:
    """Return the field of a list of melds, each a list of cards."""
    return ListOf(card_list(jokers), Word("a list of melds, each a list of cards"), **options)


class ListOrCount(DeclaredField[Any]):
    """A list of cards, or their number, up to the size of the deck."""

    def __init__(self, deck: int, jokers: bool | None = None, **options: Any) -> None:
        super().__init__(**options)
        words = "a list of cards, or their number from 0 to {most}"
        self.expected = Sentence(words, {"most": deck})
        self.cards, self.count = card_list(jokers), Whole(0, deck)

    def accept(self, value: Any) -> list[str] | int | None:
        return (self.cards if type(value) is list else self.count).accept(value)
