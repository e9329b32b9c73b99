"""The cost of an act in a ruling: nothing, so much, or that nobody can say."""

from __future__ import annotations

import pytest

from referee.rulings.ruling import Ruling, rule_on
from tests.rulings.lines import ANA_WINS, lines, remedies, ruling


def costs(found: Ruling) -> str:
    return " ".join(one.render() for one in found.cost.sentences)


CARLAS = ANA_WINS.replace("meld Ana 5c", "claim Carla 5d\n    meld Ana 5c")
ANA_WINS_WITH_THE_FIVE_OF_CARLA = f"table Ana Beto Carla{CARLAS}"


def test_nobody_can_say_the_cost_in_the_middle_of_a_hand() -> None:
    found = ruling("table Ana Beto\ndraw Beto 7h", "turn.order")
    assert costs(found) == "The cost is not known yet: the hand is not over."


def test_nothing_is_said_of_the_cost_of_an_act_that_is_in_order() -> None:
    (found,) = rule_on(lines("table Ana Beto\ndraw Ana 7h"), 6)
    assert found.kind == "in order"
    assert costs(found) == ""


def test_a_good_win_declared_too_late_says_its_worth_in_time() -> None:
    found = ruling(
        "table Ana Beto\ndraw Ana Kd\ndeclare Beto peladilla 2c4d6h8sTcQdAh5s7c", "auto.late"
    )
    assert costs(found) == "In time it would have been worth 10 to Beto."


def test_a_lost_right_is_not_offered_for_forgiving() -> None:
    found = ruling(
        "table Ana Beto\ndraw Ana Kd\ndeclare Beto peladilla 2c4d6h8sTcQdAh5s7c", "auto.late"
    )
    assert remedies(found) == ["The right stays lost in this hand; forgiving gives nothing back."]


def test_a_side_bet_that_came_too_late_is_void() -> None:
    found = ruling("table Ana Beto\nside oro 3\nend abandoned", "side.timing")
    assert remedies(found)[0] == "The side bet on oro is void: everybody takes their stake back."
    assert [line["type"] for line in found.edit] == ["correct"]


@pytest.mark.parametrize(
    ("dealt", "step"),
    [
        ("Ana=8 Beto=9", "Ana gets a card from the deck."),
        ("Ana=9 Beto=7", "Beto gets 2 cards from the deck."),
        ("Ana=10 Beto=9", "Ana lays a card back into the deck."),
    ],
)
def test_a_misdeal_says_which_hand_is_made_up_from_the_deck(dealt: str, step: str) -> None:
    found = ruling(f"players Ana Beto\nhand Beto 5\ndeal {dealt}", "deal.count")
    assert step in remedies(found)


def test_a_win_with_a_card_of_another_player_is_taken_back_at_once() -> None:
    found = ruling(ANA_WINS_WITH_THE_FIVE_OF_CARLA, "claim.priority")
    assert costs(found) == "The cost is unknown: the hand would have gone on."
    assert remedies(found)[:2] == [
        "The 5d is for Carla, who asked for it and sits nearer to Beto.",
        "Ana takes the meld back.",
    ]


@pytest.mark.parametrize("later", ["payment Beto Ana 5", "hand Ana 5"])
def test_a_win_with_a_card_of_another_player_stands_once_the_table_went_on(later: str) -> None:
    found = ruling(f"{ANA_WINS_WITH_THE_FIVE_OF_CARLA}    {later}", "claim.priority")
    assert "Ana takes the meld back." not in remedies(found)


def test_an_act_in_order_names_the_fault_that_it_belongs_to() -> None:
    log = lines(f"{ANA_WINS_WITH_THE_FIVE_OF_CARLA}    pay Ana 2c")
    (found,) = rule_on(log, len(log), "pay.extra")
    assert found.verdict().startswith("In order: ")
    assert f"It belongs to event {len(log) - 1}, which is not in order: Ana used" in found.verdict()


def test_behind_a_gap_nobody_can_say_that_a_draw_was_in_order() -> None:
    log = [
        {"type": "game", "game": "golf", "players": ["Ana", "Beto", "Carla"]},
        {"type": "hand", "dealer": "Carla"},
        {"type": "gap"},
        {"type": "draw", "player": "Beto", "card": "7h"},
    ]
    (found,) = rule_on(log, len(log))
    assert found.kind == "undecided"
    assert "It is unknown whose turn it was." in [fact.to_dict()["fact"] for fact in found.facts]


def test_behind_a_gap_nobody_can_say_whose_card_it_is() -> None:
    log = lines("table Ana Beto Carla\ndraw Ana 7h\ngap\nmeld Carla 5h6h7h")
    (found,) = rule_on(log, len(log))
    assert found.kind == "undecided"


def test_a_card_that_nobody_saw_may_be_the_one_that_was_taken() -> None:
    log = [
        {"type": "game", "game": "gin_rummy", "players": ["Ana", "Beto"]},
        {"type": "hand", "dealer": "Beto"},
        {"type": "deal", "hands": {"Ana": 10, "Beto": 10}, "discard": "7h"},
        {"type": "take", "player": "Ana"},
        {"type": "discard", "player": "Ana", "card": "??"},
    ]
    (found,) = rule_on(log, len(log))
    assert (found.kind, found.rules[0].id) == ("undecided", "discard.taken")


def test_a_misdeal_that_somebody_reports_names_no_hand() -> None:
    found = ruling("table Ana Beto\noffence Ana misdeal\nend abandoned", "deal.count")
    assert (
        "Every hand is brought to nine cards: extra cards go back, missing ones are dealt."
        in remedies(found)
    )
