"""What is told while a game of Golf is played: what may come next, what each line says, and who may
see which card."""

from __future__ import annotations

import pytest
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable

from referee.cards.deck import NAMES
from referee.judging.registry import find
from referee.judging.replay import Replay, judge
from referee.visibility import ANYBODY, Sight, Viewer
from tests.depth import seeds
from tests.golf.playing import Game
from tests.table_talk import say


def played(*lines: str) -> Replay:
    replay = Replay()
    for line in lines:
        replay.feed_all(say(line, game="golf"))
    return replay


def test_before_the_deal_no_card_lies_before_anybody() -> None:
    replay = played("players Ana Beto", "hand Beto")
    assert [seat["melds"] for seat in replay.view()["hand"]["seats"]] == [[], []]
    replay.feed_all(say("deal", game="golf"))
    assert [seat["melds"] for seat in replay.view()["hand"]["seats"]] == [[["??"] * 4]] * 2


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ["players Ana Beto", "hand Beto"],
            ["Beto deals 4 cards to each.", "Ana may cut the deck."],
        ),
        (
            ["table Ana Beto top=9d"],
            [
                "Ana draws the top card of the deck.",
                "Ana and Beto may look at the two nearest cards before play begins.",
                "Ana may take the top card of the pile instead, to swap it.",
                "Ana may knock instead.",
            ],
        ),
        (
            ["table Ana Beto top=9d first_knock=barred", "look Ana", "look Beto"],
            [
                "Ana draws the top card of the deck.",
                "Ana may take the top card of the pile instead, to swap it.",
            ],
        ),
        (
            ["table Ana Beto", "draw Ana"],
            [
                "Ana swaps the card that was taken for one of the four.",
                "Ana may discard the card that was drawn.",
            ],
        ),
        (
            ["table Ana Beto", "take Ana"],
            ["Ana swaps the card that was taken for one of the four."],
        ),
        (
            ["table Ana Beto", "knock Ana"],
            [
                "Beto draws the top card of the deck.",
                "Beto may take the top card of the pile instead, to swap it.",
            ],
        ),
    ],
)
def test_what_may_come_next(lines: list[str], told: list[str]) -> None:
    expected = [one.message() for one in played(*lines).expected()]
    assert [one for one in expected if one != "The table may give the hand up."] == told


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("look Ana 7h2d", "Ana looks at the two nearest cards. They are 7h 2d."),
        ("look Ana", "Ana looks at the two nearest cards."),
        ("draw Ana", "Ana draws a card that nobody saw."),
        ("swap Ana 3 Kd", "Ana swaps the card in at position 3. Out comes Kd."),
        ("swap Ana 3", "Ana swaps the card in at position 3."),
        ("knock Ana", "Ana knocks."),
        ("show Ana 7h2dAcAs", "Ana turns up 7h 2d Ac As."),
        (
            "offence Ana looked_again",
            "Somebody tells of an offence by Ana: a card was looked at that lay face down.",
        ),
    ],
)
def test_lines_in_words(line: str, words: str) -> None:
    assert " ".join(one.told() for one in find("golf").sayings(say(line, game="golf")[0])) == words


def test_all_see_their_own_looks_and_draws_and_nobody_what_was_dealt() -> None:
    lines = [
        line
        for said in (
            "players Ana Beto",
            "hand Beto",
            "deal Ana=7h2d3c4c Beto=4",
            "turn_up 9d",
            "look Ana 7h2d",
            "draw Ana Ks",
            "swap Ana 2 2d",
        )
        for line in say(said, game="golf")
    ]
    seen = {}
    for name, viewer in (("ana", Viewer("ana")), ("beto", Viewer("Beto")), ("", ANYBODY)):
        sight = Sight(viewer)
        sight.take(lines)
        seen[name] = sight.replay.lines[2:]
    told = {"hands": {"Ana": 4, "Beto": 4}}
    assert all(lines[0] == {"type": "deal", **told} for lines in seen.values())
    assert seen["ana"][2] == {"type": "look", "player": "Ana", "cards": ["7h", "2d"]}
    assert seen["ana"][3]["card"] == "Ks"
    for other in ("beto", ""):
        assert seen[other][2] == {"type": "look", "player": "Ana"}
        assert seen[other][3]["card"] == "??"
    assert all(lines[4]["card"] == "2d" for lines in seen.values())


@pytest.mark.parametrize("seed", seeds(10, 4))
def test_a_slip_that_is_corrected_is_as_if_it_had_never_happened(seed: int) -> None:
    game = Game(f"corrected/{seed}")
    at = game.rng.randrange(3, len(game.events))
    stray = game.rng.choice(
        [
            {"type": "hand", "dealer": "Ana"},
            {"type": "knock", "player": "Beto"},
            {"type": "show", "player": "Ana", "cards": ["Ah", "Ac", "Ad", "As"]},
            {"type": "end"},
        ]
    )
    correct = {"type": "correct", "event": at + 1, "with": None, "why": "never happened"}
    report = judge([*game.events[:at], stray, *game.events[at:], correct])
    assert report["findings"] == []
    assert [hand["scores"] for hand in report["hands"]] == game.scores
    assert report["winners"] == game.winners()


@pytest.mark.parametrize("seed", seeds(5, 2))
def test_the_table_can_be_viewed_and_the_hands_told(seed: int) -> None:
    book, replay = find("golf"), Replay()
    for event in Game(f"viewed/{seed}", holes=2).events:
        replay.feed(event)
        hand = replay.view()["hand"]
        for seat in hand["seats"] if hand else ():
            dealt = hand["stage"] != "dealt"
            assert [len(lying) for lying in seat["melds"]] == ([4] if dealt else [])
    for told in replay.report()["hands"]:
        account = book.account(told)
        assert account.heading.told()
        assert all(one.told() for one in account.told)


def test_what_is_known_of_the_cards_before_a_player() -> None:
    replay = played("table Ana Beto top=9d", "look Ana 7h2d", "draw Ana Ks")
    ana, beto = replay.knowledge()
    assert (ana.player, ana.surely, ana.count) == ("Ana", ("7h", "2d", "Ks"), (5, 5))
    assert (beto.surely, beto.count) == ((), (4, 4))
    assert set(beto.possibly) == set(NAMES) - {"9d", "7h", "2d", "Ks"}


@pytest.mark.parametrize("position", [0, 5])
def test_a_position_that_no_layout_has_cannot_be_read(position: int) -> None:
    swap = {"type": "swap", "player": "Ana", "position": position}
    so_far = LogSoFar()
    so_far.add({"type": "game", "game": "golf", "players": ["Ana", "Beto"]})
    with pytest.raises(Unreadable, match="a whole number from 1 to 4"):
        so_far.add(swap)
