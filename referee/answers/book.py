"""The rulebook of a declared game, for reading, pages, rulings and documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from referee.answers.scoring import declare_score
from referee.answers.witness import Witness
from referee.cards.deck import UNRECORDED, Deck
from referee.core.cards import faces_of
from referee.core.declaring import Event, Game, placeholders
from referee.core.facts import NotKnown
from referee.core.hand import UNDECIDED
from referee.core.rules import SEATS
from referee.core.shared import declare_shared
from referee.judging import forms, remedies
from referee.judging.counting import CountError, Counting, HandCount, House
from referee.judging.names import fold
from referee.judging.registry import game_called
from referee.judging.rulebook import (
    BEGINNING,
    CLOSING,
    HandAccount,
    Rule,
    Rulebook,
    Secrecy,
    open_fields,
)
from referee.judging.telling import Telling, card_in_words, points, unfinished
from referee.wording.language import joined
from referee.wording.sentences import InOrder, Sentence

NONE: Final[Mapping[Any, Any]] = {}
GIVEN_UP: Final = "The hand was given up, and does not count."
LAST_SECTIONS: Final = ("The cards", "The score", "The record itself")


def rulebook_of(game: Game) -> Rulebook:
    """Return the rulebook of a game, for an entry point.

    Raises ValueError or TypeError if `check` finds a faulty sentence or remedy.
    """
    declare_shared(game)
    declare_score(game)
    check(game)
    fewest, most = game.players
    acts, decks = {name: event.form for name, event in game.events.items()}, _decks(game)
    own = {rule.id: rule.remedy for rule in game.rules if rule.remedy is not None}
    return Rulebook(
        name=game.name, edition=1, title=game.title, about=game.about, house_rules=game.house,
        rules=rules_of(game), lay_table=partial(Witness, game), sayings=telling(game),
        account=partial(account, game), fewest_players=fewest, most_players=most,
        words={"kind": (*game.offences, "other")}, preset=game.preset, secrecy=secrecy(game),
        events={"hand": forms.HAND, **acts, "forgive": forms.FORGIVE}, rounds=game.rounds,
        jokers=any(deck.jokers for deck in decks), deck=max(deck.size for deck in decks),
        money="purse" in game.hooks, most_points_win=not game.lowest_wins,
        remedies={**remedies.COMMON, **own, **game.remedies}, counting=counting_of(game),
    )  # fmt: skip


def _decks(game: Game) -> list[Deck]:
    """Return the deck for each number of players, by the usual house rules."""
    fewest, most = game.players
    usual = {rule.name: rule.options[0] for rule in game.house}
    return [game.deck_for(seats, usual) for seats in range(fewest, most + 1)]


def check(game: Game) -> None:
    """Raise an error if a sentence, an event or a remedy of the game is incomplete."""
    own = [(rule.id, rule.remedy) for rule in game.rules if rule.remedy is not None]
    for rule_id, remedy in (*own, *game.remedies.items()):
        if not callable(remedy):
            raise TypeError(f"{game.name}, rule {rule_id}: the remedy is not a function")
    for where, text, filled in _texts(game):
        for name in sorted(placeholders(text).difference(filled)):
            there = ", ".join(sorted(filled)) or "none"
            raise ValueError(f"{game.name}, {where}: nothing fills {{{name}}}; there are {there}")


def _texts(game: Game) -> Iterator[tuple[str, str, Collection[str]]]:
    """Yield the place and the text of each sentence, and what fills its placeholders."""
    for name, event in game.events.items():
        if not event.form.says:
            raise ValueError(f"{game.name}, event {name}: it has no sentence")
        yield f"event {name}", event.form.says, event.form.required
        for field, text in event.form.more.items():
            yield f"event {name}", text, {*event.form.required, field}
    of_winner = ("player", "melds") if "winner" in game.hooks else ()
    for kind, text in game.endings.items():
        yield f"ending {kind}", text, of_winner
    for name, fact in game.facts.items():
        for text in fact.says or ():
            yield f"fact {name}", text, {"player"}
    for rule in game.rules:
        if isinstance(rule.says, str) and not rule.finds:
            misplaced = (event for event in game.events.values() if event.misplaced == rule.id)
            fields = [{field.name for field in event.form.fields} for event in rule.on or misplaced]
            common = set.intersection(*fields) if fields else set()
            yield f"rule {rule.id}", rule.says, {"player", *SEATS, *game.facts, *common}


def variant(
    game: Game, rulebook: Rulebook, table: type[Witness] = Witness, /, **forms_: forms.Form
) -> Rulebook:
    """Return the rulebook of a variant of a game, with other forms of these events."""
    return replace(
        rulebook, name=game.name, title=game.title, about=game.about, preset=game.preset,
        lay_table=partial(table, game), events={**rulebook.events, **forms_},
    )  # fmt: skip


def rules_of(game: Game) -> tuple[Rule, ...]:
    """Return the rules of a game for its rulebook: each id once, by section."""
    found: dict[str, Rule] = {}
    for rule in game.rules:
        on = tuple(event.type for event in rule.on)
        if rule.id in found:
            same = found[rule.id]
            found[rule.id] = replace(same, on=(*same.on, *on), once=same.once or rule.once)
            continue
        found[rule.id] = Rule(
            id=rule.id, kind=rule.kind, on=on, section=rule.section, source=rule.text.source,
            plain=rule.text.plain, right=rule.text.right, binds=rule.binds, silences=rule.silences,
            once=rule.once, cases=f"tests/cases/{game.cases}",
        )  # fmt: skip
    own = [rule.section for rule in found.values() if rule.section not in LAST_SECTIONS]
    sections = list(dict.fromkeys(("The deal", *own, *LAST_SECTIONS)))
    return tuple(sorted(found.values(), key=lambda rule: sections.index(rule.section)))


# ---- sentences


def telling(
    game: Game, *more: forms.Form, words: Mapping[str, Callable[[Any], Any]] = NONE
) -> Telling:
    """Return the `Telling` for the events of a game, with more events and words."""
    events = game.events.values()
    cards = {event.with_card: card_in_words for event in events if event.with_card}
    own = [event.form for event in events]
    return Telling([*own, *more], game.offences, {**cards, **words}, game.house)


def account(game: Game, hand: Mapping[str, Any]) -> HandAccount:
    """Return a hand of a report in words."""
    kind, winner = hand["outcome"]["kind"], hand["outcome"]["winner"]
    ends = {**game.endings, "none": GIVEN_UP}
    melds = [InOrder(meld) for meld in hand["outcome"]["melds"]]
    how = f"{kind}_melds" if melds and f"{kind}_melds" in ends else kind
    facts = {"player": winner, "melds": melds}
    sentences = [Sentence(ends[how], facts) if how in ends else unfinished(hand)]
    if kind == UNDECIDED and "written" in (hand.get("basis") or {}).values():
        sentences = []  # it is over, and how it ended is unrecorded
    if winner is not None and "winner" not in game.hooks:
        text = "{player} has the fewest points." if game.lowest_wins else "{player} wins the hand."
        sentences.append(Sentence(text, {"player": winner}))
    heading = Sentence("Hand {hand}: {dealer} deals", hand)
    return HandAccount(heading, (*sentences, *points(hand), *_money(game, hand)), ())


def _money(game: Game, hand: Mapping[str, Any]) -> Iterator[Sentence]:
    if hand["pot"]:
        taken = [f"{name} {net:+}" for name, net in hand["net"].items() if net]
        if taken:
            yield Sentence(game.taken, {"taken": taken})
        yield Sentence("In the pot: {pot}.", {"pot": hand["carried"]})


# ---- who may see what


def secrecy(game: Game) -> Secrecy:
    """Return the hidden parts of a game during play, given by the zones of its cards."""
    own, secrets = dict[str, str](), {}
    if game.lays_melds:
        points = " round totals" if game.scored else ""
        own = {"gap": "melds stock", "position": f"turn melds pile stock{points}"}
    for name, event in game.events.items():
        seen_by = _seen_by(game, event)
        field = "hands" if name == "deal" else "cards" if event.names_cards else "card"
        hidden = [] if seen_by == "all" else [field]
        if event.with_card:
            hidden.append(event.with_card)
            secrets[name] = partial(as_known, event.with_card, game.hand.seen_by)
        elif hidden:
            secrets[name] = partial(as_known, field, seen_by)
        names = (each.name for each in event.form.fields)
        own[name] = " ".join(each for each in names if each not in hidden)
    begins = {name for name, event in game.events.items() if event.stage or event.in_turn}
    closes = {name for name, event in game.events.items() if event.ends and not event.lays}
    return Secrecy(open_fields(own), secrets, BEGINNING | begins, CLOSING | closes)


def _seen_by(game: Game, event: Event) -> str:
    if event.type == "deal":
        return game.hand.seen_by
    if event.reveals is not None:
        open_to_all = event.result or event.free or event.afterwards
        return "all" if open_to_all or event.reveals.seen_by == "all" else "owner"
    if event.moves is None or (event.moves.start.kind != "stock" and event.to is None):
        return "all"
    return event.moves.to.seen_by


def as_known(field: str, seen_by: str, event: Any, player: str | None) -> dict[str, Any]:
    """Return the part of an event's cards that one player may know."""
    own = None if player is None else fold(player)
    if field == "hands":
        hands = {
            name: cards if isinstance(cards, int) else len(cards)
            for name, cards in event["hands"].items()
            if not (seen_by == "owner" and fold(name) == own)
        }
        return {"hands": event["hands"] | hands}
    if field not in event:
        return {}
    if any(fold(event[who]) == own for who in ("player", "to") if who in event):
        return {field: event[field]}
    return {"card": UNRECORDED} if field == "card" else {}


@dataclass(frozen=True, slots=True)
class AnyHand:
    """A hand with only a number and house rules."""

    number: int | None
    house: House

    @property
    def round(self) -> int:
        """The number of the hand. Raises `NotKnown` if it was not given."""
        if self.number is None:
            raise NotKnown("round")
        return self.number


def count_cards(
    name: str, cards: Sequence[str], round_: int | None = None, house: House | None = None
) -> HandCount:
    """Return the count of cards in a game, by these house rules. Raises CountError."""
    book, chosen = game_called(name), house or {}
    counting = book.counting
    if counting is None:
        raise CountError(Sentence("In {game} cards count no points.", {"game": book.title}))
    options = {house_rule.name: house_rule.options for house_rule in book.house_rules}
    for rule, option in chosen.items():
        if rule not in options:
            facts = {"game": book.title, "rule": rule, "rules": joined(options)}
            raise CountError(Sentence("{game} has no house rule {rule}; it has {rules}.", facts))
        if not {*([option] if isinstance(option, str) else option)} <= {*options[rule]}:
            facts = {"option": option, "rule": rule, "options": joined(options[rule])}
            text = "{option} is not an option of the house rule {rule}; it has {options}."
            raise CountError(Sentence(text, facts))
    counting.check(cards, round_)
    try:
        return counting.count(cards, round_, book.house(chosen))
    except NotKnown:
        raise CountError(counting.expects_round) from None


def counting_of(game: Game) -> Counting | None:
    """Return the way in which a game counts cards; None if it defines none.

    A game without a hook ``points`` counts the cards of each seat.
    """
    if "count_cards" not in game.hooks:
        return None
    counted: Callable[[Any, Sequence[str]], HandCount] = game.hooks["count_cards"]

    def points_of(t: Any, seat: Any) -> int:
        return counted(t, faces_of(t.cards_in(game.hand, seat))).points

    def count(cards: Sequence[str], round_: int | None, house: House) -> HandCount:
        return counted(AnyHand(round_, house), cards)

    game.hooks.setdefault("points", points_of)
    decks = _decks(game)
    return Counting(
        count=count, most=partial(_most, game), rounds=game.hands,
        rounds_differ=callable(game.dealt), packs=max(deck.packs for deck in decks),
        jokers=max(deck.jokers for deck in decks), binds=game.binds.get("count_cards", ()),
        in_order=game.hand.kind == "row",
    )  # fmt: skip


def _most(game: Game, round_: int | None) -> int:
    """Return the largest number of cards that a player can hold in a round, or in any round."""
    if not callable(game.dealt):
        return game.dealt + game.more_cards
    rounds = range(1, (game.hands or 1) + 1) if round_ is None else (round_,)
    return max(game.dealt(AnyHand(round_, {})) for round_ in rounds) + game.more_cards
