"""Remedies for a finding: what the rules give and is still open, and what it costs."""

from __future__ import annotations

import pytest

from referee.rulings.ruling import Ruling
from tests.every_game import CASES, cases
from tests.rulings.lines import remedies, ruling, ruling_in


def ruling_of(game: str, rule: str, title: str) -> Ruling:
    """The ruling on the case of this title."""
    found = cases(CASES / game / f"{rule}.txt")
    return ruling_in(next(case.events for case in found if case.title == title), rule)


SEARCHED = """
    table Ana Beto
    draw Ana 7h
    offence Ana searched_pile
    end abandoned
"""


def test_an_offence_is_not_enforced_once_the_next_hand_is_open() -> None:
    assert remedies(ruling(SEARCHED, "discard.search"))[0].startswith("Enforce it")
    late = ruling(f"{SEARCHED}    hand Ana 5\n", "discard.search")
    assert remedies(late)[0] == (
        "Let it stand: the next hand is open, and it is too late to enforce it."
    )


def test_what_a_table_might_have_enforced_is_told_as_past() -> None:
    log = """
        table Ana Beto opening=single
        offence Ana searched_pile
        draw Ana 7h
        meld Ana 7h8h9h
        meld Ana KcKdKs
        meld Ana 2c3c4c5c
    """
    now = ruling(log, "discard.search").verdict()
    assert now.endswith("If the table enforces it: Ana 10 less and 10 more in the middle.")
    later = ruling(f"{log}    hand Ana 5\n", "discard.search").verdict()
    assert later.endswith("Had the table enforced it: Ana 10 less and 10 more in the middle.")


def test_an_offence_in_a_hand_that_is_open_costs_what_its_enforcement_comes_to_now() -> None:
    found = ruling(
        """
        table Ana Beto last_standing=wins
        draw Ana 7h
        offence Ana searched_pile
        """,
        "discard.search",
    )
    assert found.verdict().endswith(
        "If the table enforces it: Beto 10 more and 10 less in the middle."
    )
    assert found.cost.enforced is not None
    assert found.cost.enforced.money == {"Ana": -5, "Beto": 5}


def test_a_card_that_is_dead_does_not_stay_on_offer() -> None:
    log = "table Ana Beto Carla\ndraw Ana 7h\nclaim Beto\ndraw Ana 8d\n"
    on_offer = "The card stays on offer to the next in turn."
    assert on_offer in remedies(ruling(log, "claim.unused"))
    assert on_offer not in remedies(ruling(f"{log}draw Beto 2d", "claim.unused"))


def test_where_wrong_hands_are_dealt_anew_that_is_the_remedy_until_it_is_done() -> None:
    log = "players Ana Beto misdeal=redeal\nhand Beto 5\ndeal Ana=10 Beto=9\n"
    assert remedies(ruling(log, "deal.count"))[0] == "The cards are dealt anew."
    assert remedies(ruling(f"{log}deal", "deal.count")) == [
        "Nothing more: it was put right at event 4."
    ]


@pytest.mark.parametrize(
    ("bets", "told"), [("Beto:3", "Beto puts in 2 more."), ("Beto:7", "Beto takes 2 back.")]
)
def test_a_wrong_bet_is_made_up_or_taken_back(bets: str, told: str) -> None:
    log = f"players Ana Beto Carla\nhand Carla 5 bets={bets},Carla:2"
    assert remedies(ruling(log, "bet.equal"))[0] == told


def test_wrong_payments_are_settled_by_the_payments_that_are_missing() -> None:
    log = "table Ana Beto\ndeclare Ana color 2h3h4h5h6h7h8h9hTh\n"
    between = ruling(f"{log}payment Beto Ana 10", "payment.wrong")
    assert remedies(between) == ["To put it right: Ana pays Beto 5."]
    from_the_pot = ruling(f"{log}payment pot Ana 8", "payment.wrong")
    assert remedies(from_the_pot) == ["To put it right: Ana takes 2 from the pot."]


def test_who_sat_down_inside_a_hand_sits_down_behind_it() -> None:
    found = ruling(
        """
        table Ana Beto carry_join=free
        join Carla Beto
        draw Ana 7h
        end abandoned
        hand Ana 5
        """,
        "event.phase",
    )
    assert remedies(found) == [
        "Move event 6 after the end of the hand: it applies from the next hand on."
    ]
    assert [line["type"] for line in found.edit] == ["insert", "correct"]
    assert found.verdict().endswith("The cost is unknown: the end of hand 1 is undecided.")


def test_a_dispute_about_no_rule_of_the_game_names_one() -> None:
    found = ruling("table Ana Beto\ndraw Ana 7h\ndispute Beto 6 no.such", "event.reference")
    assert remedies(found) == ["Strike out event 7, or name a rule of this game."]


def test_all_that_was_announced_is_kept_and_shown() -> None:
    found = ruling(
        """
        players Ana Beto
        hand Beto 5
        side par_negro 2
        deal Ana=Kd2s5h5s5c9c8sJhQh Beto=9
        announce Ana par_negro
        cambio Ana 5c
        cambio Beto ??
        draw Ana 7h
        end abandoned
        """,
        "side.passed",
    )
    assert found.verdict().endswith("The cost is unknown: the end of hand 1 is undecided.")
    assert {"type": "show", "player": "Ana", "cards": ["5c", "5s"]} in found.edit


def test_a_forced_ace_goes_behind_the_king_where_it_may() -> None:
    found = ruling(
        """
        table Ana Beto forced_cards=automatic ace_runs=both
        draw Ana Jh
        meld Ana JhQhKh
        pay Ana 4c
        draw Beto Ah
        draw Ana 2c
        """,
        "force.missed",
    )
    assert found.edit[0]["event"]["cards"] == ["Jh", "Qh", "Kh", "Ah"]


@pytest.mark.parametrize(
    ("game", "rule", "title", "event"),
    [
        ("dam", "deal.count", "the cards are dealt anew", 8),
        ("desmoche_app", "cambio.right", "passed to the other one then: put right", 5),
        ("dimes", "out.discard", "she takes one back", 5),
        ("golf", "swap.discard", "laid down after all", 6),
    ],
)
def test_what_was_put_right_is_not_to_be_put_right_again(
    game: str, rule: str, title: str, event: int
) -> None:
    assert remedies(ruling_of(game, rule, title)) == [
        f"Nothing more: it was put right at event {event}."
    ]


@pytest.mark.parametrize(
    ("game", "rule", "title", "told"),
    [
        ("desmoche_app", "cambio.one", "a second card", "Ana takes the second card back."),
        (
            "desmoche_app", "back.broken", "two cards stay behind",
            "Ana lays back what was taken from the meld.",
        ),
        (
            "dam", "contract.extra", "a set of four",
            "Carla takes back what is more than the contract.",
        ),
        (
            "golf", "turn.discard", "the next player goes on",
            "Ana swaps the drawn card in or discards it, before play goes on.",
        ),
        ("gin_rummy", "take.refused", "it was taken just now", "Ana takes the turn back."),
    ],
)  # fmt: skip
def test_the_remedy_is_that_of_the_rule(game: str, rule: str, title: str, told: str) -> None:
    assert remedies(ruling_of(game, rule, title))[0] == told


def test_all_melds_of_one_go_out_of_turn_are_taken_back() -> None:
    title = "the melds are taken up again, and laid in his turn"
    found = ruling_of("dam", "meld.turn", title)
    assert [line["event"] for line in found.edit] == [6, 7]
    assert found.verdict().endswith("The cost is unknown: the points of hand 1 are unknown.")


def test_a_first_discard_that_was_kept_goes_back_with_what_was_done_since() -> None:
    found = ruling_of("desmoche_app", "trial.meld", "melded, and taken back into the hand")
    assert [line["event"] for line in found.edit] == [7, 8, 9, 10]
