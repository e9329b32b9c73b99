"""The scribe's pad: what is tapped is written, once, and nothing is ever lost."""

from __future__ import annotations

import json
import re
import shlex
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from referee_schemas.events import protocol
from referee_schemas.sheets import read_sheet
from werkzeug.test import TestResponse

from referee.judging.registry import find
from referee.store.links import Role
from referee.web.labels import FIELDS, acts
from tests.parts import pairs
from tests.web.visitors import keep, server, visitor

BEGUN = """
desmoche warnings={warnings}
players Ana, Beto*
hand bet 5
deal
cambio Ana xx, Beto xx
"""
PLAYED = """
Ana +7h =7h8h9h -Kc
Beto +7c =5c6c7c -2h
Ana +Ts
"""
PAD = "/tables/friday/pad"
FORMS = Path(__file__).with_name("forms.txt")


class Scribe:
    """A scribe at the pad in their browser, who taps on the page that they saw last."""

    def __init__(self, book: Path, sheet: str, warnings: str) -> None:
        keep(book, "friday", read_sheet(sheet.format(warnings=warnings), "the sheet"))
        self.app = server(book, links=False)
        self.browser = self.app.test_client()
        self.page = ""
        self.look()

    def look(self, at: str = "") -> str:
        """Open a page of the pad."""
        answer = self.browser.get(PAD + at)
        assert answer.status_code == 200, answer.text
        self.page = unescape(answer.text)
        return self.page

    def tap(self, at: str = "", **fields: Any) -> TestResponse:
        """Send a form of the page that is open; where it is written, the pad opens anew."""
        answer = self.browser.post(PAD + at, data=self.carried() | fields)
        if answer.status_code == 303:
            self.look()
        return answer

    def press(self, key: str) -> None:
        """Press a key of the page that writes events of its own."""
        form = re.search(rf"(<form(?:(?!<form).)*>{key}<)", self.page, re.DOTALL)
        assert form is not None, self.shown
        self.tap(event=re.findall(r'name="event" value="(\{.*?\})"', form[1]))

    def plan(self, at: str, **fields: Any) -> list[str]:
        """Open a page that fixes a line, as its form does; gives the lines that it would write."""
        self.look(f"{at}?{urlencode(fields, doseq=True)}")
        form = re.search(r'<form class="plan"(?:(?!</form>).)*', self.page, re.DOTALL)
        return re.findall(r'name="event" value="(\{.*?\})">', form[0]) if form else []

    def fix(self, at: str, **fields: Any) -> None:
        """Put a line right: read what would be written, and write it."""
        self.tap(event=self.plan(at, **fields))

    def carried(self) -> dict[str, str]:
        """Return what every form of the page carries."""
        return {
            name: found[1]
            for name in ("id", "expects")
            if (found := re.search(f'name="{name}" value="([^"]*)"', self.page))
        }

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Return what lies in the book, without the ids of the forms."""
        stored = self.app.extensions["referee-tables"].book.read("friday")
        return [{key: value for key, value in one.event().items() if key != "id"} for one in stored]

    @property
    def shown(self) -> str:
        """The text of the page."""
        return " ".join(re.sub(r"<[^>]*>", " ", self.page).split())


@pytest.fixture
def scribe(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "book.db", BEGUN + PLAYED, "on_call")


def test_a_tap_on_a_card_is_the_next_draw(scribe: Scribe) -> None:
    assert "If nobody takes 10♠, Beto draws." in scribe.shown
    assert scribe.tap(type="draw", player="Beto", card="2c").status_code == 303
    assert scribe.lines[-1] == {"type": "draw", "player": "Beto", "card": "2c"}
    assert "If nobody takes 2♣, Ana draws." in scribe.shown


def test_the_same_tap_twice_is_written_once(scribe: Scribe) -> None:
    page, before = scribe.page, len(scribe.lines)
    for _ in range(3):
        scribe.page = page
        assert scribe.tap(type="draw", player="Beto", card="2c").status_code == 303
    assert len(scribe.lines) == before + 1


def test_what_somebody_else_wrote_meanwhile_is_shown_and_nothing_is_lost(scribe: Scribe) -> None:
    other = scribe.app.test_client()
    other.post(PAD, data={"type": "pass", "player": "Beto"})
    before = len(scribe.lines)
    answer = scribe.tap(type="draw", player="Beto", card="2c")
    assert answer.status_code == 409
    assert len(scribe.lines) == before
    scribe.page = unescape(answer.text)
    assert f"{before}. Beto knocks." in scribe.shown
    assert "Beto draws 2♣." in scribe.shown
    again = re.search('name="event" value="([^"]*)"', answer.text)
    assert again is not None
    assert scribe.tap(event=unescape(again[1])).status_code == 303
    assert scribe.lines[-1] == {"type": "draw", "player": "Beto", "card": "2c"}


def test_the_same_line_of_two_scribes_is_asked_about(scribe: Scribe) -> None:
    before = len(scribe.lines)
    told = {"event": ['{"type":"pass","player":"Beto"}', '{"type":"pass","player":"Ana"}']}
    scribe.app.test_client().post(PAD, data=told)
    answer = scribe.tap(**told)
    assert answer.status_code == 409
    assert "The same line?" in answer.text
    assert f'class="button main" href="{PAD}" data-quick data-leave="{before + 2}"' in answer.text
    other = scribe.tap(event=['{"type":"pass","player":"Beto"}', '{"type":"end"}'])
    assert "The same line?" not in other.text
    scribe.app.test_client().post(PAD, data={"undo": f"{before + 1} {before + 2}"})
    assert "The same line?" not in scribe.tap(**told).text
    assert len(scribe.lines) == before + 4


def test_the_back_button_does_not_write_behind_what_was_written(scribe: Scribe) -> None:
    before = scribe.page
    scribe.tap(type="draw", player="Beto", card="2c")
    scribe.page = before
    answer = scribe.tap(type="draw", player="Beto", card="3c")
    assert answer.status_code == 409
    assert "Beto draws 2♣." in unescape(answer.text)
    assert scribe.lines[-1]["card"] == "2c"


def test_a_card_that_cannot_come_any_more_is_shown_so_and_can_be_logged(scribe: Scribe) -> None:
    key = re.search(r'<button class="([^"]*)" id="key-7h"', scribe.page)
    assert key is not None
    assert "gone" in key[1]
    assert "seven of hearts, seen already" in scribe.shown
    assert scribe.tap(type="draw", player="Beto", card="7h").status_code == 303
    assert scribe.lines[-1]["card"] == "7h"
    assert "finding record" in scribe.page


def test_who_used_the_card_pays_with_one_tap(scribe: Scribe) -> None:
    scribe.look("?act=meld&player=Beto")
    assert re.search('value="Ts"[^>]* checked', scribe.page)
    scribe.tap(type="meld", player="Beto", order="", cards=["Th", "Ts", "Td"])
    assert scribe.lines[-1] == {"type": "meld", "player": "Beto", "cards": ["Td", "Ts", "Th"]}
    assert "Beto pays a card" in scribe.shown
    scribe.tap(type="pay", player="Beto", card="9d")
    assert scribe.lines[-1] == {"type": "pay", "player": "Beto", "card": "9d"}


def test_a_meld_lies_as_the_scribe_says(scribe: Scribe) -> None:
    scribe.look("?act=meld&player=Beto")
    cards = ["Th", "Ts", "Td"]
    scribe.tap(type="meld", player="Beto", order="10♥ Ts,Td", cards=cards)
    assert scribe.lines[-1]["cards"] == cards


def test_an_own_meld_is_extended_as_it_lies(scribe: Scribe) -> None:
    scribe.tap(type="draw", player="Beto", card="8c")
    page = scribe.look("?act=meld&player=Beto")
    onto = re.search(r'name="onto" value="(5c[^"]*)"', page)
    assert onto is not None
    scribe.tap(type="meld", player="Beto", cards="8c", onto=onto[1], order="")
    assert scribe.lines[-1]["cards"] == ["5c", "6c", "7c", "8c"]


def test_nobody_wants_it(scribe: Scribe) -> None:
    scribe.press("Nobody wants it")
    assert scribe.lines[-2:] == [
        {"type": "discard", "player": "Ana", "card": "Ts"},
        {"type": "pass", "player": "Beto"},
    ]
    assert "Beto draws." in scribe.shown


def test_undo_takes_one_line_after_the_other_back(scribe: Scribe) -> None:
    last = len(scribe.lines)
    page = scribe.page
    for _ in range(2):
        scribe.page = page
        scribe.tap(undo=last)
    taken_back = {"type": "correct", "event": last, "with": None, "why": "undone"}
    assert scribe.lines[last:] == [taken_back]
    assert f'name="undo" value="{last - 1}"' in scribe.page
    scribe.tap(undo=last - 1)
    assert scribe.lines[-1] == {**taken_back, "event": last - 1}
    assert "Beto pays a card" in scribe.shown


def test_undo_takes_back_what_one_tap_wrote_and_redo_brings_it_back(scribe: Scribe) -> None:
    def standing() -> dict[str, Any]:
        stands: dict[str, Any] = scribe.browser.get("/api/v1/games/friday").get_json()
        return stands["view"]

    before = standing()
    scribe.press("Nobody wants it")
    written = [line["type"] for line in scribe.lines[-2:]]
    after = standing()
    for _ in range(2):
        scribe.tap(undo=put_right(scribe, "undo"))
        assert standing() == before
        scribe.tap(redo=put_right(scribe, "redo"))
        assert standing() == after
    assert written == ["discard", "pass"]
    assert put_right(scribe, "redo") is None


def test_redo_brings_one_tap_after_the_other_back(scribe: Scribe) -> None:
    scribe.tap(type="draw", player="Beto", card="2c")
    scribe.tap(type="draw", player="Ana", card="4d")
    for _ in range(2):
        scribe.tap(undo=put_right(scribe, "undo"))
    scribe.tap(redo=put_right(scribe, "redo"))
    assert "If nobody takes 2♣, Ana draws." in scribe.shown
    scribe.tap(redo=put_right(scribe, "redo"))
    assert "If nobody takes 4♦, Beto draws." in scribe.shown
    scribe.tap(undo=put_right(scribe, "undo"))
    scribe.tap(type="draw", player="Ana", card="5d")
    assert put_right(scribe, "redo") is None


def put_right(scribe: Scribe, key: str) -> str | None:
    """The lines that a key of the bar is about."""
    found = re.search(f'name="{key}" value="([0-9 ]*)"', scribe.page)
    return found and found[1]


def test_the_opening_line_is_not_undone(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", "desmoche warnings={warnings}\nplayers Ana, Beto", "open")
    assert 'name="undo"' not in scribe.page
    assert scribe.tap(undo=1).status_code == 404
    assert len(scribe.lines) == 1


def test_an_earlier_line_is_fixed_by_a_line_of_the_sheet(scribe: Scribe) -> None:
    assert "Ana melds 7♥ 8♥ 9♥." in scribe.look("/fix")
    assert 'value="Ana =7h8h9h"' in scribe.look("/fix/7?do=line")
    scribe.fix("/fix/7", do="line", line="Ana =7h7d7s", why="misread")
    meld = {"type": "meld", "player": "Ana", "cards": ["7h", "7d", "7s"]}
    assert scribe.lines[-1] == {"type": "correct", "event": 7, "with": meld, "why": "misread"}
    assert 'value="Ana =7h7d7s"' in scribe.look("/fix/7?do=line")


def test_an_earlier_line_is_fixed_field_by_field(scribe: Scribe) -> None:
    scribe.fix("/fix/7", do="fields", type="meld", player="Ana", cards="7h8h9hTh")
    assert scribe.lines[-1]["with"]["cards"] == ["7h", "8h", "9h", "Th"]


def test_an_earlier_line_never_happened_and_happened_after_all(scribe: Scribe) -> None:
    scribe.fix("/fix/8", do="never")
    assert scribe.lines[-1]["with"] is None
    assert "was taken back" in scribe.look("/fix/8")
    scribe.fix("/fix/8", do="line", line="Ana -Kc")
    assert scribe.lines[-1]["with"] == {"type": "pay", "player": "Ana", "card": "Kc"}


def test_what_was_forgotten_is_inserted(scribe: Scribe) -> None:
    scribe.fix("/fix/9", do="insert", line="Beto.", why="told later")
    knock = {"type": "pass", "player": "Beto"}
    assert scribe.lines[-1] == {
        "type": "insert", "before": 9, "event": knock, "why": "told later",
    }  # fmt: skip


def test_a_fix_that_cannot_be_read_is_kept_in_its_field(scribe: Scribe) -> None:
    before = len(scribe.lines)
    for line in ("Ana =7x8h", '{"type": "house", "house": {"knock": "x"}}'):
        told = urlencode({"do": "line", "line": line})
        answer = scribe.browser.get(f"{PAD}/fix/7?{told}")
        assert answer.status_code == 422
        assert line in unescape(answer.text)
        assert 'role="alert"' in answer.text
        assert 'class="plan"' not in answer.text
    assert len(scribe.lines) == before
    assert scribe.browser.get(PAD + "/fix/99").status_code == 404
    assert scribe.browser.get(PAD + "/fix?number=7").location.endswith("/fix/7")


def test_a_line_of_a_hand_that_is_over_is_changed_only_after_a_question(tmp_path: Path) -> None:
    sheet = BEGUN + PLAYED + "end abandoned\nhand Ana bet 5\n"
    scribe = Scribe(tmp_path / "book.db", sheet, "on_call")
    before = len(scribe.lines)
    for at, fields in (
        ("/fix/6", {"tap": "8h"}),
        ("/fix/6", {"do": "never"}),
        ("/fix/7", {"do": "insert", "line": "Beto."}),
        # what is missing before a hand belongs to the one before
        (f"/fix/{before}", {"do": "insert", "line": "paid Beto to Ana 5"}),
    ):
        planned = scribe.plan(at, **fields)
        answer = scribe.tap(event=planned)
        assert answer.status_code == 409
        assert "Hand 1 is over. Change it?" in answer.text
        assert len(scribe.lines) == before
    scribe.tap(event=planned, sure="1")
    assert scribe.lines[-1]["type"] == "insert"
    scribe.tap(undo=len(scribe.lines))
    assert scribe.lines[-1]["with"] is None
    scribe.fix(f"/fix/{before}", do="fields", type="hand", dealer="Ana", bet="10")
    assert scribe.lines[-1]["with"]["bet"] == 10


def test_a_line_of_the_sheet_is_logged_whole(scribe: Scribe) -> None:
    page, before = scribe.page, len(scribe.lines)
    for _ in range(2):
        scribe.page = page
        scribe.tap(line="Beto +2c =2c3c4c -Ad")
    assert [line["type"] for line in scribe.lines[before:]] == ["draw", "meld", "pay"]


@pytest.mark.parametrize(("form", "event"), pairs(FORMS, "written"))
def test_everything_that_happens_can_be_logged(scribe: Scribe, form: str, event: str) -> None:
    fields: dict[str, list[str]] = {}
    for word in shlex.split(form):
        name, _, text = word.partition("=")
        fields.setdefault(name, []).append(text)
    assert scribe.tap(**fields).status_code == 303
    assert scribe.lines[-1] == json.loads(event)


def test_every_event_and_field_has_its_form(scribe: Scribe) -> None:
    spoken = protocol("desmoche")
    offered = acts(find("desmoche"))
    assert set(offered) == set(spoken) - {"game", "correct", "insert"}
    for act in offered:
        asked = set(spoken[act].fields) - {"type", "seq", "id", "at", "scribe"}
        assert asked <= set(FIELDS), act
        page = scribe.look(f"?act={act}&form=1")
        for name in asked - {"house", "bets", "hands", "melds", "bonuses", "side_games"}:
            assert f'name="{name}"' in page or name in ("players", "agreed_by"), (act, name)
        scribe.look(f"?act={act}")


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "draw", "player": "Ana", "card": "zz"},
        {"type": "draw", "player": "Ana"},
        {"type": "sing", "player": "Ana"},
        {"type": "game", "game": "desmoche"},
        {"type": "payment", "from": "Ana", "to": "Beto", "amount": "ten"},
        {"type": "show", "player": "Ana", "cards": "7h8"},
        {"type": "draw", "player": "pot", "card": "2c"},
        {"event": "not JSON"},
        {"event": '{"type": "note", "note": ' + "[" * 5000},
        {"event": '{"type": "game", "game": "desmoche", "players": ["A", "B"]}'},
        {"line": "Zoe sings"},
        {"type": "pass", "player": "Ana", "id": "x" * 65},
        {},
    ],
)
def test_what_cannot_be_read_is_told_and_not_written(
    scribe: Scribe, fields: dict[str, Any]
) -> None:
    before = scribe.lines
    answer = scribe.tap(**fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert scribe.lines == before


def test_undoing_what_is_not_there_is_refused(scribe: Scribe) -> None:
    for lines in ("99", "", "x", "9" * 30, "5 1"):
        assert scribe.tap(undo=lines).status_code == 404


def test_the_next_hand_is_one_tap(tmp_path: Path) -> None:
    over = BEGUN + PLAYED + "end abandoned\n"
    scribe = Scribe(tmp_path / "book.db", over, "open")
    scribe.press("Ana deals the next hand")
    assert scribe.lines[-1] == {"type": "hand", "dealer": "Ana", "bet": 5}


def test_a_slip_of_the_record_is_told_at_once(scribe: Scribe) -> None:
    scribe.tap(type="draw", player="Beto", card="Ts")
    assert "finding record" in scribe.page


def test_what_broke_a_rule_is_told_as_the_table_wishes(tmp_path: Path) -> None:
    for warnings, told, when_asked in (
        ("open", True, True), ("on_call", False, True), ("silent", False, False),
    ):  # fmt: skip
        scribe = Scribe(tmp_path / f"{warnings}.db", BEGUN + PLAYED, warnings)
        scribe.tap(type="draw", player="Ana", card="2c")
        assert ("finding violation" in scribe.look()) is told, warnings
        assert ("finding violation" in scribe.look("?ask=1")) is when_asked, warnings


def test_bets_that_are_not_equal_lead_to_the_earlier_lines(scribe: Scribe) -> None:
    scribe.tap(type="hand", dealer="Ana", bet="5", **{"bets:Beto": "3"})
    assert "Beto has not put in the bet of 5" in scribe.shown
    assert 'href="/tables/friday/pad/fix"' in scribe.page


def test_all_pass_a_card_with_one_tap(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", BEGUN[: BEGUN.index("cambio")], "open")
    scribe.press("All pass a card, unseen")
    assert [line["player"] for line in scribe.lines[-2:]] == ["Ana", "Beto"]
    assert "Ana draws." in scribe.shown


def test_only_the_scribe_writes(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    keep(book, "friday", read_sheet(BEGUN.format(warnings="open"), "the sheet"))
    app = server(book)

    def looks(role: Role | None, player: str | None = None) -> FlaskClient:
        return visitor(app, "friday", role, player)

    for who, status in (
        (looks(Role.SCRIBE), 200), (looks(Role.PLAYER, "Ana"), 403), (looks(Role.VIEWER), 403),
        (looks(None), 404),
    ):  # fmt: skip
        for address in (PAD, PAD + "/fix", PAD + "/fix/2"):
            assert who.get(address).status_code == status
        if status != 200:
            tapped = {"type": "draw", "player": "Ana", "card": "7h"}
            assert who.post(PAD, data=tapped).status_code == status


def test_who_has_the_table_already_is_not_sent_it_again(scribe: Scribe) -> None:
    first = scribe.browser.get("/tables/friday")
    assert "after line 12" in first.text
    assert "Ana draws 10♠." in first.text
    asked = {"If-None-Match": first.headers["ETag"]}
    same = scribe.browser.get("/tables/friday", headers=asked)
    assert (same.status_code, same.data) == (304, b"")
    assert same.headers["Cache-Control"] == "no-store"
    scribe.tap(type="draw", player="Beto", card="2c")
    assert scribe.browser.get("/tables/friday", headers=asked).status_code == 200


@pytest.mark.parametrize(
    "told",
    [
        {"order": ""},
        {"order": "", "type": "draw", "player": "Ana", "card": "2c"},
        {"order": "", "type": "meld", "player": "Ana", "cards": "7"},
    ],
)
def test_what_no_form_sends_is_told_or_written(tmp_path: Path, told: dict[str, str]) -> None:
    scribe = Scribe(tmp_path / "book.db", BEGUN, "on_call")
    assert scribe.browser.post(PAD, data=told).status_code in (303, 422)


def test_house_rules_are_no_text(tmp_path: Path) -> None:
    Scribe(tmp_path / "book.db", BEGUN, "on_call").look("?act=house&house=1")


def test_a_number_that_no_line_has_is_behind_like_any_other(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", BEGUN, "on_call")
    before = scribe.lines
    told = {"event": '{"type":"note","note":"x"}', "expects": "-99999999999999999999"}
    assert scribe.browser.post(PAD, data=told).status_code == 409
    assert scribe.lines == before


def test_what_is_owed_after_a_hand_is_written_as_paid_with_one_key(scribe: Scribe) -> None:
    assert "Still owed" not in scribe.shown
    scribe.tap(line="end abandoned")
    assert "Ana pays the middle 5." in scribe.shown
    scribe.press("All of it was paid")
    assert scribe.lines[-2:] == [
        {"type": "payment", "from": name, "to": "pot", "amount": 5} for name in ("Ana", "Beto")
    ]
    assert "All of it was paid" not in scribe.shown


def test_one_card_of_a_line_is_corrected_by_a_tap(scribe: Scribe) -> None:
    number = next(at for at, line in enumerate(scribe.lines, 1) if line["type"] == "draw")
    assert scribe.plan(f"/fix/{number}") == []
    scribe.fix(f"/fix/{number}", tap="9s")
    assert (scribe.lines[-1]["event"], scribe.lines[-1]["with"]["card"]) == (number, "9s")
    scribe.fix(f"/fix/{number}", player="Beto")
    assert scribe.lines[-1]["with"]["player"] == "Beto"


def test_cards_of_a_line_are_added_and_taken_out_by_taps(scribe: Scribe) -> None:
    scribe.fix("/fix/7", cards="7h 8h 9h", tap="Th")
    assert scribe.lines[-1]["with"]["cards"] == ["7h", "8h", "9h", "Th"]
    scribe.fix("/fix/7", cards="7h 8h 9h Th", tap="7h")
    assert scribe.lines[-1]["with"]["cards"] == ["8h", "9h", "Th"]


def test_what_was_forgotten_is_written_by_taps(scribe: Scribe) -> None:
    last = len(scribe.lines)
    assert scribe.plan(f"/fix/{last}", do="forgotten", type="draw", player="Ana") == []
    scribe.fix(f"/fix/{last}", do="forgotten", type="draw", player="Ana", tap="2c")
    assert scribe.lines[-1]["before"] == last
    assert scribe.lines[-1]["event"] == {"type": "draw", "player": "Ana", "card": "2c"}


def test_what_is_tapped_into_no_field_is_told(scribe: Scribe) -> None:
    for told in ("tap=zz", "do=forgotten&tap=zz", "do=sing&player=Zoe", "do=fields&type=sing"):
        assert scribe.browser.get(f"{PAD}/fix/6?{told}").status_code in (200, 422), told


def test_what_was_typed_into_a_form_stays_after_a_fault(scribe: Scribe) -> None:
    answer = scribe.tap(type="offence", player="Ana", kind="", letters="en", note="under the table")
    assert answer.status_code == 422
    shown = unescape(answer.text)
    assert "What was seen: choose one." in shown
    assert 'value="under the table"' in shown


def test_an_event_is_forgiven_by_everybody(scribe: Scribe) -> None:
    before = len(scribe.lines)
    scribe.look("?act=forgive&form=1")
    for agreed in ([], ["Ana"]):
        answer = scribe.tap(type="forgive", event="3", agreed_by=agreed, letters="en")
        assert answer.status_code == 422
        assert "Only everybody together can forgive." in answer.text
    answer = scribe.tap(type="ruling", dispute="3", decision="forgiven")
    assert answer.status_code == 422
    assert len(scribe.lines) == before
    assert scribe.tap(type="forgive", event="3", agreed_by=["Ana", "Beto"]).status_code == 303
    assert scribe.lines[-1]["event"] == 3


def test_something_else_is_grouped_by_the_time_at_which_it_comes(scribe: Scribe) -> None:
    page = scribe.look("")
    places = [
        page.index(f"<h2>{heading}</h2>")
        for heading in ("Before the deal", "In play", "After the hand", "Record")
    ]
    assert places == sorted(places)


def test_the_result_of_a_hand_is_written_in_a_form(scribe: Scribe) -> None:
    scribe.tap("", **{
        "type": "result", "winner": "Beto", "bonuses:mico": "2", "up_the_tree": "Ana",
        "side_games:oro": "Ana", "side_games:flor": "nobody", "side_games:escalera": "Ana, Beto",
    })  # fmt: skip
    assert scribe.lines[-1] == {
        "type": "result",
        "winner": "Beto",
        "bonuses": {"mico": 2},
        "up_the_tree": ["Ana"],
        "side_games": {"oro": "Ana", "flor": None, "escalera": ["Ana", "Beto"]},
    }
