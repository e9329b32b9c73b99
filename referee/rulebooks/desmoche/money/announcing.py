"""Announcing in a side game: who may, until when, and what is known to be wrong."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.deck import DECK, each
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.deals import LATER, Deals, deals_of
from referee.rulebooks.desmoche.money.side_games import SIDE_GAMES, least
from referee.rulebooks.desmoche.records import Announcement
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import SHOWN


def entered(hand: Hand, seat: Seat, game: str) -> bool:
    """Whether the player has put a stake into this side game."""
    return has_staked(hand, seat, game) and hand.plays(game)


def has_staked(hand: Hand, seat: Seat, game: str) -> bool:
    """Whether the player has put something into this side game, played at this table or not."""
    return seat.name in hand.stakes_put.get(game, ())


def counts(hand: Hand, announced: Announcement) -> bool:
    """Whether an announcement still gives a right in its side game."""
    lost = announced.given_away and hand.house["side_passed"] == "loses"
    return announced.good and not lost


def shows_are_open(hand: Hand, seat: Seat) -> bool:
    """Whether cards may have been seen that nobody recorded and that count for the player: their
    own, and where giving one away keeps the right, what they passed."""
    if hand.house["side_passed"] == "loses" or seat.unknown & SHOWN:
        return seat.unknown & SHOWN > 0
    return perhaps_shown_by_others(hand, seat) > 0


def perhaps_shown_by_others(hand: Hand, seat: Seat) -> int:
    """The cards that the player may have passed on and that may have been seen of somebody else, if
    one of the two is not certain."""
    if not seat.passed:
        return 0
    place = hand.where.passed[seat.place]
    known, seen = hand.where.certain(place), 0
    for other in hand.seats:
        if other is not seat:
            seen |= DECK if other.unknown & SHOWN else other.shown & ~known
    return hand.where.possible(place) & seen


def announced_late(hand: Hand, seat: Seat) -> bool:
    """Whether it is too late for the player to announce: they have passed a card, or play has
    begun."""
    return bool(seat.passed) or hand.draws > 0


def announced_falsely(hand: Hand, seat: Seat, game: str, cards: int, unread: bool) -> bool:
    """Whether it is known already that what is announced does not qualify or was not dealt to the
    player; ``unread`` if they named more than these cards."""
    best = SIDE_GAMES[game].best
    named = best(cards, True) if cards else None
    if cards and named is None and not unread:
        return True
    if cards and not_all_dealt(hand, seat, cards):
        return True
    if named is not None:
        return False
    whole = hand.whole_hand(seat, as_dealt=True)
    if whole:
        return best(whole, True) is None
    if not hand.where.evidence.anything_recorded:
        return False
    if _any_left_open(hand, seat, least(game)):
        return False
    deals = all_deals(hand)
    return not any(deals.can_be_dealt(seat, some) for some in least(game))


def not_all_dealt(hand: Hand, seat: Seat, cards: int) -> int:
    """The cards that cannot have been dealt to the player; where that is so of none, but they
    cannot all have been, all of them."""
    certain = hand.dealt_surely(seat)
    others = cards & ~certain
    if not others or certain.bit_count() == 9:
        return others
    if not hand.where.evidence.anything_recorded or _any_left_open(hand, seat, (cards,)):
        return 0
    deals = all_deals(hand)
    if deals.contradicted:
        return cards & ~hand.where.possible(hand.where.dealt[seat.place])
    impossible = cards & ~deals.possibly_dealt(seat)
    if impossible or deals.can_be_dealt(seat, cards):
        return impossible
    return cards


def _any_left_open(hand: Hand, seat: Seat, sets: Iterable[int]) -> bool:
    """Whether one of these sets of cards may have been dealt to the player, seen at a glance.
    Where it is not so, it still may."""
    unknown, room, others = hand.where.room(seat.place, hand.visible)
    return any(
        not cards & ~(unknown | others) and (cards & unknown).bit_count() <= room for cards in sets
    )


def perhaps_surely_dealt(hand: Hand, seat: Seat) -> int:
    """Cards among which are all that were certainly dealt to the player, seen at a glance."""
    whole = hand.whole_hand(seat, as_dealt=True)
    if whole:
        return whole
    where = hand.where
    perhaps = where.perhaps_known(seat.place, hand.visible)
    if where.evidence.play_at:
        perhaps &= ~where.may_have_come(seat.place) | where.possible(where.passed[seat.place])
        for other in hand.seats:
            if other is not seat:
                perhaps &= ~where.came_or_were_dealt(other.place)
    return perhaps


def surely_dealt(hand: Hand, seat: Seat) -> int:
    """The cards that were dealt to the player in every deal that fits the record."""
    whole = hand.whole_hand(seat, as_dealt=True)
    if whole or not hand.where.evidence.tells_the_deal:
        return whole
    deals = all_deals(hand)
    return hand.dealt_surely(seat) if deals.contradicted else deals.surely_dealt(seat)


def possibly_passed(hand: Hand, seat: Seat) -> int:
    """The cards that the player passed on in some deal that fits the record."""
    if 0 not in seat.passed:
        return sum(set(seat.passed) - {0})
    return all_deals(hand).possibly_passed(seat)


def all_deals(hand: Hand) -> Deals:
    """All deals that fit what is recorded of the hand so far."""
    return deals_of(hand, LATER)


def given_away_unseen(hand: Hand, announced: Announcement) -> int:
    """The card of which it was seen later only that the player had given it away in the Cambio, or
    that nothing of what they announced remained to them then; 0 if there is none."""
    passed = announced.seat.passed
    if len(passed) != 1 or announced.given_away or hand.house["side_passed"] == "keeps":
        return 0
    card = passed[0] or hand.where.certain(hand.where.passed[announced.seat.place])
    return card if nothing_remains(hand, announced, card) else 0


def perhaps_given_away(hand: Hand, announced: Announcement) -> bool:
    """Whether the card that the player passed in the Cambio, which nobody recorded, may have left
    them nothing of what they announced."""
    seat = announced.seat
    if not seat.passed or hand.house["side_passed"] == "keeps":
        return False
    whole = hand.whole_hand(seat, as_dealt=True)
    if whole:
        maybe = possibly_passed(hand, seat) & whole
        return any(nothing_remains(hand, announced, card) for card in each(maybe))
    count = least(announced.side_game)
    return any(not card or any(card & some for some in count) for card in seat.passed)


def nothing_remains(hand: Hand, announced: Announcement, card: int) -> bool:
    """Whether a player who gives this card away keeps nothing of what they announced."""
    game = SIDE_GAMES[announced.side_game]
    if not card & game.counting or announced.given_away or not announced.good:
        return False
    whole = hand.whole_hand(announced.seat, as_dealt=True)
    if not whole & card or game.best(whole & ~card, True) is not None:
        return False
    return game.best(whole, True) is not None
