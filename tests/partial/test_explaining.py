"""Other explanations of a record with holes, in which a finding does not stand."""

from __future__ import annotations

from tests.partial.explaining import another
from tests.partial.poverty import GAP, Event
from tests.partial.trying import Trial, compared

EVENING: list[Event] = [
    {"type": "game", "game": "desmoche_app", "players": ["Ana", "Beto"]},
    {"type": "hand", "dealer": "Beto"},
    {"type": "cambio", "player": "Ana", "card": "??"},
    {"type": "cambio", "player": "Beto", "card": "??"},
    {"type": "turn_up", "card": "Qh"},
    {"type": "draw", "player": "Ana", "card": "Th"},
    {"type": "discard", "player": "Ana", "card": "8s"},
    {"type": "draw", "player": "Beto", "card": "Tc"},
    {"type": "discard", "player": "Beto", "card": "Tc"},
    {"type": "draw", "player": "Ana", "card": "9d"},
]


def with_a_gap(last: Event) -> Trial:
    """An evening that ends with this line, and a gap in the place of Ana's first discard."""
    rich = [*EVENING, last]
    numbers = [0 if number == 7 else number for number in range(1, len(rich) + 1)]
    poor = [rich[number - 1] if number else GAP for number in numbers]
    return compared(rich, poor, numbers)


def test_an_invalid_meld_may_have_been_laid_in_a_gap_and_listed_again() -> None:
    one = with_a_gap({"type": "meld", "player": "Ana", "cards": ["4d", "5d"]})
    (found,) = one.said_of_rich["findings"]
    assert found["rule"] == "meld.invalid"
    assert another(one, found) is not None


def test_a_second_card_drawn_in_a_turn_is_explained_by_nothing_that_a_gap_hides() -> None:
    one = with_a_gap({"type": "draw", "player": "Ana", "card": "2c"})
    (found,) = one.said_of_rich["findings"]
    assert found["rule"] == "turn.draw"
    assert another(one, found) is None


def test_no_slip_explains_a_card_in_two_places() -> None:
    one = with_a_gap({"type": "discard", "player": "Ana", "card": "Tc"})
    (found,) = one.said_of_rich["findings"]
    assert found["rule"] == "card.location"
    assert another(one, found) is None
