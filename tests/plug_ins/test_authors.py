"""Mistakes in a declaration are named, and sentences of rules may name facts."""

from collections.abc import Callable
from typing import Any

import pytest

from referee import judge, read_log
from referee.core.declaring import HOOKS
from referee.games import PLAYER, Field, Form, Game, remedies, rulebook_of
from referee.judging.rulebook import Rulebook
from tests.plugged import plugged

TEXT = """Nobody calls twice.

Right: Call once.
Source: our table
"""


def calling(**how: Any) -> Game:
    """Return a game in which each player calls once; ``how`` has further options of its rule."""
    game = Game(
        "calling", title="Calling", about="Everybody calls.", players=(2, 4),
        dealt=0, turned_up=0, hands=1,
    )  # fmt: skip
    game.deals(game.zone("cards"))
    fields = (PLAYER, Field("position", "count", required=False, most=9))
    call = Form("call", "Calls.", "{player} calls", "a call", fields, sign="*")
    game.turn = calls = game.event(call, "{player} calls.")
    game.fact("caller", None)
    game.fact("count", 0)
    game.fact("own", 0, per_seat=True)
    game.endings = {}

    @calls.does
    def called(t: Any, a: Any) -> None:
        t.caller, t.count = a.seat, t.count + 1
        t.own[a.seat] += 1

    def once(t: Any, a: Any) -> bool:
        return bool(t.own[a.seat] == 0)

    once.__doc__ = TEXT
    game.rule("call.once", calls, **{"section": "Calling", "instead": True, **how})(once)
    return game


def found(book: Rulebook, *lines: str) -> list[str]:
    with plugged(book):
        text = "\n".join(["calling", "players Ana, Beto*", "hand", *lines, ""])
        return [one["message"] for one in judge(read_log(text))["findings"]]


def test_a_sentence_names_fields_of_the_event_and_facts_of_the_hand() -> None:
    says = "{player} calls, but {caller} has called: {count} calls, {own} of {player}."
    book = rulebook_of(calling(says=says))
    again = "Ana calls, but Beto has called: 2 calls, 1 of Ana."
    assert found(book, "Ana *", "Beto *", "Ana *") == [again]


def test_a_sentence_that_names_an_open_fact_is_not_told() -> None:
    book = rulebook_of(calling(says="{player} calls twice, at {position}."))
    assert found(book, "Ana *", "Beto *", "Ana *3") == ["Ana calls twice, at 3."]
    assert found(book, "Ana *", "Beto *", "Ana *") == []


def posible(*_: Any) -> bool:
    return True


SHOUT = Form("shout", "Shouts.", "{player} shouts", "a shout", (PLAYER,), sign="*")


def declare(mistake: Callable[[Game], object]) -> None:
    game = calling(says="{player} calls twice.")
    mistake(game)
    rulebook_of(game).check()


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        (lambda game: game.turn_rule("turn.order", TEXT, section="Turns", says="It is {card}."),
         r"calling, rule turn.order: nothing fills \{card\}"),
        (lambda game: game.turn_rule("turn.order", TEXT, section="Turns", says="{turned} it is."),
         r"calling, rule turn.order: nothing fills \{turned\}"),
        (lambda game: game.turn_rule("turn.order", TEXT, section="Turns", says="It is.",
                                     remedy="It stands."),
         "calling, rule turn.order: the remedy is not a function"),
        (lambda game: game.turn_rule("turn.order", TEXT), r"calling, rule turn.order: .*'section'"),
        (lambda game: game.event(SHOUT, "{player} shouts at {position}."),
         r"calling, event shout: nothing fills \{position\}"),
        (lambda game: game.event(SHOUT), "calling, event shout: it has no sentence"),
        (lambda game: game.endings.update(all="The hand ended with {player}."),
         r"calling, ending all: nothing fills \{player\}"),
        (lambda game: game.hook(posible), "calling: no hook posible; there are .*possible"),
        (lambda game: game.event(SHOUT, "{player} shouts."),
         r"calling: call and shout have the same sign \*"),
        (lambda _: Field("position", "number"), "position: no kind of field 'number'; .*count"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(mistake: Callable[[Game], object], named: str) -> None:
    with pytest.raises((ValueError, TypeError), match=named):
        declare(mistake)


def test_a_call_that_stands_is_put_right_by_nothing() -> None:
    text = "What {player} called stands."
    book = rulebook_of(calling(says="{player} calls twice.", remedy=remedies.nothing(text)))
    assert callable(book.remedies["call.once"])


def test_every_hook_is_explained() -> None:
    told = Game.hook.__doc__ or ""
    assert [name for name in HOOKS if f"``{name}(" not in told] == []
