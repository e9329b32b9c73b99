"""A hand with findings: its lines, and those that may have led to them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards.deck import UNRECORDED, names
from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import REVISING, Event
from referee.judging.findings import Finding
from referee.rulings.repair.edits import Edit, HandLines, Trials, slots
from referee.wording.sentences import Cards

NEAR: Final = 6
"""The number of lines before a finding in which a slip may have led to it, whatever its cards."""

LATELY: Final = 8
"""The number of lines before a discard or claim in which its card may have been named."""

MANY: Final = 15
"""The number of cards in a line from which none of them counts as the one in question."""

CITED, CLOSE, ELSEWHERE = 1.0, 0.3, 0.03
"""The suspicion of a slip in a line: cited by a finding, near one, or elsewhere."""


class HandInQuestion:
    """A hand with findings, and the lines that may have led to them."""

    def __init__(self, trials: Trials, stretch: HandLines, findings: Sequence[Finding]) -> None:
        self.trials, self.stretch = trials, stretch
        self.events = trials.events
        self.index_of = {
            self.events[index][0]: index for index in range(stretch.start, stretch.stop)
        }
        self.lines = [
            index
            for index in range(stretch.start, stretch.stop)
            if self.events[index][1]["type"] not in REVISING
        ]
        self.findings = findings
        self.drawn = {self.event(at)["card"]: at for at in self.lines if self.kind(at) == "draw"}
        self.paid = {self.event(at)["card"]: at for at in self.lines if self.kind(at) == "pay"}
        self.dealt = {
            card: at
            for at in self.lines
            if self.kind(at) == "deal"
            for _, card in slots(self.event(at))
        }
        self.cited = self._cited()
        self.near = self._near()
        self.cards = self._cards()

    def _cited(self) -> set[int]:
        numbers = {
            number for finding in self.findings for number in (finding.event, *finding.cites)
        }
        return {self.index_of[number] for number in numbers if number in self.index_of}

    def _near(self) -> set[int]:
        first = min(self.findings, key=lambda finding: finding.event)
        at = self.index_of.get(first.event, self.stretch.stop - 1)
        here = [index for index in self.lines if index <= at][-NEAR - 1 :]
        after = [index for index in self.lines if index > at][:1]
        return {*here, *after} | self.cited | self._shows()

    def _shows(self) -> set[int]:
        """Return the lines that show the cards of a side game with a finding."""
        players = {finding.player for finding in self.findings if finding.rule.startswith("side.")}
        return {
            index
            for index in self.lines
            if self.kind(index) == "show" and self.event(index)["player"] in players
        }

    def _cards(self) -> set[str]:
        named = {
            card
            for finding in self.findings
            for fact in finding.facts.values()
            if isinstance(fact, Cards)
            for card in names(fact)
            if card != UNRECORDED
        }
        lines = [[card for _, card in slots(self.event(index))] for index in self.cited]
        return named.union(*(cards for cards in lines if len(cards) < MANY))

    def nearness(self, edit: Edit) -> float:
        """Return how near the lines of an edit are to the findings."""
        indexes = range(edit.start, max(edit.stop, edit.start + 1))
        return max(
            CITED if index in self.cited else CLOSE if index in self.near else ELSEWHERE
            for index in indexes
        )

    def can_stand(self, index: int, kind: str, card: str) -> bool:
        """Return whether a card is plausible in a line of this kind: a drawn card was not dealt and
        is drawn once, a paid card was not drawn and is paid once, a discarded or claimed card was
        just drawn or named."""
        if kind in ("draw", "deal"):
            elsewhere = self.drawn.get(card, index) != index or self.dealt.get(card, index) != index
            return not elsewhere
        if kind in ("pay", "cambio"):
            again = kind == "pay" and self.paid.get(card, index) != index
            return card not in self.drawn and not again
        if kind in ("discard", "claim"):
            before = [self.event(line) for line in self.lines if line < index][-LATELY:]
            return any(card == event.get("card") for event in before)
        return True

    def held(self, event: Event) -> Sequence[str]:
        """Return the dealt cards of this line's player if the deal is only partly known and the
        line names cards of theirs; else nothing."""
        if event["type"] not in ("pay", "show", "announce", "declare", "cambio"):
            return ()
        deals = [self.event(at)["hands"] for at in self.lines if self.kind(at) == "deal"]
        dealt = deals[-1].get(event["player"]) if deals else None
        cards = dealt if isinstance(dealt, list) else ()
        return cards if UNRECORDED in cards else ()

    def event(self, index: int) -> Event:
        """Return the event with this index."""
        return self.events[index][1]

    def kind(self, index: int) -> str:
        """Return the type of the event with this index."""
        return str(self.events[index][1]["type"])

    def table_before(self, index: int) -> Mapping[str, Any] | None:
        """Return the table before the line with this index; None if no hand is open."""
        play = self.trials.before(self.stretch)
        play.play_on(self.events[self.stretch.start : index])
        table: Mapping[str, Any] | None = play.view()["hand"]
        return table

    def paid_behind(self, index: int) -> str | None:
        """Return the player who gains most in the payments from this line to the next hand; None if
        no player gains more than the others."""
        got: Counter[str] = Counter()
        for line in (at for at in self.lines if at >= index):
            event = self.event(line)
            if event["type"] == "payment":
                got[event["to"]] += event["amount"]
                got[event["from"]] -= event["amount"]
        got.pop(THE_MIDDLE, None)
        first, second = [*got.most_common(2), ("", 0), ("", 0)][:2]
        return first[0] if first[1] > max(second[1], 0) else None

    def players(self) -> list[str]:
        """Return the names of the players in this hand."""
        play = self.trials.before(self.stretch)
        seq, opening = self.events[self.stretch.start]
        play.step(seq, opening)
        hand = play.view()["hand"]
        return [seat["player"] for seat in hand["seats"]] if hand else []
