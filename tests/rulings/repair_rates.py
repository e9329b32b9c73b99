"""Rates at which `repair` proposes the true repair of a single slip in a lawful log.

``python -m tests.rulings.repair_rates --logs 300 --seed 1`` prints the rates by kind of slip and
over all kinds, with ``--game golf --kind turn`` those of an act of a turn that was forgotten in
Golf. A proposal is the true one if its corrections bring the original events back; it names the
true one if its sentences say that it may be. A log in which nothing is found has nothing to repair:
the rates are told with such logs, in which the repair is missed, and without them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from random import Random

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import REVISING, as_they_should_read
from referee.judging.replay import judge
from referee.rulings.repair import Repair, repairs
from referee.rulings.repair.edits import slots, with_card
from tests.rulings.repair_slips import (
    CARDS,
    DESMOCHE,
    IN_TURNS,
    MAKINGS_OF_A_LINE,
    SLIPS,
    Event,
    Log,
    Slipped,
    seated,
    slipped,
)

IN_NO_ORDER = ({"side_bet"}, {"announce", "cambio"}, {"payment"}, {"show"})
"""Kinds of lines that mean the same in whatever order they stand beside each other."""


def played(log: Sequence[Event]) -> Log:
    """Return what a log says was done, without what its lines carry beside that; lines of which the
    order means nothing stand in one order."""
    told: Log = []
    for _, lines in groupby(_bare(log), key=_order):
        together = list(lines)
        told += sorted(together, key=_but_for_cards) if _order(together[0]) else together
    return told


def _but_for_cards(event: Event) -> str:
    """Return what a line says without its cards, of which some may not have been recorded."""
    return str({key: value for key, value in event.items() if key not in CARDS})


def _order(event: Event) -> int:
    """Return the number of the kind of this line, 0 where its order beside others matters."""
    return next((at for at, kinds in enumerate(IN_NO_ORDER, 1) if event["type"] in kinds), 0)


def _bare(log: Sequence[Event]) -> Log:
    events = [event for _, event in as_they_should_read(log) if event["type"] not in REVISING]
    return [
        {
            key: sorted(value) if key in ("cards", "players") else value
            for key, value in sorted(event.items())
            if key not in MAKINGS_OF_A_LINE
            and not key.startswith("x_")
            and not (key == "players" and _names_all(event, events, place))
        }
        for place, event in enumerate(events)
    ]


def _names_all(event: Event, events: Log, place: int) -> bool:
    """Return whether a side bet names everybody, which says the same as naming nobody."""
    return event["type"] == "side_bet" and {*event["players"]} == {*seated(events, place)}


def is_true(slip: Slipped, corrections: Sequence[Event]) -> bool:
    """Return whether these corrections bring the original events back. Cards of a forgotten line
    that the record does not tell may be brought back as cards that nobody recorded, and the melds
    of one act in any order."""
    wanted, got = played(slip.true), played([*slip.wrong, *corrections])
    return _same(slip, wanted, got) or _same(slip, acts_sorted(wanted), acts_sorted(got))


def names_the_true_one(slip: Slipped, proposed: Repair) -> bool:
    """Return whether a proposal is the true one, or says that it may be."""
    return any(is_true(slip, corrections) for corrections in said_by(slip, proposed))


def said_by(slip: Slipped, proposed: Repair) -> Iterator[Sequence[Event]]:
    """The corrections of a proposal, and those with everything else that it names in the place."""
    yield proposed.corrections
    if not (proposed.others or proposed.elsewhere):
        return
    (line,) = proposed.corrections
    if line["type"] == "insert":
        yield from ([{**line, "before": number}] for number in proposed.elsewhere)
    was = [one for one in as_they_should_read(slip.wrong) if one[1]["type"] not in REVISING]
    read = [one for one in as_they_should_read([*slip.wrong, line]) if one not in was]
    number, event = next(one for one in read if one[1]["type"] not in REVISING)
    before = dict(slots(dict(was).get(number, {})))
    fresh = [slot for slot, card in slots(event) if before.get(slot) != card]
    old = json.dumps(event)
    for other in proposed.others:
        if event["type"] == "side_bet":
            new = json.dumps({**event, "amount": int(other)})
        elif event["type"] == "declare" and "declare" not in str(dict(was).get(number)):
            new = json.dumps({**event, "win": other})
        elif " " in other:
            new = json.dumps({**event, "cards": other.split()})
        else:
            slot = fresh[0] if fresh else ("card",)
            new = json.dumps(with_card(event, slot, other))
        yield [json.loads(json.dumps(line).replace(old, new))]
    if line["type"] == "correct" and fresh:
        meant, written = dict(slots(event))[fresh[0]], before[fresh[0]]
        for elsewhere in proposed.elsewhere:
            wrong = dict(was)[elsewhere]
            slot = next(slot for slot, card in slots(wrong) if card == written)
            for card in (meant, *proposed.others):
                with_it = with_card(slip.wrong[elsewhere - 1], slot, card)
                yield [{"type": "correct", "event": elsewhere, "with": with_it}]


def acts_sorted(log: Log) -> Log:
    """Return what was done, with the melds of each act in one order: it means nothing."""
    told: Log = []
    for is_a_meld, lines in groupby(log, key=lambda one: one["type"] == "meld" and one["player"]):
        together = list(lines)
        told += sorted(together, key=str) if is_a_meld else together
    return told


def _same(slip: Slipped, wanted: Log, got: Log) -> bool:
    if len(wanted) != len(got):
        return False
    return all(
        one == other or (slip.kind in FORGOTTEN_LINES and _unseen(one, other))
        for one, other in zip(wanted, got, strict=True)
    )


FORGOTTEN_LINES = ("payment", "meld", "last line", "draw", "any line", "turn")


def _unseen(true: Event, brought: Event) -> bool:
    """Return whether a line is the true one but for cards that nobody recorded; and for whom a card
    was passed to, which is always the same player."""
    unseen = dict.fromkeys((*CARDS, "to") if true["type"] == "cambio" else CARDS, 0)
    if {**true, **unseen} != {**brought, **unseen}:
        return False
    if brought.get("card", UNRECORDED) not in (UNRECORDED, true.get("card")):
        return False
    known = [card for card in brought.get("cards", ()) if card != UNRECORDED]
    return "cards" not in brought or set(known) <= set(true["cards"])


@dataclass
class Tally:
    """Counts for one kind of slip: how often the true repair came first, among the first three and
    among all, how often the first and the first three name it, how often the first three name the
    true line, how often nothing was found, so that nothing is proposed, and the seconds that each
    log took."""

    logs: int = 0
    first: int = 0
    three: int = 0
    any: int = 0
    named_first: int = 0
    named: int = 0
    line: int = 0
    silent: int = 0
    seconds: list[float] = field(default_factory=list)
    missed: list[tuple[Slipped, list[Repair]]] = field(default_factory=list)

    def add(self, slip: Slipped) -> None:
        """Look for the repairs of one log."""
        started = time.process_time()
        proposed = repairs(slip.wrong)
        self.seconds.append((time.process_time() - started) * 100 / len(slip.wrong))
        right = [is_true(slip, one.corrections) for one in proposed]
        self.logs += 1
        self.silent += not judge(slip.wrong)["findings"]
        self.first += any(right[:1])
        self.three += any(right[:3])
        self.any += any(right)
        named = [names_the_true_one(slip, one) for one in proposed[:3]]
        self.named_first += any(named[:1])
        self.named += any(named)
        self.line += any(names_the_line(slip, one.corrections) for one in proposed[:3])
        if not any(right[:1]):
            self.missed.append((slip, proposed))

    def take_in(self, other: Tally) -> None:
        """Count the logs of another tally as well."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def told(self) -> str:
        """The rates in one line: of all logs, and of those in which anything is found."""
        ten, line = (f"{100 * count / self.logs:.1f}" for count in (self.any, self.line))
        mean, most = sum(self.seconds) / self.logs, max(self.seconds)
        return (
            f"{self.logs:4} logs: {self._rates(self.logs)}, among ten {ten} %, "
            f"the line among three {line} %; nothing found in {self.silent}, "
            f"of the others {self._rates(self.logs - self.silent)}; "
            f"seconds for 100 events {mean:.2f}, at most {most:.2f}"
        )

    def _rates(self, logs: int) -> str:
        """The share of that many logs in which the true repair is proposed, and in which it is
        named."""
        first, three, named_first, named = (
            f"{100 * count / max(logs, 1):.1f} %"
            for count in (self.first, self.three, self.named_first, self.named)
        )
        return (
            f"first {first}, among three {three} (named first {named_first}, among three {named})"
        )


def names_the_line(slip: Slipped, corrections: Sequence[Event]) -> bool:
    """Return whether these corrections are about the line with the slip; a line that is only added
    stands behind the last one."""
    place = {"correct": "event", "insert": "before"}
    behind = len(slip.wrong) + 1
    numbers = {line[place[line["type"]]] if line["type"] in place else behind
               for line in corrections}  # fmt: skip
    return slip.place + 1 in numbers


def measured(kind: str, logs: int, seed: str, game: str = DESMOCHE) -> Tally:
    """Return the counts for slips of one kind in that many logs of a game."""
    rng, tally = Random(f"{seed}/{kind}"), Tally()
    for _ in range(logs):
        tally.add(slipped(kind, rng, game))
    return tally


def tell_missed(slip: Slipped, proposed: Sequence[Repair]) -> None:
    """Print a slip whose repair did not come first, and what came instead."""
    print(f"    line {slip.place + 1}: {slip.what}")
    for found in judge(slip.wrong)["findings"][:4]:
        print(f"        {found['event']} {found['rule']}: {found['message']}")
    for one in proposed[:3]:
        sign = "*" if is_true(slip, one.corrections) else "-"
        print(f"        {sign} {one.message()} {one.weight:.4f}")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tests.rulings.repair_rates")
    parser.add_argument("--logs", type=int, default=300, help="how many logs over all kinds")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--kind", choices=SLIPS | IN_TURNS, help="slips of this kind only")
    parser.add_argument("--game", default=DESMOCHE, help="the game; Desmoche, if none is named")
    parser.add_argument("--show", type=int, default=0, help="print that many misses of each kind")
    chosen = parser.parse_args()
    kinds = [chosen.kind] if chosen.kind else list(SLIPS)
    together = Tally()
    for kind in kinds:
        tally = measured(kind, chosen.logs // len(kinds), chosen.seed, chosen.game)
        together.take_in(tally)
        print(f"{kind:9} {tally.told()}", flush=True)
        for slip, proposed in tally.missed[: chosen.show]:
            tell_missed(slip, proposed)
    if len(kinds) > 1:
        print(f"{'all':9} {together.told()}")


if __name__ == "__main__":
    main()
