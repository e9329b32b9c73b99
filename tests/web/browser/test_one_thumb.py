"""The pad in one hand, on the smallest phones: what is to be done next stands at the bottom of the
screen, with all of its keys, and has the focus; nothing is hidden, nothing moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.depth import only_deep
from tests.web.browser.phones import (
    ON_OFFER,
    PLAYED,
    Phones,
    Served,
    hidden,
    is_in_sight,
    place_of,
    taps,
    wider_than_the_screen,
    wrong_for_some,
)

THREE = """
desmoche
players Ana, {second}, Carla*
hand bet 5
deal
cambio Ana xx, {second} xx, Carla xx
Ana +7h =7h8h9h -Kc
{second} +7c =5c6c7c -2h
Carla +4d
"""

FOUR = """
desmoche
players Ana, Beto, Carla, Mayra*
hand bet 5
deal
cambio Ana xx, Beto xx, Carla xx, Mayra xx
Ana +7h =7h8h9h -Kc Beto.
Beto 7c Ana =7c7d7s -2h
Beto 5s
"""

GOLF = """
golf
players Ana, Beto, Carla*
hand
deal
turned 7h
Ana +9c
"""

DIMES = """
dimes
players Ana, Beto, Carla*
hand
deal
Ana +7h -7h
Beto +9c -Kd
"""

OVER = PLAYED + "end\n"
MELDING = "?act=meld&player=Beto"

KEYS = ".dock button:visible, .dock a:visible, .dock label.key, .pad-bar button"
"""Return all keys at the bottom."""


def has_the_focus(page: Page) -> bool:
    """Return whether the next step has the focus."""
    return bool(
        page.evaluate(
            """() => {
                const next = document.querySelector("[data-next]");
                const on = document.activeElement;
                return on === next || next.contains(on) || Boolean(on.closest(".dock, .pad-bar"));
            }"""
        )
    )


@pytest.mark.deep
@pytest.mark.parametrize(("width", "height"), [(320, 568), (740, 360)])
def test_no_key_leaves_the_screen_and_a_card_key_is_in_sight_while_a_card_is_asked_for(
    served: Served, phone: Phones, width: int, height: int
) -> None:
    page = phone(width=width, height=height)
    cards = served.lay(THREE.format(second="X" * 40))
    golf, over = served.lay(GOLF, "golf"), served.lay(OVER, "over")
    for address, asks_for_cards in (
        (f"{cards}/pad", True),
        (f"{cards}/pad?act=meld&player=Ana", True),
        (f"{cards}/pad?act=show&player=Ana", True),
        (f"{cards}/pad?act=pass", False),
        (f"{cards}/pad/fix/7", True),
        (f"{golf}/pad", False),
        (f"{golf}/pad?act=swap&player=Ana&position=2", True),
        (f"{golf}/pad?act=show&player=Ana", True),
        (f"{over}/pad", False),
    ):
        page.goto(address)
        assert hidden(page.locator(KEYS)) == [], address
        assert bool(page.locator(".dock .key").count()) is asks_for_cards, address
        assert wider_than_the_screen(page) <= 0, address
        if address == f"{golf}/pad":
            drawn = page.locator(".on-offer").inner_text()
            assert "nine of clubs" in drawn, "the card that was drawn, and not the pile"
    assert page.locator(".likely .main").all_inner_texts() == ["Ana deals the next hand"]
    assert page.locator(".likely > *").count() <= 4


@pytest.mark.parametrize(("width", "height"), [(320, 568), only_deep(740, 360)])
def test_after_every_tap_the_next_thing_is_in_sight_and_has_the_focus(
    served: Served, phone: Phones, width: int, height: int
) -> None:
    page = phone(width=width, height=height)
    page.goto(served.lay(THREE.format(second="Beto")) + "/pad")
    for what in ("shows cards", "A player withdraws", "Money changes hands"):
        page.locator("#more > summary").tap()
        taps(page, page.locator("#something-else a", has_text=what).first)
        assert is_in_sight(page.locator("#asked")), what
        assert has_the_focus(page), what
        assert hidden(page.locator(".asking button:visible, .asking a:visible")) == [], what
        field = page.locator("form[data-next] select, form[data-next] input:visible").first
        assert not field.count() or is_in_sight(field), what
        taps(page, page.get_by_role("link", name="Back"))
        assert is_in_sight(page.locator("#now"))
        assert has_the_focus(page), what
    # knocks and claims have keys without scrolling
    taps(page, page.locator(".likely a", has_text="A player knocks"))
    taps(page, page.locator(".likely button", has_text="Ana"))
    taps(page, page.locator(".likely button", has_text="Beto asks for it"))
    assert [(line["type"], line["player"]) for line in served.lines()[-2:]] == [
        ("pass", "Ana"), ("claim", "Beto"),
    ]  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize(("locale", "height"), [("es-NI", 640), ("en", 740)])
def test_the_cards_stay_where_they_are_whatever_is_asked_and_so_does_undo(
    served: Served, phone: Phones, locale: str, height: int
) -> None:
    page = phone(locale, height=height)
    two, four = served.lay(ON_OFFER), served.lay(FOUR, "four")
    dimes = served.lay(DIMES, "dimes")
    places, undo = set(), set()
    for address in (
        f"{two}/pad",
        f"{two}/pad{MELDING}",
        f"{two}/pad?act=discard&player=Ana",
        f"{four}/pad",
        f"{four}/pad?act=meld&player=Ana",
        f"{dimes}/pad",
        f"{two}/pad/fix",
        f"{two}/pad/fix/7",
    ):
        page.goto(address)
        bar = place_of(page.locator(".pad-bar button").first)
        undo.add((bar["x"], bar["y"]))
        if "/fix" in address:
            continue
        cards = page.locator(".key")
        first, last = place_of(cards.first), place_of(cards.last)
        places.add((first["x"], first["y"], last["x"], last["y"]))
        assert height < 740 or min(last["width"], last["height"]) >= 44
        assert last["y"] + last["height"] <= place_of(page.locator(".pad-bar"))["y"]
        keys = page.locator(".key, .likely button, .likely a, .onto button, .laid .card")
        assert hidden(keys) == [], address
    assert (len(places), len(undo)) == (1, 1)


@pytest.mark.deep
def test_a_chosen_card_keeps_its_colour_and_none_is_ticked_that_must_be_taken_first(
    served: Served, phone: Phones
) -> None:
    page = phone(height=640)
    page.goto(served.lay(DIMES, "dimes") + "/pad?act=meld&player=Carla")
    assert page.locator("[data-card]:checked").count() == 0
    page.goto(served.lay(ON_OFFER) + "/pad" + MELDING)
    assert page.locator("[data-card]:checked").get_attribute("value") == "Js"
    for name in ("Jh", "Jc", "9d", "2c"):
        face = page.locator(f'label:has([data-card="{name}"]) .face')
        face.tap()
        assert page.locator(f'[data-card="{name}"]').is_checked()
        red = face.evaluate("face => getComputedStyle(face).color") == "rgb(179, 18, 29)"
        assert red == (name[1] in "dh")
    assert wrong_for_some(page) == []


@pytest.mark.deep
def test_what_went_wrong_is_told_where_the_finger_is(served: Served, phone: Phones) -> None:
    page, address = phone(height=640), served.lay(ON_OFFER)
    for wrong, what in (("a line", "expected"), ("a meld without cards", "choose the cards")):
        if wrong == "a line":
            page.goto(f"{address}/pad")
            page.locator("#more summary").tap()
            page.locator("#line").fill("nobody knows")
            page.locator("#line + button").tap()
        else:
            page.goto(f"{address}/pad{MELDING}")
            page.locator('label:has([data-card="Js"])').tap()
            page.get_by_role("button", name="Lay these cards").tap()
        told = page.locator(".dock [role=alert]:visible")
        told.wait_for()
        assert is_in_sight(told)
        assert what in told.inner_text()
        assert what in page.locator("body > [role=status]").last.inner_text()


@pytest.mark.deep
def test_a_tap_that_is_not_sent_yet_is_told_where_the_finger_is(
    served: Served, phone: Phones
) -> None:
    page = phone(height=640)
    page.goto(served.lay(ON_OFFER) + "/pad")
    cards = place_of(page.locator(".key").first)
    page.evaluate("scrollTo(0, 400)")
    page.context.set_offline(True)
    page.locator('[data-card="9c"]').tap()
    told = page.locator("[data-outbox]", has_text="9♣")
    told.wait_for()
    assert is_in_sight(told)
    assert place_of(page.locator(".key").first) == cards
    assert wrong_for_some(page) == []


@pytest.mark.deep
def test_arrow_keys_move_among_the_cards_and_the_focus_survives_undo(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(served.lay(THREE.format(second="Beto")) + "/pad")
    page.locator("#key-8c").focus()
    for key, card in (
        ("ArrowRight", "9c"), ("ArrowDown", "2d"), ("ArrowUp", "9c"), ("ArrowLeft", "8c"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.card") == card
    with page.expect_response(lambda answer: answer.status != 303):
        page.keyboard.press("Enter")
    page.locator("html:not(.busy)").wait_for()
    assert served.lines()[-1]["card"] == "8c"
    page.locator("#undo").focus()
    taps(page, page.locator("#undo"))
    assert page.evaluate("document.activeElement.id") == "undo"


@pytest.mark.deep
def test_a_hand_goes_by_the_keyboard_alone_and_its_keys_are_listed_and_switched_off(
    served: Served, phone: Phones
) -> None:
    page = phone(width=1280)
    address = served.lay(PLAYED[: PLAYED.index("Ana +7h")])
    page.goto(f"{address}/pad")
    page.keyboard.press("?")
    assert "Undo" in page.get_by_role("dialog").inner_text()
    assert wrong_for_some(page) == []
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()
    for key, told in (("7h", "7♥"), ("2c", "2♣"), ("10s", "10♠")):
        with page.expect_response(lambda answer: answer.status != 303):
            page.keyboard.type(key)
        page.locator(".on-offer", has_text=told).wait_for()
    assert [line["card"] for line in served.lines()[-3:]] == ["7h", "2c", "Ts"]
    page.get_by_role("button", name="No keys of one letter").click()
    page.wait_for_load_state()
    page.goto(f"{address}/pad")
    before = len(served.lines())
    for keys in ("8c", "z", "?"):
        page.keyboard.type(keys)
    assert not page.get_by_role("dialog").is_visible()
    taps(page, page.locator("#key-9c"))
    assert len(served.lines()) == before + 1
