"""Questions about a few lines of play, in the language of the table, and the expected answers.

``== title`` begins a case, ``#`` a comment. A line is an event as in ``tests.table_talk``, or:

* ``sample NAME``, ``case dam/deal.count: TITLE``: the lines of a sample, or of a case of a rule;
* ``other 9: draw Beto 9c``: another line 9 in the second log; ``9+`` before it, ``9-`` without it;
* ``words Beto 9: It was mine.``: a dispute; ``json {...}``: any line; ``ana_wins``: ``ANA_WINS``;
* ``language es``: that of further questions.

``?`` asks a question about all lines so far:

* ``? turn.order [PLAYER]``: the ruling on what this rule found first (about this player);
* ``? 7 [turn.order]`` (or ``last``): the ruling on an event; ``? slips 7``: with slips of the pen;
  ``? disputes``: on the last dispute;
* ``? house knock=free``, ``? without 6``, ``? instead 6: draw Ana 7h``: the evening otherwise;
* ``? knows 5`` (``last``), ``? crux``, ``? repair``, ``? compare``, ``? report``, ``? cases``:
  what these say;
* ``? deal 5 Kd=Ana Ks=not_deck``: a deal after an event with cards at these places;
* ``? ask 1 21``: the question to ask next, once these answers were given;
* ``? table``: the melds before everyone, and the acts that may come next.

Below it, ``= part: text`` says that a part of the answer has this text, ``~`` that one of its texts
contains it, ``!`` that none does. ``? repair`` also checks that the first proposal leaves no
findings, ``? compare`` that both logs can be exchanged, and that each reading is tried on its log.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import Any, Final

from referee_schemas.reading import read_log

from referee.judging.registry import find
from referee.judging.replay import judge, replayed
from referee.judging.summary import payments, still_owed
from referee.rulings.ask import answered
from referee.rulings.casebook import cases_of
from referee.rulings.compare import Comparison, compare
from referee.rulings.crux import crux
from referee.rulings.repair import repairs
from referee.rulings.ruling import Ruling, rule_on, rulings
from referee.rulings.ruling.cost import Worth
from referee.rulings.whatif import Difference, NotPossible, what_if
from referee.wording.language import speaking
from referee.wording.sentences import Sentence
from referee.wording.translations import catalogue
from tests.evenings import Log
from tests.every_game import CASES, cases
from tests.table_talk import say

SAMPLES: Final = Path(__file__).parents[2] / "sample_games"

Parts = dict[str, list[str]]

ANA_WINS: Final = """
    draw Ana 3h
    meld Ana Ah2h3h
    pay Ana Kc
    draw Beto 9s
    meld Ana 7s8s9s
    pay Ana Qd
    draw Beto 5d
    meld Ana 5c5d5s5h
"""
"""Let Ana win with ten cards and a mico; Beto never melds."""


class CaseSoFar:
    """The lines of a case so far, those of a second log (``other``), and the last answer."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.log: Log = []
        self.other: Log | None = None
        self.parts: Parts = {}
        self.language: NullTranslations = catalogue("en")

    def take(self, line: str) -> None:
        """Take the next line of a case, and check its claim about the answer."""
        kind, _, rest = line.partition(" ")
        if kind == "?":
            with speaking(self.language):
                self.parts = self._answer(rest)
        elif kind in SIGNS:
            part, _, text = rest.partition(": ")
            assert SIGNS[kind](text, self.parts[part]), (line, self.parts)
        else:
            self._add(kind, rest, line)

    def _add(self, kind: str, rest: str, line: str) -> None:
        head, _, text = rest.partition(": ")
        match kind:
            case "sample":
                self.log = list(read_log(SAMPLES / f"{rest}.jsonl"))
            case "case":
                found = cases(CASES / f"{head}.txt")
                self.log = next(one.events for one in found if one.title == text)
            case "other":
                log, at = self.other or self.log, int(head.rstrip("+-")) - 1
                brought = say(text, game=self.game) if text else []
                self.other = [*log[:at], *brought, *log[at + (not head.endswith("+")) :]]
            case "words":
                by, event = head.split()
                self.log.append({"type": "dispute", "by": by, "event": int(event), "text": text})
            case "language":
                self.language = catalogue(rest)
            case "json":
                self.log.append(json.loads(rest))
            case "ana_wins":
                for act in ANA_WINS.strip().splitlines():
                    self.log += say(act.strip())
            case _:
                self.log += say(line, game=self.game)

    def _answer(self, question: str) -> Parts:
        kind, *words = question.split()
        if kind in _QUESTIONS:
            return _QUESTIONS[kind](self)
        try:
            match kind:
                case "disputes":
                    return of_ruling(rulings(self.log)[-1])
                case "house":
                    return of_difference(what_if(self.log, self._house(words)))
                case "without":
                    return of_difference(what_if(self.log, without=map(int, words)))
                case "instead":
                    at, _, line = question.removeprefix("instead ").partition(": ")
                    (event,) = say(line, game=self.game)
                    return of_difference(what_if(self.log, instead={int(at): event}))
                case "slips":
                    return of_ruling(rule_on(self.log, int(words[0]), slips=True)[0])
                case "knows":
                    at = len(self.log) if words[0] == "last" else int(words[0])
                    return of_knowledge(self.log, at)
                case "deal":
                    return of_a_deal(self.log, *words)
                case "ask":
                    return of_the_next_question(self.log, map(int, words))
                case number if number.isdigit() or number == "last":
                    event = len(self.log) if number == "last" else int(number)
                    found = rule_on(self.log, event, *words)
                    return {**of_ruling(found[0]), "kinds": [one.kind for one in found]}
            return of_ruling(ruling_of(self.log, kind, *words))
        except NotPossible as problem:
            return {"refused": [str(problem)]}

    def _house(self, words: Iterable[str]) -> Mapping[str, Any]:
        several = {rule.name for rule in find(self.log[0]["game"]).house_rules if rule.several}
        chosen = dict(word.split("=") for word in words)
        return {
            rule: tuple(option.split(",")) if rule in several else option
            for rule, option in chosen.items()
        }


SIGNS: Final[Mapping[str, Callable[[str, Sequence[str]], bool]]] = {
    "=": lambda text, texts: text in texts,
    "~": lambda text, texts: any(text in one for one in texts),
    "!": lambda text, texts: not any(text in one for one in texts),
}


def ruling_of(log: Log, rule: str, player: str | None = None) -> Ruling:
    """Return the ruling on the first finding of a rule, about this player if one is named."""
    found = [one for one in judge(log)["findings"] if one["rule"] == rule]
    finding = next(one for one in found if player in (None, one["player"]))
    about = rule_on(log, finding["event"], rule)
    return next((one for one in about if finding["message"] in one.reason.render()), about[0])


def in_words(sentences: Iterable[Sentence]) -> list[str]:
    return [one.render() for one in sentences]


def amounts(money: Mapping[str, Any]) -> str:
    """Return amounts by player: ``Ana 5, Beto -5``."""
    return ", ".join(f"{name} {amount}" for name, amount in money.items()) or "nothing"


def of_ruling(found: Ruling) -> Parts:
    def money(worth: Worth | None) -> list[str]:
        return [] if worth is None else [amounts(worth.money)]

    remedies = in_words(one.what for one in found.remedies)
    return {
        "kind": [found.kind],
        "verdict": [found.verdict()],
        "cost": in_words(found.cost.sentences) or ["nothing"],
        "lies": money(found.cost.as_it_lies),
        "right": money(found.cost.as_it_should_be),
        "enforced": money(found.cost.enforced),
        "remedy": remedies,
        "remedies": [" / ".join(remedies)],
        "first": remedies[:1],
        "who": in_words(one.who for one in found.remedies),
        "rule": [rule.id for rule in found.rules],
        "plain": [rule.plain for rule in found.rules],
        "fact": [fact.render() for fact in found.facts],
        "basis": [f"{one.basis} {[*one.events]} {one.render()}" for one in found.facts],
        "shown by": [str([*found.shown_by])],
        "edit": [" ".join(line["type"] for line in found.edit)],
        "struck": [" ".join(str(line.get("event")) for line in found.edit)],
        "line": [json.dumps(line) for line in found.edit],
        "decides": in_words(found.would_decide),
        "by whom": in_words(found.by_whom),
        "table": in_words(found.decided),
        "forgiven": in_words(found.forgiveness),
    }


def of_difference(found: Difference) -> Parts:
    def findings(every: Iterable[Mapping[str, Any]]) -> list[str]:
        return [f"{one['event']} {one['rule']}" for one in every] or ["none"]

    return {
        "says": in_words(found.sentences()),
        "gone": findings(found.findings_gone),
        "new": findings(found.findings_new),
        "moves": [amounts(found.moves)],
        "middle": [str(found.middle)],
        "hands": [str([hand.number for hand in found.hands])],
    }


def of_knowledge(log: Log, event: int) -> Parts:
    """Return the knowledge of every hand after an event: ``sizes`` are its possible numbers of
    cards, ``because`` the events that show a certain card."""
    parts: Parts = {}
    for known in replayed(log).knowledge(event):
        low, high = known.count
        about = {
            "surely": known.surely,
            "possibly": known.possibly,
            "impossible": known.impossible,
            "sizes": map(str, range(low, high + 1)),
            "because": (f"{card} {[*events]}" for card, events in known.because.items()),
        }
        parts |= {f"{known.player} {name}": [*cards] for name, cards in about.items()}
    return parts


def of_a_deal(log: Log, event: str, *words: str) -> Parts:
    places = dict(word.replace("_", " ").split("=") for word in words)
    deal = replayed(log).possible_deal(int(event), places)
    if deal is None:
        return {"deal": ["none"]}
    return {"deck": deal["deck"], **deal["hands"]}


def of_the_next_question(log: Log, answers: Iterable[int]) -> Parts:
    """Return the next question, with the events that each answer corrects."""
    added, plan = answered(log, [*answers])
    worlds = plan.next.worlds if plan.next else ()
    return {
        "question": [plan.next.sentence.render() if plan.next else "none"],
        "deciding": [str(len(plan.deciding))],
        "who": [*plan.next.who] if plan.next else [],
        "corrects": [" ".join(str(line.get("event")) for line in world.edit) for world in worlds],
        "totals": [amounts(world.report["totals"]) for world in worlds],
        "undecided": [str(len(judge([*log, *added])["undecided"]))],
        "points": [amounts(hand.scores or {}) for hand in judge([*log, *added]).hands],
    }


def _of_crux(case: CaseSoFar) -> Parts:
    found = crux(case.log)
    plain = found.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    return {
        "says": in_words(found.sentences()),
        "point": [
            f"{' + '.join(in_words(one.sentence() for one in point.changes))}: "
            f"{amounts(point.difference.moves)}"
            for point in found.turning_points
        ],
        "points": [str(len(found.turning_points))],
        "played": [str(found.played)],
        "matters": [" ".join((rule, *parts)) for rule, parts in found.matters.items()],
    }


def _of_repairs(case: CaseSoFar) -> Parts:
    found = repairs(case.log)
    assert json.dumps([one.as_data() for one in found])
    return {
        "first": [one.message() for one in found[:1]],
        "line": [json.dumps(line) for one in found[:1] for line in one.corrections],
        "any line": [json.dumps(line) for one in found for line in one.corrections],
        "number": [str(len(found))],
    }


def _of_best_repair(case: CaseSoFar) -> Parts:
    first = repairs(case.log)[0]
    assert judge([*case.log, *first.corrections])["findings"] == []
    assert (first.left, first.new) == ((), ())
    return _of_repairs(case)


def _of_cases(case: CaseSoFar) -> Parts:
    found = cases_of("log", case.log)
    return {"case": [f"{one.rule} {one.kind} {one.event}: {one.decided[-1]}" for one in found]}


def _of_report(case: CaseSoFar) -> Parts:
    report = judge(case.log)
    account = report.account or {"stakes": {}, "paid": {}}
    return {
        "paid": [" ".join(in_words(payments(report))) or "nothing"] if report.account else [],
        "owed": [" ".join(in_words(still_owed(report)))] if report.account else [],
        "stakes": [amounts(account["stakes"])],
        "got": [amounts(account["paid"])],
        "findings": [" ".join(one["rule"] for one in report["findings"]) or "none"],
        "undecided": [" ".join(one["rule"] for one in report["undecided"]) or "none"],
        "outcome": [hand["outcome"]["kind"] for hand in report["hands"]],
    }


def _of_the_table(case: CaseSoFar) -> Parts:
    replay = replayed(case.log)
    seats = replay.view()["hand"]["seats"]
    lying = {f"{seat['player']} melds": ["".join(meld) for meld in seat["melds"]] for seat in seats}
    return lying | {"next": [one.act for one in replay.expected()]}


def _of_comparison(case: CaseSoFar) -> Parts:
    found = mirrored(case.log, case.other or case.log)
    differences = found.differences
    return {
        "question": in_words(one.question for one in differences),
        "questions": [str(len(differences))],
        "kind": [one.kind for one in differences],
        "events": [str([reading.events for reading in one.readings]) for one in differences],
        "consequence": [text for one in differences for text in in_words(one.consequences())],
        "matters": [str(one.matters) for one in differences],
        "moves": [
            amounts(reading.difference.moves)
            for one in differences
            for reading in one.readings
            if reading.difference
        ],
        "lines": [json.dumps(one.corrections) for each in differences for one in each.readings],
        "additions": [str(len(found.additions))],
        "addition": [" ".join(in_words(one.sentences())) for one in found.additions],
        "agree": [str(found.agree)],
        "same players": [str(found.same_players)],
        "says": in_words(found.sentences()),
    }


_QUESTIONS: Final[Mapping[str, Callable[[CaseSoFar], Parts]]] = {
    "crux": _of_crux,
    "repair": _of_best_repair,
    "repairs": _of_repairs,
    "report": _of_report,
    "cases": _of_cases,
    "compare": _of_comparison,
    "table": _of_the_table,
}


def mirrored(one: Log, other: Log) -> Comparison:
    """Compare two logs in both orders, and check that the results agree."""
    found, back = compare(one, other), compare(other, one)
    plain, turned = found.to_dict(), back.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert len(plain["differences"]) == len(turned["differences"])
    for this, that in zip(plain["differences"], turned["differences"], strict=True):
        assert (this["kind"], this["matters"]) == (that["kind"], that["matters"])
        assert (this["one"], this["other"]) == (that["other"], that["one"])
        assert {this["fits"], that["fits"]} in ({None}, {"one", "other"})
    sides = {"one": "other", "other": "one"}
    told = [(sides[each["log"]], each["event"], each["count"]) for each in turned["additions"]]
    assert sorted(told) == sorted((e["log"], e["event"], e["count"]) for e in plain["additions"])
    assert [(b, a) for a, b in back.hands] == found.hands
    for difference in found.differences:
        for log, reading in zip((one, other), difference.readings, strict=True):
            if reading.difference is not None:
                would_be = reading.difference.would_be
                assert judge([*log, *(reading.corrections or ())]) == would_be
    return found


def written(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the title and the lines of each case in the files of a folder."""
    for path in sorted(folder.glob("*.txt")):
        for block in path.read_text("utf-8").split("\n== ")[1:]:
            title, *said = map(str.strip, block.splitlines())
            yield f"{path.stem}: {title}", [one for one in said if one and one[0] != "#"]
