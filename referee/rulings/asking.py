"""What two scribes wrote otherwise, as questions to the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.corrections import Event
from referee.findings import Sentence
from referee.rulebooks.base import Sayings

DOING: Final[Mapping[str, tuple[str, str]]] = {
    "game": ("the table", "sit down to play"),
    "house": ("the table", "change house rules: {house}"),
    "join": ("{player}", "sit down after {after}"),
    "leave": ("{player}", "get up"),
    "hand": ("{dealer}", "open a hand with a bet of {bet}"),
    "side_bet": ("each", "put {amount} into {side_game}"),
    "cut": ("{player}", "cut the deck"),
    "deal": ("the dealer", "deal the cards"),
    "announce": ("{player}", "announce {side_game}"),
    "cambio": ("{player}", "pass {card} in the Cambio"),
    "declare": ("{player}", "declare {win}"),
    "draw": ("{player}", "draw {card}"),
    "discard": ("{player}", "lay {card} on the pile"),
    "pass": ("{player}", "knock"),
    "claim": ("{player}", "ask for the card on offer"),
    "meld": ("{player}", "meld {cards}"),
    "pay": ("{player}", "pay {card}"),
    "force": ("{by}", "force the card on offer onto a meld of {player}"),
    "withdraw": ("{player}", "withdraw"),
    "win": ("{player}", "call the win"),
    "show": ("{player}", "show {cards}"),
    "offence": ("{player}", "do what was told as an offence ({kind})"),
    "disqualify": ("the table", "disqualify {player}"),
    "forgive": ("the table", "forgive what is flagged"),
    "end": ("the hand", "end there"),
    "payment": ("{from}", "pay {to} {amount}"),
    "gap": ("something", "happen that was not written down"),
}
"""Who does what in each event, as a question asks for it."""

ALSO: Final[Mapping[tuple[str, str], str]] = {
    ("cambio", "to"): " to {to}",
    ("hand", "bets"): " and the bets {bets}",
    ("side_bet", "players"): " (only {players})",
    ("announce", "cards"): " with {cards}",
    ("declare", "cards"): " with {cards}",
    ("claim", "card"): ", {card}",
    ("offence", "by"): ", seen by {by}",
    ("end", "why"): " ({why})",
}
"""What is said besides where two lines differ in this field."""

AS_WROTE: Final = "(as {{{side}}} wrote at event {{{side}_event}})"
ONE, OTHER = AS_WROTE.format(side="one"), AS_WROTE.format(side="other")

WHERE: Final[Mapping[tuple[bool, bool], str]] = {
    (True, True): "between events {after} and {before}",
    (True, False): "after event {after}",
    (False, True): "before event {before}",
    (False, False): "anywhere",
}
"""Where a line would stand, given whether there is a line before it and one after it."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks about the lines of two logs, which have these names; ``sayings`` are those of the game.

    What an event tells comes as its facts, with ``one_`` and ``other_`` before their names.
    """

    names: tuple[str, str]
    sayings: Sayings

    def which_reading(
        self, field: str, one: tuple[int, Event], other: tuple[int, Event]
    ) -> Sentence:
        """Two lines of one type that differ in this field only."""
        facts = self._facts([one], [other])
        who, does = DOING[one[1]["type"]]
        does += ALSO.get((one[1]["type"], field), "")
        hole = f"{{{field}}}"
        both = f"{{one_{field}}} {ONE} or {{other_{field}}} {OTHER}"
        if field in one[1] and field in other[1] and hole in f"{who} {does}":
            who, does = (
                _of("one", part.replace(hole, "\0")).replace("\0", both) for part in (who, does)
            )
            return Sentence(f"Did {who} {does}?", facts)
        return self.which_event(field, one, other)

    def which_event(self, field: str, one: tuple[int, Event], other: tuple[int, Event]) -> Sentence:
        """Two lines in the same place that tell different things."""
        this, that = _did("one", one[1], field), _did("other", other[1], field)
        text = f"Did {this} {ONE}, or did {that} {OTHER}?"
        return Sentence(text, self._facts([one], [other]))

    def dealt(self, player: str, cards: tuple[object, object], one: int, other: int) -> Sentence:
        """The cards that a player was dealt."""
        facts = {
            "player": player, "one_cards": cards[0], "other_cards": cards[1],
            "one_event": one, "other_event": other,
        }  # fmt: skip
        text = f"Was {{player}} dealt {{one_cards}} {ONE} or {{other_cards}} {OTHER}?"
        return Sentence(text, self._named(facts))

    def did_it_happen(
        self, only_one: bool, line: tuple[int, Event], after: int | None, before: int | None
    ) -> Sentence:
        """A line that only one log has; ``after`` and ``before`` are its neighbours in the other
        one."""
        side, missing = ("one", "other") if only_one else ("other", "one")
        where = WHERE[after is not None, before is not None]
        text = (
            f"Did {_did(side, line[1])}, as {{{side}}} wrote at event {{{side}_event}}? "
            f"{{{missing}}} has no such line {where}."
        )
        lines = ([line], []) if only_one else ([], [line])
        return Sentence(text, self._facts(*lines) | {"after": after, "before": before})

    def which_was_first(
        self, ones: list[tuple[int, Event]], others: list[tuple[int, Event]]
    ) -> Sentence:
        """Two neighbours the other way round."""
        facts = self._facts(ones[:1], others[:1])
        facts |= {f"then_{key}": fact for key, fact in self._told(ones[1][1]).items()}
        facts |= {"one_then": ones[1][0], "other_then": others[1][0]}
        text = (
            f"Did {_did('one', ones[0][1])} first, and did {_did('then', ones[1][1])} after that "
            "(as {one} wrote at events {one_event} and {one_then}), or the other way round "
            "(as {other} wrote at events {other_event} and {other_then})?"
        )
        return Sentence(text, facts)

    def when(self, one: tuple[int, Event], other: tuple[int, Event]) -> Sentence:
        """A line that stands in different places."""
        text = (
            f"When did {_did('one', one[1])}: where {{one}} wrote it (event {{one_event}}) "
            "or where {other} wrote it (event {other_event})?"
        )
        return Sentence(text, self._facts([one], [other]))

    def which_rule(self, rule: str, option: str, other_option: str) -> Sentence:
        """A house rule at the start."""
        text = (
            "Did the table agree on {option} (as {one} wrote) or {other_option} (as {other} wrote) "
            "for the house rule {rule}?"
        )
        facts = {"rule": rule, "option": option, "other_option": other_option}
        return Sentence(text, self._named(facts))

    def who_played(self, players: list[str], other_players: list[str]) -> Sentence:
        """The players in their turn order."""
        text = (
            "Did they sit in the order {players} (as {one} wrote) or {other_players} "
            "(as {other} wrote)?"
        )
        return Sentence(text, self._named({"players": players, "other_players": other_players}))

    def flagged_where(self, one: tuple[int, int], other: tuple[int, int]) -> Sentence:
        """What a table's word is about: the number of the line, and of the event it names."""
        text = (
            "Is the table's word (event {one_event} of {one}, event {other_event} of {other}) "
            "about event {one_about} of {one} or about event {other_about} of {other}?"
        )
        facts = {
            "one_event": one[0], "one_about": one[1],
            "other_event": other[0], "other_about": other[1],
        }  # fmt: skip
        return Sentence(text, self._named(facts))

    def _named(self, facts: Mapping[str, object]) -> dict[str, object]:
        return {**facts, "one": self.names[0], "other": self.names[1]}

    def _facts(
        self, one: list[tuple[int, Event]], other: list[tuple[int, Event]]
    ) -> dict[str, object]:
        told: dict[str, object] = {}
        for side, lines in (("one", one), ("other", other)):
            for number, event in lines:
                told |= {f"{side}_{key}": fact for key, fact in self._told(event).items()}
                told[f"{side}_event"] = number
        return self._named(told)

    def _told(self, event: Event) -> Mapping[str, object]:
        return self.sayings(event)[0].facts


def _did(side: str, event: Event, field: str = "") -> str:
    who, does = DOING[event["type"]]
    also = ALSO.get((event["type"], field), "") if event.get(field) else ""
    return _of(side, f"{who} {does}{also}")


def _of(side: str, text: str) -> str:
    """The text with the facts of this side.

    >>> _of("one", "{player} draw {card}")
    '{one_player} draw {one_card}'
    """
    return text.replace("{", f"{{{side}_")
