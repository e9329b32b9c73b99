"""The scribe's pad at one moment of a game: the event that a tap on a card writes, and the keys
beside the cards.

Everything is derived from the acts that the game expects next. Other acts can be written, too."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import filterfalse
from typing import Any, Final, NamedTuple, cast

from werkzeug.datastructures import MultiDict

from referee.cards.deck import JOKER, NAMES, UNRECORDED, cards_of, names
from referee.cards.melds import SETS, SHORTEST, as_laid, melds_with
from referee.judging.corrections import REVISING, Event
from referee.judging.findings import Expectation
from referee.judging.forms import Field
from referee.judging.replay import ReplayedLog
from referee.judging.report import Report
from referee.judging.rulebook import Rulebook
from referee.web import event_forms
from referee.web.labels import SUIT_ROWS, acts, field_label, label, option_label
from referee.wording.language import _
from referee.wording.sentences import symbols

ABANDONED: Final = "abandoned"
FROM_THE_HAND: Final = frozenset({"pay", "cambio", "meld", "show", "deal"})
"""Acts with cards from a player's hand; all others bring new cards."""

FROM_THE_TABLE: Final = frozenset({"meld", "swap", "take_back", "show"})
"""Acts with cards that lie before the player."""

ONTO_THE_PILE: Final = frozenset({"discard", "swap", "pay", "turn_up"})
"""Acts that lay a card on the pile."""

WITH_A_CARD_TAKEN: Final = frozenset({"meld", "look", "lay_off", *REVISING})
"""Acts between the one that takes a card and the one that lays one down."""

LEADS_TO_POINTS: Final = {"show": 0, "score": 1}
"""Acts to offer first while the points of a hand are unknown, in order."""

MOST_KEYS: Final = 8  # the most keys beside the cards that fit on the smallest screen
MOST_AFTER: Final = 3  # the most keys after a hand, so that the next step stands out
LONG: Final = 22  # letters that fit on a key
KEYS_IN_A_ROW: Final = 7  # the most keys that fit on a phone

ROWS: Final = tuple(
    half for suit in SUIT_ROWS for half in (suit[:KEYS_IN_A_ROW], suit[KEYS_IN_A_ROW:])
)
"""The cards in the order of the keys."""


def rows_of(rulebook: Rulebook) -> Sequence[Sequence[str]]:
    """Return a game's cards in the order of the keys; a joker takes the free place of a row."""
    if not rulebook.jokers:
        return ROWS
    free = next(at for at, row in enumerate(ROWS) if len(row) < KEYS_IN_A_ROW)
    return [(*row, JOKER) if at == free else row for at, row in enumerate(ROWS)]


OFTEN: Final = ("draw", "take", "meld", "pay", "discard", "pass")
"""Acts that happen in every turn of a game, in their most likely order."""


def plays_for(replay: ReplayedLog) -> str:
    """Return the contract or the wild cards of the round in play, or of the last one, if any."""
    rounds, number = replay.rulebook.rounds, replay.play.round
    return rounds[number - 1].render(symbols) if 0 < number <= len(rounds) else ""


def plain_acts(rulebook: Rulebook) -> list[tuple[str, str]]:
    """Return the acts that need only a player and cards, with the field for the cards, if any."""
    plain = {frozenset({"player"}): ""}
    plain |= {frozenset({"player", field}): field for field in ("card", "cards")}
    asked = {act: frozenset(form.required) for act, form in rulebook.events.items()}
    known = [(act, plain[fields]) for act, fields in asked.items() if fields in plain]
    places = {act: place for place, act in enumerate(OFTEN)}
    return sorted(known, key=lambda pair: places.get(pair[0], len(OFTEN)))


class Key(NamedTuple):
    """A key: its label, and the events that it writes or the question that it asks; with neither it
    leads to the earlier lines."""

    label: str
    why: str
    events: tuple[Event, ...] = ()
    asks: Mapping[str, str] | None = None

    @property
    def is_long(self) -> bool:
        """Return whether its label needs the width of two keys."""
        return len(self.label) > LONG


class Tap(NamedTuple):
    """The event that a tap on a card writes: its type and its player."""

    act: str
    player: str
    message: str


class Pad:
    """The pad after the events of a replay, as its scribe may know them."""

    def __init__(self, replay: ReplayedLog) -> None:
        self.view = replay.view()
        self.expected = replay.expected()
        self._replay = replay
        self._rulebook = replay.rulebook

    @property
    def offer(self) -> Mapping[str, Any] | None:
        """The card on offer."""
        return cast("Mapping[str, Any] | None", self.view["hand"] and self.view["hand"]["offer"])

    def melded_from_the_table(self, act: str) -> list[str]:
        """Return the card on offer, if this act uses it directly from the table; nothing in games
        in which a card is first taken into the hand."""
        takes_first = "take" in self._rulebook.events
        return [self.offer["card"]] if act == "meld" and self.offer and not takes_first else []

    @cached_property
    def tap(self) -> Tap | None:
        """The event that a tap on a card writes: the one that play waits for, else the next draw if
        its player is clear. None if no card comes next."""
        turned = [step for step in self.expected if step.act == "turn_up"]
        card = {act for act, field in plain_acts(self._rulebook) if field == "card"}
        waiting = [step for step in self.expected if step.required and step.act in card]
        draws = [step for step in self.expected if step.act == "draw" and len(step.players) == 1]
        first = next(iter([*turned, *waiting, *draws]), None)
        if first is None:
            return None
        return Tap(first.act, self._actors(first)[0], first.message(symbols))

    @property
    def message(self) -> str | None:
        """The sentence about the act that play waits for, or about a tap on a card."""
        required = (step.message(symbols) for step in self.expected if step.required)
        return self.tap.message if self.tap is not None else next(required, None)

    @property
    def moved(self) -> str | None:
        """The card that the turn is about: drawn, taken, or on offer; None between hands."""
        if not self._replay.play.hand_is_open:
            return None
        taken = False
        for _seq, event in reversed(self._replay.events):
            if event["type"] in ("draw", "take") or (taken and event["type"] in ONTO_THE_PILE):
                taken = True
                if "card" in event:
                    return event["card"] if event["card"] != UNRECORDED else None
            elif taken or event["type"] not in WITH_A_CARD_TAKEN:
                break
        return self.offer["card"] if self.offer else None

    @cached_property
    def keys(self) -> list[Key]:
        """The keys for the likeliest acts, in the order of the players' rights. If there are too
        many, one key for an act asks for the player; after a hand, only the first player's key
        of each act stays."""
        likely = list(filter(self._is_likely, self.expected))
        if self._lacks_points:
            likely.sort(key=lambda step: LEADS_TO_POINTS.get(step.act, len(LEADS_TO_POINTS)))
        groups = [list(self.at_once())]
        seen: set[tuple[str, str]] = set()
        groups += [list(self._keys_of([step], seen)) for step in likely]
        most = MOST_AFTER if self.is_over else MOST_KEYS
        for place, step in reversed([*enumerate(likely, 1)]):
            used = sum(1 + key.is_long for group in groups for key in group)
            if used > most and groups[place][1:]:
                somebody = Key(label(self._rulebook, step.act), "", asks={"act": step.act})
                groups[place] = groups[place][:1] if self.is_over else [somebody]
        return [key for group in groups for key in group]

    @cached_property
    def report(self) -> Report:
        """The report of the evening so far."""
        return self._replay.report(symbols)

    @property
    def _lacks_points(self) -> bool:
        """Return whether the cards leave the points of the finished hand open."""
        if not self.is_over or not self.report["hands"]:
            return False
        scores = self.report["hands"][-1].get("scores")
        return scores is not None and None in map(scores.get, self.report["players"])

    def at_once(self) -> Iterator[Key]:
        """Yield the keys that write several events with one tap."""
        unseen = tuple(
            {"type": "cambio", "player": step.players[0], "card": UNRECORDED}
            for step in self.expected
            if step.act == "cambio" and step.required
        )
        if unseen:
            yield Key(_("All pass a card face down"), "", unseen)
        if refusals := tuple(self._refusals()):
            yield Key(_("Nobody wants it"), "", refusals)

    @property
    def more(self) -> list[Key]:
        """Return the keys for everything else that is expected."""
        return list(self._keys_of(filterfalse(self._is_likely, self.expected), set()))

    @property
    def is_over(self) -> bool:
        """Return whether the next hand can begin, or the game is over."""
        return not self._replay.play.hand_is_open or any(
            step.act == "hand" for step in self.expected
        )

    def gone(self, act: str, player: str | None) -> frozenset[str]:
        """Return the cards that this act of the player cannot involve: they are visible elsewhere,
        or in another player's hand."""
        hand = self.view["hand"]
        # with several packs a card that was seen may come again
        if hand is None or self._rulebook.deck > len(NAMES):
            return frozenset()
        gone = set(hand["pile"])
        if hand["offer"] and not self.melded_from_the_table(act):
            gone.add(hand["offer"]["card"])
        for owner, seat in self._seats.items():
            own = owner == player
            if not (own and act in FROM_THE_TABLE):
                gone |= {card for meld in seat["melds"] for card in meld}
            if not (own and act in FROM_THE_HAND):
                gone |= set(seat["hand"])
        return frozenset(gone - {UNRECORDED})

    def melds_for(self, player: str) -> list[tuple[str, list[str]]]:
        """Return the melds that a player may lay off on, with their owners: their own, and in games
        whose melds name their owner, those of the others."""
        onto_all = "owner" in event_forms.asked_fields(self._rulebook, "meld")
        others = (owner for owner in self._seats if owner != player) if onto_all else ()
        owners = [*({player} & self._seats.keys()), *others]
        return [(owner, meld) for owner in owners for meld in self._seats[owner]["melds"]]

    def threes_with(self, offered: Iterable[str], player: str | None) -> list[list[str]]:
        """Return the melds of three that a player may lay with the card on offer: runs from the
        lowest, then sets. Cards known to be elsewhere are excluded."""
        own = cards_of(offered)
        gone = cards_of(self.gone("pay", player)) & ~own
        threes = [meld for meld in melds_with(own, SHORTEST) if own and not meld & gone]
        return [
            as_laid(names(meld)) for meld in sorted(threes, key=lambda meld: (meld in SETS, meld))
        ]

    def _is_likely(self, step: Expectation) -> bool:
        if step.act == "hand" or step.required:
            return True
        form = self._rulebook.events.get(step.act)
        may_draw = step.act == "draw" and self.tap is None
        return (form is not None and form.frequent) or may_draw

    def _keys_of(
        self, expected: Iterable[Expectation], seen: set[tuple[str, str]]
    ) -> Iterator[Key]:
        """Yield the keys of what is expected, without acts of players already in ``seen``."""
        if self.tap is not None:
            seen.add((self.tap.act, self.tap.player))
        for step in expected:
            for player in self._actors(step):
                act = step.act, player
                if act not in seen and not self._has_shown(*act):
                    seen.add(act)
                    yield from self._keys_for(step, player)

    def _keys_for(self, step: Expectation, player: str) -> Iterator[Key]:
        """Yield the key of an act of a player, or one for each position at which it may happen."""
        *who, place = event_forms.required_fields(self._rulebook, step.act) or [""]
        field = event_forms.asked_fields(self._rulebook, step.act).get(place)
        numbers = event_forms.numbers_of(field) if field and who == ["player"] else ()
        if not numbers:
            yield self._key(step, player)
        row = self.row_of(step.act, player)
        for number in numbers:
            said = f"{field_label(place)} {number}"
            if number <= len(row) and row[number - 1] != UNRECORDED:
                said = _("{said}: {card}").format(said=said, card=symbols(row[number - 1]))
            asks = {"act": step.act, "player": player, place: str(number)}
            yield Key(said, step.message(symbols), asks=asks)

    def _key(self, step: Expectation, player: str) -> Key:
        why = step.message(symbols)
        if step.act in REVISING:
            return Key(_("Fix a line"), why)
        event = {"type": step.act, **self._usually(step.act, player)}
        said = label(self._rulebook, step.act, player)
        asked = {*event_forms.fields_at_once(self._rulebook, step.act)}
        only = self._only_card(player) if asked == {"player", "card"} else None
        if only is not None:
            event["card"] = only
            said = _("{said}: {card}").format(said=said, card=symbols(only))
        if asked <= event.keys():
            said = _("The table gives the hand up") if "why" in event else said
            return Key(said, why, events=(event,))
        known = {name: value for name, value in event.items() if name in ("player", "dealer")}
        return Key(said, why, asks={"act": step.act, **known})

    def _usually(self, act: str, player: str) -> Event:
        if act == "deal":
            return {"hands": {}}
        if act == "hand":
            events = (event for _, event in reversed(self._replay.events))
            last = next((event for event in events if event["type"] == "hand"), {})
            return {"dealer": player} | ({"bet": last["bet"]} if "bet" in last else {})
        if act == "end":
            return {} if self.is_over else {"why": ABANDONED}
        fields = event_forms.asked_fields(self._rulebook, act)
        return {"player": player} if "player" in fields else {}

    @property
    def _seats(self) -> dict[str, Mapping[str, Any]]:
        seats = self.view["hand"]["seats"] if self.view["hand"] else ()
        return {seat["player"]: seat for seat in seats}

    def row_of(self, act: str, player: str) -> Sequence[str]:
        """Return the player's row of cards, such as the four of Golf, if this act involves all of
        them or a position; else nothing."""
        fields = event_forms.required_fields(self._rulebook, act)
        in_order = "cards" in fields and event_forms.lie_in_order(self._rulebook, act)
        melds: Sequence[Sequence[str]] = self._seats.get(player, {}).get("melds", ())
        return melds[0] if len(melds) == 1 and (in_order or "position" in fields) else ()

    def _has_shown(self, act: str, player: str) -> bool:
        """Return whether a player would show cards that everyone has seen."""
        seat = self._seats.get(player)
        if act != "show" or seat is None or seat["unknown"]:
            return False
        cards = [*seat["hand"], *(card for meld in seat["melds"] for card in meld)]
        return UNRECORDED not in cards

    def _only_card(self, player: str) -> str | None:
        """Return a player's only card, if it is certain; else None."""
        held = self._seats.get(player)
        if held is None or held["unknown"] or held["hand"][1:] or UNRECORDED in held["hand"]:
            return None
        return next(iter(held["hand"]), None)

    def _refusals(self) -> Iterator[Event]:
        """Yield the events for a card that no player wants: it is laid on the pile if it is not
        there yet, and everyone who may take it knocks."""
        offer = self.offer
        if offer is None or offer["claimed_by"]:
            return
        players = {step.act: step.players for step in self.expected}
        laying = players.get("discard", ()) if offer["held"] else ()
        for player in laying:
            yield {"type": "discard", "player": player, "card": offer["card"]}
        for player in players.get("pass", ()):
            if player not in laying:
                yield {"type": "pass", "player": player}

    def _actors(self, step: Expectation) -> Sequence[str]:
        """Return the players with keys of their own for an act: all, if its event names one."""
        if step.act in (*REVISING, "join"):
            return ("",)
        fields = event_forms.asked_fields(self._rulebook, step.act)
        return step.players if {"player", "dealer"} & fields.keys() else ("",)


WHO: Final = ("player", "dealer", "by")  # fields that get one key for each player


def asked_next(
    pad: Pad, asker: event_forms.EventForms, submitted: MultiDict[str, str]
) -> dict[str, Any] | None:
    """Return the next question about the event that these submitted values begin, and its form:
    ``keys``, one ``card``, ticked ``cards``, cards one after another ``in_order``, or a ``form``.
    None if they begin no event."""
    book, answered = asker.rulebook, asker.answered(submitted)
    act = answered["type"]
    if act not in acts(book):
        return None
    fields = event_forms.asked_fields(book, act)
    one_text = [name for name, field in fields.items() if field.kind not in event_forms.MAPS]
    given = {name: answered[name] for name in one_text if answered.get(name)}
    missing = [name for name in event_forms.fields_at_once(book, act) if name not in given]
    asked: dict[str, Any] = {"act": act, "given": given}
    choice = next((name for name in missing if _answers(asker, act, fields[name])), "")
    cards_left = missing in (["card"], ["cards"]) or (given.get("cards") and not missing)
    # input from a form is continued in a form
    if {"form", "letters"} & set(submitted) or not (choice or cards_left):
        asked |= {"how": "form", "questions": asker.questions(act, answered)}
    elif choice:
        asked |= {"how": "keys", "keys": []}
        for answer, said in _answers(asker, act, fields[choice]).items():
            event = {**given, choice: answer}
            events = ({"type": act, **event},) if missing == [choice] else ()
            asked["keys"].append(Key(said, "", events, None if events else {"act": act, **event}))
    elif missing == ["card"]:
        # asked only if the name of the event does not say which card is meant
        asks = fields["card"].asks
        asked |= {"how": "card", "question": _(asks) if asks else ""}
    elif event_forms.lie_in_order(book, act) or "each" in submitted:
        row = list(pad.row_of(act, given.get("player", "")))
        if "each" in submitted or UNRECORDED not in row:
            row = []
        chosen = given.get("cards", [])
        asked |= {"how": "in_order", "chosen": chosen, "row": filled(row, chosen) or chosen}
        asked["is_last"] = row.count(UNRECORDED) == len(chosen) + 1
    else:
        # cards that were sent already include the chosen ones on the table
        ticked = [] if "type" in submitted else pad.melded_from_the_table(act)
        asked |= {"how": "cards", "chosen": given.get("cards", ticked)}
        asked["twice"] = book.deck > len(NAMES)
        asked["melds"] = pad.melds_for(given["player"]) if act == "meld" else []
        asked["threes"] = pad.threes_with(ticked, given.get("player"))
    return asked


def filled(row: Sequence[str], cards: Sequence[str]) -> list[str]:
    """Return a row of cards with its unknown ones replaced by these, in order.

    >>> filled(["Kd", "??", "2c", "??"], ["7h"])
    ['Kd', '7h', '2c', '??']
    """
    turned = iter(cards)
    return [next(turned, card) if card == UNRECORDED else card for card in row]


def _answers(asker: event_forms.EventForms, act: str, field: Field) -> dict[str, str]:
    """Return every answer to a field that has a key for each, with its label: a player, one of a
    few numbers, or a word of the game."""
    if field.name in WHO and act != "join":
        return {player: player for player in asker.seated}
    numbers = {str(number): str(number) for number in event_forms.numbers_of(field)}
    return numbers or {option: option_label(field.name, option) for option in field.options}
