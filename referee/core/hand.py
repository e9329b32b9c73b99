"""A hand as the record shows it: whose turn it is, the step of the turn, and the places of the
cards.

This module has its state and queries; ``happening`` changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, starmap
from typing import TYPE_CHECKING, Any, Final, Self

from referee.cards.deck import UNRECORDED
from referee.core.cards import (
    FRESH,
    CardFacts,
    Move,
    Shown,
    Zone,
    face_of,
    faces_of,
    is_blank,
    picked,
    without,
)
from referee.core.declaring import Event, Game
from referee.core.facts import OPEN, NotKnown, Open, PerSeat, having, known
from referee.core.turns import Step
from referee.judging.findings import Finding
from referee.judging.names import fold

UNDECIDED: Final = "undecided"
GIVEN_UP: Final = "none"
ABANDONED: Final = "abandoned"


@dataclass(eq=False, slots=True, repr=False)
class Seat:
    """A player of a hand; ``index`` counts from 0 for the dealer's neighbour."""

    name: str
    index: int

    def __repr__(self) -> str:
        return self.name


class Act:
    """One event of a hand at one moment.

    ``seat`` is the acting seat, None if the event names no player. ``shown`` has the cards that it
    shows, each with its face, ``wrong`` the impossible faces. ``breaks_turn`` is the seat that
    breaks a rule of the turn by it, or left a turn unfinished before it; ``is_wrong`` means that it
    breaks a rule of its own event, ``may_be_wrong`` that it may, ``contradicts`` that its cards
    cannot be where it has them. ``faces`` are the cards that it names, including unrecorded ones;
    for a meld, those from the hand. ``card``, ``cards``, and ``onto``, the extended meld, are facts
    that may be open. ``ways`` are the readings of an ambiguous line (see ``worlds``).
    """

    faces: list[str]
    onto: Any = Open()

    def __init__(
        self, seq: int, event: Mapping[str, Any], form: Event, seat: Any = None, way: Any = None
    ) -> None:
        self.seq, self.event, self.form, self.seat, self.onto = seq, event, form, seat, way
        self.shown: Sequence[Shown] = ()
        self.wrong: Sequence[str] = ()
        self.ways: Sequence[Any] = ()
        self.breaks_turn: Any = None
        self.is_wrong = self.may_be_wrong = self.contradicts = False
        self.faces = event["cards"] if "cards" in event else [event.get("card", UNRECORDED)]

    @property
    def card(self) -> str:
        """The card of the event."""
        return face_of(self.event.get("card"))

    @property
    def cards(self) -> list[str]:
        """The cards of the event."""
        return faces_of(self.event.get("cards", (UNRECORDED,)))


class Hand(CardFacts):
    """A hand being played.

    These facts may be open: ``turn``, the seat in turn; ``step``, the stage of its turn; ``last``,
    the seat of the last turn; ``stock``, the number of cards left in it; ``over``, how the hand
    ended (None: it has not); ``given_up``, whether it does not count; ``begun``, whether play has
    begun.

    ``irregular`` is the seat at fault in a faulty turn: no further fault is reported in it, and the
    next turn is open. ``skipped`` are the seats whose turn another one took. ``before`` is the hand
    before a turn that began out of turn; ``took_none`` means that a turn began with a discard.
    ``may_go_back`` means that the card of this turn may be exchanged for another one. ``contested``
    means that an unproven claim ended the hand: it may go on. ``believed`` means that the table
    accepted the end: it laid cards down, or wrote the result.
    ``is_renewed`` means that the pile has become the stock, and no card was drawn from it since.
    """

    dealer: Any = Open()
    turn: Any = Open()
    step: Step
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return a fact of the game."""

    def __init__(
        self,
        game: Game,
        number: int,
        round_: int,
        first_event: int,
        seats: list[Seat],
        dealer: Seat | None,
        house: Mapping[str, Any],
    ) -> None:
        self.game, self.number, self.round, self.house = game, number, round_, house
        self.first_event = self.last_event = first_event
        self.seats, self.by_name = seats, {seat.name: seat for seat in seats}
        self.deck = game.deck_for(len(seats), house)
        self.each = game.dealt(self) if callable(game.dealt) else game.dealt
        self.located, self.loose, self.named, self.blanks = {}, frozenset(), {}, 0
        self.stock: int = self.size_of_stock
        self.pile, self.buried = self.fresh(game.turned_up), False
        self.order, self.is_renewed = (), False
        self.written: frozenset[str] = frozenset()
        self.begun = self.given_up = self.may_go_back = self.took_none = False
        self.irregular: Seat | None = None
        self.skipped: frozenset[Seat] = frozenset()
        self.before: Hand | None = None
        self.missing_lines = self.missing_behind = self.contested = self.believed = False
        self.start = self.step = game.turn.first
        self.last: Seat | None = None
        self.over: str | None = None
        self.over_at: int | None = None
        self.already_reported: frozenset[tuple[str, str]] = frozenset()
        self.timeline: list[int] = []
        """The numbers of the lines of the hand, in order."""
        self.findings: list[Finding] = []
        """The findings since the hand forked into worlds."""
        self.slips = 0
        """The slips since the fork that have no finding because their line is unknown."""
        self.scores: tuple[Any, ...] = ()
        """The written scores."""
        self.cut_off = False
        """True while a turn ends because another player goes on."""
        self.unwritten = False
        """True if only the end of the play was written, or nothing."""
        self.lone_lines: tuple[tuple[int, Mapping[str, Any]], ...] = ()
        """The only acts of play so far, melds and withdrawals, with their numbers; ``unplayed`` is
        the hand before these."""
        self.unplayed: Hand | None = None
        self.back: Hand | None = None
        """The hand before a slip that the table may simply undo."""
        self.turns = PerSeat.fromkeys(seats, 0)
        facts = self.__dict__
        facts.update(game.starts[False])
        for name, start in game.starts[True].items():
            facts[name] = PerSeat.fromkeys(seats, start)
        facts[game.hand.name] = PerSeat({seat: self.fresh(self.each, game.hand) for seat in seats})
        if dealer is not None:
            self.dealer, self.turn = dealer, self.after(dealer)

    def fork(self) -> Self:
        """Return an independent copy."""
        other = super().fork()
        facts = other.__dict__
        for name in ("turns", *self.game.starts[True]):
            facts[name] = PerSeat(facts[name])
        other.located, other.named = {**self.located}, {**self.named}
        other.findings, other.timeline = [*self.findings], [*self.timeline]
        return other

    # ---- questions that rules ask

    @property
    def mid_turn(self) -> bool:
        """True if a player is in the middle of their turn."""
        return self.step is not self.start

    @property
    def size_of_stock(self) -> int:
        """The number of cards in the stock after the deal."""
        return self.deck.size - self.each * len(self.seats) - self.game.turned_up

    def after(self, seat: Seat) -> Seat:
        """Return the next seat in turn order."""
        return self.seats[(seat.index + 1) % len(self.seats)]

    def next_seat(self, seat: Seat) -> Seat:
        """Return the seat with the next turn after this one."""
        return self.ask("next_seat", seat) or self.after(seat)

    def doubts(self, seat: Seat | None) -> bool:
        """Return whether the cards of this seat's turn are, or may be, faulty."""
        return self.before is None and self.__dict__.get("irregular", seat) is seat

    def ask(self, hook: str, *more: Any) -> Any:
        """Return the result of a hook of the game; None if there is no such hook."""
        asked = self.game.hooks.get(hook)
        return None if asked is None else asked(self, *more)

    @property
    def ending(self) -> str | None:
        """How this turn ends the hand; None if it goes on."""
        how: str | None = self.ask("ending")
        return how

    @property
    def owed(self) -> str:
        """The rule that is broken if the turn ends here."""
        return str(self.ask("owed") or self.step.label)

    def may_act(self, seat: Seat) -> bool:
        """Return whether it is this seat's turn, or will be once the previous turn is cut off."""
        return seat is self.turn or (self.mid_turn and seat is self.next_seat(self.turn))

    @property
    def has_taken(self) -> bool:
        """True if the player in turn has taken a card and laid none down for it."""
        return self.mid_turn and any(event.takes for event in self.start.then)

    def seat_of(self, name: str) -> Seat | None:
        """Return the seat of a player by any spelling of their name."""
        found = self.by_name.get(name)
        return found or next((seat for seat in self.seats if fold(name) == fold(seat.name)), None)

    # ---- acts, and the cards that they show

    def act(
        self, seq: int, event: Mapping[str, Any], form: Event, seat: Any = None, way: Any = None
    ) -> Act:
        """Return an event as an act, read in this ``way`` if it is ambiguous."""
        act = Act(seq, event, form, seat, way)
        if form.grows and seat is not None:
            try:
                named = self.ask("from_hand", act)
                act.faces = act.faces if named is None else named
            except NotKnown:
                act.faces = [face for face in act.faces if self.pile.count(face) == self.deck.packs]
                del act.onto
        if (form.shows or self.order) and (seat is not None or not form.is_act):
            self.look_at(act)
        return act

    def look_at(self, act: Act) -> None:
        """Find the cards that an act shows, with their faces, and the impossible ones."""
        form, seat, event = act.form, act.seat, act.event
        if self.order and self.maybe("stock") != len(self.order):
            self.lose_order()
        if form.moves is not None and seat is not None:
            act.shown = self._moved(form.moves, seat, act)
            if form.with_card:
                act.shown = [*act.shown, (FRESH, event.get(form.with_card, UNRECORDED))]
        elif form.reveals is not None and seat is not None:
            faces = act.faces if "cards" in event else ()
            act.shown = self._revealed(act, form.reveals, seat, faces)
        elif form.type == "turn_up":
            act.shown = [(self.pile[0], event["card"])] if self.pile and not self.buried else []
        elif form.type == "deal":
            hands = [(seat, hand) for seat, hand in self.dealt(event) if isinstance(hand, list)]
            act.shown = [*chain.from_iterable(starmap(self._dealt, hands))]
        act.wrong = self.wrong(act.shown) if act.shown else ()

    def dealt(self, event: Mapping[str, Any]) -> list[tuple[Seat, list[str] | int]]:
        """Return the seats of a deal, each with its cards or their number."""
        named = [(self.seat_of(name), hand) for name, hand in event["hands"].items()]
        return [(seat, hand) for seat, hand in named if seat is not None]

    def _dealt(self, seat: Seat, cards: list[str]) -> list[Shown]:
        held = self.held_in(self.game.hand, seat)
        if held is not None and len(held) == len(cards):
            return list(zip(held, cards, strict=True))
        return [] if self.game.hand.kind == "row" else [(FRESH, face) for face in cards]

    def _moved(self, moves: Move, seat: Seat, act: Act) -> list[Shown]:
        faces, source = act.faces, moves.source
        if moves.place:
            return [(vars(self)[source.name][seat][act.event[moves.place] - 1], faces[0])]
        if source.kind == "stock":
            card = self.order[-1] if self.order else FRESH
            return [(card, face) for face in faces]
        if source.kind == "pile":
            return [(self._taken(act) if act.form.from_below else self.top, faces[0])]
        held = (self.beside_melds if self.game.melds_in_hand else self.held_in)(source, seat)
        if held is None or not faces:
            return [(FRESH, face) for face in faces]
        if len(faces) == 1 and faces[0] in held:
            return [(faces[0], faces[0])]
        return list(zip(picked(held, faces), faces, strict=True))

    def _taken(self, act: Act) -> str | None:
        """Return the card of the pile that an act takes."""
        face, top = act.faces[0], self.top
        if not act.form.from_below or "card" not in act.event or top == face:
            return top
        if face == UNRECORDED:
            return FRESH if self.buried or len(self.pile) > 1 else top
        if face in self.pile:
            return face
        hidden = self.buried or any(map(is_blank, self.pile))
        return FRESH if hidden and top and not is_blank(top) else top

    def _revealed(self, act: Act, zone: Zone, seat: Seat, faces: Sequence[str]) -> list[Shown]:
        held = self.beside_melds(zone, seat)
        if not held and self.shows_all(act):
            return [(FRESH, face) for face in faces]
        if held is None or (zone.kind == "row" and act.form.result and len(faces) != len(held)):
            return []
        return list(zip(held if zone.kind == "row" else picked(held, faces), faces, strict=False))

    def shows_all(self, act: Act) -> bool:
        """Return whether cards shown after a gap are all that are left: if as many are shown as
        were dealt, or in a game with melds if no play is written."""
        zone, form = self.game.hand, act.form
        is_whole = self.unwritten if self.game.lays_melds else len(act.faces) == self.each
        at_end = form.result and form.reveals is zone and self.missing_lines
        return is_whole and at_end and zone.kind == "bag" and not self.held_in(zone, act.seat)

    def beside_melds(self, zone: Zone, seat: Seat) -> tuple[str, ...] | None:
        """Return the cards of a seat's zone that are not certainly in melds on the table; None if
        even their number is unknown."""
        held = self.held_in(zone, seat)
        for face in self.in_melds(zone, seat):
            if held and face != UNRECORDED:
                blanks = [card for card in held if is_blank(card)]
                held = without(held, [face] if face in held else blanks[:1])
        return held

    def count_beside_melds(self, zone: Zone, seat: Seat) -> int:
        """Return the number of cards in a seat's zone that are not in melds on the table."""
        return len(self.cards_in(zone, seat)) - len(self.in_melds(zone, seat))

    def in_melds(self, zone: Zone, seat: Seat) -> list[str]:
        """Return the cards of melds on the table that a seat's zone still has."""
        is_here = self.game.melds_in_hand and zone is self.game.hand
        return [face for meld in self.laid.get(seat, ()) for face in meld.cards] if is_here else []

    # ---- what the record leaves open

    def forget(self, *names: str) -> None:
        """Forget these facts. At first only two may be open: open facts are slower to read."""
        super().forget(*names)
        if names != ("turn",):
            self.__class__ = having(Hand, self.game.open_facts)

    def forget_cards(self, seat: Seat) -> None:
        """Forget the cards of this seat, except those laid down in sight."""
        for zone in self.game.seat_zones:
            lies = zone.open and self.game.lays_melds and seat in self.laid  # visible to everyone
            if lies or self.held_in(zone, seat) is None:
                continue
            if zone.kind == "bag" and (self.game.lays_melds or not zone.open):
                self.lose(*self.cards_in(zone, seat))
                del self.__dict__[zone.name][seat]
            else:
                self.blur(zone, seat)

    def forget_seat(self, seat: Seat) -> None:
        """Forget the cards of this seat, and the game's facts about it."""
        self.forget_cards(seat)
        for name, fact in self.game.facts.items():
            if fact.per_seat and not fact.kept:
                self.__dict__[name].pop(seat, None)

    def forget_facts(self) -> None:
        """Forget all facts of the game, except lasting ones that are already true."""
        for name, fact in self.game.facts.items():
            if fact.per_seat and not fact.kept:
                values: PerSeat = self.__dict__[name]
                for seat in [one for one, is_so in values.items() if not (fact.lasting and is_so)]:
                    del values[seat]
            elif not fact.kept and not (fact.lasting and self.maybe(name)):
                self.forget(name)

    def forget_unlike(self, other: Hand) -> None:
        """Forget the game's facts that differ in another course of the hand."""
        facts, before = self.__dict__, other.__dict__
        for name, fact in self.game.facts.items():
            was: Any = before.get(name)
            now: Any = facts.get(name)
            if fact.per_seat and not fact.kept:
                for seat in [seat for seat in self.seats if now.get(seat) != was.get(seat)]:
                    now.pop(seat, None)
            elif now != was and not fact.kept:
                self.forget(name)

    def gap(self, stock: int | None = None) -> None:
        """Forget everything that missing lines may have changed."""
        if known(lambda: self.over):
            return
        self.missing_lines = True
        self.forget("turn", "step", "irregular", "last", "over", "written")
        self.set(begun=self.maybe("begun") or OPEN, stock=OPEN if stock is None else stock)
        if self.back is not None:
            self.forget_unlike(self.back)  # the slip may be undone in it
        self.located, self.order = {}, ()
        self.pile, self.buried = (), True
        self.turns.clear()
        for zone in self.game.seat_zones:
            held: PerSeat = self.__dict__[zone.name]
            held.clear()
            if zone.kind == "row":
                held.update({seat: self.fresh(self.each) for seat in self.seats})
        self.forget_facts()

    def stand(self, position: Mapping[str, Any]) -> None:
        """Set the table to a position in mid-play; the rest is open, as is an incomplete row."""
        turn = self.seat_of(position.get("turn", ""))
        self.set(begun=True, over=None)
        if turn is not None:
            self.set(turn=turn, step=self.start, irregular=None)
        self.pile = tuple(self.see(FRESH, face, None, None) for face in position.get("pile", ()))
        zone = self.game.hand
        for seat, cards in self.dealt({"hands": {}, **position}):
            faces = [UNRECORDED] * cards if isinstance(cards, int) else cards
            if zone.kind != "row" or len(faces) == self.each:
                self.put(zone, seat, tuple(self.see(FRESH, face, None, None) for face in faces))

    def reopen(self) -> None:
        """Make the end of the hand open, because play goes on."""
        if self.maybe("over"):
            self.forget("over")
            self.over_at, self.believed = None, False
            if self.missing_behind:
                self.missing_behind = False
                self.gap()

    def undo(self, form: Event, seat: Seat | None) -> None:
        """Undo a slip that the table undid by acting again, playing on, or dealing again."""
        over, was = self.maybe("over"), self.back or self
        same = form in was.maybe("step", self.start).then
        again = same and known(lambda: seat is (self.turn if self.mid_turn else self.last))
        anew = form.type == "deal" and not over and "deal" not in was.maybe("written", ())
        if again or anew or (over == UNDECIDED and form.in_turn):
            missing, reported = self.missing_behind, self.already_reported
            self.go_back(was)
            self.already_reported = reported
            if missing:
                self.gap()

    def go_back(self, before: Any) -> None:
        """Become an earlier state of this hand, with all its lines."""
        lines = {"last_event": self.last_event, "timeline": self.timeline}
        vars(self).clear()
        vars(self).update(vars(before), **lines)

    def distrust(self, faces: Iterable[str]) -> None:
        """Make these faces loose after a contradiction: from here on they may be anywhere."""
        zones = [(zone, seat) for zone in self.game.seat_zones for seat in vars(self)[zone.name]]
        for zone, seat in [(self.game.pile, None), *zones]:
            self.blur(zone, seat, [card for card in self.cards_in(zone, seat) if card in faces])
        if not set(self.order).isdisjoint(faces):
            self.lose_order()
        self.loose |= frozenset(faces)

    def renew(self) -> None:
        """Turn the pile without its top card into the stock, shuffled or in a known order."""
        below, top = self.pile[:-1], self.pile[-1:]
        if self.game.order is None or self.buried or self.loose:
            self.lose(*below)
        else:
            self.order = self.game.order(self, below)
        self.is_renewed = True
        self.set(stock=OPEN if self.buried else len(below))
        self.pile, self.buried = top or self.fresh(1), False

    def lose_top(self) -> None:
        """Forget the top of the pile: a card may have been laid there."""
        if self.pile:
            self.lose(self.pile[-1])
            self.pile = (*self.pile[:-1], self.blank())
        self.pile, self.buried = (*self.pile, self.blank()), True
