"""Mistakes in a declaration are named, and sentences of rules may name facts."""

from __future__ import annotations

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


def test_a_placeholder_that_nothing_fills_is_refused_with_its_rule() -> None:
    game = calling(says="{player} calls, and {turned} was turned.")
    with pytest.raises(ValueError, match=r"calling, rule call.once: nothing fills \{turned\}"):
        rulebook_of(game)


def test_a_rule_of_the_turn_names_no_field_that_its_event_lacks() -> None:
    game = calling(says="{player} calls twice.")
    game.turn_rule("turn.order", TEXT, section="Calling", says="{player} plays {card}.")
    with pytest.raises(ValueError, match=r"calling, rule turn.order: nothing fills \{card\}"):
        rulebook_of(game)


def test_a_sentence_of_an_event_names_fields_that_it_always_has() -> None:
    game = calling(says="{player} calls twice.")
    game.events["call"].says = "{player} calls at {position}."
    with pytest.raises(ValueError, match=r"calling, event call: nothing fills \{position\}"):
        rulebook_of(game)
    game.events["call"].says = ""
    with pytest.raises(ValueError, match=r"calling, event call: it has no sentence"):
        rulebook_of(game)


def test_a_sentence_of_an_ending_names_nobody() -> None:
    game = calling(says="{player} calls twice.")
    game.endings["all"] = "The hand ended with {player}."
    with pytest.raises(ValueError, match=r"calling, ending all: nothing fills \{player\}"):
        rulebook_of(game)


def test_a_remedy_that_is_no_function_is_refused_with_its_rule() -> None:
    game = calling(says="{player} calls twice.", remedy="It stands.")
    with pytest.raises(TypeError, match=r"calling, rule call.once: the remedy is not a function"):
        rulebook_of(game)


def test_a_call_that_stands_is_put_right_by_nothing() -> None:
    text = "What {player} called stands."
    book = rulebook_of(calling(says="{player} calls twice.", remedy=remedies.nothing(text)))
    assert callable(book.remedies["call.once"])


def test_a_rule_without_its_section_is_named() -> None:
    with pytest.raises(TypeError, match=r"calling, rule turn.order: .*'section'"):
        calling().turn_rule("turn.order", TEXT)


def test_a_misspelt_hook_is_refused_with_those_that_there_are() -> None:
    def posible(*_: Any) -> bool:
        return True

    with pytest.raises(ValueError, match=r"calling: no hook posible; there are .*possible"):
        calling().hook(posible)


def test_every_hook_is_explained() -> None:
    told = Game.hook.__doc__ or ""
    assert [name for name in HOOKS if f"``{name}(" not in told] == []


def test_two_acts_with_one_sign_are_named() -> None:
    game = calling(says="{player} calls twice.")
    shout = Form("shout", "Shouts.", "{player} shouts", "a shout", (PLAYER,), sign="*")
    game.event(shout, "{player} shouts.")
    with pytest.raises(ValueError, match=r"calling: call and shout have the same sign \*"):
        rulebook_of(game).check()


def test_a_field_of_no_kind_hears_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"position: no kind of field 'number'; .*count"):
        Field("position", "number")
