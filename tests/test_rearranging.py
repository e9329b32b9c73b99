"""Cards that a desmoche moves, and what it opens: compared with an independent model, and
independent of the order of the lines of an act."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from referee_schemas.reading import read_log

from referee.cards.deck import cards_of
from referee.games.desmoche.melds import (
    extensions,
    extensions_after_a_desmoche,
    is_meld,
    melds_among,
    moved_wrongly,
)
from referee.judging.replay import judge
from tests import melds as model
from tests.depth import one_in, seeds
from tests.evenings import Event
from tests.lawful import WHOLE, lawful
from tests.slips import RECORDED

REARRANGING = [log for log in RECORDED if log.stem.startswith(("desmoche", "meld"))]


def some_melds(rng: Random, aces: str) -> list[model.Meld]:
    """Return melds of up to ten cards, near each other."""
    free = {card for card in model.DECK if card[0] in rng.sample(model.RANKS, 6)}
    lying: list[model.Meld] = []
    while melds := [
        meld for meld in model.melds_of(free, aces) if len(meld) + sum(map(len, lying)) <= 10
    ]:
        lying.append(rng.choice(melds))
        free -= lying[-1]
    return lying


@pytest.mark.parametrize("seed", seeds(150, 20))
def test_melds_and_what_extends_them_are_as_in_the_model(seed: int) -> None:
    rng = Random(seed)
    aces = rng.choice(["low", "both"])
    house = {"ace_runs": aces, "desmoche": "free"}
    some = rng.sample(model.DECK, rng.randint(3, 5)) if seed % 3 else ["Qd", "Kd", "Ad"]
    assert is_meld(cards_of(some), house) == model.is_meld(some, aces)
    lying = some_melds(rng, aces)
    table = model.Meld().union(*lying)
    bits = [cards_of(meld) for meld in lying]
    others = [card for card in model.DECK if card not in table]
    as_it_lies = [c for c in others if any(model.extends(c, meld, aces) for meld in lying)]
    assert extensions(bits, house) & ~sum(bits) == cards_of(as_it_lies)
    ways = list(model.shared_out(table, aces))
    after = [c for c in others if any(model.extends(c, m, aces) for way in ways for m in way)]
    assert extensions_after_a_desmoche(bits, house) & ~sum(bits) == cards_of(after)
    assert {cards_of(meld) for way in ways for meld in way} <= set(
        melds_among(cards_of(table), house)
    )


@pytest.mark.parametrize("seed", seeds(100, 20))
def test_what_a_desmoche_moved_does_not_hang_on_the_order_of_melds(seed: int) -> None:
    rng = Random(seed)
    lying = some_melds(rng, "low")
    before = [cards_of(meld) for meld in lying]
    ways = list(model.shared_out(model.Meld().union(*lying), "low"))
    after = [cards_of(meld) for meld in rng.choice(ways)] if ways else []
    for option in ("free", "one_card", "sets_of_four"):
        found = moved_wrongly(before, after, option).bit_count()
        shuffled = rng.sample(before, len(before)), rng.sample(after, len(after))
        assert moved_wrongly(*shuffled, option).bit_count() == found
        assert moved_wrongly(before, before, option) == 0
        assert option != "free" or not found


def acts_of(log: list[Event]) -> Iterator[range]:
    """Yield the lines of every act with several melds that share no card."""
    at = 0
    while at < len(log):
        end = at
        while end < len(log) and log[end]["type"] == "meld":
            if log[end]["player"] != log[at]["player"]:
                break
            end += 1
        cards = [card for event in log[at:end] for card in event["cards"]]
        if end - at > 1 and len(set(cards)) == len(cards):
            yield range(at, end)
        at = max(end, at + 1)


def told(log: list[Event]) -> tuple[object, ...]:
    """Return a report without line numbers."""
    report = judge(log)
    found = sorted((one["rule"], one["player"] or "") for one in report["findings"])
    ends = [(hand["outcome"]["kind"], hand["outcome"]["winner"]) for hand in report["hands"]]
    return found, ends, report["totals"], [one["rule"] for one in report["undecided"]]


def same_in_any_order(log: list[Event]) -> None:
    as_written = told(log)
    for act in acts_of(log):
        for order in list(permutations(act))[1:6]:
            other = [*log[: act.start], *(log[at] for at in order), *log[act.stop :]]
            assert told(other) == as_written, order


@pytest.mark.parametrize("seed", seeds(100, 15))
def test_the_melds_of_one_act_may_be_written_in_any_order(seed: int) -> None:
    same_in_any_order(lawful(Random(f"acts/{seed}"), WHOLE))


@pytest.mark.parametrize("log", one_in(3, REARRANGING), ids=lambda log: log.stem)
def test_so_may_those_of_an_act_that_breaks_a_rule(log: Path) -> None:
    events = list(read_log(log))
    if not any(event["type"] in ("correct", "insert", "forgive") for event in events):
        same_in_any_order(events)
