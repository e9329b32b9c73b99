"""Differences between two scribes' logs, phrased as questions to the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.judging.corrections import Event
from referee.judging.rulebook import Sayings
from referee.wording.language import N_
from referee.wording.sentences import Sentence

DOING: Final[Mapping[str, str]] = {
    "game": N_("the table sit down to play"),
    "house": N_("the table change house rules: {house}"),
    "join": N_("{player} sit down after {after}"),
    "leave": N_("{player} get up"),
    "hand": N_("{dealer} open a hand with a bet of {bet}"),
    "side_bet": N_("each put {amount} into {side_game}"),
    "cut": N_("{player} cut the deck"),
    "deal": N_("the dealer deal the cards"),
    "announce": N_("{player} announce {side_game}"),
    "cambio": N_("{player} pass {card} in the Cambio"),
    "declare": N_("{player} declare {win}"),
    "draw": N_("{player} draw {card}"),
    "discard": N_("{player} lay {card} on the pile"),
    "pass": N_("{player} knock"),
    "claim": N_("{player} ask for the card on offer"),
    "meld": N_("{player} meld {cards}"),
    "pay": N_("{player} pay {card}"),
    "force": N_("{by} force the card on offer onto a meld of {player}"),
    "withdraw": N_("{player} withdraw"),
    "win": N_("{player} call the win"),
    "show": N_("{player} show {cards}"),
    "offence": N_("{player} do what was told as an offence ({kind})"),
    "disqualify": N_("the table disqualify {player}"),
    "forgive": N_("the table forgive what was found"),
    "end": N_("the hand end there"),
    "payment": N_("{from} pay {to} {amount}"),
    "gap": N_("something happen that was not written down"),
}
"""The act of each event, phrased for a question: “Did … ?”"""

ALSO: Final[Mapping[tuple[str, str], str]] = {
    ("cambio", "to"): N_("{player} pass {card} in the Cambio to {to}"),
    ("hand", "bets"): N_("{dealer} open a hand with a bet of {bet} and the bets {bets}"),
    ("side_bet", "players"): N_("each put {amount} into {side_game} (only {players})"),
    ("announce", "cards"): N_("{player} announce {side_game} with {cards}"),
    ("declare", "cards"): N_("{player} declare {win} with {cards}"),
    ("claim", "card"): N_("{player} ask for the card on offer, {card}"),
    ("offence", "by"): N_("{player} do what was told as an offence ({kind}), seen by {by}"),
    ("end", "why"): N_("the hand end there ({why})"),
}
"""The act with an extra field, for lines that differ in that field."""

AS_IT_SAYS: Final = N_("this happen: “{said}”")
"""The act of an event that only some games have, in the game's own words."""

DID_IT_HAPPEN: Final[Mapping[tuple[bool, bool], str]] = {
    (True, True): (
        "Did {it}, as {has} wrote at event {event}? "
        "{lacks} has no such line between events {after} and {before}."
    ),
    (True, False): (
        "Did {it}, as {has} wrote at event {event}? {lacks} has no such line after event {after}."
    ),
    (False, True): (
        "Did {it}, as {has} wrote at event {event}? {lacks} has no such line before event {before}."
    ),
    (False, False): (
        "Did {it}, as {has} wrote at event {event}? {lacks} has no such line anywhere."
    ),
}
"""The question about a line in only one log, by whether the other log has a line before and after
it."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Phrases questions about two logs with these names; ``sayings`` are those of the game.

    A question contains the act as a nested sentence, so that each language can choose its own word
    order.
    """

    names: tuple[str, str]
    sayings: Sayings

    def which_reading(
        self, field: str, one: tuple[int, Event], other: tuple[int, Event]
    ) -> Sentence:
        """Ask about two lines of one type that differ only in this field."""
        text = _doing(one[1], field)
        if field not in one[1] or field not in other[1] or f"{{{field}}}" not in text:
            return self.which_event(field, one, other)
        this, that = self._told(one[1]), self._told(other[1])
        either = Sentence(
            "{this} (as {one} wrote at event {one_event}) or "
            "{that} (as {other} wrote at event {other_event})",
            self._wrote(one[0], other[0], this=this[field], that=that[field]),
        )
        return Sentence("Did {it}?", {"it": Sentence(text, {**this, field: either})})

    def which_event(self, field: str, one: tuple[int, Event], other: tuple[int, Event]) -> Sentence:
        """Ask about two lines at the same position that record different acts."""
        this, that = self._did(one[1], field), self._did(other[1], field)
        return Sentence(
            "Did {this} (as {one} wrote at event {one_event}), "
            "or did {that} (as {other} wrote at event {other_event})?",
            self._wrote(one[0], other[0], this=this, that=that),
        )

    def dealt(self, player: str, cards: tuple[object, object], one: int, other: int) -> Sentence:
        """Ask which cards a player was dealt."""
        return Sentence(
            "Was {player} dealt {this} (as {one} wrote at event {one_event}) or "
            "{that} (as {other} wrote at event {other_event})?",
            self._wrote(one, other, player=player, this=cards[0], that=cards[1]),
        )

    def did_it_happen(
        self, only_one: bool, line: tuple[int, Event], after: int | None, before: int | None
    ) -> Sentence:
        """Ask about a line in only one log; ``after`` and ``before`` are its neighbours in the
        other."""
        has, lacks = self.names if only_one else self.names[::-1]
        facts = {
            "it": self._did(line[1]), "has": has, "event": line[0],
            "lacks": lacks, "after": after, "before": before,
        }  # fmt: skip
        return Sentence(DID_IT_HAPPEN[after is not None, before is not None], facts)

    def which_was_first(
        self, ones: list[tuple[int, Event]], others: list[tuple[int, Event]]
    ) -> Sentence:
        """Ask about two neighbouring lines in opposite order."""
        first, then = (self._did(event) for _, event in ones)
        return Sentence(
            "Did {first} first, and did {then} after that "
            "(as {one} wrote at events {one_event} and {one_then}), or the other way round "
            "(as {other} wrote at events {other_event} and {other_then})?",
            self._wrote(
                ones[0][0], others[0][0],
                first=first, then=then, one_then=ones[1][0], other_then=others[1][0],
            ),
        )  # fmt: skip

    def when(self, one: tuple[int, Event], other: tuple[int, Event]) -> Sentence:
        """Ask about a line at different positions."""
        return Sentence(
            "When did {it}: where {one} wrote it (event {one_event}) "
            "or where {other} wrote it (event {other_event})?",
            self._wrote(one[0], other[0], it=self._did(one[1])),
        )

    def which_rule(self, rule: str, option: str, other_option: str) -> Sentence:
        """Ask about a house rule at the start."""
        return Sentence(
            "Did the table agree on {option} (as {one} wrote) or {other_option} (as {other} wrote) "
            "for the house rule {rule}?",
            self._named(rule=rule, option=option, other_option=other_option),
        )

    def who_played(self, players: list[str], other_players: list[str]) -> Sentence:
        """Ask about the players and their turn order."""
        return Sentence(
            "Did they sit in the order {players} (as {one} wrote) or {other_players} "
            "(as {other} wrote)?",
            self._named(players=players, other_players=other_players),
        )

    def flagged_where(self, one: tuple[int, int], other: tuple[int, int]) -> Sentence:
        """Ask which event a decision of the table is about; each pair is the line and the event it
        names."""
        return Sentence(
            "Is the table's decision (event {one_event} of {one}, event {other_event} of "
            "{other}) about event {one_about} of {one} or about event {other_about} of {other}?",
            self._wrote(one[0], other[0], one_about=one[1], other_about=other[1]),
        )

    def _named(self, **facts: object) -> dict[str, object]:
        return {**facts, "one": self.names[0], "other": self.names[1]}

    def _wrote(self, one: int, other: int, **facts: object) -> dict[str, object]:
        """Return the facts with the names of both logs and the numbers of their events."""
        return self._named(**facts, one_event=one, other_event=other)

    def _told(self, event: Event) -> Mapping[str, object]:
        said = self.sayings(event)[0]
        return {**said.facts, "said": said}

    def _did(self, event: Event, field: str = "") -> Sentence:
        return Sentence(_doing(event, field if event.get(field) else ""), self._told(event))


def _doing(event: Event, field: str) -> str:
    kind = event["type"]
    return ALSO.get((kind, field)) or DOING.get(kind, AS_IT_SAYS)
