"""Cards with an identity: a later line names a card that was unknown before."""

from __future__ import annotations

import pytest

from referee.cards.deck import JOKER
from referee.core.cards import NOWHERE, Deck, Zone, is_blank, picked, replaced, without
from referee.core.worlds import MOST, merge, merged
from tests.core import events_of, found, hand_after, seat, table_after


def layout(*lines: str, player: str = "Ana") -> list[str]:
    hand = hand_after(*lines)
    return ["??" if is_blank(card) else card for card in hand.layout[seat(hand, player)]]


def test_a_card_that_comes_out_of_a_position_lay_there_since_the_deal() -> None:
    lines = ["table Ana Beto", "draw Ana 9c", "swap Ana 3 Kd"]
    events = events_of(*lines)
    (ana, _) = table_after(*lines).knowledge(events[:3], events[3:])
    assert (ana.player, ana.surely) == ("Ana", ("Kd",))


def test_an_event_moves_cards_and_not_faces() -> None:
    assert layout("table Ana Beto", "draw Ana 9c", "swap Ana 2 Kd") == ["??", "9c", "??", "??"]
    assert layout("table Ana Beto", "draw Ana ??", "swap Ana 2 Kd") == ["??"] * 4


def test_a_card_in_two_places_is_one_finding_and_may_be_in_either_then() -> None:
    lines = ["table Ana Beto", "look Ana 7h2d", "draw Ana 7h", "discard Ana 7h"]
    assert found(*lines) == [(5, "card.location", None)]
    hand = hand_after(*lines)
    assert hand.loose == {"7h"}
    assert layout(*lines) == ["??"] * 4


def test_nothing_rests_on_a_loose_face() -> None:
    lines = ["table Ana Beto", "look Ana 7h2d", "draw Ana 7h", "discard Ana 7h", "draw Beto 7h"]
    assert [rule for _, rule, _ in found(*lines)] == ["card.location"]


def test_readings_that_become_one_keep_every_doubt_about_a_face() -> None:
    lines = ["table Ana Beto", "draw Ana ??"]
    hand, doubting, naming = (hand_after(*lines) for _ in range(3))
    doubting.loose = frozenset({"7h"})
    naming.named["?1"] = ("2d",)
    for other in (doubting, naming):
        merge(hand, other)
    assert hand.loose == {"7h", "2d"}


def test_too_many_readings_leave_the_best_as_it_is() -> None:
    hands = [hand_after("table Ana Beto", "draw Ana ??") for _ in range(MOST + 2)]
    for number, hand in enumerate(hands):
        hand.set(stock=number, slips=min(number, 1))
    best, *others = merged(hands)
    assert best.stock == 0
    assert len(others) == MOST - 1
    assert any(hand.maybe("stock") is None for hand in others)


def test_a_gap_leaves_every_place_open() -> None:
    hand = hand_after("table Ana Beto top=9d", "look Ana 7h2d", "gap")
    assert layout("table Ana Beto top=9d", "look Ana 7h2d", "gap") == ["??"] * 4
    assert hand.located == {}
    assert hand.top == ""


@pytest.mark.parametrize(
    ("held", "faces", "cards"),
    [
        (("7h", "?1"), ["Kd"], ["?1"]),
        (("7h", "?1"), ["??", "7h"], ["?1", "7h"]),
        (("7h", "8h"), ["Kd"], [NOWHERE]),
    ],
)
def test_a_face_is_a_card_of_that_name_or_else_a_blank(held, faces, cards) -> None:
    assert picked(held, faces) == cards


def test_a_pack_has_as_many_copies_as_packs() -> None:
    deck = Deck(packs=2, jokers=3)
    assert (deck.size, deck.copies("7h"), deck.copies(JOKER)) == (107, 2, 3)


def test_cards_are_taken_away_and_renamed_once_each() -> None:
    assert without(("7h", "7h"), ["7h"]) == ("7h",)
    assert replaced(("7h", "7h"), "7h", "Kd") == ("Kd", "7h")


def test_cards_go_from_zone_to_zone() -> None:
    stock, hand, pile = Zone("stock", "stock"), Zone("hand", "row"), Zone("pile", "pile")
    way = stock >> hand["position"] >> pile
    assert (way.start, way.source, way.place, way.to) == (stock, hand, "position", pile)
