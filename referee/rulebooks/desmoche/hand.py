"""One hand: who plays it, cards and money as they really lie.

This is state only. ``mechanics`` changes it, the rules look at it, ``settlement`` counts the
money. A set of cards is an integer of bits (see ``referee.cards.deck``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from referee.cards.deck import DECK, NAMES, each
from referee.cards.melds import blank
from referee.judging.account import Payment
from referee.judging.findings import Undecided
from referee.judging.kernel import hands
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.hidden.places import THE_DECK, StartingPlaces
from referee.rulebooks.desmoche.melds import is_meld
from referee.rulebooks.desmoche.records import (
    OPEN,
    Agreed,
    Announcement,
    Declaration,
    MeldingAct,
    Offence,
    Offer,
    Outcome,
    Withdrawal,
)
from referee.rulebooks.desmoche.seat import IN, Seat
from referee.rulebooks.desmoche.unknown import (
    DEBTS,
    END,
    FIRST,
    OF_A_PLAYER,
    OPENING,
    PAST,
    SHOWN,
    TABLE,
    THINNED,
    TURN,
    USED,
)

BETTING: Final = 0
"""The first stage of a hand: bets are placed."""
DEALT: Final = 1
"""Cards are dealt and passed."""
PLAYING: Final = 2
"""Cards are drawn."""
OVER: Final = 3
"""The hand is decided."""


@dataclass(slots=True, eq=False, kw_only=True)
class Hand(hands.Hand[Seat]):
    """One deal played out. ``seats`` are in turn order and begin at the dealer's right."""

    over_at: ClassVar[int] = OVER

    rule_ids: frozenset[str]
    """The rules that it is judged by: what only a rule among the others wants to know is not worked
    out."""
    bet: int
    bets: dict[str, int]
    stakes: int
    brought: int
    """What lay in the middle from the hands before."""
    side_brought: dict[str, int]
    brought_unsure: frozenset[str] = frozenset()
    """The pots of which the hands before leave open what lies in them."""
    stakes_put: dict[str, dict[str, int]] = field(default_factory=dict)
    """What was put into each side game before the deal, played at this table or not."""
    where: StartingPlaces = field(init=False)
    early_events: list[tuple[int, Event]] = field(default_factory=list)
    """Acts of play before any deal, which may turn out not to have been written down."""
    dealt_at: int = 0
    """The event of the deal."""
    first_draw: int = 0
    """The event of the first draw."""
    deck: int | None = None
    """Cards left in the deck; None where a gap left it open."""
    visible: int = 0
    sights: list[tuple[int, int, bool]] = field(default_factory=list)
    """What was seen when: cards, the number of the event, and whether they moved then."""
    doubtful: int = 0
    """Cards that the record has in two places: nothing more is said about them."""
    perhaps_taken: int = 0
    """Cards in the open that may lie in a meld in which nobody recorded them."""
    drawer_of: dict[int, Seat] = field(default_factory=dict)
    laid: int = 0
    """Drawn cards whose way to the pile is written down."""
    blanks: int = 0
    offer: Offer | None = None
    draws: int = 0
    last_draw: int = 0
    """The event of the last draw."""
    first_drawer: Seat | None = None
    first_card_used: bool = False
    began_out_of_turn: bool = False
    last_layer: Seat | None = None
    last_card: int = 0
    """The card that came to the pile last."""
    dead_claim: tuple[str, int] = ("", 0)
    """Who claimed which card that was not on offer, so that using it is not told again."""
    unpaid: Seat | None = None
    act: MeldingAct | None = None
    strangers_passed: int = 0
    """Cambio passes by somebody who is not at the table."""
    perhaps_won: Seat | None = None
    """Who may have won by the last act of play: nobody knows how their melds lie."""
    win_called: bool = False
    """Whoever won has said so."""
    end_written: bool = False
    """A line says that the hand is over."""
    declarations: list[Declaration] = field(default_factory=list)
    said: dict[tuple[str, str], Announcement] = field(default_factory=dict)
    """The announcements in time, by side game and player, played at this table or not."""
    late_announcements: set[tuple[str, str]] = field(default_factory=set)
    payments: list[Payment] = field(default_factory=list)
    payments_unclear: bool = False
    """A payment names somebody whom nobody knows."""
    offences: list[Offence] = field(default_factory=list)
    withdrawals: list[Withdrawal] = field(default_factory=list)
    voided_deal: tuple[int, Mapping[str, list[str] | int]] = (0, {})
    """The deal that a redeal made void: the event's number, and what was dealt."""
    claimed: dict[int, str] = field(default_factory=dict)
    """Who asked for a card, by the event."""
    rearranged: dict[int, str] = field(default_factory=dict)
    """Who made a desmoche, by the event of the meld that took the cards."""
    outcome: Outcome = OPEN
    agreed: Agreed | None = None
    """The result that the table agreed on."""
    untold: bool = False
    """No act of play was written."""
    undecided: list[Undecided] = field(default_factory=list)

    def __post_init__(self) -> None:
        hands.Hand.__post_init__(self)
        self.where = StartingPlaces(len(self.seats), self.timeline)

    @property
    def side_bets(self) -> dict[str, dict[str, int]]:
        """The stakes of each player in the side games that count."""
        played = self.house["side_games"] if self.stakes_put else ()
        return {game: stakes for game, stakes in self.stakes_put.items() if game in played}

    @property
    def announcements(self) -> dict[tuple[str, str], Announcement]:
        """The announcements in time in the side games that count, by side game and player."""
        played = self.house["side_games"] if self.said else ()
        return {key: said for key, said in self.said.items() if said.side_game in played}

    def plays(self, side_game: str) -> bool:
        """Whether this table plays a side game."""
        return side_game in self.house["side_games"]

    @property
    def may_be_over(self) -> bool:
        """Whether the hand may have been decided though the record does not show it."""
        return self.perhaps_won is not None or self.unknown & END > 0

    @property
    def perhaps_begun(self) -> bool:
        """Whether the first card may have been drawn where nobody wrote."""
        begun = self.where.evidence.play_at or (self.stage == BETTING and self.unknown & PAST)
        return bool(begun) and not self.draws

    @property
    def undealt(self) -> int:
        """How many cards the deal leaves in the deck."""
        return len(NAMES) - 9 * len(self.seats)

    @property
    def most_in_the_deck(self) -> int:
        """How many cards the deck has at the most."""
        if self.stage < DEALT:
            return len(NAMES)
        return self.undealt if self.deck is None else max(self.deck, 0)

    @property
    def out_of_cards(self) -> bool:
        """Whether the deck is used up and nobody took the last card or a payment after it, or
        nothing was paid for it."""
        ran_out = self.deck is not None and self.deck <= 0
        if not ran_out or self.stage != PLAYING:
            return False
        return self.offer is not None or (self.unpaid is None and self.draws > 0)

    @property
    def ran_out(self) -> bool:
        """Whether nothing more can come of the hand, though no line says that it is over."""
        return self.out_of_cards

    @property
    def winner(self) -> str | None:
        """Who has won the hand."""
        return self.outcome.winner.name if self.outcome.winner is not None else None

    @property
    def decided_at(self) -> int | None:
        """The number of the event that decided the hand."""
        return self.outcome.event

    def mark(self) -> Any:
        """What the opening of the next hand changes in this one, to come back to."""
        early = self.offer.early if self.offer is not None else ()
        return hands.Hand.mark(self), self.outcome, self.act, early

    def back_to(self, mark: Any) -> None:
        """Take the hand back to a mark."""
        of_every_hand, self.outcome, self.act, early = mark
        hands.Hand.back_to(self, of_every_hand)
        if self.offer is not None:
            self.offer.early = early

    def playing(self) -> list[Seat]:
        """Who is still in the hand, in turn order from the dealer's right."""
        return [seat for seat in self.seats if seat.standing == IN]

    def after(self, seat: Seat) -> list[Seat]:
        """The other seats in turn order, beginning at this player's right."""
        return self.seats[seat.place + 1 :] + self.seats[: seat.place]

    def next_playing(self, seat: Seat) -> Seat:
        """The nearest player at the right who is still in the hand; this one if nobody else is."""
        nearest = self.seats[seat.place + 1 - len(self.seats)]
        if nearest.plays:
            return nearest
        for other in self.after(nearest):
            if other.plays:
                return other
        return seat

    def distance(self, discarder: Seat, seat: Seat) -> int:
        """How far a player is from the discarder in turn order; the discarder comes last."""
        return (seat.place - discarder.place - 1) % len(self.seats)

    def expected_drawers(self) -> list[Seat]:
        """Who may draw next without being out of turn."""
        if self.unknown & TURN:
            return self.playing()
        if not self.draws:
            return self.next_drawers(self.seats[-1])
        drawer = self.first_drawer
        assert drawer is not None
        assert self.last_layer is not None
        layer = self.last_layer
        expected = self.next_drawers(layer)
        second = self.draws == 1 and self.house["opening"] == "second_if_unused"
        if second and not self.first_card_used and drawer.plays:
            others_too = self.began_out_of_turn or bool(self.unknown & FIRST)
            if not others_too and self.last_layer is drawer:
                return [drawer]
            expected = [drawer, *expected]
        if self.unpaid is not None:
            expected += self.next_drawers(self.unpaid)
        if self.unknown & DEBTS:
            for seat in self.seats:
                expected += self.next_drawers(seat) if seat.unknown & USED else []
        return expected

    def next_drawers(self, layer: Seat) -> list[Seat]:
        """Who draws once nobody took the card that this player laid: the nearest player who is
        certainly still in the hand, and everybody before that one who may be."""
        nearest = self.next_playing(layer)
        if not self.unknown or not nearest.perhaps_out:
            return [nearest]
        others = [seat for seat in (*self.after(layer), layer) if seat.standing == IN]
        sure = [place for place, seat in enumerate(others) if not seat.perhaps_out]
        return others[: sure[0] + 1] if sure else others

    def leave_open(self, facts: int, seat: Seat | None = None) -> None:
        """The record leaves these facts open from here on, of a player where one is given."""
        if seat is None:
            self.unknown |= facts
        else:
            seat.unknown |= facts
            self.unknown |= OF_A_PLAYER

    def doubt_who_won(self, seat: Seat) -> None:
        """This player may have won by the act that is carried out now."""
        self.perhaps_won = seat
        self.unknown |= OF_A_PLAYER

    def doubt_who_plays(self, seat: Seat) -> None:
        """This player may have been ruled out, or let in again, whatever they do from here on."""
        seat.perhaps_ruled_out = True
        self.unknown |= OF_A_PLAYER

    def doubt_melds(self, seat: Seat, cards: int) -> None:
        """One of these cards of a player's melds may have gone where nobody recorded it."""
        if cards:
            self.leave_open(THINNED, seat)
            seat.perhaps_gone |= cards

    @property
    def all_is_told(self) -> bool:
        """Whether it is known how all melds lie and how many cards the deck has, behind a gap too:
        who goes on playing then shows that the hand is not over."""
        return self.deck is not None and not any(seat.unknown & TABLE for seat in self.seats)

    def leave_shows_open(self, seat: Seat, cards: int = 9) -> None:
        """So many cards of a player at the most came into the open that nobody recorded."""
        self.leave_open(SHOWN, seat)
        seat.unrecorded += cards

    def new_blank(self) -> int:
        """A bit for one more open card that nobody recorded."""
        self.blanks += 1
        return blank(self.blanks - 1)

    @property
    def seen_at(self) -> dict[int, int]:
        """The event at which each card came to where it lies, or was first seen there, in the
        order of play."""
        found: dict[int, int] = {}
        for cards, seq, moved in self.sights:
            for card in each(cards):
                if moved:
                    found.pop(card, None)
                found.setdefault(card, seq)
        return found

    def may_hold(self, seat: Seat) -> int:
        """All cards that can be in the player's hand now."""
        where = self.where
        places = where.held[seat.place]
        if self.stage <= DEALT:
            places |= where.dealt[seat.place]
        if self.unknown & OPENING:
            # the neighbour may have passed another card, too many, where nobody wrote
            places |= where.dealt[seat.place - 1]
        return where.possible(places) & ~self.visible | self.doubtful | seat.picked

    def cannot_hold(self, seat: Seat, cards: int) -> int:
        """Those of these cards that cannot be in the player's hand now."""
        where = self.where
        if self.stage <= DEALT or self.unknown & OPENING:
            return cards & ~self.may_hold(seat)
        out = cards & self.visible | where.impossible(cards, where.held[seat.place])
        return out and out & ~(self.doubtful | seat.picked)

    def seen(self) -> int:
        """All cards that became visible in this hand: on a table, on the pile, or shown."""
        seen = self.visible
        for seat in self.seats:
            seen |= seat.shown
        return seen

    def can_be_drawn(self, card: int) -> bool:
        """Whether the card can come from the deck now."""
        if card & self.where.possibly[THE_DECK] and not card & self.visible:
            return True
        return card & self.doubtful > 0 or card > DECK

    def surely_in_hand(self, seat: Seat) -> int:
        """The cards that are certainly in the player's hand now."""
        if self.unknown & PAST:
            return 0
        held = self.where.certain(self.where.held[seat.place])
        return (held | seat.picked) & ~self.visible

    def dealt_surely(self, seat: Seat) -> int:
        """The cards that were certainly dealt to the player."""
        return self.where.certain(self.where.dealt[seat.place])

    def known_hand(self, seat: Seat) -> int:
        """The cards that are known to be in the player's hand at this moment, before the Cambio
        too."""
        if self.stage == DEALT and not seat.passed:
            return self.dealt_surely(seat)
        return self.surely_in_hand(seat)

    def whole_hand(self, seat: Seat, as_dealt: bool) -> int:
        """All nine cards of a player, as dealt or after the Cambio; 0 if not all are known, or if
        the player may hold more."""
        places = self.where.dealt if as_dealt else self.where.held
        cards = self.where.certain(places[seat.place])
        return cards if cards.bit_count() == 9 and (as_dealt or seat.most <= 9) else 0

    def reached_ten(self, seat: Seat) -> bool:
        """Exactly ten cards in valid melds on the table and none in the hand."""
        if seat.fewest > 0 or not self.ten_are_melded(seat):
            return False
        # who may have got cards for nothing need not have an empty hand beside ten melded cards
        return seat.most <= 0 or not (self.forced_for_nothing or seat.holds_more)

    @property
    def forced_for_nothing(self) -> bool:
        """Whether cards that were forced on somebody cost nothing at this table."""
        house = self.house
        return bool(house["forced_pay"] == "free" and house["forced_cards"] != "off")

    def ten_are_melded(self, seat: Seat) -> bool:
        """Exactly ten cards in valid melds on the table."""
        return (
            seat.table.bit_count() == 10
            and (not seat.unknown & TABLE or seat.table <= DECK)
            and all(is_meld(meld, self.house) for meld in seat.melds)
        )


def own_decision(hand: Hand, seat: Seat) -> bool:
    """Whether a player may meld from the hand now: on their own turn, until their card lies on the
    pile, or while they use a claimed card. Where a gap hides what lies on offer it may be."""
    offer = hand.offer
    if seat.owes:
        return True
    if offer is None:
        # a forced card that is free leaves nothing to pay: the act lasts until the next card comes
        return hand.act is not None and hand.act.seat is seat and hand.act.used
    own_turn = offer.held and offer.by is seat
    if own_turn or offer.forced is seat or not offer.card:
        return True
    return any(claim.seat is seat for claim in offer.claims)
