"""Facts that slips leave open, in Ninety-Nine, where every card changes the total; and readings of
one record: equal ones merge, and too many are blurred into one."""

from typing import Any

from referee.core.hand import Hand
from referee.core.worlds import MOST, merge, merged
from referee.games import PLAYER, Field, Form, Game, forms, rulebook_of
from referee.judging.replay import ReplayedLog
from tests.table_talk import say

ninety_nine = Game(
    "ninety_nine", title="Ninety-Nine", about="Play a card, say the new total, draw a card.",
    players=(2, 9), dealt=3, turned_up=0, hands=7, lowest_wins=True,
)  # fmt: skip
stock, pile = ninety_nine.deals(hand := ninety_nine.zone("hand", seen_by="owner"))
play = ninety_nine.event(
    Form(
        "play", "Plays a card and says the total.", "{player} plays a card", "a played card",
        (PLAYER, Field("card", "card"), Field("total", "count", least=0, most=99)), sign=">",
    ),
    "{player} plays {card} and says {total}.", moves=hand >> pile,
)  # fmt: skip
draw = ninety_nine.event(forms.DRAW, "", moves=stock >> hand)
ninety_nine.turn = play >> draw
ninety_nine.fact("total", 0)


@play.does
def plays(t: Any, a: Any) -> None:
    """Set the total to the one that the player says."""
    t.total = a.event["total"]


@ninety_nine.rule("total.wrong", play, section="The total", says="{player} says {total}.")
def says_the_total(t: Any, a: Any) -> bool:
    """A card adds its number to the total.

    Right: Say the right total.
    Source: our table
    """
    return bool(a.event["total"] == t.total + int(a.card[0]))


BOOK = rulebook_of(ninety_nine)


def found(*lines: str) -> list[tuple[int, str, str | None]]:
    table: Any = BOOK.lay_table(BOOK, {"type": "game", "players": ["Ana", "Beto", "Carla"]})
    events: list[dict[str, Any]] = [{"type": "hand", "dealer": "Carla"}]
    for line in lines:
        kind, player, card, *total = line.split()
        said = {"total": int(total[0])} if total else {}
        events.append({"type": kind, "player": player, "card": card, **said})
    table.play_on(enumerate(events, 2))
    return [(one.event - 2, one.rule, one.player) for one in table.found(0, final=False)]


def test_the_total_goes_on_from_card_to_card() -> None:
    lines = ["play Ana 7s 7", "draw Ana 2s", "play Beto 5s 12", "draw Beto 3s"]
    assert found(*lines) == []
    assert found(*lines, "play Carla 6s 17") == [(5, "total.wrong", "Carla")]


def test_a_card_that_is_played_after_all_leaves_the_total_open() -> None:
    lines = ["draw Ana 2s", "play Ana 7s 7", "play Beto 5s 12", "draw Beto 3s"]
    assert [rule for _, rule, _ in found(*lines)] == ["turn.discard"]


def test_a_card_that_was_played_out_of_turn_leaves_the_total_open() -> None:
    lines = ["play Ana 7h 7", "draw Ana 2c", "play Carla 5d 12", "play Beto 2h 9", "draw Beto 3h"]
    assert found(*lines, "play Carla 5d 14", "draw Carla 4h") == [(3, "turn.order", "Carla")]


def a_hand() -> Hand:
    replay = ReplayedLog()
    for line in ("table Ana Beto", "draw Ana ??"):
        replay.feed_all(say(line, game="golf"))
    hand: Hand = replay.play.hand
    return hand


def test_a_player_keeps_the_card_taken_before_the_line_of_its_discard() -> None:
    replay = ReplayedLog()
    for line in (
        "table Ana Beto Carla", "draw Ana Qs", "take Beto Qs", "discard Ana Qs", "swap Beto 3 Ks",
        "draw Carla 2c", "discard Carla 2c", "draw Ana 3c", "discard Ana 3c", "draw Beto 4c",
        "swap Beto 3 Qs",
    ):  # fmt: skip
        replay.feed_all(say(line, game="golf"))
    found = replay.report()["findings"]
    assert [(one["event"], one["rule"], one["player"]) for one in found] == [
        (5, "turn.discard", "Ana")
    ]


def test_readings_that_become_one_keep_every_doubt_about_a_face() -> None:
    hand, doubting, naming = (a_hand() for _ in range(3))
    doubting.loose = frozenset({"7h"})
    naming.named["?1"] = ("2d",)
    for other in (doubting, naming):
        merge(hand, other)
    assert hand.loose == {"7h", "2d"}


def test_too_many_readings_leave_the_best_as_it_is() -> None:
    hands = [a_hand() for _ in range(MOST + 2)]
    for number, hand in enumerate(hands):
        hand.set(stock=number, slips=min(number, 1))
    best, *others = merged(hands)
    assert best.stock == 0
    assert len(others) == MOST - 1
    assert any(hand.maybe("stock") is None for hand in others)
