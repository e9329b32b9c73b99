"""Repairs: a slip in the record is found again, and what happened is left alone."""

from __future__ import annotations

import pytest

from tests.depth import count, one_in, only_deep
from tests.rulings.repair_rates import measured
from tests.rulings.repair_slips import SLIPS

AT_LEAST = {"card": (70, 90), "any card": (60, 80), "swap": (90, 95), "actor": (90, 95),
            "payment": (90, 95), "meld": (85, 90), "last line": (72, 85), "twice": (90, 95),
            "draw": (85, 95), "any line": (75, 85)}  # fmt: skip
"""The least percentage of true repairs in the first place and among the first three. A card that
lies unused on the pile can have been any that was never seen, and into a side game anything can
have been put: no record tells that. A last line that is missing shows in nothing where the payments
of the hand are written, which are enough."""


@pytest.mark.parametrize("kind", one_in(3, list(SLIPS)[::2]))  # repair_rates has them all
def test_the_true_repair_comes_first(kind: str) -> None:
    first, three = AT_LEAST[kind]
    tally = measured(kind, count(20 if first >= 85 else 40, 2), "test")  # rare misses vary less
    assert tally.first >= first * tally.logs // 100, tally.told()
    assert tally.three >= three * tally.logs // 100, tally.told()
    proposed = [one for _, those in tally.missed for one in those]
    assert [one.others for one in proposed if len({*one.others}) < len(one.others)] == []


LOGS = {"golf": 20, "dimes": 40, "dam": 8, "desmoche_app": 4}
"""The number of evenings looked at; in the rummies a player has much to choose from."""

MELDS_AT_LEAST = {"dimes": (90, 97), "dam": (60, 60), "desmoche_app": (40, 40)}
"""The same of a forgotten meld where it comes from the hand. Cards laid onto the meld of another
player are not tried, and in the app most of these evenings only stop before somebody has won:
nothing in them is wrong."""


@pytest.mark.parametrize("game", ["golf", *map(only_deep, MELDS_AT_LEAST)])
def test_a_forgotten_act_of_a_turn_is_found_again(game: str) -> None:
    tally = measured("turn", count(LOGS[game], 1), "test", game)
    assert tally.first >= 80 * tally.logs // 100, tally.told()
    assert tally.three >= 95 * tally.logs // 100, tally.told()


@pytest.mark.parametrize("game", [only_deep(game) for game in MELDS_AT_LEAST])
def test_a_forgotten_meld_from_the_hand_is_found_again(game: str) -> None:
    tally = measured("meld", LOGS[game], "test", game)
    first, three = MELDS_AT_LEAST[game]
    assert tally.first >= first * tally.logs // 100, tally.told()
    assert tally.three >= three * tally.logs // 100, tally.told()
