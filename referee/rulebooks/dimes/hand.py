"""The state of a hand of Dimes: whose turn it is, who goes out, and what the hands before left."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.account import THE_MIDDLE, Payment
from referee.judging.kernel.acts import Act
from referee.judging.kernel.hands import UNDECIDED
from referee.knowledge.places import Cards, beyond
from referee.rulebooks.common.hands import PLAYING, Outcome, PileHand
from referee.rulebooks.dimes.pot import Before
from referee.rulebooks.dimes.rounds import Round
from referee.rulebooks.dimes.seats import Amiss, GoingOut, Laying, Lying, Player, laying

OUT: Final = "out"

TAKING: Final = ("draw", "take")

LAYING: Final = ("discard", "meld", "win")


@dataclass(slots=True, eq=False, kw_only=True)
class DimesHand(PileHand[Player, Cards]):
    """A hand being played; ``stake`` is what everybody has just put into the pot."""

    before: Before
    stake: int
    turns: int = 0
    """How many cards were taken."""
    begun: bool = False
    """The first card of the pile is accounted for."""
    going_out: GoingOut | None = None
    amiss: Amiss | None = None
    """The card just taken, where it should not have been."""
    last: Player | None = None
    """Who has just discarded."""
    early: set[str] = field(default_factory=set)
    """Who has melded out of turn since the last card was taken."""
    on_their_word: int = 0
    """The ``win`` by which somebody is out whose melds are not written down."""
    rests_on_unseen: bool = False
    """Whoever is out may not be: what they melded, discarded or held was not recorded whole."""
    perhaps_out_before: bool = False
    """The table plays on behind an out that the record does not prove: it may have been one."""
    payments: list[Payment] = field(default_factory=list)
    adrift: set[str] = field(default_factory=set)
    """Cards that the record has in a hand and that may have gone back to the deck, or with the top
    of the pile to another player."""
    new_decks: int = 0
    """How often the deck was made anew."""
    drawn_since: int = 0
    """How many cards were drawn since the deck was made anew."""
    pile_unsure: bool = False
    """A turn was not recorded as turns go: what the record has in the pile may lie elsewhere."""
    ended_early: tuple[int, Player | None, bool] | None = None
    """How the hand stood (stage, turn, whether a card was taken) when the record ended it without
    anybody being out."""
    gap_behind: bool = False
    """Something was not written down once the hand was over: melds, shown cards, payments."""
    unclear: bool = False
    """A payment names somebody who is not at the table."""
    read: tuple[Act, Laying] | None = None
    """The last act that laid cards together, with what it was read as; see `laying`."""

    @property
    def rules_of_round(self) -> Round:
        """What is wild in this round and what counts."""
        natural = self.house["wild_in_place"] == "natural"
        return Round.numbered(self.round, natural_in_place=natural)

    @property
    def pile(self) -> list[str]:
        """The discard pile; a card that nobody recorded where no first card was written down."""
        return self.cards.pile if self.begun or self.blurred else [UNRECORDED]

    @property
    def may_turn_up(self) -> bool:
        """Whether the first card of the pile may still be turned up; behind a gap until somebody
        has a turn."""
        return not self.begun or (self.blurred and not self.played)

    @property
    def perhaps_over(self) -> bool:
        """Whether the record leaves open that the hand is over: behind a gap, and where it tells of
        no discard by somebody who is going out."""
        going = self.going_out is not None
        return not self.over and (going or (self.blurred and not self.taken))

    @property
    def let_stand(self) -> bool:
        """Whether the table let a going-out stand that was none."""
        return self.outcome.kind == OUT and self.going_out is not None

    @property
    def perhaps_not_out(self) -> bool:
        """Whether whoever is out may not be: they are out on their word, or by cards that were
        not recorded."""
        return self.on_their_word > 0 or self.rests_on_unseen

    @property
    def may_have_laid_none(self) -> bool:
        """Whether what was laid to go out may be no meld: a card of it was not recorded."""
        out = self.is_out
        return out is not None and self.rests_on_unseen and UNRECORDED in out.laid

    @property
    def is_undecided(self) -> bool:
        """Whether somebody may have been out of whom the record does not tell."""
        return self.over and self.outcome.kind == UNDECIDED and not self.abandoned

    @property
    def is_out(self) -> Player | None:
        """Who is out."""
        return self.find(self.outcome.winner) if self.outcome.winner is not None else None

    def name_of(self, name: str) -> str:
        """The name of a player as the game has it; another name, the middle's too, as it is."""
        seat = self.find(name)
        return seat.name if seat is not None else name

    def payments_but_stakes(self) -> list[Payment]:
        """The payments but for the stakes, which everybody has put in already."""
        if not self.stake:
            return self.payments
        stakes = {one.event for one in self.stakes_written}
        return [one for one in self.payments if one.event not in stakes]

    @property
    def stakes_written(self) -> list[Payment]:
        """The payments by which somebody wrote down that they put in their stake."""
        stakes: dict[str, Payment] = {}
        for one in self.payments if self.stake else ():
            if one.taker == THE_MIDDLE and one.amount == self.stake:
                stakes.setdefault(self.name_of(one.giver), one)
        return list(stakes.values())

    def can_count(self, seat: Player, points: int) -> bool:
        """Whether a player's cards can give so many points, whatever they are. Where hands may be
        missing nobody knows what cards count in this one."""
        if points < 0 or self.hands_missing:
            return points >= 0
        held = None if seat.unsure else seat.holding.count
        cards = None if held is None else held + len(seat.laid)
        return points <= self.rules_of_round.most(self.cards.packs, self.cards.jokers, cards)

    def in_turn(self, seat: Player) -> bool:
        """Whether it is somebody's turn, as far as the record tells."""
        due = self.amiss.due if self.amiss is not None else None
        return self.turn is None or seat in (self.turn, due)

    def evens_out(self, act: Act) -> bool:
        """Whether somebody makes good their own slip: they lay down the card that they had left
        out, or the second one that they took, or take the one that they had not taken."""
        seat: Player = act.seat
        if not seat.extra or self.turn is None:
            return False
        his = self.turn is seat
        if act.type == "discard":
            return seat.extra > 0 and not (his and self.taken)
        return act.type in TAKING and seat.extra < 0 and not (his and not self.taken)

    def puts_right(self, act: Act) -> bool:
        """Whether the card that should not have been taken has gone back: somebody acts as if it
        had never been taken."""
        amiss = self.amiss
        if amiss is None or act.seat is not amiss.due:
            return False
        return act.type in (LAYING if amiss.taken else TAKING)

    def mends(self, act: Act) -> bool:
        """Whether an act out of its turn only makes good what was amiss before."""
        return self.puts_right(act) or self.evens_out(act)

    def going(self, seat: Player) -> GoingOut | None:
        """What somebody has done so far in their turn to go out."""
        going = self.going_out
        return going if going is not None and going.seat is seat and not going.stands else None

    def goes_out(self, seat: Player) -> GoingOut:
        """What somebody has done so far in their turn to go out, who does something more."""
        going = self.going_out = self.going(seat) or GoingOut(seat)
        return going

    def slips(self, act: Act) -> int:
        """How many cards more or fewer than the record tells whoever acts may hold: one for
        every turn of theirs that was not recorded as turns go, also a discard without a take."""
        seat: Player = act.seat
        took_none = act.type == "discard" and not (self.taken and self.turn is seat)
        return seat.vague + (took_none and self.turn is not None)

    def misplaced(self, act: Act) -> list[str]:
        """The cards of an act that cannot come from the hand of whoever acts. Who may hold cards
        that were not recorded may have any of which a copy can be there."""
        holding = act.seat.holding
        more = beyond(self.from_hand(act), holding.known)
        if not more:
            return []
        unknown = Counter(more)
        slips, back = self.slips(act), self.taken_up(act)
        for lying in back:
            unknown -= Counter(lying.cards)
        if slips or self.pile_unsure:
            unknown -= Counter(self.cards.pile)
        if slips or back:
            too_often = self.cards.dealt_too_often(unknown.elements())
            return [card for card in too_often if card not in self.adrift]
        if holding.unseen != 0:
            for card in self.adrift:
                del unknown[card]
        return [card for card, count in unknown.items() if self.cards.has_not(holding, card, count)]

    def was_misread(self, act: Act) -> bool:
        """Whether a card is taken from the pile that cannot have lain there: it, or the pile, was
        written down wrongly."""
        if self.blurred or self.passes_over(act) or (self.may_go_back and act.seat is self.turn):
            return False
        card, pile = act.event.get("card", UNRECORDED), self.pile
        return not pile or (card != UNRECORDED and card not in pile and UNRECORDED not in pile)

    def doubt_holders(self) -> None:
        """A card of which the record has too many is in doubt wherever it has one: nothing that
        rests on the cards of a player with such a card is believed."""
        too_many = self.cards.seen_too_often()
        for seat in self.seats:
            held = (*seat.holding.known, *seat.laid)
            seat.doubted = seat.doubted or not too_many.isdisjoint(held)

    def plays_too_many(self, act: Act) -> bool:
        """Whether an act takes more cards from a hand than its player can hold."""
        count = act.seat.holding.count
        from_hand = self.from_hand(act)
        if count is None or len(from_hand) <= count:
            return False
        back = self.taken_up(act)
        back += [lying for lying in act.seat.melds if lying.perhaps_back and lying not in back]
        most: int = count + sum(len(lying.cards) for lying in back) + self.slips(act)
        return len(from_hand) > most

    def taken_up(self, act: Act) -> list[Lying]:
        """The melds that somebody must have taken back who shows their cards: those that they
        had laid before anybody was out, or are none."""
        if act.type != "show":
            return []
        seat: Player = act.seat
        count, shown = seat.holding.count, Counter(self.from_hand(act))
        shows_more = count is not None and shown.total() > count + seat.vague
        out = self.outcome.event or act.seq
        unread = shows_more and UNRECORDED in shown
        return [
            lying
            for lying in seat.melds
            if (unread or UNRECORDED in lying.cards or shown & Counter(lying.cards))
            and (lying.is_back(out, shows_more) or (count is None and lying.may_be_none))
        ]

    def passes_over(self, act: Act) -> bool:
        """Whether somebody acts although another one has the turn: what that one did may not have
        been written down."""
        return self.turn is not None and act.seat is not self.turn

    def laying(self, act: Act) -> Laying:
        """How the cards of a meld come to lie together. Many rules ask it of one act, and it is
        read once; whoever moves cards before that act is carried out sets ``read`` to None."""
        if self.read is None or self.read[0] is not act:
            self.read = act, laying(act.seat, act.event["cards"], self.turns, self.cards)
        return self.read[1]

    def from_deck(self, act: Act) -> list[str]:
        """The cards that an act takes from the deck: the one that begins the pile, too."""
        if act.type == "turn_up" and self.may_turn_up:
            return [act.event["card"]]
        return PileHand.from_deck(self, act)

    def from_hand(self, act: Act) -> list[str]:
        """The cards that an act takes from the hand of whoever acts, or shows there."""
        match act.type:
            case "meld":
                return self.laying(act).from_hand
            case "show":
                return [*act.seat.shown, *act.event["cards"]]
            case "discard" if self.takes_back(act) or self.has_none_left(act):
                return []
        return PileHand.from_hand(self, act)

    def may_be_back(self) -> set[str]:
        """What may lie in the deck although the record has it in a hand, or in the pile."""
        if not self.deck_may_be_empty():
            return self.adrift
        return self.adrift | self.perhaps_laid() | set(self.cards.pile[:-1])

    def deck_may_be_empty(self) -> bool:
        """Whether the deck may be used up although the record still has cards in it, or was made
        anew later than the record tells: as many lines may be missing as turns were not recorded as
        turns go, and with every new deck that comes too late it is one more."""
        missing = [seat.vague for seat in self.seats].count(True) * (self.new_decks + 1)
        if not missing or self.cards.deck is None:
            return False
        return self.cards.deck <= missing or (self.new_decks > 0 and self.drawn_since <= missing)

    def count_new_deck(self) -> None:
        """The deck is made anew."""
        self.new_decks, self.drawn_since = self.new_decks + 1, 0

    def perhaps_laid(self) -> set[str]:
        """What the record has in the hands of players of whom a line may be missing: each may have
        laid such a card on the pile."""
        return {card for seat in self.seats if seat.vague for card in seat.holding.known}

    def has_none_left(self, act: Act) -> bool:
        """Whether somebody discards who was already said to have no card left for it."""
        going = self.going_out
        if going is None or going.seat is not act.seat:
            return False
        return going.stands and going.seat.holding.count == 0

    def takes_back(self, act: Act) -> bool:
        """Whether a discard is a card that somebody had laid down too early, with their last
        cards, or in what is no meld."""
        seat, card = act.seat, act.event["card"]
        if not seat.melds:
            return False
        if any(card in lying.cards for lying in seat.melds if not lying.good):
            return not seat.holding.known[card]
        return card in seat.laid and not self.cards.fits(seat.holding, card)

    def perhaps_takes_back(self, act: Act) -> list[Lying]:
        """The melds from which a discard may come: those of earlier turns of which it is taken for
        another copy of one of their cards, and what is no meld if nobody recorded the discard."""
        seat, card = act.seat, act.event["card"]
        if card == UNRECORDED:
            return [lying for lying in seat.melds if lying.may_be_none]
        if seat.holding.known[card]:
            return []
        return [lying for lying in seat.melds if lying.turn < self.turns and card in lying.cards]

    def begin_turn(self, seat: Player) -> None:
        """This player has taken a card: if somebody was going out, they are not."""
        if seat.extra < 0 and self.turn is not None and (self.turn is not seat or self.taken):
            seat.extra += 1
            return
        going = self.going_out
        if going is None or going.seat is not seat or going.stands or going.laid:
            self.going_out = None
        self.turns += 1
        self.last = None
        self.early.clear()
        PileHand.begin_turn(self, seat)

    def end_turn(self, seat: Player) -> None:
        """This player has laid down a card. If they owed one from before, play goes on as it was;
        in their own turn nobody knows whether that was their turn."""
        if seat.extra > 0 and self.turn is not None and not (self.turn is seat and self.taken):
            seat.extra -= 1
            self.turn = None if self.turn is seat else self.turn
            return
        PileHand.end_turn(self, seat)

    def end_early(self, event: int) -> None:
        """The record ends the hand and does not tell who is out."""
        stood = (self.stage, self.turn, self.taken)
        self.finish(Outcome(UNDECIDED, event))
        undecided = self.outcome.kind == UNDECIDED and not self.abandoned
        self.ended_early = stood if undecided else None

    def leave_open(self) -> None:
        """Nobody knows whether the hand is over: what follows may have been played behind a gap."""
        self.cards.lose_sight([seat.holding for seat in self.seats], None)
        self.blurred, self.perhaps_out_before = True, self.outcome.kind == OUT
        self.outcome = Outcome(UNDECIDED, self.outcome.event)
        self.ended_early = PLAYING, None, False

    def goes_on(self) -> None:
        """The table plays on in a hand that the record had ended too early, or across a gap; what
        was written down for it was not for the whole hand."""
        if self.ended_early is not None:
            self.stage, self.turn, self.taken = self.ended_early
            self.outcome, self.ended_early = Outcome(), None
            self.written.clear()
            if self.going_out is not None:
                self.going_out.stands = False

    def deal_anew(self) -> None:
        """The cards go back to the deck: they were not dealt as they should be."""
        PileHand.deal_anew(self)
        self.begun = False

    @property
    def misdealt(self) -> bool:
        """Whether somebody was dealt a wrong number of cards, and nobody has played yet."""
        fresh = self.stage == PLAYING and not (self.turns or self.last or self.blurred)
        return fresh and any(seat.holding.count != self.each for seat in self.seats)

    def finish(self, outcome: Outcome) -> None:
        """The hand is over. Where the record ends it while somebody is going out, the table let
        that stand; but who has neither said so nor discarded behind a gap may have come too late
        for another one. Where somebody may have been out before, nobody knows who is."""
        going, known = self.going_out, not self.blurred
        stands = going is not None and (known or going.called > 0 or self.last is going.seat)
        if outcome.kind == UNDECIDED and going is not None and stands and not self.abandoned:
            outcome = out(going.seat, outcome.event)
        if self.perhaps_out_before:
            outcome = Outcome(UNDECIDED, outcome.event)
        PileHand.finish(self, outcome)


def out(seat: Player, event: int | None) -> Outcome:
    """The end of a hand in which this player is out."""
    return Outcome(OUT, event, seat.name, tuple(tuple(lying.cards) for lying in seat.melds))
