"""Sets, runs and contracts, against brute force."""

from itertools import permutations
from random import Random

import pytest

from referee.cards.deck import JOKER, NAMES
from referee.core.facts import NotKnown
from referee.games.dam_melds import (
    CONTRACTS,
    Contract,
    fault_of,
    kinds_of,
    meld_fault,
    missing,
    plan,
    wilds_in_run,
)
from tests.dam import all_readings
from tests.depth import seeds

SCATTERED = [*NAMES, JOKER]
DENSE = ["2c", "2h", "2h", "3h", "4h", "5h", "6h", "7h", "Kh", "Ah", "Jk", "Jk", "3c"]
"""Few ranks and many wild cards, so that two cards often need the same place."""


def handful(rng: Random, most: int) -> list[str]:
    return rng.choices(rng.choice((SCATTERED, DENSE, DENSE)), k=rng.randint(1, most))


@pytest.mark.parametrize("seed", seeds(30, 5))
def test_a_run_is_one_that_can_be_laid_card_by_card(seed: int) -> None:
    rng = Random(f"runs/{seed}")
    for _ in range(30):
        cards = handful(rng, 6)
        for two_in_place in ("natural", "wild"):
            fewest = min(all_readings.runs(cards, two_in_place), default=None)
            assert wilds_in_run(cards, two_in_place) == fewest, cards
        lies = {"set": all_readings.is_set(cards), "run": bool(all_readings.runs(cards))}
        kinds = {kind for kind in lies if lies[kind]}
        assert kinds_of(tuple(cards)) == kinds
        assert kinds or meld_fault(cards) is not None


@pytest.mark.parametrize("seed", seeds(30, 5))
def test_a_contract_lies_if_its_sets_and_runs_do(seed: int) -> None:
    rng = Random(f"contracts/{seed}")
    short = [contract for contract in CONTRACTS if contract.length < 7]
    for _ in range(20):
        contract = rng.choice(short)
        melds = [tuple(cards) for cards in some_melds(rng, contract) if kinds_of(tuple(cards))]
        assert (missing(contract, tuple(melds)) is None) == fulfilled(contract, melds), melds


def some_melds(rng: Random, contract: Contract) -> list[list[str]]:
    melds = [[rng.choice("37K") + rng.choice("cdhs")] * 3 for _ in range(contract.sets)]
    for _ in range(contract.runs):
        low, suit = rng.randrange(13 - contract.length), rng.choice("cdhs")
        names = [rank + suit for rank in all_readings.ASCENDING[low : low + contract.length]]
        melds.append([rng.choice((name, name, name, JOKER)) for name in names])
    for meld in melds:
        if rng.random() < 0.2:
            meld.pop() if rng.random() < 0.5 else meld.append(rng.choice(meld))
    return rng.sample(melds, rng.choice((len(melds), len(melds) - 1)))


def fulfilled(contract: Contract, melds: list[tuple[str, ...]]) -> bool:
    """Return whether the melds contain the sets and runs of a contract, or larger ones."""
    size = contract.sets + contract.runs
    return any(
        all(len(meld) >= 3 and all_readings.is_set(meld) for meld in some[: contract.sets])
        and all(
            len(meld) >= contract.length and all_readings.runs(meld)
            for meld in some[contract.sets : size]
        )
        for some in permutations(melds, size)
    )


@pytest.mark.parametrize(
    ("number", "melds", "said"),
    [
        (2, "KdKsKd/5hJk7h8h", None),
        (
            2,
            "KdKsKd/5h5c5d",
            "the contract is one set of 3 and one run of 4; the player laid 2 sets of 3",
        ),
        (1, "KdKsKd", "the contract is 2 sets of 3; the player laid one set of 3"),
        (2, "KdKsKd/5h6h7h8h9h", None),
    ],
)
def test_what_is_missing_is_said(number: int, melds: str, said: str | None) -> None:
    laid = tuple(
        tuple(meld[at : at + 2] for at in range(0, len(meld), 2)) for meld in melds.split("/")
    )
    found = missing(CONTRACTS[number - 1], laid)
    assert (found and found.render()) == said


@pytest.mark.parametrize(
    ("kind", "cards", "said"),
    [
        ("set", "Kd Ks 2c", "in a set 2c cannot stand for another card"),
        ("set", "Kd Ks Qc", "Kd Ks Qc are not of one rank"),
        ("run", "Ah 2h 3h 4h", "from 3h up to Ah a run has 12 cards, and these are 4"),
        ("run", "5h 7c 6h", "5h 6h 7c are not of one suit"),
        ("run", "5h 5h 6h", "a run has 5h only once"),
        ("run", " ".join(["Jk"] * 14), "a run has 13 cards at the most, and these are 14"),
    ],
)
def test_what_is_wrong_is_said(kind: str, cards: str, said: str) -> None:
    fault = fault_of(kind, cards.split())
    assert fault is not None
    assert fault.render() == said


def test_unrecorded_cards_leave_open_what_they_are() -> None:
    with pytest.raises(NotKnown):
        kinds_of(("Kd", "??", "Ks"))
    with pytest.raises(NotKnown):
        missing(CONTRACTS[0], (("Kd", "??", "Ks"),))


def test_players_know_what_they_lack() -> None:
    melds, lacking = plan(CONTRACTS[1], ("5h", "7h", "Jk", "8h", "Kc", "Kd", "3s"))
    assert (melds, lacking) == ([["5h", "Jk", "7h", "8h"], ["Kc", "Kd"]], 1)
