"""The account as people read it: the payments, and the debts that remain after them."""

from __future__ import annotations

from typing import Any

from referee_schemas.sheets import read_sheet

from referee.judging.replay import judge
from referee.judging.summary import payments, still_owed

WON = """
desmoche
players Ana, Beto*
hand bet 5
deal
declare Ana color 2h3h4h5h6h7h8h9hTh
"""


def report_of(*lines: str) -> dict[str, Any]:
    """The report of a hand that Ana won from Beto, with more lines behind it."""
    return judge(read_sheet(WON + "\n".join(lines), "friday.sheet"))


def paid(*lines: str) -> list[str]:
    """The payments of that evening, told."""
    return [one.render() for one in payments(report_of(*lines))]


def owed(*lines: str) -> list[str]:
    """Return what is still owed in that evening, told."""
    return [one.render() for one in still_owed(report_of(*lines))]


def test_before_anybody_has_paid_the_loser_owes_what_was_lost() -> None:
    assert paid() == []
    assert owed() == ["Beto pays Ana 5."]


def test_a_part_is_shown_as_it_was_paid_and_the_rest_is_owed() -> None:
    assert paid("paid Beto to Ana 2") == ["Hand 1: Beto paid Ana 2."]
    assert owed("paid Beto to Ana 2") == ["Beto pays Ana 3."]


def test_who_has_paid_too_much_gets_it_back() -> None:
    assert owed("paid Beto to Ana 8") == ["Ana pays Beto 3."]


def test_who_takes_the_pot_has_been_paid_by_the_stakes_that_lay_in_it() -> None:
    report = report_of("paid pot to Ana 10")
    assert report["account"]["stakes"] == {"Ana": 5, "Beto": 5}
    assert owed("paid pot to Ana 10") == ["Nobody owes anything."]


def test_a_pot_that_nobody_has_taken_yet_is_still_owed() -> None:
    again = ["hand bet 5", "deal", "declare Beto color 2h3h4h5h6h7h8h9hTh"]
    assert owed("paid pot to Ana 10", *again) == ["Ana pays Beto 5."]
    assert owed(*again, "paid pot to Beto 10") == ["Ana takes 10 from the middle."]


def test_the_stakes_of_a_hand_that_nobody_won_are_owed_to_the_middle() -> None:
    abandoned = ["hand bet 5", "end abandoned"]
    assert owed(*abandoned) == ["Beto pays the middle 10."]
    closed = [*abandoned, "paid Beto to pot 10"]
    assert paid(*closed) == ["Hand 2: Beto paid 10 into the middle."]
    assert owed(*closed) == ["Nobody owes anything."]


def test_a_payment_by_a_name_that_nobody_has_is_shown_and_does_not_count() -> None:
    assert paid('paid "Carla" to Ana 5') == [
        "Hand 1: Carla paid Ana 5.",
        "That does not count: nobody at the table has this name.",
    ]
    assert owed('paid "Carla" to Ana 5') == ["Beto pays Ana 5."]


def test_a_payment_counts_where_the_record_leaves_open_what_was_due() -> None:
    unseen = WON.replace("declare Ana color 2h3h4h5h6h7h8h9hTh", "gap\nAna*") + "paid Beto to Ana 5"
    report = judge(read_sheet(unseen, "friday.sheet"))
    assert report["account"]["open"]
    assert report["account"]["paid"] == {"Ana": 5, "Beto": -5}
    told = [one.render() for one in still_owed(report)]
    assert told[-1] == "The record leaves money open: this may still change."
