"""What a meld on the record is: a new one, or one that lay on the table before and has grown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.cards.deck import UNRECORDED
from referee.knowledge.places import beyond, counted, listed
from referee.rulebooks.dam.cards import is_wild
from referee.rulebooks.dam.readings import RUN, SET, meld_fault
from referee.rulebooks.dam.seats import Lying, Player, kinds_of, may_be_none
from referee.wording.sentences import InOrder, Sentence


@dataclass(frozen=True, slots=True)
class Laying:
    """Cards laid down: before whom (``owner``), onto which meld (None: a new one), as what they lie
    afterwards, and which of them come from the hand. ``torn`` says that the meld that must be meant
    is not there whole, ``freed`` are the wild cards that were taken out of it; ``instead`` is
    another meld that they may as well be laid onto, and ``swapped`` says that the meld had not
    grown before, but that other one. ``vague`` says that cards nobody recorded leave open which
    meld it is, ``uncounted`` that it is open how many cards come from the hand: those of
    ``from_hand`` may as well have lain there before."""

    owner: Player
    onto: Lying | None
    cards: list[str]
    from_hand: list[str]
    torn: bool = False
    instead: Lying | None = None
    swapped: bool = False
    freed: Sequence[str] = ()
    vague: bool = False
    uncounted: bool = False

    @property
    def renames(self) -> bool:
        """Whether the meld is a run of which a card was not recorded, before or now: it may have
        come for a wild card, which is in the hand then."""
        meld = self.onto
        if meld is None or (meld.kinds and RUN not in meld.kinds):
            return False
        return UNRECORDED in meld.cards or UNRECORDED in self.cards


def read_meld(
    seat: Player,
    owner: Player,
    told: Sequence[str],
    can_play: Callable[[list[str]], bool],
    is_a_piece: Callable[[Lying, list[str]], bool],
) -> Laying:
    """What the cards are that a player lists as a meld of this owner; ``can_play`` says whether
    the player may have had some cards in their hand, ``is_a_piece`` whether these are rather one
    more piece of their contract than a meld of it that has grown; several packs may give two sets
    of the same cards.

    Where the cards hold several of the owner's melds, it is one of which the player may have had
    the others, that is lawful then, onto which something is laid (or else of which wild cards are
    moved), and the largest of these. In a later turn, cards that the player cannot all hold are a
    meld of the owner that is not there whole. Where wild cards were taken out of a run, and others
    put in their places, the wild cards are in the player's hand then. Where cards that nobody
    recorded leave several lawful ways, nobody knows which it is; nor where not all melds of the
    owner are known.
    """
    cards = list(told)
    if owner.melded is None:
        return _untracked(owner, cards)

    def can_be_new(meld: Lying) -> bool:
        return is_a_piece(meld, cards) and can_play(cards)

    whole = [
        meld
        for meld in owner.melds
        if can_hold(cards, meld) and (UNRECORDED in {*cards, *meld.cards} or not can_be_new(meld))
    ]
    if UNRECORDED in cards or any(UNRECORDED in meld.cards for meld in whole):
        is_new = any(can_be_new(meld) for meld in owner.melds if can_hold(cards, meld))
        grown = [
            meld for meld in whole if _may_grow(meld, cards) and can_play(_added(cards, meld.cards))
        ]
        if grown and len(grown) + is_new > 1:
            return _vague(owner, grown, cards, is_new=is_new)
        if grown or is_new or (kinds_of(cards) and can_play(cards)):
            whole = grown
        if len(grown) == 1:
            cards = _completed(cards, grown[0].cards)
    other_way = _swapped(owner, cards)
    if whole:
        return _laid_onto(seat, owner, cards, whole, other_way, can_play)
    return other_way or _new_or_torn(seat, owner, cards, can_play)


def _laid_onto(
    seat: Player,
    owner: Player,
    cards: list[str],
    whole: Sequence[Lying],
    other_way: Laying | None,
    can_play: Callable[[list[str]], bool],
) -> Laying:
    """The cards as one of the melds that they hold, or the ``other_way`` if that is the plainer."""
    moved = [meld for meld in whole if _is_moved(meld, cards)] if len(whole) > 1 else []
    if moved:
        unseen = [meld for meld in whole if _may_be_laid_unseen(meld, cards, seat, can_play)]
        if unseen:
            return _vague(owner, [*moved, *unseen], cards, is_new=False)
    new = {meld: _added(cards, meld.cards) for meld in whole}

    def says_something(meld: Lying) -> bool:
        return len(cards) > len(meld.cards) or _moves_wilds(cards, meld)

    onto = max(
        whole,
        key=lambda meld: (
            can_play(new[meld]),
            _may_grow(meld, cards),
            len(cards) > len(meld.cards),
            says_something(meld),
            len(meld.cards),
        ),
    )
    if (
        other_way is not None
        and can_play(other_way.from_hand)
        and not (says_something(onto) and can_play(new[onto]))
    ):
        return other_way
    instead, played = _as_likely(onto, new, can_play), new[onto]
    twin = any(meld.instead is not None and meld.instead[0] is onto for meld in whole)
    if instead is not None or (twin and seat.holding.unseen != 0):
        # nobody knows which cards were the player's
        played = [UNRECORDED] * len(played)
    return Laying(owner, onto, cards, played, instead=instead)


def _new_or_torn(
    seat: Player, owner: Player, cards: list[str], can_play: Callable[[list[str]], bool]
) -> Laying:
    """The cards as a new meld, or as one of the owner that is not there whole."""
    if owner is seat and (not seat.melded or can_play(cards)):
        return Laying(seat, None, cards, cards)
    nearest = max(owner.melds, key=lambda meld: _in_common(cards, meld.cards), default=None)
    if nearest is None or not _in_common(cards, nearest.cards):
        return Laying(owner, None, cards, cards, torn=owner is not seat)
    added = listed(beyond(cards, counted(nearest.cards)))
    if owner is seat and not can_play(added):
        return Laying(seat, None, cards, cards)
    missing = listed(beyond(nearest.cards, counted(cards)))
    if UNRECORDED in {*cards, *nearest.cards}:
        named = [card for card in missing if card != UNRECORDED]
        torn = len(named) > cards.count(UNRECORDED)
        return Laying(owner, nearest, cards, [], torn=torn, vague=True, uncounted=True)
    is_a_run = RUN in nearest.kinds & kinds_of(cards) and len(cards) >= len(nearest.cards)
    if is_a_run and all(is_wild(card) for card in missing):
        return Laying(owner, nearest, cards, added, torn=True, freed=missing)
    return Laying(owner, nearest, [*nearest.cards, *added], added, torn=True)


def _untracked(owner: Player, cards: list[str]) -> Laying:
    """The cards as a meld of somebody of whose melds not all are known: as a known one of the same
    kind that they hold, or as another one. It may have lain there before with any of these cards.
    """
    known = [meld for meld in owner.melds if can_hold(cards, meld) and _may_grow(meld, cards)]
    onto = max(known, key=lambda meld: len(meld.cards), default=None)
    lying = [card for meld in owner.melds for card in meld.cards]
    new = [card for card in listed(beyond(cards, counted(lying))) if card != UNRECORDED]
    return Laying(owner, onto, cards, new, uncounted=True)


def _may_grow(meld: Lying, cards: list[str]) -> bool:
    """Whether a meld would be one as these cards, which hold it."""
    return not meld.kinds or bool(meld.kinds & kinds_of(_completed(cards, meld.cards)))


def _is_moved(meld: Lying, cards: list[str]) -> bool:
    """Whether the cards are this meld, with its wild cards elsewhere."""
    return len(cards) == len(meld.cards) and _moves_wilds(cards, meld)


def _may_be_laid_unseen(
    meld: Lying, cards: list[str], seat: Player, can_play: Callable[[list[str]], bool]
) -> bool:
    """Whether the cards may be this meld, grown by some that nobody saw in the player's hand."""
    added = _added(cards, meld.cards)
    unseen = beyond(added, seat.holding.known)
    return bool(unseen) and _may_grow(meld, cards) and can_play(added)


def _completed(cards: Sequence[str], meld: Sequence[str]) -> list[str]:
    """The cards of a grown meld, with those of its names that nobody recorded this time, but for
    wild cards: another card may lie in the place of one.

    >>> _completed(["??", "8h", "9h", "??"], ["7h", "8h", "9h"])
    ['7h', '8h', '9h', '??']
    >>> _completed(["7h", "??", "9h"], ["7h", "2c", "9h"])
    ['7h', '??', '9h']
    """
    missing = beyond(meld, counted(cards))
    names = (card for card in listed(missing) if card != UNRECORDED and not is_wild(card))
    return [next(names, card) if card == UNRECORDED else card for card in cards]


def _vague(owner: Player, grown: Sequence[Lying], cards: list[str], *, is_new: bool) -> Laying:
    """The cards as any of several melds that they may be, or as a new one."""
    onto = max(grown, key=lambda meld: len(meld.cards))
    played = [UNRECORDED] * (len(cards) - len(onto.cards))
    uncounted = is_new or len({len(meld.cards) for meld in grown}) > 1
    return Laying(owner, onto, cards, played, vague=True, uncounted=uncounted)


def _swapped(owner: Player, cards: list[str]) -> Laying | None:
    """The cards as a meld that had not grown before, but another one in its place."""
    for meld in owner.melds:
        if meld.instead is not None and _can_hold_all(cards, meld.instead[1]):
            return Laying(owner, meld, cards, _added(cards, meld.instead[1]), swapped=True)
    return None


def _as_likely(
    onto: Lying, new: Mapping[Lying, list[str]], can_play: Callable[[list[str]], bool]
) -> Lying | None:
    """Another meld of the same size which the cards hold, if the player may have had the rest."""
    return next(
        (
            meld
            for meld in new
            if len(meld.cards) == len(onto.cards)
            and counted(meld.cards) != counted(onto.cards)
            and can_play(new[meld])
        ),
        None,
    )


def _moves_wilds(cards: Sequence[str], meld: Lying) -> bool:
    """Whether the cards of a meld are listed in another order, and some of them may be moved."""
    movable = meld.kinds != {SET} and any(is_wild(card) or card == UNRECORDED for card in cards)
    return movable and list(cards) != meld.cards


def _in_common(cards: Sequence[str], meld: Sequence[str]) -> int:
    return len(cards) - sum(beyond(cards, counted(meld)).values())


def can_hold(cards: Sequence[str], meld: Lying) -> bool:
    """Whether a list of cards can hold a whole meld: a card that nobody recorded may be any."""
    return _can_hold_all(cards, meld.cards)


def _can_hold_all(cards: Sequence[str], meld: Sequence[str]) -> bool:
    if len(cards) < len(meld):
        return False
    missing = beyond(meld, counted(cards))
    missing.pop(UNRECORDED, None)
    return sum(missing.values()) <= cards.count(UNRECORDED)


def _added(cards: Sequence[str], meld: Sequence[str]) -> list[str]:
    """The cards that are new in a meld; where several may be, nobody knows which. A card that
    nobody recorded before may be one that is named now."""
    more = len(cards) - len(meld)
    added = listed(beyond(cards, counted(meld)))
    sure = UNRECORDED not in meld and len(added) == more
    return added if sure else [UNRECORDED] * more


def adds_to_the_contract(seat: Player, laying: Laying) -> bool:
    """Whether the cards count with the contract of this turn: a new meld, or a fresh one grown."""
    if laying.owner is not seat or seat.melded is not False:
        return False
    return laying.onto is None or laying.onto in seat.fresh


def kinds_after(laying: Laying) -> frozenset[str]:
    """As what the cards may lie: a set stays a set and a run a run, and what was no meld before may
    become any."""
    kinds = kinds_of(laying.cards)
    onto = laying.onto
    return kinds if onto is None or not onto.kinds else kinds & onto.kinds


def may_have_been_none(seat: Player, laying: Laying) -> bool:
    """Whether a meld onto which somebody lays cards may have been none: a card of it was not
    recorded, and may have been one of these with which it is none. Had it been another card that
    its player held, the meld would not be there whole; of a meld of their own that says something
    else of the player."""
    meld = laying.onto
    if meld is None or not may_be_none(meld):
        return False
    if meld.unread is None or laying.owner is seat:
        return True
    named = [card for card in meld.cards if card != UNRECORDED]
    rest = [card for card in listed(beyond(laying.cards, counted(named))) if card in meld.unread]
    ways = list(combinations(rest, len(meld.cards) - len(named)))
    return not ways or any(not kinds_of([*named, *way]) for way in ways)


def lay_off_fault(laying: Laying, most: int | None, two_in_place: str) -> Sentence | None:
    """What is wrong with a meld as it would lie, if it was in order before; a run may have ``most``
    wild cards. Where not all melds of the owner are known, it may have grown from another one."""
    onto, cards = None if laying.uncounted else laying.onto, laying.cards
    if laying.torn:
        facts = {"cards": InOrder(cards), "owner": laying.owner.name}
        return Sentence("no meld of {owner} is whole in {cards}", facts)
    before = onto.kinds if onto is not None else kinds_of(cards) or frozenset({RUN})
    if not before:
        return None
    faults = [meld_fault(kind, cards) for kind in sorted(before)]
    if all(faults):
        return faults[0]
    if onto is None or kinds_after(laying) != {RUN}:
        return None
    if meld_fault(RUN, onto.cards, most, two_in_place):
        return None
    return meld_fault(RUN, cards, most, two_in_place)
