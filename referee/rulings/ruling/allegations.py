"""Claims in the words of a dispute that the record can answer: that a player asked first, and where
a named card was."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from referee.cards.deck import RANKS
from referee.judging.findings import DEDUCED, RECORDED, Fact
from referee.judging.rulebook import Rule
from referee.rulings.repair.edits import Slot, slots
from referee.rulings.ruling.moment import Asked, InQuestion
from referee.wording.sentences import InOrder, OneAfterAnother

ASKED_FIRST: Final = re.compile(r"\b(first|before (any|every)body|primer[oa]?|antes)\b")
"""Phrases for having asked first."""

BY_SEAT: Final = frozenset({"claim.priority", "force.priority", "beg.order"})
"""Rules that give a card by seat, not to the first who asks."""

RANK_WORDS: Final = (
    "ace as", "two dos", "three tres", "four cuatro", "five cinco", "six seis", "seven siete",
    "eight ocho", "nine nueve", "ten diez 10", "jack jota", "queen reina dama", "king rey",
)  # fmt: skip
"""Words for the ranks, from the ace up."""

SUIT_WORDS: Final = {
    "s": r"spades?|espadas?|picas?|corazon(?:es)? negros?|♠",
    "h": r"hearts?|corazon(?:es)?|♥",
    "c": r"clubs?|flor(?:es)?|trebol(?:es)?|♣",
    "d": r"diamonds?|oros?|diamantes?|♦",
}
"""Words for the suits. A longer name comes before its own prefix."""

RANK_OF: Final = {
    word: rank
    for rank, words in zip(RANKS, RANK_WORDS, strict=True)
    for word in (*words.split(), rank.casefold())
}

A_CARD: Final = re.compile(
    rf"\b({'|'.join(RANK_OF)})(?: (?:of|de) | ?(?=[♠♥♣♦]))(?:the |los |las )?"
    rf"(?:{'|'.join(f'(?P<{suit}>{words})' for suit, words in SUIT_WORDS.items())})"
)


def answers(
    moment: InQuestion, asked: Asked, broken: Sequence[Rule], known: set[int]
) -> Iterator[Fact]:
    """Yield the record's answers to the words of a dispute, given the broken rules, except for
    events that are already ``known``."""
    said = _plain(asked.words or "")
    if any(rule.id in BY_SEAT for rule in broken) and ASKED_FIRST.search(said):
        text = "Asking first does not count: the player who sits nearer comes first."
        yield Fact(DEDUCED, text, {})
    for card in dict.fromkeys(cards_named(said)):
        named = _last_named(moment, card, [*_before(moment), moment.seq])
        yield from (fact for fact in named if not known.issuperset(fact.events))


def cards_named(words: str) -> list[str]:
    """Return the cards named in plain words.

    >>> cards_named("she kept the four of clubs, and el rey de corazon negro"), cards_named("7♥!")
    (['4c', 'Ks'], ['7h'])
    """
    return [RANK_OF[match[1]] + str(match.lastgroup) for match in A_CARD.finditer(words)]


def _plain(words: str) -> str:
    """Return the words in lower case and without accents."""
    apart = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def named_before(moment: InQuestion, card: str) -> Iterator[Fact]:
    """Yield the last mention of a card in this hand before the event in question."""
    return _last_named(moment, card, _before(moment))


def _before(moment: InQuestion) -> list[int]:
    return [*takewhile(lambda number: number != moment.seq, moment.evening)]


def _last_named(moment: InQuestion, card: str, among: Sequence[int]) -> Iterator[Fact]:
    for number in reversed(among):
        event = moment.evening[number]
        if event["type"] == "hand":
            return
        for slot, named in slots(event):
            if named == card:
                yield _named_at(moment, number, slot, card)
                return


def _named_at(moment: InQuestion, number: int, slot: Slot, card: str) -> Fact:
    facts: dict[str, object] = {"card": InOrder([card]), "number": number}
    if slot[0] == "hands":
        text = "{player} was dealt {card} at event {number}."
        return Fact(RECORDED, text, {**facts, "player": slot[1]}, (number,))
    text = "The last line that names {card} is event {number}: {said}"
    return Fact(
        RECORDED, text, {**facts, "said": OneAfterAnother(moment.sentences(number))}, (number,)
    )
