"""The facts of a ruling: what decides it, all that its lines say, and nobody who has no part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.judging.replay import judge
from referee.rulings.ruling import rule_on
from tests.every_game import CASES, cases
from tests.rulings.lines import lines


def facts(written: str, rule: str, player: str | None = None) -> list[str]:
    """The facts of the ruling on what this rule of Desmoche finds, of this player where it finds
    several."""
    return facts_in(lines(written), rule, player)


def facts_of(game: str, rule: str, title: str) -> list[str]:
    """The facts of the ruling on the case of this title."""
    found = cases(CASES / game / f"{rule}.txt")
    return facts_in(next(case.events for case in found if case.title == title), rule)


def facts_in(events: list[dict[str, Any]], rule: str, player: str | None = None) -> list[str]:
    findings = [one for one in judge(events)["findings"] if one["rule"] == rule]
    finding = next(one for one in findings if player in (None, one["player"]))
    return next(
        [fact.render() for fact in ruling.facts]
        for ruling in rule_on(events, finding["event"], rule)
        if ruling.reason.render() == finding["message"]
    )


def has(told: Sequence[str], *parts: str) -> bool:
    return all(any(part in one for one in told) for part in parts)


@pytest.mark.parametrize(
    ("written", "rule", "part"),
    [
        (
            "players Ana Beto Carla\nhand Carla 5\ndeal\ncambio Ana ?? Carla",
            "cambio.right",
            "It goes to Carla.",
        ),
        ("players Ana Beto\nhand Beto 5 bets=Beto:3", "bet.equal", "The bets are Beto 3."),
        ("table Ana Beto\ninsert 99: pass Beto", "event.reference", "Beto knocks."),
    ],
)
def test_a_fact_has_all_that_its_line_says(written: str, rule: str, part: str) -> None:
    assert has(facts(written, rule), part)


def test_of_a_deal_only_the_hands_that_matter_are_told() -> None:
    told = facts(
        """
        players Ana Beto
        hand Beto 5
        deal Ana=8c8d8h8sKcQsJh6s4c Beto=2d3d5h6h7c9cTsJsKh
        cambio Ana 4c
        cambio Beto 2d
        draw Ana 3s
        """,
        "auto.missed",
    )
    assert has(told, "The cards are dealt. Ana has 8c 8d 8h 8s Kc Qs Jh 6s 4c.")
    assert not has(told, "Beto")


def test_the_knock_of_the_player_in_question_is_told_and_no_other_one() -> None:
    told = facts(
        """
        table Ana Beto Carla
        draw Ana 7h
        pass Carla
        pass Beto
        meld Carla 7h8h9h
        """,
        "claim.passed",
    )
    assert "Carla had knocked on it." in told
    assert not has(told, "Beto")


def test_who_has_passed_a_card_is_told_of_nobody_else() -> None:
    log = "players Ana Beto\nhand Beto 5\ndeal\ncambio Ana ??\ndraw Ana 7h"
    assert not has(facts(log, "cambio.one", "Beto"), "had passed")


def test_whose_turn_it_was_is_told() -> None:
    told = facts("table Ana Beto Carla\ndraw Ana 7h\ndraw Carla 9h", "turn.order")
    assert "It was the turn of Ana." in told


FORCED = """
    table Ana Beto forced_cards=on_demand
    draw Ana 7h
    meld Ana 7h8h9h
    pay Ana Kc
"""


def test_the_meld_that_a_forced_card_does_not_fit_is_told() -> None:
    assert "Ana had these melds: 7h 8h 9h." in facts(
        f"{FORCED}    draw Beto Jh\n    force Ana Beto", "force.invalid"
    )


def test_who_dealt_before_is_told() -> None:
    log = "table Ana Beto Carla\nend abandoned\nhand Beto 10"
    assert "Carla dealt the hand before." in facts(log, "dealer.rotation")


def test_a_late_side_bet_is_told_with_the_deal() -> None:
    log = "players Ana Beto\nhand Beto 5\ndeal\nside oro 2"
    assert "The cards had been dealt." in facts(log, "side.timing")


def test_an_older_card_is_not_told_as_the_top_one() -> None:
    assert has(
        facts_of("dimes", "take.top", "an older one"),
        "Beto takes a card from the pile. It is Kd.",
    )
    assert has(
        facts_of("dam", "take.old", "the card under the discard"),
        "Carla takes a card from the pile. It is 9d.",
    )


def test_a_knock_before_a_gap_is_told_as_one() -> None:
    told = facts_of("golf", "knock.last", "behind a gap, after a draw")
    assert "Ana had knocked." in told
    assert "Nobody had knocked." not in told


def test_whose_turn_it_was_is_told_before_anybody_played_even_if_no_deal_is_written() -> None:
    told = facts_of("dimes", "turn.order", "Beto begins, and play goes on from him")
    assert "It was the turn of Ana." in told


def test_the_owner_of_a_stolen_card_is_told() -> None:
    told = facts_of("desmoche_app", "meld.stolen", "laid off on the other's meld")
    assert "Ana had these melds: 7h 8h 9h." in told
    assert not has(told, "Beto had no meld")


def test_only_the_begs_of_who_begged_too_often_are_counted() -> None:
    assert not has(facts_of("dam", "beg.late", "after the next player's draw"), "begged 0 times")


def test_an_empty_deck_is_told_as_one() -> None:
    told = facts_of("dimes", "deck.empty", "nobody laid a card on the pile")
    assert "No card was left in the deck." in told


def test_where_a_card_was_seen_before_is_told() -> None:
    told = facts_of("golf", "card.location", "drawn, and lying on the pile")
    assert "The last line that names 9d is event 4: 9d is turned up." in told
    title = "her hand was hidden; the king that she pays was in it from the deal on"
    told = facts_of("desmoche", "side.unannounced", title)
    assert "The last line that names Kd is event 10: Ana pays Kd." in told
