"""Ways to lose parts of a record: overwritten cards, missing lines, unrecorded stretches.

Every way takes a log and returns the partial one as pairs: the number of the line in the full log
(0 for a line of the partial one only), and the line.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any, Final

from referee.core.hand import ABANDONED
from referee.judging.replay import ReplayedLog

Event = dict[str, Any]
Line = tuple[int, Event]
Log = Sequence[Line]
Poverty = Callable[[Log, Random], Log]
Meant = Callable[[Event], bool]

UNSEEN: Final = "??"
GAP: Final[Event] = {"type": "gap"}
SHARES: Final = (0.1, 0.3, 0.6, 1.0)

KEPT: Final = frozenset({"game", "hand", "join", "leave", "house", "correct", "insert"})
"""Lines that no gap hides."""

REFERRING: Final = ("event", "dispute", "before")
"""Fields with the number of another line."""

MAY_BE_MISSING: Final[Mapping[str, tuple[str, ...]]] = {
    "take": ("card",),
    "beg": ("card", "drawn"),
    "look": ("cards",),
    "cambio": ("to",),
}
"""Optional fields of each kind of line."""


def numbered(log: Sequence[Event]) -> Log:
    return list(enumerate(log, 1))


def written(log: Log) -> tuple[list[Event], list[int]] | None:
    """Return the partial log with its own line numbers, references included, and each line's number
    in the full log; None if a line refers to a missing one."""
    place = {number: at for at, (number, _) in enumerate(log, 1) if number}
    events = []
    for _, event in log:
        changed = dict(event)
        for name in REFERRING:
            if isinstance(event.get(name), int):
                if event[name] not in place:
                    return None
                changed[name] = place[event[name]]
        events.append(changed)
    return events, [number for number, _ in log]


def hands_of(log: Log) -> Iterator[tuple[int, int]]:
    opened = [at for at, (_, event) in enumerate(log) if event["type"] == "hand"]
    for start, end in zip(opened, [*opened[1:], len(log)], strict=False):
        yield start + 1, end


def a_hand(log: Log, rng: Random) -> range:
    """Return the lines of a random hand that has some."""
    return range(*rng.choice([one for one in hands_of(log) if one[0] < one[1]] or [(0, 1)]))


def of(kinds: Iterable[str]) -> Meant:
    """Return whether a line is of one of these kinds."""
    chosen = frozenset(kinds)
    return lambda event: event["type"] in chosen


# ---- cards


def with_other_cards(event: Event, instead: Callable[[str], str]) -> Event:
    """Return a line with its cards replaced."""
    found = dict(event)
    for name, value in event.items():
        if name in ("card", "discard", "drawn") and isinstance(value, str):
            found[name] = instead(value)
        elif name in ("cards", "hand"):
            if isinstance(value, list):
                found[name] = [instead(card) for card in value]
        elif name == "melds" and isinstance(value, list):
            found[name] = [[instead(card) for card in meld] for meld in value]
        elif name == "hands":
            found[name] = {
                player: [instead(card) for card in cards] if isinstance(cards, list) else cards
                for player, cards in value.items()
            }
    return found


def with_card(event: Event, at: int, name: str) -> Event:
    places = iter(range(1000))
    return with_other_cards(event, lambda card: name if next(places) == at else card)


def cards_of(event: Event) -> list[str]:
    found: list[str] = []
    with_other_cards(event, lambda card: found.append(card) or card)
    return found


def cards_in(log: Log) -> set[str]:
    return {card for _, event in log for card in cards_of(event)}


def overwritten(log: Log, rng: Random, share: float, lines: Meant = bool) -> Log:
    """Overwrite this share of the cards in these lines."""

    def seen(card: str) -> str:
        return UNSEEN if rng.random() < share else card

    return [(at, with_other_cards(event, seen) if lines(event) else event) for at, event in log]


def some_cards_everywhere(log: Log, rng: Random) -> Log:
    named = sorted(cards_in(log))
    gone = set(rng.sample(named, min(len(named), rng.choice((1, 1, 2, 4, 8)))))
    return [
        (at, with_other_cards(event, lambda card: UNSEEN if card in gone else card))
        for at, event in log
    ]


def of_some_kinds(log: Log, rng: Random, most: int) -> Meant:
    """Return whether a line is of one of at most so many random kinds."""
    kinds = sorted({event["type"] for _, event in log} - KEPT - {GAP["type"]})
    return of(rng.sample(kinds, min(len(kinds), rng.randint(1, most))))


def of_a_player(log: Log, rng: Random) -> Meant:
    """Return whether a line is about one random player."""
    player = rng.choice(log[0][1]["players"])
    return lambda event: event.get("player") == player


# ---- lines and fields that may be missing


def hands_left_out(log: Log, _: Random) -> Log:
    """Leave out the dealt cards, except for wrong numbers of cards, and those of a declared win."""
    found = []
    for at, event in log:
        if event["type"] == "deal":
            counts = dealt(event)
            event = {**event, "hands": counts if len({*counts.values()}) > 1 else {}}
        elif event["type"] == "declare":
            event = {name: value for name, value in event.items() if name != "cards"}
        found.append((at, event))
    return found


def dealt(deal: Event) -> dict[str, int]:
    hands: dict[str, list[str] | int] = deal["hands"]
    return {name: one if isinstance(one, int) else len(one) for name, one in hands.items()}


def lines_left_out(
    log: Log, rng: Random, kinds: Collection[str], share: float, together: Collection[str] = ()
) -> Log:
    """Leave out this share of the lines of these kinds, except for lines that a slip depends on, or
    that nothing else in the record shows. In each hand, lines of each kind in ``together`` are left
    out all or none."""
    needed = {log[place][0] for place in _needed(log)}
    found, gone = [], set[str]()
    for at, event in log:
        if event["type"] == "hand":
            gone = {kind for kind in together if rng.random() < share}
        kind = event["type"]
        lost = kind in gone if kind in together else at not in needed and rng.random() < share
        if kind not in kinds or not lost:
            found.append((at, event))
    return found


def _needed(log: Log) -> Iterator[int]:
    """Yield the indexes of lines to keep: deals of wrong numbers, all of several lines of which one
    is enough, ends of given-up hands and of the last hand, passes of a beggar, wins that no melds
    show, discards and claims that are not understood, and lines that others refer to."""
    referred = [event.get(name) for _, event in log for name in REFERRING]
    yield from (place for place, (at, _) in enumerate(log) if at in referred)
    beggars = {event["player"] for _, event in log if event["type"] == "beg"}
    lays = of(("pay", "discard"))
    hands = list(hands_of(log))
    for number, (first, end) in enumerate(hands, 1):
        hand = [event for _, event in log[first:end]]
        told = Counter(one for event in hand for one in _told_once(event))
        drawn = offered = ""
        for place, event in enumerate(hand):
            card, behind = event.get("card", offered), hand[place + 1 :]
            match event["type"]:
                case "deal" if len({*dealt(event).values()}) > 1:
                    yield first + place
                case "end" if event.get("why") == ABANDONED or number == len(hands):
                    yield first + place
                case _ if any(told[one] > 1 for one in _told_once(event)):
                    yield first + place
                case "pass" if event["player"] in beggars:
                    yield first + place
                case "win" if not _shown_by_melds(hand, place, number + 2):
                    yield first + place
                # only the unused drawn card is understood to lie on the pile, and only if its
                # drawer lays no other card
                case "discard" if card != drawn or any(map(lays, behind[:1])):
                    yield first + place
                case "claim" if not _melds(behind, event["player"], card):
                    yield first + place
            drawn = card if event["type"] == "draw" else drawn
            offered = card if event["type"] in ("draw", "discard", "pay") else offered


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


def _melds(behind: Iterable[Event], player: str, card: str) -> bool:
    """Return whether the next lines are melds of a player, one of them with this card."""
    act = takewhile(lambda event: event["type"] == "meld" and event["player"] == player, behind)
    return any(card in event["cards"] for event in act)


def _shown_by_melds(hand: Sequence[Event], win: int, fewest: int) -> bool:
    """Return whether melds show that a player who says so is out: enough cards, laid before their
    discard."""

    def is_theirs(event: Event, kind: str) -> bool:
        return bool(event["type"] == kind and event["player"] == hand[win]["player"])

    behind = next((at for at in range(win, len(hand)) if is_theirs(hand[at], "discard")), win)
    end = win if win and is_theirs(hand[win - 1], "discard") else behind
    laid = [event["cards"] for event in hand[:end] if is_theirs(event, "meld")]
    return sum(map(len, laid)) >= fewest


def fields_left_out(log: Log, rng: Random) -> Log:
    """Leave out half of the optional fields."""
    free = fields_that_may_go(log)

    def told(at: int, event: Event) -> Event:
        kept = [name for name in event if name not in free[at] or rng.random() < 0.5]
        return {name: event[name] for name in kept}

    return [(at, told(at, event)) for at, event in log]


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


# ---- gaps


def hidden(log: Log, places: Iterable[int], gap: Callable[[int], Event] = lambda _: GAP) -> Log:
    """Return the log with gaps in place of these lines; lines that must stay stand beside them.
    ``gap`` makes the gap up to a line."""
    gone = {at for at in places if log[at][1]["type"] not in KEPT}
    found: list[Line] = []
    for at, line in enumerate(log):
        if at not in gone:
            found.append(line)
        elif at + 1 not in gone:
            found.append((0, gap(at)))
    return found


def hiding(choose: Callable[..., Iterable[int]], **options: Any) -> Poverty:
    """Return the way of replacing the lines that a function chooses with bare gaps."""
    return lambda log, rng: hidden(log, choose(log, rng, **options))


def a_share(log: Log, rng: Random, share: float, lines: Meant) -> list[int]:
    return [at for at, (_, event) in enumerate(log) if lines(event) and rng.random() < share]


def one_or_two(log: Log, rng: Random, lines: Meant) -> list[int]:
    places = [at for at, (_, event) in enumerate(log) if lines(event)]
    return rng.sample(places, min(len(places), rng.randint(1, 2)))


def stretches(log: Log, rng: Random, count: int, longest: int) -> set[int]:
    """Return the lines of so many stretches of hands, each of at most ``longest`` lines."""
    gone = set[int]()
    for _ in range(count):
        hand = a_hand(log, rng)
        start = rng.choice(hand)
        gone.update(range(start, min(hand.stop, start + rng.randint(1, longest))))
    return gone


def around_lines(log: Log, rng: Random) -> set[int]:
    """Return the lines before and after a few random lines."""
    gone = set[int]()
    for _ in range(rng.randint(1, 3)):
        hand = a_hand(log, rng)
        at = rng.choice(hand)
        gone.update(range(max(hand.start, at - rng.randint(1, 2)), at))
        gone.update(range(at + 1, min(hand.stop, at + 1 + rng.randint(1, 2))))
    return gone


def edges_of_hands(log: Log, rng: Random) -> set[int]:
    """Return the first and last lines of hands."""
    gone = set[int]()
    for first, end in hands_of(log):
        if rng.random() < 0.5:
            gone.update(range(first, min(end, first + rng.randint(1, 3))))
        if rng.random() < 0.5:
            gone.update(range(max(first, end - rng.randint(1, 3)), end))
    return gone


def every_second_line(log: Log, rng: Random) -> range:
    """Return every second, third or fourth line of a stretch."""
    hand = a_hand(log, rng)
    start, step = rng.choice(hand), rng.randint(2, 4)
    return range(start, min(hand.stop, start + rng.randint(3, 40)), step)


def gaps_of_nothing(log: Log, rng: Random) -> Log:
    """Insert gaps in which nothing happened."""
    found: list[Line] = list(log[:1])
    for line in log[1:]:
        found += [line, (0, GAP)] if rng.random() < 0.06 else [line]
    return found


def gaps_that_tell(log: Log, rng: Random, melds: bool) -> Log:
    """Replace one or two stretches with gaps that record the number of cards in the deck, and the
    melds of some players."""
    gone = stretches(log, rng, rng.randint(1, 2), 9)
    return hidden(log, gone, lambda at: _telling_gap(log[: at + 1], rng, melds))


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


# ---- all ways of a game


def mixture(log: Log, rng: Random, ways: Sequence[Poverty], first: Poverty) -> Log:
    """Combine two or three of these ways. A gap that tells of the table comes ``first``."""
    chosen = rng.sample(ways, rng.randint(2, 3))
    for way in [first, *chosen] if rng.random() < 0.3 else chosen:
        log = way(log, rng)
    return log


MASKS: Final[Mapping[str, Poverty]] = {
    "gaps around a few lines": hiding(around_lines),
    "the edges of hands": hiding(edges_of_hands),
    "every second line of a stretch": hiding(every_second_line),
    "the lines of a kind": hiding(
        lambda log, rng: a_share(log, rng, rng.choice(SHARES), of_some_kinds(log, rng, 2))
    ),
    "the cards of a kind of line": lambda log, rng: overwritten(
        log, rng, rng.choice(SHARES), of_some_kinds(log, rng, 3)
    ),
    "a few cards wherever they stand": some_cards_everywhere,
    "the cards of a player": lambda log, rng: overwritten(
        log, rng, rng.choice(SHARES), of_a_player(log, rng)
    ),
    "the lines of a player": hiding(
        lambda log, rng: a_share(log, rng, rng.choice(SHARES), of_a_player(log, rng))
    ),
    "gaps of nothing": gaps_of_nothing,
}
"""Ways that suit every game."""


def ways(
    *,
    turns: tuple[str, ...],
    shown: tuple[str, ...],
    optional: tuple[str, ...],
    moved: tuple[str, ...] = (),
    melds: bool = True,
    together: tuple[str, ...] = (),
) -> dict[str, Poverty]:
    """Return every way to lose a part of the evenings of a game. A gap may replace ``turns``;
    ``moved`` are further lines whose cards belong to a turn, ``shown`` those of visible cards,
    ``optional`` the optional ones, and those of each kind in ``together`` are missing in a hand all
    or none. Without ``melds`` no gap records them."""
    left_out = partial(lines_left_out, kinds=optional, together=together)
    single: dict[str, Poverty] = {
        "one or two turns, a gap each": hiding(one_or_two, lines=of(turns)),
        "5 % of the turns, a gap each": hiding(a_share, share=0.05, lines=of(turns)),
        "one stretch of 1 to 9 lines": hiding(stretches, count=1, longest=9),
        "three stretches of 1 to 5 lines": hiding(stretches, count=3, longest=5),
        "a stretch of up to 60 lines": hiding(stretches, count=1, longest=60),
        "a whole hand": hiding(a_hand),
        "5 % of the cards": partial(overwritten, share=0.05),
        "20 % of the cards": partial(overwritten, share=0.2),
        "50 % of the cards": partial(overwritten, share=0.5),
        "40 % of the cards melded and shown": partial(overwritten, share=0.4, lines=of(shown)),
        "40 % of the cards of the turns": partial(
            overwritten, share=0.4, lines=of((*turns, *moved))
        ),
        "the hands": hands_left_out,
        "30 % of the optional lines": partial(left_out, share=0.3),
        "the optional lines": partial(left_out, share=1.0),
        "optional fields": fields_left_out,
    }
    telling = partial(gaps_that_tell, melds=melds)
    mixed = partial(mixture, ways=list(single.values()), first=telling)
    of_all = partial(mixture, ways=[*single.values(), *MASKS.values()], first=telling)
    more = {"gaps that tell": telling, "a mixture": mixed}
    return {**single, **more, **MASKS, "a mixture of all": of_all}
