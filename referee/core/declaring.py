"""Declares games: deck, zones, facts, events with their moves, turn and rules.

An event is declared once: its form (fields, sign on the score sheet), its sentence, and its moves.
Reading, secrecy, the sheet, the pages and the movement of cards all follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property, partial
from string import Formatter
from typing import Any, Final, NamedTuple

from referee.cards.deck import Deck
from referee.core.cards import Move, Zone
from referee.core.facts import known
from referee.core.turns import Single, Step, Turn, every_step
from referee.judging import forms
from referee.judging.findings import VIOLATION
from referee.judging.forms import Form
from referee.judging.rectification import Rectify
from referee.judging.rulebook import HouseRule, RuleText, parts_of
from referee.wording.language import Plural
from referee.wording.sentences import Sentence

IsKept = Callable[[Any, Any], Any]
"""A function of hand and act that returns whether the act keeps a rule; for a rule that ``finds``,
the slips that the act shows, by any player and at any line."""

Says = str | Callable[[Any, Any], tuple[str | Plural, Mapping[str, Any]]]
"""The sentence for a broken rule: a text with placeholders for fields of the event and facts of the
hand, or a function of hand and act that returns the sentence and its facts."""

HOOKS: Final = frozenset({
    "next_seat", "ending", "may_stop", "closed", "after_turn", "owed", "prepare", "left_out",
    "from_hand", "follows", "aside", "winner", "points", "count_cards", "counted", "impossible",
    "by_word", "declared", "right_count", "purse", "questions", "holds", "tie", "bonuses",
    "melds_of", "stages", "prospect", "laying", "closing", "blurred", "reported",
})  # fmt: skip
"""The hooks that a game may define (see `Game.hook`)."""

SHARED_FACTS: Final = frozenset(
    {"round", "turn", "step", "irregular", "last", "over", "given_up", "begun", "dealer"}
    | {"stock", "written"}
)
"""The facts of every hand that a record may leave open."""

NAMING: Final = frozenset({"player", "players", "payer", "winner", "winners", "hands", "points"})
"""Kinds of fields that name people."""


def placeholders(text: str) -> set[str]:
    """Return the placeholder names of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@dataclass(eq=False, slots=True)
class Event(Single):
    """An event of a game.

    ``moves`` is the way of its cards, ``reveals`` the zone of cards that it shows in place. ``to``
    returns the player who gets the cards if that is not the actor, and ``with_card`` names the
    field of a second card, from the stock. ``grows`` means that it lists a whole meld, of which
    some cards may already be on the table, ``from_below`` that it may illegally name a card from
    under the top of the pile.

    ``stage`` orders the events before play (0: not before play). A ``once`` event comes once in a
    hand; a ``due`` one is owed by every player. A ``free`` event is no step of a turn: a player may
    do it in mid-turn, any number of times.

    A ``result`` event is legal once the hand is over, or if no play was recorded; an ``afterwards``
    event is also legal once the hand is over. An event that ``ends`` the hand (a bool, or a
    function of hand and act) closes it; an ``alone`` event may be the only record of the play.

    ``next`` is the sentence that offers it as a next act, ``asked_by`` the rule behind that.
    ``misplaced`` is the rule that is broken if it comes at the wrong time in the player's turn.
    """

    form: Form
    moves: Move | None = None
    to: Callable[[Any, Any], Any] | None = None
    reveals: Zone | None = None
    stage: int = 0
    once: bool = False
    due: bool = False
    result: bool = False
    ends: bool | Callable[[Any, Any], bool] = False
    alone: bool = False
    free: bool = False
    afterwards: bool = False
    grows: bool = False
    with_card: str = ""
    from_below: bool = False
    misplaced: str = ""
    effect: Callable[[Any, Any], None] | None = None
    next: str = ""
    asked_by: str | None = None

    def __post_init__(self) -> None:
        Single.__init__(self)  # slots=True replaces the class, so super() would fail
        self.type = self.form.type
        self.takes = self.moves is not None and self.moves.start.kind in ("stock", "pile")
        self.draws = self.moves is not None and self.moves.start.kind == "stock"
        self.picks_up = self.takes and not self.draws
        self.lays = not self.takes and (self.moves is not None or self.free)
        self.source = self.moves.source if self.moves is not None else self.reveals
        """The zone of the cards that it names."""
        self.shows = self.source is not None or self.type in ("deal", "turn_up")
        self.shown_in = None if self.draws else self.source
        """The zone of the cards whose faces it shows."""
        names = [field.name for field in self.form.fields]
        self.names_cards = "cards" in names
        self.is_act = "player" in names
        naming = [field.name for field in self.form.fields if field.kind in NAMING]
        self.names_others = frozenset(naming) - {"player"}
        """The fields that name other people."""
        self.afterwards = self.afterwards or self.result or self.type == "offence"
        self.is_lone = self.type in ("meld", "withdraw") and not self.result
        """True for an act that people write of a hand whose play they do not write."""
        self.in_turn = False
        """True for an event of a turn."""

    def people(self, event: Mapping[str, Any]) -> Iterator[str]:
        """Yield the names of people in a line of this event."""
        for field_ in self.form.fields:
            value = event.get(field_.name) if field_.kind in NAMING else None
            for entry in value.values() if value and field_.kind == "winners" else [value]:
                yield from [entry] if isinstance(entry, str) else entry or ()

    def ends_now(self, hand: Any, act: Any) -> bool:
        """Return whether this act ends the hand."""
        return bool(known(partial(self.ends, hand, act))) if callable(self.ends) else self.ends

    def does(self, effect: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        """Decorate a function of hand and act that applies the event's other effects."""
        self.effect = effect
        return effect


class Slip(NamedTuple):
    """A breach found by a rule: the seat at fault (None: nobody), additional facts for its
    sentence, and the number of the wrong line if it is not the act. ``says`` and ``kind`` override
    those of the rule."""

    seat: Any
    facts: Mapping[str, Any] = {}
    at: int = 0
    cites: tuple[int, ...] = ()
    says: str | Plural = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class GameRule:
    """A rule: ``is_kept`` returns whether an act keeps it; it is silent if it reads an open fact.

    A rule ``instead`` is run before the shared rules of the turn, and replaces them if it is
    broken. If one that ``silences`` is broken, no other is run. A rule ``once`` is reported once
    per hand and player. ``remedy`` makes its correction. A rule without ``is_kept`` is checked by
    the expression of the turn. One that ``finds`` returns slips with their seats and lines.
    ``at_fault`` returns the seat at fault (by default the actor for violations, no seat for errors
    of the record), ``cites`` the events that show it, ``at`` the earlier event that was wrong.
    """

    id: str
    text: RuleText
    on: tuple[Event, ...] = ()
    is_kept: IsKept | None = None
    _: KW_ONLY
    section: str
    says: Says = ""
    kind: str = VIOLATION
    binds: tuple[str, ...] = ()
    instead: bool = False
    counted: bool = False
    silences: bool = False
    once: bool = False
    at_fault: Callable[[Any, Any], Any] | None = None
    cites: Callable[[Any, Any], tuple[int, ...]] | None = None
    at: Callable[[Any, Any], int] | None = None
    finds: bool = False
    stage: int = 0
    remedy: Rectify | None = None


@dataclass(frozen=True, slots=True)
class FactOfHand:
    """A fact that a game declares: its value at the start of a hand, whether each seat has its own,
    whether it stays true once true even if lines are missing (``lasting``), and its sentences for
    false and true. A ``kept`` fact holds what the record has shown so far, and is never open."""

    start: Any
    per_seat: bool = False
    lasting: bool = False
    kept: bool = False
    says: tuple[str, str] | None = None


@dataclass(eq=False)
class Game:
    """A card game as the core knows it.

    ``players`` are the minimum and maximum, ``hands`` is the number of hands in a game (None:
    played to a ``target`` of points), ``rounds`` are the stakes of each round if fixed, ``dealt``
    is the number of cards for each player. ``lowest_wins`` means that low points win,
    ``one_scores`` that at most one player scores in a hand, ``scored`` that points are counted at
    all; ``more_cards`` is how many cards above the deal a seat can hold. ``out`` names the fact
    with the seat that ended the hand: the table may record it. ``offences`` and ``endings`` name
    the kinds of offence and the ways in which a hand may end, ``taken`` is the sentence for money
    taken from the pot. For shared rules and ``count_cards``, ``binds`` names the house rules that
    change them, and ``remedies`` has the game's own corrections by rule id. ``replaces`` names
    shared rules that the game replaces.
    """

    name: str
    _: KW_ONLY
    title: str
    about: str
    players: tuple[int, int]
    dealt: int | Callable[[Any], int]
    deck: Deck | Callable[[int, Mapping[str, Any]], Deck] = field(default_factory=Deck)
    hands: int | None = None
    rounds: Sequence[Sentence] = ()
    target: int | None = None
    lowest_wins: bool = False
    one_scores: bool = False
    scored: bool = True
    out: str = ""
    more_cards: int = 1
    house: tuple[HouseRule, ...] = ()
    turned_up: int = 1
    preset: dict[str, Any] = field(default_factory=dict)
    offences: dict[str, str] = field(default_factory=dict)
    endings: dict[str, str] = field(default_factory=dict)
    taken: str = ""
    binds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    remedies: dict[str, Rectify] = field(default_factory=dict)
    replaces: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.cases = self.name
        self.renews = False
        """True if the pile becomes the stock when the stock is empty."""
        self.order: Callable[[Any, tuple[str, ...]], tuple[str, ...]] | None = None
        """A function of hand and cards of the pile that returns their order in the new stock, the
        next one last. By default they are shuffled."""
        self.lays_melds = self.melds_in_hand = False
        self.zones: dict[str, Zone] = {}
        self.events: dict[str, Event] = {}
        self.facts: dict[str, FactOfHand] = {}
        self.starts: dict[bool, dict[str, Any]] = {True: {}, False: {}}
        """The facts at the start of a hand: of each seat with its zones (True), and the others."""
        self.rules: list[GameRule] = []
        self.hooks: dict[str, Callable[..., Any]] = {}
        self._turn: Turn
        self.hand: Zone
        """The zone to which the cards are dealt."""
        self.stock: Zone
        self.pile: Zone

    def deck_for(self, seats: int, house: Mapping[str, Any]) -> Deck:
        """Return the deck for this number of players and these house rules."""
        return self.deck(seats, house) if callable(self.deck) else self.deck

    # ---- declaring

    def zone(self, name: str, kind: str = "bag", **how: Any) -> Zone:
        """Declare a zone."""
        self.zones[name] = Zone(name, kind, **how)
        if kind in ("bag", "row"):
            self.starts[True][name] = ()
        return self.zones[name]

    def event(self, form: Form, says: str = "", more: Mapping[str, str] = {}, **how: Any) -> Event:
        """Declare an event, with its sentence and ``more`` of them for optional fields. Events that
        several games have need none."""
        shared = forms.SHARED.get(form.type, form)
        says, more = says or form.says or shared.says, {**shared.more, **form.more, **more}
        self.events[form.type] = Event(replace(form, says=says, more=more), **how)
        return self.events[form.type]

    def fact(self, name: str, start: Any, **how: Any) -> None:
        """Declare a fact of each hand, or of each seat in it (see `FactOfHand`)."""
        self.facts[name] = fact = FactOfHand(start, **how)
        self.starts[fact.per_seat][name] = start

    def rule(self, rule_id: str, *on: Event, **how: Any) -> Callable[[IsKept], IsKept]:
        """Decorate a function of hand and act that returns whether the act keeps the rule (see
        `GameRule`)."""

        def add(is_kept: IsKept) -> IsKept:
            self._add_rule(rule_id, parts_of(is_kept.__doc__), on, is_kept, **how)
            return is_kept

        return add

    def finds(self, rule_id: str, *on: Event, **how: Any) -> Callable[[IsKept], IsKept]:
        """Decorate a function of hand and act that returns the slips that the act shows, for rules
        that other players, several players, or an earlier line may break."""
        return self.rule(rule_id, *on, finds=True, **how)

    def turn_rule(self, rule_id: str, text: str, **how: Any) -> None:
        """Declare a rule that the expression of the turn checks: for a part that is ``named``, or
        an event that is ``misplaced``. ``text`` has the form of a rule's docstring."""
        self._add_rule(rule_id, parts_of(text), **how)

    def _add_rule(self, rule_id: str, *what: Any, **how: Any) -> None:
        try:
            self.rules.append(GameRule(rule_id, *what, **how))
        except TypeError as wrong:
            raise TypeError(f"{self.name}, rule {rule_id}: {wrong}") from None

    def hook(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a hook, a function that the referee calls by its name.

        During a hand: ``next_seat(t, seat)`` (the seat with the next turn), ``ending(t)`` (how this
        turn ends the hand, None if it goes on), ``may_stop(t)`` (whether this turn may stay
        unfinished), ``closed(t)`` (how the hand has ended if the table stops here), ``after_turn(t,
        seat)``, ``owed(t)`` (the rule that is broken if the turn ends here), ``prepare(t, form,
        seat, event)`` (changes facts that an event disproves, before it is judged), ``left_out(t,
        event, seat)`` (earlier events, with their seats, whose lines may be left out),
        ``from_hand(t, act)`` (the cards of a new meld that came from the hand), ``follows(t,
        last)`` (takes over facts from the previous hand), ``aside(t)`` (events, with their seats,
        that may come outside the turn), ``stages(t)`` (the stages that the hand is in, as bits: a
        rule with a ``stage`` is run in these only), and ``blurred(t, seat)`` (a kept fact of a
        seat, or of all, differs between readings of the record).

        For counting: ``winner(t)`` (the seat that won the hand), ``count_cards(t, cards)`` (the
        `HandCount` of cards; only ``round`` and ``house`` of ``t`` are available, because there may
        be no hand), ``points(t, seat)`` (by default the count of the seat's cards), ``counted(t,
        seat, points_of)`` (the points with penalties), ``impossible(t, seat, count)`` (why cards
        cannot give this number, a text or `Sentence`; None if they can), ``tie(table, hands,
        names)`` (the winners among these), ``bonuses(table, hands, winners)`` (points at the end of
        the game), and ``melds_of(t, seat)`` (the melds on the table).

        If players declare their points: ``by_word(t, seat, counted, written)`` (the valid points,
        given those of the cards and the written ones, each None if open), ``declared(t, seat)``
        (the numbers that a seat declared, each with its line), and ``right_count(t, seat, count)``
        (the right number if one is wrong). ``reported(t, points, out)`` reads a written score.

        For money: ``purse(t, before, results)`` (see `answers.money`). ``questions(t)`` yields
        further open questions, and ``holds(t)`` sentences about the hand as a whole, with their
        facts.

        For simulated players: ``prospect(t, seat)`` (how well off a seat is), ``laying(t, rng)``
        (the free events of the player in turn after taking a card) and ``closing(t, rng)`` (the
        events that lay down the cards after a hand).
        """
        if function.__name__ not in HOOKS:
            known = ", ".join(sorted(HOOKS))
            raise ValueError(f"{self.name}: no hook {function.__name__}; there are {known}")
        self.hooks[function.__name__] = function
        return function

    def variant(self, name: str, *, title: str, about: str, **preset: Any) -> Game:
        """Return this game under another name, with other usual house rules."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__, name=name, title=title, about=about, preset=preset)
        return other

    def deals(self, hand: Zone) -> tuple[Zone, Zone]:
        """Declare the events that games with a stock and a pile share; return both zones.

        The cards are dealt to the zone ``hand``. The events for the deal and the turned-up card
        exist only if the game has them.
        """
        self.hand = hand
        self.stock, self.pile = self.zone("stock", "stock"), self.zone("pile", "pile")
        self.event(forms.CUT, "", stage=1, asked_by="cut.player")
        if self.dealt:
            self.event(forms.DEAL, "", stage=2, once=True, asked_by="deal.count")
        if self.turned_up:
            turn_up = self.event(forms.TURN_UP, "", stage=3, once=True, asked_by="event.phase")
            turn_up.shown_in = self.pile
        if self.scored:
            self.event(forms.SCORE, "", result=True, ends=True, asked_by="score.wrong")
        else:
            self.event(forms.RESULT, "", result=True, ends=True, asked_by="result.wrong")
        self.event(forms.OFFENCE, "")
        self.event(forms.END, "", result=True, ends=True, asked_by="end.early")
        return self.stock, self.pile

    def melds(self, *, in_hand: bool = False) -> None:
        """Declare the fact ``laid``: the melds on the table, by seat (see `referee.core.melds`).
        With ``in_hand`` their cards stay in the zone of the hand."""
        self.lays_melds, self.melds_in_hand = True, in_hand
        self.fact("laid", (), per_seat=True)

    def reshuffles(
        self, order: Callable[[Any, tuple[str, ...]], tuple[str, ...]] | None = None
    ) -> Event:
        """Declare that the pile without its top card becomes the stock when that is empty, shuffled
        or in some ``order``, and the event for it, whose line may be left out."""
        self.renews, self.order = True, order
        renewed = self.event(forms.RESHUFFLE, "", asked_by="deck.empty")
        renewed.does(lambda hand, _: None if hand.is_renewed else hand.renew())
        return renewed

    # ---- what follows from the declaration

    @property
    def turn(self) -> Turn:
        """A turn as an expression of events."""
        return self._turn

    @turn.setter
    def turn(self, turn: Turn) -> None:
        self._turn, self.every_step = turn, every_step(turn.first)
        self.turn_events = frozenset(event for step in self.every_step for event in step.then)
        for event in self.events.values():
            event.in_turn = event in self.turn_events

    def step_after(self, event: Event) -> Step | None:
        """Return the step of a turn after an event; None if it depends on earlier events."""
        steps = {step.then[event] for step in self.every_step if event in step.then}
        return steps.pop() if len(steps) == 1 else None

    @cached_property
    def seat_zones(self) -> tuple[Zone, ...]:
        """The zones of which each player has their own."""
        return tuple(zone for zone in self.zones.values() if zone.kind in ("bag", "row"))

    @cached_property
    def open_facts(self) -> frozenset[str]:
        """The facts of a hand that a record may leave open."""
        return SHARED_FACTS.union(self.facts, self.zones)

    @cached_property
    def turn_zones(self) -> tuple[Zone, ...]:
        """The zones that are empty between two turns."""
        return tuple(zone for zone in self.seat_zones if zone.turn)
