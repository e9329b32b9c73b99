"""A whole hand on a phone: the scribe is one of the players and has one thumb free."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route
from referee_schemas.sheets import read_sheet

from referee.judging.replay import judge
from tests.web.browser.phones import (
    OPENED,
    Phones,
    Served,
    wrong_for_some,
)
from tests.web.browser.scribes import Scribe

PLAYED = """
desmoche
players Ana, Beto*
hand bet 5
deal
cambio Ana xx, Beto xx
Ana +7h =7h8h9h -Kc
Beto +7c =5c6c7c -2h
Ana +Ts Beto =TdThTs -9d
Ana 2c
Beto +4c >4c -Ad
Ana Js
Beto +8c >8c -3s
Ana 9c
Beto +Tc >Tc@Td -Qs
Ana Qd
Beto +9s
Ana +3c Beto >3c
"""
"""The same game as the scribe would have written it onto paper."""

MOST_TAPS = 34


def plays_the_hand(scribe: Scribe) -> None:
    scribe.key("The cards are dealt")
    scribe.key("All pass a card, unseen")
    scribe.card("7h")
    scribe.uses("Ana", "8h", "9h", pays="Kc")
    scribe.card("7c")
    scribe.uses("Beto", "5c", "6c", pays="2h")
    scribe.card("Ts")
    scribe.uses("Beto", "Td", "Th", pays="9d")
    scribe.card("2c")
    scribe.card("4c")
    scribe.extends("Beto", "5♣", pays="Ad")
    scribe.card("Js")
    scribe.card("8c")
    scribe.extends("Beto", "5♣", pays="3s")
    scribe.card("9c")
    scribe.card("Tc")
    scribe.extends("Beto", "10♦", pays="Qs")
    for name in ("Qd", "9s", "3c"):
        scribe.card(name)
    scribe.extends("Beto", "5♣", pays=None)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("locale", "script"),
    [("en", True), ("es-NI", False), ("en", False), ("es-NI", True)],
)
def test_a_whole_hand_takes_at_most_34_taps(
    served: Served, phone: Phones, locale: str, script: bool
) -> None:
    scribe = Scribe(phone(locale, script=script), locale, script=script)
    scribe.opens(served.lay(OPENED))
    plays_the_hand(scribe)
    assert scribe.taps <= MOST_TAPS
    report = judge(served.lines())
    assert report["hands"] == judge(read_sheet(PLAYED, "on paper"))["hands"]
    assert report["hands"][0]["outcome"]["winner"] == "Beto"
    scribe.act("hand", "Ana")
    assert served.lines()[-1] | {"id": ""} == {"type": "hand", "dealer": "Ana", "bet": 5, "id": ""}
    scribe.undo()
    assert served.lines()[-1]["with"] is None


@pytest.mark.deep
def test_a_thumb_finds_every_card_without_scrolling(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(served.lay(PLAYED[: PLAYED.index("Beto +4c")]) + "/pad")
    bar = page.locator(".pad-bar").bounding_box()
    for key in page.locator("[data-card]").all():
        box = key.bounding_box()
        assert box is not None
        assert bar is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= bar["y"]


def undo_is_at(page: Page) -> tuple[float, float]:
    box = page.locator(".pad-bar button").first.bounding_box()
    assert box is not None
    return box["x"], box["y"]


@pytest.mark.deep
def test_undo_stays_where_it_is(served: Served, phone: Phones) -> None:
    page, address = phone(), served.lay(PLAYED)
    places = set()
    for what in ("/pad", "/pad?act=meld&player=Ana", "/pad/fix", "/pad/fix/7"):
        page.goto(address + what)
        places.add(undo_is_at(page))
    assert len(places) == 1


@pytest.mark.deep
def test_a_lost_answer_is_asked_for_again_by_itself_and_nothing_is_written_twice(
    served: Served, phone: Phones
) -> None:
    page, address = phone(), served.lay(PLAYED[: PLAYED.index("Ana +7h")])
    scribe = Scribe(page, "en", script=True)
    scribe.opens(address)

    def written_but_not_answered(route: object) -> None:
        route.fetch()  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    page.route("**/pad", written_but_not_answered, times=1)
    page.locator('[data-card="7h"]').tap()
    page.locator("[data-outbox]", has_text="7♥").wait_for()
    assert served.lines()[-1]["card"] == "7h"
    before = len(served.lines())
    page.locator(".on-offer", has_text="7").wait_for()
    assert page.locator("[data-outbox]:visible").count() == 0
    assert len(served.lines()) == before


@pytest.mark.deep
def test_the_table_follows_what_is_written(served: Served, phone: Phones) -> None:
    address = served.lay(PLAYED[: PLAYED.index("Beto +7c")])
    looks_on = phone()
    looks_on.goto(address)
    scribe = Scribe(phone(), "en", script=True)
    scribe.opens(address)
    scribe.card("7c")
    looks_on.locator(".offer .card:has-text('7♣')").wait_for()
    assert wrong_for_some(looks_on) == []


@pytest.mark.deep
def test_what_is_tapped_while_a_tap_is_written_waits_its_turn(
    served: Served, phone: Phones
) -> None:
    page, address = phone(height=640), served.lay(PLAYED[: PLAYED.index("Beto +7c")])
    page.goto(f"{address}/pad")
    sent: list[Route] = []
    page.route("**/pad", lambda route: sent.append(route), times=1)
    page.locator('[data-card="7c"]').tap()
    for name in ("7c", "Ts", "2c"):
        page.locator(f'[data-card="{name}"]').tap()
    page.get_by_role("button", name="Undo").tap()
    sent[0].continue_()
    page.locator(".last-line", has_text="never happened").wait_for()
    drawn = [(line.get("player"), line.get("card")) for line in served.lines()[-4:]]
    assert drawn == [("Beto", "7c"), ("Ana", "Ts"), ("Beto", "2c"), (None, None)]


@pytest.mark.deep
def test_a_tap_whose_key_is_gone_is_told(served: Served, phone: Phones) -> None:
    page, address = phone(height=640), served.lay(PLAYED[: PLAYED.index("Ana +7h")])
    page.goto(f"{address}/pad")
    sent: list[Route] = []
    page.route("**/pad", lambda route: sent.append(route), times=1)
    page.locator('[data-card="7h"]').tap()
    page.get_by_role("link", name="Fix a line").tap()
    page.locator('[data-card="Ts"]').tap()
    sent[0].continue_()
    page.locator("[data-gone]:visible").wait_for()
    assert served.lines()[-1]["card"] == "7h"


@pytest.mark.deep
def test_another_scribe_sees_what_was_written(served: Served, phone: Phones) -> None:
    address = served.lay(PLAYED[: PLAYED.index("Beto +7c")])
    other, ticking = phone(), phone()
    other.goto(f"{address}/pad")
    ticking.goto(f"{address}/pad?act=meld&player=Beto")
    ticking.locator('label:has([data-card="5c"])').tap()
    scribe = Scribe(phone(), "en", script=True)
    scribe.opens(address)
    scribe.card("7c")
    other.locator(".last-line", has_text="7♣").wait_for()
    assert ticking.locator('[data-card="5c"]').is_checked()


@pytest.mark.deep
def test_cards_are_tapped_into_the_fields_of_a_form(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(OPENED) + "/pad?act=deal&form=1")
    field = page.locator("[data-takes]").first
    field.focus()
    for card in ("7♥", "10♠", "K♣"):
        page.locator(".typing button", has_text=card).first.tap()
    page.get_by_role("button", name="Take the last card out").tap()
    assert field.input_value() == "7h Ts"
    page.get_by_role("button", name="Done").tap()
    assert not page.locator(".typing").is_visible()
    page.get_by_role("button", name="Write it", exact=True).tap()
    page.locator("#now").wait_for()
    assert served.lines()[-1]["hands"] == {"Ana": ["7h", "Ts"]}


@pytest.mark.deep
def test_something_else_is_found_by_its_words(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(PLAYED[: PLAYED.index("Ana Js")]) + "/pad")
    page.locator("#more > summary").tap()
    page.locator("#sought").fill("SHÓWS")
    shown = page.locator("#something-else li:visible")
    assert shown.all_inner_texts() == ["A player shows cards"]
    shown.locator("a").tap()
    page.locator("#asked", has_text="A player shows cards").wait_for()


@pytest.mark.deep
def test_a_question_mark_lists_the_keys_of_the_keyboard(served: Served, phone: Phones) -> None:
    page = phone(width=1280)
    page.goto(served.lay(OPENED) + "/pad")
    page.keyboard.press("?")
    assert "Undo" in page.get_by_role("dialog").inner_text()
    assert wrong_for_some(page) == []
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()


@pytest.mark.deep
def test_a_hand_goes_by_the_keyboard_alone(served: Served, phone: Phones) -> None:
    page = phone(width=1280)
    page.goto(served.lay(PLAYED[: PLAYED.index("Ana +7h")]) + "/pad")
    for key, told in (("7h", "7♥"), ("2c", "2♣"), ("10s", "10♠")):
        with page.expect_response(lambda answer: answer.status != 303):
            for letter in key:
                page.keyboard.press(letter)
        page.locator(".on-offer", has_text=told).wait_for()
    assert [line["card"] for line in served.lines()[-3:]] == ["7h", "2c", "Ts"]


@pytest.mark.deep
@pytest.mark.parametrize("script", [True, False])
def test_an_evening_is_settled_and_goes_on_by_taps(
    served: Served, phone: Phones, script: bool
) -> None:
    scribe = Scribe(phone(height=640, script=script), "en", script=script)
    scribe.opens(served.lay(PLAYED))
    scribe.key("All of it was paid")
    assert served.lines()[-1]["type"] == "payment"
    scribe.act("hand", "Ana")
    assert served.lines()[-1]["type"] == "hand"
