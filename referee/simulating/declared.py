"""Simulated evenings of any declared game, played by the rules that judge it.

The players know the declaration: the acts that may come, the places of cards, and their points.
They choose among legal acts, mostly one that leaves them well off. Their table sees every card, so
no rule has to leave anything open.

A game may have hooks for them (see ``Game.hook``). Without ``prospect`` the count of the cards
shows who is well off, and without ``closing`` every player does what the result events allow.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from operator import itemgetter
from random import Random
from typing import Any, Final

from referee.answers.expecting import lawful, next_acts
from referee.answers.scoring import settle
from referee.answers.witness import Witness
from referee.core.cards import Zone, faces_of
from referee.core.declaring import Event as Form
from referee.core.facts import known
from referee.core.hand import ABANDONED, Act, Hand, Seat
from referee.core.happening import happen, move
from referee.judging.corrections import Event
from referee.judging.forms import Field
from referee.judging.registry import find
from referee.judging.rulebook import Rulebook
from referee.simulating import PEOPLE, EveningInPlay

CARE: Final = (1.2, 3.0, 8.0)
"""The preference for each point gained: for casual players, and for players who play to win."""

SOMETIMES: Final = 0.3
SELDOM: Final = 0.1
HARDLY_EVER: Final = 0.0001
TIRING: Final = 0.01  # how much likelier a hand is given up each time its stock was renewed
SHOWN: Final = 3  # the penalty for a card from the pile that gains no point


def evening(game: str, rng: Random, hands: int) -> list[Event]:
    """Play a game of ``hands`` hands, or until it is over."""
    return evening_of(find(game), rng, hands)


def evening_of(rulebook: Rulebook, rng: Random, hands: int) -> list[Event]:
    """Play a game by its rulebook."""
    fewest, most = rulebook.fewest_players, rulebook.most_players
    players = rng.randint(fewest, min(most, len(PEOPLE)))
    played = EveningInPlay(rng, rulebook.name, players=players, house=some_house(rulebook, rng))
    table = rulebook.lay_table(rulebook, played.log[0])
    assert isinstance(table, Witness)
    for _ in range(hands):
        if table.is_complete or settle(table).winners:
            break
        Playing(table, played).play()
    return played.log


def some_house(rulebook: Rulebook, rng: Random) -> Event:
    """Return random house rules that differ from the usual ones."""
    usual = rulebook.house()
    return {
        rule.name: rng.choice([option for option in rule.options if option != usual[rule.name]])
        for rule in rulebook.house_rules
        if not rule.several and rng.random() < SOMETIMES
    }


class Playing:
    """A hand in play. ``cards`` are all cards in shuffled order, the bottom of the deck first;
    ``seen`` has the cards that each player has seen."""

    def __init__(self, table: Witness, evening: EveningInPlay) -> None:
        self.table, self.evening, self.rng = table, evening, evening.rng
        self.say({"type": "hand", "dealer": table.next_dealer or evening.dealer})
        assert table.hand is not None
        self.hand: Hand = table.hand
        self.cards = self.hand.deck.faces()
        self.rng.shuffle(self.cards)
        self.care = self.rng.choice(CARE)
        self.seen: dict[Seat, set[str]] = {seat: set() for seat in self.hand.seats}
        self.all_show = True
        self.tired = HARDLY_EVER

    def play(self) -> None:
        """Play until the hand is over, and lay down the remaining cards."""
        hand = self.hand
        self.begin()
        while not hand.over and not (self.may_stop() and self.rng.random() < 0.5):
            if hand.has_taken and "laying" in hand.game.hooks:
                for event in hand.ask("laying", self.rng):
                    self.say(event)
                if known(lambda: hand.over or not hand.mid_turn):
                    continue
            self.act_aside()
            draws = self.renews()
            self.cards[: len(hand.order)] = hand.order
            act = self.choice(draws)
            if act is None or self.rng.random() < self.tired:
                self.say({"type": "end", "why": ABANDONED})
                return
            self.do(act)
        lay_down = hand.game.hooks.get("closing", self.show)
        for event in lay_down(hand, self.rng):
            self.say(event)
        self.write_points()

    def begin(self) -> None:
        """Play the events before the first turn."""
        hand = self.hand
        forms = [form for form in hand.game.events.values() if form.stage]
        if self.rng.random() < SELDOM:
            self.rng.shuffle(forms)
        for form in sorted(forms, key=lambda event: event.stage):
            for seat in hand.seats if form.is_act else hand.seats[-1:]:
                acts = self.lawful(form, seat)
                if acts and (form.once or form.due or self.rng.random() > SELDOM):
                    self.do(self.rng.choice(acts) if self.rng.random() < SELDOM else acts[-1])

    def renews(self) -> bool:
        """Turn the pile without its top card into the stock, shuffled, if the next player needs
        one to draw; return whether they do."""
        hand = self.hand
        if not hand.game.renews or hand.mid_turn or hand.stock or len(hand.pile) < 2:
            return False
        self.cards = list(hand.pile[:-1])
        self.rng.shuffle(self.cards)
        self.say({"type": "reshuffle"})
        self.tired += TIRING
        return True

    def act_aside(self) -> None:
        """Let a player act outside the turn now and then."""
        acts = self.hand.ask("aside") if self.rng.random() < SELDOM else None
        for form, seat in self.rng.sample(acts, 1) if acts else ():
            for act in self.lawful(form, seat)[:1] if not is_taken_up(form) else ():
                self.do(act)

    def say(self, event: Event) -> None:
        """Play an event, and record it as people see it."""
        self.table.play_on([(len(self.evening.log) + 1, event)])
        if event["type"] == "deal" and self.hand.game.hand.seen_by == "nobody":
            event = {**event, "hands": {name: len(cards) for name, cards in event["hands"].items()}}
        self.evening.log.append(event)

    def do(self, act: Act) -> None:
        """Play an act of a player, who sees its cards."""
        if act.seat is not None:
            self.seen[act.seat] |= {face for _, face in act.shown}
        self.say(dict(act.event))
        if act.form.type == "deal" and self.hand.game.hand.seen_by != "nobody":
            for seat in self.hand.seats:
                self.seen[seat] |= set(self.hand.cards_in(self.hand.game.hand, seat))

    def may_stop(self) -> bool:
        """Return whether the last turn may stay unfinished."""
        hand = self.hand
        return bool(hand.begun and hand.mid_turn and hand.ending and hand.ask("may_stop"))

    def is_lawful(self, act: Act, hand: Hand | None = None) -> bool:
        """Return whether an act is legal, in this hand or in a copy of it."""
        rules = self.table.rules
        return lawful(rules, hand or self.hand, act.form, act.seat, act.event) is not None

    def lawful(self, form: Form, seat: Seat) -> list[Act]:
        """Return the legal acts of this form for a player."""
        return [act for act in ways(form, seat, self.hand, self.cards) if self.is_lawful(act)]

    # ---- what players want

    def choice(self, draws: bool) -> Act | None:
        """Return a random legal act (a draw if the player ``draws``), weighted by how well off it
        leaves the player; None if there is none."""
        dreams: dict[str, str] = defaultdict(partial(self.rng.choice, self.cards))
        acts = [act for act in next_ways(self.hand, self.cards) if act.form.draws >= draws]
        hopes = [self.wish(act, dreams) for act in acts]
        while acts:
            best = max(hopes)
            weights = [self.care ** (hope - best) for hope in hopes]
            at = self.rng.choices(range(len(acts)), weights)[0]
            if self.is_lawful(acts[at]):
                return acts[at]
            del acts[at], hopes[at]
        return None

    def wish(self, act: Act, dreams: Mapping[str, str]) -> float:
        """Return how much a player wants an act."""
        hope = self.hope(self.hand, act, dreams)
        if not act.form.takes or act.form.draws:
            return hope
        return hope - SHOWN * (hope < self.prospect(self.hand, act.seat, dreams) + 1)

    def hope(self, hand: Hand, act: Act, dreams: Mapping[str, str]) -> float:
        """Return how well off a player hopes to be at the end of the turn after this act, with
        unseen cards replaced by those of ``dreams``."""
        seat, rest = act.seat, hand.step.then.get(act.form)
        if rest is not None and rest.then:
            hand = hand.fork()
            happen(hand, act)
            acts = [act for act in next_ways(hand, self.cards) if act.seat is seat]
            hopes = sorted(((self.hope(hand, act, dreams), act) for act in acts), key=itemgetter(0))
            return next((hope for hope, act in reversed(hopes) if self.is_lawful(act, hand)), 0)
        if act.form.moves is not None and seat is not None:
            hand = hand.fork()
            move(hand, act, seat, act.faces)
        return self.prospect(hand, seat, dreams)

    def prospect(self, hand: Hand, seat: Seat, dreams: Mapping[str, str]) -> float:
        """Return how well off a player hopes to be with the present cards."""
        zone, hand, seen = hand.game.hand, hand.fork(), self.seen[seat]
        cards = (card if card in seen else dreams[card] for card in hand.cards_in(zone, seat))
        hand.put(zone, seat, tuple(cards))
        return float(known(lambda: prospect_of(hand, seat), 0))

    # ---- the end

    def show(self, hand: Hand, rng: Random) -> Iterator[Event]:
        """Yield the shows of the players, usually of all of them."""
        seats = hand.seats
        if rng.random() < SOMETIMES:
            self.all_show = False
            seats = rng.sample(seats, rng.randint(1, len(seats)))
        for form in hand.game.events.values():
            for seat in seats if form.result and form.is_act else ():
                yield from (dict(act.event) for act in self.lawful(form, seat)[-1:])

    def write_points(self) -> None:
        """Write down the points of the hand, mostly if the cards alone do not show them, and
        sometimes the totals."""
        evening = settle(self.table)
        points = evening.hands[-1].points
        writes = self.rng.random() < (SOMETIMES if self.all_show else 1 - SELDOM)
        if writes and points and None not in points.values():
            totals = {"totals": evening.sums} if self.rng.random() < 0.5 else {}
            self.say({"type": "score", "points": points, **totals})
        if self.rng.random() < SELDOM:
            self.say({"type": "end"})


def prospect_of(hand: Hand, seat: Seat) -> float:
    """Return how well off a player is in mid-hand, by the game's hooks or by points."""
    if "prospect" in hand.game.hooks:
        return float(hand.ask("prospect", seat))
    if "count_cards" in hand.game.hooks:
        return -float(hand.ask("count_cards", faces_of(hand.cards_in(hand.game.hand, seat))).points)
    points = float(hand.ask("points", seat) or 0)
    return -points if hand.game.lowest_wins else points


# ---- all possible acts of players with the cards that they hold
#
# The rules decide which are legal. ``deck`` has all cards in shuffled order, the bottom first.


def next_ways(hand: Hand, deck: Sequence[str]) -> list[Act]:
    """Return all possible next acts in the turns of a hand, except free events and those that take
    cards up from the table."""
    next_ = [(form, seat) for form, seat in next_acts(hand) if not form.free]
    acts = [(form, seat) for form, seat in next_ if not is_taken_up(form)]
    return [act for form, seat in acts for act in ways(form, seat, hand, deck)]


def is_taken_up(form: Form) -> bool:
    """Return whether an event takes cards up from the table."""
    return form.shown_in is not None and form.shown_in.open


def ways(form: Form, seat: Seat, hand: Hand, deck: Sequence[str]) -> list[Act]:
    """Return the possible acts of this form for a player."""
    actor = seat if form.is_act else None
    return [hand.act(0, event, form, actor) for event in events(form, seat, hand, deck)]


def events(form: Form, seat: Seat, hand: Hand, deck: Sequence[str]) -> Iterator[Event]:
    """Yield an event for every card and place that a player can choose."""
    cards = lying(form.source, seat, hand, deck) if form.source is not None else deck[-1:]
    place = form.moves.place if form.moves is not None else ""
    chosen: dict[str, Iterable[Any]] = {}
    for field in form.form.fields:
        match field.kind:
            case "player" if field.name == "player":
                chosen[field.name] = [seat.name]
            case "count" if field.most:
                chosen[field.name] = range(field.least, field.most + 1)
            case "hands":
                chosen[field.name] = [dealt(hand, deck)]
            case "card" if field.name == form.with_card:
                chosen[field.name] = lying(hand.game.stock, seat, hand, deck)
            case "card" if not place:
                chosen[field.name] = dict.fromkeys(cards)
            case "cards":
                left_out = [] if field.required else [None]
                chosen[field.name] = [*left_out, *several(form, field, cards)]
    for values in product(*chosen.values()):
        event = {"type": form.type, **dict(zip(chosen, values, strict=True))}
        if place:
            event["card"] = cards[event[place] - 1]
        yield {name: value for name, value in event.items() if value is not None}


def lying(zone: Zone, seat: Seat, hand: Hand, deck: Sequence[str]) -> Sequence[str]:
    """Return the cards of a zone that can be taken."""
    if zone.kind == "stock":
        return deck[hand.stock - 1 : hand.stock]
    return hand.cards_in(zone, seat)[-1 if zone.kind == "pile" else 0 :]


def dealt(hand: Hand, deck: Sequence[str]) -> dict[str, list[str]]:
    """Return the cards dealt to each player."""
    cards = iter(deck[hand.stock :])
    return {seat.name: [next(cards) for _ in range(hand.each)] for seat in hand.seats}


def several(form: Form, field: Field, cards: Sequence[str]) -> Iterator[list[str]]:
    """Yield the selections of cards that a player can show or move together; only the first ones if
    their order matters or they are shown."""
    for count in range(1, len(cards) + 1):
        if field.in_order or form.reveals is not None:
            yield list(cards[:count])
        else:
            yield from map(list, combinations(cards, count))
