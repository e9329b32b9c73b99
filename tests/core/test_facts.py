"""Facts that a record may leave open."""

from __future__ import annotations

import pytest

from referee.core.facts import OPEN, Facts, NotKnown, Open, PerSeat, any_known, known


class Light(Facts):
    on, bright = Open(), Open()


def test_an_open_fact_cannot_be_read() -> None:
    light = Light()
    with pytest.raises(NotKnown):
        _ = light.on
    assert light.maybe("on", "open") == "open"


def test_a_fact_that_was_never_declared_is_a_mistake() -> None:
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        _ = Light().colour


def test_a_known_value_closes_a_fact_again() -> None:
    light = Light()
    light.on = True
    light.forget("on")
    light.let(on=False)
    assert light.on is False


def test_a_formula_that_reads_an_open_fact_leaves_its_own_open() -> None:
    light = Light()
    light.let(on=True, bright=1)
    light.forget("on")
    light.let(bright=lambda: light.bright + light.on)
    assert known(lambda: light.bright, OPEN) is OPEN


def test_formulas_read_the_facts_as_they_were_before_any_of_them() -> None:
    light = Light()
    light.let(on=1, bright=2)
    light.let(on=lambda: light.bright, bright=lambda: light.on)
    assert (light.on, light.bright) == (2, 1)


def test_the_fact_of_a_seat_is_open_by_itself() -> None:
    light = Light()
    light.on = PerSeat(Ana=1, Beto=2)
    del light.on["Ana"]
    light.let_each("on", ["Ana", "Beto"], lambda one: light.on[one] + 1)
    assert light.on == {"Beto": 3}


def test_a_fork_goes_its_own_way() -> None:
    light = Light()
    light.on = 1
    other = light.fork()
    other.set(on=2, bright=5)
    assert (light.on, light.maybe("bright")) == (1, None)


def test_one_certain_truth_is_enough_for_any() -> None:
    light = Light()
    assert any_known([lambda: light.on, lambda: True])
    assert not any_known([lambda: False])
    with pytest.raises(NotKnown):
        any_known([lambda: False, lambda: light.on])
