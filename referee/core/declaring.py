"""Declare a game: its deck, zones, facts, events with the moves they make, turn and rules.

An event is declared once: its form (fields, sign on the score sheet), its sentence, and what it
moves. From that come reading, secrecy, the sheet, the pages and what happens to the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, partial
from string import Formatter
from typing import Any, Final, NamedTuple

from referee.core.cards import Deck, Move, Zone
from referee.core.facts import known
from referee.core.turns import Single, Step, Turn, every_step
from referee.judging import forms
from referee.judging.findings import VIOLATION
from referee.judging.forms import Form
from referee.judging.rectification import Rectify
from referee.judging.rule_texts import RuleText, parts_of, text_of
from referee.judging.rulebook import HouseRule
from referee.wording.language import Plural
from referee.wording.sentences import Sentence

IsKept = Callable[[Any, Any], Any]
"""A function of hand and act: whether the act keeps a rule, or, of a rule that ``finds`` them, the
slips that the act shows, of anybody and at any line."""

Says = str | Callable[[Any, Any], tuple[str | Plural, Mapping[str, Any]]]
"""The sentence for a broken rule: a text whose placeholders are filled from the event and the
facts of the hand, or a function of hand and act that gives the sentence and its facts."""

HOOKS: Final = frozenset({
    "next_seat", "ending", "may_stop", "closed", "after_turn", "owed", "prepare", "left_out",
    "from_hand", "follows", "aside", "winner", "points", "count_cards", "counted", "impossible",
    "by_word", "declared", "right_count", "purse", "questions", "holds", "tie", "bonuses",
    "melds_of", "stages",
    "prospect", "laying", "closing", "blurred",
})  # fmt: skip
"""The functions that a game may have (see `Game.hook`)."""

SHARED_FACTS: Final = frozenset(
    {"round", "turn", "step", "irregular", "last", "over", "given_up", "begun", "dealer"}
    | {"stock", "written"}
)
"""The facts of every hand that a record may leave open."""

NAMING: Final = frozenset({"player", "players", "payer", "winner", "hands", "points"})
"""Kinds of fields that name people."""


def placeholders(text: str) -> set[str]:
    """Return the names that a text has in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@dataclass(eq=False)
class Event(Single):
    """An event of a game.

    ``says`` tells it as a sentence, ``more`` what is added where it has a field. ``moves`` is the
    way of its cards, ``reveals`` the zone whose cards it shows where they lie. ``to`` gives the
    player to whom the cards go, where that is not the actor, and ``with_card`` names the field of a
    second card, which comes from the stock. ``grows`` says that it lists a meld whole, of which
    some cards may lie there already, ``from_below`` that it may name a card from under the top of
    the pile, against a rule.

    ``stage`` orders what comes before play (0: it is no such event). An event ``once`` comes once
    in a hand, and everybody owes one that is ``due``. One that is ``free`` is no step of a turn: a
    player does it in the middle of a turn, any number of times.

    An event of the ``result`` is in order once the hand is over, or if no play was written, and one
    that comes ``afterwards`` is also in order then. One that ``ends`` the hand (a function of hand
    and act may say so) closes it, and one that stands ``alone`` may be all that was written of the
    play.

    ``next`` says that it may come next, and ``asked_by`` names the rule that speaks of it.
    ``misplaced`` is the rule that is broken where it comes at a wrong place of one's own turn.
    """

    form: Form
    says: str
    more: Mapping[str, str] = field(default_factory=dict)
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
        super().__init__()
        self.type = self.form.type
        self.takes = self.moves is not None and self.moves.start.kind in ("stock", "pile")
        self.draws = self.moves is not None and self.moves.start.kind == "stock"
        self.picks_up = self.takes and not self.draws
        self.lays = not self.takes and (self.moves is not None or self.free)
        self.source = self.moves.source if self.moves is not None else self.reveals
        """The zone of the cards that it names."""
        self.shows = self.source is not None or self.type in ("deal", "turn_up")
        self.shown_in = None if self.draws else self.source
        """The zone in which the cards lie whose faces it shows."""
        names = [one.name for one in self.form.fields]
        self.names_cards = "cards" in names
        self.is_act = "player" in names
        self.names_others = frozenset(
            one.name for one in self.form.fields if one.kind in NAMING and one.name != "player"
        )
        """The fields that name other people."""
        self.afterwards = self.afterwards or self.result or self.type == "offence"
        self.in_turn = False
        """True for an event of a turn."""

    def ends_now(self, hand: Any, act: Any) -> bool:
        """Return whether the hand is over with this act."""
        return bool(known(partial(self.ends, hand, act))) if callable(self.ends) else self.ends

    def does(self, effect: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        """Decorate a function of hand and act that says what else happens with the event."""
        self.effect = effect
        return effect


class Slip(NamedTuple):
    """A breach that a rule finds: whose it is (None: nobody's), what fills its sentence (besides
    what the sentence of a rule may name), and the line that was wrong, if that is not the act.
    ``says`` and ``kind`` stand in the place of those of the rule."""

    seat: Any
    facts: Mapping[str, Any] = {}
    at: int = 0
    cites: tuple[int, ...] = ()
    says: str | Plural = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class GameRule:
    """A rule: ``is_kept`` says of an act whether it keeps the rule; reading an open fact, it says
    nothing.

    A rule that speaks ``instead`` is asked before the shared rules of the turn, which are not asked
    where it speaks. Where one that ``silences`` speaks, no other is asked. One that speaks ``once``
    is reported once a hand and player. ``remedy`` says how it is put right. One without ``is_kept``
    is a rule of the turn, which the expression of the turn checks. One that ``finds`` slips says of
    each whose it is and where. ``whose`` gives the seat whose fault it is (else the actor's for
    violations, and nobody's for faults of the record), ``cites`` the events that show it, ``at``
    the earlier event that was wrong, if it is not the act. One of a ``stage`` is asked only there.
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
    whose: Callable[[Any, Any], Any] | None = None
    cites: Callable[[Any, Any], tuple[int, ...]] | None = None
    at: Callable[[Any, Any], int] | None = None
    finds: bool = False
    stage: int = 0
    remedy: Rectify | None = None


@dataclass(frozen=True, slots=True)
class FactOfHand:
    """A fact that a game declares: what it is at the start of a hand, whether each seat has its
    own, whether it stays as it is once it is true, whatever lines are missing, and how it is told:
    where it is not true, and where it is. One that is ``kept`` holds what the record has shown so
    far, and nothing leaves it open."""

    start: Any
    per_seat: bool = False
    lasting: bool = False
    kept: bool = False
    says: tuple[str, str] | None = None


@dataclass(eq=False)
class Game:
    """A card game: all that the core knows of it.

    ``players`` are the fewest and the most, ``hands`` how many make a game (None: played to a
    ``target`` of points), ``rounds`` what each of them plays for where that is fixed beforehand,
    ``dealt`` how many cards each gets. ``lowest_wins`` says who is
    ahead, ``one_scores`` that nobody else has points in a hand in which somebody has, ``scored``
    that points are counted at all, ``more_cards`` how many more than it was dealt a seat can hold.
    ``out`` names the fact that has the seat which ended the hand: the table may say who that was.
    ``offences`` and ``endings`` have the kinds of offence, and the ways in which a hand may end, in
    words, ``taken`` what was taken out of the pot. Of rules that every game shares, and of
    ``count_cards``, ``binds`` names the house rules that change them, and ``remedies`` has how a
    breach is put right where the game has its own way, by rule id. ``replaces`` names shared rules
    in whose place the game has its own.
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
        """The pile becomes the stock when that is empty."""
        self.order: Callable[[Any, tuple[str, ...]], tuple[str, ...]] | None = None
        """A function of hand and cards of the pile: how they lie in the stock that they become, the
        next one last. Without it they are shuffled."""
        self.lays_melds = self.melds_in_hand = False
        self.zones: dict[str, Zone] = {}
        self.events: dict[str, Event] = {}
        self.facts: dict[str, FactOfHand] = {}
        self.starts: dict[bool, dict[str, Any]] = {True: {}, False: {}}
        """The facts at the start of a hand: of each seat (True), zones included, and others."""
        self.rules: list[GameRule] = []
        self.hooks: dict[str, Callable[..., Any]] = {}
        self._turn: Turn
        self.hand: Zone
        """The zone that the cards are dealt to."""
        self.stock: Zone
        self.pile: Zone

    def deck_for(self, seats: int, house: Mapping[str, Any]) -> Deck:
        """Return the cards with which so many play by these house rules."""
        return self.deck(seats, house) if callable(self.deck) else self.deck

    # ---- declaring

    def zone(self, name: str, kind: str = "bag", **how: Any) -> Zone:
        """Declare a zone."""
        self.zones[name] = Zone(name, kind, **how)
        if kind in ("bag", "row"):
            self.starts[True][name] = ()
        return self.zones[name]

    def event(self, form: Form, says: str = "", **how: Any) -> Event:
        """Declare an event. One that several games have need not say its sentence."""
        self.events[form.type] = Event(form, says, **how)
        return self.events[form.type]

    def fact(self, name: str, start: Any, **how: Any) -> None:
        """Declare a fact of each hand, or of each seat in it (see `FactOfHand`)."""
        self.facts[name] = fact = FactOfHand(start, **how)
        self.starts[fact.per_seat][name] = start

    def rule(self, rule_id: str, *on: Event, **how: Any) -> Callable[[IsKept], IsKept]:
        """Decorate a function of hand and act that returns whether the act keeps the rule (see
        `GameRule`)."""

        def add(is_kept: IsKept) -> IsKept:
            self._add_rule(rule_id, text_of(is_kept), on, is_kept, **how)
            return is_kept

        return add

    def finds(self, rule_id: str, *on: Event, **how: Any) -> Callable[[IsKept], IsKept]:
        """Decorate a function of hand and act that returns the slips that the act shows, for a rule
        by which others than the actor may be at fault, several people, or an earlier line."""
        return self.rule(rule_id, *on, finds=True, **how)

    def turn_rule(self, rule_id: str, text: str, **how: Any) -> None:
        """Declare a rule that the expression of the turn checks: one that a part of it is
        ``named``, or where an event is ``misplaced``. ``text`` is what a rule has as docstring."""
        self._add_rule(rule_id, parts_of(text), **how)

    def _add_rule(self, rule_id: str, *what: Any, **how: Any) -> None:
        try:
            self.rules.append(GameRule(rule_id, *what, **how))
        except TypeError as wrong:
            raise TypeError(f"{self.name}, rule {rule_id}: {wrong}") from None

    def hook(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a function that the referee asks by its name.

        In the course of a hand: ``next_seat(t, seat)`` (whose turn is next), ``ending(t)`` (how
        this turn ends the hand, None if it goes on), ``may_stop(t)`` (whether this turn may be left
        unfinished), ``closed(t)`` (how the hand has ended if the table stops here),
        ``after_turn(t, seat)``, ``owed(t)`` (the rule that is broken if the turn ends here),
        ``prepare(t, form, seat, event)`` (changes what an event shows to be otherwise, before it is
        judged),
        ``left_out(t, event, seat)`` (the events, with their seats, that come before this one, and
        whose lines need not be written), ``from_hand(t, act)`` (which of the cards that lie in a
        meld now came from the hand), ``follows(t, last)`` (what a hand takes over from the one
        before), ``aside(t)`` (events, with their seats, that may come beside the turn),
        ``blurred(t, seat)`` (what is kept of a seat, or of all, is not the same in all readings
        of the record), and ``stages(t)`` (the bits of the stages that a hand is in).

        When it is counted: ``winner(t)`` (the seat that won the hand), ``count_cards(t, cards)``
        (the `HandCount` of cards; of ``t`` only ``round`` and ``house`` may be asked, as nobody
        need have played the hand), ``points(t, seat)`` (by default what the cards dealt to a seat
        count), ``counted(t, seat, points_of)`` (the points with penalties), ``impossible(t,
        seat, count)`` (why cards cannot give so many, a text or `Sentence`; None if they can),
        ``tie(table, hands, names)`` (who of these wins), ``bonuses(table, hands, winners)`` (points
        when the game is over), and ``melds_of(t, seat)`` (the melds as they lie).

        Where players say what they count: ``by_word(t, seat, counted, written)`` (what counts, by
        what the cards give and what was written down, each None where it is open), ``declared(t,
        seat)`` (the numbers that a seat declared, each with its line), and ``right_count(t, seat,
        count)`` (the right number where a written one is wrong).

        For money: ``purse(t, before, results)`` (see `answers.money`). ``questions(t)`` yields
        what else the record leaves open, and ``holds(t)`` sentences about the hand as a whole, with
        their facts.

        Simulated players ask ``prospect(t, seat)`` (how well off a seat is), ``laying(t, rng)``
        (the free events of the player whose turn it is, once they have taken a card) and
        ``closing(t, rng)`` (the events in which the cards are laid down after a hand).
        """
        if function.__name__ not in HOOKS:
            known = ", ".join(sorted(HOOKS))
            raise ValueError(f"{self.name}: no hook {function.__name__}; there are {known}")
        self.hooks[function.__name__] = function
        return function

    def variant(self, name: str, *, title: str, about: str, **preset: Any) -> Game:
        """Return the same game under another name, with other usual house rules."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__, name=name, title=title, about=about, preset=preset)
        return other

    def deals(self, hand: Zone) -> tuple[Zone, Zone]:
        """Declare the events that games with a stock and a pile share; return both zones.

        The cards are dealt to the zone ``hand``. A game in which none are dealt, or none is turned
        up, has no event for it.
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
        ``in_hand`` says that their cards stay in the zone of the hand."""
        self.lays_melds, self.melds_in_hand = True, in_hand
        self.fact("laid", (), per_seat=True)

    def reshuffles(
        self, order: Callable[[Any, tuple[str, ...]], tuple[str, ...]] | None = None
    ) -> Event:
        """Declare that the pile but for its top card is shuffled, or laid in some ``order``, and
        becomes the stock when that is empty, and the event for it, whose line need not be
        written."""
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
        """Return how far a turn has come after an event; None if that depends on what was before
        it."""
        steps = {step.then[event] for step in self.every_step if event in step.then}
        return steps.pop() if len(steps) == 1 else None

    @cached_property
    def seat_zones(self) -> tuple[Zone, ...]:
        """The zones that each player has of their own."""
        return tuple(zone for zone in self.zones.values() if zone.kind in ("bag", "row"))

    @cached_property
    def open_facts(self) -> frozenset[str]:
        """The facts of a hand that a record may leave open."""
        return SHARED_FACTS.union(self.facts, self.zones)

    @cached_property
    def turn_zones(self) -> tuple[Zone, ...]:
        """The zones that are empty between two turns."""
        return tuple(zone for zone in self.seat_zones if zone.turn)
