"""The trials of the games other than Desmoche: their evenings, slips and optional lines.

Evenings with a slip keep the lines that it depends on: the wrong numbers of dealt cards, and a pass
on a discard before the player begs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Final

from referee.core.hand import ABANDONED
from referee.judging.replay import ReplayedLog
from referee.simulating.declared import evening_of
from tests.dam import games as dam
from tests.desmoche_app import playing as app
from tests.dimes import games as dimes
from tests.every_game import all_files, cases
from tests.gin_rummy.playing import Game as Gin
from tests.golf.playing import Game as Golf
from tests.partial.poverty import (
    GAP,
    KEPT,
    Event,
    Line,
    Log,
    Poverty,
    hands_of,
    mixture,
)
from tests.partial.ways import Evenings, mixture_of_all, single_ways, with_mixtures
from tests.plug_ins.example import HIGH_CARD
from tests.slips import SLIPS, some_slip
from tests.table_talk import Case

LONGEST: Final = 600
"""The longest evening to try."""

CASES: Final = 0.3
"""The share of the evenings with a slip that are cases of the rules."""

MAY_BE_MISSING: Final[Mapping[str, tuple[str, ...]]] = {
    "take": ("card",),
    "beg": ("card", "drawn"),
    "look": ("cards",),
    "cambio": ("to",),
}
"""Optional fields of each kind of line."""


def ways(
    *,
    turns: tuple[str, ...],
    shown: tuple[str, ...],
    optional: tuple[str, ...],
    melds: bool = True,
    together: str = "",
) -> dict[str, Poverty]:
    lines = partial(lines_untold, together=together)
    single = single_ways(
        turns=turns, shown=shown, optional=optional, hands=hands_untold, lines=lines
    )
    told = gaps_that_tell(melds=melds)
    more = {**single, "optional fields": fields_left_out}

    def mixed(several: Poverty) -> Poverty:
        """A gap records the table at its time, so it comes before other losses."""

        def poorer(log: Log, rng: Random) -> Log:
            return several(told(log, rng) if rng.random() < 0.3 else log, rng)

        return poorer

    of_all = mixed(mixture_of_all(more))
    known = {**more, "gaps that tell": told}
    return with_mixtures(known, mixed(mixture(list(single.values()))), of_all)


# ------------------------------------------------------------------ ways to lose lines


def hands_untold(log: Log, _: Random) -> Log:
    """Leave out the dealt cards, but keep wrong numbers of cards."""
    return [(at, _untold(event) if event["type"] == "deal" else event) for at, event in log]


def _untold(deal: Event) -> Event:
    counts = _counts(deal)
    usual = set(counts.values())
    return {**deal, "hands": counts if len(usual) > 1 else {}}


def _counts(deal: Event) -> dict[str, int]:
    hands: dict[str, list[str] | int] = deal["hands"]
    return {name: one if isinstance(one, int) else len(one) for name, one in hands.items()}


def lines_untold(kinds: Iterable[str], share: float, together: str = "") -> Poverty:
    """Leave out this share of the lines of these kinds, except for lines that a slip depends on, or
    that nothing else in the record shows. In each hand, lines of the kind ``together`` are left out
    all or none."""
    chosen = frozenset(kinds)

    def poorer(log: Log, rng: Random) -> Log:
        needed = {log[place][0] for place in _needed(log)}
        found, gone = [], False
        for at, event in log:
            if event["type"] == "hand":
                gone = rng.random() < share
            kind = event["type"]
            if kind == together and kind in chosen:
                kept = not gone
            else:
                kept = kind not in chosen or at in needed or rng.random() >= share
            if kept:
                found.append((at, event))
        return found

    return poorer


def _needed(log: Log) -> Iterator[int]:
    """Yield the indexes of lines to keep: deals of wrong numbers, all of several lines of which one
    is enough, given-up hands, passes of a beggar, and wins that no melds show."""
    beggars = {event["player"] for _, event in log if event["type"] == "beg"}
    for number, (first, end) in enumerate(hands_of(log), 1):
        told = Counter(one for _, event in log[first:end] for one in _told_once(event))
        for place in range(first, end):
            event = log[place][1]
            match event["type"]:
                case "deal" if len({*_counts(event).values()}) > 1:
                    yield place
                case "end" if event.get("why") == ABANDONED:
                    yield place
                case _ if any(told[one] > 1 for one in _told_once(event)):
                    yield place
                case "pass" if event["player"] in beggars:
                    yield place
                case "win" if not _shown_by_melds(log[first:end], place - first, number + 2):
                    yield place


def _told_once(event: Event) -> list[tuple[str, str]]:
    """Return the parts of a line that occur once in a hand, or once for each player."""
    match event["type"]:
        case "deal" | "turn_up" | "payment" as kind:
            return [(kind, "")]
        case "look" | "show" as kind:
            return [(kind, event["player"])]
        case "score":
            return [
                ("score", name) for name in {**event.get("points", {}), **event.get("totals", {})}
            ]
    return []


def _shown_by_melds(hand: Log, win: int, fewest: int) -> bool:
    """Return whether melds show that a player who says so is out: enough cards, laid before their
    discard."""

    def is_theirs(event: Event, kind: str) -> bool:
        return bool(event["type"] == kind and event["player"] == hand[win][1]["player"])

    behind = next((at for at in range(win, len(hand)) if is_theirs(hand[at][1], "discard")), win)
    end = win if win and is_theirs(hand[win - 1][1], "discard") else behind
    laid = [event["cards"] for _, event in hand[:end] if is_theirs(event, "meld")]
    return sum(map(len, laid)) >= fewest


def fields_left_out(log: Log, rng: Random) -> Log:
    """Leave out half of the optional fields."""
    free = fields_that_may_go(log)
    return [
        (
            at,
            {
                name: told
                for name, told in event.items()
                if name not in free[at] or rng.random() < 0.5
            },
        )
        for at, event in log
    ]


def fields_that_may_go(log: Log) -> dict[int, tuple[str, ...]]:
    """Return the optional fields of each line, by its number. A line that takes another card than
    the top one of the pile must name it."""
    found, top = {}, ""
    for at, event in log:
        takes_another = event["type"] in ("take", "beg") and event.get("card") != top
        found[at] = () if takes_another else MAY_BE_MISSING.get(event["type"], ())
        if event["type"] in ("discard", "turn_up"):
            top = event["card"]
    return found


def gaps_that_tell(*, melds: bool) -> Poverty:
    """Replace one or two stretches with gaps that record the number of cards in the deck, and the
    melds of some players."""

    def poorer(log: Log, rng: Random) -> Log:
        gone = set[int]()
        for _ in range(rng.randint(1, 2)):
            first, end = rng.choice(list(hands_of(log)))
            if first < end:
                start = rng.randrange(first, end)
                gone.update(range(start, min(end, start + rng.randint(1, 9))))
        gone = {at for at in gone if log[at][1]["type"] not in KEPT}
        found: list[Line] = []
        for at, (number, event) in enumerate(log):
            if at not in gone:
                found.append((number, event))
            elif at + 1 not in gone:
                found.append((0, _telling_gap(log[: at + 1], rng, melds)))
        return found

    return poorer


def _telling_gap(before: Log, rng: Random, melds: bool) -> Event:
    replay = ReplayedLog()
    for _, event in before:
        replay.feed(event)
    hand = replay.view()["hand"]
    gap = dict(GAP)
    if hand is None or hand["stage"] not in ("playing", "over"):
        return gap
    if rng.random() < 0.7 and hand["deck"] is not None:
        gap["stock"] = hand["deck"]
    if melds and rng.random() < 0.7:
        told = {seat["player"]: seat["melds"] for seat in hand["seats"] if rng.random() < 0.8}
        laid = vars(replay.play.hand).get("laid")
        known = told if laid is None else {seat.name for seat in laid}
        gap["melds"] = {name: melds for name, melds in told.items() if name in known}
    return gap


# ------------------------------------------------------------------ evenings


def _lawful_dimes(rng: Random) -> list[Event]:
    while True:
        rounds, hidden = rng.choice((1, 2, 2, 3, 4, 11)), rng.choice((0, 0, 0, 0.5))
        events = dimes.game(rng, rounds=rounds, hidden=hidden).events
        if len(events) <= LONGEST:
            return events


def _lawful_dam(rng: Random) -> list[Event]:
    return dam.lawful(rng, hands=rng.choice((1, 2, 3, 3, 10))).log


def _lawful_golf(rng: Random) -> list[Event]:
    game = rng.choice(("golf", "cambio_cabo"))
    return Golf(rng.getrandbits(40), holes=rng.choice((1, 2, 2, 9)), game=game).events


def _lawful_high_card(rng: Random) -> list[Event]:
    return evening_of(HIGH_CARD, rng, rng.randint(1, 5))


def _lawful_gin(rng: Random) -> list[Event]:
    return Gin(rng.getrandbits(40)).events[:LONGEST]


def _lawful_app(rng: Random) -> list[Event]:
    keen, sees = rng.choice((0.95, 0.9, 0.6, 0.2)), rng.choice((1.0, 1.0, 0.5))
    return app.game(rng.getrandbits(40), keen=keen, sees=sees)[0]


WITHOUT_TURNS: Final = (
    "dealer.rotation", "cut.player", "end.early", "hand.over", "player.unknown", "offence.other",
)  # fmt: skip
"""The slips that a game can have in which everybody draws once."""


@cache
def _cases(game: str) -> Sequence[Case]:
    return [one for path in all_files() if path.parent.name == game for one in cases(path)]


def with_a_slip(game: str, lawful: Callable[[Random], list[Event]]) -> Callable[..., list[Event]]:
    """Evenings with a slip in them: mostly one of those of every game, else a case of a rule."""
    rules = WITHOUT_TURNS if game == "high_card" else list(SLIPS)

    def faulty(rng: Random) -> list[Event]:
        while True:
            if _cases(game) and rng.random() < CASES:
                return rng.choice(_cases(game)).events
            slip = some_slip(lawful(rng), rng, rng.choice(rules))
            if slip is not None:
                return slip.log

    return faulty


OTHER_GAMES: Final[Mapping[str, Evenings]] = {
    "dimes": Evenings(
        _lawful_dimes,
        with_a_slip("dimes", _lawful_dimes),
        ways(
            turns=("draw", "take", "discard", "meld", "win"),
            shown=("meld", "show"),
            optional=(
                "cut", "deal", "turn_up", "win", "show", "score", "reshuffle", "payment",
            ),
        ),
    ),
    "dam": Evenings(
        _lawful_dam,
        with_a_slip("dam", _lawful_dam),
        ways(
            turns=("draw", "take", "discard", "meld", "beg", "pass"),
            shown=("meld", "show"),
            optional=("cut", "deal", "pass", "show", "score", "reshuffle"),
        ),
    ),
    "golf": Evenings(
        _lawful_golf,
        with_a_slip("golf", _lawful_golf),
        ways(
            turns=("draw", "take", "discard", "swap", "knock"),
            shown=("show", "look"),
            optional=("cut", "deal", "turn_up", "look", "show", "score", "end"),
            melds=False,
            together="show",
        ),
        together="show",
    ),
    "high_card": Evenings(
        _lawful_high_card,
        with_a_slip("high_card", _lawful_high_card),
        ways(turns=("draw",), shown=("draw",), optional=("cut", "score", "end"), melds=False),
    ),
    "gin_rummy": Evenings(
        _lawful_gin,
        with_a_slip("gin_rummy", _lawful_gin),
        ways(
            turns=("draw", "take", "discard", "knock", "pass"),
            shown=("meld", "lay_off", "show"),
            optional=("cut", "deal", "turn_up", "pass", "show", "score", "end"),
            melds=False,
        ),
    ),
    "desmoche_app": Evenings(
        _lawful_app,
        with_a_slip("desmoche_app", _lawful_app),
        ways(
            turns=("draw", "take", "discard", "meld", "take_back", "pass", "cambio"),
            shown=("meld", "take_back", "show"),
            optional=("cut", "deal", "turn_up", "pass", "win", "reshuffle"),
        ),
    ),
}  # fmt: skip
