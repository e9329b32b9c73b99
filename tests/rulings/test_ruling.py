"""Rulings: every part is there, for every rule and every way in which a table may play it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.rulings.ruling import (
    IN_ORDER,
    KINDS,
    NOT_ALLOWED,
    UNDECIDED,
    Asked,
    Ruling,
    rule_on,
    rulings,
)
from referee.rulings.whatif import NotPossible
from referee.wording.sentences import symbols
from tests.table_talk import Case, cases, say

CASES = Path(__file__).parent.parent / "cases" / "desmoche"
BOOK = find("desmoche")


def lines(text: str) -> list[dict[str, Any]]:
    return [event for line in text.strip().splitlines() for event in say(line.strip())]


def about(rule_id: str) -> Iterator[tuple[Case, int]]:
    """The cases that show this rule, each with the event where it speaks."""
    for case in cases(CASES / f"{rule_id}.txt"):
        for event, rule, _, _ in case.findings:
            if rule == rule_id:
                yield case, event
                break


def is_whole(ruling: Ruling) -> None:
    """Check that a ruling has all its parts, and that nothing is left of the templates."""
    told = ruling.to_dict(symbols)
    for part in ("verdict", "question", "facts", "rules", "finding", "shown_by"):
        assert told[part], part
    assert ruling.kind in (*KINDS.values(), IN_ORDER, UNDECIDED)
    assert ruling.remedies or ruling.kind == IN_ORDER
    words = json.dumps({**told, "question": "", "cost": "", "rectification": ""})
    assert "{" not in words.replace("[{", "").replace(", {", "").replace(": {", "")[1:]
    assert "None" not in words


def at_tables_that_play(events: list[dict[str, Any]], name: str, option: str) -> list[Any]:
    opening = dict(events[0])
    several = next(rule for rule in BOOK.house_rules if rule.name == name).several
    opening["house"] = {**opening.get("house", {}), name: [option] if several else option}
    return [opening, *events[1:]]


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: rule.id)
def test_every_rule_in_every_house_is_ruled_on(rule: Any) -> None:
    case, event = next(about(rule.id))
    found = rule_on(case.events, event, rule.id)
    assert found[0].rules[0].id == rule.id
    assert found[0].shown_by
    for ruling in found:
        is_whole(ruling)
    declared = {one.name: one for one in BOOK.house_rules}
    for name in rule.binds:
        for option in declared[name].options:
            table = at_tables_that_play(case.events, name, option)
            for ruling in rule_on(table, event, rule.id):
                is_whole(ruling)
                bound = {one.house_rule.name: one.option for one in ruling.bound}
                assert option in bound[name] or any("house" in str(line) for line in table[1:])


QUARREL = lines("""
table Ana Beto Carla
draw Ana 7h
claim Beto
meld Carla 7h7s7d
""")


def test_a_breach_names_rule_facts_and_who() -> None:
    (ruling,) = rule_on(QUARREL, 9, spell=symbols)
    told = ruling.to_dict(symbols)
    assert told["kind"] == "not allowed"
    assert told["verdict"].startswith("Not allowed: Carla used 7♥, but Beto, who sits nearer")
    assert told["finding"] == "Carla used 7♥, but Beto, who sits nearer to Ana, had asked for it."
    assert [rule["id"] for rule in told["rules"]] == ["claim.priority"]
    assert told["shown_by"] == [7, 8, 9]
    facts = [fact["fact"] for fact in told["facts"]]
    assert "Event 8: Beto asks for the card on offer." in facts
    assert "Ana had drawn or laid the last card." in facts
    assert told["by_whom"] == ["Carla, if the record has it right."]


def test_a_lawful_act_is_said_to_be_lawful() -> None:
    (ruling,) = rule_on(QUARREL, 8)
    assert ruling.verdict(symbols) == "In order: Nothing in the record is against it."


def test_an_open_offence_tells_both_moneys() -> None:
    log = lines("""
    table Ana Beto
    draw Ana 7h
    meld Ana 7h8h9h
    pay Ana Kc
    pass Beto
    draw Beto 2c
    offence Ana hid_draw
    draw Ana 7s
    meld Ana 7s7d7c
    pay Ana Kd
    pass Beto
    draw Beto 5h
    meld Ana 5h5s5c5d
    """)
    (ruling,) = rule_on(log, 11)
    assert ruling.kind == NOT_ALLOWED
    assert ruling.cost.enforced is not None
    assert ruling.cost.as_it_lies.money["Ana"] - ruling.cost.enforced.money["Ana"] == 10
    told = " ".join(one.render() for one in ruling.cost.sentences)
    assert told == "If the table enforces it: Ana 10 less and 10 more in the middle."
    assert ruling.remedies[0].what.render() == ("Enforce it: disqualify Ana for event 11.")


def test_what_is_undecided_is_not_guessed() -> None:
    log = lines("""
    table Ana Beto
    draw Ana 2c
    draw Ana 7h
    meld Ana 7h7s7d
    pay Ana Kc
    withdraw Ana
    """)
    found = rule_on(log, 10, "withdraw.live")
    assert [one.kind for one in found] == ["undecided"]
    told = [one.render() for one in found[0].would_decide]
    assert told[0] == "This would decide it: the cards in the hand of Ana then."
    with_it, without_it = (one for one in told if one.startswith("A deal that fits"))
    assert "7c" in with_it
    assert "7c" not in without_it
    for one in found:
        is_whole(one)


def test_who_sits_nearest_is_not_said_where_a_nearer_player_may_have_asked() -> None:
    begun = lines("table Ana Beto Carla\ndraw Ana Kc\ndraw Ana Qc")
    told = {"melds": {name: [] for name in ("Ana", "Beto", "Carla")}, "stock": 20}
    later = lines("draw Beto 7h\ndiscard Beto 7h\nclaim Carla\nclaim Ana\nmeld Ana 7h8h9h")
    evening = [*begun, {"type": "gap", **told}, *later]
    (ruling,) = rule_on(evening, len(evening))
    assert (ruling.kind, ruling.rules[0].id) == (UNDECIDED, "claim.priority")
    assert "nearest" not in ruling.verdict()


def test_every_dispute_is_answered_in_the_words_of_who_asked() -> None:
    log = [*QUARREL, {"type": "dispute", "by": "Beto", "event": 9, "text": "¡Era mía!"}]
    (ruling,) = rulings(log)
    assert ruling.asked == Asked(9, "Beto", "¡Era mía!", 10)
    assert ruling.facts[-1].to_dict() == {
        "basis": "alleged",
        "fact": "Beto says: “¡Era mía!”",
        "events": [10],
    }


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("I asked first!", "Asking first does not count: the player who sits nearer comes first."),
        (
            "¡Yo la pedí primero!",
            "Asking first does not count: the player who sits nearer comes first.",
        ),
        ("¿Y el dos de oro?", "The last line that names 2d is event 5: Beto passes 2d."),
        ("Beto had the king of spades.", "Beto was dealt Ks at event 3."),
    ],
)
def test_what_somebody_alleges_is_answered_by_the_record(words: str, answer: str) -> None:
    log = lines("""
    players Ana Beto Carla
    hand Carla 5
    deal Beto=Ks2d3h4d6s7c8c9cTh
    cambio Ana ??
    cambio Beto 2d
    cambio Carla ??
    draw Ana 7h
    claim Carla
    claim Beto
    meld Carla 7h7s7d
    """)
    words_at = [*log, {"type": "dispute", "by": "Carla", "event": len(log), "text": words}]
    answered = [fact.render() for ruling in rulings(words_at) for fact in ruling.facts]
    assert answer in answered


def test_forgiven_is_told_with_who_agreed() -> None:
    log = [*QUARREL, {"type": "forgive", "event": 9, "agreed_by": ["Ana", "Beto"]}]
    (ruling,) = rule_on(log, 9)
    told = [one.render() for one in ruling.forgiveness]
    assert "It was forgiven at event 10, by Ana and Beto." in told


def test_a_house_rule_in_force_is_named_with_where_it_was_agreed() -> None:
    log = [*QUARREL]
    log[0] = {**log[0], "house": {"knock": "free"}}
    (ruling,) = rule_on(log, 8, "claim.passed")
    facts = {fact.render(): fact.to_dict() for fact in ruling.facts}
    agreed = facts["The table plays “Taking a card after a knock” (allowed)."]
    assert (agreed["events"], agreed["basis"]) == ([1], "agreed")


@pytest.mark.parametrize(
    ("event", "rule", "words"),
    [(99, None, "none with number 99"), (3, "no.rule", "no rule no.rule")],
)
def test_what_cannot_be_ruled_on_is_said(event: int, rule: str | None, words: str) -> None:
    with pytest.raises(NotPossible, match=words):
        rule_on(QUARREL, event, rule)


def test_the_tables_word_is_quoted_with_whether_the_record_agrees() -> None:
    dispute = {"type": "dispute", "by": "Beto", "event": 9, "text": "¡Era mía!"}
    upheld = {"type": "ruling", "dispute": 10, "decision": "upheld", "text": "Nearest has it."}
    (ruling,) = rulings([*QUARREL, dispute, upheld])
    assert [one.render() for one in ruling.decided] == [
        "Event 11: the table's decision: upheld. “Nearest has it.”",
        "The record agrees.",
    ]
    (ruling,) = rulings([*QUARREL, dispute, {**upheld, "decision": "dismissed"}])
    assert ruling.decided[-1].render() == "The record says otherwise."


def test_what_the_table_forgave_by_its_ruling_is_not_forgiven_again() -> None:
    dispute = {"type": "dispute", "by": "Beto", "event": 9, "text": "¡Era mía!"}
    pardon = {"type": "ruling", "dispute": 10, "decision": "forgiven"}
    (ruling,) = rulings([*QUARREL, dispute, pardon])
    assert [one.what.render() for one in ruling.remedies] == ["Nothing more: it was forgiven."]


def test_an_offence_that_is_denied_stands_as_told_against_denied() -> None:
    log = lines("""
    table Ana Beto
    draw Ana 7h
    offence Ana searched_pile
    """)
    log.append({"type": "dispute", "by": "Ana", "event": 7, "text": "I did not."})
    (ruling,) = rulings(log)
    assert ruling.kind == UNDECIDED
    assert ruling.verdict().startswith(
        "Undecided: Ana moved cards in the discard pile. A player reported it; Ana denies it, and "
        "the cards do not show who is right."
    )


def test_a_slip_of_the_pen_that_would_explain_it_is_told() -> None:
    log = lines("""
    table Ana Beto Carla
    draw Ana 7h
    discard Ana 7h
    draw Ana 8c
    discard Ana 8c
    draw Carla 2d
    discard Beto 2d
    draw Carla 9h
    discard Carla 9h
    """)
    first, *_ = judge(log)["findings"]
    ruling, *_ = rule_on(log, first["event"], slips=True)
    assert ruling.by_whom[-1].render() == (
        "It may have been a slip in the record: Event 11 should name Beto instead of Carla."
    )
