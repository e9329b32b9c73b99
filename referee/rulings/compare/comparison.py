"""Two scribes' logs of the same hands: where they contradict each other, and whether it matters.

Each contradiction is a question to the table, with the changes to either log if the other one were
right. The referee does not decide between them; it only reports if the rest of a scribe's own log
contradicts what they wrote.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.replay import replayed
from referee.judging.report import Report
from referee.judging.summary import so_far
from referee.rulings.compare.aligning import Pairing
from referee.rulings.compare.differences import SIDES, Addition, Contradiction
from referee.rulings.compare.logs import ComparedLog, ends_alike, is_strict
from referee.rulings.compare.side_by_side import SideBySide
from referee.rulings.whatif import Outcome
from referee.wording.language import Word
from referee.wording.sentences import Sentence, SpellCard, letters, spoken


class DifferentGames(ValueError):  # noqa: N818 - it says what is wrong with the question
    """Raised for two logs of different games, which have no hand in common."""

    def __init__(self, names: tuple[str, str], titles: Sequence[str]) -> None:
        text = (
            "{one} is a log of {this}, {other} a log of {that}: only logs of the same game can be "
            "compared."
        )
        this, that = map(Word, titles)
        facts = {"one": names[0], "this": this, "other": names[1], "that": that}
        self.phrase = Sentence(text, facts)
        super().__init__(self.phrase)

    def __str__(self) -> str:
        return spoken(self.phrase)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two logs side by side: their contradictions, their additions, and the results.

    ``hands`` are the numbers of the same hand in both logs; None if a log lacks the hand.
    """

    names: tuple[str, str]
    logs: tuple[ComparedLog, ComparedLog]
    hands: Pairing
    differences: tuple[Contradiction, ...]
    additions: tuple[Addition, ...]

    @property
    def missing_hands(self) -> list[tuple[int, int]]:
        """The hands in only one log: the log (0 or 1), and the number there."""
        return [
            (side, number)
            for pair in self.hands
            for side, number in enumerate(pair)
            if number is not None and pair[1 - side] is None
        ]

    @property
    def agree(self) -> bool:
        """Return whether the logs have the same hands and no contradictions."""
        return not self.differences and not self.missing_hands

    @property
    def same_players(self) -> bool:
        """Return whether both logs have the same players, in any order."""
        one, other = (set(map(fold, log.report["players"])) for log in self.logs)
        return one == other

    @property
    def same_totals(self) -> bool:
        """Return whether all players have the same money and points in both logs."""
        one, other = (_totals(log.report) for log in self.logs)
        return one == other

    @property
    def other_winners(self) -> list[tuple[int, int]]:
        """The hands with different endings, by their numbers in both logs."""
        both = [(one, other) for one, other in self.hands if one is not None and other is not None]
        return [pair for pair in both if not ends_alike(*self.logs, *pair)]

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "agree": self.agree,
            "same_players": self.same_players,
            "same_winners": not self.other_winners and not self.missing_hands,
            "same_totals": self.same_totals,
            "logs": {
                side: {"name": name, **_result(log.report)}
                for side, name, log in zip(SIDES, self.names, self.logs, strict=True)
            },
            "hands": [dict(zip(SIDES, pair, strict=True)) for pair in self.hands],
            "differences": [contradiction.to_dict(spell) for contradiction in self.differences],
            "additions": [addition.to_dict(spell) for addition in self.additions],
        }

    def sentences(self) -> list[Sentence]:
        """The overall result in sentences."""
        facts: dict[str, object] = {"one": self.names[0], "other": self.names[1]}
        found = []
        if not self.same_players:
            found.append(Sentence("The players are not the same in {one} and {other}.", facts))
        for side, number in self.missing_hands:
            about = {"has": self.names[side], "lacks": self.names[1 - side], "hand": number}
            found.append(Sentence("{lacks} does not have hand {hand} of {has}.", about))
        for pair in self.other_winners:
            for name, log, hand in zip(self.names, self.logs, pair, strict=True):
                winner = Outcome.of(log.result(hand) or {}).winner
                text = "Hand {hand} of {name}: {winner} wins."
                if not winner:
                    text = "Hand {hand} of {name}: nobody wins."
                found.append(Sentence(text, {"name": name, "hand": hand, "winner": winner}))
        if self.same_totals:
            found.append(Sentence("Both logs come to the same totals.", facts))
            return found
        for name, log in zip(self.names, self.logs, strict=True):
            amounts = [f"{who} {balance}" for who, balance in so_far(log.report).items()]
            found.append(Sentence("Totals of {name}: {totals}.", {"name": name, "totals": amounts}))
        return found


def _result(report: Report) -> dict[str, Any]:
    ends = [
        {"hand": hand["hand"], "outcome": Outcome.of(hand)._asdict()} for hand in report["hands"]
    ]
    kept = ("players", "totals", "carried", "side_carried")
    return {"hands": ends, **{name: report[name] for name in kept}}


def _totals(report: Report) -> dict[str, tuple[int, int | None]]:
    points = report.get("scores", {})
    return {fold(name): (amount, points.get(name)) for name, amount in report["totals"].items()}


def compare(
    one: Iterable[Event],
    other: Iterable[Event],
    names: tuple[str, str] = ("A", "B"),
    spell: SpellCard = letters,
) -> Comparison:
    """Compare two logs of the same hands; ``names`` are the names of the logs. Raises
    DifferentGames.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> hand = {"type": "hand", "dealer": "Beto", "bet": 5}
    >>> found = compare([opening, hand], [opening, {**hand, "bet": 10}])
    >>> found.differences[0].question.render()
    'A wrote at event 2: Beto opens a hand; the bet is 5. B wrote at event 2: Beto opens a hand; \
the bet is 10. Which is right?'
    >>> found.differences[0].matters
    True
    """
    both = replayed(one), replayed(other)
    this, that = (replay.rulebook for replay in both)
    if this.name != that.name:
        raise DifferentGames(names, [this.title, that.title])
    strict = any(map(is_strict, both))
    logs = ComparedLog(both[0], strict, spell), ComparedLog(both[1], strict, spell)
    beside = SideBySide(logs, names)
    return Comparison(names, logs, beside.hands, *beside.found())
