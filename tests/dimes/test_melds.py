"""The melds of Dimes, and the reasons why other cards are none."""

from random import Random

import pytest

from referee.cards.wild_melds import APART, SHORT, TOO_WILD, Round, WildMeld, read
from tests.dimes import brute_force
from tests.dimes.hands import any_round, dense


@pytest.mark.parametrize("first", range(0, 2000, 200))
def test_the_same_melds_as_by_trying_everything(first: int) -> None:
    for seed in range(first, first + 200):
        rng = Random(f"melds/{seed}")
        round_ = any_round(rng)
        cards = dense(rng, round_, rng.randint(3, 6))
        found = read(cards, round_)
        lawful = brute_force.is_lawful(tuple(cards), round_.wild, round_.natural_in_place)
        assert isinstance(found, WildMeld) == lawful, (cards, round_)
        if isinstance(found, WildMeld):
            assert sorted(found.cards) == sorted(cards)
            for card, stands in zip(found.cards, found.stand_for, strict=True):
                assert card == stands or round_.is_wild(card)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("8c 8d", SHORT),
        ("8c 9c Jk Qc", APART),
        ("8c 8d 9c", APART),
        ("8c 8c 9c", APART),
        ("Kc Ac 3c", APART),
        ("8c 2d Jk", TOO_WILD),
        ("5c 5d 2c 2d 2h", TOO_WILD),
        ("7c 7d 7h", TOO_WILD),
        ("2c 3c 7c", TOO_WILD),
    ],
)
def test_why_it_is_no_meld(cards: str, why: str) -> None:
    assert read(cards.split(), Round("7")) == why


def test_a_line_ends_at_one_ace() -> None:
    line = [rank + "h" for rank in "A3456789TJQK"]
    assert isinstance(read([*line, "2h"], Round("7")), WildMeld)
    assert read([*line, "2h", "Ah"], Round("7")) == APART
