"""Contracts, against every way to take the melds for what the contract asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest

from referee.cards.deck import NAMES, RANKS
from referee.rulebooks.dam.cards import PLACES, penalty
from referee.rulebooks.dam.contracts import CONTRACTS, EXTRA, NO_MELD, WILDS, WRONG, Contract
from referee.rulebooks.dam.contracts import contract_faults as faults
from tests.dam import all_readings
from tests.depth import count

Melds = list[list[str]]


def fulfils(contract: Contract, melds: Sequence[Sequence[str]]) -> bool:
    """Whether the melds, in some order, are the sets and the runs of the contract."""
    return any(
        all(len(meld) == 3 and all_readings.is_set(meld) for meld in order[: contract.sets])
        and all(
            len(meld) == contract.length
            and any(one[2] <= contract.wilds for one in all_readings.runs(meld))
            for meld in order[contract.sets :]
        )
        for order in permutations(melds)
        if len(order) == contract.sets + contract.runs
    )


def least_blame(contract: Contract, melds: Melds) -> list[str]:
    """The kinds of fault that are told, if the melds are taken for the sets and the runs of the
    contract, or for extra ones, in the way that has the fewest."""
    runs = [all_readings.runs(meld) for meld in melds]
    sets = [all_readings.is_set(meld) for meld in melds]
    broken = sum(not run and not of_rank for run, of_rank in zip(runs, sets, strict=True))
    if broken:
        return [NO_MELD] * broken
    ways = []
    for chosen in permutations(range(len(melds)), contract.sets + contract.runs):
        as_sets, as_runs = chosen[: contract.sets], chosen[contract.sets :]
        if all(sets[one] and len(melds[one]) >= 3 for one in as_sets) and all(
            runs[one] and len(melds[one]) >= contract.length for one in as_runs
        ):
            ways.append(
                sum(
                    len(melds[one]) == contract.length
                    and all(wilds > contract.wilds for _, _, wilds in runs[one])
                    for one in as_runs
                )
            )
    if not ways:
        return [WRONG]
    extra = sum(map(len, melds)) > contract.cards
    return [WILDS] * min(ways) + [EXTRA] * extra


def laid(contract: Contract, rng: Random) -> Melds:
    """A contract laid down, lawful but for the number of its wild cards."""
    melds = []
    for _ in range(contract.sets):
        rank = rng.choice(RANKS)
        melds.append(rng.choices([rank + suit for suit in "cdhs"], k=3))
    for _ in range(contract.runs):
        low, suit = rng.randint(0, 13 - contract.length), rng.choice("cdhs")
        run = [rank + suit for rank in PLACES[low : low + contract.length]]
        for place in rng.sample(range(contract.length), rng.choice(range(contract.wilds + 2))):
            run[place] = rng.choice(["2c", "2d", "2h", "2s", "Jk", "??"])
        melds.append(run)
    return melds


def slip(melds: Melds, rng: Random) -> Melds:
    """Nothing, or one thing, goes wrong."""
    melds = [rng.sample(meld, len(meld)) for meld in melds]
    meld = rng.choice(melds)
    match rng.randrange(9):
        case 0:
            meld.append(rng.choice([*NAMES, "Jk", "??"]))
        case 1:
            meld.pop()
        case 2:
            meld[0] = rng.choice([*NAMES, "Jk", "??"])
        case 3:
            melds.append(rng.sample(meld, min(3, len(meld))))
        case 4:
            melds.remove(meld)
        case 5:
            melds.append(rng.choices(["2c", "2d", "??", "Jk"], k=3))
    return rng.sample(melds, len(melds))


def cases(many: int) -> Iterator[tuple[Contract, Melds]]:
    """Contracts, with what was laid for them."""
    rng = Random(5)
    for _ in range(many):
        contract = rng.choice(CONTRACTS)
        yield contract, slip(laid(rng.choice([contract, rng.choice(CONTRACTS)]), rng), rng)


def unclear_cases(many: int) -> Iterator[tuple[Contract, Melds]]:
    """Melds of which many may be a set or a run."""
    rng = Random(7)
    # of seven cards that may be anything there are too many orders to try
    short = [contract for contract in CONTRACTS if contract.length < 7]
    for _ in range(many):
        contract = rng.choice(short)
        sizes = [3] * contract.sets + [contract.length] * contract.runs + rng.choice([[], [3], [4]])
        yield (
            contract,
            [
                rng.choices(
                    rng.choice([["2c", "2h", "??"], ["Jk", "Jk", "??"], ["5h", "??", "??"]]),
                    k=max(1, size + rng.choice((-1, 0, 0, 0, 1))),
                )
                for size in rng.sample(sizes, len(sizes))
            ],
        )


def test_there_is_no_fault_exactly_where_some_reading_is_the_contract() -> None:
    lawful = 0
    for contract, melds in cases(count(3000, 1000)):
        expected = fulfils(contract, melds)
        assert (faults(contract, melds) == []) == expected, (contract, melds)
        lawful += expected
    assert lawful > count(400, 100)


def test_no_more_is_blamed_than_the_cards_show() -> None:
    seen: Counter[str] = Counter()
    for contract, melds in [*cases(count(1500, 400)), *unclear_cases(count(1500, 100))]:
        kinds = [fault.kind for fault in faults(contract, melds)]
        assert kinds == least_blame(contract, melds), (contract, melds)
        seen.update(kinds)
    assert min(seen[kind] for kind in (NO_MELD, WRONG, EXTRA, WILDS)) > count(60, 15)


def test_the_order_of_melds_and_cards_decides_nothing() -> None:
    rng = Random(6)
    for contract, melds in [*cases(count(500, 100)), *unclear_cases(count(500, 100))]:
        mixed = [rng.sample(meld, len(meld)) for meld in rng.sample(melds, len(melds))]
        assert sorted(one.kind for one in faults(contract, mixed)) == sorted(
            one.kind for one in faults(contract, melds)
        )


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_contract_can_be_laid_with_all_its_wild_cards(contract: Contract) -> None:
    sets = [["9c", "9d", "9s"], ["2c", "2d", "2h"], ["Jk", "Jk", "Jk"]][: contract.sets]
    run = [rank + "h" for rank in PLACES[1 : contract.length + 1]]
    wild = [["Jk"] * contract.wilds + run[contract.wilds :]] * contract.runs
    assert faults(contract, sets + wild) == []
    if contract.runs:
        too_wild = [["Jk"] * (contract.wilds + 1) + run[contract.wilds + 1 :]] * contract.runs
        assert [fault.kind for fault in faults(contract, sets + too_wild)] == (
            ["wilds"] * contract.runs
        )


@pytest.mark.parametrize(
    ("number", "melds", "told"),
    [
        (1, "Kd Ks Kd / Kc Ks Kh", []),
        (1, "Kd Ks Kh Kc / 4d 4h 4c", ["one card more than the contract, which is 2 sets of 3"]),
        (1, "Kd Ks Kh", ["the contract is 2 sets of 3; laid were one set of 3"]),
        (1, "Kd Ks 2h / 4d 4h Jk", ["2h stands for no other card in a set",
                                    "Jk stands for no other card in a set"]),
        (2, "2h 2c 2d / 2h 2c 5h 4h", []),
        (2, "9c 9d 9h / 2h 3h 4h 5h", []),
        (2, "9c 9d 9h / 5h 6h 7h 8h / 3c", ["one card more than the contract, which is one set of 3"
                                            " and one run of 4"]),
        (2, "9c 9d 9h / 5h 6h 7h / ?? ?? ?? 9h", ["3 cards more than the contract, which is one set"
                                                  " of 3 and one run of 4"]),
        (3, "5h 6h 7h 8h 9h Th Jh Qh", ["the contract is 2 runs of 4; laid were one run of 8"]),
        (3, "5h 6h 7h 8h 9h / 2c Jk 7d 8d", ["wild cards in 2c Jk 7d 8d: 2; allowed: 1",
                                             "one card more than the contract, which is 2 runs of"
                                             " 4"]),
        (3, "5h Jk 2c 8h 9h / 5d 6d 7d 8d", ["one card more than the contract, which is 2 runs of"
                                             " 4"]),
    ],
)  # fmt: skip
def test_reasons(number: int, melds: str, told: list[str]) -> None:
    found = faults(CONTRACTS[number - 1], [meld.split() for meld in melds.split(" / ")])
    assert [fault.said.told() for fault in found] == told


def test_a_two_may_count_as_wild_wherever_it_lies() -> None:
    melds = [["Kd", "Ks", "Kh"], ["2h", "3h", "Jk", "5h"]]
    assert faults(CONTRACTS[1], melds) == []
    assert [fault.kind for fault in faults(CONTRACTS[1], melds, "wild")] == ["wilds"]


def test_what_is_no_meld_is_told_alone() -> None:
    melds = [["Kd", "Ks", "Qh"], ["2c", "Jk", "4h", "5h"], ["9c", "9d", "9h"]]
    assert [fault.kind for fault in faults(CONTRACTS[1], melds)] == [NO_MELD]


def test_a_pack_counts() -> None:
    assert penalty(NAMES) == 4 * (15 + 4 * 10 + 7 * 5 + 20)
    assert penalty(["Jk", "Jk"]) == 100
