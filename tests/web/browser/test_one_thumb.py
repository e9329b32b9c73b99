"""The pad in one hand: what is to be done next stands at the bottom of the screen, with all of its
keys, and has the focus."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some
from tests.web.browser.test_pad import PLAYED
from tests.web.browser.test_small_screens import is_in_sight, place_of

SCREENS = [(360, 740), (320, 568), (740, 360)]

THREE = """
desmoche
players {names}*
hand bet 5
deal
cambio Ana xx, Beto xx, Carla xx
Ana +7h =7h8h9h -Kc
Beto +7c =5c6c7c -2h
Carla +4d
"""
ON_OFFER = THREE.format(names="Ana, Beto, Carla")
LONG_NAME = "X" * 40

GOLF = """
golf
players Ana, Beto, Carla*
hand
deal
turned 7h
Ana +9c
"""
OVER = PLAYED + "end\n"


def keys_in(page: Page) -> Locator:
    """All keys that stand at the bottom."""
    return page.locator(".dock button:visible, .dock a:visible, .dock label.key, .pad-bar button")


def has_the_focus(page: Page) -> bool:
    """Return whether the focus is on what is to be done next."""
    return bool(
        page.evaluate(
            """() => {
                const next = document.querySelector("[data-next]");
                const on = document.activeElement;
                return on === next || next.contains(on) || Boolean(on.closest(".dock, .pad-bar"));
            }"""
        )
    )


def taps(page: Page, key: Locator) -> None:
    """Tap a key that asks the server, and wait for what it answers."""
    with page.expect_response(lambda answer: answer.status != 303):
        key.tap()
    page.locator("html:not(.busy)").wait_for()


@pytest.mark.deep
@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("names", [f"Ana, {LONG_NAME}, Carla"])
def test_no_key_leaves_the_screen_and_a_card_key_is_in_sight_while_a_card_is_asked_for(
    served: Served, phone: Phones, width: int, height: int, names: str
) -> None:
    page = phone(width=width, height=height)
    cards = served.lay(THREE.format(names=names).replace("Beto", names.split(", ")[1]))
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
        for key in keys_in(page).all():
            box = place_of(key)
            assert box["y"] >= 0, address
            assert box["x"] >= 0, address
            assert box["x"] + box["width"] <= width, address
            assert box["y"] + box["height"] <= height, address
            assert is_in_sight(key), (address, key.inner_text())
        assert bool(page.locator(".dock .key").count()) is asks_for_cards, address
        assert wider_than_the_screen(page) <= 0, address


@pytest.mark.parametrize(
    ("width", "height"), [SCREENS[0], *(only_deep(*one) for one in SCREENS[1:])]
)
def test_after_every_tap_the_next_thing_is_in_sight_and_has_the_focus(
    served: Served, phone: Phones, width: int, height: int
) -> None:
    page = phone(width=width, height=height)
    page.goto(served.lay(ON_OFFER) + "/pad")
    for what in ("shows cards", "A player withdraws", "Money changes hands"):
        page.locator("#more > summary").tap()
        taps(page, page.locator("#something-else a", has_text=what).first)
        assert is_in_sight(page.locator("#asked")), what
        assert has_the_focus(page), what
        for key in page.locator(".asking button:visible, .asking a:visible").all():
            assert is_in_sight(key), what
        field = page.locator("form[data-next] select, form[data-next] input:visible").first
        assert not field.count() or is_in_sight(field), what
        taps(page, page.get_by_role("link", name="Back"))
        assert is_in_sight(page.locator("#now"))
        assert has_the_focus(page), what


@pytest.mark.parametrize(
    ("width", "height"), [SCREENS[1], *(only_deep(*one) for one in SCREENS[::2])]
)
def test_knocks_and_claims_have_keys_without_scrolling(
    served: Served, phone: Phones, width: int, height: int
) -> None:
    page = phone(width=width, height=height)
    page.goto(served.lay(ON_OFFER) + "/pad")
    taps(page, page.locator(".likely a", has_text="A player knocks"))
    taps(page, page.locator(".likely button", has_text="Ana"))
    taps(page, page.locator(".likely button", has_text="Beto asks for it"))
    assert [(line["type"], line["player"]) for line in served.lines()[-2:]] == [
        ("pass", "Ana"), ("claim", "Beto"),
    ]  # fmt: skip


@pytest.mark.deep
def test_arrow_keys_move_among_the_cards_and_the_focus_survives_undo(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(served.lay(ON_OFFER) + "/pad")
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
def test_keys_of_one_letter_can_be_switched_off(served: Served, phone: Phones) -> None:
    page = phone(width=1280)
    address = served.lay(ON_OFFER)
    page.goto(f"{address}/pad")
    page.get_by_role("button", name="No keys of one letter").click()
    page.wait_for_load_state()
    page.goto(f"{address}/pad")
    before = len(served.lines())
    for keys in ("8c", "z", "?"):
        page.keyboard.type(keys)
    assert not page.get_by_role("dialog").is_visible()
    taps(page, page.locator("#key-9c"))
    assert len(served.lines()) == before + 1


@pytest.mark.deep
def test_after_a_hand_one_key_stands_out(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(served.lay(OVER) + "/pad")
    assert page.locator(".likely .main").all_inner_texts() == ["Ana deals the next hand"]
    assert page.locator(".likely > *").count() <= 4
    assert wrong_for_some(page) == []


def test_the_card_that_was_drawn_is_shown_and_not_the_top_of_the_pile(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(served.lay(GOLF) + "/pad")
    assert "nine of clubs" in page.locator(".on-offer").inner_text()
