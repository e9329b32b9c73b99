"""House rules that record which choices a game looks up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.judging.rulebook import House, Rulebook
from referee.rulings.crux.answer_trees import Answered
from referee.rulings.whatif.choices import AS_IT_WAS, PLAYED, OptionChange


class AskedChoices:
    """Answers a game's queries for house rules, and records which choices it asks for."""

    def __init__(self, choices: Sequence[OptionChange]) -> None:
        self._choices = choices
        self._places = {(choice.rule, choice.part): at for at, choice in enumerate(choices)}
        self.answers: Answered = {}
        self._anew: list[int] = []

    def begin(self, given: Answered, anew: list[int]) -> None:
        """Use the given answers from now on. Other choices keep the table's answer, and are
        recorded in ``anew``."""
        self.answers, self._anew = dict(given), anew

    def otherwise(self, rule: str, part: str | None) -> str | None:
        """Return the different option for this house rule; None if the table's choice stands."""
        place = self._places.get((rule, part))
        if place is None:
            return None
        if place not in self.answers:
            self.answers[place] = AS_IT_WAS
            self._anew.append(place)
        return self._choices[place].answer(self.answers[place])


class AskedHouse(Mapping[str, Any]):
    """The house rules of one hand as a game sees them: each lookup is recorded."""

    def __init__(self, asked: AskedChoices, rulebook: Rulebook, house: House) -> None:
        self._asked = asked
        self._house = house
        self._several = {rule.name for rule in rulebook.house_rules if rule.several}

    def __getitem__(self, rule: str) -> Any:
        if rule in self._several:
            return AskedParts(self._asked, rule, self._house[rule])
        return self._asked.otherwise(rule, None) or self._house[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._house)

    def __len__(self) -> int:
        return len(self._house)


class AskedParts:
    """The options in force of a house rule that allows several; each lookup is recorded
    separately."""

    def __init__(self, asked: AskedChoices, rule: str, parts: tuple[str, ...]) -> None:
        self._asked = asked
        self._rule = rule
        self._parts = parts

    def __contains__(self, part: str) -> bool:
        otherwise = self._asked.otherwise(self._rule, part)
        return part in self._parts if otherwise is None else otherwise == PLAYED
