"""What may come next between two hands, in the words in which all games say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.judging.expectation import Expectation
from referee.judging.kernel.hands import BEFORE_THE_DEAL, Hand
from referee.judging.kernel.table import Table
from referee.wording.language import Plural


def may(
    act: str,
    players: Iterable[str],
    text: str | tuple[str, str],
    rule: str | None = None,
    *,
    required: bool = False,
    **facts: Any,
) -> Iterator[Expectation]:
    """What these players may do; nothing where there is none of them. The text may be two: for one
    player, and for several."""
    names = tuple(players)
    one, many = text if isinstance(text, tuple) else (text, text)
    told = Plural(one, many, len(names))
    if names:
        yield Expectation(act, names, required, rule, told, {"players": names, **facts})


def before_the_deal(hand: Hand[Any]) -> Iterator[Expectation]:
    """The cut and the deal."""
    if hand.stage == BEFORE_THE_DEAL:
        cutter = hand.seats[-2].name
        yield from may("cut", [cutter], "{players} may cut the deck.", "cut.player")
        yield from may(
            "deal",
            [hand.dealer],
            "{players} deals {count} cards to each.",
            "deal.count",
            required=True,
            count=hand.each,
        )


def after_the_hand(table: Table[Any], *, counts_points: bool) -> Iterator[Expectation]:
    """What is done once a hand is over, and the next deal."""
    hand = table.hand
    if hand is not None and not (hand.over or hand.blurred):
        yield Expectation("end", (), False, "end.early", "The table may give the hand up.")
        return
    if hand is not None and hand.over and counts_points and not hand.written:
        showing = [seat.name for seat in hand.seats]
        shows = ("{players} may show the cards.", "{players} may show their cards.")
        yield from may("show", showing, shows, "score.wrong")
        yield Expectation("score", (), False, "score.wrong", "The points may be written down.")
    if table.is_full:
        return
    dealer = table.next_dealer
    dealers = [dealer] if dealer is not None else table.players
    opens = ("{players} deals the next hand.", "The next hand may be dealt by {players}.")
    yield from may("hand", dealers, opens, "dealer.rotation", required=True)
