"""The ten contracts, and whether what was laid down is exactly the contract of the hand.

The first time that a player melds they lay down all cards of the contract at once, "and ONLY
the required cards" (seed 004). The seed asks for sets and runs, and for nothing more: two runs
may be of one suit, two sets of one rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.rulebooks.dam.cards import is_wild, rank_of
from referee.rulebooks.dam.readings import NATURAL, RUN, SET, Meld, meld_fault, readings
from referee.wording.language import Plural
from referee.wording.sentences import Sentence

SET_SIZE: Final = 3
"""The cards of a set as it is melded; it grows only afterwards."""

Shape = tuple[str, int]
"""A kind of meld, with the number of its cards."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What is laid down in a hand: so many sets of three, and so many runs, each of ``length``
    cards of which ``wilds`` at the most are wild."""

    sets: int
    runs: int = 0
    length: int = 0
    wilds: int = 0

    @property
    def cards(self) -> int:
        """How many cards the contract has, which is also how many each player is dealt.

        >>> [contract.cards for contract in CONTRACTS]
        [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
        """
        return self.sets * SET_SIZE + self.runs * self.length

    def told(self) -> list[Sentence]:
        """The contract in words, a piece each.

        >>> [piece.told() for piece in CONTRACTS[5].told()]
        ['2 sets of 3', 'one run of 5']
        """
        return _told([(SET, SET_SIZE)] * self.sets + [(RUN, self.length)] * self.runs)


CONTRACTS: Final = (
    Contract(sets=2),
    Contract(sets=1, runs=1, length=4, wilds=1),
    Contract(sets=0, runs=2, length=4, wilds=1),
    Contract(sets=3),
    Contract(sets=1, runs=1, length=7, wilds=3),
    Contract(sets=2, runs=1, length=5, wilds=2),
    Contract(sets=0, runs=3, length=4, wilds=1),
    Contract(sets=1, runs=1, length=10, wilds=4),
    Contract(sets=2, runs=2, length=4, wilds=1),
    Contract(sets=0, runs=3, length=5, wilds=2),
)
"""The contracts of the ten hands, in their order (seed 004)."""

NO_MELD: Final = "no_meld"
WRONG: Final = "wrong"
EXTRA: Final = "extra"
WILDS: Final = "wilds"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the cards laid down: ``no_meld`` where a meld is neither set nor run,
    ``extra`` where the contract is left once cards are taken off the sets and runs, ``wrong`` where
    it is not, ``wilds`` where a run has too many wild cards. ``said`` is a clause without a stop,
    ``meld`` the number of the meld that is meant, where it is one.
    """

    kind: str
    said: Sentence
    meld: int | None = None


def contract_faults(
    contract: Contract, melds: Sequence[Meld], two_in_place: str = NATURAL
) -> list[Fault]:
    """What is wrong with these melds, each a list of cards, as this contract; nothing if there is
    a reading in which they are exactly the contract.

    One slip is one fault: what is no meld is told alone, and so is a wrong contract. Which cards
    are the extra ones is open. So the wild cards of a run that is too long are not counted, and of
    more runs than were asked for those with too many wild cards are taken to be the extra ones.

    >>> def told(number, *melds):
    ...     found = contract_faults(CONTRACTS[number - 1], [meld.split() for meld in melds])
    ...     return [(fault.kind, fault.said.told()) for fault in found]
    >>> told(2, "Kd Ks Kd", "5h Jk 7h 8h")
    []
    >>> told(2, "Kd Ks Kd", "5h 7h 6h Th")
    [('no_meld', 'from 5h to Th a run has 6 cards, and these are 4')]
    >>> told(2, "Kd Ks Kd", "5h 5c 5d")
    [('wrong', 'the contract is one set of 3 and one run of 4; laid were 2 sets of 3')]
    >>> told(2, "Kd Ks Kd", "5h 6h 7h 8h 9h")
    [('extra', 'one card more than the contract, which is one set of 3 and one run of 4')]
    >>> told(2, "Kd Ks Kd", "5h 2c 7h Jk")
    [('wilds', 'wild cards in 5h 2c 7h Jk: 2; allowed: 1')]
    """
    return list(_contract_faults(contract, tuple(map(tuple, melds)), two_in_place))


# several rules look at the same contract, one after another
@lru_cache(maxsize=64)
def _contract_faults(
    contract: Contract, melds: tuple[Meld, ...], two_in_place: str
) -> Sequence[Fault]:
    kinds = _kinds(contract, melds, two_in_place)
    broken = [
        Fault(NO_MELD, fault, number)
        for number, (kind, meld) in enumerate(zip(kinds, melds, strict=True))
        if (fault := meld_fault(kind, meld))
    ]
    if broken:
        return broken
    laid = [(kind, len(meld)) for kind, meld in zip(kinds, melds, strict=True)]
    more = sum(map(len, melds)) - contract.cards
    large = Counter(
        kind for kind, size in laid if size >= (SET_SIZE if kind == SET else contract.length)
    )
    if large[SET] < contract.sets or large[RUN] < contract.runs:
        text = "the contract is {contract}; laid were {laid}"
        return [Fault(WRONG, Sentence(text, {"contract": contract.told(), "laid": _told(laid)}))]
    too_wild = [
        Fault(WILDS, fault, number)
        for number, (shape, meld) in enumerate(zip(laid, melds, strict=True))
        if shape == (RUN, contract.length)
        and (fault := meld_fault(RUN, meld, contract.wilds, two_in_place))
    ]
    found = too_wild[large[RUN] - contract.runs :]
    if more:
        text = Plural(
            "one card more than the contract, which is {contract}",
            "{count} cards more than the contract, which is {contract}",
            more,
        )
        found.append(Fault(EXTRA, Sentence(text, {"contract": contract.told(), "count": more})))
    return found


def are_pieces(contract: Contract, melds: Sequence[Meld], two_in_place: str = NATURAL) -> bool:
    """Whether these melds, without one card more, can each be a set or a run of the contract. What
    can be a longer set, too, is a run only if it has no more wild cards than are allowed.

    >>> def told(*melds):
    ...     return are_pieces(CONTRACTS[1], [meld.split() for meld in melds])
    >>> told("2d 2h 2s", "2h 5h 6h 7h"), told("2d 2h 2s", "2d 2h 2s 2c"), told("2d 2h 2s", "2d 2h")
    (True, False, False)
    """
    sets, runs = 0, 0
    for meld in melds:
        is_set = meld_fault(SET, meld) is None
        most = contract.wilds if is_set else None
        sets += is_set and len(meld) == SET_SIZE
        runs += len(meld) == contract.length and not meld_fault(RUN, meld, most, two_in_place)
    return sets <= contract.sets and runs <= contract.runs and sets + runs == len(melds)


def meld_of_none(meld: Meld) -> Sentence | None:
    """Why these cards are neither a set nor a run, as what they look like; None if they are one.

    >>> meld_of_none(["5h", "7h", "6h", "Th"]).told()
    'from 5h to Th a run has 6 cards, and these are 4'
    """
    kind = _kind(meld)
    return meld_fault(kind, meld) if kind else None


def _kinds(contract: Contract, melds: Sequence[Meld], two_in_place: str) -> list[str]:
    """Each meld as a set or as a run. What may be either, such as twos or cards that nobody
    recorded, is a run where the contract still wants one that it can be; what is neither is what
    it looks like."""
    found = [_kind(meld) for meld in melds]
    wanted = contract.runs - sum(
        kind == RUN and len(meld) >= contract.length
        for kind, meld in zip(found, melds, strict=True)
    )

    def blame(number: int) -> tuple[bool, int]:
        """What is lawful as a run comes first, and then what is too long for its wild cards to be
        counted: nobody is blamed for what may have been lawful."""
        meld = melds[number]
        return not readings(meld, contract.wilds, two_in_place), -len(meld)

    for number in sorted((n for n, kind in enumerate(found) if not kind), key=blame):
        serves = wanted > 0 and len(melds[number]) >= contract.length
        found[number] = RUN if serves else SET
        wanted -= serves
    return found


def _kind(meld: Meld) -> str:
    """What a meld is, or what it looks like; nothing where it may be a set or a run."""
    may_be = [kind for kind in (SET, RUN) if meld_fault(kind, meld) is None]
    if len(may_be) == 1:
        return may_be[0]
    ranks = {rank_of(card) for card in meld if not is_wild(card) and card != UNRECORDED}
    looks_like = SET if len(meld) <= SET_SIZE or len(ranks) == 1 else RUN
    return "" if may_be else looks_like


def _told(shapes: Iterable[Shape]) -> list[Sentence]:
    """Melds in words, those of one shape together."""
    return [
        Sentence(
            Plural("one set of {size}", "{count} sets of {size}", count)
            if kind == SET
            else Plural("one run of {size}", "{count} runs of {size}", count),
            {"count": count, "size": size},
        )
        for (kind, size), count in Counter(shapes).items()
    ]
