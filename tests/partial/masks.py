"""Ways to lose parts of a record, whatever the kind of line: around an act, at the edges of a hand,
every second line, everything about one card, one player or one kind of line, parts of hands, and
gaps in which nothing happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from tests.partial.poverty import (
    GAP,
    KEPT,
    UNSEEN,
    Event,
    Line,
    Log,
    Poverty,
    hands_of,
    hidden,
    overwritten,
    with_other_cards,
)

SHARES: Final = (0.1, 0.3, 0.6, 1.0)


def _a_hand(log: Log, rng: Random) -> range:
    """Return the lines of a random hand that has some."""
    return range(*rng.choice([(first, end) for first, end in hands_of(log) if first < end]))


def around_lines(log: Log, rng: Random) -> Log:
    """Replace the lines before and after a few random lines with gaps."""
    some = set()
    for _ in range(rng.randint(1, 3)):
        hand = _a_hand(log, rng)
        at = rng.choice(hand)
        some.add((max(hand.start, at - rng.randint(1, 2)), at))
        some.add((at + 1, min(hand.stop, at + 1 + rng.randint(1, 2))))
    return hidden(log, some)


def edges_of_hands(log: Log, rng: Random) -> Log:
    """Replace the first and last lines of hands with gaps."""
    some = set()
    for first, end in hands_of(log):
        if rng.random() < 0.5:
            some.add((first, min(end, first + rng.randint(1, 3))))
        if rng.random() < 0.5:
            some.add((max(first, end - rng.randint(1, 3)), end))
    return hidden(log, some)


def every_second_line(log: Log, rng: Random) -> Log:
    """Replace every second, third or fourth line of a stretch with a gap."""
    hand = _a_hand(log, rng)
    start, step = rng.choice(hand), rng.randint(2, 4)
    end = min(hand.stop, start + rng.randint(3, 40))
    return hidden(log, {(at, at + 1) for at in range(start, end, step)})


def _kinds(log: Log, rng: Random, most: int) -> set[str]:
    kinds = sorted({event["type"] for _, event in log} - KEPT - {GAP["type"]})
    return set(rng.sample(kinds, min(len(kinds), rng.randint(1, most))))


def lines_of_a_kind(log: Log, rng: Random) -> Log:
    """Replace a share of the lines of a kind or two with gaps."""
    kinds, share = _kinds(log, rng, 2), rng.choice(SHARES)
    return hidden(log, _where(log, rng, share, lambda event: event["type"] in kinds))


def cards_of_a_kind(log: Log, rng: Random) -> Log:
    """Overwrite a share of the cards in up to three kinds of lines."""
    kinds, share = _kinds(log, rng, 3), rng.choice(SHARES)
    return [
        (at, overwritten(event, share, rng) if event["type"] in kinds else event)
        for at, event in log
    ]


def some_cards_everywhere(log: Log, rng: Random) -> Log:
    """Overwrite a few cards in all lines."""
    written = sorted(cards_in(log))
    gone = set(rng.sample(written, min(len(written), rng.choice((1, 1, 2, 4, 8)))))
    return [
        (at, with_other_cards(event, lambda card: UNSEEN if card in gone else card))
        for at, event in log
    ]


def cards_in(log: Log) -> set[str]:
    """Return every card that a log names."""
    found = set[str]()

    def keep(card: str) -> str:
        found.add(card)
        return card

    for _, event in log:
        with_other_cards(event, keep)
    return found


def cards_of_a_player(log: Log, rng: Random) -> Log:
    """Overwrite a share of the cards in the lines of one player."""
    player, share = rng.choice(log[0][1]["players"]), rng.choice(SHARES)
    return [
        (at, overwritten(event, share, rng) if event.get("player") == player else event)
        for at, event in log
    ]


def lines_of_a_player(log: Log, rng: Random) -> Log:
    """Replace a share of the lines of one player with gaps."""
    player, share = rng.choice(log[0][1]["players"]), rng.choice(SHARES)
    return hidden(log, _where(log, rng, share, lambda event: event.get("player") == player))


def _where(
    log: Log, rng: Random, share: float, is_meant: Callable[[Event], bool]
) -> set[tuple[int, int]]:
    return {
        (at, at + 1)
        for at, (_, event) in enumerate(log)
        if is_meant(event) and rng.random() < share
    }


def gaps_of_nothing(log: Log, rng: Random) -> Log:
    """Insert gaps in which nothing happened."""
    found: list[Line] = list(log[:1])
    for line in log[1:]:
        found.append(line)
        if rng.random() < 0.06:
            found.append((0, GAP))
    return found


MASKS: Final[Mapping[str, Poverty]] = {
    "gaps around a few lines": around_lines,
    "the edges of hands": edges_of_hands,
    "every second line of a stretch": every_second_line,
    "the lines of a kind": lines_of_a_kind,
    "the cards of a kind of line": cards_of_a_kind,
    "a few cards wherever they stand": some_cards_everywhere,
    "the cards of a player": cards_of_a_player,
    "the lines of a player": lines_of_a_player,
    "gaps of nothing": gaps_of_nothing,
}
"""These ways by name; they suit every game."""
