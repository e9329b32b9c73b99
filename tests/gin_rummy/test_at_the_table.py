"""Messages while Gin Rummy is played: what may come next, what each line says, who may see
which card, what is known of hidden ones, and how slips are put right."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import read_log
from referee.judging.registry import find
from referee.judging.replay import Replay, judge
from referee.notation.writer import write_sheet
from referee.rulings.ruling import rule_on
from referee.visibility import ANYBODY, Sight, Viewer
from tests.depth import seeds
from tests.gin_rummy.playing import Game
from tests.gin_rummy.slips import SLIPS, with_slip
from tests.table_talk import say


def played(*lines: str) -> Replay:
    replay = Replay()
    for line in lines:
        replay.feed_all(say(line, game="gin_rummy"))
    return replay


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ["players Ana Beto", "hand Beto"],
            ["Beto deals 10 cards to each.", "Ana may cut the deck."],
        ),
        (
            ["table Ana Beto top=9d"],
            ["Ana may take the top card of the pile.", "Ana may pass on it."],
        ),
        (
            ["table Ana Beto top=9d", "pass Ana"],
            ["Beto may take the top card of the pile.", "Beto may pass on it."],
        ),
        (
            ["table Ana Beto top=9d", "pass Ana", "pass Beto"],
            ["Ana draws the top card of the deck."],
        ),
        (
            ["table Ana Beto top=9d", "take Ana"],
            ["Ana discards a card.", "Ana may knock with the discard instead."],
        ),
        (
            ["table Ana Beto top=9d", "take Ana", "discard Ana"],
            [
                "Beto draws the top card of the deck.",
                "Beto may take the top card of the pile instead.",
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
        ("pass Ana", "Ana does not want the card that was turned up."),
        ("knock Ana Kd", "Ana knocks and discards Kd."),
        ("meld Ana 7h8h9h", "Ana lays 7h 8h 9h down."),
        ("lay_off Ana Th", "Ana lays Th off."),
        ("show Ana 2cAd", "Ana has 2c Ad left."),
    ],
)
def test_lines_in_words(line: str, words: str) -> None:
    told = find("gin_rummy").sayings(say(line, game="gin_rummy")[0])
    assert " ".join(one.told() for one in told) == words


def test_all_see_their_own_cards_only() -> None:
    lines = [
        line
        for said in ("table Ana Beto top=9d Ana=3h4h5h6h7c7d7s2d2sKd", "draw Ana 2h", "take Beto")
        for line in say(said, game="gin_rummy")
    ]
    for viewer, sees in ((Viewer("ana"), True), (Viewer("Beto"), False), (ANYBODY, False)):
        sight = Sight(viewer)
        sight.take(lines)
        deal, drawn = sight.replay.lines[2], sight.replay.lines[4]
        assert deal["hands"] == (lines[2]["hands"] if sees else {"Ana": 10})
        assert drawn["card"] == ("2h" if sees else "??")


def test_the_melds_of_a_player_lie_apart() -> None:
    replay = played(
        "table Ana Beto", "draw Ana", "knock Ana Kd", "meld Ana 3h4h5h", "meld Ana 7c7d7s"
    )
    seats = replay.view()["hand"]["seats"]
    assert [seat["melds"] for seat in seats] == [[["3h", "4h", "5h"], ["7c", "7d", "7s"]], []]


@pytest.mark.parametrize("seed", seeds(200, 10))
def test_what_is_known_of_hidden_hands_is_so(seed: int) -> None:
    class Watched(Game):
        """A game in which the cards in the hands are kept, line by line."""

        def write(self, what: str, /, **fields: Any) -> None:
            super().write(what, **fields)
            held = {player: list(cards) for player, cards in getattr(self, "held", {}).items()}
            self.__dict__.setdefault("hands_held", []).append((what, held))

    game = Watched(f"known/{seed}")
    numbered = list(enumerate(game.events, 1))
    table = Replay()
    table.feed_all(game.events)
    turns = [at for at, (what, _) in enumerate(game.hands_held, 1) if what in ("draw", "discard")]
    for at in Random(seed).sample(turns, min(4, len(turns))):
        for one in table.play.knowledge(numbered[:at], numbered[at:]):
            real = set(game.hands_held[at - 1][1][one.player])
            assert set(one.surely) <= real <= {*one.surely, *one.possibly}
            assert one.count[0] <= len(real) <= one.count[1]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("seed", seeds(20, 2))
def test_the_score_sheet_says_the_same(seed: int, lang: str) -> None:
    game = Game(f"sheet/{seed}")
    sheet = write_sheet(game.events, lang)
    assert [dict(event) for event in read_log(sheet)] == game.events


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        ("pass.first.drawn", "draws or takes a card."),
        ("take.refused", "takes the turn back."),
        ("discard.taken", "back and discards another card."),
        ("knock.deadwood", "The knock is a discard only, and play goes on."),
        ("meld.invalid", "takes the cards back."),
        ("layoff.invalid", "takes the cards back."),
        ("turn.order", "takes the turn back."),
        ("turn.draw", "gives the card back."),
    ],
)
def test_how_a_slip_is_put_right(slip: str, told: str) -> None:
    assert slip in SLIPS
    game = next(
        one for one in (with_slip(f"right/{slip}/{n}", slip) for n in range(99)) if one.slipped
    )
    seq, rule, _, _ = game.slipped[0]
    (ruling,) = rule_on(game.events[:seq], seq, rule)
    assert told in " ".join(one.what.told() for one in ruling.remedies)
    assert not judge([*game.events[:seq], *ruling.edit])["findings"] or not ruling.edit
